"""The builder of conditions: what it offers, what a typed line means, and what it says in each language."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from web.conditions import MOST_BUILT


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
    assert found["said"] == "Pyke is mine and Power that I have ≥ 3"
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
        (f"/conditions/first-edition/read?text={'a' * (MOST_BUILT + 1)}", 400),
        (f"/conditions/first-edition/read?text=always&modules={'a' * (MOST_BUILT + 1)}", 400),
    ],
)
def test_what_is_no_question(client: FlaskClient, address: str, status: int) -> None:
    assert client.get(address).status_code == status


def test_btwixt_has_its_own(client: FlaskClient) -> None:
    found: Any = client.get("/conditions/btwixt/read?text=I lead").json
    assert found["said"] == "I lead"
