"""Playing B'Twixt by its own rules alone, and what must hold of whatever was played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from adjudicator.btwixt.editions.loading import HOUSE
from adjudicator.btwixt.rules import visibility
from adjudicator.btwixt.rules.apply import apply
from adjudicator.btwixt.rules.bidding import StepRules
from adjudicator.btwixt.rules.visibility import view, visible_event
from adjudicator.btwixt.state.decisions import AnyAnswer
from adjudicator.btwixt.state.events import AnyEvent
from adjudicator.btwixt.state.position import Position
from adjudicator.engine.decision import Decision, SourcedAnswer
from adjudicator.engine.step import Answered, Event, Oracle, Outcome, Record, advance

RULES = StepRules(HOUSE)
pack = msgspec.msgpack.encode


def run(position: Position, oracle: Oracle) -> Outcome[Position]:
    """As far as the oracle answers; uses the position up."""
    return advance(RULES, position, oracle)


def stored(position: Position) -> Position:
    """The position stored as JSON and read back."""
    return msgspec.json.decode(msgspec.json.encode(position), type=Position)


def kept(event: Event) -> Any:
    """An event stored and read back."""
    return msgspec.json.decode(msgspec.json.encode(event), type=AnyEvent)


class OneAtATime:
    """Answers one question of a journal per advance, as a game played stepwise does."""

    def __init__(self, entries: Sequence[Answered[Any]]) -> None:
        self.entries = {entry.decision: entry for entry in entries}
        self.free = True

    def __call__(self, position: Position, decision: Decision) -> SourcedAnswer | None:
        entry = self.entries.get(decision.id)
        if entry is None or not self.free:
            return None
        self.free = False
        answer = msgspec.json.decode(msgspec.json.encode(entry.answer), type=AnyAnswer)
        return SourcedAnswer(answer, entry.source)


def stepwise(begin: Position, played: Outcome[Position]) -> list[str]:
    """The same answers one by one, the game stored and read back between: the same bytes, the same events."""
    oracle = OneAtATime(played.answers)
    position, records = begin, []
    while True:
        oracle.free = True
        outcome = run(stored(position), oracle)
        records += outcome.records
        position = outcome.position
        if oracle.free:
            break
    found = []
    if pack(position) != pack(played.position):
        found.append("answered one by one, it ends elsewhere")
    if [pack(one) for one in records] != [pack(one) for one in played.records]:
        found.append("answered one by one, other events are told")
    return found


def refolded(begin: Position, played: Outcome[Position]) -> list[str]:
    """The events alone make what is shown, also after they were stored and read back."""
    for record in played.records:
        apply(begin, kept(record.event), HOUSE)
    showing = played.showing
    same = begin.board == showing.board and begin.hidden == showing.hidden
    return [] if same else ["the events do not make the position"]


def leaks(showing: Position, waiting: Sequence[Decision], salt: str) -> list[str]:
    """Seats that would see something else if what nobody knows were drawn anew."""
    other = visibility.reshuffled(showing, salt)
    found = []
    for seat in (None, *showing.board.houses):
        if pack(view(showing, seat, waiting)) != pack(view(_with_hands_of(other, showing, seat), seat, waiting)):
            found.append(f"{seat or 'a spectator'} sees what is hidden")
    return found


def _with_hands_of(other: Position, showing: Position, seat: str | None) -> Position:
    """The position with the hands of all others changed for cards of the deck."""
    hidden = other.hidden
    loose = sorted([*hidden.deck, *(card for house, hand in hidden.hands.items() if house != seat for card in hand)])
    hands = {}
    for house, hand in hidden.hands.items():
        hands[house] = list(hand) if house == seat else [loose.pop() for _ in hand]
    seen = {house: one for house, one in hidden.seen.items() if house == seat}
    own = {house: cards if house == seat else cards[::-1] for house, cards in hidden.own.items()}
    replaced = msgspec.structs.replace(hidden, hands=hands, deck=loose, seen=seen, own=own)
    return msgspec.structs.replace(other, hidden=replaced)


def told_to(records: Sequence[Record], seat: str | None) -> bytes:
    """All events as a seat sees them."""
    return pack([visible_event(record.event, seat) for record in records])
