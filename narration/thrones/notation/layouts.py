"""How each kind of rule of a sheet is written; every field of every rule has its place here."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from adjudicator.thrones.sheets import sheet as s
from narration.notation.amounts import Amount, Number, Price, Units
from narration.notation.said import said
from narration.notation.tables import Field, Layout
from narration.notation.values import Apart, Flag, Listed, Name, OneOf, Pairs
from narration.thrones.notation import words as w
from narration.thrones.notation.rows import KEEP, Choice, Kind, Moves, Order, VassalOrder, Wants

AREA, AROUND, HOUSES = Name("area", own=True), Name("area", around=True), Listed(Name("house"))
AREAS, BATTLES = Listed(AREA), Listed(AROUND)
PICKED = (
    *("area", "house", "card", "track", "order", "type", "auction", "unit", "deck", "westeros", "leader", "tactic"),
    *("alliance", "ally", "choice"),
)
PICKS = Listed(Choice(*PICKED, also=w.CHOICES))
COUNT_KEPT = Field("keep", Number(), KEEP, close=True)
IN = said("in/at", "in/a", "en")
AT_PLACE = said("in/at", "in/a/da", "en/de")
FROM = said("from", "da", "de/desde")
FOR_BATTLES = said("@/for/battle/battles/at", "per/battaglia", "por/batalla")
# Battles from which one retreats.
LEFT = said("@/for/battle/battles/from", "per/battaglia/da", "por/batalla/de/desde")
AGAINST = said("v/vs/versus/against", "contro", "contra")
FIGHTS = said("v/vs/versus/against/fights/fighting/who fights", "contro/combatte/lotta contro", "contra/lucha contra")
WAIT = Field("wait", Flag(), said("wait", "aspetta/attendi", "espera"))
TOKEN = Field(
    "leave_token",
    Apart(w.TOKEN, bare="if-possible"),
    said(
        "token/leave token/leave a token/power token/leave power token/leave a power token/leaving token/"
        "leaving a token/leaving a power token",
        "segnalino/lascia segnalino/lascia un segnalino/segnalino potere/lasciando un segnalino",
        "ficha/deja ficha/deja una ficha/ficha de poder/dejando una ficha",
    ),
)
BECAUSE = said("because/because of", "a causa di/causa", "a causa de/causa")
ME_FIRST = {"me": w.ME}

RAVEN = Layout(
    s.RavenRule,
    (
        Field("area", AREA, said("area/change/exchange/swap/switch/replace", "area/cambia/scambia", "área/cambia")),
        Field("order", Order(), said("becomes/order/to/for/with/into", "diventa/ordine/in/con", "pasa a/orden/a/por")),
        Field("look", Flag(), said("look/look at the wildlings/look at the wildling card", "guarda", "mira")),
    ),
    run=("area", "order"),
    empty=said("none/nothing/no one/keep/no/no change", "niente/nessuno/nessuna/tieni", "nada/ninguno/ninguna/deja"),
    once=(),
    half=lambda said: ("area" in said) != ("order" in said),
)
RAID = Layout(
    s.RaidRule,
    (
        Field(
            "targets",
            Listed(Name("area", "house", also=w.ANY_TARGET, around=True)),
            said(
                "raid/against/on/to/into/of",
                "incursione su/contro/su/verso/a/di",
                "incursión en/contra/en/hacia/a/de",
            ),
        ),
        Field(
            "types",
            Listed(Kind()),
            said("orders/order/only", "ordini/ordine/solo", "órdenes/orden/solo"),
        ),
        WAIT,
    ),
    run=("targets",),
    bare=("types",),
)


def _who_marches(plan: s.MarchPlan) -> Any:
    """What a plan says besides where units go; nothing where all stay."""
    units = [(move.units, move.keep) for move in plan.moves]
    return (units, plan.leave_token, plan.wait, plan.leaders) if units else None


MARCH = Layout(
    s.MarchPlan,
    (
        Field("moves", Moves(), said("move/send", "muovi/manda", "mueve/envía")),
        TOKEN,
        WAIT,
        Field(
            "leaders",
            Pairs(Name("leader"), Name("area", also={"stays": w.STAYS}, around=True), said("to/>/=", "a", "a")),
            said("leaders/leader", "comandanti/leader", "líderes/líder"),
        ),
    ),
    run=("moves",),
    empty=said("stay/stays/none/nothing", "resta/restano/niente", "queda/quedan/nada"),
    aside=_who_marches,
)
WISH = Layout(
    s.Wish,
    (
        Field(
            "take",
            Listed(Name("area", also=w.ANY_OF, around=True)),
            said("take/takes/attack/conquer", "prendi/conquista/attacca", "toma/conquista/ataca"),
        ),
        Field("origins", AREAS, FROM, close=True),
        Field(
            "prefer", Listed(Name("area", also=w.ANY_OF, around=True)), said("prefer/prefers", "preferisci", "prefiere")
        ),
        Field(
            "avoid",
            Listed(Name("area", also=w.ANY_OF, around=True)),
            said("never enter/stay out of/keep out of", "non entrare in/mai in", "no entres en/nunca en"),
        ),
        Field(
            "stay",
            AREAS,
            said("never leave/in/hold/holds", "non lasciare/in/a/difendi", "no dejes/en/mantén/defiende"),
        ),
        Field("keep", Number(), KEEP, close=True),
    ),
    run=("take",),
    single=True,
    half=lambda said: not said.keys() & {"take", "prefer", "avoid", "stay"},
)
SUPPORT = Layout(
    s.SupportRule,
    (
        Field("whom", Name("house", also=w.SIDES), said("help/helps/to/for", "aiuta/a/per", "ayuda/a/para/por")),
        Field("areas", AREAS, FROM),
        Field("against", HOUSES, FIGHTS, close=True),
        Field("battles", BATTLES, FOR_BATTLES, close=True),
    ),
    run=("whom",),
    subject=("areas",),
    empty=w.ME,
    leading=True,
    once=("areas", "against", "battles"),
    half=lambda said: "whom" not in said or said["whom"] == s.WHOEVER and "against" not in said,
)
_BATTLE = (
    Field("role", OneOf(w.ROLES), said("as", "come", "como")),
    Field("opponents", HOUSES, AGAINST, close=True),
    Field("battles", BATTLES, FOR_BATTLES, close=True),
)
CARD = Layout(
    s.CardRule,
    (
        *_BATTLE,
        Field("cards", Listed(Name("card", also=w.WEIGHED, own=True)), said("play", "gioca", "juega")),
        Field(
            "exclude",
            Listed(Name("card", own=True)),
            said("but not/except/without", "ma non/tranne/senza", "pero no/salvo/sin"),
        ),
    ),
    run=("cards",),
    subject=("role", "opponents", "battles"),
)
AVOID = Layout(
    s.AvoidRule,
    (*_BATTLE, Field("cards", Listed(Name("card", own=True)), said("cards/card", "carte/carta", "cartas/carta"))),
    run=("cards",),
    subject=("role", "opponents", "battles"),
)
LADDERED = Listed(Name("card", also=w.LADDER))
DECLINING = said("decline/none/nothing", "rinuncia/niente/nessuna", "renuncia/nada/ninguna")
TAKE_BACK = Layout(
    s.TakeBackRule,
    (
        Field(
            "cards", Listed(Name("card", also=w.LADDER, own=True)), said("card/cards", "carta/carte", "carta/cartas")
        ),
        Field(
            "because",
            Listed(Name("card", also={"wildlings": said("wildlings", "bruti", "salvajes")}), rivals=("card",)),
            BECAUSE,
        ),
    ),
    run=("cards",),
    empty=DECLINING,
)
REMOVE = Layout(
    s.RemoveOrderRule,
    (
        Field("types", Listed(Name("type", "order")), said("order/orders", "ordine/ordini", "orden/órdenes")),
        Field("areas", Listed(AROUND, rivals=("order", "type")), IN),
        Field(
            "owners",
            Listed(Name("house", also={"me": w.ME, "opponent": w.OPPONENT})),
            said("of/owner/owners", "di/proprietario", "de/dueño"),
        ),
        Field("decline", Flag(), said("decline", "rinuncia", "renuncia")),
    ),
    run=("types",),
    empty=said("any/anything", "qualunque", "cualquiera"),
    half=lambda said: "types" not in said and "decline" not in said,
)
DISCARD = Layout(
    s.DiscardRule,
    (Field("cards", LADDERED, said("card/cards", "carta/carte", "carta/cartas")),),
    run=("cards",),
    empty=DECLINING,
)
KNIGHT = Layout(
    s.KnightRule,
    (Field("use", OneOf(w.YES_NO), said("answer", "risposta", "respuesta")), Field("areas", AREAS, IN)),
    run=("use",),
    empty=w.YES_NO[True],
    once=("areas",),
)
CHOICE = Layout(
    s.ChoiceRule,
    (Field("pick", PICKS, said("pick", "scegli", "elige")),),
    run=("pick",),
    # "Nothing" is what some cards offer.
    empty=said("none/no one", "nessuno/nessuna", "ninguno/ninguna"),
)
# No word of anything else may be meant where tactics cards are chosen.
TACTICS = replace(CHOICE, fields=(Field("pick", Listed(Name("tactic")), said("pick", "scegli", "elige")),))
BLADE = Layout(
    s.BladeRule,
    (Field("use", OneOf(w.BLADE), said("use", "usa", "usa")),),
    run=("use",),
    empty=w.BLADE["if-decisive"],
    once=(),
)
LOSS = Layout(
    s.LossRule,
    (
        Field("likings", Listed(OneOf(w.LIKINGS)), said("preferring", "preferendo", "prefiriendo")),
        Field("units", Listed(Name("unit")), said("units/unit", "unità", "unidades/unidad")),
        Field("areas", Listed(AREA, rivals=("unit",)), IN, close=True),
        COUNT_KEPT,
    ),
    run=("likings", "units"),
    empty=said("anything/any", "qualunque", "cualquiera"),
    comma=True,
)
RETREAT = Layout(
    s.RetreatRule,
    (
        Field("areas", Listed(Name("area", also=w.REFUGES, around=True)), said("to", "a/verso", "a/hacia")),
        Field("battles", BATTLES, LEFT),
    ),
    run=("areas",),
    subject=("battles",),
)
BID = Layout(
    s.BidRule,
    (
        Field("how", OneOf(w.HOW), said("how", "come", "cómo")),
        Field("amount", Amount(), said("amount", "importo", "importe")),
        COUNT_KEPT,
    ),
    run=("how", "amount"),
    empty=said("0/nothing/none", "0/niente/nulla", "0/nada"),
    # "Keep 1" and "max" alone mean all but one, and all.
    half=lambda said: "amount" not in said and said.get("how") not in ("all", "rest"),
    # Of an exact bid nothing is kept: "4 keep 2" is as much of 4 as leaves 2.
    implied=lambda said: {"how": "up-to", **said} if "keep" in said else said,
)
TIE = Layout(
    s.TieRule,
    (
        Field("houses", Listed(Name("house", also=ME_FIRST)), said("houses", "casate", "casas")),
        Field("auctions", Listed(Name("auction")), said("for/in", "per/in", "por/en")),
    ),
    run=("houses",),
    subject=("auctions",),
    once=("auctions",),
)
MUSTER = Layout(
    s.MusterRule,
    (
        Field("wants", Wants(), said("muster", "arruola", "recluta")),
        Field("whole", Flag(), said("whole/or nothing/all or nothing", "tutto o niente", "todo o nada")),
    ),
    run=("wants",),
)
LOAN = Layout(
    s.LoanRule,
    (
        Field("loan", Name("loan"), said("loan", "prestito", "préstamo")),
        Field(
            "most",
            Number(),
            said("upto/up to/most/at most/max/maximum", "fino a/al massimo", "hasta/como máximo"),
            close=True,
        ),
        Field("areas", AREAS, said("in/at/for/on", "in/a/per/su", "en/para")),
        Field("units", Listed(Name("unit")), said("units/unit", "unità", "unidades")),
        Field("pick", PICKS, said("pick/choose", "scegli", "elige")),
        WAIT,
    ),
    run=("loan",),
    half=lambda said: "loan" not in said,
)
CLAIM = Layout(
    s.ClaimRule,
    (Field("pick", Listed(Name("house", also={"pass": w.PASS})), said("pick", "scegli", "elige")),),
    run=("pick",),
)
VASSAL_ORDER = Layout(
    s.VassalOrder,
    (
        Field("area", AREA, said("area", "area", "área")),
        Field("order", VassalOrder(also={"none": w.WITHOUT}), said("gets/order", "riceve/ordine", "recibe/orden")),
    ),
    run=("area", "order"),
    once=("area",),
)
TROOPS = Layout(
    s.TroopsRule,
    (
        Field("area", AREA, FROM),
        Field("to", AROUND, said("to", "a/verso", "a/hacia")),
        Field("units", Units("unit"), said("units", "unità", "unidades")),
        Field("because", Name("tactic"), BECAUSE),
    ),
    run=("to", "units"),
    subject=("area",),
    # Whoever moves troops in words of their own may mean a march.
    half=lambda said: "units" not in said and "because" not in said,
)
POWER = said("power/for", "potere/per", "poder/por")
PRICE = Price(said("power/power tokens", "potere/punti potere", "poder/puntos de poder"))
OFFER = Layout(
    s.OfferRule,
    (
        Field("leaders", Listed(Name("leader")), said("for/leaders", "per/comandanti", "por/líderes")),
        Field("holders", HOUSES, said("to/holders", "a", "a")),
        Field("power", PRICE, POWER),
        Field(
            "hostages", Listed(Name("leader")), said("hostages/hostage/and give", "ostaggi/ostaggio", "rehenes/rehén")
        ),
        Field("decline", Flag(), said("decline/no offer", "rinuncia", "renuncia")),
    ),
    run=("leaders",),
    bare=("power",),
    empty=said("anyone/any/0", "chiunque", "cualquiera"),
)
REPLY = Layout(
    s.ReplyRule,
    (
        Field("leaders", Listed(Name("leader")), said("for/leaders", "per/comandanti", "por/líderes")),
        Field("offerers", HOUSES, said("from/offerers", "da", "de")),
        Field("power", PRICE, POWER),
        Field("hostages", Listed(Name("leader")), said("hostages/hostage", "ostaggi/ostaggio", "rehenes/rehén")),
        Field(
            "accept",
            OneOf({False: said("refuse", "rifiuta", "rechaza"), True: said("accept", "accetta", "acepta")}),
            said("say", "di'", "di"),
        ),
    ),
    run=("accept", "leaders"),
    bare=("power",),
    empty=said("accept", "accetta", "acepta"),
)
STEWARD = Layout(
    s.StewardRule,
    (
        Field("what", Listed(OneOf(w.PARTS)), said("parts", "parti", "partes")),
        Field("never_empty", AREAS, said("never-empty/never leave", "non lasciare/mai vuota", "no dejar/nunca vacía")),
        Field("keep", Number(), KEEP, close=True),
        Field(
            "may_attack",
            Listed(Name("house", also=w.FOES)),
            said("may-attack/may attack", "può-attaccare/può attaccare", "puede-atacar/puede atacar"),
        ),
        Field("never_attack", HOUSES, said("never-attack/spare", "non attaccare/mai contro", "no atacar/nunca contra")),
        Field(
            "never_play",
            Listed(Name("card", own=True)),
            said("never-play/not", "non giocare/mai giocare", "no jugar/nunca jugar"),
        ),
        Field("most", Number(), said("most/at most/upto/up to", "al massimo/fino a", "como máximo/hasta"), close=True),
        Field("save", Number(), said("save", "risparmia/conserva", "ahorra/conserva"), close=True),
    ),
    run=("what",),
    empty=said(
        "everything/all/the rest/rest/*/all the rest/does the rest/does everything",
        "tutto/resto/il resto/tutto il resto/fa il resto/fa tutto/fa tutto il resto",
        "todo/resto/el resto/todo lo demás/lo demás/todo el resto/hace el resto/hace todo/hace todo lo demás",
    ),
)
