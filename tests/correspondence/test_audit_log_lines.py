"""The audit log names the kind of each act and who did it; a missing line would hide an act."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select

from adjudicator.thrones.state.decisions import Amount
from adjudicator.thrones.state.overrides import GivePower
from correspondence import operations
from correspondence.audit_log import SITE, faults
from correspondence.deadlines import clock
from correspondence.deadlines.clock import close_now
from correspondence.games.access import find_game
from correspondence.games.options import NewGame
from correspondence.gifts import give
from correspondence.imports import import_game
from correspondence.input_validation import Denied, Invalid
from correspondence.lobby.seating import close_due_musters
from correspondence.lobby.use_cases import cancel_game, create_game, free_seat, join_game, start_game
from correspondence.masters import accept_master, invite_master, step_down
from correspondence.messages import queries as messages
from correspondence.models.turns import AuditEntry
from correspondence.overrides import NewAnswer, NewPosition
from correspondence.review.queries import pending_result_page, record_first_look
from correspondence.seats import offer, reclaim_seat, seat_of
from correspondence.turns import locked_game
from correspondence.votes.rules import end_game
from correspondence.votes.use_cases import open_vote
from tests.correspondence.archive.test_endings import whole
from tests.correspondence.games.test_vassals import big_game
from tests.correspondence.messages.test_messages import ALL, host, write
from tests.correspondence.people import People
from tests.correspondence.review.masters import MASTER, draft_of, last_turn, make_master, reviewed_game, run_out
from tests.correspondence.review.test_overrides import propose

TWO = {"stark": "ada", "tyrell": "bo"}
Does = Callable[[Any, Any], object]


def lines(people: People, scope: str) -> list[tuple[str, str]]:
    """Who did what, by their names; the chain of the scope is whole."""
    with people.store.read() as session:
        assert faults(session, scope) == []
        query = select(AuditEntry).where(AuditEntry.scope == scope).order_by(AuditEntry.number)
        return [(entry.kind, entry.actor) for entry in session.scalars(query)]


def own(kind: str) -> list[tuple[str, str]]:
    """One line, of whoever acted."""
    return [(kind, "me")]


def does(people: People, scope: str, name: str, act: Does) -> list[tuple[str, str]]:
    """The lines that somebody's act brings, the actor told as `me` where it is they."""
    before = len(lines(people, scope))
    with people.store.begin() as session:
        account = people.account_in(session, name)
        session.flush()
        me = account.public_id
        act(session, account)
    return [(kind, "me" if actor == me else actor) for kind, actor in lines(people, scope)[before:]]


def test_of_a_lobby(people: People) -> None:
    with people.store.begin() as session:
        made = create_game(
            session, people.account_in(session, "ada"), NewGame(title="A game", house="stark"), people.now
        )
        game, code = made.public_id, made.join_code
    with people.store.begin() as session:
        join_game(session, people.account_in(session, "bo"), game, people.now, code=code, house="tyrell")
        seat = seat_of(find_game(session, game), "tyrell").public_id
    found = does(people, game, "ada", lambda s, me: invite_master(s, me, game, "fay@rookery.example", people.now))
    assert found == own("master-asked")
    assert does(people, game, "fay", lambda s, me: accept_master(s, me, game, people.now)) == own("master-accepted")
    assert does(people, game, "fay", lambda s, me: step_down(s, me, game, people.now)) == own("master-left")
    assert does(people, game, "ada", lambda s, me: free_seat(s, me, game, seat, people.now)) == own("seat-freed")
    assert does(people, game, "ada", lambda s, me: cancel_game(s, me, game, people.now)) == own("game-cancelled")


def test_of_houses_that_are_dealt_and_of_a_muster(people: People) -> None:
    options: dict[str, Any] = {"players": 3, "seat_choice": "random", "muster_hours": 48.0}
    with people.store.begin() as session:
        made = create_game(session, people.account_in(session, "ada"), NewGame(title="A game", **options), people.now)
        game, code = made.public_id, made.join_code
    for name in ("bo", "cy"):
        with people.store.begin() as session:
            join_game(session, people.account_in(session, name), game, people.now, code=code)
        people.later(hours=2)
    people.later(hours=49)
    assert close_due_musters(people.store, people.clock) == 1
    assert lines(people, game)[-1] == ("muster-missed", "service")
    other = options | {"muster_hours": 0.0}
    with people.store.begin() as session:
        made = create_game(session, people.account_in(session, "ada"), NewGame(title="Dealt", **other), people.now)
        game, code = made.public_id, made.join_code
    for name in ("bo", "cy"):
        with people.store.begin() as session:
            join_game(session, people.account_in(session, name), game, people.now, code=code)
    if people.page(game).status == "lobby":
        with people.store.begin() as session:
            start_game(session, people.account_in(session, "ada"), game, people.now)
    assert ("houses-dealt", "service") in lines(people, game)


