"""The statements of the Westeros board games: keywords, what they fill, and the whole notation."""

from __future__ import annotations

from typing import Any

from adjudicator.thrones.sheets.sheet import Sheet, VassalSheet, read_sheet, write_sheet
from adjudicator.thrones.state.answers import AnyAnswer
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import Edition
from narration.notation.grammar import Behalf, Notation, Own, Statement, Variant
from narration.notation.values import Free, Json, Name
from narration.notation.words import said
from narration.thrones.notation import abouts as told
from narration.thrones.notation import layouts as form
from narration.thrones.notation import words as w
from narration.thrones.notation.rows import Order
from narration.thrones.notation.tongue import tongue

_AUCTION = Name("auction", also={"wildlings": w.WATCH})
_ASKING = Name(
    *("card", "westeros", "wildling", "badge", "area", "house", "track", "loan", "tactic", "alliance", "leader"),
    also=w.ASKING,
)
# The same for a house and for a vassal.
SHARED = (
    Statement(
        said("sequence", "sequenza", "secuencia"),
        (),
        value=form.AREAS,
        variants=(
            Variant(said("raids/raid", "incursioni", "incursiones"), ("raids", "sequence")),
            Variant(said("marches/march", "marce/marcia", "marchas/marcha"), ("marches", "sequence")),
            Variant(said("musters/muster", "arruolamenti", "reclutamientos"), ("muster", "sequence")),
        ),
        keeps=(
            *("raids", "raid", "marches", "march", "musters", "muster"),
            *("marce", "marchas", "incursioni", "incursiones"),
        ),
        about=told.SEQUENCE,
    ),
    Statement(
        said("raid/raids", "incursione/incursioni/razzia", "incursión/incursiones/saqueo"),
        ("raids", "areas"),
        form.RAID,
        form.AREA,
        about=told.RAID,
        before_key=form.FROM,
    ),
    Statement(
        said("march/marches", "marcia/marce", "marcha/marchas"),
        ("marches", "areas"),
        form.MARCH,
        form.AREA,
        about=told.MARCH,
        before_key=form.FROM,
        opens={("marches", "wishes"): w.WISHED},
    ),
    # It is written "MARCH: take ...", which the statement before reads.
    Statement(
        said("goal/goals", "obiettivo/obiettivi", "objetivo/objetivos"),
        ("marches", "wishes"),
        form.WISH,
        about=told.WISH,
        heading=said("march:", "marcia:", "marcha:"),
    ),
    Statement(said("stop/stop marches", "ferma/stop marce", "detén/para"), ("marches", "stop"), about=told.STOP),
    Statement(said("support/supports", "supporto/appoggio", "apoyo"), ("support",), form.SUPPORT, about=told.SUPPORT),
    Statement(
        said("card/cards", "carta/carte", "carta/cartas"),
        ("cards", "rules"),
        form.CARD,
        leads={("cards", "avoid"): said("never", "mai", "nunca")},
        about=told.CARD,
        commas=True,
    ),
    Statement(said("avoid", "evita", "evita"), ("cards", "avoid"), form.AVOID, about=told.AVOID),
    Statement(said("blade", "lama", "espada"), ("blade",), form.BLADE, about=told.BLADE),
    Statement(
        said("lose/losses", "perdi/perdite", "pierde/pérdidas"),
        ("losses", "general"),
        form.LOSS,
        variants=(
            Variant(said("supply", "rifornimenti", "suministros"), ("losses", "supply")),
            Variant(said("wildlings", "bruti", "salvajes"), ("losses", "wildlings")),
            Variant(said("casualties/battle/battles", "caduti/battaglia", "bajas/batalla"), ("losses", "casualties")),
            Variant(said("abandon/retreating", "abbandona/in ritirata", "abandona/en retirada"), ("losses", "abandon")),
            Variant(said("kill/kills", "uccidi", "mata"), ("losses", "kill")),
        ),
        about=told.LOSE,
    ),
    Statement(
        said("retreat/retreats", "ritirata/ritirate", "retirada/retiradas"),
        ("retreat",),
        form.RETREAT,
        about=told.RETREAT,
    ),
    Statement(
        said("muster/musters", "arruola/arruolamento", "recluta/reclutamiento"),
        ("muster", "areas"),
        form.MUSTER,
        form.AREA,
        about=told.MUSTER,
        before_key=form.AT_PLACE,
    ),
    Statement(
        said("choose/choice", "scegli/scelta", "elige/elección"),
        ("choices",),
        form.CHOICE,
        _ASKING,
        # What the raven leaves to choose; any other line of the raven is its own.
        keeps=[
            f"{raven}: {pick}"
            for raven in said("raven", "corvo", "cuervo").every()
            for pick in (*w.CHOICES["bottom"].every(), *w.CHOICES["top"].every())
        ],
        about=told.CHOOSE,
    ),
    # The same in the word under which letters ask for it.
    Statement(
        said("tactics/tactic", "tattiche/tattica", "tácticas/táctica"),
        ("choices",),
        form.TACTICS,
        fixed="tactics",
        about=told.TACTICS,
    ),
)
ORDERS = said("orders/order", "ordini/ordine", "órdenes/orden")
STATEMENTS = (
    Statement(
        ORDERS,
        ("orders",),
        key=form.AREA,
        value=Order(also={"none": w.WITHOUT}),
        about=told.ORDERS,
        commas=True,
        bare=True,
    ),
    Statement(said("raven", "corvo", "cuervo"), ("raven",), form.RAVEN, about=told.RAVEN),
    *SHARED,
    Statement(
        said("bid/bids", "offri/offerta/offerte", "puja/pujas"),
        ("bids",),
        form.BID,
        _AUCTION,
        about=told.BID,
        commas=True,
        value_first=said("on/for/to/in", "su/sul/sui/sulla/sugli/per/al/alla/ai", "por/en/para/al/a"),
    ),
    Statement(
        said("ties/tie", "pareggi/pareggio", "empates/empate"),
        ("ties", "tracks"),
        form.TIE,
        variants=(
            Variant(said("highest", "più alto", "más alto"), ("ties", "highest")),
            Variant(said("lowest", "più basso", "más bajo"), ("ties", "lowest")),
        ),
        about=told.TIES,
    ),
    Statement(
        said("takeback/take back", "riprendi", "recupera"),
        ("texts", "take_back"),
        form.TAKE_BACK,
        about=told.TAKE_BACK,
    ),
    Statement(said("remove", "rimuovi", "retira"), ("texts", "remove_order"), form.REMOVE, about=told.REMOVE),
    Statement(said("discard", "scarta", "descarta"), ("texts", "discard"), form.DISCARD, about=told.DISCARD),
    Statement(
        said("knight", "cavaliere", "caballero"),
        ("texts", "knight"),
        form.KNIGHT,
        about=told.KNIGHT,
        needs=tuple(w.YES_NO.values()),
    ),
    Statement(said("loan/loans", "prestito/prestiti", "préstamo/préstamos"), ("loans",), form.LOAN, about=told.LOAN),
    Statement(
        said("vassal/vassals/claim/command", "vassallo/vassalli", "vasallo/vasallos"),
        ("claims",),
        form.CLAIM,
        about=told.VASSAL,
    ),
    Statement(said("troops", "truppe", "tropas"), ("troops",), form.TROOPS, about=told.TROOPS),
    Statement(
        said("offer/offers", "proponi/proposta", "ofrece/oferta"),
        ("hostages", "offers"),
        form.OFFER,
        about=told.OFFER,
    ),
    Statement(
        said("reply/replies", "rispondi/risposta", "responde/respuesta"),
        ("hostages", "replies"),
        form.REPLY,
        about=told.REPLY,
    ),
    Statement(
        said("steward/bot", "intendente/castellano/bot", "mayordomo/bot"),
        ("steward",),
        form.STEWARD,
        keeps=[word for one in w.PARTS.values() for word in one.every()],
        about=told.STEWARD,
    ),
    Statement(
        said("answer/answers", "risposta diretta/rispondo", "respuesta directa/respondo"),
        ("answers",),
        key=Free(),
        value=Json(AnyAnswer),
        about=told.ANSWER,
    ),
)
_OF_VASSALS = (Statement(ORDERS, ("orders",), form.VASSAL_ORDER, about=told.VASSAL_ORDERS), *SHARED)


