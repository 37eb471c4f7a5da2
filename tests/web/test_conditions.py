"""The builder of conditions: what it offers, what a typed line means, and what it says in each language."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from flask.testing import FlaskClient

from tests.correspondence.people import People
from tests.web.visitors import Browser
from web.views.guide import MAX_BUILT


def test_the_menu_names_what_can_be_said(client: FlaskClient) -> None:
    menu: Any = client.get("/conditions/first-edition").json
    typed = {one["typed"]: one for one in menu["facts"]}
    assert typed["{area} is empty"]["about"] == "Areas"
    assert ["blackwater", "Blackwater"] in menu["sorts"]["area"]
    assert all("{" not in one["typed"] or one["said"] for one in (*menu["facts"], *menu["numbers"]))
    assert menu["operators"][">="] == "≥"


def test_it_speaks_the_readers_language(client: FlaskClient) -> None:
    menu: Any = client.get("/conditions/first-edition", headers={"Accept-Language": "it"}).json
    assert next(one["said"] for one in menu["facts"] if one["typed"] == "sure") == "vinco di sicuro"


def test_a_line_is_read_as_rows(client: FlaskClient) -> None:
    found: Any = client.get("/conditions/first-edition/read?text=pyke is mine and power >= 3").json
    assert found["joint"] == "and"
    assert found["said"] == "Pyke is mine and my Power ≥ 3"
    assert [row["typed"] for row in found["rows"]] == ["{area} is mine", "{quantity}"]
    assert found["rows"][1]["right"] == {"typed": "3", "values": [], "plus": 0}


def test_nothing_is_always(client: FlaskClient) -> None:
    assert client.get("/conditions/first-edition/read?text=").json == {"said": "", "joint": "and", "rows": []}


def test_what_cannot_be_read_is_said(client: FlaskClient) -> None:
    found: Any = client.get("/conditions/first-edition/read?text=pyke is mien").json
    assert "mine" in found["wrong"][0]


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/conditions/none", 404),
        ("/conditions/none/read?text=round > 3", 404),
        ("/conditions/first-edition?modules=none", 404),
        ("/conditions/first-edition/read?text=always&modules=leaders", 404),
        (f"/conditions/first-edition/read?text={'a' * (MAX_BUILT + 1)}", 400),
        (f"/conditions/first-edition/read?text=always&modules={'a' * (MAX_BUILT + 1)}", 400),
    ],
)
def test_what_is_no_question(client: FlaskClient, address: str, status: int) -> None:
    assert client.get(address).status_code == status


def test_btwixt_has_its_own(client: FlaskClient) -> None:
    found: Any = client.get("/conditions/btwixt/read?text=I lead").json
    assert found["said"] == "I lead"


LEADERS = ("storm-cards", "storm-westeros", "leaders")


def test_the_menu_has_what_the_game_is_played_with(client: FlaskClient) -> None:
    plain: Any = client.get("/conditions/first-edition").json
    storm: Any = client.get(f"/conditions/first-edition?modules={','.join(LEADERS)}").json
    assert "{leader} is in {area}" not in [one["typed"] for one in plain["facts"]]
    assert "{leader} is in {area}" in [one["typed"] for one in storm["facts"]]
    assert ["robb-stark", "Robb Stark"] in storm["sorts"]["leader"]
    # Two cards of one name are never both in hands.
    asha = [[one for one, name in menu["sorts"]["card"] if name == "Asha Greyjoy"] for menu in (plain, storm)]
    assert asha == [["asha-greyjoy"], ["asha-greyjoy-storm"]]


def test_a_name_means_the_card_that_is_played(client: FlaskClient) -> None:
    def read(modules: str) -> Any:
        return client.get(f"/conditions/mother-of-dragons/read?text=I hold Areo Hotah&modules={modules}").json

    assert read("")["rows"][0]["values"] == ["areo-hotah"]
    assert read("alternate")["rows"][0]["values"] == ["areo-hotah-dwd"]


def test_what_the_menu_does_not_have_stays_as_it_is_typed(client: FlaskClient) -> None:
    found: Any = client.get("/conditions/first-edition/read?text=Robb Stark is in Winterfell").json
    assert (found["said"], found["rows"][0]["whole"]) == ("Robb Stark is in Winterfell", False)


def test_the_pages_ask_for_their_game(people: People, signed_in: Callable[[str], Browser]) -> None:
    game = people.game({"stark": "ada"}, modules=LEADERS)
    ada = signed_in("ada")
    for path in (f"/turns/{people.turn(game)}", f"/games/{game}/standing"):
        page = ada.get(path).text
        for what in ("menu", "read"):
            address = html.unescape(re.search(f'data-{what}="([^"]+)"', page)[1])  # type: ignore[index]
            assert parse_qs(urlsplit(address).query)["modules"] == [",".join(LEADERS)]
            assert ada.get(address).status_code == 200
