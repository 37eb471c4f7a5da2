"""Optional parts of the rules of a game: which go together is seen where a game is made, and where it is changed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from adjudicator import games
from correspondence.games.access import find_game
from correspondence.games.options import NewGame, validate_terms
from correspondence.input_validation import Invalid
from correspondence.lobby.use_cases import change_settings
from correspondence.store import Store
from tests.correspondence.people import People

Lobby = Callable[..., tuple[str, str]]
WHOLE = ("storm-cards", "storm-westeros", "leaders")


def wanted(*modules: str, edition: str = "first-edition", players: int = 5) -> NewGame:
    return NewGame(title="A game", edition=edition, players=players, modules=modules)


def test_leaders_are_refused_without_what_they_need() -> None:
    for modules in (("leaders",), ("leaders", "storm-cards", "tactics")):
        with pytest.raises(Invalid) as refused:
            validate_terms(wanted(*modules))
        assert (refused.value.code, refused.value.field) == ("module-needs-others", "modules")
        assert "storm-westeros" in str(refused.value.values["what"])
    assert validate_terms(wanted(*reversed(WHOLE))).modules == WHOLE


def test_two_drafts_are_refused_before_the_game_begins() -> None:
    with pytest.raises(Invalid) as refused:
        validate_terms(wanted("draft", "draft-of-kings", edition="btwixt", players=4))
    assert (refused.value.code, refused.value.field) == ("modules-exclude-each-other", "modules")


def test_what_goes_together_stays_so_when_settings_change(people: People, store: Store, lobby: Lobby) -> None:
    game_id, _ = lobby(edition="first-edition", players=5, modules=WHOLE)
    for modules, fits in ((("leaders",), False), (("storm-cards", "tactics"), True)):
        with store.begin() as session:
            account = people.account_in(session, "ada")
            if fits:
                change_settings(session, account, game_id, {"modules": modules}, people.now)
                continue
            with pytest.raises(Invalid, match="module-needs-others"):
                change_settings(session, account, game_id, {"modules": modules}, people.now)
    with store.begin() as session:
        assert find_game(session, game_id).parts == ("storm-cards", "tactics")
    assert games.edition("first-edition").modules[:2] == ("storm-cards", "storm-westeros")
