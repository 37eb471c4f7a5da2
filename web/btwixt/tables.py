"""The table of B'Twixt as tables: one's own hand, the bid, the councils, the allies; and how the game ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.btwixt.rules.scoring import GameStatistics, scored, totals, values
from adjudicator.btwixt.rules.scoring import standings as ranked
from adjudicator.btwixt.state.position import Board, View, own_councils, sharing
from narration.btwixt.narrator import BTWIXT
from narration.btwixt.voice import Voice
from narration.paragraph import Figures, Question
from narration.words import N_

COLUMNS: tuple[tuple[str, str], ...] = (
    ("bids_won", N_("Bids won")),
    ("highest", N_("Highest total")),
    ("cards_played", N_("Cards played")),
    ("cards_lost", N_("Cards lost to others")),
    ("allies", N_("Allies claimed")),
    ("tokens", N_("Tokens gained")),
    ("kills", N_("Allies killed")),
    ("defaults", N_("Choices left to defaults")),
)


@dataclass(frozen=True)
class CardLine:
    """A card: its name, its figure, of what sort it is, its text."""

    name: str
    figure: int
    sort: str
    text: str


@dataclass(frozen=True)
class PileLine:
    """A leader's bid: total, the cards with their values now, whether it kneels, how many cards it holds."""

    house: str
    total: int
    cards: tuple[str, ...]
    kneels: bool
    hand: int


@dataclass(frozen=True)
class CouncilLine:
    """A council: who shares it, its allies with power, its tokens, the power that lies open; `own`: the reader's."""

    houses: tuple[str, str]
    allies: tuple[str, ...]
    tokens: int
    seen: tuple[int, ...]
    power: int
    own: bool


@dataclass(frozen=True)
class TableTables:
    """Everything beside the drawing."""

    figures: Figures
    players: dict[str, Any]
    hand: tuple[CardLine, ...]
    own: tuple[CardLine, ...]
    piles: tuple[PileLine, ...]
    councils: tuple[CouncilLine, ...]
    current: CardLine | None
    current_tokens: int
    row: tuple[CardLine, ...]
    dead: tuple[str, ...]
    discard: tuple[str, ...]
    questions: tuple[Question, ...]
    aside: str = "btwixt/board_aside.html"
    below: str = "btwixt/board_below.html"
    small: str = "btwixt/board_small.html"


def board_tables(view: View, seats: Sequence[Any], standings: Sequence[Any], v: Voice) -> TableTables:
    """The tables of a view in the words of `v`."""
    board = view.board
    return TableTables(
        figures=BTWIXT.figures(board, standings or ranked(board, v.edition), v),
        players={seat.house: seat for seat in seats if seat.house},
        hand=tuple(card_line(card, v) for card in view.hand),
        own=tuple(card_line(card, v) for card in view.own),
        piles=tuple(_piles(board, v)),
        councils=tuple(_councils(view, v)),
        current=ally_line(board.current, v) if board.current else None,
        current_tokens=board.tokens_on_current,
        row=tuple(ally_line(ally, v) for ally in board.row),
        dead=tuple(v.ally_power(ally) for ally in board.dead),
        discard=tuple(v.card_value(card) for card in sorted(board.discard)),
        questions=tuple(BTWIXT.question(asked, board, v) for asked in view.waiting),
    )


def card_line(card: str, v: Voice) -> CardLine:
    """An influence card as it is printed."""
    found = v.edition.influence[card]
    return CardLine(v.card(card), found.value, v.sort(card), v.text_of(card))


def ally_line(ally: str, v: Voice) -> CardLine:
    """An ally as it is printed."""
    return CardLine(v.ally(ally), v.edition.allies[ally].power, "", v.text_of(ally))


def _piles(board: Board, v: Voice) -> list[PileLine]:
    total, worth = totals(board, v.edition), values(board, v.edition)
    return [
        PileLine(
            house,
            total[house],
            tuple(f"{v.card(card.card)} {worth[card.number]}" for card in board.piles[house]),
            house in board.kneeling,
            board.hands[house],
        )
        for house in board.houses
    ]


def _councils(view: View, v: Voice) -> list[CouncilLine]:
    board = view.board
    mine = own_councils(board, view.seat) if view.seat in board.houses else ()
    found = []
    for council in scored(board, v.edition, board.opened):
        held = board.councils[council.council]
        found.append(
            CouncilLine(
                sharing(board, council.council),
                tuple(f"{v.ally(ally)} {power}" for ally, power in council.allies.items()),
                held.tokens,
                tuple(board.opened.get(council.council, view.seen.get(council.council, ()))),
                council.power,
                council.council in mine,
            )
        )
    return found


@dataclass(frozen=True)
class EndTables:
    """What the final page shows beside the standings."""

    figures: Figures
    columns: tuple[tuple[str, tuple[int, ...]], ...]
    # The templates that show them.
    beside: str = "plain/end_beside.html"
    below: str = "btwixt/end_below.html"


def end_tables(page: Any, v: Any) -> EndTables:
    """The standings and figures of a game that is over (an `EndPage`) in the words of `v`."""
    found: GameStatistics = page.statistics
    return EndTables(
        figures=BTWIXT.figures(page.view.board, page.standings, v),
        columns=tuple((v.say(label), tuple(getattr(one, name) for one in found.houses)) for name, label in COLUMNS),
    )
