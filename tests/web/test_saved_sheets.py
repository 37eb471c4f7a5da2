"""Drafts of sheets on the page of a turn: kept while one writes, looked through, thrown away, nobody else's."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy import select

from adjudicator.engine.decision import Unreadable
from adjudicator.engine.values import MAX_SHEET_BYTES
from adjudicator.thrones.sheets.sheet import Sheet
from correspondence.delegations import delegate
from correspondence.models.turns import SavedSheet, SheetVersion, Turn
from correspondence.operations import forget_old
from correspondence.personal_data import delete_by_password, export_account
from correspondence.sheets.reading import saved_sheet
from correspondence.sign_in.factors import choose_password
from tests.correspondence.people import People
from tests.web.form_reader import sheet_form
from tests.web.visitors import Browser, Program, codes

Browsers = Callable[[str], Browser]
Programs = Callable[[str], Program]
ORDERS = {"orders.winterfell": "march+0", "orders.white-harbor": "support"}
# An order where this house has no units.
NO_UNITS = {"orders.winterfell": "defense+1", "orders.karhold": "raid"}


@pytest.fixture
def ada(signed_in: Browsers) -> Browser:
    """The browser of ada, who plays stark."""
    return signed_in("ada")


@pytest.fixture
def turn(people: People, running_game: str) -> str:
    """The address of the open turn."""
    return f"/turns/{people.turn(running_game)}"


def said(page: str, name: str) -> list[str]:
    """What stands in a field of the form on a page."""
    return [value for value in sheet_form(page).sent[name] if value]


def test_what_is_written_is_kept_and_nothing_is_handed_in(people: People, turn: str, ada: Browser) -> None:
    answer = ada.post(f"{turn}/live", ORDERS)
    assert (answer.status_code, answer.mimetype) == (200, "text/html")
    assert 'id="call-state"' in answer.text
    assert 'id="sheet"' in answer.text
    assert '<template id="plan"><svg' in answer.text
    assert "<html" not in answer.text
    assert people.count(SheetVersion) == 0
    page = ada.get(turn).text
    assert 'id="draft-kept"' in page
    assert "You haven&#39;t submitted orders" in page
    assert said(page, "orders.winterfell") == ["march+0"]


def test_what_arrives_after_the_sheet_is_not_kept_after_it(people: People, turn: str, ada: Browser) -> None:
    before = sheet_form(ada.get(turn).text).sent
    assert before["upon"] == ["0"]
    assert ada.post(turn, {**ORDERS, "do": "save"}).status_code == 303
    late = ada.post(f"{turn}/live", {**ORDERS, "orders.winterfell": "raid", "upon": "0"})
    assert late.status_code == 200
    assert people.count(SavedSheet) == 0
    assert 'id="newer-in"' in late.text
    assert 'data-unkept="1"' in late.text
    assert sheet_form(late.text).sent["upon"] == ["0"]
    assert ada.post(f"{turn}/live", {**ORDERS, "orders.winterfell": "raid", "upon": "1"}).status_code == 200
    assert people.count(SavedSheet) == 1


def test_what_says_nothing_yet_stays_where_it_stands(turn: str, ada: Browser) -> None:
    begun = {**ORDERS, "marches.winterfell[1].moves[0].who": "these"}
    answer = ada.post(f"{turn}/live", begun)
    assert said(answer.text, "marches.winterfell[1].moves[0].who") == ["these"]
    assert said(ada.get(turn).text, "marches.winterfell[1].moves[0].who") == ["these"]


def test_more_rows_are_drawn(turn: str, ada: Browser) -> None:
    fields = sheet_form(ada.post(f"{turn}/live", ORDERS | {"more": "support"}).text).sent
    fewer = sheet_form(ada.post(f"{turn}/live", ORDERS).text).sent
    assert sum(name.startswith("support[") for name in fields) > sum(name.startswith("support[") for name in fewer)


def test_what_would_be_refused_is_said_beside_its_field_and_kept(people: People, turn: str, ada: Browser) -> None:
    answer = ada.post(f"{turn}/live", NO_UNITS)
    assert answer.status_code == 200
    assert 'id="state-errors"' in answer.text
    assert 'href="#orders' in answer.text
    assert people.count(SavedSheet) == 1
    page = ada.get(turn).text
    assert 'id="state-errors"' in page
    assert "Not accepted" not in page


def test_remarks_are_linked_to_their_fields(turn: str, ada: Browser) -> None:
    plan = {"marches.winterfell[0].moves[0].to": "moat-cailin", "orders.winterfell": "defense+1"}
    answer = ada.post(f"{turn}/live", plan)
    assert re.search(r'id="state-warnings".*?href="#marches\.winterfell', answer.text, re.DOTALL)


def test_a_draft_ends_when_it_is_handed_in_or_thrown_away(people: People, turn: str, ada: Browser) -> None:
    ada.post(f"{turn}/live", ORDERS)
    assert ada.post(turn, ORDERS).status_code == 303
    assert people.count(SavedSheet) == 0
    page = ada.get(turn).text
    assert "Your orders are in: version 1" in page
    assert 'id="draft-kept"' not in page
    people.now += timedelta(minutes=5)
    ada.post(f"{turn}/live", ORDERS | {"orders.winterfell": "raid"})
    assert said(ada.get(turn).text, "orders.winterfell") == ["raid"]
    assert ada.post(turn, {"do": "discard"}).status_code == 303
    assert people.count(SavedSheet) == 0
    assert said(ada.get(turn).text, "orders.winterfell") == ["march+0"]


def windows(people: People) -> list[str]:
    """The kinds of all turns, in order."""
    with people.store.begin() as session:
        return list(session.scalars(select(Turn.window).order_by(Turn.number)))


def test_a_draft_of_a_closed_turn_is_offered_for_the_next(
    people: People, running_game: str, turn: str, ada: Browser
) -> None:
    ada.post(f"{turn}/live", ORDERS)
    people.adjudicate(running_game)
    assert ada.post(f"{turn}/live", ORDERS).status_code == 409
    assert 'id="draft-kept"' not in ada.get(turn).text
    with people.store.begin() as session:
        forget_old(session, people.now)
    # Bids are another kind of turn: what was written for orders does not fit.
    assert windows(people) == ["r1-planning", "r2-westeros"]
    assert 'id="left-over"' not in ada.get(f"/turns/{people.turn(running_game)}").text
    ada.post(f"/turns/{people.turn(running_game)}/live", ORDERS)
    people.adjudicate(running_game)
    assert windows(people)[2:] == ["r2-planning"]
    later = f"/turns/{people.turn(running_game)}"
    assert 'id="left-over"' in ada.get(later).text
    copied = ada.post(later, {"do": "left-over"})
    assert said(copied.text, "orders.winterfell") == ["march+0"]
    assert ada.post(later, ORDERS).status_code == 303
    assert 'id="left-over"' not in ada.get(later).text
    people.adjudicate(running_game)
    with people.store.begin() as session:
        forget_old(session, people.now)
    assert people.count(SavedSheet) == 0


def test_a_draft_older_than_the_orders_is_not_offered(
    people: People, running_game: str, turn: str, ada: Browser, signed_in: Browsers
) -> None:
    ada.post(f"{turn}/live", ORDERS)
    people.now += timedelta(minutes=5)
    signed_in("ada").post(turn, {"orders.winterfell": "raid"})
    people.adjudicate(running_game)
    assert 'id="left-over"' not in ada.get(f"/turns/{people.turn(running_game)}").text


def test_nobody_else_reads_it_not_even_who_stands_in(
    people: People, running_game: str, turn: str, ada: Browser, signed_in: Browsers
) -> None:
    people.account("dee")
    with people.store.begin() as session:
        until = people.now + timedelta(days=5)
        owner = people.account_in(session, "ada")
        delegate(session, owner, running_game, "dee@rookery.example", people.now, until, people.now)
    ada.post(f"{turn}/live", ORDERS)
    dee = signed_in("dee")
    page = dee.get(turn)
    assert page.status_code == 200
    assert said(page.text, "orders.winterfell") == []
    dee.post(f"{turn}/live", {"orders.winterfell": "raid"})
    assert people.count(SavedSheet) == 2
    assert said(ada.get(turn).text, "orders.winterfell") == ["march+0"]


def test_a_draft_older_than_the_sheet_gives_way(
    people: People, running_game: str, turn: str, ada: Browser, signed_in: Browsers
) -> None:
    people.account("dee")
    with people.store.begin() as session:
        until = people.now + timedelta(days=5)
        owner = people.account_in(session, "ada")
        delegate(session, owner, running_game, "dee@rookery.example", people.now, until, people.now)
    ada.post(f"{turn}/live", ORDERS)
    people.now += timedelta(minutes=5)
    assert signed_in("dee").post(turn, {"orders.winterfell": "raid"}).status_code == 303
    assert said(ada.get(turn).text, "orders.winterfell") == ["raid"]


def test_it_is_among_ones_data_and_goes_with_the_account(people: People, turn: str, ada: Browser) -> None:
    ada.post(f"{turn}/live", ORDERS)
    with people.store.begin() as session:
        mine = people.account_in(session, "ada")
        assert b'"orders.winterfell": [' in export_account(session, mine, people.now)
        choose_password(session, mine, "", "a long sentence of mine", "", people.now)
    with people.store.begin() as session:
        mine = people.account_in(session, "ada")
        delete_by_password(session, mine, "a long sentence of mine", people.now)
        assert session.scalars(select(SavedSheet)).all() == []


def test_a_program_keeps_and_reads_a_draft_that_the_form_shows(
    people: People, turn: str, ada: Browser, program: Programs
) -> None:
    robot = program("ada")
    assert codes(robot.get(f"{turn}/draft")) == {"no-such-draft"}
    kept = robot.put(f"{turn}/draft", {"orders": {"winterfell": "march+0"}})
    assert kept.status_code == 200
    assert kept.get_json()["sheet"]["orders"] == {"winterfell": "march+0"}
    assert said(ada.get(turn).text, "orders.winterfell") == ["march+0"]
    ada.post(f"{turn}/live", {"orders.winterfell": "raid"})
    assert robot.get(f"{turn}/draft").get_json()["sheet"]["orders"] == {"winterfell": "raid"}
    assert codes(robot.put(f"{turn}/draft", {"orders": 1})) == {"bad-sheet"}
    assert robot.ask("DELETE", f"{turn}/draft").status_code == 204
    assert people.count(SavedSheet) == 0
    people.later(hours=49)
    assert codes(robot.put(f"{turn}/draft", {})) == {"turn-closed"}


def test_a_program_hears_what_handing_in_would_say(people: People, turn: str, program: Programs) -> None:
    robot = program("ada")
    orders = {name.removeprefix("orders."): token for name, token in NO_UNITS.items()}
    found = robot.ask("POST", f"{turn}/check", json={"orders": orders}).get_json()
    assert found["warnings"] == []
    assert [reason["code"] for reason in found["errors"]] == ["no-units-there"]
    plan = {
        "orders": {"winterfell": "defense+1"},
        "marches": {"areas": {"winterfell": [{"moves": [{"to": "moat-cailin"}]}]}},
    }
    found = robot.ask("POST", f"{turn}/check", json=plan).get_json()
    assert found["errors"] == []
    assert found["warnings"]
    assert (people.count(SheetVersion), people.count(SavedSheet)) == (0, 0)


def test_a_draft_has_bounds(people: People, running_game: str, ada: Browser) -> None:
    fields = {"orders.winterfell": ["x" * MAX_SHEET_BYTES]}
    with people.store.begin() as session:
        mine, turn = people.account_in(session, "ada"), session.scalars(select(Turn)).one()
        with pytest.raises(Unreadable) as refused:
            saved_sheet(session, mine, turn.public_id, people.now).keep(fields, Sheet(), people.now)
    assert refused.value.reasons[0].code == "sheet-too-large"
