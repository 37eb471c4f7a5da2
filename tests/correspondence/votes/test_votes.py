"""Votes: who may ask and vote, when they are decided, and what they do."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select, update

from adjudicator import game_file
from correspondence.archive.files import export_game
from correspondence.audit_log import faults
from correspondence.delegations import delegate
from correspondence.evaluations import replay_stored_game
from correspondence.games.access import find_game, terms_of
from correspondence.games.options import NewGame
from correspondence.input_validation import Denied, Invalid, NotFound
from correspondence.masters import accept_master, invite_master
from correspondence.messages import queries as messages, sending
from correspondence.models.games import Seat, Vote
from correspondence.models.mail import WebhookPost
from correspondence.models.turns import AuditEntry, PendingResult, Turn
from correspondence.operations import beat
from correspondence.overview.game_pages import end_page
from correspondence.seats import surrender
from correspondence.votes import use_cases as voting
from correspondence.votes.use_cases import VoteLine, VotesPage, votes_page
from correspondence.webhooks.use_cases import KINDS, add_webhook
from tests.correspondence.people import People, text_of
from tests.correspondence.review.masters import draft_of, reviewed_game, run_out

HUMANS = {"stark": "ada", "lannister": "bob", "tyrell": "cyd"}


def ask(people: People, game: str, name: str, kind: str, subject: str = "", reason: str = "") -> str:
    """Ask the players something; the vote's id."""
    account = people.account(name)
    with people.store.begin() as session:
        return voting.open_vote(session, account, game, kind, subject, reason, people.now).public_id


def say(people: People, vote: str, name: str, choice: str = "yes") -> str:
    """Vote; the result."""
    account = people.account(name)
    with people.store.begin() as session:
        return voting.cast(session, account, vote, choice, people.now).result


def page(people: People, game: str, name: str) -> VotesPage:
    """The votes as somebody sees them."""
    account = people.account(name)
    with people.store.read() as session:
        return votes_page(session, game, account, people.now)


def line(people: People, game: str, name: str, vote: str) -> VoteLine:
    """A vote as somebody sees it."""
    seen = page(people, game, name)
    return next(found for found in (*seen.open, *seen.past) if found.id == vote)


def paused(people: People, game: str) -> tuple[Any, Any, str]:
    """Since when the game is paused, until when, and the state of its turn."""
    with people.store.read() as session:
        found = find_game(session, game)
        status = session.scalars(select(Turn.status).where(Turn.game_id == found.id)).one()
        return found.paused_at, found.paused_until, status


def sweep(people: People) -> int:
    """Close what is due."""
    return voting.close_due_votes(people.store, people.now)


def test_majority_pauses_and_resumes_the_game(people: People) -> None:
    game = people.game(HUMANS)
    people.deliver()
    vote = ask(people, game, "ada", "pause", reason="a funeral")
    assert paused(people, game) == (None, None, "open")
    assert say(people, vote, "bob", "no") == ""
    assert say(people, vote, "bob") == "carried"
    assert paused(people, game) == (people.now, people.now + timedelta(days=7), "paused")
    with pytest.raises(Denied, match="vote-closed"):
        say(people, vote, "cyd")
    with pytest.raises(Denied, match="is-paused"):
        ask(people, game, "cyd", "pause")
    again = ask(people, game, "cyd", "pause", "resume")
    assert say(people, again, "ada") == "carried"
    assert paused(people, game) == (None, None, "open")
    people.deliver()
    # Asked, paused, asked again, going on: each is told once.
    assert len(people.mails("bob")) == 5


def test_more_time_is_for_the_turn_it_was_asked_for(people: People) -> None:
    game = people.game(HUMANS)
    for hours in ("0", "73", "two", "-1", ""):
        with pytest.raises(Invalid, match="bad-hours"):
            ask(people, game, "ada", "extend", hours)
    vote = ask(people, game, "ada", "extend", "24")
    with pytest.raises(Denied, match="vote-open"):
        ask(people, game, "bob", "extend", "12")
    people.adjudicate(game)
    with pytest.raises(Denied, match="vote-closed"):
        say(people, vote, "bob")
    turn = people.page(game).turn
    fresh = ask(people, game, "bob", "extend", "12")
    assert line(people, game, "ada", vote).result == "withdrawn"
    assert say(people, fresh, "ada") == "carried"
    later = people.page(game).turn
    assert turn is not None
    assert later is not None
    assert later.due_at == turn.due_at + timedelta(hours=12)


