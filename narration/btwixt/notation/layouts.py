"""How each kind of rule of a sheet of B'Twixt is written; every field of every rule has its place here."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.btwixt.sheets.bids import BidRule
from adjudicator.btwixt.sheets.choices import ChoiceRule, RankRule, UseRule
from adjudicator.btwixt.sheets.sheet import StewardRule
from narration.btwixt.notation import words as w
from narration.btwixt.notation.wishes import Use, Wish
from narration.notation.amounts import Amount
from narration.notation.grammar import Field, Layout
from narration.notation.values import Flag, Listed, Name, OneOf
from narration.notation.words import Said, said

NOTHING = said("nothing/none", "niente", "nada")
FROM = Field(
    "source",
    Listed(Name("card", "ally")),
    said("from/for card/asked by/by", "da/per la carta/chiesto da", "desde/por la carta/pedido por"),
    close=True,
)
FIRST = said("first/top/best", "prima/per prima/in cima", "primero/primera/arriba")
LAST = said("last/worst/bottom", "ultima/per ultima/in fondo", "último/última/al fondo")
AVOID = said("avoid/but not/rather not/except", "evita/tranne/ma non", "evita/salvo/pero no")

BID = Layout(
    BidRule,
    (
        Field("play", Listed(Wish("card", also=w.BID)), said("play", "gioca", "juega")),
        Field(
            "up_to", Amount(), said("upto/up to/at most/max", "fino-a/fino a/al massimo/max", "hasta/máx"), close=True
        ),
        Field("at_least", Amount(), said("atleast/at least/min", "almeno/min", "al-menos/al menos/mín"), close=True),
        Field("cards", Amount(), said("cards/pile/most cards", "carte/pila", "cartas/pila"), close=True),
        Field(
            "without",
            Listed(Wish("card", also=w.BID)),
            said("without/never/but not/except", "senza/mai/tranne", "sin/nunca/salvo"),
            close=True,
        ),
        Field("kneel", Flag(), said("kneel/or kneel/i kneel", "inginocchiati/o inginocchiati/in ginocchio",
                                    "arrodíllate/o arrodíllate/de rodillas")),
    ),
    run=("play",),
    empty=NOTHING,
    after=("up_to", "at_least", "without"),
)  # fmt: skip


def chooser(used: Mapping[str, Said], wish: Wish) -> Layout:
    """The layout of rules that choose by such wishes, for such uses."""
    return Layout(
        ChoiceRule,
        (
            Field("use", Listed(Use(used)), said("use/to", "uso/per", "uso/para")),
            FROM,
            Field("choose", Listed(wish), said("choose", "scegli", "elige")),
            Field("avoid", Listed(wish), AVOID),
        ),
        run=("choose",),
        subject=("use", "source"),
        empty=NOTHING,
        after=("avoid",),
    )


def ranking(wish: Wish) -> Layout:
    """The layout of rules that rank by such wishes."""
    return Layout(
        RankRule,
        (Field("first", Listed(wish), FIRST), Field("last", Listed(wish), LAST)),
        run=("first",),
        empty=NOTHING,
        after=("last",),
    )


COUNCILS = chooser(w.USED["councils"], Wish("council", "with", "of", also=w.COUNCILS))
LEADERS = chooser(w.USED["leaders"], Wish("leader", also=w.LEADERS))
CARDS = chooser(w.USED["cards"], Wish("card", "of", also=w.CARDS))
ALLIES = chooser(w.USED["allies"], Wish("ally", "tag", "of", "in", also=w.ALLIES))
USE = Layout(
    UseRule,
    (Field("use", OneOf(w.YES_NO), said("answer", "risposta", "respuesta")), FROM),
    run=("use", "source"),
    subject=("source",),
    empty=w.YES_NO[True],
    assumed={"use": True},
)
ARRANGE = ranking(Wish("ally", "tag", also=w.ARRANGED))
CARD_RANK = ranking(Wish("card", also=w.KEPT))
STEWARD = Layout(
    StewardRule,
    (Field("kinds", Listed(Name(also=w.KINDS)), said("questions/parts", "domande/parti", "preguntas/partes")),),
    run=("kinds",),
    empty=said("everything/all/the rest/rest/*", "tutto/resto/il resto", "todo/resto/el resto"),
)
