"""Running a conformance case, and what every case must keep whatever it is about."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

import msgspec

from adjudicator import documents, games, selfplay
from adjudicator.engine.decision import Answer, Decision, Source, SourcedAnswer
from adjudicator.engine.step import Answered, Outcome, Record
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.rules import invariants
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.rules.strength import strength_items
from adjudicator.thrones.scenario.building import build
from adjudicator.thrones.sheets.effects.table import sorts_offered
from adjudicator.thrones.sheets.name_book import name_book
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Position
from adjudicator.thrones.state.decisions import Recruits
from adjudicator.thrones.state.overrides import AnyOverride
from tests.adjudicator.case_checks import differences, sums
from tests.adjudicator.case_file import Case, Expect
from tests.adjudicator.case_script import Line, read_answer, read_line, say

LISTED = 400


class Ran(msgspec.Struct, frozen=True):
    """What a case did: its events, the questions asked (`stark use-blade`), and what was wrong."""

    records: list[Record]
    asked: list[str]
    wrong: list[str]


def _question(decision: Decision) -> str:
    return f"{decision.seat} {decision.__struct_config__.tag}"


def _choices(decision: Any, what: str) -> str:
    """All choices of a question on one line, sorted, as a case's `offers` writes them."""
    if hasattr(decision, "options"):
        return ", ".join(sorted(decision.options[what]))
    for name in ("choices", "houses", "areas", "places"):
        if hasattr(decision, name):
            return ", ".join(sorted(say(choice) for choice in getattr(decision, name)))
    raise ValueError(f"{_question(decision)} has no list of choices")


def _count(position: Position) -> None:
    """Strengths can be counted whenever somebody is asked in a battle, for conditions of sheets and for bots."""
    battle = position.board.battle
    if battle is not None:
        for house in (battle.attacker, battle.defender):
            strength_items(position.board, games.edition(position.edition), battle, house)