def test_a_draw_needs_everybody_and_ends_the_game_for_good(people: People) -> None:
    game = people.game(HUMANS, messages=("public", "postal"))
    people.adjudicate(game)
    with people.store.begin() as session:
        post = sending.send(
            session, people.account_in(session, "ada"), game, "public", (), "posted", people.now, postal=True
        )
        thread = messages.thread_of(session, post).public_id
    people.deliver()
    turn, vote = people.turn(game), ask(people, game, "ada", "draw")
    other = ask(people, game, "bob", "end")
    assert say(people, vote, "bob") == ""
    assert say(people, vote, "cyd") == "carried"
    with people.store.read() as session:
        found = find_game(session, game)
        assert (found.status, found.ended_by, found.finished_at) == ("finished", "draw", people.now)
        closed = session.scalars(select(Turn).where(Turn.public_id == turn)).one()
        assert closed.status == "void"
        assert export_game(session, game, None, people.now).seed == found.seed
        assert [message.paragraphs for message in messages.open_thread(session, thread, None, people.now).messages] == [
            ("posted",)
        ]
    assert line(people, game, "ada", other).result == "withdrawn"
    assert people.due() == []
    people.later(days=9)
    assert people.due() == []
    assert (people.page(game).seed != "", people.page(game).turn, people.page(game).winners) == (True, None, ())
    before = len(people.mails("cyd"))
    people.deliver()
    letters = people.mails("cyd")[before:]
    over = next(letter for letter in letters if "agreed on a draw" in letter["Subject"])
    assert people.page(game).seed in text_of(over)
    assert "STANDINGS" in text_of(over)


def test_voted_end_is_won_by_the_standings_and_verifies(people: People) -> None:
    game = people.game({"stark": "ada", "lannister": "bob"})
    people.adjudicate(game)
    with people.store.begin() as session:
        invite_master(session, people.account_in(session, "ada"), game, "meg@rookery.example", people.now)
        accept_master(session, people.account_in(session, "meg"), game, people.now)
    vote = ask(people, game, "ada", "end")
    assert say(people, vote, "bob") == "carried"
    people.deliver()
    assert [letter["Subject"] for letter in people.mails("meg")][1:] == [
        "A game: end the game now?",
        "A game is over: its players ended it",
    ]
    seen = people.page(game, None)
    assert (seen.ended_by, seen.winners) == ("vote", (seen.standings[0].house,))
    with people.store.read() as session:
        assert end_page(session, game, None, people.now).winners == seen.winners
        assert replay_stored_game(session, game).differences == (), (
            "the board of the round that was not finished is kept too"
        )
        assert game_file.verify(export_game(session, game, None, people.now)) == []


def test_one_no_refuses_a_draw_but_only_when_all_have_voted(people: People) -> None:
    game = people.game(HUMANS)
    vote = ask(people, game, "ada", "draw")
    assert say(people, vote, "bob", "no") == ""
    open_line = line(people, game, "cyd", vote)
    assert (open_line.cast, open_line.yes, open_line.no, open_line.mine) == (2, 0, 0, "")
    assert say(people, vote, "cyd") == "lost"
    closed = line(people, game, "cyd", vote)
    assert (closed.result, closed.yes, closed.no, closed.mine) == ("lost", 2, 1, "yes")
    with pytest.raises(Denied, match="asked-lately"):
        ask(people, game, "cyd", "draw")
    people.later(hours=25)
    ask(people, game, "cyd", "draw")


def test_a_vote_that_runs_out_is_lost_once(people: People) -> None:
    game = people.game(HUMANS)
    vote = ask(people, game, "ada", "draw")
    say(people, vote, "bob")
    people.later(hours=72)
    with pytest.raises(Denied, match="vote-closed"):
        say(people, vote, "cyd")
    people.deliver()
    before = len(people.mails("cyd"))
    assert (sweep(people), sweep(people)) == (1, 0)
    assert line(people, game, "ada", vote).result == "lost"
    people.deliver()
    assert len(people.mails("cyd")) == before + 1


def test_whoever_left_their_seat_does_not_count_any_more(people: People) -> None:
    game = people.game(HUMANS)
    vote = ask(people, game, "ada", "end")
    say(people, vote, "bob")
    with people.store.begin() as session:
        surrender(session, people.account_in(session, "cyd"), game, people.now)
    assert line(people, game, "ada", vote).voters == 2
    people.later(hours=72)
    sweep(people)
    assert people.page(game).status == "finished"


def test_only_a_player_who_missed_is_replaced_and_has_no_say(people: People) -> None:
    game = people.game(HUMANS)
    with pytest.raises(Denied, match="has-not-missed"):
        ask(people, game, "ada", "replace", "tyrell")
    with people.store.begin() as session:
        session.execute(update(Seat).where(Seat.house == "tyrell").values(misses_in_a_row=1))
    with pytest.raises(Invalid, match="unknown-choice"):
        ask(people, game, "ada", "replace", "stark")
    vote = ask(people, game, "ada", "replace", "tyrell")
    with pytest.raises(Denied, match="your-own-seat"):
        say(people, vote, "cyd", "no")
    assert say(people, vote, "bob") == "carried"
    with people.store.read() as session:
        seat = session.scalars(select(Seat).where(Seat.house == "tyrell")).one()
        assert (seat.offered_at, seat.offer_reason) == (people.now, "replaced")


