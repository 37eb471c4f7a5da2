"""The figures of a game that is over, as tables and words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from adjudicator.thrones.rules.counting import Award, GameStatistics
from narration.thrones.edition_words import counted_name
from narration.thrones.summary import StandingRow, standing_rows
from narration.thrones.voice import Voice
from narration.words import N_

# The name of each award, and what it is for.
AWARDS: dict[str, tuple[str, str, str]] = {
    "battles-won": (N_("Master of battle"), N_("{n} battle won"), N_("{n} battles won")),
    "castles-taken": (N_("Opener of gates"), N_("{n} castle taken"), N_("{n} castles taken")),
    "areas-held": (N_("The wall that stood"), N_("{n} attack beaten off"), N_("{n} attacks beaten off")),
    "throne": (
        N_("Keeper of the Throne"),
        N_("on the Iron Throne at the end of {n} round"),
        N_("on the Iron Throne at the end of {n} rounds"),
    ),
    "comeback": (
        N_("Risen again"),
        N_("{n} castle more at the end than at the lowest point"),
        N_("{n} castles more at the end than at the lowest point"),
    ),
    "mustered": (N_("Caller of banners"), N_("{n} unit mustered"), N_("{n} units mustered")),
    "marches": (N_("Longest roads"), N_("{n} march"), N_("{n} marches")),
    "raids": (N_("Riders by night"), N_("{n} order raided"), N_("{n} orders raided")),
    "power-gained": (N_("Full coffers"), N_("{n} Power gathered"), N_("{n} Power gathered")),
    "power-bid": (N_("Open purse"), N_("{n} Power bid"), N_("{n} Power bid")),
    "losses": (N_("The dearest price"), N_("{n} unit lost"), N_("{n} units lost")),
    "herald": (N_("The herald"), N_("{n} letter to all"), N_("{n} letters to all")),
    "largest-battle": (N_("The largest battle"), "", ""),
    "narrowest-battle": (N_("The narrowest battle"), "", ""),
}
COLUMNS: tuple[tuple[str, str], ...] = (
    ("battles_won", N_("Battles won")),
    ("battles_lost", N_("Battles lost")),
    ("castles_taken", N_("Castles taken")),
    ("areas_taken", N_("Areas taken by force")),
    ("mustered", N_("Units mustered")),
    ("lost", N_("Units lost")),
    ("marches", N_("Marches")),
    ("raids", N_("Raids")),
    ("power_gained", N_("Power gathered")),
    ("power_bid", N_("Power bid")),
    ("throne_rounds", N_("Rounds on the Throne")),
    ("defaults", N_("Choices left to defaults")),
)


@dataclass(frozen=True)
class AwardLine:
    """An award in words."""

    title: str
    houses: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class EndTables:
    """What the final page shows beside the standings."""

    awards: tuple[AwardLine, ...]
    columns: tuple[tuple[str, tuple[int, ...]], ...]
    rows: tuple[StandingRow, ...]
    # What is counted to win.
    counted: str
    # The templates that show them.
    beside: str = "thrones/end_beside.html"
    below: str = "thrones/end_below.html"


def end_tables(page: Any, v: Any) -> EndTables:
    """The standings and figures of a game that is over (an `EndPage`) in the words of `v`."""
    found: GameStatistics = page.statistics
    return EndTables(
        rows=tuple(standing_rows(page.view.board, page.standings)),
        counted=counted_name(v),
        awards=tuple(_award(award, v) for award in found.awards if award.kind in AWARDS),
        columns=tuple(
            (v.say(label), tuple(getattr(counts, name) for counts in found.houses)) for name, label in COLUMNS
        ),
    )


def _award(award: Award, v: Voice) -> AwardLine:
    title, one, more = AWARDS[award.kind]
    fight = award.fight
    if fight is None:
        return AwardLine(v.say(title), award.houses, v.say_n(one, more, award.value))
    text = v.say(
        "{area}, round {n}: {winner} beats {loser}, {attacker} in attack against {defender} in defence",
        area=v.area(fight.area),
        n=fight.round,
        winner=v.house(fight.winner),
        loser=v.house(fight.loser),
        attacker=fight.attacker,
        defender=fight.defender,
    )
    return AwardLine(v.say(title), award.houses, text)
