"""The editions known in this process; positions name theirs, rules look it up here."""

from __future__ import annotations

from adjudicator.kernel.refusal import Illegal, Refusal
from adjudicator.thrones.board import Position, View
from adjudicator.thrones.edition import Edition

_EDITIONS: dict[str, Edition] = {}


def register(edition: Edition) -> Edition:
    """Make an edition known; returns it."""
    _EDITIONS[edition.id] = edition
    return edition


def edition_named(name: str) -> Edition:
    """The edition with this id; Illegal (`unknown-edition`) if there is none."""
    try:
        return _EDITIONS[name]
    except KeyError:
        known = ", ".join(sorted(_EDITIONS))
        raise Illegal(Refusal("unknown-edition", f"there is no edition {name!r}; known: {known}", "edition")) from None


def edition_of(game: Position | View) -> Edition:
    """The edition a position or view belongs to."""
    return edition_named(game.edition)
