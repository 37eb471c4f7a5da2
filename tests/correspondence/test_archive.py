"""Whole games by turns: they end, everything is kept, and nobody reads what is not theirs to know."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from adjudicator import game_file
from adjudicator.engine.chance import commitment
from correspondence.archive.files import export_game
from correspondence.archive.records import round_log, round_view, turn_results
from correspondence.games.options import NewGame
from correspondence.input_validation import Denied, NotFound
from correspondence.lobby.use_cases import create_game
from correspondence.models.games import Game
from correspondence.models.mail import OutgoingMail
from correspondence.operations import forget_old, health
from correspondence.store import Store
from correspondence.tutorial import make_demo
from tests.correspondence.people import People

pytestmark = pytest.mark.both_databases


def play(people: People, game_id: str, most: int = 60) -> int:
    """Adjudicate turn after turn until the game is over; how many there were."""
    for number in range(most):
        if people.page(game_id).status != "running":
            return number
        people.adjudicate(game_id)
    raise AssertionError("the game does not end")


@pytest.mark.parametrize(("players", "pace"), [(3, "bulk"), (4, "raven"), (5, "bulk")])
def test_a_game_is_played_to_its_end_by_turns(people: People, store: Store, players: int, pace: str) -> None:
    game_id = people.game({"stark": "ada", "baratheon": "bo"}, players=players, pace=pace)
    turns = play(people, game_id)
    page = people.page(game_id)
    assert page.status == "finished"
    assert page.winners
    assert page.turn is None
    assert page.seed
    assert commitment(page.seed) == page.commitment
    assert people.count(OutgoingMail) == 2 * (turns + 1)
    with store.read() as session:
        whole = export_game(session, game_id, None, people.now)
        for number in page.rounds:
            view = round_view(session, game_id, number, None, people.now)
            assert view.board.round == number
            assert round_log(session, game_id, number, None, people.now).records
    assert game_file.verify(game_file.decode(game_file.encode(whole))) == []
    kinds = {row.kind for row in _mails(store)}
    assert kinds == {"results", "game-over"}


def _mails(store: Store) -> list[OutgoingMail]:
    with store.read() as session:
        return list(session.scalars(select(OutgoingMail)))


def test_a_running_game_exports_what_its_reader_knows(people: People, store: Store) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo"})
    for _ in range(3):
        people.adjudicate(game_id)
    with store.read() as session:
        seed = session.scalars(select(Game.seed)).one()
        mine = export_game(session, game_id, people.account_in_read(session, "ada"), people.now)
        public = export_game(session, game_id, None, people.now)
    for exported, seat in ((mine, {"stark"}), (public, set())):
        text = game_file.encode(exported).decode()
        assert seed not in text
        assert (exported.seed, exported.position) == (None, None)
        assert exported.board is not None
        assert {entry.seat for entry in exported.journal} == seat
        decided = [r.event for r in exported.records() if r.event.__struct_config__.tag == "decided"]
        assert {event.seat for event in decided} == seat
        shuffles = [r.event for r in exported.records() if r.event.__struct_config__.tag == "deck-shuffled"]
        assert all(event.order == () for event in shuffles)
        again = game_file.decode(game_file.encode(exported))
        assert again.commitment == exported.commitment
        assert game_file.verify(again) == []


def test_a_log_is_told_to_each_as_they_may_know_it(people: People, store: Store) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo"})
    people.adjudicate(game_id)
    with store.read() as session:
        for name, own in (("ada", {"stark"}), ("bo", {"tyrell"}), (None, set())):
            account = people.account_in_read(session, name) if name else None
            for records in (
                round_log(session, game_id, 1, account, people.now).records,
                turn_results(session, game_id, 1, account, people.now).records,
            ):
                seats = {r.event.seat for r in records if r.event.__struct_config__.tag == "decided"}
                assert seats == own
        results = turn_results(session, game_id, 1, None, people.now)
        assert (results.before.board.round, results.after.board.round) == (1, 2)
        assert results.before.waiting == []
        assert results.after.waiting == []


def test_what_is_not_there_is_not_found(people: People, store: Store) -> None:
    game_id = people.game()
    with store.begin() as session:
        ada = people.account_in(session, "ada")
        lobby = create_game(session, ada, NewGame(title="Later"), people.now).public_id
    with store.read() as session:
        for look in (
            lambda: round_log(session, game_id, 2, None, people.now),
            lambda: round_view(session, game_id, 2, None, people.now),
            lambda: round_view(session, lobby, 0, None, people.now),
            lambda: turn_results(session, game_id, 1, None, people.now),
            lambda: turn_results(session, "nothing", 1, None, people.now),
        ):
            with pytest.raises(NotFound):
                look()
        with pytest.raises(Denied, match="game-not-begun"):
            export_game(session, lobby, None, people.now)
        assert round_view(session, game_id, 1, None, people.now).board.round == 1


def test_what_players_see_holds_nothing_hidden(people: People, store: Store) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo"})
    people.submit(game_id, "bo", b'{"orders": {"highgarden": "support"}}')
    page, public = people.page(game_id, "ada"), people.page(game_id, None)
    for seen in (page, public):
        assert seen.view is not None
        assert seen.view.board.orders == {}
        assert "hidden" not in repr(seen.view)
        assert "Sheet(" not in repr(seen)
    assert public.you is None
    assert public.view is not None
    assert public.view.waiting == []


def test_the_demo_is_ready_to_play(people: People, store: Store) -> None:
    with store.begin() as session:
        demo = make_demo(session, people.now)
        game_id = demo.game.public_id
    with store.begin() as session:
        from correspondence.sign_in.use_cases import use_link

        signed = use_link(session, demo.token, people.now)
        assert (signed.account.id, signed.next_url) == (demo.account.id, f"/games/{game_id}")
    page = people.page(game_id, None)
    assert page.status == "running"
    assert [seat.kind for seat in page.seats].count("steward") == 4
    assert page.hold_minutes * 60 == pytest.approx(10)


def test_health_counts_what_waits(people: People, store: Store) -> None:
    people.game(window_hours=1)
    with store.read() as session:
        assert health(session, people.now).turns_overdue == 0
    people.later(hours=1, seconds=40)
    with store.read() as session:
        found = health(session, people.now)
    assert (found.turns_overdue, found.oldest_overdue_seconds) == (1, 40.0)
    assert (found.emails_due, found.oldest_email_seconds) == (1, 3640.0)
    assert (found.games_running, found.games_quarantined, found.emails_failed) == (1, 0, 0)


def test_old_things_are_forgotten_and_games_are_not(people: People, store: Store) -> None:
    game_id = people.game()
    people.deliver()
    people.later(days=365)
    with store.begin() as session:
        forget_old(session, people.now)
    assert people.count(OutgoingMail) == 0
    assert people.page(game_id).status == "running"
