"""Emails without pictures: the map is linked by an address of its own, which ends when it should."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from correspondence.addresses import renew
from correspondence.archive.statistics import linked_map
from correspondence.games.access import find_game
from correspondence.input_validation import NotFound
from tests.correspondence.people import People, text_of
from tests.web.visitors import Browser

Browsers = Callable[[str], Browser]


def address(people: People, name: str = "ada") -> str:
    """Where the last email of somebody says that the map is."""
    found = re.search(r"/maps/\S+", text_of(people.mails(name)[-1]))
    assert found is not None
    return found[0]


def pictures(people: People, name: str) -> int:
    """How many pictures are in the last email of somebody."""
    return sum(part.get_content_type() == "image/png" for part in people.mails(name)[-1].walk())


def test_the_map_is_linked_for_who_wants_it_so(people: People, signed_in: Browsers, client: FlaskClient) -> None:
    ada = signed_in("ada")
    assert ada.post("/account/mail/streams", {"light": "1"}).status_code == 303
    assert 'name="light" value="1" checked' in ada.get("/account/mail").text
    game_id = people.game({"stark": "ada", "tyrell": "bo"})
    people.deliver()
    assert (pictures(people, "ada"), pictures(people, "bo")) == (0, 1)
    assert "/maps/" not in text_of(people.mails("bo")[-1])
    begun = address(people)
    shown = client.get(begun)
    assert (shown.status_code, shown.mimetype) == (200, "image/png")
    assert "Set-Cookie" not in shown.headers
    people.adjudicate(game_id)
    people.deliver()
    after = address(people)
    assert after != begun
    assert client.get(after).data != shown.data
    assert client.get(begun).data == shown.data, "an address shows its own map for good"
    assert ada.post("/account/mail/streams", {}).status_code == 303
    people.adjudicate(game_id)
    people.deliver()
    assert pictures(people, "ada") == 1


def test_an_address_is_good_for_one_map_until_it_is_renewed(
    people: People, signed_in: Browsers, client: FlaskClient
) -> None:
    signed_in("ada").post("/account/mail/streams", {"light": "1"})
    game_id = people.game({"stark": "ada", "tyrell": "bo"})
    people.deliver()
    good = address(people)
    assert client.get(good).status_code == 200
    for changed in (good[:-1] + ("0" if good[-1] != "0" else "1"), good.replace("-0-", "-1-"), good + "0", "/maps/x"):
        assert client.get(changed).status_code == 404
    with people.store.begin() as session:
        (seat,) = (one for one in find_game(session, game_id).seats if one.house == "stark")
        renew(seat)
    assert client.get(good).status_code == 404
    with people.store.read() as session, pytest.raises(NotFound) as refused:
        linked_map(session, good.rpartition("/")[2], people.now)
    assert refused.value.code == "no-such-map"
