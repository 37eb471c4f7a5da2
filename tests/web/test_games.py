"""Making games, lobbies, seats, boards: through the pages."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from flask.testing import FlaskClient

from correspondence.deadlines.clock import pause
from correspondence.turns import locked_game
from tests.cli.test_games import SCENARIO
from tests.correspondence.people import People, link_in
from tests.web.form_reader import forms_of
from tests.web.visitors import Browser, Program

Browsers = Callable[[str], Browser]


def made(browser: Browser, **changes: str) -> str:
    """A game made by the form as it comes, some fields changed; its path."""
    (form,) = (form for form in forms_of(browser.get("/games/new").text) if form.action == "/games/new")
    answer = browser.post("/games/new", {**form.sent, **changes})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["Location"])


def test_three_clicks_make_a_good_game(signed_in: Browsers, people: People) -> None:
    path = made(signed_in("ada"))
    page = people.page(path.rpartition("/")[2])
    assert (page.players, page.pace, page.window_hours, page.you) == (5, "bulk", 47.0, "stark")
    assert page.status == "lobby"


def test_faults_of_a_new_game_are_links_to_fields(signed_in: Browsers) -> None:
    ada = signed_in("ada")
    (form,) = (form for form in forms_of(ada.get("/games/new").text) if form.action == "/games/new")
    wrong = {"title": "", "window_hours": "soon", "seat.stark": "me", "seat.tyrell": "me", "players": "9"}
    page = ada.post("/games/new", {**form.sent, **wrong}).text
    banner = re.search(r'<div class="errors" role="alert" tabindex="-1" autofocus>.*?</div>', page, re.DOTALL)
    assert banner is not None
    targets = re.findall(r'href="#([\w-]+)"', banner[0])
    assert targets
    for target in targets:
        assert page.count(f'id="{target}"') == 1, target


def test_rows_of_houses_say_for_how_many_players(signed_in: Browsers) -> None:
    page = signed_in("ada").get("/games/new").text
    rows = re.findall(r'<tr data-players="([ \d]+)">', page)
    assert [row.split() for row in rows] == [["3", "4", "5"], ["3", "4", "5"], ["3", "4", "5"], ["5"], ["4", "5"]]


def test_who_plays_what_is_chosen_by_house(signed_in: Browsers, people: People) -> None:
    changes = {"seat.tyrell": "me", "seat.stark": "steward", "seat.lannister": "steward", "title": "<b>Ours</b>"}
    ada = signed_in("ada")
    path = made(ada, **changes)
    page = people.page(path.rpartition("/")[2])
    assert page.you == "tyrell"
    assert {seat.house for seat in page.seats if seat.kind == "steward"} == {"stark", "lannister"}
    html = ada.get(path).text
    assert "&lt;b&gt;Ours&lt;/b&gt;" in html
    assert "<b>Ours" not in html


def test_each_bot_has_a_level_and_shows_it(
    signed_in: Browsers, people: People, program: Callable[..., Program]
) -> None:
    ada = signed_in("ada")
    seats = {"seat.tyrell": "me", "seat.stark": "squire", "seat.greyjoy": "maester", "seat.lannister": "steward"}
    path = made(ada, **seats, **{"seat.baratheon": "maester", "bot_level": "squire"})

    board = ada.get(path).text
    assert [board.count(f"{level} bot") for level in ("squire", "steward", "maester")] == [1, 1, 2]
    told = program("ada").get(path).get_json()
    assert told["terms"]["bot_level"] == "squire"
    levels = {seat["house"]: seat["level"] for seat in told["seats"] if seat["kind"] == "steward"}
    assert levels == {house.removeprefix("seat."): level for house, level in seats.items() if level != "me"} | {
        "baratheon": "maester"
    }


def test_program_chooses_the_level_of_bots(program: Callable[..., Program]) -> None:
    asked = {"title": "A", "players": 3, "bot_houses": ["lannister", "baratheon"], "house": "stark"}
    levels = {}
    for level in ("squire", "maester", None):
        answer = program("ada").post("/games", asked if level is None else {**asked, "bot_level": level})
        assert answer.status_code == 201, answer.text
        levels[level] = {seat["level"] for seat in answer.get_json()["seats"] if seat["kind"] == "steward"}
    assert levels == {"squire": {"squire"}, "maester": {"maester"}, None: {"steward"}}
    assert program("ada").post("/games", {**asked, "bot_level": "king"}).status_code == 422

    mixed = program("ada").post("/games", {**asked, "bot_levels": {"lannister": "maester"}})
    found = {seat["house"]: seat["level"] for seat in mixed.get_json()["seats"] if seat["kind"] == "steward"}
    assert found == {"lannister": "maester", "baratheon": "steward"}
    for wrong in ({"lannister": "king"}, {"stark": "maester"}):
        refused = program("ada").post("/games", {**asked, "bot_levels": wrong})
        assert (refused.status_code, refused.get_json()["errors"][0]["where"]) == (422, "bot_levels"), refused.text
    assert refused.get_json()["errors"][0]["code"] == "no-bot"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("bot_level", "king"),
        ("title", " "),
        ("players", "7"),
        ("players", "five"),
        ("window_hours", "0"),
        ("window_hours", "1e400"),
        ("hold_minutes", "-1"),
        ("pace", "never"),
        ("pace", "kinds"),
        ("seat_choice", "auction"),
        ("visibility", "secret"),
        ("edition", "no-such-edition"),
    ],
)
def test_a_game_that_cannot_be_is_not_made(field: str, value: str, signed_in: Browsers) -> None:
    ada = signed_in("ada")
    (form,) = (form for form in forms_of(ada.get("/games/new").text) if form.action == "/games/new")
    page = ada.post("/games/new", {**form.sent, "title": "Kept", field: value})
    assert page.status_code == 422
    assert 'class="error' in page.text
    again = next(form for form in forms_of(page.text) if form.action == "/games/new")
    if field != "title":
        assert again.sent["title"] == ["Kept"]


def test_one_house_each(signed_in: Browsers) -> None:
    ada = signed_in("ada")
    (form,) = (form for form in forms_of(ada.get("/games/new").text) if form.action == "/games/new")
    page = ada.post("/games/new", {**form.sent, "seat.stark": "me", "seat.tyrell": "me"})
    assert page.status_code == 422
    assert "one house only" in page.text


def test_stops_are_ticked(signed_in: Browsers, people: People) -> None:
    path = made(signed_in("ada"), pace="kinds", kinds="use-raven")
    assert people.page(path.rpartition("/")[2]).pace == "use-raven"
    path = made(signed_in("bo"), pace="house-cards")
    assert people.page(path.rpartition("/")[2]).pace == "house-cards"


def test_stops_of_optional_parts_say_with_what_they_are_played(signed_in: Browsers) -> None:
    html = signed_in("ada").get("/games/new?edition=first-edition").text
    stops = html.partition("<summary>Stops</summary>")[2].partition("</details>")[0]
    told = {
        kind: line
        for kind in ("use-raven", "move-troops", "negotiate")
        for line in stops.split("<label")
        if f'value="{kind}"' in line
    }
    assert "only with" not in told["use-raven"]
    assert "only with: Tactics" in told["move-troops"]
    assert "only with: Leaders" in told["negotiate"]


def test_a_lobby_fills_and_the_game_begins(
    signed_in: Browsers, client: FlaskClient, people: People, tasks: list[str]
) -> None:
    ada, bo, cy = signed_in("ada"), signed_in("bo"), signed_in("cy")
    path = made(ada, players="3", title="Ours")
    lobby = ada.get(path).text
    link = lobby.split(f'<code class="secret">http://127.0.0.1:8000{path}', 1)[1].split("<", 1)[0]
    assert "code=" not in client.get(path).text
    assert "Sign in to take" in client.get(path).text
    refused = bo.post(f"{path}/join", {"code": "wrong"})
    assert refused.status_code == 403
    assert "needs its code" in refused.text
    page = bo.get(path + link)
    (form,) = (form for form in forms_of(page.text) if form.action.endswith("/join"))
    assert bo.post(form.action, {**form.sent, "house": "baratheon"}).status_code == 303
    assert ada.post(f"{path}/invite", {"email": "cy@rookery.example", "house": "lannister"}).status_code == 303
    people.deliver()
    invited = f"/invitations/{link_in(people.mails('cy')[-1], 'invitations/')}"
    page = cy.get(invited)
    assert "Lannister is kept for you" in page.text
    people.later(hours=1)
    assert cy.post(invited, {"house": "lannister"}).status_code == 303
    assert people.page(path.rpartition("/")[2]).status == "mustering"
    for browser, told in ((ada, "You have confirmed. The game begins when everybody has."), (bo, "The game begins.")):
        assert "Confirm" in browser.get(path).text
        assert browser.post(f"{path}/confirm").status_code == 303
        assert f"{told}<" in browser.get(path).text
    board = cy.get(path).text
    assert "Current turn: round 1, planning" in board
    assert people.page(path.rpartition("/")[2], "cy").you == "lannister"
    assert set(tasks) == {"mail", "turns"}
    late = signed_in("di").post(f"{path}/join", {"code": link.partition("=")[2]})
    assert late.status_code == 409


def test_bots_take_seats_and_the_maker_starts(signed_in: Browsers, people: People) -> None:
    ada, bo = signed_in("ada"), signed_in("bo")
    path = made(ada)
    assert bo.post(f"{path}/bots", {"house": "tyrell"}).status_code == 403
    assert ada.post(f"{path}/bots", {"house": "tyrell"}).status_code == 303
    assert ada.post(f"{path}/bots", {"house": "tyrell"}).status_code == 422
    assert ada.post(f"{path}/start").status_code == 303
    assert people.page(path.rpartition("/")[2]).status == "running"
    assert ada.post(f"{path}/start").status_code == 409


def test_start_says_whether_everybody_is_asked_first(signed_in: Browsers, people: People) -> None:
    ada, bo = signed_in("ada"), signed_in("bo")
    at_once = made(ada)
    for_bots = ada.post(f"{at_once}/bots", {"house": "tyrell"})
    assert for_bots.status_code == 303
    ada.post(f"{at_once}/start")
    assert "The game begins." in ada.get(at_once).text
    asked = made(ada, visibility="open", muster_hours="24")
    assert bo.post(f"{asked}/join", {"house": "tyrell"}).status_code == 303
    people.later(hours=1)
    ada.get(asked)
    assert ada.post(f"{asked}/start").status_code == 303
    page = ada.get(asked).text
    assert "The game begins." not in page
    assert "Everybody is asked to confirm" in page
    assert people.page(asked.rpartition("/")[2]).status == "mustering"


def test_a_pause_is_told_with_its_beginning(signed_in: Browsers, people: People) -> None:
    ada = signed_in("ada")
    board = f"/games/{people.game({'stark': 'ada', 'tyrell': 'bo'})}"
    assert ada.post(f"{board}/emergency-pause", {"reason": "ill"}).status_code == 303
    assert "The game has been paused since " in ada.get(board).text


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        ("Ill & away", "Whoever runs the game has paused it. They say: Ill &amp; away"),
        ("", "Whoever runs the game has paused it."),
        ("everybody", "Nobody has submitted anything. The game waits until someone wants to go on."),
    ],
)
def test_board_and_sheet_say_why_a_game_is_paused(signed_in: Browsers, people: People, reason: str, told: str) -> None:
    ada, game = signed_in("ada"), people.game({"stark": "ada", "tyrell": "bo"})
    sheet = f"/turns/{people.turn(game)}"
    assert "The game is paused." not in ada.get(sheet).text
    with people.store.begin() as session:
        until = people.now + timedelta(days=3, hours=12)
        pause(session, locked_game(session, game), reason, None, people.now, until)
    board, page = ada.get(f"/games/{game}").text, ada.get(sheet).text
    assert re.search(
        rf"The game has been paused since [^.]+\. {re.escape(told)} It resumes [^.]+, at the latest", board
    )
    head = page.partition("</h1>")[2].partition("<form")[0]
    assert re.search(rf"The game is paused\. {re.escape(told)} It resumes [^.]+, at the latest", head)
    assert ada.get(f"/api/v1/games/{game}").get_json()["pause_reason"] == reason


def test_a_deadline_is_told_alike_in_every_zone(signed_in: Browsers, people: People) -> None:
    ada = signed_in("ada")
    board = f"/games/{people.game({'stark': 'ada'})}"
    told = {}
    for zone in ("UTC", "Europe/Rome"):
        assert ada.post("/account", {"name": "Ada", "language": "en", "zone": zone}).status_code == 303
        (told[zone],) = re.findall(rf"Orders due (\w+, \d+ \w+ \d+, \d\d:\d\d \({zone}\)), <time", ada.get(board).text)
    assert re.sub(r"\d\d:\d\d \(.*", "", told["UTC"]) == re.sub(r"\d\d:\d\d \(.*", "", told["Europe/Rome"])


def test_a_seat_is_given_back(signed_in: Browsers, people: People) -> None:
    ada, bo = signed_in("ada"), signed_in("bo")
    assert "join one below" not in bo.get("/").text
    path = made(ada, visibility="open")
    assert ada.post(f"{path}/leave").status_code == 303
    assert not people.page(path.rpartition("/")[2]).member
    assert all(words in bo.get("/").text for words in ("Games looking for players", "join one below"))
    assert bo.post(f"{path}/join", {}).status_code == 303


def test_a_bad_invitation_shows_the_lobby_and_says_so(signed_in: Browsers) -> None:
    path = made(signed_in("ada"))
    page = signed_in("bo").get(f"{path}?invitation=guess")
    assert page.status_code == 200
    assert "This invitation is unknown" in page.text


def test_the_first_page_says_what_waits(signed_in: Browsers, people: People, running_game: str) -> None:
    page = signed_in("ada").get("/").text
    assert f"/turns/{people.turn(running_game)}" in page
    assert "Write orders" in page
    assert "Write orders" not in signed_in("bo").get("/").text


def test_the_board_shows_what_everybody_may_see(
    signed_in: Browsers, client: FlaskClient, people: People, running_game: str
) -> None:
    people.submit(running_game, "ada", b'{"orders": {"winterfell": "raid"}}')
    mine, theirs = signed_in("ada").get(f"/games/{running_game}").text, client.get(f"/games/{running_game}").text
    for words in ("Standings", "Iron Throne", "House cards", "Eddard Stark 3", "Winterfell (1 footman and 1 knight)"):
        assert words in mine
        assert words in theirs
    assert "Place an order in each of 3 areas" in mine
    assert "Place an order" not in theirs
    assert "you are watching" in theirs
    assert "Raid" not in theirs.split("House cards")[0]


def test_a_running_games_file_keeps_its_secrets(client: FlaskClient, running_game: str) -> None:
    answer = client.get(f"/games/{running_game}/game.json")
    document = json.loads(answer.data)
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert "seed" not in document
    assert "position" not in document


def test_a_game_begins_from_a_position_that_everybody_can_read(
    signed_in: Callable[[str], Browser], program: Callable[[str], Program], people: People
) -> None:
    ada = signed_in("ada")
    (form,) = (form for form in forms_of(ada.get("/games/new").text) if form.action == "/games/new")
    wrong = ada.post("/games/new", {**form.sent, "scenario": SCENARIO.replace("winterfell", "winterfel")})
    assert wrong.status_code == 422
    assert 'id="scenario-error"' in wrong.text
    assert "winterfel" in wrong.text
    path = made(ada, scenario=SCENARIO)
    settings = ada.get(f"{path}/settings").text
    assert "From a custom position" in settings
    assert "moat-cailin" in settings
    told = program("ada").get(path).get_json()
    assert json.loads(told["terms"]["scenario"])["setup"]["round"] == 4
    robot = program("bo").post("/games", {"title": "A", "scenario": SCENARIO, "bots_fill_seats": True})
    assert robot.status_code == 201, robot.text


def test_the_maker_without_a_seat_is_not_asked_for_the_code(signed_in: Browsers) -> None:
    ada = signed_in("ada")
    path = made(ada, play="no", players="3")
    page = ada.get(path).text
    assert "You are a game master of this game without a seat" in page
    (form,) = (form for form in forms_of(page) if form.action.endswith("/join"))
    assert "code" not in form.sent
    assert "Start now" in page


def test_start_button_says_that_everybody_is_asked(signed_in: Browsers, people: People) -> None:
    ada, bo = signed_in("ada"), signed_in("bo")
    path = made(ada, players="3", visibility="open")
    assert bo.post(f"{path}/join", {}).status_code == 303
    people.later(hours=1)
    page = ada.get(path).text
    assert "Ask everybody to confirm" in page
    assert "Start now" not in page


def test_too_many_bots_are_refused_with_their_number(signed_in: Browsers) -> None:
    seats = {f"seat.{house}": "steward" for house in ("stark", "lannister", "baratheon")}
    ada = signed_in("ada")
    (form,) = (form for form in forms_of(ada.get("/games/new").text) if form.action == "/games/new")
    answer = ada.post("/games/new", {**form.sent, **seats, "players": "3"})
    assert answer.status_code == 422
    assert "With 3 players, at most 2 can be bots" in answer.text
