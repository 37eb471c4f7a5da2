"""What if? The open call played to its end, with programmes that a leader assumes, on nothing but what it knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated

import msgspec

from adjudicator.btwixt.rules import legality
from adjudicator.btwixt.rules.driver import StepRules
from adjudicator.btwixt.rules.registry import edition_of
from adjudicator.btwixt.rules.visibility import seen_event, view
from adjudicator.btwixt.rules.windows import window
from adjudicator.btwixt.sheet_writing import write_sheet
from adjudicator.btwixt.sheets.conditions.tree import Compare, LeaderNumber
from adjudicator.btwixt.sheets.resolver import BulkRules
from adjudicator.btwixt.sheets.sheet import EMPTY_SHEET, BidRule, Sheet
from adjudicator.btwixt.sheets.sheet_check import check_sheet
from adjudicator.btwixt.state.position import Position, View
from adjudicator.btwixt.what_if.drawn_anew import as_imagined, drawn_anew
from adjudicator.btwixt.what_if.memory import Memory
from adjudicator.kernel import step as kernel
from adjudicator.kernel.bulk import Call, Pace, Resolver
from adjudicator.kernel.decision import Decision, Given
from adjudicator.kernel.event import Event, Record
from adjudicator.kernel.refusal import Illegal, Refusal
from adjudicator.kernel.step import Oracle, Outcome
from adjudicator.kernel.what_if import Supposed, known_answers, nobody, public_salt, question_number

MOST_TOTAL = 999


class Assumed(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, rename="kebab"):
    """What a leader is assumed to hand in: a whole `sheet`; or else cards that it plays first if it holds them, and a
    total from which on it kneels, around which the steward guesses all else."""

    play: tuple[str, ...] = ()
    up_to: Annotated[int, msgspec.Meta(ge=0, le=MOST_TOTAL)] | None = None
    sheet: Sheet | None = None


NOTHING = Assumed()


def guess_sheet(view: View, assumed: Assumed = NOTHING) -> Sheet:
    """The programme that is assumed for the seat of a view; where nothing is, what the steward would write."""
    if assumed.sheet is not None:
        return assumed.sheet
    guessed = write_sheet(view)
    first: tuple[BidRule, ...] = ()
    if assumed.up_to is not None:
        enough = Compare(LeaderNumber("total"), ">=", assumed.up_to)
        first = (BidRule(when=enough, kneel=True),)
    if assumed.play:
        first = (*first, BidRule(play=assumed.play))
    return msgspec.structs.replace(guessed, bid=(*first, *guessed.bid))


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

    `records` are all of the game so far, of which the seat remembers what it was told; `sheets` what each leader is
    assumed to hand in. `number` asks for another draw of chance. Nothing that is hidden from the seat is read, so that
    the outcome is the same whatever it is. Uses the position up. Raises ValueError where no call is open, Illegal for
    sheets that could not be handed in, with places that begin with the leader (`euron.bid[0]`; those of the seat's own
    sheet do not).
    """
    told = [event for record in records if (event := seen_event(record.event, seat)) is not None]
    rules = StepRules(edition_of(position))
    shown = kernel.advance(rules, rules.decode(rules.encode(position)), nobody)
    if not shown.waiting:
        raise ValueError("no call is open")
    before = view(shown.showing, seat, shown.waiting)
    veiled = _Veiled(position, seat, told, before, public_salt(before, number))
    position.progress.pending = known_answers(rules, position, seat)
    start = rules.encode(position)
    asked = veiled.advance(rules.decode(start), nobody)
    written = _sheets(asked, seat, sheets)
    _check(shown, asked, seat, sheets, written)
    call = Call(
        window=window(asked.showing, asked.waiting[0], pace),
        sheets=written,
        standing={} if standing is None else {seat: standing},
        taken_over=frozenset((seat,)) if taken_over else frozenset(),
        pace=pace,
    )
    played = veiled.advance(rules.decode(start), _AllMine(call, before.waiting))
    return Supposed(before, view(played.showing, seat, played.waiting), played.records, written)


def _sheets(asked: Outcome[Position], seat: str, sheets: Mapping[str, Assumed]) -> dict[str, Sheet]:
    """Every leader's programme: as it is assumed, or as the steward guesses it from what is imagined."""
    found: dict[str, Sheet] = {}
    for house in asked.showing.board.houses:
        assumed = sheets.get(house, NOTHING)
        if house == seat:
            found[house] = assumed.sheet or EMPTY_SHEET
        else:
            found[house] = guess_sheet(view(asked.showing, house, asked.waiting), assumed)
    return found


def _check(
    shown: Outcome[Position], asked: Outcome[Position], seat: str, given: Iterable[str], written: Mapping[str, Sheet]
) -> None:
    """Every sheet that is given, as if it were handed in. Raises Illegal; places begin with the leader."""
    errors: list[Refusal] = []
    for house in given:
        where = f"{house}." if house != seat else ""
        if house not in written:
            errors.append(Refusal("unknown-house", f"no player of this game has the leader {house!r}", house))
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
        self.call, self.resolver = call, Resolver(BulkRules(), call, None)
        self.last = max((question_number(decision) for decision in waiting), default=0)

    def __call__(self, position: Position, decision: Decision) -> Given | None:
        given = self.resolver(position, decision)
        if given is None and question_number(decision) <= self.last:
            asked_in = window(position, decision, self.call.pace)
            self.resolver = Resolver(BulkRules(), msgspec.structs.replace(self.call, window=asked_in), None)
            given = self.resolver(position, decision)
        return given


class _Veiled(StepRules):
    """The rules of a what-if: as soon as anything is asked that the seat does not know the answer to, everything hidden
    is drawn anew."""

    def __init__(self, position: Position, seat: str, told: Iterable[Event], before: View, seed: str) -> None:
        super().__init__(edition_of(position))
        self.seat, self.before, self.seed = seat, before, seed
        self.memory = Memory(seat, told)
        self.drawn = False
        self.shown: dict[str, Decision] = {}

    def advance(self, position: Position, oracle: Oracle) -> Outcome[Position]:
        """Run on by an oracle that sees nothing true of what is hidden."""
        self.drawn, self.shown = False, {}

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
