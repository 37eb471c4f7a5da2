"""Houses whose players leave become vassals: seats, emails, the turn that is open, and going back."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from adjudicator import game_file
from adjudicator.engine.decision import Illegal
from adjudicator.thrones.state.overrides import MakeVassal
from correspondence import seats
from correspondence.archive.files import export_game
from correspondence.archive.records import current
from correspondence.games.access import find_game
from correspondence.input_validation import Denied, NotFound
from correspondence.models.games import SeatHolder
from correspondence.models.turns import AuditEntry
from correspondence.overrides import AFTER, NewPosition
from correspondence.review.enforcement import roll_back
from correspondence.turns import houses_ready, mark, turn_of
from tests.correspondence.people import People
from tests.correspondence.review.masters import MASTER, last_turn, make_master, run_out, set_review
from tests.correspondence.review.test_overrides import apply, propose, publish

EDITION = "mother-of-dragons"
HUMANS = {"stark": "ada", "lannister": "ben", "tyrell": "cem", "targaryen": "dia"}


def big_game(people: People, **options: object) -> str:
    """A game of eight houses, four of them played by people."""
    return people.game(HUMANS, edition=EDITION, players=8, **options)


def left(people: People, game_id: str, house: str, reason: str = "missed") -> None:
    """The house becomes a vassal."""
    with people.store.begin() as session:
        game = find_game(session, game_id, lock=True)
        seats.become_vassal(session, game, seats.seat_of(game, house), reason, people.now)


def replays(people: People, game_id: str) -> None:
    """The journal, played again, comes to what is stored."""
    with people.store.begin() as session:
        game = find_game(session, game_id)
        kept, game.status = game.status, "finished"
        file = export_game(session, game_id, game.seats[0].account, people.now)
        game.status = kept
    assert game_file.verify(game_file.decode(game_file.encode(file))) == []


def test_a_house_without_a_player_is_commanded(people: People) -> None:
    game_id = big_game(people)
    with people.store.begin() as session:
        game = find_game(session, game_id)
        turn = turn_of(session, game)
        assert turn is not None
        for house in ("stark", "lannister"):
            mark(session, game, turn, seats.seat_of(game, house), True, people.now)
    left(people, game_id, "tyrell")
    with people.store.read() as session:
        game = find_game(session, game_id)
        board = current(session, game).showing.board
        assert board.vassals == ["tyrell"]
        assert not board.power["tyrell"]
        seat = next(seat for seat in game.seats if seat.house == "tyrell")
        assert (seat.kind, seat.account, seat.offered_at) == ("vassal", None, None)
        turn = turn_of(session, game)
        assert turn is not None
        assert sorted(turn.required_houses) == ["lannister", "stark", "targaryen"]
        assert houses_ready(session, [turn.id]) == {}
        holders = session.scalars(select(SeatHolder).where(SeatHolder.seat_id == seat.id).order_by(SeatHolder.id)).all()
        assert [(holder.kind, holder.began, holder.ended) for holder in holders] == [
            ("human", "joined", "vassal"),
            ("vassal", "vassal", ""),
        ]
        kinds = session.scalars(select(AuditEntry.kind).where(AuditEntry.scope == game_id)).all()
        assert kinds[-1] == "seat-vassal"
    run_out(people, game_id)
    run_out(people, game_id)
    replays(people, game_id)


def test_everybody_is_told_and_nobody_has_the_seat_any_more(people: People) -> None:
    game_id = big_game(people)
    left(people, game_id, "tyrell", "retired")
    assert {name: told(people, name) for name in ("ada", "cem")} == {
        "ada": "A game: Tyrell is a vassal now",
        "cem": "A game: you no longer play Tyrell",
    }
    with people.store.begin() as session:
        game = find_game(session, game_id)
        with pytest.raises(NotFound):
            seats.seat_of(game, "tyrell")
        with pytest.raises(Denied, match="not-your-seat"):
            seats.surrender(session, people.account_in(session, "cem"), game_id, people.now)


@pytest.mark.parametrize(("house", "code"), [("targaryen", "never-a-vassal"), ("stark", "too-few-players")])
def test_some_houses_stay(people: People, house: str, code: str) -> None:
    game_id = big_game(people)
    if code == "too-few-players":
        for other in ("lannister", "tyrell", "baratheon", "greyjoy", "martell", "arryn"):
            left(people, game_id, other)
    with people.store.begin() as session:
        game = find_game(session, game_id)
        assert not seats.may_become_vassal(session, game, seats.seat_of(game, house))
    with pytest.raises(Illegal, match=code):
        left(people, game_id, house)


def test_draft_of_a_leaving_player_waits_for_publication(people: People) -> None:
    game_id = big_game(people)
    make_master(people, game_id)
    set_review(people, game_id, "all")
    run_out(people, game_id)
    apply(people, game_id, propose(people, game_id, NewPosition(MakeVassal(house="tyrell"), AFTER)))
    assert kinds(people, game_id)["tyrell"] == "human"
    with people.store.begin() as session:
        game = find_game(session, game_id)
        assert not seats.may_become_vassal(session, game, seats.seat_of(game, "stark"))
    publish(people, game_id)
    assert kinds(people, game_id)["tyrell"] == "vassal"
    assert "tyrell" not in last_turn(people, game_id).asked
    replays(people, game_id)


def test_going_back_to_before_it_looks_for_a_player(people: People) -> None:
    game_id = big_game(people)
    make_master(people, game_id)
    run_out(people, game_id)
    left(people, game_id, "tyrell")
    run_out(people, game_id)
    master, about = people.account(MASTER), last_turn(people, game_id).number
    with people.store.begin() as session:
        roll_back(session, master, game_id, about=about, to=1, chance="keep", reason="a mistake", now=people.now)
    with people.store.begin() as session:
        game = find_game(session, game_id)
        seat = seats.seat_of(game, "tyrell")
        assert (seat.kind, seat.offered_at) == ("steward", people.now)
        seats.take_over(session, people.account_in(session, "cem"), game_id, "tyrell", people.now)
    assert kinds(people, game_id)["tyrell"] == "human"
    run_out(people, game_id)
    replays(people, game_id)


def kinds(people: People, game_id: str) -> dict[str | None, str]:
    """Who plays each house."""
    with people.store.read() as session:
        return {seat.house: seat.kind for seat in find_game(session, game_id).seats}


def told(people: People, name: str) -> str:
    """The subject of the last email that somebody was sent."""
    people.deliver()
    return str(people.mails(name)[-1]["Subject"])
