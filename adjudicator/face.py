"""The adjudicator's face: everything the other packages ask of it.

position = start("first-edition", 5, seed)
outcome = advance(position, oracle)
seen_by_stark = view(outcome.showing, "stark", outcome.waiting)
mended = issue(outcome.position, SetPower(house="stark", power=5), "miscounted", "gm")
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

import msgspec

from adjudicator.kernel import edicts as decreeing
from adjudicator.kernel import step as kernel
from adjudicator.kernel.decision import Decision, Given
from adjudicator.kernel.event import Record
from adjudicator.kernel.journal import Decreed
from adjudicator.kernel.refusal import Illegal, Refusal, Unreadable
from adjudicator.kernel.step import Oracle, Outcome, Table
from adjudicator.thrones.edicts import rollback
from adjudicator.thrones.edicts.apply_edict import decree as _decree
from adjudicator.thrones.edicts.edict_check import EdictReport
from adjudicator.thrones.edicts.edict_check import check_edict as _check_edict
from adjudicator.thrones.edicts.gift_check import no_gifts_now as _no_gifts_now
from adjudicator.thrones.edicts.rollback import RestPoint
from adjudicator.thrones.editions import first, mother_of_dragons, second
from adjudicator.thrones.rules import apply as applying
from adjudicator.thrones.rules import legality, seating
from adjudicator.thrones.rules.control import standings as _standings
from adjudicator.thrones.rules.driver import StepRules
from adjudicator.thrones.rules.forced import single_choice
from adjudicator.thrones.rules.legality import LegalAnswers
from adjudicator.thrones.rules.registry import edition_at, edition_named, edition_of
from adjudicator.thrones.rules.revisions import REVISION as REVISION
from adjudicator.thrones.rules.revisions import check_revision
from adjudicator.thrones.rules.round import set_up
from adjudicator.thrones.rules.vassals import foreseen as _foreseen
from adjudicator.thrones.rules.windows import Pace
from adjudicator.thrones.rules.windows import window as _window
from adjudicator.thrones.sheet_writing import complete_sheet as complete_sheet
from adjudicator.thrones.sheet_writing import write_sheet as write_sheet
from adjudicator.thrones.sheets.resolver import Call, oracle_for
from adjudicator.thrones.sheets.sheet_check import check_sheet as check_sheet
from adjudicator.thrones.state.board import Board, Position
from adjudicator.thrones.state.decisions import PlaceOrders
from adjudicator.thrones.state.difference import AnyChange
from adjudicator.thrones.state.difference import difference as _difference
from adjudicator.thrones.state.edicts import AnyEdict, Entry
from adjudicator.thrones.state.edition import Edition
from adjudicator.thrones.state.events import AnyEvent, Standing
from adjudicator.thrones.state.visibility import seen as seen
from adjudicator.thrones.state.visibility import seen_entry as seen_entry
from adjudicator.thrones.state.visibility import view as view
from adjudicator.thrones.steward import steward
from adjudicator.thrones.what_if import suppose as suppose

ALL_EDITIONS: dict[str, Edition] = {
    edition.id: edition for edition in (first.FIRST, second.SECOND, mother_of_dragons.MOTHER_OF_DRAGONS)
}
# Those that people may begin games of.
EDITIONS: dict[str, Edition] = {name: edition for name, edition in ALL_EDITIONS.items() if edition.offered}

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Position)


class StoredRecord(Record, frozen=True):
    """A record as it is stored and read back: its event is one of the known events."""

    event: AnyEvent


_entries_decoder: msgspec.json.Decoder[list[Entry]] = msgspec.json.Decoder(list[Entry])
_edict_decoder: msgspec.json.Decoder[AnyEdict] = msgspec.json.Decoder(AnyEdict)
LONGEST_EDICT = 64 * 1024
_record_decoder = msgspec.json.Decoder(list[StoredRecord])


class ThronesRules(StepRules):
    """What runs an edition's steps and takes edicts."""

    def decree(self, table: Table[Position], decreed: Decreed[Any]) -> None:
        """Check an edict and tell it, with what follows from it at once."""
        _decree(table, edition_of(table.position), decreed)


def edition(name: str) -> Edition:
    """The edition with this id; Illegal (`unknown-edition`) otherwise."""
    return edition_named(name)


