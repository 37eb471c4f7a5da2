"""The form that makes a game: what it suggests, and what was meant by it."""

from __future__ import annotations

import re
from typing import Any

from werkzeug.datastructures import MultiDict

from adjudicator import games
from correspondence.games.options import LEVELS, PRESETS, SUGGESTED, NewGame, absent_seats
from correspondence.input_validation import Invalid
from narration.words import N_, Words
from web.game_form import Typed, houses_by_players, read_terms, whole

MINE = "me"
DEFAULTS = {
    "preset": SUGGESTED,
    "play": "yes",
    "pace": "bulk",
    "names": "named",
    "spectators": "open",
    "review": "none",
    "unsaid": "bot",
    "bot_level": "steward",
    "seat_choice": "choose",
    "visibility": "link",
    "steward_rest": "yes",
    "spectator_delay": "1",
}


def suggested(words: Words, zone: str, edition: str = "") -> Typed:
    """What suits most games: the standard preset, everybody chooses a house; as many as the edition is made for."""
    form: MultiDict[str, str] = MultiDict(DEFAULTS)
    form["title"], form["zone"] = words.say("A game by letter"), zone
    form["edition"] = edition if edition in games.EDITIONS else next(iter(games.EDITIONS))
    form["players"] = str(max(houses_by_players(form["edition"])))
    form.setlist("press", ["private", "group", "public"])
    form.setlist("votes", ["pause", "draw", "end", "replace", "extend"])
    return Typed(form)


def of_edition(form: MultiDict[str, str], edition: str) -> Typed:
    """What was typed, for another edition: a number of players that it knows, none of the other's optional rules and
    houses."""
    typed = MultiDict(form)
    typed["edition"] = edition if edition in games.EDITIONS else next(iter(games.EDITIONS))
    counts = houses_by_players(typed["edition"])
    if typed.get("players", "") not in [str(count) for count in counts]:
        typed["players"] = str(max(counts))
    typed.setlist(
        "modules", [one for one in typed.getlist("modules") if one in games.EDITIONS[typed["edition"]].modules]
    )
    typed.setlist("houses", [])
    if typed.get("absent_seat", "") not in absent_seats(typed["edition"]):
        typed["absent_seat"] = ""
    return Typed(typed)


def read_new_game(typed: Typed) -> NewGame:
    """The game that was meant: the numbers of the preset, where nothing else was typed.

    Houses that do not play with so few players count for nothing. Raises Invalid.
    """
    players = whole(typed["players"], "players")
    playing = houses_by_players(typed["edition"]).get(players, ())
    seats = {name.removeprefix("seat."): typed[name] for name in typed.names() if name.startswith("seat.")}
    mine = [house for house, who in seats.items() if who == MINE and house in playing]
    bots: Any = {house: who for house, who in seats.items() if who in LEVELS and house in playing}
    if len(mine) > 1:
        raise Invalid("one-house-each", N_("You can play one house only."), "seats")
    preset = typed["preset"] or SUGGESTED
    if preset not in PRESETS:
        raise Invalid("unknown-choice", N_("This must be one of {known}."), "preset", known=", ".join(PRESETS))
    terms: dict[str, Any] = {**PRESETS[preset], **read_terms(typed)}
    return NewGame(
        **{"title": "", **terms},
        preset=preset,
        edition=typed["edition"],
        players=players,
        house=mine[0] if mine else None,
        steward_houses=tuple(bots),
        bot_levels=bots,
        scenario=typed["scenario"],
        masters=tuple(filter(None, re.split(r"[\s,;]+", typed["masters"]))),
    )
