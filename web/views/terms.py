"""A game's terms: as a form has them, as a new game suggests them, and in words."""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Mapping, Sequence
from typing import Any

from babel.dates import get_day_names
from werkzeug.datastructures import MultiDict

from adjudicator import games
from correspondence.games import options
from correspondence.games.access import TIMES
from correspondence.games.options import LEVELS, PRESETS, SUGGESTED, NewGame, absent_seats
from correspondence.input_validation import Invalid
from correspondence.mail.short_mails import pace_words
from narration.narrators import NARRATORS, module_label, narrator_of
from narration.words import N_, Words, capital, word_tables

NUMBERS = tuple(field for field, _column, _seconds in TIMES)
COUNTS = ("extensions", "extensions_in_a_row", "misses_allowed")
CHOICES = (*options.CHOICES, "zone")
YES_NO = ("early_close", "gm_reads_messages", "bots_fill_seats", "rated", "play")
# Boxes to tick. A form names in `boxes` those that it shows: no tick at all may be meant.
BOXES = ("messages", "votes", "modules", "houses")
TRUE = ("yes", "1", "on")


class Typed(MultiDict[str, str]):
    """A form as it was typed, to be shown again and to be read."""

    def __getitem__(self, name: str) -> str:
        """What stands in a field; nothing for one that is not there."""
        return next(iter(self.getlist(name)), "")


def typed_of(terms: NewGame) -> Typed:
    """Return the settings form filled with a game's present settings."""
    form = Typed()
    for name in NUMBERS:
        form[name] = f"{getattr(terms, name):g}"
    for name in (*COUNTS, *CHOICES, "title", "clock"):
        form[name] = str(getattr(terms, name))
    for name in YES_NO:
        form[name] = "yes" if getattr(terms, name) else "no"
    form["deadline"] = "clock" if terms.clock else "none"
    for name in (*BOXES, "weekdays"):
        form.setlist(name, list(getattr(terms, name)))
    form.setlist("boxes", list(BOXES))
    form["pace"], kinds = (terms.pace, ()) if isinstance(terms.pace, str) else ("kinds", terms.pace)
    form.setlist("kinds", list(kinds))
    form["spectator_delay"] = str(terms.spectator_delay or 1)
    return form


def read_terms(typed: Typed) -> dict[str, Any]:
    """Return typed terms by names in NewGame, without empty ones. Raises Invalid."""
    terms: dict[str, Any] = {}
    for name in (*NUMBERS, *COUNTS):
        if typed[name].strip():
            terms[name] = (whole if name in COUNTS else number)(typed[name], name)
    terms |= {name: typed[name] for name in CHOICES if typed[name]}
    terms |= {name: typed[name] in TRUE for name in YES_NO if typed[name]}
    if "title" in typed:
        terms["title"] = typed["title"]
    if typed["pace"]:
        terms["pace"] = tuple(typed.getlist("kinds")) if typed["pace"] == "kinds" else typed["pace"]
    for name in BOXES:
        if name in typed.getlist("boxes"):
            terms[name] = tuple(typed.getlist(name))
    if "modules" in terms and typed["target"]:
        terms["modules"] += (typed["target"],)
    return terms | _clock(typed) | _spectators(typed)


def _clock(typed: Typed) -> dict[str, Any]:
    """Return the typed deadline terms: `weekdays`, and `clock` (empty: none).
    Raises Invalid `bad-clock` if an hour was chosen but not typed."""
    terms: dict[str, Any] = {}
    if typed.getlist("weekdays"):
        terms["weekdays"] = "".join(sorted(set(typed.getlist("weekdays"))))
    if typed["deadline"] == "none":
        terms["clock"] = ""
    elif typed["deadline"] == "clock":
        if not typed["clock"].strip():
            raise Invalid("bad-clock", N_("Enter an hour such as 20:00, or nothing."), "clock")
        terms["clock"] = typed["clock"]
    return terms


def _spectators(typed: Typed) -> dict[str, Any]:
    if not typed["spectators"]:
        return {}
    delay = whole(typed["spectator_delay"] or "1", "spectator_delay") if typed["spectators"] == "delayed" else 0
    return {"spectator_delay": delay}