def test_those_vote_who_play_themselves(people: People) -> None:
    game = people.game(HUMANS)
    people.account("dan")
    with people.store.begin() as session:
        bob = people.account_in(session, "bob")
        delegate(session, bob, game, "dan@rookery.example", people.now, people.now.replace(day=24), people.now)
    vote = ask(people, game, "ada", "draw")
    for name in ("dan",):
        with pytest.raises(Denied, match="not-your-seat"):
            say(people, vote, name)
        assert not page(people, game, name).may_ask
    with pytest.raises(NotFound, match="no-such-vote"):
        say(people, vote, "eve")
    with pytest.raises(Denied, match="not-in-this-game"):
        page(people, game, "eve")
    with pytest.raises(Invalid, match="unknown-choice"):
        say(people, vote, "bob", "perhaps")


def test_a_game_says_what_is_voted_about(people: People) -> None:
    game = people.game(HUMANS, votes=("draw",))
    with pytest.raises(Denied, match="vote-not-allowed"):
        ask(people, game, "ada", "end")
    with pytest.raises(Invalid, match="unknown-choice"):
        ask(people, game, "ada", "mutiny")
    assert page(people, game, "ada").askable == ("draw",)


def test_a_question_can_be_withdrawn_by_who_asked(people: People) -> None:
    game = people.game(HUMANS)
    vote = ask(people, game, "ada", "draw")
    with people.store.begin() as session, pytest.raises(Denied, match="not-your-vote"):
        voting.withdraw(session, people.account_in(session, "bob"), vote, people.now)
    with people.store.begin() as session:
        voting.withdraw(session, people.account_in(session, "ada"), vote, people.now)
    assert line(people, game, "bob", vote).result == "withdrawn"
    assert people.count(Vote) == 1


def test_an_outage_takes_no_time_from_a_vote(people: People) -> None:
    game = people.game(HUMANS)
    beat(people.store, people.now)
    vote = ask(people, game, "ada", "draw")
    say(people, vote, "bob")
    people.later(hours=73)
    beat(people.store, people.now)
    assert sweep(people) == 0
    people.later(minutes=5)
    beat(people.store, people.now)
    assert line(people, game, "ada", vote).closes_at == people.now + timedelta(hours=74, minutes=-5)
    assert say(people, vote, "cyd") == "carried"


def test_voted_end_drops_the_held_draft_and_turns_webhooks(people: People) -> None:
    game = reviewed_game(people, {"stark": "ada", "lannister": "bob"})
    with people.store.begin() as session:
        for name in ("ada", "mira"):
            add_webhook(
                session, people.account_in(session, name), f"https://{name}.example.org/", KINDS, "", people.now
            )
    assert run_out(people, game).status == "held"
    vote = ask(people, game, "ada", "end")
    assert say(people, vote, "bob") == "carried"
    assert draft_of(people, game, "dropped").number == 1
    with people.store.read() as session:
        assert session.scalar(select(PendingResult.id).where(PendingResult.status.in_(("current", "proposed")))) is None
        told = [entry.kind for entry in session.query(AuditEntry).filter_by(scope=game)]
        assert told.count("draft-dropped") == 1
        assert faults(session, game) == []
        posts = [json.loads(post.body) for post in session.scalars(select(WebhookPost))]
    ended = [post for post in posts if post["kind"] == "results" and post["over"]]
    assert len(ended) == 2
    assert {post["text"].partition(" http")[0] for post in ended} == {
        "A game: The players ended the game; its standings decide"
    }
    assert ended[0]["link"].endswith(f"/games/{game}")


def terms(people: People, game: str) -> NewGame:
    with people.store.read() as session:
        return terms_of(find_game(session, game))


def test_pace_vote_changes_the_deadlines_of_later_turns(people: People) -> None:
    game = people.game(HUMANS, window_hours=96.0)
    people.deliver()
    before, turn = len(people.mails("cyd")), people.page(game).turn
    vote = ask(people, game, "ada", "pace", "fast")
    assert say(people, vote, "bob") == "carried"

    after = people.page(game).turn
    assert (turn and turn.due_at) == (after and after.due_at), "the open turn keeps its deadline"
    assert (terms(people, game).window_hours, terms(people, game).first_hours) == (23.0, 48.0)
    people.deliver()
    assert [mail["Subject"].partition(": ")[2] for mail in people.mails("cyd")[before:]] == [
        "change the deadlines?",
        "the deadlines have changed",
    ]
    with pytest.raises(Denied, match="same-pace"):
        ask(people, game, "ada", "pace", "fast")


def test_pace_vote_takes_hours_for_every_turn(people: People) -> None:
    game = people.game(HUMANS, window_hours=48.0, first_hours=72.0, least_hours=12.0, most_hours=100.0)
    for hours in ("0", "721", "two", "-1", ""):
        with pytest.raises(Invalid, match="unknown-pace"):
            ask(people, game, "ada", "pace", hours)
    vote = ask(people, game, "ada", "pace", "06")
    with pytest.raises(Denied, match="vote-open"):
        ask(people, game, "bob", "pace", "slow")
    assert line(people, game, "bob", vote).subject == "6"
    assert say(people, vote, "cyd") == "carried"

    now = terms(people, game)
    assert (now.window_hours, now.first_hours, now.least_hours, now.most_hours) == (6.0, 0.0, 6.0, 100.0)
