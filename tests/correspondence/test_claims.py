"""Claims: many at once, one owner at a time, and none that holds others up."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from correspondence.closing import (
    CLAIM,
    Claimed,
    adjudicate_claimed,
    adjudicate_due,
    claim_due,
    claim_turn,
    count_due,
    let_go,
    try_again,
)
from correspondence.input_validation import Denied
from correspondence.models.mail import OutgoingMail
from correspondence.models.turns import Adjudication, Turn
from correspondence.sign_in.use_cases import get_or_create_account
from correspondence.store import Store
from tests.correspondence.people import People
from tests.correspondence.test_adjudications import together

pytestmark = pytest.mark.both_databases


@pytest.fixture
def due(people: People) -> list[str]:
    """The ids of the turns of six games, all due."""
    for number in range(6):
        people.game(title=f"Game {number}", window_hours=1)
    people.later(hours=1)
    found = people.due()
    assert len(found) == 6
    return found


def row(store: Store, turn: str) -> Turn:
    """A turn as it is stored."""
    with store.read() as session:
        return session.scalars(select(Turn).where(Turn.public_id == turn)).one()


def test_many_workers_claim_each_turn_once(people: People, store: Store, due: list[str]) -> None:
    found = together([lambda w=worker: claim_due(store, f"w{w}", people.now, 2) for worker in range(4)])
    claimed = [one.turn_id for batch in found for one in batch]
    assert sorted(claimed) == sorted(set(claimed))
    assert all(len(batch) <= 2 for batch in found)
    claimed += [one.turn_id for _ in range(3) for one in claim_due(store, "late", people.now, 2)]
    assert sorted(claimed) == sorted(due)
    assert claim_due(store, "late", people.now, 20) == []
    with store.read() as session:
        assert count_due(session, people.now) == 0
        assert count_due(session, people.now + CLAIM) == 6
    assert {row(store, turn).attempts for turn in due} == {1}


def test_a_batch_is_adjudicated_turn_by_turn(people: People, store: Store, due: list[str]) -> None:
    assert adjudicate_due(store, "w", people.clock, 4) == (4, 4)
    assert adjudicate_due(store, "w", people.clock, 4) == (2, 2)
    assert adjudicate_due(store, "w", people.clock, 4) == (0, 0)
    assert people.count(Adjudication) == 6
    assert {row(store, turn).status for turn in due} == {"closed"}


def test_a_worker_that_was_frozen_changes_nothing_when_it_wakes(people: People, store: Store, due: list[str]) -> None:
    frozen = claim_due(store, "frozen", people.now, 20)
    assert len(frozen) == 6
    people.now += CLAIM
    first, *others = claim_due(store, "first", people.now, 20), *(claim_due(store, "o", people.now, 20),)
    assert [len(first), *map(len, others)] == [1, 1], "calls that were tried are claimed one by one"
    for one in frozen:
        mine = one.turn_id not in {first[0].turn_id, others[0][0].turn_id}
        # Whoever wakes up finishes what nobody took from it, and nothing else.
        assert adjudicate_claimed(store, one, "frozen", people.clock) is mine
    assert adjudicate_claimed(store, first[0], "first", people.clock)
    assert adjudicate_claimed(store, others[0][0], "o", people.clock)
    assert people.count(Adjudication) == 6
    with store.read() as session:
        workers = session.scalars(select(Adjudication.worker).order_by(Adjudication.worker)).all()
    assert workers == ["first", "frozen", "frozen", "frozen", "frozen", "o"]


def test_what_a_worker_does_not_come_to_it_gives_back(
    people: People, store: Store, due: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from correspondence import closing

    whole = closing.adjudicate_claimed

    def stopped(store: Store, claimed: Claimed, *rest: Any) -> bool:
        if claimed.turn_id == due[2]:
            raise SystemExit
        return whole(store, claimed, *rest)

    monkeypatch.setattr(closing, "adjudicate_claimed", stopped)
    with pytest.raises(SystemExit):
        adjudicate_due(store, "w", people.clock, 20)
    assert [row(store, turn).attempts for turn in due] == [1, 1, 1, 0, 0, 0]
    assert [row(store, turn).status for turn in due[:3]] == ["closed", "closed", "open"]
    monkeypatch.undo()
    assert adjudicate_due(store, "w", people.clock, 20) == (3, 3)
    people.now += CLAIM
    assert adjudicate_due(store, "w", people.clock, 20) == (1, 1)


def test_a_claim_that_another_took_over_cannot_be_let_go(people: People, store: Store, due: list[str]) -> None:
    old = claim_turn(store, due[0], "old", people.now)
    assert old is not None
    people.now += CLAIM
    new = claim_turn(store, due[0], "new", people.now)
    assert new is not None
    let_go(store, [old])
    found = row(store, due[0])
    assert (found.claim, found.attempts) == (new.claim, 2)


def test_a_turn_that_kills_its_workers_takes_no_others_with_it(
    people: People, store: Store, due: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The third of a batch kills whoever adjudicates it: the others are done, it alone is set aside."""
    from correspondence import closing

    whole = closing.resolve_turn

    def deadly(session: Any, turn: Turn, *rest: Any) -> None:
        if turn.public_id == due[2]:
            raise KeyboardInterrupt
        whole(session, turn, *rest)

    monkeypatch.setattr(closing, "resolve_turn", deadly)
    # A process that is killed gives nothing back.
    monkeypatch.setattr(closing, "let_go", lambda *_: None)
    for _ in range(30):
        try:
            claimed, _done = adjudicate_due(store, "w", people.clock, 20)
        except KeyboardInterrupt:
            continue
        if not claimed:
            people.now += CLAIM
    assert [row(store, turn).status for turn in due] == ["closed"] * 2 + ["set-aside"] + ["closed"] * 3
    assert row(store, due[2]).attempts == 3


