"""What a sheet can say of marches: plans area by area, goals for all marching areas, and what areas are worth."""

from __future__ import annotations

from typing import Literal

from adjudicator.thrones.sheets.conditions.sums import Sum
from adjudicator.thrones.sheets.conditions.tree import Condition
from adjudicator.thrones.sheets.sheet_rule import Count, Entry, Rule

# What is said of a leader who does not go.
STAYS = "stays"


class Move(Entry, frozen=True, kw_only=True):
    """Units going to one area: exact counts by kind, `all` that can march, or the `rest` not sent elsewhere.

    `keep` units of each kind stay behind of `all` or `rest`.
    """

    to: str
    units: dict[str, Count] | Literal["all", "rest"] = "all"
    keep: dict[str, Count] = {}


class MarchPlan(Rule, frozen=True, kw_only=True):
    """How the units of a marching area split; no moves: stay. `leave_token`: never, if allowed and possible, or
    not without.

    `leaders` says of those there where they go, to one of these areas, or `stays`; on his own march one may go alone.
    Others go, or stay, as the rules say of leaders of whom nothing is said. `wait`: not yet, as long as there is
    another march to resolve; then the next plan counts.
    """

    moves: tuple[Move, ...] = ()
    leave_token: Literal["never", "if-possible", "must"] = "never"
    wait: bool = False
    leaders: dict[str, str] = {}


class Goal(Rule, frozen=True, kw_only=True):
    """What marches are for: of all own marching areas that are left, the first march that serves the goal is made.

    `take`: an area that is not held yet, the first possible of these; `any-settlement`, `any-barrel`, `any-crown`,
    `any-land`, `any-sea` stand for all of their kind, those of others before those that nobody holds. `hold`: the
    first of these own areas that is defended by less than `strength` gets what it needs; one that is defended by as
    much keeps it against the goals that follow. Neither: only `moves`.
    `origins`: from these areas alone, in that order (empty: any, in the sequence of marches). `units`: `all` that can
    march, `enough` (the fewest for which the goal's condition holds), or exact counts; `keep` units of each kind stay.
    `moves`: where units go that the goal does not need. Conditions are judged for each march that might serve the
    goal.
    """

    take: tuple[str, ...] = ()
    hold: tuple[str, ...] = ()
    strength: Count = 1
    origins: tuple[str, ...] = ()
    units: dict[str, Count] | Literal["all", "enough"] = "all"
    keep: dict[str, Count] = {}
    moves: tuple[Move, ...] = ()
    leave_token: Literal["never", "if-possible", "must"] = "never"


# What a unit is worth among the worths of areas.
UNIT = 10


class Worth(Rule, frozen=True, kw_only=True):
    """What some areas (or `any-settlement` and its like) are worth, taken or held, where a unit is worth about 10.

    `owners`: only while one of these holds it (`me`, `nobody`, `enemy` or a house; empty: whoever does). Of an area the
    first rule that names it decides; what none names is worth nothing. `adds`: an area that it names is worth so much
    more, by each such rule, whatever else is said of it. `worth` may be a sum, worked out at each march.
    """

    areas: tuple[str, ...]
    owners: tuple[str, ...] = ()
    worth: Count | Sum
    adds: bool = False


class Marches(Entry, frozen=True, kw_only=True):
    """The sequence of marches, the plans of each marching area, then the goals of all of them in their order, then the
    march that brings most by what areas are worth; and when to stop: all that are left then stay."""

    sequence: tuple[str, ...] = ()
    areas: dict[str, tuple[MarchPlan, ...]] = {}
    goals: tuple[Goal, ...] = ()
    worths: tuple[Worth, ...] = ()
    stop: Condition | None = None
