"""A Westeros board as tables, two rounds compared; cards as they lie on the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import asdict

from adjudicator.thrones.rules.control import controlled_areas
from adjudicator.thrones.state import Board, visibility as d
from correspondence.overview.game_page import SeatLine
from narration.thrones.battle_sentences import printed_cards
from narration.thrones.differences import change_words
from narration.thrones.summary import StandingRow, beside_the_board, changes, standing_rows
from narration.thrones.voice import Voice, counted_name
from narration.words import C_, N_, capital
from web.family_pages import PlainComparison, PlainRow
from web.forms.drafts import Offered


def house_cards(cards: Iterable[str], v: Any) -> list[Offered]:
    """Return House cards as printed, strongest first; other cards are left out."""
    return [Offered(fields.pop("id"), **fields) for fields in map(asdict, printed_cards(cards, v))]


def other_cards(cards: Iterable[str], v: Any) -> list[Offered]:
    """Tactics and alliance cards, which have nothing but a text."""
    return [Offered(card, v.card(card), text=v.card_text(card)) for card in cards]


@dataclass(frozen=True)
class BoardTables:
    """A board with standings, players, and templates beside, below and in small."""

    board: Board
    standings: Sequence[StandingRow]
    players: dict[str, SeatLine]
    aside: str = "thrones/board_aside.html"
    below: str = "thrones/board_below.html"
    small: str = "thrones/board_small.html"


def board_tables(view: Any, seats: Sequence[SeatLine], standings: Sequence[Any], v: Any) -> BoardTables:
    """What the tables of a view show."""
    players = {seat.house: seat for seat in seats if seat.house}
    return BoardTables(view.board, standing_rows(view.board, standings), players)


def ranked_cards(cards: Iterable[str], v: Voice) -> list[tuple[str, str]]:
    """House cards with their strengths, strongest first, and their texts."""
    ranked = sorted(cards, key=lambda card: (-v.edition.cards[card].strength, card))
    return [(f"{v.card(card)} {v.edition.cards[card].strength}", v.text_of(card)) for card in ranked]


def areas_with_units(board: Board, house: str, v: Voice) -> list[str]:
    """Return the areas where a house has units, in the order of the data."""
    return sorted(
        (area for area, force in board.forces.items() if force.house == house), key=v.edition.area_order.__getitem__
    )


def land(board: Board, house: str, v: Voice) -> tuple[list[str], list[str]]:
    """What a house holds: areas with units, areas held by a token or as home alone."""
    armies = areas_with_units(board, house, v)
    alone = [area for area in controlled_areas(board, v.edition, house) if area not in armies]
    return [v.area_with_units(area, board) for area in armies], [v.area(area) for area in alone]


def orders_lying(board: Board, v: Voice) -> list[tuple[str, str, str]]:
    """House, area, order, by house."""
    placed = sorted(board.orders.items(), key=lambda pair: (board.houses.index(pair[1].house), v.area(pair[0])))
    return [(order.house, v.area(area), v.order(order.order)) for area, order in placed]


TOOLS = (beside_the_board, counted_name, house_cards, land, other_cards, orders_lying, ranked_cards, standing_rows)


# The heading of each group of differences; what is in none is about the game.
GROUPS: dict[str, tuple[type[d.Change], ...]] = {
    N_("Units and lands"): (d.UnitsChange, d.LeaderChange, d.NeutralChange, d.ControlChange),
    N_("houses"): (d.AlliancesChange, d.PowerChange, d.SupplyChange, d.CardsChange),
    N_("Influence"): (d.TrackChange, d.BadgeChange, d.BidsChange),
    N_("Orders on the board"): (d.OrderChange,),
}
GAME = N_("The game")
# After what is counted to win.
HEAD = (
    C_("column", "Supply"),
    N_("Power"),
    N_("Throne"),
    C_("column", "Fiefdoms"),
    N_("Court"),
    N_("units"),
)


def _figures(row: StandingRow) -> Iterator[str]:
    return map(str, (row.settlements, row.supply, row.power, row.throne, row.fiefdoms, row.court, row.units))


def compare_tables(comparison: Any, v: Any) -> PlainComparison:
    """Two rounds in the words of `v`."""
    before = {row.house: row for row in standing_rows(comparison.before.board, comparison.standings_before)}
    after = standing_rows(comparison.after.board, comparison.standings_after)
    grouped: dict[str, list[str]] = {name: [] for name in (*GROUPS, GAME)}
    for change in comparison.differences:
        name = next((name for name, kinds in GROUPS.items() if isinstance(change, kinds)), GAME)
        grouped[name].append(change_words(change, v))
    won = changes(comparison.before.board, comparison.after.board, v)
    return PlainComparison(
        head=(counted_name(v), *(capital(v.say(name)) for name in HEAD)),
        figures=tuple(
            PlainRow(row.house, tuple(zip(_figures(before[row.house]), _figures(row), strict=True)))
            for row in after
            if row.house in before
        ),
        houses=tuple((change.house, change.phrase) for change in won if not change.nothing),
        groups=tuple((capital(v.say(name)), tuple(lines)) for name, lines in grouped.items() if lines),
    )
