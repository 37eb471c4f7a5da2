"""The driver, on a toy game that knows nothing of Westeros: two players name numbers, the sum decides what follows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from adjudicator.engine.decision import Answer, Decision, Illegal, Question, Refusal, Source, SourcedAnswer
from adjudicator.engine.step import Event, Outcome, Play, Progress, Replay, Step, Table, advance, ask, ask_together


class Number(Answer, frozen=True, tag="number"):
    value: int


class NameNumber(Question[Number], frozen=True, kw_only=True, tag="name-number"):
    limit: int = 9


class Added(Event, frozen=True, kw_only=True, tag="added"):
    amount: int


class Toy(msgspec.Struct):
    total: int
    progress: Progress[Number]

    @property
    def round(self) -> int:
        return 1


def pair(table: Table[Toy]) -> Play:
    table.tell(Added(amount=100), "start")
    answers = yield from ask_together([NameNumber(seat="a", house="a"), NameNumber(seat="b", house="b")])
    for answer in answers:
        table.tell(Added(amount=answer.value), "pair")
    return [Step("single", {"seat": "b"})] if table.position.total % 2 else []


def single(table: Table[Toy], seat: str) -> Play:
    answer = yield from ask(NameNumber(seat=seat, house=seat))
    table.tell(Added(amount=answer.value * 1000), "single")
    return []


class ToyRules:
    steps: dict[str, Callable[..., Play]] = {"pair": pair, "single": single}

    def apply(self, position: Toy, event: Event) -> None:
        if isinstance(event, Added):
            position.total += event.amount

    def check(self, position: Toy, decision: Any, answer: Any) -> Refusal | None:
        return None if answer.value <= decision.limit else Refusal("too-much", f"at most {decision.limit}")

    def over(self, position: Toy) -> bool:
        return False

    def encode(self, position: Toy) -> bytes:
        return msgspec.json.encode(position)

    def decode(self, data: bytes) -> Toy:
        return msgspec.json.decode(data, type=Toy)


RULES = ToyRules()


def begin() -> Toy:
    return Toy(0, Progress(agenda=[Step("pair")]))


def saying(**numbers: int) -> Callable[[Toy, Decision], SourcedAnswer | None]:
    def oracle(position: Toy, decision: Decision) -> SourcedAnswer | None:
        known = numbers.get(decision.seat)
        return None if known is None else SourcedAnswer(Number(known), Source("player"))

    return oracle


def numbers_told(outcome: Outcome[Toy]) -> list[int]:
    return [record.number for record in outcome.records]


def test_runs_through_when_everyone_answers() -> None:
    outcome = advance(RULES, begin(), saying(a=2, b=3))
    assert outcome.position.total == 3105
    assert outcome.waiting == []
    assert [e.decision for e in outcome.entries] == ["d1-name-number-a", "d2-name-number-b", "d3-name-number-b"]


def test_open_decision_returns_to_the_start_of_the_step() -> None:
    outcome = advance(RULES, begin(), saying(a=2))
    assert [d.id for d in outcome.waiting] == ["d2-name-number-b"]
    assert outcome.position.total == 0
    assert outcome.showing.total == 100
    assert set(outcome.position.progress.pending) == {"d1-name-number-a"}


def test_events_are_handed_out_once_although_the_step_runs_again() -> None:
    first = advance(RULES, begin(), saying(a=2))
    stored = RULES.decode(RULES.encode(first.position))
    second = advance(RULES, stored, saying(b=3))
    assert numbers_told(first) == [1]
    assert numbers_told(second) == list(range(2, 2 + len(second.records)))
    assert second.position.total == 3105
    assert [e.seat for e in second.entries] == ["b", "b"]


def test_several_decisions_can_be_open_at_once() -> None:
    outcome = advance(RULES, begin(), saying())
    assert [d.seat for d in outcome.waiting] == ["a", "b"]


def test_an_illegal_answer_is_refused_with_the_decisions_id() -> None:
    with pytest.raises(Illegal) as refused:
        advance(RULES, begin(), saying(a=2, b=77))
    assert refused.value.reasons[0].code == "too-much"
    assert refused.value.reasons[0].where == "d2-name-number-b"


def test_an_answer_that_no_longer_fits_is_asked_again() -> None:
    stored = advance(RULES, begin(), saying(a=2)).position
    mended = ToyRules()
    mended.check = lambda p, d, x: None if x.value < 2 else Refusal("too-much", "the rules were mended")  # type: ignore[method-assign]
    outcome = advance(mended, stored, saying(a=1, b=1))
    assert outcome.position.total == 102
    assert outcome.entries[0].answer == Number(1)


def test_the_journal_replays_to_the_same_bytes() -> None:
    original = advance(RULES, begin(), saying(a=2, b=3))
    replayed = advance(RULES, begin(), Replay(original.entries))
    assert RULES.encode(replayed.position) == RULES.encode(original.position)
    assert replayed.records == original.records
