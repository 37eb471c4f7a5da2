"""A second-edition game on the site: made, written for, answered, told, played to its end and taken home."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, render_template_string
from flask.testing import FlaskClient

from adjudicator import game_file, games
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.sheets.choices import ChoiceRule
from adjudicator.thrones.sheets.effects.table import question_sources
from adjudicator.thrones.sheets.muster import Muster, MusterRule, Want
from adjudicator.thrones.sheets.orders import RavenRule
from adjudicator.thrones.sheets.sheet import Sheet, read_sheet, write_sheet
from adjudicator.thrones.state import decisions as d
from correspondence.evaluations import replay_stored_game
from correspondence.imports import checked_file, keep_game
from correspondence.store import Store
from narration.thrones.voice import Voice
from narration.words import translator
from tests.correspondence.people import People, text_of
from tests.correspondence.review.masters import MASTER, draft_of, reviewed_game, run_out
from tests.web.conftest import settings_in
from tests.web.form_reader import FormRead, forms_of, sheet_form
from tests.web.gm.test_review import Clicks
from tests.web.visitors import Browser, Program, codes
from web.forms.drafts import ShownForm
from web.layout import voice
from web.thrones.sheet_form.choices import Choices
from web.thrones.sheet_form.offers import choice_offers
from web.thrones.sheet_form.rules import FORM

Browsers = Callable[[str], Browser]
Programs = Callable[[str], Program]
SECOND: dict[str, Any] = {"edition": "second-edition", "players": 4, "modules": ("tides",), "hold_minutes": 0.0}


@pytest.fixture
def four(people: People) -> str:
    """A game of four with the tides: ada leads Lannister, which holds the raven, bo Stark, bots the others."""
    return people.game({"lannister": "ada", "stark": "bo"}, **SECOND)


def creation(html: str) -> FormRead:
    return next(form for form in forms_of(html) if form.action == "/games/new")


def test_the_form_makes_a_game_of_it(signed_in: Browsers, people: People) -> None:
    ada = signed_in("ada")
    first = creation(ada.get("/games/new").text)
    assert first.choices["players"] == ["3", "4", "5"]
    assert first.choices["modules"] == list(games.edition("first-edition").modules)
    assert ("switch", "second-edition") in first.buttons
    page = ada.post("/games/new", {**first.sent, "title": "Kept title", "switch": "second-edition"})
    form = creation(page.text)
    assert form.sent["title"] == ["Kept title"]
    assert form.sent["edition"] == ["second-edition"]
    assert form.choices["players"] == ["3", "4", "5", "6"]
    assert form.sent["players"] == ["5"]
    offered = {
        "tides",
        "alternate",
        "tides-without-3",
        "tides-without-skulls",
        "tides-two-2s",
        "hold-victory",
        "early-muster",
    }
    assert offered == set(form.choices["modules"])
    assert form.choices["target"] == ["", *(f"victory-{n}" for n in (6, *range(8, 16)))]
    others = {f"seat.{house}": "steward" for house in ("stark", "baratheon", "greyjoy")}
    answer = ada.post(
        "/games/new",
        {**form.sent, "players": "4", "modules": "tides", "target": "victory-9", "seat.lannister": "me", **others},
    )
    assert answer.status_code == 303, answer.text
    game_id = answer.headers["Location"].rsplit("/", 1)[1]
    view = people.page(game_id).view
    assert view is not None
    assert view.board.modules == ["tides", "victory-9"]
    assert view.board.victory == 9
    settings = ada.get(f"/games/{game_id}/settings").text
    for told in ("second edition", "Tides of Battle", "10 rounds at most", "9 castles"):
        assert told in settings


def test_a_set_up_is_chosen_by_a_button(signed_in: Browsers, people: People) -> None:
    """It brings its players, its houses and the parts of the rules that belong to it; another one replaces it."""
    ada = signed_in("ada")
    form = creation(ada.get("/games/new?edition=second-edition").text)
    assert ("setup", "no-kraken-for-dinner") in form.buttons
    page = ada.post("/games/new", {**form.sent, "title": "Kept", "setup": "no-kraken-for-dinner"})
    form = creation(page.text)
    assert (form.sent["title"], form.choices["players"]) == (["Kept"], ["5"])
    assert "seat.greyjoy" not in form.choices
    form = creation(ada.post("/games/new", {**form.sent, "setup": "a-dance-with-dragons"}).text)
    assert form.choices["players"] == ["6"]
    assert {"alternate", "a-dance-with-dragons"} <= set(form.sent["modules"])
    answer = ada.post("/games/new", {**form.sent, "seat.stark": "me"})
    assert answer.status_code == 303, answer.text
    settings = ada.get(f"{answer.headers['Location']}/settings").text
    for words in ("A Dance with Dragons", "6 rounds at most", "Alternate House cards"):
        assert words in settings
    back = creation(ada.post("/games/new", {**form.sent, "setup": ""}).text)
    assert back.choices["players"] == ["3", "4", "5", "6"]
    assert "a-dance-with-dragons" not in back.sent.get("modules", [])


def test_the_first_turn_may_be_a_muster(signed_in: Browsers, people: People) -> None:
    game = people.game({"lannister": "ada"}, **{**SECOND, "modules": ("early-muster",)})
    page = signed_in("ada").get(f"/turns/{people.turn(game)}").text
    assert "Round 1, Westeros phase" in page
    assert "upgrade footman to knight" in page


def test_a_set_up_is_refused_with_other_players_or_another_one(program: Programs) -> None:
    ada = program("ada")
    body = {"title": "By program", "edition": "second-edition", "players": 5, "modules": ["a-dance-with-dragons"]}
    assert codes(ada.post("/games", body)) == {"players-not-supported"}
    both = ["a-dance-with-dragons", "rumble-in-the-south"]
    assert codes(ada.post("/games", {**body, "players": 6, "modules": both})) == {"modules-exclude"}
    answer = ada.post("/games", {**body, "players": 6})
    assert answer.get_json()["terms"]["modules"] == ["a-dance-with-dragons", "alternate"]
    taken = ada.post("/games", {**body, "modules": [], "house": "greyjoy"}).get_json()["id"]
    change = {"modules": ["no-kraken-for-dinner"]}
    assert codes(ada.ask("PATCH", f"/games/{taken}/settings", json=change)) == {"house-taken"}
    two = {"players": 2, "modules": ["teach-the-game"], "houses": ["stark", "tyrell"]}
    assert ada.post("/games", {**body, **two}).get_json()["terms"]["houses"] == ["stark", "tyrell"]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"edition": "first-edition", "players": "5", "modules": "tides"}, "This must be one of"),
        ({"players": "7"}, "You can play this with 3, 4, 5, 6 players."),
        ({"edition": "third-edition"}, "there is no edition"),
    ],
)
def test_what_cannot_be_is_refused(wrong: dict[str, str], said: str, signed_in: Browsers) -> None:
    ada = signed_in("ada")
    form = creation(ada.get("/games/new?edition=second-edition").text)
    answer = ada.post("/games/new", {**form.sent, **wrong})
    assert answer.status_code == 422
    assert said in answer.text


def test_programs_name_the_parts_of_the_rules(program: Programs, people: People) -> None:
    ada = program("ada")
    listed = {e["id"]: e for e in ada.get("/editions").get_json()}
    assert listed["second-edition"]["modules"][:2] == ["tides", "alternate"]
    assert listed["second-edition"]["setup_modules"]["struggle-in-the-north"] == [4, 5]
    assert listed["first-edition"]["setup_modules"] == {}
    body = {"title": "By program", "edition": "second-edition", "players": 6, "modules": ["tides"]}
    answer = ada.post("/games", body)
    assert answer.status_code == 201
    assert answer.get_json()["terms"]["modules"] == ["tides"]
    game_id = answer.get_json()["id"]
    changed = ada.ask("PATCH", f"/games/{game_id}/settings", json={"modules": []})
    assert changed.get_json()["terms"]["modules"] == []
    assert codes(ada.post("/games", {**body, "modules": ["dragons"]})) == {"unknown-choice"}


WISHES = Sheet(
    orders={"lannisport": "consolidate-power-special", "port-of-lannisport": "support"},
    raven=(RavenRule(look=True),),
    muster=Muster(areas={"lannisport": (MusterRule(wants=(Want(unit="siege-engine"), Want(unit="ship"))),)}),
    choices={
        "tyrion-lannister": (ChoiceRule(pick=("send-back",)),),
        "messenger-raven": (ChoiceRule(pick=("bottom",)),),
        "a-king-beyond-the-wall": (ChoiceRule(pick=("top",)),),
        "support": (ChoiceRule(pick=("refuse",)),),
        "greyjoy": (ChoiceRule(pick=("accept",)),),
        "valyrian-blade": (ChoiceRule(pick=("redraw",)),),
        "port": (ChoiceRule(pick=("2", "1")),),
    },
)


def test_the_form_says_all_of_a_sheet(four: str, people: People, signed_in: Browsers) -> None:
    ada, turn = signed_in("ada"), people.turn(four)
    html = ada.get(f"/turns/{turn}").text
    form = sheet_form(html)
    wanted = FORM.write(WISHES)
    for name, values in wanted.items():
        offered = form.choices.get(name)
        assert offered is None or set(values) <= set(offered), (name, values, offered)
    assert {name for name in wanted if name.startswith("choices.") and name not in form.choices} == set()
    for said in ("Tyrion Lannister", "Support from others", "return the card to the hand", "no, leave it"):
        assert said in html
    done = ada.post(f"/turns/{turn}", {**form.sent, **wanted, "do": "save"})
    assert done.status_code == 303, done.text
    receipt = ada.receipt(done)
    for said in (
        "look at the top wildling card",
        "Tyrion Lannister: return the card to the hand",
        "refuse the help",
        "2 ships",
    ):
        assert said in receipt
    again = sheet_form(ada.get(f"/turns/{turn}").text)
    kept = {name: [value for value in again.sent[name] if value] for name in wanted}
    assert kept == wanted


def test_wrong_wishes_are_named_with_their_place(four: str, people: People, signed_in: Browsers) -> None:
    ada, turn = signed_in("ada"), people.turn(four)
    for fields, said in (
        ({"choices.tyrion-lannister[0].pick": "dance"}, "choices, Tyrion Lannister, rule 1"),
        ({"choices.nobody[0].pick": "decline"}, "there is no card"),
        ({"choices.port[0].when": "round = 2"}, "which of the choices?"),
        ({"orders.lannisport": "raid", "orders.winterfell": "raid"}, "no-units-there"),
    ):
        answer = ada.post(f"/turns/{turn}", {**fields, "do": "save"})
        assert answer.status_code == 422
        assert said in answer.text


def test_only_what_can_be_asked_is_offered(four: str, people: People, signed_in: Browsers) -> None:
    stark = signed_in("bo").get(f"/turns/{people.turn(four)}").text
    assert "Robb Stark" in stark
    assert "choices.tyrion-lannister" not in stark
    assert "choices.messenger-raven" not in stark, "another house holds the raven"
    assert "choices.a-throne-of-blades" not in stark, "no such card lies open"
    standing = signed_in("bo").post(f"/games/{four}/standing", {"more": "section-choices"}).text
    assert "choices.a-throne-of-blades[0].pick" in standing


def test_single_questions_are_answered(people: People, signed_in: Browsers) -> None:
    game = people.game({"lannister": "ada"}, **{**SECOND, "pace": ("use-raven", "pick-effect")})
    ada = signed_in("ada")
    people.adjudicate(game)
    for name, value in (("area", "look"), ("choice", "bottom")):
        turn = people.turn(game)
        page = ada.get(f"/turns/{turn}").text
        form = sheet_form(page)
        field = next(one for one in form.choices if one.startswith("answers.") and one.endswith(f".{name}"))
        assert value in form.choices[field]
        done = ada.post(f"/turns/{turn}", {**form.sent, field: value, "do": "save-ready"})
        assert done.status_code == 303, done.text
        people.adjudicate(game)
    assert "The top wildling card is" in page
    assert "put it under the deck" in page
    last = people.page(game).last_turn
    assert "puts it under the deck" in ada.get(f"/games/{game}/turns/{last}").text
    others = signed_in("dee").get(f"/games/{game}/turns/{last}").text
    assert "puts it under the deck" in others
    assert "The top wildling card is" not in others


def test_help_explains_each_edition_from_its_data(client: FlaskClient) -> None:
    page = client.get("/help/second-edition").text
    second = games.edition("second-edition")
    for known in (*second.cards.values(), *second.wildling_cards.values(), *second.westeros.values()):
        assert known.name.en.replace("'", "&#39;") in page
    for said in ("siege engine", "Tides of Battle", "leave it on top", "The order brings its Power."):
        assert said in page
    assert "/help/second-edition" in client.get("/help").text
    assert "Tides of Battle" not in client.get("/help/first-edition").text


def played_out(people: People, game: str) -> list[str]:
    """Plays a game to its end; everybody hands in some sheet or other. The texts of ada's emails."""
    for number in range(60):
        page = people.page(game)
        if page.status != "running":
            break
        if number % 3 == 0:
            people.submit(game, "ada", write_sheet(Sheet(choices=WISHES.choices, raven=WISHES.raven)))
            people.submit(game, "bo", b'{"support": [{"whom": "nobody"}]}')
        people.adjudicate(game)
        if number == 2:
            people.deliver()
    people.deliver()
    return [text_of(mail) for mail in people.mails("ada")]


