"""The editions known in this process; positions name theirs and their revision of the rules, rules look it up here."""

from __future__ import annotations

from adjudicator.engine.refusal import Illegal, Refusal
from adjudicator.thrones.rules.modules import in_play
from adjudicator.thrones.rules.revisions import REVISION, at_revision
from adjudicator.thrones.rules.weather import in_weather
from adjudicator.thrones.state.board import Position, View
from adjudicator.thrones.state.edition import Edition

_EDITIONS: dict[str, Edition] = {}
# Every revision that was asked for, by name and number; built once.
_REVISIONS: dict[tuple[str, int], Edition] = {}


def register(edition: Edition) -> Edition:
    """Make an edition known; returns it."""
    _EDITIONS[edition.id] = edition
    for revision in range(REVISION):
        _REVISIONS.pop((edition.id, revision), None)
    _REVISIONS[edition.id, REVISION] = edition
    return edition


def edition_named(name: str) -> Edition:
    """The edition with this id, as new games are played; Illegal (`unknown-edition`) if there is none."""
    try:
        return _EDITIONS[name]
    except KeyError:
        known = ", ".join(sorted(_EDITIONS))
        raise Illegal(Refusal("unknown-edition", f"there is no edition {name!r}; known: {known}", "edition")) from None


def edition_at(name: str, revision: int) -> Edition:
    """The edition with this id as its rules were at a revision; Illegal (`unknown-edition`, `unknown-revision`)."""
    found = _REVISIONS.get((name, revision))
    if found is None:
        found = _REVISIONS[name, revision] = at_revision(edition_named(name), revision)
    return found


def edition_of(game: Position | View) -> Edition:
    """The edition a position or view belongs to: as its rules were when the game began, with the parts that it is
    played with, and as the weather has it."""
    # Asked at every question and every check, so what most games have is found without further calls.
    edition, board = edition_at(game.edition, game.revision), game.board
    if edition.option is not None:
        edition = edition.games.get(tuple(board.modules)) or in_play(edition, board.modules)
    return edition if board.realm is None else in_weather(edition, board)
