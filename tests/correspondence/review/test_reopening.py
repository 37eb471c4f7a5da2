"""A held turn opened again: its draft goes, sheets come in, everybody is told once; and it closes as any other."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select

from adjudicator.thrones.state.overrides import SetPower
from correspondence.deadlines.clock import pause
from correspondence.games.access import find_game
from correspondence.input_validation import Denied, Invalid
from correspondence.models.turns import (
    Adjudication,
    AuditEntry,
    DeadlineChange,
    OverrideRow,
    PendingResult,
    Readiness,
    Reminder,
)
from correspondence.overrides import NewPosition
from correspondence.review.audit import audit
from correspondence.review.pending_results import versions_of
from correspondence.review.queries import preview_reopening, reopen, review_page
from tests.correspondence.people import People, text_of
from tests.correspondence.review.masters import MASTER, draft_of, last_turn, make_master, reviewed_game, run_out
from tests.correspondence.review.test_overrides import apply, propose, publish

SHEET = b'{"orders":{"winterfell":"march+0"}}'


def _reopen(people: People, game_id: str, name: str = MASTER, **changed: Any) -> None:
    turn, account = last_turn(people, game_id), people.account(name)
    asked: dict[str, Any] = {
        "turn": turn.number,
        "draft": draft_of(people, game_id).number,
        "due_at": people.now + timedelta(hours=30),
        "reason": "Ben's letter came late",
    }
    with people.store.begin() as session:
        reopen(session, account, game_id, now=people.now, **(asked | changed))


def _held(people: People) -> str:
    game_id = reviewed_game(people)
    people.submit(game_id, "ada", SHEET, ready=True)
    run_out(people, game_id)
    return game_id


def test_sheets_come_in_again_and_the_next_draft_uses_them(people: People) -> None:
    game_id = _held(people)
    before, due = last_turn(people, game_id), people.now + timedelta(hours=30)
    _reopen(people, game_id, due_at=due)
    turn = last_turn(people, game_id)
    assert (turn.id, turn.status, turn.due_at, turn.closes_at) == (before.id, "open", due, due)
    assert (turn.late_at, turn.closing_at, turn.attempts, turn.claim) == (None, None, 0, "")
    assert turn.sequence == before.sequence + 1, "calendars follow"
    assert people.count(Readiness) == 0, "whoever was ready is asked again"
    with people.store.read() as session:
        assert {draft.status for draft in session.scalars(select(PendingResult))} == {"dropped"}
        assert session.scalars(select(DeadlineChange)).one().reason == "reopened"
        pending = session.scalars(select(Reminder).where(Reminder.turn_id == turn.id, Reminder.done_at.is_(None)))
        assert all(people.now < reminder.due_at < due for reminder in pending)
    people.submit(game_id, "ben", b"{}")
    assert run_out(people, game_id).status == "held"
    draft = draft_of(people, game_id)
    assert draft.number == 2
    assert versions_of(draft) == {"stark": 1, "lannister": 1}
    publish(people, game_id)
    assert people.count(Adjudication) == 1


def test_everybody_is_told_once_and_the_audit_log_says_why(people: People) -> None:
    game_id = _held(people)
    people.deliver()
    before = {name: len(people.mails(name)) for name in ("ada", "ben")}
    _reopen(people, game_id)
    people.deliver()
    for name in before:
        new = people.mails(name)[before[name] :]
        assert len(new) == 1, name
        assert "round 1, planning is open for orders again until" in text_of(new[0])
        assert "Ben's letter came late" in text_of(new[0])
    with people.store.read() as session:
        query = select(AuditEntry.kind).where(AuditEntry.scope == game_id)
        kinds = session.scalars(query.order_by(AuditEntry.number)).all()
    assert kinds[-1] == "reopened"
    assert "deadline-moved" not in kinds


def test_what_it_means_is_told_before_and_changes_nothing(people: People) -> None:
    game_id = _held(people)
    apply(people, game_id, propose(people, game_id, NewPosition(SetPower(house="stark", power=9))))
    mira = people.account(MASTER)
    with people.store.read() as session:
        page = preview_reopening(session, mira, game_id, 30.0, people.now)
    assert (page.turn.number, page.draft, [override.kind for override in page.overrides]) == (1, 2, ["set-power"])
    assert page.due_at == people.now + timedelta(hours=30)
    assert {line.house: line.version for line in page.turn.handed_in if line.version} == {"stark": 1}
    assert last_turn(people, game_id).status == "held"


def test_a_day_more_in_a_weekly_game_is_not_a_week(people: People) -> None:
    weekly = {"clock": "20:00", "zone": "Europe/Rome", "weekdays": "7", "window_hours": 167}
    game_id = reviewed_game(people, **weekly)
    due = run_out(people, game_id).due_at
    people.later(hours=14)
    mira = people.account(MASTER)

    with people.store.read() as session:
        page = preview_reopening(session, mira, game_id, 24.0, people.now)

    assert page.due_at == due + timedelta(days=2), "the evening of the next day"


def test_overrides_on_the_draft_are_withdrawn_and_stay_sealed(people: People) -> None:
    game_id = _held(people)
    secret = propose(people, game_id, NewPosition(SetPower(house="stark", power=9)), reason="A slip of ZORSE")
    apply(people, game_id, secret)
    make_master(people, game_id, "ada")
    _reopen(people, game_id)
    ben, ada = people.account("ben"), people.account("ada")
    with people.store.read() as session:
        assert {row.status for row in session.scalars(select(OverrideRow))} == {"withdrawn"}
        lines = audit(session, ben, game_id, people.now).lines
        assert [line.sealed for line in lines if line.kind == "edict"] == [True]
        assert not any("ZORSE" in str(line.values) for line in lines)
        assert review_page(session, ada, game_id, people.now).overrides == ()
    run_out(people, game_id)
    publish(people, game_id)
    with people.store.read() as session:
        lines = audit(session, ben, game_id, people.now).lines
    assert [line.values["reason"] for line in lines if line.kind == "edict"] == ["A slip of ZORSE"]
    people.deliver()
    assert not any("ZORSE" in text_of(mail) for mail in people.mails("ben")), "it never took effect"


def test_a_master_who_plays_sees_no_override_on_a_draft(people: People) -> None:
    game_id = _held(people)
    make_master(people, game_id, "ada")
    apply(people, game_id, propose(people, game_id, NewPosition(SetPower(house="stark", power=9))))
    with people.store.read() as session:
        assert review_page(session, people.account_in_read(session, "ada"), game_id, people.now).overrides == ()
        mine = review_page(session, people.account_in_read(session, MASTER), game_id, people.now).overrides
    assert [override.kind for override in mine] == ["set-power"]


def test_refusals(people: People) -> None:
    game_id = _held(people)
    make_master(people, game_id, "ada")
    past: datetime = people.now
    for changed, error, code in (
        ({"name": "ben"}, Denied, "not-game-master"),
        ({"name": "ada"}, Denied, "game-master-plays"),
        ({"turn": 7}, Denied, "nothing-held"),
        ({"draft": 7}, Denied, "stale-draft"),
        ({"reason": " "}, Invalid, "empty"),
        ({"due_at": past}, Invalid, "deadline-past"),
        ({"due_at": past + timedelta(days=90)}, Invalid, "deadline-far"),
    ):
        with pytest.raises(error) as refused:
            _reopen(people, game_id, **changed)
        assert refused.value.code == code
    assert last_turn(people, game_id).status == "held"
    with people.store.begin() as session:
        pause(session, find_game(session, game_id, lock=True), "asked", None, people.now)
    with pytest.raises(Denied) as refused:
        _reopen(people, game_id)
    assert refused.value.code == "paused-already"


def test_it_is_done_once(people: People) -> None:
    game_id = _held(people)
    number = draft_of(people, game_id).number
    _reopen(people, game_id)
    mira, due = people.account(MASTER), people.now + timedelta(hours=30)
    with people.store.begin() as session, pytest.raises(Denied) as refused:
        reopen(session, mira, game_id, turn=1, draft=number, due_at=due, reason="x", now=people.now)
    assert refused.value.code == "nothing-held"
