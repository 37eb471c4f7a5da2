"""The card sets known in this process: positions name theirs, rules look it up here."""

from __future__ import annotations

from adjudicator.btwixt.state.edition import CardSet, Edition
from adjudicator.btwixt.state.position import Position, View
from adjudicator.kernel.refusal import Illegal, Refusal

# New games begin under this revision of the rules.
REVISION = 0
# By edition and card set, and the one that new games of an edition begin with.
_EDITIONS: dict[tuple[str, str], Edition] = {}
_NEWEST: dict[str, Edition] = {}


def register(edition: Edition) -> Edition:
    """Make an edition with its cards known, for new games too; returns it."""
    _EDITIONS[edition.id, edition.cards.id] = edition
    _NEWEST[edition.id] = edition
    return edition


def keep(edition: Edition) -> Edition:
    """Make an edition with its cards known to games that began with them; returns it."""
    return _EDITIONS.setdefault((edition.id, edition.cards.id), edition)


def edition_at(name: str, revision: int) -> Edition:
    """The edition with this id as new games are played; Illegal (`unknown-edition`, `unknown-revision`)."""
    if not 0 <= revision <= REVISION:
        words = f"there is no revision {revision} of the rules here; known: 0 to {REVISION}"
        raise Illegal(Refusal("unknown-revision", words, "revision"))
    found = _NEWEST.get(name)
    if found is None:
        known = ", ".join(sorted(_NEWEST))
        raise Illegal(Refusal("unknown-edition", f"there is no edition {name!r}; known: {known}", "edition"))
    return found


def edition_of(game: Position | View) -> Edition:
    """The edition of a position or view, with the cards it began with; Illegal (`unknown-cards`)."""
    return edition_with(game.edition, game.board.cards)


def edition_with(name: str, cards: str) -> Edition:
    """An edition with the card set of this id; Illegal (`unknown-cards`)."""
    found = _EDITIONS.get((name, cards))
    if found is None:
        words = f"the cards {cards!r} that this game began with are not here"
        raise Illegal(Refusal("unknown-cards", words, "cards"))
    return found


def card_sets(name: str) -> dict[str, CardSet]:
    """All card sets known of an edition, by id."""
    return {cards: edition.cards for (one, cards), edition in _EDITIONS.items() if one == name}
