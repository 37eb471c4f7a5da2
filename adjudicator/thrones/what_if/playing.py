"""What if? The open call played to its end, with sheets that a seat assumes, on nothing but what it knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from adjudicator.kernel import step as kernel
from adjudicator.kernel.bulk import Call, Pace
from adjudicator.kernel.decision import Decision, Given
from adjudicator.kernel.event import Event, Record
from adjudicator.kernel.refusal import Illegal, Refusal
from adjudicator.kernel.step import Oracle, Outcome
from adjudicator.kernel.what_if import Supposed, known_answers, nobody, public_salt, question_number
from adjudicator.thrones.rules import legality
from adjudicator.thrones.rules.control import players_of
from adjudicator.thrones.rules.driver import StepRules, resting
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.rules.windows import window
from adjudicator.thrones.sheets.resolver import oracle_for
from adjudicator.thrones.sheets.sheet import EMPTY_SHEET, Sheet
from adjudicator.thrones.sheets.sheet_check import check_sheet
from adjudicator.thrones.state.board import Position, View
from adjudicator.thrones.state.visibility import seen_event, view
from adjudicator.thrones.what_if.deck_memory import DeckMemory
from adjudicator.thrones.what_if.drawn_anew import as_imagined, drawn_anew
from adjudicator.thrones.what_if.guessing import NOTHING, Assumed, guess_sheet


def suppose(
    position: Position,
    seat: str,
    records: Iterable[Record],
    sheets: Mapping[str, Assumed],
    *,
    pace: Pace = "bulk",
    standing: Sheet | None = None,
    taken_over: bool = False,
    number: int = 1,
) -> Supposed:
    """Play the open call of a stored position to its end, as `seat` may imagine it.

    `records` are all of the game so far, of which the seat remembers what it was told. `sheets`: what each house is
    assumed to hand in; the steward guesses for houses that are not named, and around what is left open. The seat's own
    is a whole sheet, and falls to its `standing` instructions, the steward if it was just `taken_over`, and the
    defaults where it is silent. `number` asks for another draw of chance.

    Nothing that is hidden from the seat is read: answers of others that were not yet shown are dropped, and decks,
    hands and the seed are drawn anew from what the seat knows. The outcome is the same whatever they are. Uses the
    position up. Raises ValueError where no call is open, Illegal for sheets that could not be handed in, with places
    that begin with the house (`stark.orders.winterfell`; those of the seat's own sheet do not).
    """
    told = [event for record in records if (event := seen_event(record.event, seat)) is not None]
    edition = edition_of(position)
    shown = resting(edition, position)
    if not shown.waiting:
        raise ValueError("no call is open")
    before = view(shown.showing, seat, shown.waiting)
    veiled = _Veiled(position, seat, told, before, public_salt(before, number))
    position.progress.pending = known_answers(StepRules(edition), position, seat)
    start = StepRules(edition).encode(position)
    asked = veiled.advance(StepRules(edition).decode(start), nobody)
    written = _sheets(asked, seat, sheets)
    _check(shown, asked, seat, sheets, written)
    call = Call(
        window=window(asked.showing, asked.waiting[0], pace),
        sheets=written,
        standing={} if standing is None else {seat: standing},
        taken_over=frozenset((seat,)) if taken_over else frozenset(),
        pace=pace,
    )
    played = veiled.advance(StepRules(edition).decode(start), _AllMine(call, before.waiting))
    return Supposed(before, view(played.showing, seat, played.waiting), played.records, written)


def _sheets(asked: Outcome[Position], seat: str, sheets: Mapping[str, Assumed]) -> dict[str, Sheet]:
    """The sheet of every player: as it is assumed, or as the steward guesses it from what is imagined."""
    found: dict[str, Sheet] = {}
    for house in players_of(asked.showing.board):
        assumed = sheets.get(house, NOTHING)
        if house == seat:
            found[house] = assumed.sheet or EMPTY_SHEET
        else:
            found[house] = guess_sheet(view(asked.showing, house, asked.waiting), assumed)
    return found


def _check(
    shown: Outcome[Position], asked: Outcome[Position], seat: str, given: Iterable[str], written: Mapping[str, Sheet]
) -> None:
    """Every sheet that is given, as if it were handed in. Raises Illegal; places begin with the house."""
    errors: list[Refusal] = []
    for house in given:
        where = f"{house}." if house != seat else ""
        if house not in written:
            words = f"no player of this game has the house {house!r}"
            errors.append(Refusal("unknown-house", words, house))
            continue
        there = shown if house == seat else asked
        report = check_sheet(there.showing, house, written[house], there.waiting)
        errors += [msgspec.structs.replace(one, where=f"{where}{one.where}") for one in report.errors]
    if errors:
        raise Illegal(*errors)


class _AllMine:
    """The resolver of a call, and of the calls that come before what waits for the seat, where answers that it does not
    know are asked for again."""

    def __init__(self, call: Call, waiting: Sequence[Decision]) -> None:
        self.call, self.resolver = call, oracle_for(call)
        self.last = max((question_number(decision) for decision in waiting), default=0)

    def __call__(self, position: Position, decision: Decision) -> Given | None:
        given = self.resolver(position, decision)
        if given is None and question_number(decision) <= self.last:
            asked_in = window(position, decision, self.call.pace)
            self.resolver = oracle_for(msgspec.structs.replace(self.call, window=asked_in))
            given = self.resolver(position, decision)
        return given


class _Veiled(StepRules):
    """The rules of a what-if: as soon as anything is asked that the seat does not know the answer to, everything hidden
    is drawn anew."""

    def __init__(self, position: Position, seat: str, told: Iterable[Event], before: View, seed: str) -> None:
        super().__init__(edition_of(position))
        self.seat, self.before, self.seed = seat, before, seed
        self.memory = DeckMemory(seat, told)
        self.drawn = False
        self.shown: dict[str, Decision] = {}

    def advance(self, position: Position, oracle: Oracle) -> Outcome[Position]:
        """Run on by an oracle that sees nothing true of what is hidden."""
        self.drawn = False
        self.shown = {}

        def ask(position: Position, decision: Decision) -> Given | None:
            if not self.drawn:
                self.drawn = True
                position.hidden = drawn_anew(position, self.memory, self.before.waiting, self.seed)
            shown = as_imagined(position, decision, self.seat)
            self.shown[decision.id] = shown
            return oracle(position, shown)

        return kernel.advance(self, position, ask)

    def check(self, position: Position, decision: Decision, answer: object) -> Refusal | None:
        """Why the answer is not legal, or None; to a question as it was imagined."""
        return legality.check(position, self.shown.get(decision.id, decision), answer)