def test_killed_workers_charge_only_their_own_games(people: People, store: Store, due: list[str]) -> None:
    """The first kill costs a batch one attempt each, every later one only the turn that was in work."""
    assert len(claim_due(store, "killed", people.now, 20)) == 6
    for kills in range(2, 4):
        people.now += CLAIM
        assert len(claim_due(store, "killed", people.now, 20)) == 1
        assert sorted(row(store, turn).attempts for turn in due) == [1] * 5 + [kills]
    people.now += CLAIM
    assert adjudicate_due(store, "w", people.clock, 20) == (1, 1)
    assert [row(store, turn).status for turn in due] == ["set-aside", "closed", *["open"] * 4]
    while adjudicate_due(store, "w", people.clock, 20)[0]:
        pass
    assert [row(store, turn).status for turn in due] == ["set-aside", *["closed"] * 5]


@contextmanager
def endless() -> Iterator[None]:
    """A limit that ends everything at once."""
    raise TimeoutError("not done after 0 seconds")
    yield


def test_a_turn_that_takes_too_long_is_set_aside(people: People, store: Store, due: list[str]) -> None:
    with store.begin() as session:
        get_or_create_account(session, "host@rookery.example", people.now, name="Host").host = True
    for _ in range(20):
        adjudicate_due(store, "w", people.clock, 20, endless)
        people.later(minutes=1)
    assert {row(store, turn).status for turn in due} == {"set-aside"}
    with store.read() as session:
        told = session.execute(
            select(OutgoingMail.address, OutgoingMail.key).where(OutgoingMail.key.contains("set-aside"))
        ).all()
    assert {address for address, _ in told} >= {"host@rookery.example"}
    assert len({key for _, key in told}) == len(told)


def test_masters_and_hosts_let_it_be_tried_again(people: People, store: Store, due: list[str]) -> None:
    for _ in range(20):
        adjudicate_due(store, "w", people.clock, 20, endless)
        people.later(minutes=1)
    found = row(store, due[0])
    with store.read() as session:
        game_id = session.get_one(Turn, found.id).game.public_id
    with store.begin() as session, pytest.raises(Denied, match="not-game-master"):
        try_again(session, people.account_in(session, "nobody"), game_id, people.now)
    with store.begin() as session:
        try_again(session, None, game_id, people.now)
    with store.begin() as session, pytest.raises(Denied, match="not-set-aside"):
        try_again(session, None, game_id, people.now)
    people.later(seconds=timedelta(minutes=1).total_seconds())
    assert adjudicate_due(store, "w", people.clock, 20) == (1, 1)
    assert row(store, due[0]).status == "closed"
