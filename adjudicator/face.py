"""The adjudicator's face: everything the other packages ask of it.

position = start("first-edition", 5, seed)
outcome = advance(position, oracle)
seen_by_stark = view(outcome.showing, "stark", outcome.waiting)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from adjudicator.editions import first
from adjudicator.kernel import step as kernel
from adjudicator.kernel.decision import Decision, Given
from adjudicator.kernel.event import Decided, Event, Record
from adjudicator.kernel.refusal import Refusal, Unreadable
from adjudicator.kernel.step import Oracle, Outcome
from adjudicator.thrones import apply as applying
from adjudicator.thrones import legality
from adjudicator.thrones.board import Board, Position, View
from adjudicator.thrones.control import standings as _standings
from adjudicator.thrones.edition import Edition
from adjudicator.thrones.events import AnyEvent, DeckShuffled, Standing
from adjudicator.thrones.legality import LegalAnswers
from adjudicator.thrones.registry import edition_named, edition_of
from adjudicator.thrones.resolver import Call, oracle_for
from adjudicator.thrones.round import set_up
from adjudicator.thrones.sheet import Sheet
from adjudicator.thrones.sheet_check import SheetReport
from adjudicator.thrones.sheet_check import check_sheet as _check_sheet
from adjudicator.thrones.steward import steward
from adjudicator.thrones.windows import Pace
from adjudicator.thrones.windows import window as _window

EDITIONS: dict[str, Edition] = {first.FIRST.id: first.FIRST}

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Position)
_packer = msgspec.msgpack.Encoder()
_unpacker = msgspec.msgpack.Decoder(Position)


class StoredRecord(Record, frozen=True):
    """A record as it is stored and read back: its event is one of the known events."""

    event: AnyEvent


_record_decoder = msgspec.json.Decoder(list[StoredRecord])


class ThronesRules:
    """The Westeros board games as the kernel's driver sees them."""

    def __init__(self, edition: Edition) -> None:
        self.steps: Mapping[str, Any] = edition.steps

    def apply(self, position: Position, event: Event) -> None:
        """Change the position as the event says."""
        applying.apply(position, event)

    def check(self, position: Position, decision: Decision, answer: Any) -> Refusal | None:
        """Why the answer is not legal, or None."""
        return legality.check(position, decision, answer)

    def over(self, position: Position) -> bool:
        """Whether the game has ended."""
        return position.board.ending is not None

    def encode(self, position: Position) -> bytes:
        """The position as bytes, for coming back to it."""
        return _packer.encode(position)

    def decode(self, data: bytes) -> Position:
        """The position from `encode`."""
        return _unpacker.decode(data)


def edition(name: str) -> Edition:
    """The edition with this id; Illegal (`unknown-edition`) otherwise."""
    return edition_named(name)


def start(edition_id: str, players: int, seed: str) -> Position:
    """A new game, set up, its first round still to come. Raises Illegal for an unknown edition or number of players."""
    return set_up(edition_named(edition_id), players, seed)


def advance(position: Position, oracle: Oracle) -> Outcome[Position]:
    """Run the game until it ends or the oracle leaves a decision open. Uses the position up."""
    return kernel.advance(ThronesRules(edition_of(position)), position, oracle)


def _nobody(position: Any, decision: Decision) -> Given | None:
    return None


def resume(position: Position) -> Outcome[Position]:
    """Run on without asking anybody: gives the position as shown now and the open decisions. Uses the position up."""
    return advance(position, _nobody)


def view(showing: Position, seat: str | None, waiting: Sequence[Decision] = ()) -> View:
    """What a seat (None: spectators) may know. The board is shared, not copied: do not change it."""
    return View(
        edition=showing.edition,
        players=showing.players,
        commitment=showing.commitment,
        seat=seat,
        board=showing.board,
        deck_sizes={deck: len(cards) for deck, cards in showing.hidden.decks.items()},
        waiting=[decision for decision in waiting if decision.seat == seat],
    )


def check(position: Position, decision: Decision, answer: Any) -> Refusal | None:
    """Why the answer is not legal for the decision, or None."""
    return legality.check(position, decision, answer)


def legal_answers(position: Position, decision: Decision) -> LegalAnswers:
    """The legal answers of a decision: lazily iterable, `in`, `.sample(pick)`."""
    return legality.legal_answers(position, decision)


def window(position: Position, decision: Decision, pace: Pace) -> str:
    """The call a decision belongs to: `r2-westeros`, `r1-planning`, `r1-raven`, or a decision's id."""
    return _window(position, decision, pace)


def resolve(position: Position, call: Call) -> Outcome[Position]:
    """Adjudicate a call in bulk from its sheets, standing instructions, stewards and defaults. Uses the position up."""
    return advance(position, oracle_for(call, steward))


def check_sheet(showing: Position, seat: str, sheet: Sheet, waiting: Sequence[Decision]) -> SheetReport:
    """What is wrong with a seat's sheet: errors refuse it, warnings are told. Looks only at what the seat may see."""
    return _check_sheet(showing, seat, sheet, waiting)


def seen(record: Record, seat: str | None, *, over: bool = False) -> Record | None:
    """The record as a seat may see it: other seats' decisions are left out and deck orders hidden while the game
    runs.

    Once the game is over everything is open.
    """
    if over:
        return record
    event = record.event
    if isinstance(event, Decided):
        return record if event.seat == seat else None
    if isinstance(event, DeckShuffled):
        return msgspec.structs.replace(record, event=msgspec.structs.replace(event, order=()))
    return record


def fold(begin: Position, records: Iterable[Record]) -> Position:
    """The position rebuilt from events alone (agenda and answers stay as in `begin`). Uses `begin` up."""
    for record in records:
        applying.apply(begin, record.event)
    return begin


def standings(board: Board, rules: Edition) -> tuple[Standing, ...]:
    """The houses, best first: settlements, supply, available Power."""
    return _standings(board, rules)


def encode(position: Position) -> bytes:
    """The position as JSON."""
    return _encoder.encode(position)


def decode(data: bytes) -> Position:
    """A position from its JSON; Unreadable (`bad-position`) with the place of the fault."""
    try:
        return _decoder.decode(data)
    except msgspec.MsgspecError as fault:
        raise Unreadable(Refusal("bad-position", str(fault))) from fault


def encode_records(records: Sequence[Record]) -> bytes:
    """Records as JSON."""
    return _encoder.encode(records)


def decode_records(data: bytes) -> list[Record]:
    """Records from their JSON; Unreadable (`bad-records`) with the place of the fault."""
    try:
        return list(_record_decoder.decode(data))
    except msgspec.MsgspecError as fault:
        raise Unreadable(Refusal("bad-records", str(fault))) from fault