def test_a_whole_game_is_told_and_taken_home(
    four: str, people: People, signed_in: Browsers, empty_database: Path, tmp_path: Path
) -> None:
    mails = played_out(people, four)
    assert people.page(four).status == "finished"
    assert any("Tide " in text for text in mails)
    ada = signed_in("ada")
    for path in ("", "/end", "/rounds/1", "/compare?from=1&to=2", "/export.txt", "/export.svg", "/gm", "/settings"):
        page = ada.get(f"/games/{four}{path}")
        assert page.status_code == 200, (path, page.status_code)
    with people.store.read() as session:
        assert replay_stored_game(session, four).differences == ()
    data = ada.get(f"/games/{four}/game.json").data
    assert game_file.decode(data).modules == ("tides",)
    (tmp_path / "elsewhere").mkdir()
    shutil.copy(empty_database, tmp_path / "elsewhere" / "rookery.db")
    other = Store(settings_in(tmp_path / "elsewhere"))
    host = People(other)
    whole = checked_file(data)
    with other.begin() as session:
        kept = keep_game(session, host.account_in(session, "eve"), whole, "Taken in", host.now)
        assert kept.parts == ("tides",)
        game_id = kept.public_id
    with other.read() as session:
        assert replay_stored_game(session, game_id).differences == ()
    other.close()