def _read(data: bytes, edition: Any, modules: Any) -> Sheet:
    return read_sheet(data, edition, tuple(modules))


def _own(edition: Edition, house: str, board: Board | None) -> Own:
    """Its House cards, and the areas where its units or tokens are; next to it the areas beside those."""
    cards = {card.id for card in edition.cards.values() if card.house == house}
    if board is None or not house:
        return cards, ()
    areas = {area for area, force in board.forces.items() if force.house == house}
    areas |= {area for area, owner in board.tokens.items() if owner == house}
    return cards | areas, {beside for area in areas for beside in edition.neighbours[area]} - areas


NOTATION = Notation(
    sheet=Sheet,
    statements=STATEMENTS,
    tongue=tongue,
    read=_read,
    write=write_sheet,
    behalf=Behalf(
        words=said("for", "per", "para/por"),
        path=("vassals",),
        key=Name("house", also={"any": said("any", "chiunque/qualunque", "cualquiera")}),
        kind=VassalSheet,
        statements=_OF_VASSALS,
        about=told.BEHALF,
    ),
    silent=frozenset({"areas"}),
    sample=told.SAMPLE,
    vocabulary=w.VOCABULARY,
    retired={"MARCH: prefer AREA": said("worth/worths", "valore/valori/vale", "valor/valores")},
    own=_own,
)