class Scripted:
    """An oracle that answers from the script, judging refused answers and offers on the way."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = [read_line(line) for line in lines]
        self.asked: list[str] = []
        self.wrong: list[str] = []

    def _next(self, question: str) -> Line | None:
        """The next line about this question, taken out of the script."""
        place = next((n for n, line in enumerate(self.lines) if f"{line.seat} {line.kind}" == question), None)
        return None if place is None else self.lines.pop(place)

    def __call__(self, position: Position, decision: Decision) -> SourcedAnswer | None:
        self.asked.append(_question(decision))
        feeding = invariants.feeds([decision])
        self.wrong += invariants.broken(position, feeding=feeding)
        _count(position)
        listed = list(islice(THRONES.legal_answers(position, decision), LISTED))
        self._accepted(position, decision, listed)
        if isinstance(decision, d.PickEffect):
            self._named(position, decision)
        while (line := self._next(_question(decision))) is not None:
            if not line.verb:
                answer = read_answer(decision, line.text)
                self._judge(position, decision, listed, answer)
                return SourcedAnswer(answer, Source("player"))
            self._look(position, decision, listed, line)
        return None

    def _accepted(self, position: Position, decision: Decision, listed: list[Answer]) -> None:
        """What is offered is accepted, and there is always something to offer."""
        if not listed:
            self.wrong.append(f"{decision.id} has no legal answer")
        for answer in listed:
            if (refusal := THRONES.check(position, decision, answer)) is not None:
                self.wrong.append(f"{decision.id}: offers {answer} and refuses it: {refusal.code}")

    def _named(self, position: Position, decision: d.PickEffect) -> None:
        """What is offered is found where a typed sheet looks for names."""
        edition = edition_of(position)
        if sorts := sorts_offered(edition, decision.because):
            known = {*edition.choices, *name_book(edition, position.board.modules).ids_of_sorts(sorts)}
            strange = [choice for choice in decision.choices if choice not in known and not choice.isdecimal()]
            self.wrong += [f"{decision.because} offers {choice}, which is none of {sorts}" for choice in strange]

    def _judge(self, position: Position, decision: Decision, listed: list[Answer], answer: Answer) -> None:
        """What is accepted is offered, where all answers can be listed; the order of a mustering list is free."""
        refusal = THRONES.check(position, decision, answer)
        if refusal is not None:
            self.wrong.append(f"{decision.id}: {answer} is refused: {refusal.code} {refusal.words}")
        elif len(listed) < LISTED and not isinstance(answer, Recruits) and answer not in listed:
            self.wrong.append(f"{decision.id}: accepts {answer} without offering it")

    def _look(self, position: Position, decision: Decision, listed: list[Answer], line: Line) -> None:
        if line.verb == "offers":
            found = _choices(decision, line.what)
            if found != ("" if line.text == "none" else ", ".join(sorted(line.text.split(", ")))):
                self.wrong.append(f"{decision.id}: expected the choices {line.text}, offered are {found}")
        elif line.verb == "shows":
            found = say(getattr(decision, line.what))
            if found != line.text:
                self.wrong.append(f"{decision.id}: expected {line.what} {line.text}, it is {found}")
        else:
            answer = read_answer(decision, line.text)
            refusal = THRONES.check(position, decision, answer)
            if refusal is None or refusal.code != line.what:
                self.wrong.append(f"{decision.id}: {answer} must be refused with {line.what}, not {refusal}")
            if answer in listed:
                self.wrong.append(f"{decision.id}: offers {answer}, which must be refused")


class _OneAtATime:
    """Answers one question of a journal per advance, as a game played stepwise does."""

    def __init__(self, entries: Sequence[Answered[Any]]) -> None:
        self.entries = {entry.decision: entry for entry in entries}
        self.free = True

    def __call__(self, position: Position, decision: Decision) -> SourcedAnswer | None:
        entry = self.entries.get(decision.id)
        if entry is None or not self.free:
            return None
        self.free = False
        return SourcedAnswer(entry.answer, entry.source)


def stepwise(begin: bytes, played: Outcome[Position]) -> list[str]:
    """The same answers one by one, the game stored and read back between: the same bytes, the same events."""
    oracle = _OneAtATime(played.entries)
    data, records = begin, []
    while True:
        oracle.free = True
        position = documents.decode(data)
        outcome = THRONES.advance(position, oracle)
        records += outcome.records
        data = documents.encode(outcome.position)
        if oracle.free:
            break
    found = []
    if data != documents.encode(played.position):
        found.append("answered one by one, the case ends elsewhere")
    if documents.encode(records) != documents.encode(played.records):
        found.append("answered one by one, the case tells other events")
    return found


def refolded(begin: bytes, played: Outcome[Position]) -> list[str]:
    """The events alone make the board that is shown, also after they were stored and read back."""
    records = documents.decode_records(played.showing.edition, documents.encode(played.records))
    position = documents.decode(begin)
    folded = THRONES.fold(position, records)
    same = folded.board == played.showing.board and folded.hidden == played.showing.hidden
    return [] if same else ["the events do not make the board"]


def _decreed(case: Case, position: Position, wrong: list[str]) -> tuple[Position, list[Record]]:
    """The position after the case's overrides, and what they told."""
    records: list[Record] = []
    for row in case.decrees:
        override = msgspec.convert({key: value for key, value in row.items() if key != "refused"}, AnyOverride)
        codes = [refusal.code for refusal in THRONES.check_override(position, override).errors]
        if codes or "refused" in row:
            if codes != [row.get("refused")]:
                wrong.append(f"{override} is refused with {codes}")
            continue
        outcome = THRONES.issue(position, override, "a case", "gm")
        position, records = outcome.position, records + outcome.records
    return position, records


def run(case: Case) -> Ran:
    """Run a case; `wrong` of the result is empty if everything is as it must be."""
    position = build(case)
    wrong: list[str] = []
    position, decreed = _decreed(case, position, wrong)
    begin = documents.encode(position)
    oracle = Scripted(case.script)
    outcome = THRONES.advance(position, oracle)
    wrong += oracle.wrong
    wrong += [f"a line of the script was not used: {line}" for line in oracle.lines]
    waiting = [_question(decision) for decision in outcome.waiting]
    if sorted(waiting) != sorted(case.waits):
        wrong.append(f"open questions are {waiting}, expected {case.waits}")
    if outcome.showing.board.battle is not None and not outcome.waiting and outcome.showing.board.ending is None:
        wrong.append("nobody is asked any more, and a battle still stands")
    wrong += differences(outcome.showing, [*decreed, *outcome.records], oracle.asked, case.expect)
    wrong += invariants.broken(outcome.showing, feeding=invariants.feeds(outcome.waiting))
    wrong += selfplay.leaks(outcome.showing, outcome.waiting, case.id)
    wrong += [*sums(outcome.records), *refolded(begin, outcome), *stepwise(begin, outcome)]
    if case.expect != Expect() and not case.agenda and outcome.records:
        wrong.append("a case without an agenda tells no events")
    return Ran([*decreed, *outcome.records], oracle.asked, wrong)
