"""The adjudicator's face: everything the other packages ask of it, whatever family a game is of.

position = start("first-edition", 5, seed)
outcome = advance(position, oracle)
seen_by_stark = view(outcome.showing, "stark", outcome.waiting)
mended = issue(outcome.position, Ruling(text="..."), "a question of the rules", "gm")
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

import msgspec

from adjudicator.documents import LONGEST_EDICT as LONGEST_EDICT
from adjudicator.documents import StoredRecord as StoredRecord
from adjudicator.documents import decode as decode
from adjudicator.documents import decode_entries as decode_entries
from adjudicator.documents import decode_records as decode_records
from adjudicator.documents import decoder as decoder
from adjudicator.documents import encode as encode
from adjudicator.documents import encode_entries as encode_entries
from adjudicator.documents import encode_records as encode_records
from adjudicator.documents import encode_sheet as encode_sheet
from adjudicator.documents import entry_type as entry_type
from adjudicator.documents import is_translated as is_translated
from adjudicator.documents import kept_sheet as kept_sheet
from adjudicator.documents import read_board as read_board
from adjudicator.documents import read_edict as read_edict
from adjudicator.documents import read_prepared as read_prepared
from adjudicator.documents import read_sheet as read_sheet
from adjudicator.documents import record_type as record_type
from adjudicator.documents import stored as stored
from adjudicator.engine import edicts as intervening
from adjudicator.engine import rollback
from adjudicator.engine import step as engine
from adjudicator.engine.bulk import Call, Level, Pace, Resolver
from adjudicator.engine.data_files import base_of
from adjudicator.engine.decision import Decision, Given
from adjudicator.engine.edict_kinds import COMMON, Reseed
from adjudicator.engine.event import Decided, Event, Record
from adjudicator.engine.family import (
    Board,
    BoardKept,
    EdictReport,
    Edition,
    Entry,
    LegalAnswers,
    Position,
    Standing,
    View,
    WindowSort,
)
from adjudicator.engine.journal import Answered, Decreed
from adjudicator.engine.refusal import Illegal, Refusal
from adjudicator.engine.rollback import RestPoint
from adjudicator.engine.sheet_rules import SheetReport
from adjudicator.engine.step import Oracle, Outcome
from adjudicator.families import ALL_EDITIONS as ALL_EDITIONS
from adjudicator.families import EDITIONS as EDITIONS
from adjudicator.families import hidden_events, of_edition, of_value, structs_in


def edition(name: str) -> Edition:
    """The edition with this id; Illegal (`unknown-edition`) otherwise."""
    return of_edition(name).editions[name]


def shown_edition(name: str) -> Edition:
    """The edition with this id, for its name and those of its seats: where a host's own files are missing, the
    program's edition with those rules, so that one lost folder takes no list away. Illegal (`unknown-edition`)."""
    known = ALL_EDITIONS.get(name)
    if known is None:
        try:
            return edition(name)
        except Illegal:
            known = ALL_EDITIONS.get(base_of(name))
            if known is None:
                raise
    return known


def edition_under(name: str, revision: int, modules: Sequence[str] | None = None) -> Edition:
    """The edition as games that began under a revision are played, with `modules` as games with these optional parts
    are; Illegal (`unknown-edition`, `unknown-revision`)."""
    return of_edition(name).edition_under(name, revision, modules)


def edition_played(name: str, modules: Sequence[str]) -> Edition:
    """The edition as new games with these optional parts are played; Illegal (`unknown-edition`)."""
    return edition_under(name, of_edition(name).revision, modules)


def check_modules(name: str, modules: Sequence[str]) -> None:
    """Raises Illegal for optional parts of the rules that an edition does not have (`unknown-module`), or that are not
    played together (`module-needs-others`, `modules-exclude-each-other`)."""
    family = of_edition(name)
    family.check_modules(family.editions[name], modules)


def offered(name: str) -> Edition:
    """The edition with this id, if people may begin games of it; Illegal (`unknown-edition`) otherwise."""
    if name not in EDITIONS:
        known = ", ".join(sorted(EDITIONS))
        raise Illegal(Refusal("unknown-edition", f"there is no edition {name!r}; known: {known}", "edition"))
    return EDITIONS[name]


def start(
    edition: str,
    players: int,
    seed: str,
    modules: Sequence[str] = (),
    houses: Sequence[str] = (),
    revision: int | None = None,
) -> Position:
    """A new game, set up, its first round still to come; `modules` are optional parts of the rules to play with.

    `houses` are those with a player where the others are vassals; none named: drawn by the seed. `revision` is that of
    the rules, for a game that began under an earlier one (None: as they are now). Raises Illegal for an unknown
    edition, revision, number of players or module, or houses that cannot be played.
    """
    family = of_edition(edition)
    revision = family.revision if revision is None else revision
    return family.start(edition, players, seed, modules, houses, revision)


