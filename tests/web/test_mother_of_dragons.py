"""A game of Mother of Dragons on the site: houses named or chosen, played to its end, taken home."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from flask.testing import FlaskClient

from adjudicator import game_file, games
from adjudicator.thrones.sheets.battle import SupportRule
from adjudicator.thrones.sheets.orders import ClaimRule
from adjudicator.thrones.sheets.sheet import Sheet, VassalSheet, write_sheet
from correspondence.evaluations import replay_stored_game
from correspondence.imports import checked_file, keep_game
from correspondence.store import Store
from tests.correspondence.people import People, text_of
from tests.web.conftest import settings_in
from tests.web.form_reader import forms_of, sheet_form
from tests.web.test_second_edition import creation
from tests.web.visitors import Browser, Program, codes
from web.thrones.sheet_form.rules import FORM
from web.views.history import LETTER, chart

Browsers = Callable[[str], Browser]
Programs = Callable[[str], Program]
PLAYERS = {"targaryen": "ada", "stark": "bo", "lannister": "cy", "greyjoy": "dee", "tyrell": "eve"}
VASSALS = ("baratheon", "martell", "arryn")
PLAIN = ("march+0", "march-1", "defense+1", "support", "raid", "consolidate-power", "defense+1", "support")
ROUNDS_WITH_SHEETS = 3
NOBODY_WAITS = dict.fromkeys(("muster_hours", "extensions", "grace_hours", "misses_allowed"), "0")
DRAGONS = games.edition("mother-of-dragons")


def test_the_form_offers_houses_and_says_who_may_be_a_vassal(signed_in: Browsers) -> None:
    ada = signed_in("ada")
    page = ada.get("/games/new?edition=mother-of-dragons").text
    form = creation(page)
    assert form.choices["players"] == ["3", "4", "5", "6", "7", "8"]
    assert set(form.choices["houses"]) == {*PLAYERS, *VASSALS}
    assert "vassal" in form.choices["absent_seat"]
    for said in ("any 3 houses except Targaryen; vassals: 4", "any 5 houses; vassals: 2 or 3", "is never a vassal"):
        assert said in page
    changed = ada.post(
        "/games/new", {**form.sent, "houses": "stark", "absent_seat": "vassal", "switch": "first-edition"}
    )
    other = creation(changed.text)
    assert "houses" not in other.choices
    assert other.sent["absent_seat"] == [""]
    assert "vassal" not in other.choices["absent_seat"]
    wrong = ada.post("/games/new", {**form.sent, "players": "3", "houses": ["stark", "tyrell", "targaryen"]})
    assert wrong.status_code == 422
    assert "With 3 players you can play these houses" in wrong.text


def test_programs_name_the_houses(program: Programs) -> None:
    ada = program("ada")
    body = {"title": "By program", "edition": "mother-of-dragons", "players": 5, "houses": [*PLAYERS]}
    made = ada.post("/games", body).get_json()
    assert set(made["terms"]["houses"]) == set(made["houses"]) == set(PLAYERS)
    assert set(made["vassals"]) == set(VASSALS)
    changed = ada.ask("PATCH", f"/games/{made['id']}/settings", json={"houses": [], "absent_seat": "vassal"}).get_json()
    assert (changed["terms"]["houses"], changed["terms"]["absent_seat"]) == ([], "vassal")
    assert set(changed["houses"]) == {*PLAYERS, *VASSALS}
    wrong = ada.post("/games", {**body, "players": 3, "houses": ["stark", "tyrell", "targaryen"]})
    assert codes(wrong) == {"unknown-choice"}
    assert wrong.get_json()["errors"][0]["where"] == "houses"


def test_the_terms_say_how_each_house_wins(program: Programs, signed_in: Browsers) -> None:
    body = {"title": "By loyalty", "edition": "mother-of-dragons", "players": 4, "visibility": "open"}
    loyal = program("ada").post("/games", {**body, "houses": [*PLAYERS][:4]}).get_json()["id"]
    plain = program("ada").post("/games", {**body, "houses": [*PLAYERS][1:]}).get_json()["id"]
    told = "Targaryen wins by its place on the victory track, not by castles"
    assert told in signed_in("ada").get(f"/games/{loyal}/settings").text
    assert told not in signed_in("ada").get(f"/games/{plain}/settings").text


def made_and_joined(people: People, signed_in: Browsers) -> str:
    """A game for five whose houses are named, made with the form, joined on its page."""
    ada = signed_in("ada")
    form = creation(ada.get("/games/new?edition=mother-of-dragons").text)
    wanted = {"players": "5", "houses": [*PLAYERS], "seat.targaryen": "me", "visibility": "open", "hold_minutes": "0"}
    made = ada.post("/games/new", {**form.sent, **wanted, **NOBODY_WAITS})
    assert made.status_code == 303, made.text
    game_id = made.headers["Location"].rsplit("/", 1)[1]
    for house, name in list(PLAYERS.items())[1:]:
        browser = signed_in(name)
        page = browser.get(f"/games/{game_id}").text
        assert re.search(r"Vassals: Baratheon, Martell,? and Arryn", page)
        join = next(form for form in forms_of(page) if form.action.endswith("/join"))
        assert house in join.choices["house"]
        assert not set(VASSALS) & set(join.choices["house"])
        assert browser.post(join.action, {**join.sent, "house": house}).status_code == 303
    return game_id


def plan(people: People, game_id: str, house: str, name: str) -> Sheet:
    """Some orders for every area, and what vassals shall do."""
    view = people.page(game_id, name).view
    assert view is not None
    mine = sorted(area for area, force in view.board.forces.items() if force.house == house)
    able = [order for order in PLAIN if DRAGONS.orders[order].type not in view.board.bans]
    return Sheet(
        orders=dict(zip(mine, able, strict=False)),
        claims=(ClaimRule(pick=VASSALS),),
        vassals={"any": VassalSheet(support=(SupportRule(whom="nobody"),))},
    )


def hand_in(people: People, game_id: str, signed_in: Browsers, program: Programs) -> None:
    """Everybody that the open turn asks writes a sheet: by form, by program, by email as it were."""
    page = people.page(game_id)
    assert page.turn is not None
    asked = {seat.house for seat in page.seats if seat.asked}
    for house, name in PLAYERS.items():
        if house not in asked:
            continue
        sheet = plan(people, game_id, house, name) if "planning" in page.turn.window else Sheet()
        if name == "cy":
            done = program(name).put(
                f"/turns/{page.turn.id}/sheet", data=write_sheet(sheet), content_type="application/json"
            )
        elif name == "dee":
            people.submit(game_id, name, write_sheet(sheet))
            continue
        else:
            browser = signed_in(name)
            form = sheet_form(browser.get(f"/turns/{page.turn.id}").text)
            done = browser.post(f"/turns/{page.turn.id}", {**form.sent, **FORM.write(sheet), "do": "save"})
        assert done.status_code in (200, 201, 303), done.text


def test_a_whole_game_with_three_vassals(
    people: People, signed_in: Browsers, program: Programs, client: FlaskClient, empty_database: Path, tmp_path: Path
) -> None:
    game_id = made_and_joined(people, signed_in)
    page = people.page(game_id)
    assert page.view is not None
    assert (page.status, page.you) == ("running", "targaryen")
    assert set(page.view.board.vassals) == set(VASSALS)
    for number in range(60):
        page = people.page(game_id)
        if page.status != "running":
            break
        if page.round <= ROUNDS_WITH_SHEETS:
            hand_in(people, game_id, signed_in, program)
        people.adjudicate(game_id)
        if number == 1:
            # Pictures take long; the emails of two turns are enough.
            people.deliver()
    assert people.page(game_id).status == "finished"
    mails = [text_of(mail) for mail in people.mails("ada")]
    assert any("vassal" in text for text in mails)
    for path in ("", "/end", "/rounds/1", "/compare?from=1&to=2", "/export.txt", "/export.svg", "/settings"):
        assert signed_in("ada").get(f"/games/{game_id}{path}").status_code == 200, path
    assert client.get(f"/games/{game_id}").status_code == 200
    with people.store.read() as session:
        assert replay_stored_game(session, game_id).differences == ()
    taken_home(signed_in("ada").get(f"/games/{game_id}/game.json").data, empty_database, tmp_path)


def taken_home(data: bytes, empty_database: Path, folder: Path) -> None:
    """The file goes into another service's archive, and is the same game there."""
    checked = checked_file(data)
    whole = checked.whole
    assert set(whole.houses) == set(PLAYERS)
    assert game_file.verify(whole) == []
    shutil.copy(empty_database, folder / "elsewhere.db")
    other = Store(settings_in(folder, f"sqlite:///{folder / 'elsewhere.db'}"))
    host = People(other)
    with other.begin() as session:
        kept = keep_game(session, host.account_in(session, "eve"), checked, "Taken in", host.now)
        assert set(kept.playing) == set(PLAYERS)
        game_id = kept.public_id
    with other.read() as session:
        assert replay_stored_game(session, game_id).differences == ()
    page = host.page(game_id)
    assert {seat.house for seat in page.seats} == set(PLAYERS)
    assert set(page.vassals) == set(VASSALS)
    other.close()


def test_mails_of_eight_houses_lie_beside_each_other() -> None:
    """However the lines end; there was a way in which no place was ever found."""
    for seed in range(200):
        draw = random.Random(seed)
        values = {house: (1, draw.choice((0, 1, 2, 3, 7))) for house in (*PLAYERS, *VASSALS)}
        ends = sorted(line.end[1] for line in chart("Castles", (1, 2), values).lines)
        assert min(after - before for before, after in pairwise(ends)) >= LETTER
