"""A game's terms: what was decided when it was made, written into its row and read from it again."""

from __future__ import annotations

from dataclasses import fields

from correspondence.games.new_game import NewGame
from correspondence.games.options import pace_text
from correspondence.models.games import Game

_FIELDS = tuple(field.name for field in fields(NewGame))
_UNITS = {"_hours": 3600, "_minutes": 60}
# The field of NewGame, the column of Game, and how many seconds one of the field's units has.
TIMES = tuple(
    (name, name.removesuffix(unit) + "_seconds", seconds)
    for name in _FIELDS
    for unit, seconds in _UNITS.items()
    if name.endswith(unit)
)
# Kept with commas between.
_LISTED = ("pace", "modules", "houses", "press", "votes")
_SAME = tuple(name for name in _FIELDS if name in Game.__table__.columns and name not in _LISTED)
DEADLINE_FIELDS = (
    "window_hours",
    "first_hours",
    "westeros_hours",
    "other_hours",
    "least_hours",
    "most_hours",
    "hold_minutes",
    "early_close",
    "clock",
    "zone",
    "weekdays",
)
ABSENCE_FIELDS = (
    "extensions",
    "extension_hours",
    "extensions_in_a_row",
    "grace_hours",
    "misses_allowed",
    "absent_seat",
)
PEOPLE_FIELDS = ("press", "votes", "spectators", "spectator_delay", "review")
# What may be changed while a game runs, and what more while it is in its lobby.
WHILE_RUNNING = frozenset({"title", "unsaid", *DEADLINE_FIELDS, *ABSENCE_FIELDS, *PEOPLE_FIELDS})
IN_LOBBY = WHILE_RUNNING | {
    "pace",
    "modules",
    "houses",
    "muster_hours",
    "names",
    "visibility",
    "steward_rest",
    "rated",
    "seat_choice",
    "preset",
}


def write_terms(game: Game, new: NewGame) -> None:
    """Put the terms into the game's row. They are checked already."""
    for name in _SAME:
        setattr(game, name, getattr(new, name))
    for field, column, seconds in TIMES:
        setattr(game, column, getattr(new, field) * seconds)
    game.pace = pace_text(new.pace)
    game.modules, game.houses = ",".join(new.modules), ",".join(new.houses)
    game.press, game.votes = ",".join(new.press), ",".join(new.votes)


def terms_of(game: Game, *, plays: bool = True) -> NewGame:
    """The terms of a game, without its seats; `plays`: whether its maker, or every master of it, has a seat."""
    return NewGame(
        **{name: getattr(game, name) for name in _SAME},
        **{field: getattr(game, column) / seconds for field, column, seconds in TIMES},
        modules=game.parts,
        houses=game.playing,
        pace=game.stops,
        press=tuple(filter(None, game.press.split(","))),
        votes=tuple(filter(None, game.votes.split(","))),
        play=plays,
    )
