"""Where the terms say so, a house whose player is missing or leaves becomes a vassal."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select

from correspondence.closing import adjudicate
from correspondence.evaluations import replay_stored_game
from correspondence.games.access import find_game
from correspondence.games.options import NewGame, absent_seats, validate_terms
from correspondence.input_validation import Invalid
from correspondence.models.games import Game, SeatHolder
from correspondence.seats import DELETED, retire, seat_of, surrender
from correspondence.store import Store
from correspondence.turns import locked_game
from tests.correspondence.people import People, text_of

FOUR = {"stark": "ada", "lannister": "bo", "tyrell": "cy", "targaryen": "dee"}
RULES: dict[str, Any] = {"edition": "mother-of-dragons", "players": 4, "absent_seat": "vassal", "misses_allowed": 2}
LEFT = ["baratheon", "greyjoy", "martell", "arryn"]


def kinds(people: People, game_id: str) -> dict[str | None, str]:
    return {seat.house: seat.kind for seat in people.page(game_id).seats}


def vassals(people: People, game_id: str) -> list[str]:
    view = people.page(game_id).view
    assert view is not None
    return view.board.vassals


def agrees(store: Store, game_id: str) -> bool:
    with store.read() as session:
        return replay_stored_game(session, game_id).differences == ()


def told(people: People, name: str) -> list[str]:
    people.deliver()
    return [str(mail["Subject"]) for mail in people.mails(name)]


def turn_passes(people: People, game_id: str, *present: str) -> None:
    for name in present:
        people.submit(game_id, name)
    people.adjudicate(game_id)


def test_only_where_there_are_vassals() -> None:
    with pytest.raises(Invalid) as refused:
        validate_terms(NewGame(title="A game", edition="second-edition", absent_seat="vassal"))
    assert (refused.value.code, refused.value.field) == ("no-vassals", "absent_seat")
    assert absent_seats("first-edition") == ("steward", "defaults")
    assert "vassal" in absent_seats("mother-of-dragons")


def test_whoever_misses_too_many_turns_leaves_a_vassal(people: People, store: Store) -> None:
    game_id = people.game(FOUR, **RULES)
    turn_passes(people, game_id, "ada", "bo", "cy", "dee")
    turn_passes(people, game_id, "ada", "bo", "dee")
    assert kinds(people, game_id)["tyrell"] == "human"
    turn_passes(people, game_id, "ada", "bo", "dee")
    assert kinds(people, game_id) == {"stark": "human", "lannister": "human", "tyrell": "vassal", "targaryen": "human"}
    assert set(vassals(people, game_id)) == {*LEFT, "tyrell"}
    turn = people.page(game_id).turn
    assert turn is not None
    assert not any(seat.asked for seat in people.page(game_id).seats if seat.house == "tyrell")
    assert "A game: Tyrell is a vassal now" in told(people, "ada")
    assert "A game: you no longer play Tyrell" in told(people, "cy")
    assert not any("needs a new player" in subject for subject in told(people, "bo"))
    assert agrees(store, game_id)
    turn_passes(people, game_id, "ada", "bo", "dee")
    turn_passes(people, game_id, "ada", "bo", "dee")
    assert agrees(store, game_id)


def test_targaryen_and_the_last_two_wait_for_substitutes(people: People, store: Store) -> None:
    game_id = people.game(FOUR, **RULES)
    turn_passes(people, game_id, "ada", "bo", "cy", "dee")
    for _ in range(2):
        turn_passes(people, game_id, "ada")
    now = kinds(people, game_id)
    assert (now["targaryen"], sorted((now["lannister"], now["tyrell"]))) == ("steward", ["vassal", "vassal"])
    offered = {seat.house for seat in people.page(game_id).seats if seat.offered}
    assert offered == {"targaryen"}
    with store.begin() as session:
        surrender(session, people.account_in(session, "ada"), game_id, people.now)
    assert kinds(people, game_id)["stark"] == "steward", "Targaryen alone cannot be left"


def test_absence_at_the_first_turn_leaves_a_vassal_and_time(people: People, store: Store) -> None:
    game_id = people.game(FOUR, **RULES)
    for name in ("ada", "bo", "dee"):
        people.submit(game_id, name)
    turn = people.page(game_id).turn
    assert turn is not None
    people.now = turn.due_at
    assert not adjudicate(store, turn.id, "test", people.clock)
    assert kinds(people, game_id)["tyrell"] == "vassal"
    assert set(vassals(people, game_id)) == {*LEFT, "tyrell"}
    later = people.page(game_id).turn
    assert later is not None
    assert (later.id, later.due_at > people.now) == (turn.id, True)
    people.deliver()
    said = " ".join(text_of(people.mails("ada")[-1]).split())
    assert "Houses without a player are now vassals, and the turn waits a while" in said
    turn_passes(people, game_id, "ada", "bo", "dee")
    assert agrees(store, game_id)


def test_whoever_leaves_leaves_a_vassal(people: People, store: Store) -> None:
    game_id = people.game(FOUR, **RULES)
    turn_passes(people, game_id, "ada", "bo", "cy", "dee")
    with store.begin() as session:
        surrender(session, people.account_in(session, "bo"), game_id, people.now)
    with store.begin() as session:
        game = locked_game(session, game_id)
        retire(session, game, seat_of(game, "tyrell"), DELETED, people.now)
    assert kinds(people, game_id) == {"stark": "human", "lannister": "vassal", "tyrell": "vassal", "targaryen": "human"}
    assert set(vassals(people, game_id)) == {*LEFT, "lannister", "tyrell"}
    with store.read() as session:
        holders = session.scalars(select(SeatHolder).join(Game, Game.id == SeatHolder.game_id).order_by(SeatHolder.id))
        ended = [(holder.house, holder.ended) for holder in holders if holder.ended]
        assert ended == [("lannister", "vassal"), ("tyrell", "deleted"), ("tyrell", "vassal")]
        assert set(find_game(session, game_id).playing) == set(FOUR)
    assert agrees(store, game_id)
    turn_passes(people, game_id, "ada", "dee")
    assert agrees(store, game_id)
