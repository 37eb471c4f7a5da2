"""A whole game through the use cases that all families share."""

from __future__ import annotations

import json

import pytest

from adjudicator import game_file
from adjudicator.btwixt.state.events import SetTokens
from correspondence.archive.files import export_game
from correspondence.evaluations import replay_stored_game
from correspondence.imports import import_game
from correspondence.overrides import NewPosition
from correspondence.overview.game_pages import end_page
from correspondence.review import enforcement
from tests.correspondence.people import People, text_of
from tests.correspondence.review.masters import MASTER, last_turn, make_master, run_out, set_review
from tests.correspondence.review.test_overrides import apply, propose, publish

PROGRAMMES = {
    "ada": {"bid": [{"play": ["enough"], "up-to": 12}], "councils": [{"choose": ["weaker"]}]},
    "ben": {"bid": [{"when": "ally power >= 4", "play": ["enough", "lowest"], "up-to": 15}]},
}


def begun(people: People, *modules: str) -> str:
    """A game of three, as short as can be: ada is Euron, ben Cersei, a bot Doran."""
    return people.game({"euron": "ada", "cersei": "ben"}, edition="btwixt", players=3, modules=("short-game", *modules))


def bid(people: People, game_id: str) -> None:
    """Both hand in their programmes."""
    for name, programme in PROGRAMMES.items():
        people.submit(game_id, name, json.dumps(programme).encode())


def played_out(people: People, game_id: str) -> None:
    """The game to its end: a turn a round, and one for each draft."""
    while people.page(game_id).status == "running":
        bid(people, game_id)
        people.adjudicate(game_id)


@pytest.mark.parametrize("modules", [(), ("advanced", "draft", "revealed-allies"), ("draft-of-kings",)])
def test_a_game_goes_from_the_lobby_to_the_archive(people: People, modules: tuple[str, ...]) -> None:
    game_id = begun(people, *modules)
    people.deliver()
    first = text_of(people.mails("ada")[-1])
    assert "The cards are our own set" in first, "the first letter says what is not printed fact"
    if not modules:
        assert "Your hand:" in first.split("THE TABLE IN WORDS")[1], "the first letter shows its reader's cards"
    played_out(people, game_id)
    people.deliver()
    assert people.page(game_id).status == "finished"
    drafts = 2 if {"draft", "draft-of-kings"} & {*modules} else 0
    with people.store.begin() as session:
        end = end_page(session, game_id, people.account_in(session, "ada"), people.now)
        assert end.seed_fits
        assert end.statistics.rounds == 8
        assert end.statistics.turns == 8 + drafts
        counts = end.statistics.houses
        assert sum(one.bids_won for one in counts) == 8
        assert all(len(one.small) == 8 for one in counts)
        assert sum(one.tokens for one in counts) > 0
        assert not replay_stored_game(session, game_id).differences
        whole = export_game(session, game_id, None, people.now)
    data = game_file.encode(whole)
    assert game_file.verify(game_file.decode(data)) == []
    with people.store.begin() as session:
        assert import_game(session, people.account_in(session, "cy"), data, "", people.now).public_id == game_id


def test_a_mail_tells_which_rule_acted(people: People) -> None:
    game_id = begun(people)
    bid(people, game_id)
    people.adjudicate(game_id)
    people.deliver()
    mail = text_of(people.mails("ada")[-1])
    assert "rule 1 of your programme" in mail
    assert "wins the bid" in mail
    assert "Your orders, version 1, were used" in mail


def test_a_draft_of_the_review_is_mended_and_published(people: People) -> None:
    game_id = begun(people)
    make_master(people, game_id)
    set_review(people, game_id, "all")
    bid(people, game_id)
    assert run_out(people, game_id).status == "held"
    council = next(iter(people.page(game_id).view.board.councils))
    apply(people, game_id, propose(people, game_id, NewPosition(SetTokens(council=council, tokens=7))))
    publish(people, game_id)
    assert people.page(game_id).view.board.councils[council].tokens >= 7


def test_the_game_goes_back_with_all_that_is_hidden_drawn_anew(people: People) -> None:
    game_id = begun(people)
    make_master(people, game_id)
    for _ in range(2):
        bid(people, game_id)
        run_out(people, game_id)
    with people.store.begin() as session:
        master = people.account_in(session, MASTER)
        about = last_turn(people, game_id).number
        enforcement.roll_back(
            session, master, game_id, to=2, about=about, chance="reseed", reason="A wrong bid", now=people.now
        )
    played_out(people, game_id)
    with people.store.begin() as session:
        assert not replay_stored_game(session, game_id).differences
        data = game_file.encode(export_game(session, game_id, None, people.now))
    assert game_file.verify(game_file.decode(data)) == []