def revision_now(edition: str) -> int:
    """The revision of the rules under which new games of an edition begin; Illegal (`unknown-edition`)."""
    return of_edition(edition).revision


def candidates(rules: Edition, players: int) -> tuple[str, ...]:
    """The houses among which so many players choose; as many as players where there is no choice.

    Raises Illegal (`players-not-supported`).
    """
    return of_edition(rules.id).candidates(rules, players)


def left_to_vassals(rules: Edition, players: int, houses: Collection[str]) -> tuple[str, ...]:
    """The houses that are vassals when `houses` are played; while these are fewer than the players, those that may be.

    Raises Illegal (`players-not-supported`).
    """
    return of_edition(rules.id).left_to_vassals(rules, players, houses)


def advance(position: Position, oracle: Oracle) -> Outcome[Position]:
    """Run the game until it ends or the oracle leaves a decision open. Uses the position up."""
    return engine.advance(of_value(position).rules(position), position, oracle)


def resume(position: Position) -> Outcome[Position]:
    """Run on without asking anybody: gives the position as shown now and the open decisions. Uses the position up."""
    return advance(position, engine.nobody)


def foreseen(showing: Position, seat: str) -> Sequence[Decision]:
    """Decisions that a seat will be asked for in the planning call that is open, though nobody can be asked yet.

    They have no id and take no direct answer: a sheet answers them.
    """
    return of_value(showing).foreseen(showing, seat)


def check(position: Position, decision: Decision, answer: Any) -> Refusal | None:
    """Why the answer is not legal for the decision, or None."""
    return of_value(position).bulk.check(position, decision, answer)


def legal_answers(position: Position, decision: Decision) -> LegalAnswers:
    """The legal answers of a decision: lazily iterable, `in`, `.sample(pick)`."""
    return of_value(position).legal_answers(position, decision)


def has_choice(decision: Decision) -> bool:
    """Whether a decision plainly leaves more than one answer: who has none need not be waited for."""
    return of_value(decision).has_choice(decision)


def window(position: Position, decision: Decision, pace: Pace) -> str:
    """The call a decision belongs to: `r2-westeros`, `r1-planning`, `r1-raven`, or a decision's id."""
    return of_value(position).bulk.window(position, decision, pace)


def phase_window(position: Position, pace: Pace) -> str:
    """The call of the phase being played."""
    return of_value(position).bulk.phase_window(position, pace)


def steward(position: Position, decision: Decision, level: Level = "steward") -> Given:
    """The answer of a bot of some level to any decision, at once; a maester's where it has not searched."""
    return of_value(position).steward(position, decision, level)


def oracle_for(position: Position, call: Call, *, stewards: bool = True) -> Resolver:
    """The oracle that resolves a call of the game of `position`; without `stewards` defaults decide for their seats."""
    family = of_value(position)
    searched = family.search.kinds(position) if family.search is not None else ()
    return Resolver(family.bulk, call, family.steward if stewards else None, searched)


def resolve(position: Position, call: Call) -> Outcome[Position]:
    """Adjudicate a call in bulk from its sheets, standing instructions, stewards and defaults. Uses the position up.

    `remarks` of the outcome name the call's overrides that were not used, and why.
    """
    oracle = oracle_for(position, call)
    outcome = advance(position, oracle)
    outcome.remarks = oracle.remarks()
    return outcome


def left_to_bot(edition: str) -> frozenset[str]:
    """Kinds of decisions that the bot makes for whoever has a sheet, where a game leaves unsaid choices to it."""
    return of_edition(edition).left_to_bot


def view(showing: Position, seat: str | None, waiting: Sequence[Decision] = ()) -> View:
    """What a seat (None: spectators) may know. The board is shared, not copied: do not change it."""
    return of_value(showing).view(showing, seat, waiting)


def view_of_board(kept: BoardKept, seat: str | None) -> View:
    """A view of a board of the past, without questions."""
    return of_value(kept.board).view_of_board(kept, seat)


def seen(record: Record, seat: str | None, *, over: bool = False) -> Record | None:
    """The record as a seat may see it: other seats' decisions are left out, and what is hidden while the game runs.

    Once the game is over everything is open.
    """
    event = record.event
    if over:
        return record
    if isinstance(event, Decided):
        return record if event.seat == seat else None
    shown = of_value(event).seen_event(event, seat)
    if shown is event:
        return record
    return None if shown is None else msgspec.structs.replace(record, event=shown)