def edition_under(name: str, revision: int) -> Edition:
    """The edition as games that began under a revision are played; Illegal (`unknown-edition`, `unknown-revision`)."""
    return edition_at(name, revision)


def offered(name: str) -> Edition:
    """The edition with this id, if people may begin games of it; Illegal (`unknown-edition`) otherwise."""
    if name not in EDITIONS:
        known = ", ".join(sorted(EDITIONS))
        raise Illegal(Refusal("unknown-edition", f"there is no edition {name!r}; known: {known}", "edition"))
    return EDITIONS[name]


def start(
    edition_id: str,
    players: int,
    seed: str,
    modules: Sequence[str] = (),
    houses: Sequence[str] = (),
    revision: int = REVISION,
) -> Position:
    """A new game, set up, its first round still to come; `modules` are optional parts of the rules to play with.

    `houses` are those with a player where the others are vassals; none named: drawn by the seed. `revision` is that of
    the rules, for a game that began under an earlier one. Raises Illegal for an unknown edition, revision, number of
    players or module, or houses that cannot be played.
    """
    return set_up(edition_at(edition_id, revision), players, seed, modules, houses, revision)


def candidates(rules: Edition, players: int) -> tuple[str, ...]:
    """The houses among which so many players choose; as many as players where there is no choice.

    Raises Illegal (`players-not-supported`).
    """
    return seating.candidates(rules, players)


def left_to_vassals(rules: Edition, players: int, houses: Collection[str]) -> tuple[str, ...]:
    """The houses that are vassals when `houses` are played; while these are fewer than the players, those that may be.

    Raises Illegal (`players-not-supported`).
    """
    return seating.left_to_vassals(rules, players, houses)


def advance(position: Position, oracle: Oracle) -> Outcome[Position]:
    """Run the game until it ends or the oracle leaves a decision open. Uses the position up."""
    return kernel.advance(ThronesRules(edition_of(position)), position, oracle)


def _nobody(position: Any, decision: Decision) -> Given | None:
    return None


def resume(position: Position) -> Outcome[Position]:
    """Run on without asking anybody: gives the position as shown now and the open decisions. Uses the position up."""
    return advance(position, _nobody)


def foreseen(showing: Position, seat: str) -> list[PlaceOrders]:
    """The orders that a seat will be asked for in the call that is open, while vassals are still being chosen.

    They have no id and take no direct answer: a sheet's `orders` answer them.
    """
    return _foreseen(showing.board, edition_of(showing), seat)


def check(position: Position, decision: Decision, answer: Any) -> Refusal | None:
    """Why the answer is not legal for the decision, or None."""
    return legality.check(position, decision, answer)


def legal_answers(position: Position, decision: Decision) -> LegalAnswers:
    """The legal answers of a decision: lazily iterable, `in`, `.sample(pick)`."""
    return legality.legal_answers(position, decision)


def has_choice(decision: Decision) -> bool:
    """Whether a decision plainly leaves more than one answer: who has none need not be waited for."""
    return single_choice(decision) is None


def window(position: Position, decision: Decision, pace: Pace) -> str:
    """The call a decision belongs to: `r2-westeros`, `r1-planning`, `r1-raven`, or a decision's id."""
    return _window(position, decision, pace)


def resolve(position: Position, call: Call) -> Outcome[Position]:
    """Adjudicate a call in bulk from its sheets, standing instructions, stewards and defaults. Uses the position up.

    `remarks` of the outcome name the call's overrides that were not used, and why.
    """
    oracle = oracle_for(call, steward)
    outcome = advance(position, oracle)
    outcome.remarks = oracle.remarks()
    return outcome


def check_edict(position: Position, edict: AnyEdict) -> EdictReport:
    """What is wrong with an edict where the game rests: errors refuse it, warnings are told; whether it ends the game.

    Give it the stored position: that is where an edict applies.
    """
    return _check_edict(position, edict)


def no_gifts_now(position: Position) -> Refusal | None:
    """Why nobody may give Power at this moment where the game rests (MoD rules: gifts of Power), or None."""
    return _no_gifts_now(position)


