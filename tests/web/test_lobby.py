"""The lobby's pages, the settings of a game, seats that change hands, as people meet them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from correspondence.games.access import find_game
from correspondence.seats import offer, seat_of
from tests.correspondence.people import People
from tests.web.form_reader import FormRead, forms_of
from tests.web.test_games import made
from tests.web.visitors import Browser, Program, codes

Browsers = Callable[[str], Browser]
Programs = Callable[[str], Program]


def form_at(browser: Browser, path: str, action: str) -> FormRead:
    (form,) = (form for form in forms_of(browser.get(path).text) if form.action.endswith(action))
    return form


def away(people: People, game_id: str, house: str) -> None:
    with people.store.begin() as session:
        game = find_game(session, game_id, lock=True)
        offer(session, game, seat_of(game, house), "missed", people.now)


@pytest.mark.parametrize("preset", ["slow", "standard", "fast"])
def test_preset_gives_numbers_and_typed_ones_precede(preset: str, signed_in: Browsers, people: People) -> None:
    path = made(signed_in("ada"), preset=preset, grace_hours="3,5")
    terms = people.page(path.rpartition("/")[2]).terms
    assert (terms.preset, terms.grace_hours, terms.extensions) == (preset, 3.5, 3)
    assert terms.window_hours == {"slow": 71, "standard": 47, "fast": 23}[preset]
    assert (terms.clock == "") == (preset == "fast")


def test_the_settings_form_changes_nothing_by_itself(signed_in: Browsers, people: People) -> None:
    ada = signed_in("ada")
    path = made(ada, names="anonymous", spectators="delayed", spectator_delay="2", weekdays="17")
    before = people.page(path.rpartition("/")[2]).terms
    form = form_at(ada, f"{path}/settings", "/settings")
    assert "Nothing was changed" in ada.post(f"{path}/settings", form.sent, follow_redirects=True).text
    assert people.page(path.rpartition("/")[2]).terms == before
    changed = {**form.sent, "window_hours": "30", "deadline": "none", "messages": ["public"], "votes": []}
    page = ada.post(f"{path}/settings", changed, follow_redirects=True).text
    assert "before: 47" in page
    after = people.page(path.rpartition("/")[2]).terms
    assert (after.window_hours, after.clock, after.messages, after.votes) == (30, "", ("public",), ())
    # What the form began with is what stands now.
    changed = {**form_at(ada, f"{path}/settings", "/settings").sent, "messages": ["public"], "votes": []}
    refused = ada.post(f"{path}/settings", {**changed, "clock": "half past", "deadline": "clock", "title": "Kept"})
    assert refused.status_code == 422
    assert 'id="clock-error"' in refused.text
    assert 'value="Kept"' in refused.text
    bo = signed_in("bo")
    page = bo.get(f"{path}/settings").text
    assert "<form" not in page.split("<main", 1)[1].partition("</main>")[0]
    del changed["csrf_token"]
    assert bo.post(f"{path}/settings", changed).status_code == 403


def test_codes_lead_to_games(signed_in: Browsers, people: People) -> None:
    path = made(signed_in("ada"))
    code = people.page(path.rpartition("/")[2]).join_code
    bo = signed_in("bo")
    answer = bo.post("/lobby/code", {"code": f" {code} "})
    assert answer.headers["Location"] == f"{path}?code={code}"
    wrong = bo.post("/lobby/code", {"code": "wrong<i>"})
    assert wrong.status_code == 422
    assert "wrong&lt;i&gt;" in wrong.text


def test_a_seat_is_left_offered_and_taken(signed_in: Browsers, people: People) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo"}, visibility="open", title="Ours")
    path, bo, cy = f"/games/{game_id}", signed_in("bo"), signed_in("cy")
    assert bo.post(f"{path}/retire").headers["Location"] == f"{path}/retire", "not without the tick"
    assert people.page(game_id, "bo").you == "tyrell"
    assert bo.post(f"{path}/retire", {"sure": "yes"}).status_code == 303
    assert "Write orders" not in bo.get(path).text
    assert bo.get(f"/turns/{people.turn(game_id)}").status_code == 403
    assert "Ours" in cy.get("/lobby?kind=substitutes").text
    form = form_at(cy, path, "/take-over")
    assert form.sent["house"] == ["tyrell"]
    assert cy.post(form.action, form.sent).status_code == 303
    assert "Write orders" in cy.get(path).text
    assert "Ours" not in cy.get("/lobby?kind=substitutes").text
    again = bo.post(f"{path}/take-over", {"house": "tyrell"})
    assert again.status_code in (403, 409)


def test_an_offered_seat_of_a_private_game_asks_for_the_code(signed_in: Browsers, people: People) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo"}, visibility="link", spectators="none")
    away(people, game_id, "tyrell")
    path, cy = f"/games/{game_id}", signed_in("cy")
    form = form_at(cy, path, "/take-over")
    assert cy.post(form.action, form.sent | {"code": "wrong"}).status_code == 403
    (shared,) = re.findall(r"\?code=(\w+)", signed_in("ada").get(path).text)
    form = form_at(cy, f"{path}?code={shared}", "/take-over")
    assert form.sent["code"] == [shared]
    assert cy.post(form.action, form.sent).status_code == 303
    assert people.page(game_id, "cy").you == "tyrell"


def test_invited_substitute_takes_the_seat_by_one_button(signed_in: Browsers, people: People) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo"}, visibility="link", title="Ours")
    away(people, game_id, "tyrell")
    path, ada, cy = f"/games/{game_id}", signed_in("ada"), signed_in("cy")
    form = form_at(ada, path, "/invite")
    assert ada.post(form.action, form.sent | {"email": "cy@rookery.example"}).status_code == 303
    assert "Ours" in cy.get("/").text
    assert "Ours" in cy.get("/lobby?kind=substitutes").text
    form = form_at(cy, path, "/take-over")
    assert "code" not in form.sent
    assert cy.post(form.action, form.sent).status_code == 303
    assert people.page(game_id, "cy").you == "tyrell"


def test_who_was_away_is_asked_back(signed_in: Browsers, people: People) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo"})
    away(people, game_id, "tyrell")
    bo = signed_in("bo")
    page = bo.get(f"/games/{game_id}").text
    assert "I am back" in page
    assert "Write orders" not in page
    assert bo.post(f"/games/{game_id}/return").status_code == 303
    assert "Write orders" in bo.get(f"/games/{game_id}").text


def test_nobody_is_named_anywhere_in_an_anonymous_game(signed_in: Browsers, program: Programs, people: People) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "zebulon"}, names="anonymous")
    people.adjudicate(game_id)
    ada, robot = signed_in("ada"), program("ada")
    path = f"/games/{game_id}"
    for page in (path, f"{path}/settings", f"{path}/rounds/1", f"{path}/turns/1", f"{path}/game.json"):
        assert "zebulon" not in ada.get(page).text.lower(), page
    for part in (f"/games/{game_id}", f"/games/{game_id}/holders", f"/games/{game_id}/export", "/games"):
        assert "zebulon" not in robot.get(part).text.lower(), part
    people.deliver()
    for mail in people.mails("ada"):
        told = "".join(part.get_content() for part in mail.walk() if part.get_content_maintype() == "text")
        assert "zebulon" not in told.lower()


def test_the_menu_offers_what_there_is(signed_in: Browsers, people: People) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo"})
    path = f"/games/{game_id}"

    def menu(name: str, at: str) -> list[str]:
        inside = signed_in(name).get(at).text.split('<nav class="game-menu"', 1)[1].split("</nav>", 1)[0]
        return re.findall(r">([^<]+)</a>", inside)

    whole = ["Board", "Orders", "Messages", "Votes", "Notepad", "History", "Settings"]
    assert menu("ada", path) == [*whole, "Game master"]
    assert menu("bo", path) == whole
    assert menu("bo", f"/turns/{people.turn(game_id)}") == whole
    assert menu("eve", f"{path}/rounds/1" if people.page(game_id).rounds else path) == [
        "Board",
        "Messages",
        "History",
        "Settings",
    ]


def test_games_are_made_and_changed_by_programs(program: Programs, people: People) -> None:
    ada, bo = program("ada"), program("bo")
    body: dict[str, Any] = {"title": "By program", "preset": "slow", "players": 3, "play": False, "review": "flagged"}
    new = ada.post("/games", {**body, "window_hours": 60, "messages": ["public"]}).get_json()
    assert (new["member"], new["terms"]["window_hours"], new["terms"]["extensions"]) == (False, 60, 3)
    assert new["terms"]["messages"] == ["public"]
    changed = ada.ask("PATCH", f"/games/{new['id']}/settings", json={"visibility": "open"})
    assert changed.get_json()["visibility"] == "open"
    assert codes(ada.ask("PATCH", f"/games/{new['id']}/settings", json={"clock": "noon"})) == {"bad-clock"}
    assert codes(bo.ask("PATCH", f"/games/{new['id']}/settings", json={"clock": ""})) == {"not-your-game"}
    found = bo.get("/lobby?players=3").get_json()
    assert [game["id"] for game in found["games"]] == [new["id"]]
    assert codes(bo.get("/lobby?kind=none")) == {"unknown-choice"}
    assert codes(bo.post(f"/games/{new['id']}/retire")) == {"game-not-running"}


@pytest.mark.parametrize(
    ("spectators", "told"), [("open", "round 3"), ("delayed", "round 2"), ("none", "This game is private")]
)
def test_the_board_from_outside(spectators: str, told: str, signed_in: Browsers, people: People) -> None:
    delay = 2 if spectators == "delayed" else 0
    game_id = people.game({"stark": "ada", "tyrell": "bo"}, spectators=spectators, spectator_delay=delay)
    for _ in range(3):
        people.adjudicate(game_id)
    page = signed_in("eve").get(f"/games/{game_id}")
    assert page.status_code == 200
    assert told in page.text
    drawn = signed_in("eve").get(f"/games/{game_id}/map.svg")
    assert drawn.status_code == (404 if spectators == "none" else 200)
    assert signed_in("ada").get(f"/games/{game_id}/map.svg").status_code == 200