def test_sheets_of_programs_say_the_same(four: str, people: People, program: Programs) -> None:
    ada, turn = program("ada"), people.turn(four)
    done = ada.put(f"/turns/{turn}/sheet", {"choices": {"port": [{"pick": ["1"]}]}})
    assert done.status_code in (200, 201), done.text
    wrong = ada.put(f"/turns/{turn}/sheet", {"choices": {"port": [{"pick": ["fleet"]}]}})
    assert codes(wrong) == {"unknown-choice"}
    assert read_sheet(write_sheet(WISHES)) == WISHES


def test_the_review_knows_ports_siege_engines_and_picks(people: People, signed_in: Browsers) -> None:
    game = reviewed_game(people, {"lannister": "ada", "stark": "bo"}, **SECOND)
    people.submit(game, "ada", write_sheet(WISHES))
    run_out(people, game)
    mira, draft = Clicks(signed_in(MASTER)), draft_of(people, game)
    picked = re.search(rb'"(d\d+-pick-effect-lannister)"', draft.records)
    assert picked is not None
    review = f"/games/{game}/gm"
    address = f"{review}/drafts/{draft.public_id}/decisions/{picked[1].decode()}"
    mira.go(address)
    assert "The top wildling card is" in mira.html
    field = f"answers.{picked[1].decode()}.choice"
    mira.send("See what it changes", address, **{field: "top", "reason": "He meant to leave it"})
    assert "With the override" in mira.html
    mira.send("Apply")
    mira.send("Publish result 2")
    for typed in (
        {"area": "lannisport", "house": "lannister", "units.siege-engine": "1", "units.knight": "1"},
        {"area": "port-of-lannisport", "house": "lannister", "units.ship": "2"},
    ):
        mira.go(f"{review}/overrides/new?kind=set-units")
        mira.send("See what it changes", f"{review}/overrides/new", **typed, reason="A miscount")
        mira.send("Apply")
    view = people.page(game).view
    assert view is not None
    assert view.board.forces["lannisport"].units == {"knight": 1, "siege-engine": 1}
    assert view.board.forces["port-of-lannisport"].units == {"ship": 2}
    assert "1 siege engine" in signed_in("ada").get(f"/games/{game}").text
    assert 'value="crow-killers"' in signed_in(MASTER).get(f"{review}/overrides/new?kind=set-deck").text