def hidden_among(records: Sequence[Record]) -> tuple[int, ...]:
    """The places of records that spectators do not see as they are while the game runs; all others everybody does."""
    kinds = hidden_events()
    found = ((place, record) for place, record in enumerate(records) if type(record.event) in kinds)
    return tuple(place for place, record in found if seen(record, None) is not record)


def seen_entry(entry: Entry, seat: str | None, *, over: bool = False) -> Entry | None:
    """A journal entry as a seat may see it: its own answers, and edicts without what is hidden."""
    if over:
        return entry
    if isinstance(entry, Answered):
        return entry if entry.seat == seat else None
    return msgspec.structs.replace(entry, edict=openly(entry.edict))


def openly(edict: Any) -> Any:
    """An edict as players may know it while the game runs: without a seed, or what its family hides."""
    if isinstance(edict, Reseed):
        return Reseed(commitment=edict.commitment)
    return edict if isinstance(edict, COMMON) else of_value(edict).openly(edict)


def check_sheet(
    showing: Position,
    seat: str,
    sheet: Any,
    waiting: Sequence[Decision],
    *,
    pace: Pace = "bulk",
    standing: Any = None,
    lasting: bool = False,
) -> SheetReport:
    """Everything to say about a seat's sheet in the position as shown, with the decisions now open.

    `pace` is the game's, `standing` the seat's standing instructions; `lasting`: the sheet is itself such. Looks only
    at what the seat may see.
    """
    return of_value(showing).check_sheet(showing, seat, sheet, waiting, pace=pace, standing=standing, lasting=lasting)


def only_asked(showing: Position, seat: str, sheet: Any, waiting: Sequence[Decision], *, pace: Pace = "bulk") -> Any:
    """A seat's sheet with what the call that shows this position, and in which these decisions wait, asks it or may
    still come to; whatever is for other calls is left out."""
    return of_value(showing).only_asked(showing, seat, sheet, waiting, pace=pace)


def overlay(earlier: Any, later: Any) -> Any:
    """A later sheet laid over an earlier one."""
    return of_value(later).overlay(earlier, later)


def write_sheet(view: View) -> Any:
    """A sheet for the open call, written by the steward from what a seat sees."""
    return of_value(view).suggest_sheet(view)


def suggest_briefly(view: View, sheet: Any) -> Any:
    """A sheet that is begun, with what the bot suggests for what the open call asks; all else is left to the bot."""
    return of_value(view).suggest_briefly(view, sheet)


def sheet_as_played(showing: Position, seat: str, entries: Iterable[Answered[Any]]) -> Any:
    """A sheet as people write them, of a seat that means to do in a call what was answered in it; for measuring."""
    return of_value(showing).sheet_as_played(showing, seat, entries)


def left_to_steward(sheet: Any, *, own_work: bool = True) -> Any:
    """A sheet that leaves to the steward whatever it says nothing about, or all of it but a player's own work."""
    return of_value(sheet).left_to_steward(sheet, own_work=own_work)


def empty_sheet(edition: str) -> Any:
    """The sheet that says nothing."""
    return of_edition(edition).empty_sheet


def check_edict(position: Position, edict: Any) -> EdictReport:
    """What is wrong with an edict where the game rests: errors refuse it, warnings are told; whether it ends the game.

    Give it the stored position: that is where an edict applies.
    """
    return of_value(position).check_edict(position, edict)


def issue(position: Position, edict: Any, reason: str, by: str) -> Outcome[Position]:
    """Apply an edict where the game rests and run on to the next question. Uses the position up.

    Events told earlier with a number above `voids` do not hold any more; `records` tells their like again. Answers of
    the step that waits stay as far as they fit. Raises Illegal.
    """
    return intervening.issue(of_value(position).rules(position), position, Decreed(edict, reason, by))


def joined(first: Outcome[Position], more: Outcome[Position]) -> Outcome[Position]:
    """Two outcomes, the second of which goes on where the first stopped, as one."""
    return intervening.joined(first, more)


def replay(
    position: Position, entries: Iterable[Entry], watch: Callable[[int], None] | None = None
) -> Outcome[Position]:
    """Play a journal from where it began: the same events, edicts too, and the same position. Uses the position up.

    `remarks` of the outcome count answers that met no question; `watch` is told how many entries were played, after
    each. Raises Illegal for edicts or answers that do not fit.
    """
    return intervening.replay(of_value(position).rules(position), position, entries, counted=watch)


