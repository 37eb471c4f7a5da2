"""Things in a sheet that are allowed and yet probably not meant: what each is, where, and what would do.

A warning is never wrong: it is given only where the thing cannot matter, whatever may still happen before it would be
used, or where its words say that it holds as things stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.engine.bulk import Pace
from adjudicator.engine.decision import Decision
from adjudicator.engine.refusal import Refusal
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.sheets import sheet as s
from adjudicator.thrones.sheets.prospects import Prospect, orders_asked
from adjudicator.thrones.sheets.sheet_ids import mentions
from adjudicator.thrones.sheets.vassal_check import vassal_warnings
from adjudicator.thrones.sheets.warnings.battles import card_warnings, loss_warnings, retreat_warnings, support_warnings
from adjudicator.thrones.sheets.warnings.bids import bid_warnings, left_warnings, muster_warnings, upgrade_warnings
from adjudicator.thrones.sheets.warnings.calls import call_warnings
from adjudicator.thrones.sheets.warnings.campaign import campaign_warnings
from adjudicator.thrones.sheets.warnings.choices import choice_warnings, hostage_warnings, look_warnings
from adjudicator.thrones.sheets.warnings.conditions import condition_warnings
from adjudicator.thrones.sheets.warnings.limits import limit_warnings
from adjudicator.thrones.sheets.warnings.marches import march_warnings, wish_warnings
from adjudicator.thrones.sheets.warnings.never_reached import final, never_reached
from adjudicator.thrones.sheets.warnings.orders import order_warnings
from adjudicator.thrones.sheets.warnings.raids import raid_warnings, raven_warnings
from adjudicator.thrones.sheets.warnings.stars import star_warnings
from adjudicator.thrones.sheets.warnings.telling import WORDS, warn
from adjudicator.thrones.sheets.warnings.vassals import of_vassals
from adjudicator.thrones.state.board import Board, Position
from adjudicator.thrones.state.edition import Edition

__all__ = ["POINTLESS", "WORDS", "final", "warnings_of"]

# What is told of a rule that certainly never decides; other warnings are about how things stand.
POINTLESS = frozenset(
    (
        *("plan-without-raid", "plan-without-march", "more-units-than-there", "units-booked-twice"),
        *("everyone-booked-twice", "no-units-there", "token-never", "wishes-without-march"),
        *("raven-not-held", "raven-not-there", "raven-token-used", "raven-order-not-allowed", "raven-no-look"),
        *("condition-never", "never-reached", "muster-not-asked"),
        *(
            "choice-said-elsewhere",
            "bid-not-asked",
            "ties-not-asked",
            "muster-not-ahead",
            "tactics-not-asked",
            "loan-without-bank",
            "loan-without-order",
        ),
    )
)


# What is looked at in every call, for standing instructions too.
AT_ANY_TIME = (
    bid_warnings,
    left_warnings,
    upgrade_warnings,
    call_warnings,
    choice_warnings,
    look_warnings,
    hostage_warnings,
    condition_warnings,
)


def warnings_of(
    showing: Position,
    seat: str,
    sheet: s.Sheet,
    mine: Sequence[Decision],
    *,
    pace: Pace = "bulk",
    standing: s.Sheet | None = None,
    lasting: bool = False,
) -> Iterator[Refusal]:
    """Every warning about a sheet whose ids are known to be right.

    `standing` are the instructions that speak after it; `lasting`: the sheet is itself such, so that how things stand
    today does not count.
    """
    board, edition = showing.board, edition_of(showing)
    asked = orders_asked(mine, seat)
    ahead = Prospect(board, edition, seat, sheet, asked, pace=pace, standing=standing, lasting=lasting)
    yield from order_warnings(ahead)
    yield from star_warnings(ahead)
    if ahead.ahead:
        yield from march_warnings(ahead)
    if ahead.known:
        yield from wish_warnings(ahead)
        yield from campaign_warnings(ahead)
        yield from support_warnings(ahead)
        yield from muster_warnings(ahead)
    yield from raid_warnings(ahead)
    yield from raven_warnings(ahead)
    if not lasting:
        yield from retreat_warnings(ahead)
    yield from card_warnings(ahead)
    yield from limit_warnings(ahead)
    yield from loss_warnings(ahead)
    yield from vassal_warnings(board, seat, sheet)
    yield from of_vassals(ahead)
    for warnings in AT_ANY_TIME:
        yield from warnings(ahead)
    yield from never_reached(sheet)
    yield from _absent_houses(sheet, board, edition)
    if not lasting and s.NOT_OWN_WORK not in ahead.standing.steward:
        yield from _limits_without_parts(sheet)


def _limits_without_parts(sheet: s.Sheet) -> Iterator[Refusal]:
    """Limits of the bot that name no part, in a game in which they leave everything to it."""
    for number, rule in enumerate(sheet.steward):
        if not rule.what and (rule.may_attack or rule.never_attack or rule.never_play or rule.never_empty):
            yield warn("limits-leave-everything", f"steward[{number}]")


def _absent_houses(sheet: s.Sheet, board: Board, edition: Edition) -> Iterator[Refusal]:
    """Houses of the edition that do not play in this game."""
    absent = set(edition.houses).difference(board.houses)
    named = ((node.where, name) for node in mentions(sheet) if "house" in node.kind.sorts for name in node.value)
    for where, house in dict.fromkeys((where, name) for where, name in named if name in absent):
        yield warn("house-not-playing", where, house=house)
