"""What happens in a Westeros board game, in words: one row for each kind of event; edicts, and who decreed them.

The modules `*_sentences` beside this one have the rows of events, by topic; `narration.phrase_table` fills them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import msgspec

from adjudicator.engine import COMMON, Decided, Event
from adjudicator.thrones.state import edicts as x, events as e
from narration.common_edicts import common_words, decreed, decreed_parts
from narration.paragraph import Part
from narration.phrase_table import PhraseTable, fill, rows_of
from narration.thrones import battle_sentences, round_sentences
from narration.thrones.questions import ASKED
from narration.thrones.sheet_words import INSTRUCTIONS
from narration.thrones.voice import FORMS, SLOTS, Voice, deck_name
from narration.words import N_, word_tables

TABLES = word_tables(__name__)

WEATHER = TABLES["weather"]
# What the service decrees by itself, and why: the player of a house is gone.
SERVICE = "service"
GONE = TABLES["gone"]


def _units(edict: x.SetUnits, v: Voice) -> str:
    standing, routed = any(edict.units.values()), any(edict.routed.values())
    if edict.house is None or not (standing or routed):
        return v.say("no units stand in {area}.", area=v.area(edict.area))
    values = {"area": v.area(edict.area), "house": v.house(edict.house)}
    values |= {"units": v.units(edict.units), "routed": v.units(edict.routed)}
    if not routed:
        return v.say("{house} has {units} in {area}.", **values)
    if not standing:
        return v.say("{house} has {routed} (routed) in {area}.", **values)
    return v.say("{house} has {units} and {routed} (routed) in {area}.", **values)


def _flags(edict: x.SetFlags, v: Voice) -> str:
    parts = []
    if edict.bans is not None:
        bans = v.both(v.ban(ban) for ban in edict.bans)
        parts.append(v.say("this round forbids {what}.", what=bans) if bans else v.say("this round forbids nothing."))
    if edict.spent is not None:
        spent = v.both(v.badge(badge) for badge in edict.spent)
        parts.append(v.say("used this round: {what}.", what=spent) if spent else v.say("no badge was used this round."))
    return " ".join(parts) or v.say("nothing changes.")


def _or_none(field: str) -> Callable[[Any, Voice], str]:
    """A slot that shows cards of a house, or that it has none."""
    return lambda edict, v: v.cards(getattr(edict, field)) or v.say("none")


EDICTS = PhraseTable(
    {
        **rows_of(TABLES["edicts"], get_args(x.AnyEdict)),
        x.SetUnits: _units,
        x.SetLoans: fill(N_("the loans of {house}: {loans}."), loans=_or_none("loans")),
        x.SetAlliances: fill(N_("the alliance cards of {house}: {cards}."), cards=_or_none("alliances")),
        x.SetTactics: fill(N_("the tactics of {house} that last: {cards}."), cards=_or_none("tactics")),
        x.SetWeather: lambda edict, v: v.say(WEATHER[v.edition.weather[edict.place]]),
        x.SetDeck: fill(
            {
                "order": N_("{deck}: the next cards are {cards}."),
                "": N_("{deck}: the next cards are set."),
            },
            deck=lambda edict, v: deck_name(edict.deck, v),
            cards="order:card-list",
        ),
        x.SetFlags: _flags,
    },
    FORMS,
    SLOTS,
)


def edict_words(edict: x.AnyEdict, v: Voice) -> str:
    """What an edict does, as a sentence."""
    return common_words(edict, ASKED, v) if isinstance(edict, COMMON) else EDICTS.say(edict, v)


def edict_issued(event: e.EdictIssued, v: Voice) -> str:
    """Who decreed it, what it does, and why."""
    if event.by == SERVICE and event.reason in GONE:
        return v.say("{what} Reason: {reason}.", what=edict_words(event.edict, v), reason=v.say(GONE[event.reason]))
    return decreed(event, edict_words(event.edict, v), v)


def edict_parts(event: e.EdictIssued, v: Voice) -> tuple[Part, ...]:
    """The same sentence in parts, those that people wrote apart; none where nobody did."""
    if event.by == SERVICE and event.reason in GONE:
        return ()
    return decreed_parts(event, edict_words(event.edict, v), v)


SENTENCES = PhraseTable(
    {
        Decided: INSTRUCTIONS.decided,
        e.EdictIssued: edict_issued,
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
    """One event in words. Raises KeyError for an event without a row; a test keeps that from happening."""
    return SENTENCES.say(event, voice)
