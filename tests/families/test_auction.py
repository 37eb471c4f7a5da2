"""A family that nothing else knows is played from the lobby to the archive, through the use cases that all share."""

from __future__ import annotations

import json

import pytest

import atlas
from adjudicator import game_file, games, selfplay
from adjudicator.engine.decision import Illegal
from adjudicator.engine.what_if import suppose
from correspondence.archive.files import export_game
from correspondence.evaluations import replay_stored_game
from correspondence.gifts import gifts_page, give
from correspondence.host_editions import check
from correspondence.imports import import_game
from correspondence.input_validation import Denied
from correspondence.overrides import NewPosition
from correspondence.overview.game_pages import end_page
from correspondence.review import enforcement
from correspondence.review.audit import proposal
from correspondence.what_ifs import WhatIf, play_what_if
from narration.narrators import NARRATORS
from narration.words import translator
from tests.correspondence.people import People, text_of
from tests.correspondence.review.masters import MASTER, last_turn, make_master, run_out, set_review
from tests.correspondence.review.test_overrides import apply, propose, publish
from tests.families.auction import FAMILY, LOTS, SetPurse

BIDS = {"ada": {"lamp": 1, "clock": 2, "harp": 5, "crown": 1}, "ben": {"lamp": 2, "clock": 1, "harp": 1, "crown": 4}}


def begun(people: People) -> str:
    """A game of three: ada is red, ben blue, a bot green."""
    return people.game({"red": "ada", "blue": "ben"}, edition="auction", players=3)


def bid(people: People, game_id: str) -> None:
    """Both hand in what they always bid."""
    for name, lots in BIDS.items():
        people.submit(game_id, name, json.dumps({"lots": lots}).encode())


def played_out(people: People, game_id: str) -> None:
    """The game to its end, a call for each lot that is left."""
    while people.page(game_id).status == "running":
        bid(people, game_id)
        people.adjudicate(game_id)


@pytest.mark.parametrize("bots", ["steward", "random"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_plays_itself_and_keeps_its_secrets(players: int, bots: str) -> None:
    for number in range(4):
        found = selfplay.play("auction", players, f"auction {number}", bots)
        assert found.finished
        assert found.violations == ()


def test_a_game_goes_from_the_lobby_to_the_archive(people: People) -> None:
    game_id = begun(people)
    people.deliver()
    first = text_of(people.mails("ada")[-1])
    assert "What do you bid for the" in first
    assert "You have 10 coins" in first
    played_out(people, game_id)
    people.deliver()
    assert people.page(game_id).status == "finished"
    assert "wins the auction" in str(people.mails("ben")[-1]["subject"])
    with people.store.begin() as session:
        end = end_page(session, game_id, people.account_in(session, "ada"), people.now)
        assert end.seed_fits
        assert end.statistics.rounds == len(LOTS)
        assert not replay_stored_game(session, game_id).differences
        whole = export_game(session, game_id, None, people.now)
    data = game_file.encode(whole)
    assert game_file.verify(game_file.decode(data)) == []
    with people.store.begin() as session:
        assert import_game(session, people.account_in(session, "cy"), data, "", people.now).public_id == game_id


def test_each_reader_sees_its_own_bids_alone(people: People) -> None:
    game_id = begun(people)
    bid(people, game_id)
    people.adjudicate(game_id)
    people.deliver()
    mail = text_of(people.mails("ada")[-1])
    assert "Your orders, version 1, were used" in mail
    v = NARRATORS.of_edition("auction").voice(games.edition("auction"), translator("en"), "red")
    assert v.house("blue") == "Blue"


def test_a_draft_is_held_mended_and_published(people: People) -> None:
    game_id = begun(people)
    make_master(people, game_id)
    set_review(people, game_id, "all")
    bid(people, game_id)
    assert run_out(people, game_id).status == "held"
    override = propose(people, game_id, NewPosition(SetPurse(house="red", coins=3)))
    with people.store.read() as session:
        shown = proposal(session, people.account_in_read(session, MASTER), game_id, override, people.now)
    assert shown.after.purses["red"] == 3
    assert shown.describe(NARRATORS.of_edition("auction").voice(games.edition("auction"), translator("en")))[0]
    apply(people, game_id, override)
    publish(people, game_id)
    assert people.page(game_id).view.board.purses["red"] == 3


def test_the_game_goes_back_with_the_lots_shuffled_anew(people: People) -> None:
    game_id = begun(people)
    make_master(people, game_id)
    for _ in range(2):
        bid(people, game_id)
        run_out(people, game_id)
    with people.store.begin() as session:
        opened = enforcement.roll_back(
            session,
            people.account_in(session, MASTER),
            game_id,
            to=2,
            about=last_turn(people, game_id).number,
            chance="reseed",
            reason="A wrong bid",
            now=people.now,
        )
        assert opened.number == 4
    played_out(people, game_id)
    with people.store.read() as session:
        assert not replay_stored_game(session, game_id).differences


def test_what_it_has_not_is_refused(people: People) -> None:
    game_id = begun(people)
    with pytest.raises(Illegal, match="no-what-ifs"):
        suppose(FAMILY, games.start("auction", 2, "a seed"), "red", [], {})
    with pytest.raises(Illegal, match="no-scenarios"):
        FAMILY.read_scenario({"edition": "auction", "players": 2})
    ada, turn = people.account("ada"), people.turn(game_id)
    with people.store.read() as session:
        with pytest.raises(Denied, match="no-what-ifs"):
            play_what_if(session, ada, turn, WhatIf(), people.now)
        with pytest.raises(Denied, match="no-gifts"):
            gifts_page(session, ada, game_id, people.now)
    with people.store.begin() as session, pytest.raises(Denied, match="no-gifts"):
        give(session, ada, turn, "blue", 1, 1, people.now)


def test_it_is_drawn(people: People) -> None:
    view = people.page(begun(people)).view
    assert "red: 10 coins" in atlas.drawer_of(view).draw(view)
    assert atlas.drawer_of(view).picture(view).startswith(b"\x89PNG")


def test_what_it_is_made_of_is_no_files() -> None:
    with pytest.raises(Illegal, match="no-data-files"):
        check("auction")
