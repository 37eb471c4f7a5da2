"""Games go on with the cards they began with, whatever is added since; a process that runs notices what is added."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import select, text

from adjudicator import games
from adjudicator.engine.decision import Illegal
from correspondence.evaluations import replay_stored_game
from correspondence.games.access import stands_for_another
from correspondence.host_editions import add, offer
from correspondence.models.games import Game
from correspondence.store import Store
from tests.brought_editions import card_set, forgotten
from tests.correspondence.people import People

LEADERS = ("cersei", "daenerys", "doran")


def begun(people: People, edition: str = "btwixt") -> str:
    """A game of three leaders, two of them played by bots."""
    return people.game({"cersei": "ada"}, edition=edition, players=3, houses=LEADERS)


def agrees(people: People, game: str) -> bool:
    """Whether a game is as its journal makes it."""
    with people.store.read() as session:
        return not replay_stored_game(session, game).differences


def edition_of(people: People, game: str) -> str:
    """The edition that a game is played with."""
    with people.store.read() as session:
        return str(session.scalar(text("select edition from games where public_id = :game"), {"game": game}))


def test_a_game_goes_on_with_the_cards_it_began_with(people: People, folder: Path, mine: Path) -> None:
    old = begun(people)
    people.adjudicate(old)
    name, report = add(folder, "btwixt", mine)
    assert report.faults == ()
    assert "btwixt" not in games.EDITIONS
    assert games.EDITIONS[name].name.say("en") == "B'Twixt with this host's own cards"
    with pytest.raises(Illegal, match="unknown-edition"):
        begun(people)
    people.adjudicate(old)
    new = begun(people, name)
    people.adjudicate(new)
    assert [edition_of(people, game) for game in (old, new)] == ["btwixt", name]
    assert games.edition(name).allies["tywin-lannister"].power == 6  # type: ignore[attr-defined]
    assert games.edition("btwixt").allies["tywin-lannister"].power == 5  # type: ignore[attr-defined]
    assert agrees(people, old)
    assert agrees(people, new)


def test_a_third_set_leaves_both_alone(people: People, folder: Path, mine: Path, tmp_path: Path) -> None:
    first, _ = add(folder, "btwixt", mine)
    game = begun(people, first)
    second, _ = add(folder, "btwixt", card_set(tmp_path / "other", ("allies", "power = 4", "power = 3")))
    assert {first, second} & set(games.EDITIONS) == {second}
    people.adjudicate(game)
    assert agrees(people, game)
    offer(folder, first)
    assert first in games.EDITIONS
    offer(folder, "btwixt")
    assert [one for one in games.EDITIONS if one.startswith("btwixt")] == ["btwixt"]


def test_another_process_knows_it(people: People, folder: Path, mine: Path) -> None:
    name, _ = add(folder, "btwixt", mine)
    game = begun(people, name)
    people.adjudicate(game)
    with forgotten():
        store = Store(people.store.settings)
        with store.read() as session:
            assert replay_stored_game(session, game).differences == ()
        again = People(store)
        again.now = people.now
        again.adjudicate(game)
        store.close()


def test_a_game_whose_cards_are_gone_is_refused_by_code(people: People) -> None:
    game = begun(people)
    with people.store.begin() as session:
        session.execute(text("update games set edition = 'btwixt-0123abcd'"))
    with people.store.read() as session:
        found = session.scalars(select(Game).where(Game.public_id == game)).one()
        with pytest.raises(Illegal, match="card-set-missing"):
            _ = found.rules


def test_nobody_is_called_as_a_leader_of_it(people: People, folder: Path, tmp_path: Path) -> None:
    named = ("leaders", 'en = "Doran"', 'en = "Quentyn"')
    assert not stands_for_another("Quentyn")
    add(folder, "btwixt", card_set(tmp_path / "named", named))
    assert stands_for_another("Quentyn")
