"""House cards are chosen as cards, and which card the default plays is said beside battles and on receipts."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from adjudicator import documents, games
from narration.typed_sheets import read_sheet_text
from tests.correspondence.people import People
from tests.e2e.stops import Stop, asked_at
from tests.web.visitors import Browser

Browsers = Callable[[str], Browser]
SCENARIO = {
    "edition": "first-edition",
    "players": 3,
    "agenda": ["planning", "raids", "marches", "power", "end-round"],
    "setup": {"units": {"baratheon": {"moat-cailin": "F1", "shipbreaker-bay": "S1", "dragonstone": "F1"}}},
}
ATTACK = {
    "orders": {"winterfell": "march+0"},
    "marches": {"areas": {"winterfell": [{"moves": [{"to": "moat-cailin"}]}]}},
}


def battle_game(people: People, unsaid: str) -> str:
    """A game in which Baratheon stands in Moat Cailin and ada plays Stark."""
    return people.game({"stark": "ada"}, players=3, scenario=json.dumps(SCENARIO), unsaid=unsaid)


@pytest.mark.parametrize(
    ("unsaid", "says"),
    [
        ("defaults", "Moat Cailin: you chose no card, so the default plays"),
        ("bot", "You chose no card for your battles, so the bot chooses."),
    ],
)
def test_receipt_says_who_plays_which_card(unsaid: str, says: str, people: People, signed_in: Browsers) -> None:
    game = battle_game(people, unsaid)
    people.submit(game, document=json.dumps(ATTACK).encode())

    page = signed_in("ada").get(f"/turns/{people.turn(game)}/sheets/1").text

    assert says in re.search('id="default-cards".*?</div>', page, re.DOTALL)[0]  # type: ignore[index]


def test_receipt_is_silent_where_a_card_is_chosen(people: People, signed_in: Browsers) -> None:
    game = battle_game(people, "defaults")
    people.submit(game, document=json.dumps({**ATTACK, "cards": {"rules": [{"cards": ["robb-stark"]}]}}).encode())

    page = signed_in("ada").get(f"/turns/{people.turn(game)}/sheets/1").text

    assert 'id="default-cards"' not in page


def test_battle_stands_beside_the_area_that_attacks(people: People, signed_in: Browsers) -> None:
    game = battle_game(people, "defaults")
    people.submit(game, document=json.dumps(ATTACK).encode())

    page = signed_in("ada").get(f"/turns/{people.turn(game)}").text

    (place,) = re.findall('<section class="place" id="place-winterfell".*?</section>', page, re.DOTALL)
    assert 'data-battle="moat-cailin" data-role="attacker" data-planned' in place
    assert "Battle for Moat Cailin: Stark 3, Baratheon 1" in place
    assert "If you choose no card, the default plays" in place


@pytest.mark.parametrize(
    ("stop", "title"),
    [
        (Stop("first-edition", "1E-EX-17", "tyrell", "choose-house-card"), "Battle for Highgarden: Lannister"),
        (
            Stop("mother-of-dragons", "MOD-RULE-vassal-hand", "stark", "choose-house-card"),
            "Battle for Blackwater: Tyrell",
        ),
    ],
)
def test_stop_for_a_card_shows_both_sums(stop: Stop, title: str, people: People, signed_in: Browsers) -> None:
    asked = asked_at(people, stop)

    page = signed_in("ada").get(f"/turns/{asked.turn}").text

    (question,) = re.findall('<div class="question".*?</fieldset>', page, re.DOTALL)
    assert title in question
    assert question.count('<tr class="total">') == 2
    assert "If you choose no card, the " in question


def test_hand_is_chosen_by_radio_buttons_that_are_cards(people: People, signed_in: Browsers) -> None:
    game = people.game()

    page = signed_in("ada").get(f"/turns/{people.turn(game)}").text

    (hand,) = re.findall('<fieldset class="offered hand" id="cards.rules\\[0\\].cards".*?</fieldset>', page, re.DOTALL)
    assert hand.count('<label class="pick">') == 7
    assert hand.count('type="radio"') == 8
    assert "<select" not in hand


@pytest.mark.parametrize("edition", ["first-edition", "storm-of-swords", "btwixt"])
def test_help_shows_cards_as_cards(edition: str, client: FlaskClient) -> None:
    page = client.get(f"/help/{edition}").text

    assert page.count('<span class="card">') > 30
    assert page.count('class="card-art"') == page.count('<span class="card">')


def test_board_shows_the_hand_as_cards(people: People, signed_in: Browsers) -> None:
    game = people.game()

    page = signed_in("ada").get(f"/games/{game}").text

    assert page.count('<span class="card">') == 7


VASSAL: dict[str, Any] = {
    "edition": "mother-of-dragons",
    "players": 3,
    "houses": ["stark", "lannister", "baratheon"],
    "agenda": ["planning", "bluffs", "raids", "marches", "power", "end-round"],
    "setup": {"units": {"lannister": {"riverrun": "F2", "lannisport": "K1"}}},
}
ORDERS = "VASSAL greyjoy\nFOR greyjoy: ORDERS pyke vassal-march\nFOR greyjoy: MARCH pyke: riverrun all\n"


@pytest.mark.parametrize(
    ("unsaid", "cards", "says"),
    [
        ("defaults", "", "Three cards are drawn for your vassal. If you choose none, the default plays one of them."),
        ("bot", "", "If you choose no card, the bot chooses one."),
        ("bot", "FOR greyjoy: CARD varys\n", "You play Varys, if it is drawn."),
    ],
)
def test_march_of_a_vassal_has_its_battle(
    unsaid: str, cards: str, says: str, people: People, signed_in: Browsers
) -> None:
    game = people.game(
        {"stark": "ada"},
        edition="mother-of-dragons",
        players=3,
        houses=tuple(VASSAL["houses"]),
        scenario=json.dumps(VASSAL),
        unsaid=unsaid,
    )
    rules = games.of_edition("mother-of-dragons").edition_played("mother-of-dragons", ())
    people.submit(game, document=documents.encode(read_sheet_text(ORDERS + cards, rules, ()).sheet))

    page = signed_in("ada").get(f"/turns/{people.turn(game)}").text

    battle = re.search('data-battle="riverrun" data-role="attacker".*?</details>', page, re.DOTALL)
    assert battle is not None
    assert "Battle for Riverrun: Greyjoy" in battle[0]
    assert says in battle[0]
    deck = re.search("<template data-deck>.*?</template>", page, re.DOTALL)
    assert deck is not None
    assert deck[0].count('<label class="pick">') == len(rules.vassal_cards)
