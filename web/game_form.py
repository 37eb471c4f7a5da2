"""The fields of a game's terms as a form has them: what was typed, and what it means. Shared by the form that makes a
game and the form that changes one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from werkzeug.datastructures import MultiDict

from adjudicator import games
from correspondence.games.options import NewGame
from correspondence.games.terms import TIMES
from correspondence.input_validation import Invalid
from narration.words import N_

NUMBERS = tuple(field for field, _column, _seconds in TIMES)
COUNTS = ("extensions", "extensions_in_a_row", "misses_allowed")
CHOICES = ("absent_seat", "names", "spectators", "review", "unsaid", "bot_level", "seat_choice", "visibility", "zone")
YES_NO = ("early_close", "gm_reads_press", "steward_rest", "rated", "play")
# Boxes to tick. A form names in `boxes` those that it shows: no tick at all may be meant.
BOXES = ("press", "votes", "modules", "houses")
TRUE = ("yes", "1", "on")


class Typed:
    """A form as it was typed, to be shown again and to be read."""

    def __init__(self, form: MultiDict[str, str]) -> None:
        self._form = form

    def __getitem__(self, name: str) -> str:
        """What stands in a field; nothing for one that is not there."""
        return self._form.get(name, "")

    def __contains__(self, name: str) -> bool:
        return name in self._form

    def all(self, name: str) -> list[str]:
        """Everything that was chosen under one name."""
        return self._form.getlist(name)

    def names(self) -> Iterable[str]:
        """The names of all fields."""
        return self._form.keys()


def typed_of(terms: NewGame) -> Typed:
    """The form of a game as it is."""
    form: MultiDict[str, str] = MultiDict()
    for name in NUMBERS:
        form[name] = f"{getattr(terms, name):g}"
    for name in (*COUNTS, *CHOICES, "title", "clock"):
        form[name] = str(getattr(terms, name))
    for name in YES_NO:
        form[name] = "yes" if getattr(terms, name) else "no"
    form["deadline"] = "clock" if terms.clock else "none"
    form.setlist("weekdays", list(terms.weekdays))
    form.setlist("press", list(terms.press))
    form.setlist("votes", list(terms.votes))
    form.setlist("modules", list(terms.modules))
    form.setlist("houses", list(terms.houses))
    form.setlist("boxes", list(BOXES))
    form["pace"] = terms.pace if isinstance(terms.pace, str) else "kinds"
    form.setlist("kinds", [] if isinstance(terms.pace, str) else list(terms.pace))
    form["spectator_delay"] = str(terms.spectator_delay or 1)
    return Typed(form)


def read_terms(typed: Typed) -> dict[str, Any]:
    """The terms that were typed, by their names in NewGame; what was left empty is left out. Raises Invalid."""
    found: dict[str, Any] = {}
    for name in NUMBERS:
        if typed[name].strip():
            found[name] = number(typed[name], name)
    for name in COUNTS:
        if typed[name].strip():
            found[name] = whole(typed[name], name)
    found |= {name: typed[name] for name in CHOICES if typed[name]}
    found |= {name: typed[name] in TRUE for name in YES_NO if typed[name]}
    if "title" in typed:
        found["title"] = typed["title"]
    if typed["pace"]:
        found["pace"] = tuple(typed.all("kinds")) if typed["pace"] == "kinds" else typed["pace"]
    for name in BOXES:
        if name in typed.all("boxes"):
            found[name] = tuple(typed.all(name))
    return found | _clock(typed) | _spectators(typed)


def _clock(typed: Typed) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if typed.all("weekdays"):
        found["weekdays"] = "".join(sorted(set(typed.all("weekdays"))))
    if typed["deadline"] == "none":
        found["clock"] = ""
    elif typed["deadline"] == "clock":
        if not typed["clock"].strip():
            raise Invalid("bad-clock", N_("This must be an hour such as 20:00, or nothing."), "clock")
        found["clock"] = typed["clock"]
    return found


def _spectators(typed: Typed) -> dict[str, Any]:
    if not typed["spectators"]:
        return {}
    delay = whole(typed["spectator_delay"] or "1", "spectator_delay") if typed["spectators"] == "delayed" else 0
    return {"spectator_delay": delay}


def houses_by_players(edition: str) -> dict[int, tuple[str, ...]]:
    """Who may be played by how many players."""
    known = games.ALL_EDITIONS.get(edition) or next(iter(games.EDITIONS.values()))
    return {count: games.of_edition(known.id).candidates(known, count) for count in sorted(known.player_counts)}


def number(text: str, field: str) -> float:
    """A number as people write it. Invalid `bad-number`."""
    try:
        found = float(text.strip().replace(",", "."))
    except ValueError:
        found = float("nan")
    if found != found or abs(found) > 1e9:
        raise Invalid("bad-number", N_("This must be a number."), field)
    return found


def whole(text: str, field: str) -> int:
    """A whole number. Invalid `bad-number`."""
    found = number(text, field)
    if found != int(found):
        raise Invalid("bad-number", N_("This must be a number."), field)
    return int(found)