def setups_of(edition: str) -> Mapping[str, Sequence[int]]:
    """Set-ups that are chosen instead of the printed one, and their players."""
    data = games.ALL_EDITIONS.get(edition)
    return games.of_edition(data.id).setup_modules(data) if data else {}


def houses_by_players(edition: str, modules: Sequence[str] = ()) -> dict[int, tuple[str, ...]]:
    """Who may be played by how many players, in a game with these modules."""
    data = games.ALL_EDITIONS.get(edition) or next(iter(games.EDITIONS.values()))
    setup = [module for module in modules if module in setups_of(data.id)][:1]
    if setup:
        data = games.of_edition(data.id).edition_played(data.id, setup)
    return {count: games.of_edition(data.id).candidates(data, count) for count in sorted(data.player_counts)}


def number(text: str, field: str) -> float:
    """A number as people write it. Invalid `bad-number`."""
    try:
        value = float(text.strip().replace(",", "."))
    except ValueError:
        value = float("nan")
    if value != value or abs(value) > 1e9:
        raise Invalid("bad-number", N_("Enter a number."), field)
    return value


def whole(text: str, field: str) -> int:
    """A whole number. Invalid `bad-number`."""
    value = number(text, field)
    if value != int(value):
        raise Invalid("bad-number", N_("Enter a number."), field)
    return int(value)


MINE = "me"
DEFAULTS = {
    **{name: getattr(NewGame, name) for name in ("pace", *options.CHOICES) if name != "absent_seat"},
    "preset": SUGGESTED,
    "play": "yes",
    "bots_fill_seats": "yes",
    "spectator_delay": "1",
}


def suggested(words: Words, zone: str, edition: str = "") -> Typed:
    """Return a new game's form with defaults, in the edition's largest size.
    It has the standard preset and a free choice of houses; an unknown `edition` becomes the first one."""
    form = Typed(DEFAULTS)
    form["title"], form["zone"] = words.say("A game by mail"), zone
    form["edition"] = edition if edition in games.EDITIONS else next(iter(games.EDITIONS))
    form["players"] = str(max(houses_by_players(form["edition"])))
    for name in ("messages", "votes"):
        form.setlist(name, list(getattr(NewGame, name)))
    return form


def of_edition(form: MultiDict[str, str], edition: str) -> Typed:
    """Adapt a typed form to an edition: valid player count, modules and bots.
    Chosen houses are cleared."""
    typed = Typed(form)
    typed["edition"] = edition if edition in games.EDITIONS else next(iter(games.EDITIONS))
    modules = games.EDITIONS[typed["edition"]].modules
    typed.setlist("modules", [module for module in typed.getlist("modules") if module in modules])
    counts = houses_by_players(typed["edition"], typed.getlist("modules"))
    if typed["players"] not in [str(count) for count in counts]:
        typed["players"] = str(max(counts))
    typed.setlist("houses", [])
    if typed["absent_seat"] not in absent_seats(typed["edition"]):
        typed["absent_seat"] = ""
    return typed


def of_setup(form: MultiDict[str, str], setup: str) -> Typed:
    """Adapt a typed form to a set-up and what it brings; "": the printed one."""
    typed, setups = Typed(form), setups_of(form["edition"])
    modules = [module for module in typed.getlist("modules") if module not in setups]
    if setup in setups:
        rules = games.edition(form["edition"])
        modules = list(games.of_edition(rules.id).complete_modules(rules, [*modules, setup]))
    typed.setlist("modules", modules)
    return of_edition(typed, typed["edition"])


def read_new_game(typed: Typed) -> NewGame:
    """Read the new game; the preset's numbers fill what was not typed.

    Houses that do not play with so few players are ignored. Raises Invalid.
    """
    players = whole(typed["players"], "players")
    playing = houses_by_players(typed["edition"], typed.getlist("modules")).get(players, ())
    seats = {name.removeprefix("seat."): typed[name] for name in typed if name.startswith("seat.")}
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
        bot_houses=tuple(bots),
        bot_levels=bots,
        scenario=typed["scenario"],
        masters=tuple(filter(None, re.split(r"[\s,;]+", typed["masters"]))),
    )


