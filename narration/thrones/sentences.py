"""Sentences for the events and overrides of a Westeros game, by kind.

The modules `*_sentences` have the events by topic; `narration.phrase_table` fills them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import msgspec

from adjudicator.engine import COMMON, Decided, Event
from adjudicator.thrones.state import events as e, overrides as x
from narration.common_overrides import common_words, decreed, decreed_parts
from narration.paragraph import Part
from narration.phrase_table import PhraseTable, fill, rows_of
from narration.thrones import battle_sentences, round_sentences
from narration.thrones.questions import ASKED
from narration.thrones.sheet_words import INSTRUCTIONS
from narration.thrones.voice import FORMS, SLOTS, Voice, deck_name
from narration.words import N_, capital, word_tables

TABLES = word_tables(__name__)

WEATHER = TABLES["weather"]
# What the service decrees by itself, and why: the player of a house is gone.
SERVICE = "service"
GONE = TABLES["gone"]


def _units(override: x.SetUnits, v: Voice) -> str:
    standing, routed = any(override.units.values()), any(override.routed.values())
    if override.house is None or not (standing or routed):
        return v.say("there are no units in {area}.", area=v.area(override.area))
    values = {"area": v.area(override.area), "house": v.house(override.house)}
    values |= {"units": v.units(override.units), "routed": v.units(override.routed)}
    if not routed:
        return v.say("{house} has {units} in {area}.", **values)
    if not standing:
        return v.say("{house} has {routed} (routed) in {area}.", **values)
    return v.say("{house} has {units} and {routed} (routed) in {area}.", **values)


def _flags(override: x.SetFlags, v: Voice) -> str:
    parts = []
    if override.bans is not None:
        bans = v.both(v.ban(ban) for ban in override.bans)
        parts.append(
            v.say("forbidden this round: {what}.", what=bans) if bans else v.say("this round no orders are forbidden.")
        )
    if override.spent is not None:
        spent = v.both(v.badge(badge) for badge in override.spent)
        parts.append(
            v.say("dominance tokens used this round: {what}.", what=spent)
            if spent
            else v.say("no dominance token was used this round.")
        )
    return " ".join(parts) or v.say("nothing changes.")


def _or_none(field: str) -> Callable[[Any, Voice], str]:
    """A slot that shows cards of a house, or that it has none."""
    return lambda override, v: v.cards(getattr(override, field)) or v.say_in("cards, areas, rules", "none")


OVERRIDES = PhraseTable(
    {
        **rows_of(TABLES["overrides"], get_args(x.AnyOverride)),
        x.SetUnits: _units,
        x.SetLoans: fill(N_("the loans of {house}: {loans}."), loans=_or_none("loans")),
        x.SetAlliances: fill(N_("the alliance cards of {house}: {cards}."), cards=_or_none("alliances")),
        x.SetTactics: fill(N_("the tactics cards of {house} that stay in force: {cards}."), cards=_or_none("tactics")),
        x.SetWeather: lambda override, v: v.say(WEATHER[v.edition.weather[override.place]]),
        x.SetDeck: fill(
            {
                "order": N_("{deck}: the next cards are {cards}."),
                "": N_("{deck}: the next cards have been set."),
            },
            deck=lambda override, v: deck_name(override.deck, v),
            cards="order:card-list",
        ),
        x.SetFlags: _flags,
    },
    FORMS,
    SLOTS,
)


def override_words(override: x.AnyOverride, v: Voice) -> str:
    """What an override does, as a sentence."""
    return common_words(override, ASKED, v) if isinstance(override, COMMON) else stopped(OVERRIDES.say(override, v))


def stopped(text: str) -> str:
    """A sentence with its full stop."""
    return text if text.endswith(".") else f"{text}."


def override_issued(event: e.OverrideIssued, v: Voice) -> str:
    """Who decreed it, what it does, and why."""
    if event.by == SERVICE and event.reason in GONE:
        return v.say(
            "{what} Reason: {reason}.", what=override_words(event.override, v), reason=v.say(GONE[event.reason])
        )
    return decreed(event, override_words(event.override, v), v)


def override_parts(event: e.OverrideIssued, v: Voice) -> tuple[Part, ...]:
    """Return the override's sentence in parts, people's words apart; or none."""
    if event.by == SERVICE and event.reason in GONE:
        return ()
    return decreed_parts(event, override_words(event.override, v), v)


SENTENCES = PhraseTable(
    {
        Decided: INSTRUCTIONS.decided,
        e.OverrideIssued: override_issued,
        **rows_of(TABLES["events"], get_args(e.AnyEvent)),
        **round_sentences.ROWS,
        **battle_sentences.ROWS,
        **round_sentences.DRAGONS,
        **round_sentences.STORM,
    },
    FORMS,
    SLOTS,
)


def event_of(event: Any) -> Event:
    """The typed event, also of one that was read from JSON and is still plain data."""
    return msgspec.convert(event, e.AnyEvent) if isinstance(event, dict) else event  # type: ignore[no-any-return]


def sentence(event: Event, voice: Voice) -> str:
    """Describe one event. Raises KeyError if it has no row, which a test prevents."""
    return capital(SENTENCES.say(event, voice))