def issue(position: Position, edict: AnyEdict, reason: str, by: str) -> Outcome[Position]:
    """Apply an edict where the game rests and run on to the next question. Uses the position up.

    Events told earlier with a number above `voids` do not hold any more; `records` tells their like again. Answers of
    the step that waits stay as far as they fit. Raises Illegal.
    """
    rules = ThronesRules(edition_of(position))
    return decreeing.issue(rules, position, Decreed(edict, reason, by))


def joined(first: Outcome[Position], more: Outcome[Position]) -> Outcome[Position]:
    """Two outcomes, the second of which goes on where the first stopped, as one."""
    return decreeing.joined(first, more)


def replay(
    position: Position, entries: Iterable[Entry], watch: Callable[[int], None] | None = None
) -> Outcome[Position]:
    """Play a journal from where it began: the same events, edicts too, and the same position. Uses the position up.

    `remarks` of the outcome count answers that met no question; `watch` is told how many entries were played, after
    each. Raises Illegal for edicts or answers that do not fit.
    """
    return decreeing.replay(ThronesRules(edition_of(position)), position, entries, counted=watch)


def rest_points(position: Position, entries: Sequence[Entry]) -> list[RestPoint]:
    """Where the game rested while a journal was played from `position`: every step that asked something.

    `replay(position, entries[: point.entries])` goes there. Uses the position up.
    """
    return rollback.rest_points(ThronesRules(edition_of(position)), position, entries)


def replay_to(position: Position, entries: Sequence[Entry], decision: str) -> Outcome[Position]:
    """The game as it was when a decision (the last of this id) was asked; what was answered before it stays.

    Of questions asked together name the first, so that all of them are asked again.
    `entries` of the outcome are those that stay, `voids` the last event told before `position` that holds. Raises
    Illegal `no-such-decision`. Uses the position up.
    """
    return rollback.replay_to(ThronesRules(edition_of(position)), position, entries, decision)


def roll_back(
    position: Position, entries: Sequence[Entry], decision: str, reason: str, by: str, seed: str | None = None
) -> Outcome[Position]:
    """Go back to where a decision was asked, and say so: the decks stay, or are shuffled again by a new `seed`.

    As `replay_to`; its entries and records end with the edicts that say it. Uses the position up.
    """
    return rollback.roll_back(ThronesRules(edition_of(position)), position, entries, (decision, reason, by), seed)


def difference(before: Board, after: Board, rules: Edition | None = None) -> tuple[AnyChange, ...]:
    """Everything public that differs between two boards; empty if and only if they say the same.

    With the edition `rules` areas come in the order of its data, else by name.
    """
    return _difference(before, after, rules.area_order if rules else {})


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
    """A position from its JSON; Unreadable (`bad-position`) with the place, Illegal (`unknown-revision`)."""
    try:
        found = _decoder.decode(data)
    except msgspec.MsgspecError as fault:
        raise Unreadable(Refusal("bad-position", str(fault))) from fault
    check_revision(found.revision)
    return found


def encode_records(records: Sequence[Record]) -> bytes:
    """Records as JSON."""
    return _encoder.encode(records)


def encode_entries(entries: Sequence[Entry]) -> bytes:
    """Journal entries as JSON, one array."""
    return _encoder.encode(entries)


def decode_entries(data: bytes) -> list[Entry]:
    """Journal entries from their JSON; Unreadable (`bad-entry`) with the place of the fault."""
    try:
        return _entries_decoder.decode(data)
    except msgspec.MsgspecError as fault:
        raise Unreadable(Refusal("bad-entry", str(fault))) from fault


def read_edict(data: bytes) -> AnyEdict:
    """An edict from JSON that nobody vouches for; Unreadable (`bad-edict`) with the place of the fault."""
    if len(data) > LONGEST_EDICT:
        raise Unreadable(Refusal("bad-edict", f"an edict has at most {LONGEST_EDICT} bytes, not {len(data)}"))
    try:
        return _edict_decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        raise Unreadable(Refusal("bad-edict", str(fault))) from fault


def decode_records(data: bytes) -> list[Record]:
    """Records from their JSON; Unreadable (`bad-records`) with the place of the fault."""
    try:
        return list(_record_decoder.decode(data))
    except msgspec.MsgspecError as fault:
        raise Unreadable(Refusal("bad-records", str(fault))) from fault
