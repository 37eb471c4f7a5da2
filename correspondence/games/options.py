"""Options when a game is made and later; presets, and parameters of a new game."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import msgspec

from adjudicator import game_file, games
from adjudicator.engine import Illegal, Level, Refused, Unsaid, plain_scenario
from correspondence import input_validation
from correspondence.input_validation import STUMBLES, Invalid
from narration.words import N_

# Presets, limits and which terms may be changed, as tables.
DATA = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
PRESETS: Mapping[str, Mapping[str, Any]] = {name: DATA["shared"] | row for name, row in DATA["presets"].items()}
SUGGESTED = "standard"
# What a first game says instead of one of these: `correspondence.tutorial`.
TUTORIAL = "tutorial"


VOTE_KINDS = ("pause", "draw", "end", "replace", "extend", "pace")


@dataclass(frozen=True, kw_only=True)
class NewGame:
    """The parameters of a new game.

    `pace` is a name or a tuple of decision kinds; `house` the creator's wish; `modules` are optional parts of the
    edition's rules. `houses` are the played ones, as many as players, where these could choose among more; if empty,
    players choose among all. `scenario` is a starting position as TOML or JSON (`docs/scenarios.md`); it then
    determines edition, players, modules and houses. `seat_choice`: `choose` (first come), `random` (dealt at the start)
    or `preferences` (sealed lists of houses, best first; see `correspondence.lobby.seating`; `preferences` is the
    creator's). `visibility`: `link` (whoever has the code) or `open` (listed for everybody). Bots play `bot_houses`
    from the start; with `bots_fill_seats` they take free seats when the game is started. `bot_levels` are levels of
    `bot_houses` other than `bot_level`. The creator has a seat if they `play`, and masters the game otherwise;
    `masters` are addresses of others asked to. `preset` names the source of the numbers. `rated`: its end changes its
    players' ratings. Other fields: see `correspondence.models.games.Game`; times are hours or minutes here, and 0 hours
    for a window mean `window_hours`, for `most_hours` that absences move nothing, for `muster_hours` no muster.
    """

    title: str
    edition: str = "first-edition"
    players: int = 5
    modules: tuple[str, ...] = ()
    houses: tuple[str, ...] = ()
    scenario: str = ""
    preset: str = ""
    pace: str | tuple[str, ...] = "bulk"
    window_hours: float = 48.0
    first_hours: float = 0.0
    westeros_hours: float = 0.0
    other_hours: float = 0.0
    least_hours: float = 0.0
    most_hours: float = 0.0
    hold_minutes: float = 10.0
    early_close: bool = True
    clock: str = ""
    zone: str = "UTC"
    weekdays: str = "1234567"
    muster_hours: float = 0.0
    extensions: int = 0
    extension_hours: float = 24.0
    extensions_in_a_row: int = 2
    grace_hours: float = 0.0
    misses_allowed: int = 0
    absent_seat: str = "steward"
    names: str = "named"
    spectators: str = "open"
    spectator_delay: int = 0
    messages: tuple[str, ...] = ("private", "group", "public")
    gm_reads_messages: bool = False
    votes: tuple[str, ...] = VOTE_KINDS
    review: str = "none"
    unsaid: Unsaid = "bot"
    bot_level: Level = "steward"
    seat_choice: str = "choose"
    visibility: str = "link"
    play: bool = True
    masters: tuple[str, ...] = ()
    house: str | None = None
    preferences: tuple[str, ...] = ()
    bot_houses: tuple[str, ...] = ()
    bot_levels: Mapping[str, Level] = field(default_factory=dict)
    bots_fill_seats: bool = False
    rated: bool = False


MAX_TITLE_LENGTH = 80
MAX_SCENARIO_LENGTH = 16_000
# So many things that are wrong with a scenario are told.
MAX_FAULTS = 5
MESSAGE_KINDS = ("private", "group", "public", "anonymous", "postal")
LEVELS = ("squire", "steward", "maester")
ABSENT_SEATS = ("steward", "vassal", "defaults")
# The terms that are words, and the words that each may be.
CHOICES: Mapping[str, tuple[str, ...]] = {
    "seat_choice": ("choose", "random", "preferences"),
    "visibility": ("link", "open"),
    "names": ("named", "anonymous"),
    "spectators": ("none", "open", "delayed"),
    "review": ("none", "flagged", "all"),
    "unsaid": ("bot", "defaults"),
    "bot_level": LEVELS,
    "absent_seat": ABSENT_SEATS,
}
MAX_DELAY = 20
MAX_MASTERS = 5
_CLOCK = re.compile(r"([01]?[0-9]|2[0-3]):([0-5][0-9])")


def checked_hours(new: NewGame) -> NewGame:
    """Return the game with clock and weekdays normalised; Invalid names the field."""
    for name, (least, most) in DATA["limits"].items():
        value = getattr(new, name)
        if not (math.isfinite(value) and least <= value <= most):
            raise Invalid("out-of-range", N_("This must be from {least} to {most}."), name, least=least, most=most)
    longest = max(new.window_hours, new.first_hours, new.westeros_hours, new.other_hours)
    if new.most_hours and new.most_hours < longest:
        raise Invalid("limits-cross", N_("This must be no shorter than the longest time for orders."), "most_hours")
    if new.most_hours and new.most_hours < new.least_hours:
        raise Invalid("limits-cross", N_("This must be no longer than the longest wait allowed."), "least_hours")
    return replace(new, clock=_clock(new.clock), zone=input_validation.zone(new.zone), weekdays=_weekdays(new.weekdays))


def deadlines_of_pace(terms: NewGame, pace: str) -> dict[str, Any]:
    """Return the fields of terms that say how long turns are, after a change of pace.
    `pace` is a preset, or the hours of every turn: a whole number within the limits. Raises Invalid `unknown-pace`."""
    if pace in PRESETS:
        return {name: value for name, value in PRESETS[pace].items() if name in DATA["changeable"]["deadlines"]}
    longest = int(DATA["limits"]["window_hours"][1])
    if not (pace.isascii() and pace.isdigit() and 1 <= int(pace[:4]) <= longest):
        words = N_("Choose a pace, or from 1 to {most} hours for every turn.")
        raise Invalid("unknown-pace", words, "subject", most=longest)
    hours = float(pace)
    return {
        **dict.fromkeys(("first_hours", "westeros_hours", "other_hours"), 0.0),
        "window_hours": hours,
        "least_hours": min(terms.least_hours, hours),
        "most_hours": max(terms.most_hours, hours) if terms.most_hours else 0.0,
    }


def _clock(text: str) -> str:
    """`20:00`, or nothing. Invalid `bad-clock`."""
    text = text.strip()
    if not text:
        return ""
    match = _CLOCK.fullmatch(text)
    if match is None:
        raise Invalid("bad-clock", N_("Enter an hour such as 20:00, or nothing."), "clock")
    return f"{int(match[1]):02}:{match[2]}"


def _weekdays(text: str) -> str:
    """ISO days of the week in order, each once. Invalid `no-weekday`."""
    days = "".join(sorted(set(text)))
    if not days or any(day not in "1234567" for day in days):
        raise Invalid("no-weekday", N_("Choose at least one day of the week."), "weekdays")
    return days


def houses(edition: str, players: int, modules: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return the houses among which so many players choose, with these modules.

    Raises Illegal for an unknown edition, Invalid for an unsupported number of players.
    """
    rules = games.shown_edition(edition)
    if modules:
        rules = games.of_edition(rules.id).edition_played(rules.id, modules)
    if players not in rules.player_counts:
        counts = ", ".join(map(str, sorted(rules.player_counts)))
        raise Invalid("players-not-supported", N_("You can play this with {known} players."), "players", known=counts)
    return games.of_edition(rules.id).candidates(rules, players)


def absent_seats(edition: str) -> tuple[str, ...]:
    """What may play a seat that nobody plays; Illegal for an unknown edition."""
    vassals = games.of_edition(edition).has_unplayed(games.edition(edition))
    return tuple(choice for choice in ABSENT_SEATS if vassals or choice != "vassal")


def validate_terms(new: NewGame) -> NewGame:
    """Validate and normalise a game. Invalid names the field; Illegal: bad edition."""
    new = _apply_scenario(new)
    # Games of others go on; none begins.
    games.offered_edition(new.edition)
    new = replace(new, modules=_modules(new))
    able = houses(new.edition, new.players, new.modules)
    named = _chosen_houses(new, able)
    playing = named or able
    kinds = games.of_edition(new.edition).decision_kinds
    listed = not isinstance(new.pace, str) and bool(new.pace) and all(kind in kinds for kind in new.pace)
    good = listed or new.pace in games.of_edition(new.edition).named_paces
    if not good or len(pace_text(new.pace)) > 400:
        raise Invalid(
            "unknown-pace",
            N_("The pace must be bulk, raven, house-cards, stepwise, or a list of decision kinds."),
            "pace",
        )
    new = _checked_rules(checked_hours(new))
    masters = tuple(dict.fromkeys(input_validation.email(address, "masters") for address in new.masters))
    if len(masters) > MAX_MASTERS:
        raise Invalid(
            "too-many-masters", N_("A game can have at most {most} game masters."), "masters", most=MAX_MASTERS
        )
    return replace(
        new,
        houses=named,
        title=input_validation.line(new.title, "title", MAX_TITLE_LENGTH),
        bot_houses=_bots(new, playing),
        preferences=checked_preferences(new.preferences, playing),
        masters=masters,
    )


def _modules(new: NewGame) -> tuple[str, ...]:
    """The optional parts of the rules with those they bring; they must go together."""
    modules = _validate_choices(new.modules, games.edition(new.edition).modules, "modules")
    try:
        return games.of_edition(new.edition).complete_modules(games.edition(new.edition), modules)
    except Illegal as refused:
        reason = refused.reasons[0]
        raise Invalid(
            reason.code, N_("These rules cannot be played like this. {what}"), "modules", what=reason.words
        ) from refused


def _apply_scenario(new: NewGame) -> NewGame:
    """Return the game as its scenario determines it; Invalid names what is wrong.
    The position is normalised. Its seed is ignored: the game draws one."""
    if not new.scenario.strip():
        return replace(new, scenario="")
    if len(new.scenario) > MAX_SCENARIO_LENGTH:
        words = N_("A scenario can have at most {most} characters.")
        raise Invalid("scenario-too-long", words, "scenario", most=MAX_SCENARIO_LENGTH)
    try:
        plain = plain_scenario(new.scenario)
        plain.pop("seed", None)
        begins = game_file.from_scenario(plain, "tried")
    except Refused as refused:
        faults = refused.reasons[:MAX_FAULTS]
        messages = (f"{fault.where}: {fault.words}" if fault.where else fault.words for fault in faults)
        raise _not_so("; ".join(messages)) from refused
    except STUMBLES as stumble:
        raise _not_so(f"{type(stumble).__name__}: {stumble}") from stumble
    return replace(
        new,
        edition=begins.edition,
        players=begins.players,
        modules=begins.modules,
        houses=begins.houses,
        scenario=msgspec.json.encode(plain).decode(),
    )


def _not_so(what: str) -> Invalid:
    return Invalid("bad-scenario", N_("No game can begin like this. {what}"), "scenario", what=what[:1000])


def checked_preferences(preferences: tuple[str, ...], playing: tuple[str, ...]) -> tuple[str, ...]:
    """A list of houses, best first, each once. Invalid `unknown-choice`."""
    for house in preferences:
        check_choice(house, playing, "preferences")
    return tuple(dict.fromkeys(preferences))


def _checked_rules(new: NewGame) -> NewGame:
    """Validate the choices of a game's terms; return them normalised.
    Invalid names the field."""
    for name, choices in CHOICES.items():
        check_choice(getattr(new, name), choices, name)
    if new.absent_seat not in absent_seats(new.edition):
        raise Invalid("no-vassals", N_("There are no vassals in this edition."), "absent_seat")
    if new.preset:
        check_choice(new.preset, tuple(PRESETS), "preset")
    if new.rated and new.scenario:
        words = N_("A game with its own starting position cannot be rated.")
        raise Invalid("rated-scenario", words, "rated")
    delayed = new.spectators == "delayed"
    least = 1 if delayed else 0
    if not least <= new.spectator_delay <= MAX_DELAY:
        words = N_("This must be from {least} to {most}.")
        raise Invalid("out-of-range", words, "spectator_delay", least=least, most=MAX_DELAY)
    if new.review != "none" and new.play and not new.masters:
        raise Invalid(
            "review-needs-master",
            N_("Only somebody who does not play can review results: be the game master yourself, or ask somebody to."),
            "review",
        )
    return replace(
        new,
        messages=_validate_choices(new.messages, MESSAGE_KINDS, "messages"),
        votes=_validate_choices(new.votes, VOTE_KINDS, "votes"),
        spectator_delay=new.spectator_delay if delayed else 0,
    )


def _chosen_houses(new: NewGame, able: tuple[str, ...]) -> tuple[str, ...]:
    """Return the houses to be played in edition order; none if there is no choice."""
    if not new.houses:
        return ()
    if not set(new.houses) <= set(able):
        words = N_("With {n} players you can play these houses: {known}.")
        raise Invalid("unknown-choice", words, "houses", n=new.players, known=", ".join(able))
    if len(new.houses) != new.players or len(set(new.houses)) != new.players:
        words = N_("Choose as many houses as there are players ({n}), or none. With none, everybody chooses among all.")
        raise Invalid("bad-houses", words, "houses", n=new.players)
    return tuple(house for house in able if house in new.houses) if len(able) > new.players else ()


def _bots(new: NewGame, playing: tuple[str, ...]) -> tuple[str, ...]:
    """Return the bots' houses, each once; Invalid if they or their levels are bad."""
    for house in new.bot_houses:
        check_choice(house, playing, "bot_houses")
    if new.house is not None and new.play:
        check_choice(new.house, playing, "house")
        if new.house in new.bot_houses:
            raise Invalid("house-taken", N_("This house is taken."), "house")
    for house, level in new.bot_levels.items():
        if house not in new.bot_houses:
            raise Invalid("no-bot", N_("Only houses played by bots have levels: those in bot_houses."), "bot_levels")
        check_choice(level, LEVELS, "bot_levels")
    bots = tuple(dict.fromkeys(new.bot_houses))
    if len(bots) >= new.players:
        words = N_("With {n} players, at most {most} can be bots. Leave a house to a person.")
        raise Invalid("no-seat-left", words, "bot_houses", n=new.players, most=new.players - 1)
    return bots


def pace_text(pace: str | tuple[str, ...]) -> str:
    """The pace as it is kept: a name, or kinds with commas between."""
    return pace if isinstance(pace, str) else ",".join(pace)


def check_choice(value: str, choices: tuple[str, ...], field: str) -> None:
    """Invalid `unknown-choice` unless the value is among those known."""
    if value not in choices:
        raise Invalid("unknown-choice", N_("This must be one of {known}."), field, known=", ".join(choices))


def _validate_choices(values: tuple[str, ...], choices: tuple[str, ...], field: str) -> tuple[str, ...]:
    """Return the values once each, in the order of `choices`; Invalid for others."""
    for value in values:
        check_choice(value, choices, field)
    return tuple(value for value in choices if value in values)