ASKED_OF: dict[str, Any] = {"seat": "lannister", "house": "lannister"}
PIECES = (d.Piece("lannisport", "knight"), d.Piece("port-of-lannisport", "ship"))
BOARD = games.start("second-edition", 6, "a table", ("tides",)).board
QUESTIONS: list[tuple[d.AnyDecision, list[d.AnyAnswer]]] = [
    (d.PickUnit(id="d1-u", choices=PIECES, because="mammoth-riders", owed=2, **ASKED_OF), list(PIECES)),
    (d.UseRaven(id="d2-r", areas=("lannisport",), **ASKED_OF), [d.Swap(look=True), d.Swap()]),
]
QUESTIONS += [
    (
        d.PickEffect(id=f"d{number}-p", because=asking.because, choices=choices, **ASKED_OF),
        [d.Pick(choice) for choice in choices],
    )
    for number, asking in enumerate(question_sources(BOARD, games.edition("second-edition"), "lannister"), 3)
    for choices in asking.offers.values()
]
PAGE = """{% import "sheet/widgets.html" as w with context %}{% from "sheet/answer.html" import answer with context %}
<form action="x">{{ answer(f, c, v, w, asked, "answers." ~ asked.id) }}</form>"""


@pytest.mark.parametrize(("asked", "answers"), QUESTIONS, ids=lambda one: getattr(one, "because", "")[:30])
def test_every_answer_to_a_question_can_be_given(asked: d.AnyDecision, answers: list[d.AnyAnswer], app: Flask) -> None:
    view = THRONES.view(games.start("second-edition", 6, "a table", ("tides",)), "lannister", [asked])
    with app.test_request_context("/"):
        v = voice("second-edition", "lannister")
        html = render_template_string(PAGE, f=ShownForm({}), c=Choices(view, "lannister", v), v=v, asked=asked)
    form = forms_of(html)[0]
    for answer in answers:
        sheet = Sheet(answers={asked.id: answer})
        wanted = FORM.write(sheet)
        for name, values in wanted.items():
            assert set(values) <= set(form.choices.get(name, form.sent.get(name, []))), (name, values)
        assert FORM.read(wanted, games.edition("second-edition")) == (sheet, [])


def test_a_card_asks_who_may_hold_its_badge_when_its_turn_comes() -> None:
    position = games.start("second-edition", 6, "a table")
    v = Voice(games.edition("second-edition"), translator("en"), "martell")
    position.board.phase, position.board.round = "westeros", 2

    def asked(**revealed: str) -> list[str]:
        position.board.revealed = revealed
        groups = choice_offers(games.of(position).view(position, "martell"), "martell", v, "r2-westeros", Sheet())
        return [offer.key for group in groups for offer in group.offers]

    assert asked(I="a-throne-of-blades", II="clash-of-kings", III="put-to-the-sword") == ["put-to-the-sword"]
    assert asked(I="supply", II="last-days-of-summer", III="put-to-the-sword") == []
    attacked = asked(I="supply", II="last-days-of-summer", III="wildling-attack")
    assert "a-king-beyond-the-wall" in attacked
    assert "mammoth-riders" not in attacked
