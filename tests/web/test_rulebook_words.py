"""Pages of a game say only what the edition's rulebook prints; pages outside games say the general word."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from adjudicator import games
from tests.correspondence.people import People
from tests.narration.rulebooks import BOOKS, wrong_words
from tests.web.visitors import Browser

UNSEEN = re.compile(r"<(script|style)\b.*?</\1>|<(?!input|option|button)[^>]*>|\bvalue=\"[^\"]*\"", re.S)


def shown(page: str) -> str:
    """The words of a page, with the titles of its fields."""
    return UNSEEN.sub(" ", page)


@pytest.mark.parametrize(("edition", "language"), BOOKS)
def test_pages_of_a_game_say_what_the_rulebook_prints(
    edition: str, language: str, people: People, signed_in: Callable[[str], Browser]
) -> None:
    count = max(games.edition(edition).player_counts)
    house = games.of_edition(edition).candidates(games.edition(edition), count)[0]
    game = people.game({house: "ada"}, edition=edition, players=count)
    ada = signed_in("ada")
    ada.post("/account", {"name": "Ada", "language": language, "zone": "Europe/Rome"})
    wrong = {}
    for number in (1, 2, 3):
        turn = people.turn(game)
        people.adjudicate(game)
        paths = [f"/turns/{turn}", f"/turns/{people.turn(game)}", f"/games/{game}/turns/{number}"]
        for path in paths:
            wrong[path] = wrong_words(shown(ada.get(path).text), edition, language)
    beside = ["", "/rounds/1", "/standing", "/settings", "/compare", "/figures"]
    for path in (*(f"/games/{game}{end}" for end in beside), f"/help/{edition}"):
        page = ada.get(path)
        assert page.status_code == 200, path
        wrong[path] = wrong_words(shown(page.text), edition, language)
    assert {path: words for path, words in wrong.items() if words} == {}


def test_pages_outside_games_have_the_general_word(people: People, signed_in: Callable[[str], Browser]) -> None:
    ada = signed_in("ada")
    ada.post("/account", {"name": "Ada", "language": "it", "zone": "Europe/Rome"})
    assert "razzie" in ada.get("/help").text
    assert "incursioni" not in ada.get("/help").text
