"""Running a conformance case, and what every case must keep whatever it is about."""

from __future__ import annotations

from itertools import islice

import msgspec

from adjudicator.btwixt.rules import visibility
from adjudicator.btwixt.rules.legality import check, legal_answers
from adjudicator.btwixt.scenario import build
from adjudicator.btwixt.state import decisions as d
from adjudicator.btwixt.state.decisions import CardChoice, CouncilChoice, Play
from adjudicator.btwixt.state.position import Position
from adjudicator.engine.decision import Answer, Decision, Source, SourcedAnswer
from adjudicator.engine.step import Record
from tests.adjudicator.btwixt.case_checks import differences
from tests.adjudicator.btwixt.case_file import Case
from tests.adjudicator.btwixt.case_script import Line, choices, question, read_answer, read_line
from tests.adjudicator.btwixt.playing import leaks, refolded, run, stepwise, stored

LISTED = 400
REST = ("claim", "place", "token")


class Ran(msgspec.Struct, frozen=True):
    """What a case did: its events, the questions asked (`cersei kill`), and what was wrong."""

    records: list[Record]
    asked: list[str]
    wrong: list[str]


class Scripted:
    """An oracle that answers from the script, judging refused answers and offers on the way."""

    def __init__(self, case: Case, round_: int) -> None:
        self.lines = [read_line(line) for line in case.script]
        self.rest, self.round = case.rest, round_
        self.asked: list[str] = []
        self.wrong: list[str] = []

    def _next(self, asked: str) -> Line | None:
        """The next line about this question, taken out of the script."""
        place = next((n for n, line in enumerate(self.lines) if f"{line.seat} {line.label}" == asked), None)
        return None if place is None else self.lines.pop(place)

    def __call__(self, position: Position, decision: Decision) -> SourcedAnswer | None:
        self.asked.append(question(decision))
        self.wrong += visibility.broken(position)
        listed = list(islice(legal_answers(position, decision), LISTED))
        self._accepted(position, decision, listed)
        while (line := self._next(question(decision))) is not None:
            answer = read_answer(decision, line.text) if line.verb != "offers" else None
            if answer is not None and not line.verb:
                return self._judged(position, decision, listed, answer)
            self._look(position, decision, listed, line, answer)
        if self.rest and position.board.round <= self.round:
            return self._rest(decision)
        return None

    def _rest(self, decision: Decision) -> SourcedAnswer | None:
        if isinstance(decision, d.PlayOrKneel):
            return SourcedAnswer(Play(None), Source("player"))
        if isinstance(decision, d.ChooseCouncil) and decision.use in REST:
            return SourcedAnswer(CouncilChoice(decision.choices[0]), Source("player"))
        if isinstance(decision, d.KeepCard):
            return SourcedAnswer(CardChoice(decision.packet[0], decision.seat), Source("player"))
        return None

    def _accepted(self, position: Position, decision: Decision, listed: list[Answer]) -> None:
        """What is offered is accepted, and whoever is asked has a choice."""
        if len(listed) < 2:
            self.wrong.append(f"{decision.id} has {len(listed)} legal answers")
        for answer in listed:
            if (refusal := check(position, decision, answer)) is not None:
                self.wrong.append(f"{decision.id}: offers {answer} and refuses it: {refusal.code}")

    def _judged(self, position: Position, decision: Decision, listed: list[Answer], answer: Answer) -> SourcedAnswer:
        refusal = check(position, decision, answer)
        if refusal is not None:
            self.wrong.append(f"{decision.id}: {answer} is refused: {refusal.code} {refusal.words}")
        elif len(listed) < LISTED and answer not in listed:
            self.wrong.append(f"{decision.id}: accepts {answer} without offering it")
        return SourcedAnswer(answer, Source("player"))

    def _look(
        self, position: Position, decision: Decision, listed: list[Answer], line: Line, answer: Answer | None
    ) -> None:
        if answer is None:
            found = choices(decision)
            if found != ", ".join(sorted(line.text.split(", "))):
                self.wrong.append(f"{decision.id}: expected the choices {line.text}, offered are {found}")
            return
        refusal = check(position, decision, answer)
        if refusal is None or refusal.code != line.what or answer in listed:
            self.wrong.append(f"{decision.id}: {answer} must be refused with {line.what}, not {refusal}")


def run_case(case: Case) -> Ran:
    """Run a case; `wrong` of the result is empty if everything is as it must be."""
    begin = build(case)
    oracle = Scripted(case, begin.board.round)
    outcome = run(stored(begin), oracle)
    wrong = [*oracle.wrong, *(f"a line of the script was not used: {line}" for line in oracle.lines)]
    waiting = [question(decision) for decision in outcome.waiting]
    if sorted(one for one in waiting if not one.endswith(" plays")) != sorted(
        one for one in case.waits if not one.endswith(" plays")
    ) or any(one not in waiting for one in case.waits):
        wrong.append(f"open questions are {waiting}, expected {case.waits}")
    wrong += differences(outcome.showing, outcome.records, oracle.asked, case.expect)
    wrong += visibility.broken(outcome.showing)
    wrong += leaks(outcome.showing, outcome.waiting, case.id)
    wrong += [*refolded(stored(begin), outcome), *stepwise(stored(begin), outcome)]
    return Ran(outcome.records, oracle.asked, wrong)
