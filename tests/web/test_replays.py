"""Rounds and what-ifs moment by moment: the boards that the game had, by links as well, and only what may be seen."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient

import atlas
from adjudicator import games
from atlas.drawer import Reel
from correspondence.archive.records import round_view
from tests.correspondence.people import People
from tests.web.copied_sites import copied
from tests.web.visitors import Browser

Browsers = Callable[[str], Browser]


@pytest.fixture(params=["first-edition", "mother-of-dragons", "btwixt"])
def played(request: pytest.FixtureRequest, people: People) -> str:
    """A game of each kind in its third round or so."""
    edition = request.param
    players = {"first-edition": 5, "mother-of-dragons": 8, "btwixt": 4}[edition]
    first = games.of_edition(edition).candidates(games.edition(edition), players)[0]

    def play(there: People) -> str:
        game_id = there.game({first: "ada"}, edition=edition, players=players)
        while there.page(game_id).round < 3:
            there.adjudicate(game_id)
        return game_id

    return str(copied(f"third-round-{edition}", people, play))


def states(reel: Reel) -> list[dict[str, list[str]]]:
    """The parts in each layer, moment by moment, as the script puts them together."""
    rows = {layer: list(numbers) for layer, numbers in reel.first.items()}
    found = [{layer: [reel.parts[n] for n in numbers] for layer, numbers in rows.items()}]
    for change in reel.changes:
        for layer, splices in change.items():
            for start, stop, numbers in splices:
                rows[layer][start:stop] = numbers
        found.append({layer: [reel.parts[n] for n in numbers] for layer, numbers in rows.items()})
    return found


def moments(client: Any, address: str) -> tuple[list[dict[str, Any]], list[dict[str, list[str]]]]:
    answer = client.get(address)
    assert (answer.status_code, answer.mimetype) == (200, "application/json"), answer.text
    document = msgspec.json.decode(answer.data)
    told = states(msgspec.convert(document["reel"], Reel))
    assert len(told) == len(document["moments"])
    return document["moments"], told


def test_a_round_is_played_as_it_went(played: str, people: People, client: FlaskClient) -> None:
    shown, drawn = moments(client, f"/games/{played}/rounds/2/moments.json")
    assert shown[0]["at"] == 0
    numbers = [one["at"] for one in shown]
    assert numbers == sorted(set(numbers))
    assert all(one["text"] for one in shown)
    with people.store.read() as session:
        before, after = (round_view(session, played, number, None, people.now) for number in (1, 2))
    for view, layers in ((before, drawn[0]), (after, drawn[-1])):
        whole = atlas.drawer_of(view).layers(view)
        assert {layer: parts for layer, parts in layers.items() if layer != "map-arrows"} == {
            layer: list(parts) for layer, parts in whole.items() if layer != "map-arrows"
        }
    assert any(one != drawn[0] for one in drawn)


def test_every_moment_has_its_own_page_and_map(played: str, client: FlaskClient) -> None:
    shown, drawn = moments(client, f"/games/{played}/rounds/2/moments.json")
    place = len(shown) // 2
    at = shown[place]["at"]
    page = client.get(f"/games/{played}/rounds/2?at={at}")
    assert page.status_code == 200
    assert f"{place}/{len(shown) - 1}" in page.text
    for name, there in (("prev", place - 1), ("next", place + 1), ("last", len(shown) - 1), ("first", 0)):
        assert f'rel="{name}" href="/games/{played}/rounds/2?at={shown[there]["at"]}"' in page.text
    assert client.get(f"/games/{played}/rounds/2?moment={place}").text.count(f"?at={at}") >= 1
    svg = client.get(f"/games/{played}/map.svg?round=2&at={at}&fonts=0").text
    for parts in drawn[place].values():
        assert all(part in svg for part in parts)
    assert client.get(f"/games/{played}/rounds/2?at=none").status_code == 400


def test_house_cards_lie_beside_the_map_during_their_battle(people: People, client: FlaskClient) -> None:
    game_id = people.game({"stark": "ada"})
    while people.page(game_id).status == "running":
        people.adjudicate(game_id)
    for number in range(1, people.page(game_id).round + 1):
        shown, _ = moments(client, f"/games/{game_id}/rounds/{number}/moments.json?theme=night")
        carded = [one for one in shown if one["cards"]]
        if carded:
            break
    first = carded[0]["cards"]
    assert len(first) == 2
    assert all('class="strength">' in card and re.search('fill="#[0-9a-f]{6}"', card) for card in first)
    assert not shown[-1]["cards"]
    page = client.get(f"/games/{game_id}/rounds/{number}?at={carded[0]['at']}").text
    assert all(card in page for card in first)


def test_moments_are_packed_kept_and_small(played: str, client: FlaskClient) -> None:
    address = f"/games/{played}/rounds/2/moments.json"
    plain, packed = client.get(address), client.get(address, headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) < 60_000
    again = client.get(address, headers={"If-None-Match": plain.headers["ETag"]})
    assert again.status_code == 304
    assert "immutable" not in plain.headers["Cache-Control"]
    named = re.search(rf"{re.escape(address)}\?v=\w+", client.get(f"/games/{played}/rounds/2").text)
    assert named is not None
    assert "immutable" in client.get(named[0]).headers["Cache-Control"]
    assert client.get(f"{address}?theme=sepia").status_code == 400


def test_late_spectators_see_no_later_moments(people: People, client: FlaskClient, signed_in: Browsers) -> None:
    game_id = people.game({"stark": "ada"}, spectators="delayed", spectator_delay=2)
    while people.page(game_id, "ada").round < 3:
        people.adjudicate(game_id)
    last = []
    for reader in (client, signed_in("ada")):
        known = [n for n in (1, 2, 3) if reader.get(f"/games/{game_id}/rounds/{n}").status_code == 200]
        assert reader.get(f"/games/{game_id}/rounds/{known[-1] + 1}/moments.json").status_code == 404
        last.append(moments(reader, f"/games/{game_id}/rounds/{known[-1]}/moments.json")[0][-1]["at"])
    assert last[0] < last[1]


def test_a_what_if_is_played_as_it_would_go(people: People, running_game: str, signed_in: Browsers) -> None:
    ada, turn = signed_in("ada"), people.turn(running_game)
    shown, drawn = moments(ada, f"/turns/{turn}/what-if/0/moments.json")
    after = ada.get(f"/turns/{turn}/what-if/0/map.svg?fonts=0").text
    for layer, parts in drawn[-1].items():
        assert layer == "map-arrows" or all(part in after for part in parts)
    assert len(shown) > 3
    page = ada.get(f"/turns/{turn}/what-if").text
    assert f'data-moments="/turns/{turn}/what-if/0/moments.json?v=' in page
    assert ada.get(f"/turns/{turn}/what-if/9/moments.json").status_code == 404
