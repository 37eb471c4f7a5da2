"""Games that begin from a position of their own are made, played, changed, exported, imported and verified."""

from __future__ import annotations

import json

import pytest

from adjudicator import game_file, games, selfplay
from correspondence.evaluations import replay_stored_game
from correspondence.games import options
from correspondence.imports import import_game
from correspondence.input_validation import Invalid
from correspondence.lobby.use_cases import change_settings
from tests.cli.test_games import SCENARIO
from tests.correspondence.people import People
from tests.correspondence.review.masters import run_out
from tests.correspondence.review.test_overrides import verified


def begun(people: People) -> str:
    return people.game({"stark": "ada", "greyjoy": "ben"}, scenario=SCENARIO)


def test_a_game_begins_from_it_and_proves_it(people: People) -> None:
    game_id = begun(people)
    page = people.page(game_id)
    assert page.view is not None
    assert (page.view.board.round, list(page.view.board.forces)) == (4, ["winterfell", "moat-cailin"])
    assert json.loads(page.terms.scenario)["setup"]["round"] == 4
    people.submit(game_id, "ada", b'{"orders": {}}')
    for _ in range(3):
        run_out(people, game_id)
    with people.store.read() as session:
        assert not replay_stored_game(session, game_id).differences
    verified(people, game_id)


def test_its_game_can_be_brought_elsewhere(people: People) -> None:
    setup = {"clear": True, "round": 10, "units": {"stark": {"winterfell": "K2"}}}
    setup["orders"] = {"stark": {"winterfell": "march+0"}}
    plain = {"edition": "first-edition", "players": 5, "agenda": ["march", "end-round"], "setup": setup}
    game = game_file.from_scenario(plain, "a seed")
    while game.position is not None and game.position.board.ending is None:
        game_file.add(game, games.of(game.position).advance(game.position, selfplay.find_oracle("steward", "x")))
    with people.store.begin() as session:
        kept = import_game(session, people.account_in(session, "ada"), game_file.encode(game), "", people.now)
        assert kept.begins_from["setup"]["round"] == 10
        game_id = kept.public_id
    with people.store.read() as session:
        assert not replay_stored_game(session, game_id).differences


def test_what_the_scenario_says_goes_before_what_was_typed(people: People) -> None:
    with people.store.begin() as session:
        from correspondence.games.options import NewGame
        from correspondence.lobby.use_cases import create_game

        new = NewGame(title="A", scenario=SCENARIO, edition="second-edition", players=6)
        made = create_game(session, people.account_in(session, "ada"), new, people.now)
        assert (made.edition, made.players) == ("first-edition", 5)
        game_id = made.public_id
    for field in ("houses", "modules"):
        with people.store.begin() as session, pytest.raises(Invalid, match="fixed-now"):
            change_settings(session, people.account_in(session, "ada"), game_id, {field: ("x",)}, people.now)
    with people.store.begin() as session:
        assert change_settings(session, people.account_in(session, "ada"), game_id, {"title": "B"}, people.now)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("edition =", "bad-scenario"),
        (SCENARIO.replace("winterfell", "winterfel"), "bad-scenario"),
        ("[" * 9000, "bad-scenario"),
        ("#" * 16_001, "scenario-too-long"),
    ],
)
def test_what_cannot_begin_is_refused(text: str, code: str, people: People) -> None:
    with pytest.raises(Invalid) as refused:
        people.game(scenario=text)
    assert (refused.value.code, refused.value.field) == (code, "scenario")


def test_a_position_over_which_the_rules_stumble_is_refused(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    def stumbles(*_: object) -> None:
        raise KeyError("an area")

    monkeypatch.setattr(options.game_file, "from_scenario", stumbles)
    with pytest.raises(Invalid, match="bad-scenario"):
        people.game(scenario=SCENARIO)
