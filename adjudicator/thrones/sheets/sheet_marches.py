"""What a sheet can say of marches: plans area by area, and wishes for all marching areas."""

from __future__ import annotations

from typing import Literal

from adjudicator.thrones.sheets.conditions.tree import Condition
from adjudicator.thrones.sheets.sheet_rule import Count, Entry, Rule

# What is said of a leader who does not go.
STAYS = "stays"


class Move(Entry, frozen=True, kw_only=True):
    """Units going to one area: exact counts by kind, `all` that can march, or the `rest` not sent elsewhere.

    `keep` units of each kind stay behind of `all` or `rest`; of these as many go as supply feeds, the strongest.
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


class Wish(Rule, frozen=True, kw_only=True):
    """What marches shall do where no plan of their area decides.

    `take`: the first possible of these areas, `any-settlement`, `any-barrel`, `any-crown`, `any-land` and `any-sea`
    standing for all of their kind, by the march that the bot likes best of those that `when` holds for; only from
    `origins`, if any are named. The others shape what the bot does by its own values, where marches are left to it:
    `prefer` areas count for more, the first for most; into `avoid` it does not march; in each of `stay` at least `keep`
    units stay.
    """

    take: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    prefer: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()
    stay: tuple[str, ...] = ()
    keep: Count = 1


class Marches(Entry, frozen=True, kw_only=True):
    """The sequence of marches, the plans of each marching area, then the wishes of all of them in their order; and when
    to stop: all that are left then stay."""

    sequence: tuple[str, ...] = ()
    areas: dict[str, tuple[MarchPlan, ...]] = {}
    wishes: tuple[Wish, ...] = ()
    stop: Condition | None = None
