"""A game's terms: as a form has them, as a new game suggests them, and in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from babel.dates import get_day_names
from werkzeug.datastructures import MultiDict

from adjudicator import games
from correspondence.games.options import LEVELS, PRESETS, SUGGESTED, NewGame, absent_seats
from correspondence.games.terms import TIMES
from correspondence.input_validation import Invalid
from correspondence.letters.short_letters import pace_words
from narration.narrators import NARRATORS, module_label, narrator_of
from narration.words import N_, Words

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


LABELS: Mapping[str, str] = {
    "title": N_("Title"),
    "preset": N_("Preset"),
    "edition": N_("Edition"),
    "players": N_("Players"),
    "modules": N_("Optional rules"),
    "houses": N_("Houses that are played"),
    "scenario": N_("How it begins"),
    "rounds": N_("Length"),
    "victory": N_("How it is won"),
    "pace": N_("Pace"),
    "window_hours": N_("Hours that a call stays open"),
    "first_hours": N_("Hours for the first call"),
    "westeros_hours": N_("Hours for a Westeros phase"),
    "other_hours": N_("Hours for other stops"),
    "least_hours": N_("At least so many hours"),
    "most_hours": N_("At most so many hours, absences and all"),
    "clock": N_("Hour of the day at which calls close"),
    "zone": N_("Time zone"),
    "weekdays": N_("Days on which calls may close"),
    "early_close": N_("Closing early when everybody is ready"),
    "hold_minutes": N_("Minutes until it closes once everybody is ready"),
    "muster_hours": N_("Hours for everybody to confirm before the first call"),
    "extensions": N_("Automatic extensions for each player"),
    "extension_hours": N_("Hours of an extension"),
    "extensions_in_a_row": N_("Extensions in a row, at most"),
    "grace_hours": N_("Hours of grace after that"),
    "misses_allowed": N_("Missed calls in a row until the seat is offered"),
    "absent_seat": N_("Who plays until a substitute comes"),
    "names": N_("Names of the players"),
    "spectators": N_("Who may look on"),
    "spectator_delay": N_("Calls that onlookers are behind"),
    "press": N_("Letters between players"),
    "gm_reads_press": N_("The game master reads all letters"),
    "votes": N_("Votes"),
    "review": N_("Results looked over by the game master first"),
    "seat_choice": N_("How houses are dealt"),
    "visibility": N_("Who may join"),
    "steward_rest": N_("Bots on empty seats"),
    "rated": N_("Rated"),
    "unsaid": N_("Choices that a sheet leaves open"),
    "bot_level": N_("How well bots on empty seats play"),
}
SECTIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (N_("The rules"), ("edition", "players", "houses", "modules", "scenario", "rounds", "victory")),
    (
        N_("The game"),
        (
            "pace",
            "rated",
            "unsaid",
            "bot_level",
            "seat_choice",
            "visibility",
            "names",
            "spectators",
            "muster_hours",
            "steward_rest",
        ),
    ),
    (
        N_("Deadlines"),
        (
            "window_hours",
            "first_hours",
            "westeros_hours",
            "other_hours",
            "clock",
            "weekdays",
            "least_hours",
            "most_hours",
            "early_close",
            "hold_minutes",
        ),
    ),
    (
        N_("Absence"),
        ("extensions", "extension_hours", "extensions_in_a_row", "grace_hours", "misses_allowed", "absent_seat"),
    ),
    (N_("Letters and votes"), ("press", "gm_reads_press", "votes", "review")),
)
CHOICE_WORDS: Mapping[str, Mapping[str, str]] = {
    "preset": {"slow": N_("Slow"), "standard": N_("Standard"), "fast": N_("Fast")},
    "absent_seat": {
        "steward": N_("a bot: a careful program"),
        "vassal": N_("the house becomes a vassal"),
        "defaults": N_("nobody: the published defaults decide"),
    },
    "unsaid": {
        "bot": N_("a bot makes them, but never orders or bids, and attacks nobody until a sheet says whom"),
        "defaults": N_("published defaults make them; these do little, and never gain anything"),
    },
    "bot_level": {
        "squire": N_("squire: an easy opponent, which often picks less than the best"),
        "steward": N_("steward: careful, picks what looks best at the moment"),
        "maester": N_(
            "maester: plays several plans out before it gives orders; in some editions it plays as a steward"
        ),
    },
    "names": {
        "named": N_("everybody sees who plays what"),
        "anonymous": N_("hidden until the game is over"),
    },
    "spectators": {
        "none": N_("nobody before the game is over"),
        "open": N_("everybody, at once"),
        "delayed": N_("everybody, some calls later"),
    },
    "press": {
        "private": N_("to one house"),
        "group": N_("to several houses"),
        "public": N_("to everybody"),
        "anonymous": N_("without saying from whom"),
        "postal": N_("delivered with the results only"),
    },
    "votes": {
        "pause": N_("to pause"),
        "draw": N_("to share the victory"),
        "end": N_("to end the game"),
        "replace": N_("to replace a player"),
        "extend": N_("to extend a deadline"),
    },
    "review": {
        "none": N_("no, they are published at once"),
        "flagged": N_("only those in which something is unusual"),
        "all": N_("all of them"),
    },
    "seat_choice": {
        "choose": N_("everybody chooses, first come first served"),
        "random": N_("dealt at random at the start"),
        "preferences": N_("dealt by sealed lists of wishes at the start"),
    },
    "visibility": {
        "link": N_("invited people, and whoever has the code"),
        "open": N_("everybody; the game is listed in the lobby"),
    },
}
LEVEL_NAMES = {"squire": N_("squire"), "steward": N_("steward"), "maester": N_("maester")}
# Zero hours, or none of something, mean something of their own.
ZERO: Mapping[str, str] = {
    "first_hours": N_("as any other"),
    "westeros_hours": N_("as any other"),
    "other_hours": N_("as any other"),
    "least_hours": N_("half of its hours, 72 at most"),
    "most_hours": N_("as its hours say: absences move nothing"),
    "muster_hours": N_("no muster"),
    "grace_hours": N_("none"),
    "extensions": N_("none"),
    "misses_allowed": N_("never offered"),
    "clock": N_("none: calls close when their hours are over"),
}


class TermWords:
    """The words of terms in one language, for templates."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def label(self, field: str) -> str:
        """What a term is called."""
        return self.words.say(LABELS[field]) if field in LABELS else field

    def choices(self, field: str) -> list[tuple[str, str]]:
        """The values of a term among which one chooses, with their words."""
        return [(value, self.words.say(label)) for value, label in CHOICE_WORDS[field].items()]

    def level_names(self) -> list[tuple[str, str]]:
        """The levels of bots, with their names."""
        return [(level, self.words.say(name)) for level, name in LEVEL_NAMES.items()]

    def absent_choices(self, edition: str) -> list[tuple[str, str]]:
        """What may play a seat that nobody plays, in an edition."""
        choices = CHOICE_WORDS["absent_seat"]
        return [(value, self.words.say(choices[value])) for value in absent_seats(edition)]

    def days(self) -> list[tuple[str, str]]:
        """ISO number and name of each day of the week."""
        names = get_day_names("wide", locale=self.words.locale)
        return [(str(number + 1), names[number]) for number in range(7)]

    def weekdays(self, days: str) -> str:
        """Days of the week by name, from their ISO numbers."""
        if len(days) == 7:
            return self.words.say("every day")
        return self.words.both(name for number, name in self.days() if number in days)

    def says(self, field: str, value: Any) -> str:
        """What a term says; values as NewGame has them, or as they come back from JSON."""
        say = self.words.say
        if not value and not isinstance(value, bool) and field in ZERO:
            return say(ZERO[field])
        if field == "pace":
            return pace_words(value, self.words)
        if field == "weekdays":
            return self.weekdays(str(value))
        if field == "modules":
            return self.words.both(say(module_label(one)) for one in value) or say("none")
        if isinstance(value, (tuple, list)):
            known = CHOICE_WORDS.get(field, {})
            return self.words.both(say(known[item]) for item in value) if value else say("none")
        if isinstance(value, bool):
            return say("yes") if value else say("no")
        if field in CHOICE_WORDS and value in CHOICE_WORDS[field]:
            return say(CHOICE_WORDS[field][value])
        return f"{value:g}" if isinstance(value, float) else str(value)

    def sections(self, terms: NewGame) -> list[tuple[str, list[tuple[str, str]]]]:
        """All terms of a game: headings, and under each what the terms are called and say."""
        voice: Any = NARRATORS.of_edition(terms.edition).voice(games.edition(terms.edition), self.words)
        return [
            (self.words.say(heading), [(label, told) for label, told in self._rows(fields, terms, voice) if told])
            for heading, fields in SECTIONS
        ]

    def _rows(self, fields: tuple[str, ...], terms: NewGame, voice: Any) -> Iterator[tuple[str, str]]:
        """The rows of a section; those of the rules come from the edition, and are empty for what it does not know."""
        for field in fields:
            yield self.label(field), self._of_rules(field, terms, voice)

    def _of_rules(self, field: str, terms: NewGame, voice: Any) -> str:
        narrator = narrator_of(voice.edition)
        match field:
            case "edition":
                return str(voice.edition.name.say(self.words.language))
            case "players":
                return str(terms.players)
            case "houses":
                told = narrator.houses(terms.players, terms.houses, voice)
                return f"{told}. {narrator.unplayed(voice)}" if narrator.houses_among(voice, [terms.players]) else told
            case "modules":
                return narrator.modules(terms.modules, voice) if voice.edition.modules else ""
            case "scenario":
                return self.words.say("From a position of its own") if terms.scenario else ""
            case "rounds":
                return narrator.rounds(voice)
            case "victory":
                playing = terms.houses or games.of_edition(voice.edition.id).candidates(voice.edition, terms.players)
                return narrator.goal(terms.players, playing, voice)
        return self._told(field, terms)

    def _told(self, field: str, terms: NewGame) -> str:
        told = self.says(field, getattr(terms, field))
        if field == "clock" and terms.clock:
            return f"{told} ({terms.zone})"
        if field == "spectators" and terms.spectators == "delayed":
            calls = self.words.say_n("{n} call later", "{n} calls later", terms.spectator_delay)
            return f"{told}: {calls}"
        return told
