"""Who draws which game, and what is asked of any of them."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from adjudicator import games
from adjudicator.engine import Record, View
from atlas.btwixt.drawer import BTWIXT
from atlas.drawer import Drawer
from atlas.svg import Arrow
from atlas.theme import Arms, plain_arms, read_arms
from atlas.thrones.drawer import THRONES

DRAWERS = games.ByGame(thrones=THRONES, btwixt=BTWIXT)
# How cards of no house look.
CARDS = read_arms("cards.toml")


def drawer_of(view: View) -> Drawer:
    """Return the drawer for a view's game; raises Illegal (`unknown-edition`)."""
    return DRAWERS.of_edition(view.edition)


def arms(house: str) -> Arms:
    """Return the arms of any game's seat, or the look of a kind of cards.
    All others have a grey diamond and their initial."""
    looks = (*(drawer.arms for drawer in DRAWERS.values()), CARDS)
    return next((look[house] for look in looks if house in look), None) or plain_arms(house)


def arrows(records: Iterable[Record], edition: str) -> tuple[Arrow, ...]:
    """Return what moved, each way once, all public; records may be plain data."""
    kind = games.of_edition(edition).types.event
    events = (msgspec.convert(entry.event, kind) if isinstance(entry.event, dict) else entry.event for entry in records)
    return DRAWERS.of_edition(edition).arrows(events)
