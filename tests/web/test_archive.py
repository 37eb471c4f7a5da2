"""Walking through rounds, comparing them, the last page, games taken home and brought in."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from adjudicator import game_file
from correspondence.games.access import find_game
from correspondence.imports import import_game
from correspondence.store import Store
from correspondence.votes.rules import end_game
from tests.bench.long_games import with_rulings
from tests.correspondence.people import People, check_imports
from tests.web.copied_sites import copied
from tests.web.visitors import Browser, Program
from web.assets import version_now

Browsers = Callable[[str], Browser]
Programs = Callable[[str], Program]


@pytest.fixture
def over(people: People) -> str:
    """A game that was played to its end."""
    return str(copied("over", people, play_out))


def play_out(people: People) -> str:
    """Play a game to its end."""
    game_id = people.game({"stark": "ada"})
    while people.page(game_id).status == "running":
        people.adjudicate(game_id)
    return game_id


def elsewhere(store: Store, game_id: str) -> None:
    """Make this host forget that it knows a game."""
    with store.begin() as session:
        find_game(session, game_id).commitment = "0" * 64


def test_rounds_are_walked_with_and_without_the_script(over: str, people: People, client: FlaskClient) -> None:
    last = people.page(over).round
    page = client.get(f"/games/{over}/rounds/2")
    word = re.search(r"script-src 'nonce-([\w-]{22})'", page.headers["Content-Security-Policy"])
    assert word is not None
    assets = f"/assets/{version_now()}"
    assert re.findall(r"<script[^>]*(?:replay|rounds)[^>]*>", page.text) == [
        f'<script src="{assets}/replay.js" type="module" nonce="{word[1]}">',
        f'<script src="{assets}/rounds.js" nonce="{word[1]}" defer>',
    ], "each says the word of this page alone"
    assert word[1] not in client.get(f"/games/{over}/rounds/1").headers["Content-Security-Policy"]
    assert 'type="range" name="round" min="1"' in page.text
    for rel, number in (("first", 1), ("prev", 1), ("next", 3), ("last", last)):
        assert f'<a rel="{rel}" href="/games/{over}/rounds/{number}">' in page.text
    assert f'href="/games/{over}/turns/' in page.text
    assert client.get(f"/games/{over}/rounds?round=2").headers["Location"] == f"/games/{over}/rounds/2"
    assert client.get(f"/games/{over}/rounds").headers["Location"] == f"/games/{over}/rounds/{last}"
    assert client.get(f"/games/{over}/rounds?round=x").status_code == 400
    assert "script-src 'none'" in client.get("/health").headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("ended_by", "told"),
    [("draw", ("A draw", "agreed on a draw")), ("vote", ("Lannister has won", "The standings decide"))],
)
def test_a_game_that_its_players_ended_says_so(
    ended_by: str, told: tuple[str, str], people: People, client: FlaskClient
) -> None:
    game_id = people.game({"stark": "ada"})
    people.adjudicate(game_id)
    leader = people.page(game_id, None).standings[0].house
    with people.store.begin() as session:
        end_game(session, find_game(session, game_id, lock=True), ended_by, people.now)
    page = client.get(f"/games/{game_id}/end").text
    title, line = told
    assert f"<h1>{title.replace('Lannister', leader.title())}</h1>" in page
    assert line in page
    assert ('<span class="won"' in page) == (ended_by == "vote")


def test_maps_show_what_moved(over: str, client: FlaskClient) -> None:
    bare, moved = (client.get(f"/games/{over}/map.svg?round=2{more}").text for more in ("", "&arrows=1"))
    assert 'id="map-arrows"' in moved
    assert len(moved) > len(bare)
    before, after = (client.get(f"/games/{over}/map.svg?call=2{more}").data for more in ("", "&after=1"))
    assert before != after
    whole, taken_in = (client.get(f"/games/{over}/map.svg{fonts}") for fonts in ("", "?fonts=0"))
    assert whole.headers["ETag"] != taken_in.headers["ETag"]
    assert "<style>" in whole.text
    assert taken_in.text == re.sub(r"<style>.*?</style>", "", whole.text, flags=re.DOTALL)


def test_two_rounds_beside_each_other(over: str, client: FlaskClient, program: Programs) -> None:
    page = client.get(f"/games/{over}/compare?from=1&to=3").text
    assert page.count('class="map"') == 2
    assert "Differences" in page
    assert 'href="?from=2&amp;to=4"' in page
    told = program("").get(f"/games/{over}/compare?from=1&to=3").json
    assert told is not None
    assert len(told["differences"]) == len(told["words"]) > 0
    assert told["words"][-1].split(":")[0] in page
    assert "No differences." in client.get(f"/games/{over}/compare?from=2&to=2").text


def test_the_last_page_and_its_proof(over: str, signed_in: Browsers, client: FlaskClient, people: People) -> None:
    page = client.get(f"/games/{over}/end").text
    seed = people.page(over).seed
    assert seed in page
    assert "The SHA-256 of the seed is the one that was published." in page
    assert "Replay and compare" not in page
    ada = signed_in("ada")
    assert ada.post(f"/games/{over}/end/check").status_code == 303
    assert "The game is being replayed" in ada.get(f"/games/{over}/end").text
    assert f'href="/games/{over}/end"' in client.get(f"/games/{over}").text


def test_a_game_travels(
    over: str, people: People, store: Store, signed_in: Browsers, client: FlaskClient, program: Programs
) -> None:
    packed = client.get(f"/games/{over}/export.zip")
    assert packed.headers["Content-Disposition"] == f'attachment; filename="game-{over}.zip"'
    with zipfile.ZipFile(io.BytesIO(packed.data)) as found:
        data = found.read("game.json")
        assert found.read("rounds/01.svg").startswith(b"<svg")
    assert client.get(f"/games/{over}/export.json").data == data
    bo = signed_in("bo")
    elsewhere(store, over)
    bad = bo.post("/import", {"title": "", "file": (io.BytesIO(data[:-100]), "game.json")})
    assert bad.status_code == 303
    assert "is waiting to be checked" in bo.get(bad.headers["Location"]).text
    assert bo.post("/import", {"title": "", "file": (io.BytesIO(data), "game.json")}).status_code == 403
    assert check_imports(people) == 1
    assert "The game was not imported:" in bo.get(bad.headers["Location"]).text
    taken = bo.post("/import", {"title": "From afar", "file": (io.BytesIO(data), "game.json")})
    assert taken.status_code == 303
    assert check_imports(people) == 1
    done = bo.get(taken.headers["Location"]).text
    assert "It is in the archive now." in done
    listed = bo.get("/import").text
    assert (listed.count("From afar"), listed.count(": imported<"), listed.count(": not imported<")) == (1, 1, 1)
    (game,) = set(re.findall(r"/games/([a-z0-9]+)/end", done))
    page = client.get(f"/games/{game}/end").text
    assert "From afar" in page
    assert "The file names no players." in page
    again_by_a_program(people, program, data, game)


def again_by_a_program(people: People, program: Programs, data: bytes, game: str) -> None:
    """The same file, sent by a program of the same person: it is the same game."""
    robot = program("bo")
    again = robot.ask("POST", "/games/import?title=Twice", data=data, content_type="application/json")
    assert again.status_code == 202
    assert again.json is not None
    assert (again.json["state"], again.json["game"]) == ("waiting", None)
    assert check_imports(people) == 1
    told = robot.ask("GET", again.headers["Location"].removeprefix("/api/v1")).json
    assert told is not None
    assert (told["state"], told["game"], told["title"], told["reasons"]) == ("done", game, "Twice", [])
    several = robot.ask("GET", "/imports").json
    assert [one["state"] for one in several or []] == ["done", "done", "refused"]
    assert [reason["code"] for reason in (several or [])[2]["reasons"]] == ["bad-game-file"]
    assert program("eve").ask("GET", f"/imports/{told['id']}").status_code == 404
    assert program("").ask("POST", "/games/import", data=data).status_code == 401


def test_a_large_file_is_read_and_a_huge_one_is_not(signed_in: Browsers, program: Programs) -> None:
    ada = signed_in("ada")
    large = ada.post("/import", {"file": (io.BytesIO(b"[" * 2_000_000), "game.json")})
    assert large.status_code == 303
    huge = ada.post("/import", {"file": (io.BytesIO(b" " * (17 * 1024 * 1024)), "game.json")})
    assert huge.status_code == 413
    assert program("ada").ask("POST", "/games/import", data=b" " * (17 * 1024 * 1024)).status_code == 413


def test_closed_games_stay_closed(people: People, client: FlaskClient, program: Programs) -> None:
    game_id = people.game(spectators="none")
    people.adjudicate(game_id)
    for path in ("rounds", "rounds/1", "turns/1", "compare", "map.svg?round=1", "map.png?call=1", "export.json"):
        assert client.get(f"/games/{game_id}/{path}").status_code == 403, path
    for path in ("export.txt", "export.zip", "export.svg?round=1", "export.png?round=1", "game.json", "end"):
        assert client.get(f"/games/{game_id}/{path}").status_code == 403, path
    for path in ("rounds/1", "results/1", "compare", "map.svg?round=1", "export", "export.txt", "export.zip", "end"):
        assert program("").get(f"/games/{game_id}/{path}").status_code == 403, path
    assert client.get(f"/games/{game_id}/map.svg").status_code == 404


def test_a_long_round_comes_in_pages(people: People, client: FlaskClient, program: Programs) -> None:
    with people.store.begin() as session:
        eve = people.account_in(session, "eve")
        data = game_file.encode(with_rulings(2500))
        game = import_game(session, eve, data, "Long", people.now).public_id
    page, found, numbers = f"/games/{game}/rounds/1", list[int](), list[int]()
    after, sizes = 0, list[int]()
    while True:
        answer = program("ada").ask("GET", f"/games/{game}/rounds/1?after={after}")
        told = answer.json or {}
        assert told["count"] > 2500
        sizes.append(len(told["records"]))
        numbers += [record["number"] for record in told["records"]]
        shown = client.get(f"{page}?after={after}")
        assert (shown.status_code, len(shown.data) < 700_000) == (200, True)
        found.append(shown.text.count("So it is."))
        if not (after := told["next"]):
            break
        assert f'href="?after={after}"' in shown.text
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    assert (max(sizes), len(sizes)) == (800, 4)
    assert sum(found) == 2499
    assert max(found) < 900
    assert 'rel="next"' not in shown.text
    assert 'href="?after=1600"' in shown.text
    assert client.get(f"{page}?after=x").status_code == 400
    assert program("ada").ask("GET", f"/games/{game}/rounds/1?after=-1").status_code == 422


def test_a_round_as_people_play_it_is_one_page(over: str, client: FlaskClient, program: Programs) -> None:
    assert "later events" not in client.get(f"/games/{over}/rounds/1").text
    told = program("ada").ask("GET", f"/games/{over}/results/1").json or {}
    assert (told["count"], told["next"]) == (len(told["records"]), 0)
