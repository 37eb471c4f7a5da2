"""The JSON API: a game from its making to its results, and who gets to see what."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import msgspec
from flask.testing import FlaskClient

from adjudicator import game_file
from adjudicator.thrones.sheets.sheet import read_sheet
from correspondence.games.options import houses
from tests.correspondence.people import People
from tests.web.visitors import Program, codes, rows

Programs = Callable[[str], Program]
HOUSES = houses("first-edition", 5)
PLAN = {
    "orders": {"winterfell": "march+0", "white-harbor": "support", "the-shivering-sea": "support+1"},
    "marches": {"areas": {"winterfell": [{"moves": [{"to": "castle-black", "units": {"footman": 1}}]}]}},
}


def test_a_game_from_its_making_to_its_results(program: Programs, people: People, tasks: list[str]) -> None:
    ada, bo = program("ada"), program("bo")
    made = ada.post("/games", {"title": "By program", "house": "stark", "pace": "raven", "window_hours": 24})
    assert made.status_code == 201
    game = made.get_json()
    assert made.headers["Location"] == f"/api/v1/games/{game['id']}"
    assert (game["status"], game["you"], game["view"]) == ("lobby", "stark", None)

    joined = bo.post(f"/games/{game['id']}/join", {"code": game["join_code"], "house": "tyrell"})
    assert (joined.status_code, joined.get_json()["you"]) == (200, "tyrell")
    bots = ada.post(f"/games/{game['id']}/bots", {"houses": ["lannister"]})
    assert bots.get_json()["status"] == "lobby"
    begun = ada.post(f"/games/{game['id']}/bots").get_json()
    assert begun["status"] == "running"
    assert len(begun["view"]["board"]["houses"]) == 5
    assert {"mail", "turns"} <= set(tasks)

    turn = begun["turn"]["id"]
    seen = ada.get(f"/turns/{turn}").get_json()
    assert (seen["house"], seen["asked"], seen["ready"], seen["sheet"]) == ("stark", True, False, None)
    assert [question["kind"] for question in seen["questions"]] == ["place-orders"]
    receipt = ada.put(f"/turns/{turn}/sheet?ready=true", PLAN).get_json()
    assert (receipt["number"], receipt["ready"], receipt["sheet"]["orders"]) == (1, True, PLAN["orders"])
    assert read_sheet(receipt["document"].encode()) == read_sheet(msgspec.json.encode(PLAN))
    assert receipt["digest"] == hashlib.sha256(receipt["document"].encode()).hexdigest()
    said = bo.put(f"/turns/{turn}/ready").get_json()
    assert (said["status"], said["houses_ready"]) == ("closing", ["stark", "tyrell"])
    waiting = bo.ask("DELETE", f"/turns/{turn}/ready").get_json()
    assert (waiting["status"], waiting["houses_ready"]) == ("open", ["stark"])

    people.adjudicate(game["id"])
    brought = ada.get(f"/games/{game['id']}/results/1").get_json()
    assert (brought["seat"], brought["sheet_number"]) == ("stark", 1)
    assert brought["after"]["board"]["orders"]["winterfell"]["order"] == "march+0"
    assert any(record["event"]["kind"] == "orders-revealed" for record in brought["records"])
    assert any(paragraph["kind"] == "orders" for paragraph in brought["story"])
    late = ada.put(f"/turns/{turn}/sheet", PLAN)
    assert (late.status_code, codes(late)) == (409, {"turn-closed"})


def test_a_lobby_is_left_and_started(program: Programs) -> None:
    ada, bo = program("ada"), program("bo")
    options = {"title": "Open", "visibility": "open", "bots_fill_seats": True, "seat_choice": "random"}
    game = ada.post("/games", options).get_json()["id"]
    assert [line["id"] for line in program("").get("/games").get_json()["open"]] == [game]
    assert bo.post(f"/games/{game}/join").status_code == 200
    refused = bo.post(f"/games/{game}/start")
    assert (refused.status_code, codes(refused)) == (403, {"not-your-game"})
    assert bo.post(f"/games/{game}/leave").status_code == 204
    assert ada.post(f"/games/{game}/start").get_json()["status"] == "running"
    again = ada.post(f"/games/{game}/start")
    assert (again.status_code, codes(again)) == (409, {"game-started"})
    assert [line["id"] for line in ada.get("/games").get_json()["mine"]] == [game]


def test_an_invitation_opens_the_door(program: Programs, people: People) -> None:
    ada = program("ada")
    game = ada.post("/games", {"title": "Closed"}).get_json()["id"]
    denied = program("bo").post(f"/games/{game}/join", {"code": "guessed"})
    assert (denied.status_code, codes(denied)) == (403, {"not-invited"})
    sent = ada.post(f"/games/{game}/invitations", {"email": "bo@rookery.example", "house": "tyrell"})
    assert (sent.status_code, sent.data) == (204, b"")
    people.deliver()
    (mail,) = people.mails("bo")
    token = str(mail).replace("=\r\n", "").replace("=\n", "").partition("invitations/")[2].split()[0]
    seen = program("bo").get(f"/games/{game}?invitation={token}").get_json()
    assert (seen["kept_house"], seen["may_join"]) == ("tyrell", True)
    assert program("bo").post(f"/games/{game}/join", {"invitation": token}).get_json()["you"] == "tyrell"
    used = program("cy").post(f"/games/{game}/join", {"invitation": token})
    assert (used.status_code, codes(used)) == (409, {"invitation-used"})


def test_conditions_may_be_text(program: Programs, people: People) -> None:
    game = people.game({"stark": "ada", "tyrell": "bo"})
    ada = program("ada")
    texts = {"blade": [{"when": "if round > 3"}]}
    for path in (f"/turns/{people.turn(game)}/sheet", f"/games/{game}/standing"):
        receipt = ada.put(path, texts).get_json()
        assert receipt["sheet"]["blade"][0]["when"]["op"] == ">"
        assert read_sheet(receipt["document"].encode()).blade[0].when is not None
        refused = ada.put(path, {"marches": {"areas": {"winterfell": [{"when": "rond > 3"}]}}})
        assert (refused.status_code, codes(refused)) == (422, {"unknown-number"})
        (reason,) = refused.get_json()["errors"]
        assert (reason["where"], reason["words"][:9]) == ("marches.areas.winterfell[0].when", "column 1:")


def test_nobody_reads_or_writes_for_another_seat(program: Programs, people: People) -> None:
    game = people.game({"stark": "ada", "tyrell": "bo"})
    turn = people.turn(game)
    people.submit(game, "ada", msgspec.json.encode(PLAN))
    before = rows(people.store)
    cy = program("cy")
    before_token = {name: found for name, found in before.items() if "token" not in name and name != "accounts"}
    for method, path in (
        ("GET", f"/turns/{turn}"),
        ("GET", f"/turns/{turn}/sheet"),
        ("GET", f"/turns/{turn}/sheets"),
        ("PUT", f"/turns/{turn}/sheet"),
        ("PUT", f"/turns/{turn}/ready"),
        ("DELETE", f"/turns/{turn}/ready"),
        ("PUT", f"/games/{game}/standing"),
        ("GET", f"/games/{game}/standing"),
        ("POST", f"/games/{game}/leave"),
    ):
        answer = cy.ask(method, path, json={})
        assert answer.status_code in (403, 409), (method, path)
        assert codes(answer) <= {"not-your-seat", "game-started"}, (method, path)
        assert program("").ask(method, path, json={}).status_code == 401, (method, path)
    after = rows(people.store)
    assert {name: after[name] for name in before_token} == before_token
    bo = program("bo")
    assert bo.get(f"/turns/{turn}/sheets").get_json() == []
    assert bo.get(f"/turns/{turn}/sheet").status_code == 404
    assert "winterfell" not in str(bo.get(f"/turns/{turn}").get_json()["questions"])
    assert [r["number"] for r in program("ada").get(f"/turns/{turn}/sheets").get_json()] == [1]


def test_secrets_stay_secret_until_they_are_told(program: Programs, people: People) -> None:
    game = people.game({"stark": "ada", "tyrell": "bo"})
    people.submit(game, "ada", msgspec.json.encode({"bids": {"iron-throne": [{"amount": 3}]}, **PLAN}))
    for name in ("", "bo", "cy"):
        reader = program(name)
        page = reader.get(f"/games/{game}").get_json()
        assert (page["seed"], page["join_code"]) == ("", "")
        export = reader.get(f"/games/{game}/export").get_json()
        assert "seed" not in export
        assert not any(entry["seat"] == "stark" for entry in export.get("journal", []))
        for path in (f"/games/{game}", f"/games/{game}/export", f"/games/{game}/rounds/1"):
            assert "march+0" not in reader.get(path).text, path


def test_standing_instructions_are_kept(program: Programs, running_game: str) -> None:
    ada = program("ada")
    assert ada.get(f"/games/{running_game}/standing").status_code == 404
    kept = ada.put(f"/games/{running_game}/standing", {"blade": [{"use": "never"}]}).get_json()
    assert (kept["number"], kept["sheet"]) == (1, {"blade": [{"use": "never"}]})
    assert ada.get(f"/games/{running_game}/standing").get_json() == kept
    turn = ada.get(f"/games/{running_game}").get_json()["turn"]["id"]
    assert ada.get(f"/turns/{turn}").get_json()["standing"] == kept["sheet"]
    refused = ada.put(f"/games/{running_game}/standing", {"answers": {"r1:1": {"kind": "yes-no", "yes": True}}})
    assert (refused.status_code, codes(refused)) == (422, {"standing-answers"})


def test_ones_own_account_and_tokens(program: Programs) -> None:
    ada, other = program("ada"), program("ada")
    assert ada.get("/me").get_json()["name"] == "Ada"
    changed = ada.ask("PATCH", "/me", json={"name": "Ada of the North", "zone": "Europe/Rome"}).get_json()
    assert (changed["name"], changed["zone"], changed["language"]) == ("Ada of the North", "Europe/Rome", "en")
    assert ada.ask("PATCH", "/me", json={"language": "it"}).status_code == 200
    wrong = ada.ask("PATCH", "/me", json={"zone": "Westeros/North"})
    assert (wrong.status_code, wrong.get_json()["errors"][0]["where"]) == (422, "zone")
    first, second = ada.get("/tokens").get_json()
    assert program("bo").ask("DELETE", f"/tokens/{second['id']}").status_code == 404
    assert ada.ask("DELETE", f"/tokens/{second['id']}").status_code == 204
    assert [token["id"] for token in ada.get("/tokens").get_json()] == [first["id"]]
    gone = other.get("/me")
    assert (gone.status_code, codes(gone)) == (401, {"sign-in-first"})
    assert gone.headers["WWW-Authenticate"].lower().startswith("bearer")


def test_maps_and_the_game_file_for_spectators(program: Programs, people: People, running_game: str) -> None:
    nobody = program("")
    svg = nobody.get(f"/games/{running_game}/map.svg")
    assert (svg.mimetype, svg.text[:4]) == ("image/svg+xml", "<svg")
    png = nobody.get(f"/games/{running_game}/map.png?round=1")
    assert (png.mimetype, png.data[:4]) == ("image/png", b"\x89PNG")
    again = nobody.get(f"/games/{running_game}/map.png?round=1", headers={"If-None-Match": png.headers["ETag"]})
    assert again.status_code == 304
    for wrong in ("round=7", "round=0", "call=3"):
        assert nobody.get(f"/games/{running_game}/map.svg?{wrong}").status_code == 404, wrong
    for wrong in ("round=x", "round=99999999999999999999", "theme=neon", "language=xx"):
        assert nobody.get(f"/games/{running_game}/map.svg?{wrong}").status_code == 422, wrong
    people.adjudicate(running_game)
    document = game_file.decode(nobody.get(f"/games/{running_game}/export").data)
    assert game_file.verify(document) == []
    assert nobody.get(f"/games/{running_game}/rounds/1").get_json()["seat"] is None


def test_editions_name_everything_a_sheet_may_name(program: Programs) -> None:
    nobody = program("")
    lines = nobody.get("/editions").get_json()
    assert [(line["id"], line["players"]) for line in lines] == [
        ("first-edition", [3, 4, 5]),
        ("second-edition", [3, 4, 5, 6]),
        ("mother-of-dragons", [3, 4, 5, 6, 7, 8]),
        ("storm-of-swords", [3, 4]),
        ("btwixt", [3, 4, 5, 6]),
    ]
    dragons = nobody.get("/editions/mother-of-dragons").get_json()["setups"]
    assert [(len(one["houses"]), len(one["vassals"])) for one in dragons] == [(7, 7), *[(8, 7)] * 4, (8, 0)]
    edition = nobody.get("/editions/first-edition").get_json()
    assert edition["areas"]["winterfell"]["name"]["en"] == "Winterfell"
    assert tuple(edition["setups"][-1]["houses"]) == HOUSES
    assert edition["policies"]["place-orders"]
    missing = nobody.get("/editions/tenth-edition")
    assert (missing.status_code, codes(missing)) == (404, {"no-such-edition"})


def test_errors_keep_the_headers_of_http(client: FlaskClient, program: Programs, running_game: str) -> None:
    wrong_method = client.put(f"/api/v1/games/{running_game}")
    assert wrong_method.status_code == 405
    assert "GET" in wrong_method.headers["Allow"]
    assert codes(wrong_method)
    assert codes(client.get("/api/v1/nothing")) == {"nothing-here"}
    for header in ("Bearer wrong", "Bearer", "Basic YTpi", "nonsense", "Bearer \xff\xfe"):
        answer = client.get("/api/v1/games", headers={"Authorization": header})
        assert answer.status_code == 401, header
        assert answer.headers["WWW-Authenticate"].lower().startswith("bearer")
    turn = program("ada").get(f"/games/{running_game}").get_json()["turn"]["id"]
    plain = program("ada").ask("PUT", f"/turns/{turn}/sheet", data="{}", content_type="text/html")
    assert plain.status_code == 415
    assert codes(plain)


def test_a_browsers_cookie_is_no_token(
    signed_in: Callable[[str], object], client: FlaskClient, program: Programs
) -> None:
    browser = signed_in("ada")
    assert browser.client.get("/api/v1/me").status_code == 401  # type: ignore[attr-defined]
    assert browser.client.post("/api/v1/games", json={"title": "Forged"}).status_code == 401  # type: ignore[attr-defined]


def test_stories_come_in_the_readers_language(program: Programs, people: People, running_game: str) -> None:
    people.adjudicate(running_game)
    path, winterfell = f"/games/{running_game}/results/1", "Winterfell"
    edition = program("").get("/editions/first-edition").get_json()
    italian = edition["areas"]["winterfell"]["name"]["it"]
    assert italian not in ("", winterfell)
    ada = program("ada")
    assert winterfell in str(ada.get(path).get_json()["story"])
    assert ada.ask("PATCH", "/me", json={"language": "it"}).status_code == 200
    assert italian in str(ada.get(path).get_json()["story"])
    spectator = program("").get(path, headers={"Accept-Language": "it"})
    assert italian in str(spectator.get_json()["story"])
