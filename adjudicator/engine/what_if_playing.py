"""What if? The open call played to its end, with sheets that a seat assumes, on nothing but what it knows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from adjudicator.engine.bulk import BulkRules, Call, Pace, Resolver, Unsaid
from adjudicator.engine.decision import Decision, Given
from adjudicator.engine.event import Event, Record
from adjudicator.engine.refusal import Illegal, Refusal
from adjudicator.engine.salt import Draw, draw_of
from adjudicator.engine.sheet_rules import SheetReport
from adjudicator.engine.step import Oracle, Outcome, Rules, advance, nobody, resting
from adjudicator.engine.what_if import Supposed, known_answers, public_salt, question_number


@dataclass(frozen=True, kw_only=True)
class Imagined:
    """What a family says whose calls are played on what one seat knows: of positions, views and sheets as
    `adjudicator.engine.family.Family` says; besides

    `seat_word`: how refusals call a seat; `players`: the seats of a board that hand in sheets; `guess`: the sheet that
    the steward guesses for the seat of a view, around what is assumed (`nothing`, where nothing is), `complete` the
    same around a sheet that is begun, each with how near-equal choices are drawn; `remember`: a seat's memory of what
    it was told; `drawn_anew`: all that is hidden, from a position, a memory, all questions that wait (of those for
    others it reads what lies open alone) and a seed; `as_imagined`: a question that was asked before all was drawn
    anew, as it is asked now.
    """

    rules: Callable[[Any], Rules[Any]]
    bulk: BulkRules
    view: Callable[[Any, str, Sequence[Decision]], Any]
    seen_event: Callable[[Event, str], Event | None]
    check_sheet: Callable[[Any, str, Any, Sequence[Decision]], SheetReport]
    empty_sheet: Any
    seat_word: str
    players: Callable[[Any], Iterable[str]]
    nothing: Any
    guess: Callable[[Any, Any, Draw], Any]
    complete: Callable[[Any, Any, Draw], Any]
    remember: Callable[[str, Iterable[Event]], Any]
    drawn_anew: Callable[[Any, Any, Sequence[Decision], str], Any]
    as_imagined: Callable[[Any, Decision, str], Decision]

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
        """Play the open call of a stored position to its end, as `seat` may imagine it.

        `records` are all of the game so far, of which the seat remembers what it was told. `sheets`: what each seat is
        assumed to hand in; the steward guesses for those that are not named, and around what is left open. `begun`:
        sheets of other seats, completed by the steward from what these would see. The seat's own is a whole sheet;
        `standing`, `taken_over` and `unsaid` are as in `Call`. `number` asks for another draw of chance.

        Nothing hidden from the seat is read: unshown answers of others are dropped, and all that is hidden is drawn
        anew from what the seat knows. Uses the position up. Raises ValueError where no call is open, Illegal for sheets
        that could not be handed in, with places that begin with the seat (`stark.orders.winterfell`; not its own).
        """
        rules = self.rules(position)
        shown = resting(rules, position)
        if not shown.waiting:
            raise ValueError("no call is open")
        before = self.view(shown.showing, seat, shown.waiting)
        told = (event for record in records if (event := self.seen_event(record.event, seat)) is not None)
        memory, seed = self.remember(seat, told), public_salt(before, number)
        veiled = _Veiled(
            rules,
            lambda here: self.drawn_anew(here, memory, shown.waiting, seed),
            lambda here, asked: self.as_imagined(here, asked, seat),
        )
        position.progress.pending = known_answers(rules, position, seat)
        asked = veiled.advance(rules.decode(start := rules.encode(position)), nobody)
        written = self._sheets(shown, asked, seat, sheets, begun or {})
        call = Call(
            window=self.bulk.window(asked.showing, asked.waiting[0], pace),
            sheets=written,
            standing={} if standing is None else {seat: standing},
            taken_over=frozenset((seat,)) if taken_over else frozenset(),
            pace=pace,
            unsaid=unsaid,
        )
        played = veiled.advance(rules.decode(start), _AllMine(self.bulk, call, before.waiting))
        after, begin = self.view(played.showing, seat, played.waiting), msgspec.json.encode(asked.showing)
        return Supposed(before, after, played.records, written, begin)

    def _sheets(
        self,
        shown: Outcome[Any],
        asked: Outcome[Any],
        seat: str,
        sheets: Mapping[str, Any],
        begun: Mapping[str, Any],
    ) -> dict[str, Any]:
        """The sheet of every player: as it is assumed, or as the steward guesses it from what is imagined. Raises as
        `_check`."""
        found: dict[str, Any] = {}
        for house in self.players(asked.showing.board):
            draw = draw_of(asked.showing.hidden.seed, house)
            assumed = sheets.get(house, self.nothing)
            if house == seat:
                found[house] = assumed.sheet or self.empty_sheet
            elif house in begun:
                found[house] = self.complete(self.view(asked.showing, house, asked.waiting), begun[house], draw)
            else:
                found[house] = self.guess(self.view(asked.showing, house, asked.waiting), assumed, draw)
        self._check(shown, asked, seat, (*sheets, *begun), found)
        return found

    def _check(
        self,
        shown: Outcome[Any],
        asked: Outcome[Any],
        seat: str,
        given: Iterable[str],
        written: Mapping[str, Any],
    ) -> None:
        """Every sheet that is given, as if it were handed in. Raises Illegal; places begin with the seat."""
        errors: list[Refusal] = []
        for house in given:
            where = f"{house}." if house != seat else ""
            if house not in written:
                words = f"no player of this game has the {self.seat_word} {house!r}"
                errors.append(Refusal("unknown-house", words, house))
                continue
            there = shown if house == seat else asked
            report = self.check_sheet(there.showing, house, written[house], there.waiting)
            errors += [msgspec.structs.replace(one, where=f"{where}{one.where}") for one in report.errors]
        if errors:
            raise Illegal(*errors)


class _AllMine:
    """The resolver of a call, and of the calls that come before what waits for the seat, where answers that it does not
    know are asked for again."""

    def __init__(self, rules: BulkRules, call: Call, waiting: Sequence[Decision]) -> None:
        self.rules, self.call, self.resolver = rules, call, Resolver(rules, call, None)
        self.last = max((question_number(decision) for decision in waiting), default=0)

    def __call__(self, position: Any, decision: Decision) -> Given | None:
        given = self.resolver(position, decision)
        if given is None and question_number(decision) <= self.last:
            asked_in = self.rules.window(position, decision, self.call.pace)
            self.resolver = Resolver(self.rules, msgspec.structs.replace(self.call, window=asked_in), None)
            given = self.resolver(position, decision)
        return given


class _Veiled:
    """The rules of a what-if: as soon as anything is asked that the seat does not know the answer to, everything hidden
    is drawn anew."""

    def __init__(
        self, rules: Rules[Any], draw: Callable[[Any], Any], imagined: Callable[[Any, Decision], Decision]
    ) -> None:
        self.steps, self.apply, self.over = rules.steps, rules.apply, rules.over
        self.encode, self.decode = rules.encode, rules.decode
        self._rules, self._draw, self._imagined = rules, draw, imagined
        self._shown: dict[str, Decision] = {}
        # The number of the last question that was asked of what is true.
        self._last_true = 0

    def advance(self, position: Any, oracle: Oracle) -> Outcome[Any]:
        """Run on by an oracle that sees nothing true of what is hidden."""
        self._shown = {}

        def ask(position: Any, decision: Decision) -> Given | None:
            if not self._shown:
                position.hidden = self._draw(position)
                self._last_true = position.progress.asked
            true = question_number(decision) <= self._last_true
            shown = self._shown[decision.id] = self._imagined(position, decision) if true else decision
            return oracle(position, shown)

        outcome = advance(self, position, ask, steps_a_snapshot=1)
        waiting = [self._shown.get(decision.id, decision) for decision in outcome.waiting]
        return msgspec.structs.replace(outcome, waiting=waiting)

    def check(self, position: Any, decision: Decision, answer: Any) -> Refusal | None:
        """Why the answer is not legal, or None; to a question as it was imagined."""
        return self._rules.check(position, self._shown.get(decision.id, decision), answer)
