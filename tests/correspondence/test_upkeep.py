"""What is forgotten after a while, and what is not."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import select, update

from correspondence.games.access import find_game
from correspondence.models.games import Game, Seat
from correspondence.models.mail import OutgoingMail
from correspondence.operations import MAILS, TOLD, forget_old
from correspondence.review.enforcement import STILL
from correspondence.seats import offer
from correspondence.service_levels import keep_hours, totals_now
from correspondence.store import Store
from tests.correspondence.people import People

pytestmark = pytest.mark.both_databases


def mails(store: Store) -> dict[str, OutgoingMail]:
    """The rows of the outbox by who they are for."""
    with store.read() as session:
        return {row.address.partition("@")[0]: row for row in session.scalars(select(OutgoingMail))}


def test_mails_are_thinned_and_go(people: People, store: Store) -> None:
    """Sent emails lose what they told at once, failed ones after two weeks; all rows go, but for those that wait."""
    people.game({"stark": "sent", "lannister": "failed", "baratheon": "dropped", "tyrell": "waits"})
    before = mails(store)
    assert sorted(before) == ["dropped", "failed", "sent", "waits"]
    with store.begin() as session:
        done = {"next_attempt_at": None, "last_error": "why"}
        for name, column in (("failed", "failed_at"), ("dropped", "dropped_at")):
            mine = update(OutgoingMail).where(OutgoingMail.id == before[name].id)
            session.execute(mine.values({column: people.now, **done}))
        mine = update(OutgoingMail).where(OutgoingMail.id == before["waits"].id)
        session.execute(mine.values(next_attempt_at=people.now + timedelta(days=400)))
    assert people.deliver() == 1
    found = mails(store)
    assert found["sent"].payload == b""
    assert all(found[name].payload for name in ("failed", "waits"))
    forget_at(people, store, TOLD)
    assert mails(store)["failed"].payload, "a host may still look"
    forget_at(people, store, TOLD + timedelta(seconds=1))
    found = mails(store)
    assert (found["failed"].payload, found["failed"].last_error) == (b"", "why")
    assert found["waits"].payload
    forget_at(people, store, MAILS)
    assert sorted(mails(store)) == ["dropped", "failed", "sent", "waits"]
    forget_at(people, store, MAILS + timedelta(seconds=1))
    assert sorted(mails(store)) == ["waits"]
    assert mails(store)["waits"].payload


def test_what_was_counted_stays_counted(people: People, store: Store) -> None:
    people.game({"stark": "ada", "lannister": "bo"})
    assert people.deliver() == 2
    then = people.now
    people.later(hours=2)
    with store.begin() as session:
        assert keep_hours(session, people.now) > 0
    forget_at(people, store, MAILS + timedelta(days=1))
    assert mails(store) == {}
    with store.read() as session:
        assert totals_now(session, then + timedelta(hours=2)).emails_accepted == 2


def test_seats_of_ended_games_are_offered_to_nobody(people: People, store: Store) -> None:
    over, runs = (people.game({"stark": "ada", "tyrell": "bo"}, title=title) for title in ("Over", "Runs"))
    for game_id in (over, runs):
        with store.begin() as session:
            game = find_game(session, game_id, lock=True)
            offer(session, game, next(seat for seat in game.seats if seat.house == "tyrell"), "missed", people.now)
    with store.begin() as session:
        game = find_game(session, over, lock=True)
        game.status, game.finished_at = "finished", people.now

    def offered() -> set[str]:
        with store.read() as session:
            query = select(Game.title).join(Seat, Seat.game_id == Game.id).where(Seat.offered_at.is_not(None))
            return set(session.scalars(query))

    forget_at(people, store, STILL)
    assert offered() == {"Over", "Runs"}, "its end may still be taken back"
    forget_at(people, store, STILL + timedelta(seconds=1))
    assert offered() == {"Runs"}


def forget_at(people: People, store: Store, later: timedelta) -> None:
    """Tidy up, so long after now."""
    with store.begin() as session:
        forget_old(session, people.now + later)


@pytest.mark.parametrize(
    ("statuses", "settled"),
    [
        (("running", "finished"), ""),
        (("finished", "running"), "reopened"),
        (("finished", "running", "set-aside"), "reopened"),
        (("finished", "running", "finished"), ""),
    ],
)
def test_game_that_changes_its_status_is_to_be_settled(statuses: tuple[str, ...], settled: str) -> None:
    game = Game(status="lobby")
    for status in statuses:
        game.settled = "done" if game.status == "finished" else game.settled
        game.status = status

    assert game.settled == settled