def rest_points(position: Position, entries: Sequence[Entry]) -> list[RestPoint]:
    """Where the game rested while a journal was played from `position`: every step that asked something.

    `replay(position, entries[: point.entries])` goes there. Uses the position up.
    """
    return rollback.rest_points(of_value(position).rules(position), position, entries)


def replay_to(position: Position, entries: Sequence[Entry], decision: str) -> Outcome[Position]:
    """The game as it was when a decision (the last of this id) was asked; what was answered before it stays.

    Of questions asked together name the first, so that all of them are asked again.
    `entries` of the outcome are those that stay, `voids` the last event told before `position` that holds. Raises
    Illegal `no-such-decision`. Uses the position up.
    """
    return rollback.replay_to(of_value(position).rules(position), position, entries, decision)


def roll_back(
    position: Position, entries: Sequence[Entry], decision: str, reason: str, by: str, seed: str | None = None
) -> Outcome[Position]:
    """Go back to where a decision was asked, and say so: the decks stay, or are shuffled again by a new `seed`.

    As `replay_to`; its entries and records end with the edicts that say it. Uses the position up.
    """
    rules = of_value(position).rules(position)
    return rollback.roll_back(rules, position, entries, (decision, reason, by), seed)


def difference(before: Board, after: Board, rules: Edition | None = None) -> tuple[Any, ...]:
    """Everything public that differs between two boards; empty if and only if they say the same.

    With the edition `rules` areas come in the order of its data, else by name.
    """
    return of_value(before).difference(before, after, rules)


def fold(begin: Position, records: Iterable[Record]) -> Position:
    """The position rebuilt from events alone (agenda and answers stay as in `begin`). Uses `begin` up."""
    apply = of_value(begin).rules(begin).apply
    for record in records:
        apply(begin, record.event)
    return begin


def standings(board: Board, rules: Edition) -> tuple[Standing, ...]:
    """The seats, best first, each with the family's figures."""
    return tuple(of_edition(rules.id).standings(board, rules))


def unplayed(board: Board) -> Collection[str]:
    """The seats that nobody plays now: others decide for them."""
    return of_value(board).unplayed(board)


def played(board: Board) -> list[str]:
    """The seats that somebody plays, in their order."""
    others = unplayed(board)
    return [house for house in board.houses if house not in others]


def begins_round(event: Event) -> int:
    """The number of the round that begins with this event, 0 if none does."""
    return 0 if isinstance(event, Decided) else of_value(event).begins_round(event)


def named_paces(edition: str) -> tuple[str, ...]:
    """The paces of an edition that have a name; Illegal (`unknown-edition`)."""
    return of_edition(edition).named_paces


def decision_kinds(edition: str) -> tuple[str, ...]:
    """The kinds of decisions that games of an edition may ask, by their tags."""
    kinds: Any = structs_in(of_edition(edition).types.decision)
    return tuple(sorted(str(kind.__struct_config__.tag) for kind in kinds))


def players_own(edict: Any) -> bool:
    """Whether an edict is an act of a player, and none of a game master."""
    return not isinstance(edict, COMMON) and of_value(edict).players_own(edict)


def hides(edict: Any) -> bool:
    """Whether an edict holds what players may not know while the game runs."""
    return openly(edict) is not edict


def seat_taken_by(edict: Any) -> str | None:
    """The seat that an edict takes from its player, None for others."""
    return None if isinstance(edict, COMMON) else of_value(edict).seat_taken_by(edict)


def takes_seat(edition: str, seat: str) -> Any | None:
    """The edict that takes a seat from its player for good, None in games that have none."""
    return of_edition(edition).takes_seat(seat)


def decider(board: Board, seat: str) -> str:
    """Who decides for a seat that nobody plays; empty for nobody."""
    return of_value(board).decider(board, seat)


def has_unplayed(rules: Edition) -> bool:
    """Whether seats can be left to others in games of an edition."""
    return of_edition(rules.id).has_unplayed(rules)


def window_sort(edition: str, window: str) -> WindowSort:
    """What sort of call a window of an edition's game is; Illegal (`unknown-edition`)."""
    return of_edition(edition).window_sort(window)


def may_ask(outcome: Outcome[Position], pace: Pace) -> frozenset[str]:
    """The seats to which the call that opens where an outcome waits may leave a choice, whatever others answer and
    whatever is drawn. It follows from what lies open; of what waits, from what its own seat sees."""
    family = of_value(outcome.showing)
    asked = (decision.seat for decision in outcome.waiting if family.has_choice(decision))
    return frozenset((*asked, *family.may_also_ask(outcome, pace)))
