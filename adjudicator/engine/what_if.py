"""What-ifs: a call played to its end on what one seat knows."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Protocol, TypeVar

import msgspec

from adjudicator.engine.bulk import Pace, Unsaid
from adjudicator.engine.decision import Decision
from adjudicator.engine.event import Decided, Record
from adjudicator.engine.journal import Answered
from adjudicator.engine.refusal import Refusal, Unreadable
from adjudicator.engine.step import Rules, advance, nobody

R = TypeVar("R")
S = TypeVar("S")


class Supposed(msgspec.Struct, frozen=True):
    """How a call might end: the views `before` and `after` it, what happens on the way, and the sheets it was played
    with, by seat (of other seats too: none of them was handed in).

    `begin` is the position that the records change, as JSON: with everything hidden as the seat imagines it.
    """

    before: Any
    after: Any
    records: list[Record]
    sheets: dict[str, Any]
    begin: bytes = b""


class WhatIfs(Protocol):
    """What a family says that can play a call on what one seat knows."""

    @property
    def assumed(self) -> Any:
        """The type of what is assumed of a seat: a struct with a field `sheet` for a whole one."""

    def read(self, data: bytes, rules: Any, modules: Collection[str]) -> Any:
        """What is assumed of a seat, from bytes that nobody vouches for; Unreadable with the place of the fault."""

    def suppose(
        self,
        position: Any,
        seat: str,
        records: Iterable[Record],
        sheets: Mapping[str, Any],
        *,
        begun: Mapping[str, Any] | None = None,
        pace: Pace = "bulk",
        standing: Any = None,
        taken_over: bool = False,
        unsaid: Unsaid = "defaults",
        number: int = 1,
    ) -> Supposed:
        """The open call played to its end, as a seat may imagine it; `begun` are sheets of other seats around which the
        steward guesses what they leave open."""


def public_salt(view: Any, number: int = 1) -> str:
    """The seed of all chance in a what-if: from what the seat sees, and which draw this is."""
    return hashlib.sha256(msgspec.json.encode(view) + f"\nwhat-if {number}".encode()).hexdigest()


def known_answers(rules: Rules[Any], position: Any, seat: str) -> dict[str, Answered[Any]]:
    """The answers within the step that waits which the seat knows: its own, and those of others that were followed by
    an event for all to see."""
    again = rules.decode(rules.encode(position))
    # So that every event of the step is told once more.
    again.progress.reported = again.progress.told
    seen: list[str] = []
    lately: list[str] = []
    for record in advance(rules, again, nobody).records:
        if isinstance(record.event, Decided):
            lately.append(record.event.decision)
        else:
            seen += lately
            lately.clear()
    pending = position.progress.pending
    return {name: entry for name, entry in pending.items() if entry.seat == seat or name in seen}


def question_number(decision: Decision) -> int:
    """Which question of the game it is."""
    return int(decision.id[1:].partition("-")[0])


def assumed_fields(decoder: msgspec.json.Decoder[R], data: bytes) -> R:
    """What is assumed of a seat as it was written, from bytes that nobody vouches for; Unreadable (`bad-sketch`)."""
    try:
        return decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        raise Unreadable(Refusal("bad-sketch", str(fault))) from fault


def assumed_sheet(raw: msgspec.Raw, read: Callable[[bytes], S]) -> S | None:
    """The whole sheet that is assumed of a seat, None for none. Raises what `read` does, with places within `sheet`."""
    if bytes(raw) == b"null":
        return None
    try:
        return read(bytes(raw))
    except Unreadable as refused:
        placed = (
            msgspec.structs.replace(one, where=f"sheet.{one.where}" if one.where else "sheet")
            for one in refused.reasons
        )
        raise Unreadable(*placed) from refused
