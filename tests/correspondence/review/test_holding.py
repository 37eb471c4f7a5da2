"""Results held for the game master, and published when approved."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import select

from adjudicator import documents
from correspondence.archive.records import stored_position
from correspondence.games.access import find_game
from correspondence.input_validation import Denied
from correspondence.models.archive import JournalPart
from correspondence.models.mail import OutgoingMail
from correspondence.models.turns import Adjudication, AuditEntry, PendingResult
from correspondence.overview.game_lists import my_games
from correspondence.review.pending_results import approve, outcome_of, read_flags, remind_reviewers
from tests.correspondence.people import People, text_of
from tests.correspondence.review.masters import (
    MASTER,
    draft_of,
    last_turn,
    make_master,
    reviewed_game,
    run_out,
    set_review,
)


def _approve(people: People, game_id: str, name: str = MASTER, **changed: object) -> None:
    draft, turn = draft_of(people, game_id), last_turn(people, game_id)
    given = {"turn_number": turn.number, "draft": draft.number, "digest": draft.digest} | changed
    account = people.account(name)
    with people.store.begin() as session:
        approve(session, account, game_id, now=people.now, **given)  # type: ignore[arg-type]


def test_a_held_turn_tells_the_master_and_nobody_else(people: People) -> None:
    game_id = reviewed_game(people)
    mails = people.count(OutgoingMail)
    turn = run_out(people, game_id)
    assert turn.status == "held"
    assert people.count(Adjudication) == 0
    assert people.count(OutgoingMail) == mails + 1
    people.deliver()
    assert "waits for your review" in str(people.mails(MASTER)[-1]["subject"])
    run_out(people, game_id)
    assert people.count(PendingResult) == 1, "a held call is not adjudicated again"


def test_approving_publishes_exactly_the_draft(people: People) -> None:
    game_id = reviewed_game(people)
    held = run_out(people, game_id)
    draft = draft_of(people, game_id)
    people.later(hours=30)
    _approve(people, game_id)
    with people.store.read() as session:
        game = find_game(session, game_id)
        assert stored_position(session, game) == draft.position
        parts = session.scalars(select(JournalPart.document).order_by(JournalPart.first)).all()
        assert [entry for part in parts for entry in documents.decode_entries("first-edition", part)] == list(
            outcome_of(draft).entries
        )
        kinds = session.scalars(select(AuditEntry.kind).where(AuditEntry.scope == game_id)).all()
    opened = last_turn(people, game_id)
    assert (opened.number, opened.status) == (held.number + 1, "open")
    assert opened.due_at == people.now + timedelta(hours=48), "the next deadline counts from publication"
    assert {"held", "published"} <= set(kinds)
    people.deliver()
    assert "round 1" in text_of(people.mails("ada")[-1])


def test_a_stale_approval_is_refused(people: People) -> None:
    game_id = reviewed_game(people)
    run_out(people, game_id)
    for wrong, code in (
        ({"draft": 7}, "stale-draft"),
        ({"digest": "0" * 64}, "stale-draft"),
        ({"turn_number": 7}, "nothing-held"),
    ):
        with pytest.raises(Denied) as refused:
            _approve(people, game_id, **wrong)
        assert refused.value.code == code
    _approve(people, game_id)
    draft = draft_of(people, game_id, "published")
    with people.store.begin() as session, pytest.raises(Denied) as refused:
        approve(session, people.account_in(session, MASTER), game_id, 1, 1, draft.digest, people.now)
    assert refused.value.code == "nothing-held"
    assert people.count(Adjudication) == 1


def test_only_masters_approve(people: People) -> None:
    game_id = reviewed_game(people)
    run_out(people, game_id)
    make_master(people, game_id, "ada")
    for name, code in (("ben", "not-game-master"), ("eve", "not-game-master"), ("ada", "game-master-plays")):
        with pytest.raises(Denied) as refused:
            _approve(people, game_id, name)
        assert refused.value.code == code


def test_a_game_whose_only_master_plays_holds_nothing(people: People) -> None:
    game_id = people.game({"stark": "ada", "lannister": "ben"})
    make_master(people, game_id, "ada")
    set_review(people, game_id, "all")
    assert run_out(people, game_id).status == "closed"
    with people.store.read() as session:
        kinds = session.scalars(select(AuditEntry.kind).where(AuditEntry.scope == game_id)).all()
    assert "review-skipped" in kinds


def test_flagged_review_holds_what_has_flags(people: People) -> None:
    game_id = reviewed_game(people, review="flagged")
    turn = run_out(people, game_id)
    assert turn.status == "held"
    flags = read_flags(draft_of(people, game_id).flags)
    assert {(flag.kind, flag.house) for flag in flags} >= {("default-used", "stark"), ("default-used", "lannister")}


def test_a_draft_that_was_changed_is_not_published(people: People) -> None:
    game_id = reviewed_game(people)
    run_out(people, game_id)
    with people.store.begin() as session:
        session.scalars(select(PendingResult)).one().position += b" "
    with pytest.raises(ValueError, match="is not what it was"):
        _approve(people, game_id)


def waits_told(people: People) -> int:
    remind_reviewers(people.store, people.now)
    people.deliver()
    return sum("still waits for your review" in str(mail["subject"]) for mail in people.mails(MASTER))


def test_a_master_is_reminded_of_a_draft_once_a_day(people: People) -> None:
    game_id = reviewed_game(people)
    run_out(people, game_id)
    people.later(hours=23)
    assert waits_told(people) == 0
    people.later(hours=1)
    assert [waits_told(people), waits_told(people)] == [1, 1]
    people.later(hours=23)
    assert waits_told(people) == 1
    people.later(hours=50)
    assert [waits_told(people), waits_told(people)] == [2, 2], "days that were missed count once"
    assert all("still waits" not in str(mail["subject"]) for mail in people.mails("ada"))
    _approve(people, game_id)
    people.later(hours=30)
    assert waits_told(people) == 2


def test_a_master_sees_first_which_games_wait_for_a_review(people: People) -> None:
    held = reviewed_game(people)
    run_out(people, held)
    quiet = reviewed_game(people)
    with people.store.read() as session:
        lines = my_games(session, people.account_in_read(session, MASTER), people.now)
        players = my_games(session, people.account_in_read(session, "ada"), people.now)
    assert [(line.id, line.to_review) for line in lines] == [(held, True), (quiet, False)]
    assert not any(line.to_review for line in players)
