"""How each kind of rule of a sheet is typed: the words before its fields, and its grammar."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from adjudicator.thrones.sheets import vassals
from adjudicator.thrones.sheets.battle import (
    AvoidRule,
    BladeRule,
    CardRule,
    DiscardRule,
    KnightRule,
    RemoveOrderRule,
    SupportRule,
    TakeBackRule,
)
from adjudicator.thrones.sheets.bids import BidRule, TieRule
from adjudicator.thrones.sheets.bot import StewardRule
from adjudicator.thrones.sheets.choices import ChoiceRule, OfferRule, ReplyRule
from adjudicator.thrones.sheets.fields import PICKED, WHOEVER
from adjudicator.thrones.sheets.losses import LossRule, RetreatRule
from adjudicator.thrones.sheets.marches import MarchPlan, TroopsRule, Wish
from adjudicator.thrones.sheets.muster import LoanRule, MusterRule
from adjudicator.thrones.sheets.orders import RaidRule, RavenRule
from adjudicator.thrones.sheets.vassals import ClaimRule
from narration.notation.amounts import Price
from narration.notation.grammar import Field, Vocabulary
from narration.notation.values import Apart, Listed, Name, OneOf, Pairs
from narration.notation.words import said
from narration.thrones.notation import words as w
from narration.thrones.notation.rows import KEEP, Choice, Kind, Moves, Order, VassalOrder, Wants

AREA, AREAS = Name("area", own=True), Listed(Name("area", own=True))
IN = said("in/at", "in/a", "en")
AT_PLACE = said("in/at", "in/a/da", "en/de")
FROM = said("from", "da", "de/desde")
FOR_BATTLES = said("@/for/battle/battles/at", "per/battaglia", "por/batalla")
# Battles from which one retreats.
LEFT = said("@/for/battle/battles/from", "per/battaglia/da", "por/batalla/de/desde")
AGAINST = said("v/vs/versus/against", "contro", "contra")
FIGHTS = said("v/vs/versus/against/fights/fighting/who fights", "contro/combatte/lotta contro", "contra/lucha contra")
WAIT = said("wait", "aspetta/attendi", "espera")
TOKEN = said(
    "token/leave token/leave a token/power token/leave power token/leave a power token/leaving token/"
    "leaving a token/leaving a power token",
    "segnalino/lascia segnalino/lascia un segnalino/segnalino potere/lasciando un segnalino",
    "ficha/deja ficha/deja una ficha/ficha de poder/dejando una ficha",
)
BECAUSE = said("because/because of", "a causa di/causa", "a causa de/causa")

DECLINING = said("decline/none/nothing", "rinuncia/niente/nessuna", "renuncia/nada/ninguna")
POWER = said("power/for", "potere/per", "poder/por")
PRICE = Price(said("power/power tokens", "potere/punti potere", "poder/puntos de poder"))
PICKS = Listed(Choice(*PICKED, also=w.CHOICES))

RULES = Vocabulary(
    words={
        **w.WEIGHED,
        **w.REFUGES,
        **w.ANY_OF,
        **w.ANY_TARGET,
        **w.FOES,
        **w.SIDES,
        "opponent": w.OPPONENT,
        "wildlings": said("wildlings", "bruti", "salvajes"),
        "stays": w.STAYS,
        "pass": w.PASS,
        "none": w.WITHOUT,
    },
    choices={
        "role": w.ROLES,
        "use": w.BLADE,
        "likings": w.LIKINGS,
        "how": w.HOW,
        "what": w.PARTS,
        "accept": {False: said("refuse", "rifiuta", "rechaza"), True: said("accept", "accetta", "acepta")},
    },
    sorts={("order",): lambda also: Order(also), ("type", "order"): lambda also: Kind()},
    fields={
        (MarchPlan, "moves"): Moves(),
        (MarchPlan, "leave_token"): Apart(w.TOKEN, bare="if-possible"),
        (MarchPlan, "leaders"): Pairs(
            Name("leader"), Name("area", also={"stays": w.STAYS}, around=True), said("to/>/=", "a", "a")
        ),
        (RemoveOrderRule, "types"): Listed(Name("type", "order")),
        (KnightRule, "use"): OneOf(w.YES_NO),
        (ChoiceRule, "pick"): PICKS,
        (LoanRule, "pick"): PICKS,
        (StewardRule, "may_attack"): Listed(Name("house", also=w.FOES)),
        (MusterRule, "wants"): Wants(),
        (vassals.VassalOrder, "order"): VassalOrder(also={"none": w.WITHOUT}),
        (OfferRule, "power"): PRICE,
        (ReplyRule, "power"): PRICE,
    },
    rivals={
        (TakeBackRule, "because"): ("card",),
        (RemoveOrderRule, "areas"): ("order", "type"),
        (LossRule, "areas"): ("unit",),
    },
)


def _who_marches(plan: MarchPlan) -> Any:
    """What a plan says besides where units go; nothing where all stay."""
    units = [(move.units, move.keep) for move in plan.moves]
    return (units, plan.leave_token, plan.wait, plan.leaders) if units else None


RAVEN = RULES.layout(
    RavenRule,
    {
        "area": said("area/change/exchange/swap/switch/replace", "area/cambia/scambia", "área/cambia"),
        "order": said("becomes/order/to/for/with/into", "diventa/ordine/in/con", "pasa a/orden/a/por"),
        "look": said("look/look at the wildlings/look at the wildling card", "guarda", "mira"),
    },
    run=("area", "order"),
    empty=said("none/nothing/no one/keep/no/no change", "niente/nessuno/nessuna/tieni", "nada/ninguno/ninguna/deja"),
    once=(),
    half=lambda said: ("area" in said) != ("order" in said),
)
RAID = RULES.layout(
    RaidRule,
    {
        "targets": said(
            "raid/against/on/to/into/of",
            "incursione su/contro/su/verso/a/di",
            "incursión en/contra/en/hacia/a/de",
        ),
        "types": said("orders/order/only", "ordini/ordine/solo", "órdenes/orden/solo"),
        "wait": WAIT,
    },
    run=("targets",),
    bare=("types",),
)
MARCH = RULES.layout(
    MarchPlan,
    {
        "moves": said("move/send", "muovi/manda", "mueve/envía"),
        "leave_token": TOKEN,
        "wait": WAIT,
        "leaders": said("leaders/leader", "comandanti/leader", "líderes/líder"),
    },
    run=("moves",),
    empty=said("stay/stays/none/nothing", "resta/restano/niente", "queda/quedan/nada"),
    aside=_who_marches,
)
WISH = RULES.layout(
    Wish,
    {
        "take": said("take/takes/attack/conquer", "prendi/conquista/attacca", "toma/conquista/ataca"),
        "origins": FROM,
        "prefer": said("prefer/prefers", "preferisci", "prefiere"),
        "avoid": said("never enter/stay out of/keep out of", "non entrare in/mai in", "no entres en/nunca en"),
        "stay": said("never leave/in/hold/holds", "non lasciare/in/a/difendi", "no dejes/en/mantén/defiende"),
        "keep": KEEP,
    },
    close=("origins", "keep"),
    run=("take",),
    single=True,
    half=lambda said: not said.keys() & {"take", "prefer", "avoid", "stay"},
)
SUPPORT = RULES.layout(
    SupportRule,
    {
        "whom": said("help/helps/to/for", "aiuta/a/per", "ayuda/a/para/por"),
        "areas": FROM,
        "against": FIGHTS,
        "battles": FOR_BATTLES,
    },
    close=("against", "battles"),
    run=("whom",),
    subject=("areas",),
    empty=w.ME,
    leading=True,
    once=("areas", "against", "battles"),
    half=lambda said: "whom" not in said or said["whom"] == WHOEVER and "against" not in said,
)
_BATTLE = {"role": said("as", "come", "como"), "opponents": AGAINST, "battles": FOR_BATTLES}
CARD = RULES.layout(
    CardRule,
    {
        **_BATTLE,
        "cards": said("play", "gioca", "juega"),
        "exclude": said("but not/except/without", "ma non/tranne/senza", "pero no/salvo/sin"),
    },
    close=("opponents", "battles"),
    run=("cards",),
    subject=("role", "opponents", "battles"),
)
AVOID = RULES.layout(
    AvoidRule,
    {**_BATTLE, "cards": said("cards/card", "carte/carta", "cartas/carta")},
    close=("opponents", "battles"),
    run=("cards",),
    subject=("role", "opponents", "battles"),
)
TAKE_BACK = RULES.layout(
    TakeBackRule,
    {"cards": said("card/cards", "carta/carte", "carta/cartas"), "because": BECAUSE},
    run=("cards",),
    empty=DECLINING,
)
REMOVE = RULES.layout(
    RemoveOrderRule,
    {
        "types": said("order/orders", "ordine/ordini", "orden/órdenes"),
        "areas": IN,
        "owners": said("of/owner/owners", "di/proprietario", "de/dueño"),
        "decline": said("decline", "rinuncia", "renuncia"),
    },
    run=("types",),
    empty=said("any/anything", "qualunque", "cualquiera"),
    half=lambda said: "types" not in said and "decline" not in said,
)
DISCARD = RULES.layout(
    DiscardRule, {"cards": said("card/cards", "carta/carte", "carta/cartas")}, run=("cards",), empty=DECLINING
)
KNIGHT = RULES.layout(
    KnightRule,
    {"use": said("answer", "risposta", "respuesta"), "areas": IN},
    run=("use",),
    empty=w.YES_NO[True],
    once=("areas",),
)
CHOICE = RULES.layout(
    ChoiceRule,
    {"pick": said("pick", "scegli", "elige")},
    run=("pick",),
    empty=said("none/no one", "nessuno/nessuna", "ninguno/ninguna"),
)
# No word of anything else may be meant where tactics cards are chosen.
TACTICS = replace(CHOICE, fields=(Field("pick", Listed(Name("tactic")), said("pick", "scegli", "elige")),))
BLADE = RULES.layout(BladeRule, {"use": said("use", "usa", "usa")}, run=("use",), empty=w.BLADE["if-decisive"], once=())
LOSS = RULES.layout(
    LossRule,
    {
        "likings": said("preferring", "preferendo", "prefiriendo"),
        "units": said("units/unit", "unità", "unidades/unidad"),
        "areas": IN,
        "keep": KEEP,
    },
    close=("areas", "keep"),
    run=("likings", "units"),
    empty=said("anything/any", "qualunque", "cualquiera"),
    comma=True,
)
RETREAT = RULES.layout(
    RetreatRule, {"areas": said("to", "a/verso", "a/hacia"), "battles": LEFT}, run=("areas",), subject=("battles",)
)
BID = RULES.layout(
    BidRule,
    {"how": said("how", "come", "cómo"), "amount": said("amount", "importo", "importe"), "keep": KEEP},
    close=("keep",),
    run=("how", "amount"),
    empty=said("0/nothing/none", "0/niente/nulla", "0/nada"),
    half=lambda said: "amount" not in said and said.get("how") not in ("all", "rest"),
    implied=lambda said: {"how": "up-to", **said} if "keep" in said else said,
)
TIE = RULES.layout(
    TieRule,
    {"houses": said("houses", "casate", "casas"), "auctions": said("for/in", "per/in", "por/en")},
    run=("houses",),
    subject=("auctions",),
    once=("auctions",),
)
MUSTER = RULES.layout(
    MusterRule,
    {
        "wants": said("muster", "arruola", "recluta"),
        "whole": said("whole/or nothing/all or nothing", "tutto o niente", "todo o nada"),
    },
    run=("wants",),
)
LOAN = RULES.layout(
    LoanRule,
    {
        "loan": said("loan", "prestito", "préstamo"),
        "most": said("upto/up to/most/at most/max/maximum", "fino a/al massimo", "hasta/como máximo"),
        "areas": said("in/at/for/on", "in/a/per/su", "en/para"),
        "units": said("units/unit", "unità", "unidades"),
        "pick": said("pick/choose", "scegli", "elige"),
        "wait": WAIT,
    },
    close=("most",),
    run=("loan",),
    half=lambda said: "loan" not in said,
)
CLAIM = RULES.layout(ClaimRule, {"pick": said("pick", "scegli", "elige")}, run=("pick",))
VASSAL_ORDER = RULES.layout(
    vassals.VassalOrder,
    {"area": said("area", "area", "área"), "order": said("gets/order", "riceve/ordine", "recibe/orden")},
    run=("area", "order"),
    once=("area",),
)
TROOPS = RULES.layout(
    TroopsRule,
    {
        "area": FROM,
        "to": said("to", "a/verso", "a/hacia"),
        "units": said("units", "unità", "unidades"),
        "because": BECAUSE,
    },
    run=("to", "units"),
    subject=("area",),
    half=lambda said: "units" not in said and "because" not in said,
)
OFFER = RULES.layout(
    OfferRule,
    {
        "leaders": said("for/leaders", "per/comandanti", "por/líderes"),
        "holders": said("to/holders", "a", "a"),
        "power": POWER,
        "hostages": said("hostages/hostage/and give", "ostaggi/ostaggio", "rehenes/rehén"),
        "decline": said("decline/no offer", "rinuncia", "renuncia"),
    },
    run=("leaders",),
    bare=("power",),
    empty=said("anyone/any/0", "chiunque", "cualquiera"),
)
REPLY = RULES.layout(
    ReplyRule,
    {
        "leaders": said("for/leaders", "per/comandanti", "por/líderes"),
        "offerers": said("from/offerers", "da", "de"),
        "power": POWER,
        "hostages": said("hostages/hostage", "ostaggi/ostaggio", "rehenes/rehén"),
        "accept": said("say", "di'", "di"),
    },
    run=("accept", "leaders"),
    bare=("power",),
    empty=said("accept", "accetta", "acepta"),
)
STEWARD = RULES.layout(
    StewardRule,
    {
        "what": said("parts", "parti", "partes"),
        "never_empty": said("never-empty/never leave", "non lasciare/mai vuota", "no dejar/nunca vacía"),
        "keep": KEEP,
        "may_attack": said("may-attack/may attack", "può-attaccare/può attaccare", "puede-atacar/puede atacar"),
        "never_attack": said(
            "never-attack/spare/but not/but/except",
            "non attaccare/mai contro/ma non/tranne",
            "no atacar/nunca contra/pero no/salvo",
        ),
        "never_play": said("never-play/not", "non giocare/mai giocare", "no jugar/nunca jugar"),
        "most": said("most/at most/upto/up to", "al massimo/fino a", "como máximo/hasta"),
        "save": said("save", "risparmia/conserva", "ahorra/conserva"),
    },
    close=("keep", "most", "save"),
    run=("what",),
    empty=said(
        "everything/all/the rest/rest/*/all the rest/does the rest/does everything",
        "tutto/resto/il resto/tutto il resto/fa il resto/fa tutto/fa tutto il resto",
        "todo/resto/el resto/todo lo demás/lo demás/todo el resto/hace el resto/hace todo/hace todo lo demás",
    ),
)
