"""What-ifs through the site: tried, kept, changed, thrown away, handed in; and what nobody else sees of them."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from correspondence.models.turns import SheetVersion, WhatIfRow
from correspondence.personal_data import export_account
from correspondence.what_ifs import MAX_WHAT_IFS
from tests.correspondence.people import People
from tests.web.form_reader import FormRead, forms_of, sheet_form
from tests.web.visitors import Browser, Program, codes

Browsers = Callable[[str], Browser]
Programs = Callable[[str], Program]
MARCH = {"orders": {"winterfell": "march+0", "white-harbor": "support", "the-shivering-sea": "support+1"}}


@pytest.fixture
def ada(signed_in: Browsers) -> Browser:
    """The browser of ada, who plays stark."""
    return signed_in("ada")


@pytest.fixture
def turn(people: People, running_game: str) -> str:
    """The id of the open turn."""
    return people.turn(running_game)


def form_in(text: str) -> FormRead:
    """The form of a what-if on its page."""
    return next(form for form in forms_of(text) if "name" in form.sent)


def test_a_first_what_if_plays_at_once_and_keeps_nothing(people: People, turn: str, ada: Browser) -> None:
    page = ada.get(f"/turns/{turn}/what-if")
    assert page.status_code == 200
    for words in (
        "What if?",
        "You haven&#39;t submitted orders",
        "the bot&#39;s guess",
        "In brief",
        "Event by event",
    ):
        assert words in page.text, words
    assert people.count(WhatIfRow) == 0
    for at in ("before", "after"):
        drawn = ada.get(f"/turns/{turn}/what-if/0/map.svg?at={at}")
        assert (drawn.status_code, drawn.mimetype) == (200, "image/svg+xml")
    assert ada.get(f"/turns/{turn}/what-if/0/map.svg?at=never").status_code == 400


def test_what_is_tried_is_kept_and_played_with_the_orders_chosen(people: People, turn: str, ada: Browser) -> None:
    form = form_in(ada.get(f"/turns/{turn}/what-if").text)
    assert form.choices["orders.winterfell"][:3] == ["", "none", "march-1"]
    others = {"tyrell.orders.highgarden": "defense+1", "name": "Highgarden stays", "draw": "3"}
    answer = ada.post(form.action, {**form.sent, "orders.winterfell": "march+1", **others})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/turns/{turn}/what-if/1#outcome")
    page = ada.get(f"/turns/{turn}/what-if/1").text
    assert "Highgarden stays" in page
    shown = form_in(page).sent
    assert shown["tyrell.orders.highgarden"] == ["defense+1"]
    assert (shown["orders.winterfell"], shown["draw"]) == (["march+1"], ["3"])
    assert "your assumptions" in page
    drawn = ada.get(f"/turns/{turn}/what-if/1/map.svg")
    assert drawn.status_code == 200
    assert people.count(SheetVersion) == 0, "nothing is handed in"


def test_conditions_are_text_and_second_choices_stay(people: People, turn: str, ada: Browser) -> None:
    orders = {**MARCH["orders"], "winterfell": ["march+1", "march+0"]}
    plan = {"when": "winterfell is empty", "moves": [{"to": "moat-cailin"}]}
    document = json.dumps({"orders": orders, "marches": {"areas": {"winterfell": [plan, {"moves": []}]}}})
    assert ada.post(f"/turns/{turn}/what-if", {"document": document}).status_code == 303
    form = form_in(ada.get(f"/turns/{turn}/what-if/1").text)
    assert form.sent["orders.winterfell"] == ["march+1"]
    ada.post(f"/turns/{turn}/what-if/1", {**form.sent, "do": "try"})
    assert ada.post(f"/turns/{turn}/what-if/1/sheet").status_code == 303
    handed_in = sheet_form(ada.get(f"/turns/{turn}").text).sent
    assert handed_in["orders.winterfell"][:2] == ["march+1", "march+0"]
    assert ["winterfell is empty"] in handed_in.values()
    wrong = ada.post(f"/turns/{turn}/what-if", {"document": document.replace("is empty", "is emty")})
    assert "column" in wrong.text


def test_own_bids_are_numbers_or_what_the_sheet_says(people: People, running_game: str, ada: Browser) -> None:
    """In a turn of bids: a number replaces what is written, a field that is left empty leaves it."""
    while "westeros" not in people.page(running_game).turn.window:  # type: ignore[union-attr]
        people.adjudicate(running_game)
    place = f"/turns/{people.turn(running_game)}/what-if"
    sheet = {"bids": {"fiefdoms": [{"amount": "half of power"}], "wildlings": [{"amount": 2}]}}
    assert ada.post(place, {"document": json.dumps(sheet), "bids.iron-throne": "3"}).status_code == 303
    form = form_in(ada.get(f"{place}/1").text)
    shown = {name: value for name, (value, *_) in form.sent.items() if name.startswith("bids.")}
    assert shown == {"bids.iron-throne": "3", "bids.fiefdoms": "", "bids.kings-court": "", "bids.wildlings": "2"}
    ada.post(f"{place}/1", {**form.sent, "bids.wildlings": ""})
    document = json.loads(form_in(ada.get(f"{place}/1").text).sent["document"][0])
    assert set(document["bids"]) == {"iron-throne", "fiefdoms"}
    wrong = ada.post(f"{place}/1", {**form.sent, "bids.wildlings": "many"})
    assert wrong.status_code == 422
    assert 'data-code="bad-number"' in wrong.text


def test_a_form_that_cannot_be_read_stays_as_it_was_typed(people: People, turn: str, ada: Browser) -> None:
    """One fault, and nothing else of it is lost."""
    typed = {
        "name": "the long plan",
        "orders.winterfell": "march+1",
        "tyrell.orders.highgarden": "raid",
        "document": '{"orders": {"white-harbor": ',
        "lannister.document": "[]",
    }
    wrong = ada.post(f"/turns/{turn}/what-if", typed)
    assert wrong.status_code == 422
    shown = form_in(wrong.text).sent
    assert {name: shown[name][0] for name in typed} == typed
    assert people.count(WhatIfRow) == 0


def test_a_what_if_is_changed_copied_and_thrown_away(people: People, turn: str, ada: Browser) -> None:
    ada.post(f"/turns/{turn}/what-if", {"document": json.dumps(MARCH), "name": "one", "draw": "1"})
    ada.post(f"/turns/{turn}/what-if/1", {"document": json.dumps(MARCH), "name": "uno", "do": "try"})
    answer = ada.post(f"/turns/{turn}/what-if/1", {"document": json.dumps(MARCH), "name": "two", "do": "copy"})
    assert answer.headers["Location"] == f"/turns/{turn}/what-if/2#outcome"
    page = ada.get(f"/turns/{turn}/what-if/2").text
    assert ("uno" in page, ">one<" in page, "two" in page) == (True, False, True)
    answer = ada.post(f"/turns/{turn}/what-if/1/remove")
    assert (answer.status_code, people.count(WhatIfRow)) == (303, 1)
    assert ada.get(f"/turns/{turn}/what-if/1").status_code == 404
    assert ada.post(f"/turns/{turn}/what-if/1/remove").status_code == 404


def test_the_sheet_of_a_what_if_becomes_ones_own(people: People, turn: str, ada: Browser) -> None:
    ada.post(f"/turns/{turn}/what-if", {"document": json.dumps(MARCH)})
    answer = ada.post(f"/turns/{turn}/what-if/1/sheet")
    assert answer.status_code == 303
    assert "Your orders are in: version 1" in ada.get(answer.headers["Location"]).text
    assert "Winterfell: March +0" in ada.get(f"/turns/{turn}/sheets/1").text
    assert form_in(ada.get(f"/turns/{turn}/what-if").text).sent["orders.winterfell"] == ["march+0"]


def test_a_sheet_that_is_being_written_becomes_a_what_if(people: People, turn: str, ada: Browser) -> None:
    assert 'value="what-if"' in ada.get(f"/turns/{turn}").text
    answer = ada.post(f"/turns/{turn}", {"orders.winterfell": "march+0", "do": "what-if"})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/turns/{turn}/what-if/1")
    assert form_in(ada.get(answer.headers["Location"]).text).sent["orders.winterfell"] == ["march+0"]
    assert people.count(SheetVersion) == 0


def test_cards_and_bids_of_others_are_assumed_by_simple_fields(turn: str, ada: Browser) -> None:
    form = form_in(ada.get(f"/turns/{turn}/what-if").text)
    assert {"strongest", "weakest", "mace-tyrell"} <= set(form.choices["tyrell.cards"])
    assert "cards" not in form.choices, "no card is asked for now"
    ada.post(form.action, {"tyrell.cards": "mace-tyrell", "tyrell.bids.wildlings": "2"})
    page = ada.get(f"/turns/{turn}/what-if/1").text
    assert form_in(page).sent["tyrell.cards"] == ["mace-tyrell"]
    assert not any(".bids." in name for name in form_in(page).sent), "no bids are asked for now"


def test_at_a_stop_for_house_cards_both_cards_are_chosen_by_name(people: People, signed_in: Browsers) -> None:
    players = {"lannister": "ada", "stark": "bo"}
    game = people.game(players, pace=("choose-house-card",))
    house = battle = None
    for _ in range(40):
        page = people.page(game)
        assert page.turn is not None
        assert page.view is not None
        battle = page.view.board.battle
        house = next((one for one in players if battle is not None and battle.role(one) != "none"), None)
        if house is not None:
            break
        people.adjudicate(game)
    assert battle is not None
    assert house is not None
    ada, other, turn = signed_in(players[house]), battle.opponent(house), people.turn(game)
    form = form_in(ada.get(f"/turns/{turn}/what-if").text)
    mine, theirs = form.choices["cards"][-1], form.choices[f"{other}.cards"][-1]
    names = {"cards": mine, f"{other}.cards": theirs}
    answer = ada.post(form.action, {**form.sent, **names})
    shown = form_in(ada.get(answer.headers["Location"]).text).sent
    assert {name: shown[name][0] for name in names} == names
    again = ada.post(answer.headers["Location"], {**shown, "do": "try"})
    assert form_in(ada.get(again.headers["Location"]).text).sent["document"] == shown["document"]


def test_a_whole_sheet_is_assumed_for_another(turn: str, ada: Browser) -> None:
    whole = {"orders": {"highgarden": "raid"}}
    ada.post(f"/turns/{turn}/what-if", {"tyrell.document": json.dumps(whole), "tyrell.orders.highgarden": "march+1"})
    page = ada.get(f"/turns/{turn}/what-if/1").text
    assert "your own orders for it" in page
    assert json.loads(form_in(page).sent["tyrell.document"][0]) == whole
    assert "tyrell.orders.highgarden" not in form_in(page).sent


@pytest.mark.parametrize(
    ("fields", "words", "code"),
    [
        ({"document": "{"}, "Stark", "bad-json"),
        ({"tyrell.document": "[]"}, "Tyrell", "bad-sheet"),
        ({"tyrell.orders.winterfell": "march+0"}, "Tyrell", "no-units-there"),
        ({"tyrell.orders.highgarden": "dance"}, "Tyrell", "unknown-order"),
        ({"orders.highgarden": "march+0"}, "Stark", "no-units-there"),
        ({"tyrell.cards": "the-jester"}, "Tyrell", "unknown-card"),
        ({"tyrell.bids.wildlings": "-1"}, "Tyrell", "bad-number"),
        ({"tyrell.bids.wildlings": "0" * 5000}, "Tyrell", "bad-number"),
        ({"tyrell.bids.the-moon": "1"}, "Tyrell", "unknown-auction"),
        ({"draw": "0"}, "", "bad-what-if"),
        ({"draw": "many"}, "", "bad-what-if"),
        ({"name": "x" * 61}, "", "too-long"),
    ],
)
def test_what_cannot_be_worked_out_says_why_and_keeps_nothing(
    people: People, turn: str, ada: Browser, fields: dict[str, str], words: str, code: str
) -> None:
    answer = ada.post(f"/turns/{turn}/what-if", fields)
    assert answer.status_code == 422
    assert "Fix this before you run the what-if" in answer.text
    assert words in answer.text
    assert f'data-code="{code}"' in answer.text
    assert people.count(WhatIfRow) == 0


def test_only_so_many_are_kept(people: People, turn: str, ada: Browser, program: Programs) -> None:
    robot = program("ada")
    for number in range(1, MAX_WHAT_IFS + 1):
        assert robot.post(f"/turns/{turn}/what-ifs", {"name": f"plan {number}"}).get_json()["number"] == number
    refused = robot.post(f"/turns/{turn}/what-ifs", {})
    assert (refused.status_code, codes(refused)) == (409, {"too-many-what-ifs"})
    assert ada.post(f"/turns/{turn}/what-if", {}).status_code == 409
    assert robot.ask("DELETE", f"/turns/{turn}/what-ifs/2").status_code == 204
    assert robot.post(f"/turns/{turn}/what-ifs", {}).get_json()["number"] == MAX_WHAT_IFS + 1


def test_what_is_handed_in_is_what_stands_in_the_form(people: People, turn: str, ada: Browser) -> None:
    """A change that was not worked out yet is not lost on the way."""
    form = form_in(ada.get(f"/turns/{turn}/what-if").text)
    ada.post(f"/turns/{turn}/what-if", {**form.sent, "orders.winterfell": "march+1"})
    form = form_in(ada.get(f"/turns/{turn}/what-if/1").text)
    wrong = ada.post(f"/turns/{turn}/what-if/1/sheet", {**form.sent, "orders.winterfell": "dance"})
    assert wrong.status_code == 422
    assert people.count(SheetVersion) == 0
    answer = ada.post(f"/turns/{turn}/what-if/1/sheet", {**form.sent, "orders.winterfell": "defense+1"})
    assert answer.headers["Location"].startswith("/games/")
    assert "Winterfell: Defense +1" in ada.get(f"/turns/{turn}/sheets/1").text
    assert "defense+1" in ada.get(f"/turns/{turn}/what-if/1").text


def test_programs_try_keep_change_and_hand_in(people: People, turn: str, program: Programs) -> None:
    robot = program("ada")
    tried = robot.post(
        f"/turns/{turn}/what-if", {"sheet": MARCH, "others": {"tyrell": {"orders": {"highgarden": "raid"}}}}
    )
    assert tried.status_code == 200
    found = tried.get_json()
    assert found["sheets"]["tyrell"]["orders"]["highgarden"] == "raid"
    assert found["sheets"]["stark"] == MARCH
    assert (found["before"]["seat"], found["after"]["seat"]) == ("stark", "stark")
    assert found["story"]
    assert {record["event"].get("seat", "stark") for record in found["records"]} == {"stark"}
    assert people.count(WhatIfRow) == 0
    made = robot.post(f"/turns/{turn}/what-ifs", {"sheet": MARCH, "name": "rush", "draw": 2})
    assert (made.status_code, made.get_json()["number"]) == (201, 1)
    again = robot.get(f"/turns/{turn}/what-ifs/1").get_json()
    assert again["outcome"] == made.get_json()["outcome"]
    assert again["what_if"] == {"sheet": MARCH, "draw": 2, "name": "rush"}
    changed = robot.put(f"/turns/{turn}/what-ifs/1", {"sheet": {}, "name": "rest"})
    assert changed.get_json()["what_if"] == {"sheet": {}, "name": "rest"}
    assert [one["name"] for one in robot.get(f"/turns/{turn}/what-ifs").get_json()] == ["rest"]
    robot.put(f"/turns/{turn}/what-ifs/1", {"sheet": MARCH})
    receipt = robot.ask("POST", f"/turns/{turn}/what-ifs/1/sheet?ready=true")
    assert (receipt.status_code, receipt.get_json()["number"], receipt.get_json()["ready"]) == (200, 1, True)
    assert robot.ask("POST", f"/turns/{turn}/what-ifs/9/sheet").status_code == 404
    assert robot.put(f"/turns/{turn}/what-ifs/9", {}).status_code == 404


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ({"sheet": {"orders": {"atlantis": "march+0"}}}, {("unknown-area", "orders")}),
        ({"others": {"tyrell": {"orders": {"highgarden": "dance"}}}}, {("unknown-order", "tyrell.orders.highgarden")}),
        ({"others": {"targaryen": {}}}, {("unknown-house", "targaryen")}),
        ({"sheet": {"marches": {"stop": "rond > 3"}}}, {("unknown-number", "sheet.marches.stop")}),
        ({"others": {"tyrell": {"sheet": {"order": {}}}}}, {("bad-sheet", "others.tyrell.sheet")}),
        ({"others": {"tyrell": {"orders": {"x" * 201: "raid"}}}}, {("name-too-long", "others.tyrell.orders")}),
        ({"others": {f"house-{n}": {} for n in range(21)}}, {("bad-what-if", "others")}),
        ({"others": {"tyrell": {"bids": {"wildlings": 100}}}}, {("bad-what-if", "others.tyrell")}),
        ({"draw": 1000}, {("bad-what-if", "draw")}),
        ({"sheets": {}}, {("bad-what-if", "")}),
        ([], {("bad-what-if", "")}),
    ],
)
def test_programs_are_told_what_is_wrong_and_where(
    turn: str, program: Programs, body: object, found: set[tuple[str, str]]
) -> None:
    refused = program("ada").ask("POST", f"/turns/{turn}/what-if", json=body)
    assert refused.status_code == 422
    told = {(one["code"], one.get("where", "")) for one in refused.get_json()["errors"]}
    assert told == found


def test_nobody_else_finds_them(people: People, turn: str, running_game: str, signed_in: Browsers) -> None:
    signed_in("ada").post(f"/turns/{turn}/what-if", {"document": json.dumps(MARCH), "name": "ZORSE"})
    for path in ("", "/1", "/1/map.svg"):
        assert signed_in("bo").get(f"/turns/{turn}/what-if{path}").status_code == 403
    assert signed_in("bo").post(f"/turns/{turn}/what-if/1/sheet").status_code == 403


def test_a_turn_that_is_over_plays_no_what_ifs(people: People, turn: str, running_game: str, ada: Browser) -> None:
    ada.post(f"/turns/{turn}/what-if", {})
    people.later(days=30)
    assert ada.get(f"/turns/{turn}/what-if").status_code == 409
    assert ada.post(f"/turns/{turn}/what-if", {}).status_code == 409
    assert ada.post(f"/turns/{turn}/what-if/1/sheet").status_code == 409


def test_what_the_others_have_handed_in_is_not_looked_at(people: People, program: Programs) -> None:
    game = people.game({"stark": "ada", "tyrell": "bo"})
    turn = people.turn(game)
    before = program("ada").post(f"/turns/{turn}/what-if", {"sheet": MARCH}).get_json()
    sheet = {"orders": {"highgarden": "raid"}}
    assert program("bo").put(f"/turns/{turn}/sheet", sheet).status_code == 200
    assert program("ada").post(f"/turns/{turn}/what-if", {"sheet": MARCH}).get_json() == before


def test_what_is_kept_goes_with_the_account(people: People, turn: str, ada: Browser) -> None:
    ada.post(f"/turns/{turn}/what-if", {"document": json.dumps(MARCH), "name": "ZORSE"})
    account = people.account("ada")
    with people.store.read() as session:
        assert b"ZORSE" in export_account(session, account, people.now)
