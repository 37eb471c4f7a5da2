"""What differs between two rounds, in words and figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from adjudicator.thrones.state import difference as d
from narration.thrones.differences import change_words
from narration.thrones.edition_words import counted_name
from narration.thrones.summary import StandingRow, change_phrase, changes, standing_rows
from narration.words import N_

LANDS, HOUSES, INFLUENCE, ORDERS, GAME = (
    N_("Units and lands"),
    N_("Houses"),
    N_("Influence"),
    N_("Orders on the board"),
    N_("The game"),
)
GROUPS: dict[type[d.Change], str] = {
    d.UnitsChange: LANDS,
    d.LeaderChange: LANDS,
    d.AlliancesChange: HOUSES,
    d.NeutralChange: LANDS,
    d.ControlChange: LANDS,
    d.PowerChange: HOUSES,
    d.SupplyChange: HOUSES,
    d.CardsChange: HOUSES,
    d.TrackChange: INFLUENCE,
    d.BadgeChange: INFLUENCE,
    d.BidsChange: INFLUENCE,
    d.OrderChange: ORDERS,
}


# After what is counted to win.
HEAD = (N_("Supply"), N_("Power"), N_("Throne"), N_("Fiefdoms"), N_("Court"), N_("Units"))


@dataclass(frozen=True)
class FigureRow:
    """A house in the standings of two rounds: figures before and after, in the order of the table's columns."""

    house: str
    figures: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class CompareTables:
    """The standings of both rounds, what each house won and lost, and every difference by group."""

    head: tuple[str, ...]
    figures: tuple[FigureRow, ...]
    houses: tuple[tuple[str, str], ...]
    groups: tuple[tuple[str, tuple[str, ...]], ...]


def compare_tables(found: Any, v: Any) -> CompareTables:
    """Two rounds in the words of `v`."""
    before = {row.house: row for row in standing_rows(found.before.board, found.standings_before)}
    after = standing_rows(found.after.board, found.standings_after)
    grouped: dict[str, list[str]] = {name: [] for name in (LANDS, HOUSES, INFLUENCE, ORDERS, GAME)}
    for change in found.differences:
        grouped[GROUPS.get(type(change), GAME)].append(change_words(change, v))
    won = changes(found.before.board, found.after.board, v.edition)
    return CompareTables(
        head=(counted_name(v), *(v.say(name) for name in HEAD)),
        figures=tuple(_figures(before[row.house], row) for row in after if row.house in before),
        houses=tuple((change.house, change_phrase(change, v)) for change in won if not change.nothing()),
        groups=tuple((v.say(name), tuple(lines)) for name, lines in grouped.items() if lines),
    )


def _figures(before: StandingRow, after: StandingRow) -> FigureRow:
    names = ("settlements", "supply", "power", "throne", "fiefdoms", "court", "units")
    return FigureRow(after.house, tuple((getattr(before, name), getattr(after, name)) for name in names))
