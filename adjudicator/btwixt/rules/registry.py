"""The editions known in this process: positions name theirs, rules look it up here.

Each set of cards is an edition of its own, so that a game goes on with the cards it began with.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.btwixt.state.edition import Edition
from adjudicator.btwixt.state.position import Position, View
from adjudicator.engine.refusal import Illegal, Refusal

# New games begin under this revision of the rules.
REVISION = 0
EDITIONS: dict[str, Edition] = {}


def register(edition: Edition) -> Edition:
    """Make an edition known; returns it."""
    EDITIONS[edition.id] = edition
    return edition


def edition_at(name: str, revision: int, modules: Sequence[str] | None = None) -> Edition:
    """The edition with this id, the same with any parts; Illegal (`unknown-edition`, `unknown-revision`)."""
    if not 0 <= revision <= REVISION:
        words = f"there is no revision {revision} of the rules here; known: 0 to {REVISION}"
        raise Illegal(Refusal("unknown-revision", words, "revision"))
    found = EDITIONS.get(name)
    if found is None:
        known = ", ".join(sorted(EDITIONS))
        raise Illegal(Refusal("unknown-edition", f"there is no edition {name!r}; known: {known}", "edition"))
    return found


def edition_of(game: Position | View) -> Edition:
    """The edition of a position or view."""
    return edition_at(game.edition, game.revision)