TABLES = word_tables(__name__)
SECTIONS: list[dict[str, Any]] = TABLES["sections"]
LABELS: Mapping[str, str] = ChainMap(TABLES["labels"], *(section["labels"] for section in SECTIONS))
CHOICE_WORDS: Mapping[str, Mapping[str, str]] = TABLES["values"]


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
        return [(level, self.words.say(name)) for level, name in TABLES["levels"].items()]

    def absent_choices(self, edition: str) -> list[tuple[str, str]]:
        """What may play a seat that nobody plays, in an edition."""
        able = absent_seats(edition)
        return [choice for choice in self.choices("absent_seat") if choice[0] in able]

    def days(self) -> list[tuple[str, str]]:
        """ISO number and name of each day of the week."""
        names = get_day_names("wide", locale=self.words.locale)
        return [(str(number + 1), names[number]) for number in range(7)]

    def weekdays(self, days: str) -> str:
        """Return weekday names in words from their ISO numbers, such as `135`.
        All seven are "every day" in the reader's language."""
        if len(days) == 7:
            return self.words.say("every day")
        return self.words.both(name for number, name in self.days() if number in days)

    def says(self, field: str, value: Any) -> str:
        """What a term says; values as NewGame has them, or as they come back from JSON."""
        say = self.words.say
        if not value and not isinstance(value, bool) and field in TABLES["zero"]:
            return say(TABLES["zero"][field])
        if field == "pace":
            return pace_words(value, self.words)
        if field == "weekdays":
            return self.weekdays(str(value))
        if field == "modules":
            return self.words.both(capital(say(module_label(module))) for module in value) or self.words.say_in(
                "cards, areas, rules", "none"
            )
        if isinstance(value, (tuple, list)):
            labels = CHOICE_WORDS.get(field, {})
            return self.words.both(say(labels[item]) for item in value) if value else say("none")
        if isinstance(value, bool):
            return say("yes") if value else say("no")
        if field in CHOICE_WORDS and value in CHOICE_WORDS[field]:
            return say(CHOICE_WORDS[field][value])
        return f"{value:g}" if isinstance(value, float) else str(value)

    def sections(self, terms: NewGame) -> list[tuple[str, list[tuple[str, str]]]]:
        """All terms of a game: headings, and under each what the terms are called and say."""
        played = games.of_edition(terms.edition).edition_played(terms.edition, terms.modules)
        voice: Any = NARRATORS.of_edition(terms.edition).voice(played, self.words)
        return [
            (
                self.words.say(section["heading"]),
                [
                    (self.words.say(label), text)
                    for field, label in section["labels"].items()
                    if (text := self._of_rules(field, terms, voice))
                ],
            )
            for section in SECTIONS
        ]

    def _of_rules(self, field: str, terms: NewGame, voice: Any) -> str:
        """Return the text of a setting; settings of rules in the edition's words.
        Empty for a setting that the edition does not have."""
        narrator = narrator_of(voice.edition)
        match field:
            case "edition":
                return str(voice.edition.name.say(self.words.language))
            case "players":
                return str(terms.players)
            case "houses":
                text = narrator.houses(terms.players, terms.houses, voice)
                return f"{text}. {narrator.unplayed(voice)}" if narrator.houses_among(voice, [terms.players]) else text
            case "modules":
                return narrator.modules(terms.modules, voice) if voice.edition.modules else ""
            case "scenario":
                return self.words.say("From a custom position") if terms.scenario else ""
            case "rounds":
                return narrator.rounds(voice)
            case "victory":
                playing = terms.houses or games.of_edition(voice.edition.id).candidates(voice.edition, terms.players)
                return narrator.goal(terms.players, playing, voice)
        return self._term_text(field, terms)

    def _term_text(self, field: str, terms: NewGame) -> str:
        """Return the text of a setting, with the zone or the spectators' delay."""
        text = self.says(field, getattr(terms, field))
        if field == "clock" and terms.clock:
            return f"{text} ({terms.zone})"
        if field == "spectators" and terms.spectators == "delayed":
            turns = self.words.say_n("{n} turn later", "{n} turns later", terms.spectator_delay)
            return f"{text}: {turns}"
        return text
