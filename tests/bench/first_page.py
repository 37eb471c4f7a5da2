"""A mind that writes only what the first page of docs/notation.md says, as a person does who knows the board well.

Orders and bids; any settlement is taken if it is sure. `write` leaves the rest to the bot by name, which may attack
anybody; `write_alone` leaves nothing to it by name: raids go by what lies beside, marches take any land that they are
likely to take. (Whoever adds "never leave HOME" to it wins a quarter as often: in the first rounds nobody marches.)
"""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator import games
from adjudicator.thrones.bot.sight import Sight
from adjudicator.thrones.rules.marches import raid_goals
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.sheets.battle import CardRule, Cards
from adjudicator.thrones.sheets.conditions.battle_facts import Winning
from adjudicator.thrones.sheets.fields import ANYBODY
from adjudicator.thrones.sheets.kind import NOT_OWN_WORK
from adjudicator.thrones.sheets.marches import Marches, Wish
from adjudicator.thrones.sheets.orders import RaidRule, Raids, wishes_of
from adjudicator.thrones.sheets.sheet import Sheet

# What marches take without the bot, the best first.
KINDS = ("any-settlement", "any-barrel", "any-crown", "any-land")


def write(view: Any) -> Sheet:
    """The sheet for the seat of a view of the Westeros boards, its rest left to the bot."""
    rule = msgspec.structs.replace(NOT_OWN_WORK, what=(*NOT_OWN_WORK.what, "raven"), may_attack=(ANYBODY,))
    wishes = (Wish(take=("any-settlement",), when=Winning("surely")),)
    return msgspec.structs.replace(_written(view), marches=Marches(wishes=wishes), steward=(rule,))


def write_alone(view: Any) -> Sheet:
    """The sheet for the seat of a view of the Westeros boards, without a word to the bot."""
    wishes = tuple(Wish(take=(kind,), when=Winning("likely")) for kind in KINDS)
    cards, sheet = Cards(rules=(CardRule(cards=("enough", "best")),)), _written(view)
    sight = Sight(view.board, edition_of(view), view.seat)
    raids = Raids(areas=_raids(sight, sheet))
    return msgspec.structs.replace(sheet, raids=raids, marches=Marches(wishes=wishes), cards=cards)


def _written(view: Any) -> Sheet:
    """Orders and bids as the bot suggests them."""
    suggested: Sheet = games.of(view).suggest_briefly(view, games.of_edition(view.edition).empty_sheet)
    return Sheet(orders=suggested.orders, bids=suggested.bids)


def _raids(sight: Sight, sheet: Sheet) -> dict[str, tuple[RaidRule, ...]]:
    """Areas of others beside each that raids, those with most to lose first."""
    edition, board = sight.edition, sight.board
    orders = {area: wishes[0] for area, order in sheet.orders.items() if (wishes := wishes_of(order))}
    raiding = [area for area, order in orders.items() if order in edition.orders and edition.orders[order].removes]
    goals = {area: raid_goals(board, edition, sight.house, area) for area in raiding}
    return {
        area: (RaidRule(targets=tuple(sorted(near, key=lambda to: -sight.facts(to).power))),)
        for area, near in goals.items()
        if near
    }