def test_of_time_and_seats(people: People) -> None:
    game = people.game(TWO, votes=("pause",))

    def paused(session: Any, me: Any) -> None:
        clock.pause(session, locked_game(session, game), "asked", me, people.now)

    def offered(session: Any, me: Any) -> None:
        found = locked_game(session, game)
        offer(session, found, seat_of(found, "tyrell"), "missed", people.now)

    assert does(people, game, "ada", paused) == own("paused")
    found = does(people, game, "ada", lambda s, me: clock.resume(s, locked_game(s, game), me, people.now))
    assert found == own("resumed")
    assert does(people, game, "ada", offered) == [("seat-offered", "service")]
    assert does(people, game, "bo", lambda s, me: reclaim_seat(s, me, game, people.now)) == own("seat-returned")
    found = does(people, game, "ada", lambda s, me: open_vote(s, me, game, "pause", "", "why", people.now))
    assert found == own("vote-opened")
    found = does(people, game, "ada", lambda s, me: close_now(s, locked_game(s, game), me, people.now))
    assert found == own("closed-now")
    assert ("game-ended", "service") in does(
        people, game, "ada", lambda s, me: end_game(s, locked_game(s, game), "draw", people.now)
    )


def test_of_press_that_is_moderated(people: People) -> None:
    game = people.game({"stark": "ada", "lannister": "bob", "tyrell": "cyd"}, messages=ALL)
    thread = write(people, game, "bob", "houses", "stark", "tyrell", text="an insult")
    host(people, "hal")
    with people.store.begin() as session:
        mail = messages.open_thread(session, thread, people.account_in(session, "ada"), people.now).messages[0].id
        messages.report(session, people.account_in(session, "ada"), mail, "an insult", people.now)
    assert ("press-reported-read", "me") in does(
        people, game, "hal", lambda s, me: messages.open_messages(s, game, me, people.now)
    )
    assert does(people, game, "hal", lambda s, me: messages.let_stand(s, me, mail, people.now)) == own(
        "press-let-stand"
    )
    with people.store.begin() as session:
        messages.report(session, people.account_in(session, "ada"), mail, "an insult", people.now)
    found = does(people, game, "hal", lambda s, me: messages.remove(s, me, mail, "we stay polite", people.now))
    assert found == own("press-removed")


def test_of_press_that_a_master_may_read(people: People) -> None:
    game = people.game({"stark": "ada", "lannister": "bob", "tyrell": "cyd"}, messages=ALL, gm_reads_messages=True)
    write(people, game, "bob", "houses", "stark", text="between us")
    make_master(people, game)
    found = does(people, game, MASTER, lambda s, me: messages.open_messages(s, game, me, people.now))
    assert found == own("press-listed")


def test_of_gifts_and_looks_at_drafts(people: People) -> None:
    game = big_game(people)
    turn = last_turn(people, game).public_id
    assert ("gift", "me") in does(people, game, "ada", lambda s, me: give(s, me, turn, "lannister", 1, 1, people.now))
    held = reviewed_game(people)
    run_out(people, held)
    draft = draft_of(people, held).public_id

    def looks(session: Any, me: Any) -> None:
        page = pending_result_page(session, me, held, draft, people.now)
        assert record_first_look(session, me, page, people.now)

    assert does(people, held, MASTER, looks) == own("looked-at-draft")


def test_of_the_clock(people: People) -> None:
    assert operations.beat(people.store, people.now)
    people.later(hours=-3)
    assert not operations.beat(people.store, people.now)
    assert does(people, SITE, "hal", lambda s, me: operations.confirm_clock(s, me, people.now)) == own(
        "clock-confirmed"
    )


def test_of_a_game_that_is_brought_in_and_cannot_be_taken_back(people: People) -> None:
    over = people.game(TWO)
    while people.page(over).status == "running":
        people.adjudicate(over)
    with people.store.begin() as session:
        data = whole(session, over, people)
        find_game(session, over).commitment = "0" * 64
    with people.store.begin() as session:
        made = import_game(session, people.account_in(session, "eve"), data, "From afar", people.now).public_id
    assert [kind for kind, _ in lines(people, made)] == ["game-imported"]


def test_overrides_that_belong_elsewhere_are_refused(people: People) -> None:
    game = reviewed_game(people)
    with pytest.raises(Invalid, match="not-an-override"):
        propose(people, game, NewPosition(GivePower(house="stark", to="lannister", amount=1)))
    with pytest.raises((Invalid, Denied), match="call-not-held"):
        propose(people, game, NewAnswer("d1-place-bid-stark", "stark", "place-bid", Amount(1)))
