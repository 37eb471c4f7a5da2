"""Nobody overwrites what they have not seen: forms and programs carry the version that they began with."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import select

from correspondence import tokens
from correspondence.addresses import MAIL_CONFIRMATION
from correspondence.delegations import delegate
from correspondence.input_validation import Superseded
from correspondence.models.mail import IncomingMail
from correspondence.models.turns import SavedSheet, SavedStandingOrders, SheetVersion, StandingOrdersVersion
from correspondence.sheets.use_cases import Basis, submit_sheet, submit_standing_orders
from correspondence.store import Store
from tests.correspondence.incoming_mail.conftest import SERVER, Writer
from tests.correspondence.people import People
from tests.e2e.stops import STOPS, asked_at
from tests.web.form_reader import sheet_form
from tests.web.visitors import Browser, Program, browser_of

Browsers = Callable[[str], Browser]
Programs = Callable[[str], Program]
MARCH, DEFENSE = {"orders": {"winterfell": "march+1"}}, {"orders": {"winterfell": "defense+1"}}


@pytest.fixture
def turn(people: People, running_game: str) -> str:
    """The id of the open turn."""
    return people.turn(running_game)


def test_sheet_is_put_upon_its_etag(program: Programs, turn: str) -> None:
    ada, path = program("ada"), f"/turns/{turn}/sheet"

    made = ada.put(path, MARCH, headers={"If-None-Match": "*"})
    assert (made.status_code, made.headers["ETag"]) == (200, '"1"')
    assert ada.get(path).headers["ETag"] == '"1"'
    assert ada.put(path, DEFENSE, headers={"If-Match": '"1"'}).headers["ETag"] == '"2"'
    late = ada.put(path, MARCH, headers={"If-Match": '"1"'})

    assert (late.status_code, late.headers["ETag"]) == (412, '"2"')
    (reason,) = late.get_json()["errors"]
    assert reason["code"] == "newer-version"
    assert "Version 2" in reason["words"]
    assert ada.get(path).get_json()["sheet"]["orders"] == DEFENSE["orders"]
    assert ada.put(path, MARCH).headers["ETag"] == '"3"'


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"If-Match": "*"}, 200),
        ({"If-Match": '"7", "1"'}, 200),
        ({"If-Match": '"1-gzip"'}, 200),
        ({"If-Match": '"1-text-it"'}, 200),
        ({"If-Match": 'W/"1"'}, 412),
        ({"If-Match": '"11"'}, 412),
        ({"If-Match": '"0"'}, 412),
        ({"If-Match": ""}, 412),
        ({"If-None-Match": "*"}, 412),
        ({"If-None-Match": '"1"'}, 412),
        ({"If-None-Match": 'W/"1"'}, 412),
        ({"If-None-Match": '"2"'}, 200),
        ({}, 200),
    ],
)
def test_conditions_upon_the_first_version(program: Programs, turn: str, headers: dict[str, str], status: int) -> None:
    ada = program("ada")
    ada.put(f"/turns/{turn}/sheet", MARCH)
    assert ada.put(f"/turns/{turn}/sheet", DEFENSE, headers=headers).status_code == status


def test_condition_upon_nothing(program: Programs, turn: str) -> None:
    answer = program("ada").put(f"/turns/{turn}/sheet", MARCH, headers={"If-Match": "*"})
    assert (answer.status_code, "ETag" in answer.headers) == (412, False)
    assert "There is nothing" in answer.get_json()["errors"][0]["words"]


def test_text_is_put_upon_its_etag(program: Programs, people: People, turn: str) -> None:
    ada, path = program("ada"), f"/turns/{turn}/sheet"
    plain = {"Accept": "text/plain"}
    ada.put(path, MARCH)
    tag = ada.get(path, headers=plain).headers["ETag"]
    assert tag == '"1-text-en"'
    assert ada.get(path, headers=plain | {"If-None-Match": tag}).status_code == 304
    text = {"data": "ORDER winterfell D+1\n", "content_type": "text/plain"}
    assert ada.ask("PUT", path, headers={"If-Match": tag}, **text).headers["ETag"] == '"2"'
    assert ada.ask("PUT", path, headers={"If-Match": tag}, **text).status_code == 412
    assert people.count(SheetVersion) == 2


def test_standing_instructions_are_put_upon_their_etag(program: Programs, people: People, running_game: str) -> None:
    ada, path = program("ada"), f"/games/{running_game}/standing"
    never = {"blade": [{"use": "never"}]}
    assert ada.put(path, never, headers={"If-None-Match": "*"}).headers["ETag"] == '"1"'
    assert ada.put(path, never, headers={"If-None-Match": "*"}).status_code == 412
    text = {"data": "BLADE always\n", "content_type": "text/plain"}
    assert ada.ask("PUT", path, headers={"If-Match": '"1"'}, **text).headers["ETag"] == '"2"'
    assert ada.put(path, never, headers={"If-Match": '"1"'}).status_code == 412
    assert people.count(StandingOrdersVersion) == 2


def test_drafts_and_what_ifs_are_put_upon_their_etags(program: Programs, people: People, turn: str) -> None:
    ada, path = program("ada"), f"/turns/{turn}/draft"
    first = ada.put(path, MARCH, headers={"If-None-Match": "*"}).headers["ETag"]
    assert ada.get(path).headers["ETag"] == first
    second = ada.put(path, DEFENSE, headers={"If-Match": first}).headers["ETag"]
    late = ada.put(path, MARCH, headers={"If-Match": first})
    assert (late.status_code, late.headers["ETag"]) == (412, second)

    made = ada.post(f"/turns/{turn}/what-ifs", {"sheet": MARCH}).get_json()
    path = f"/turns/{turn}/what-ifs/{made['number']}"
    first = ada.get(path).headers["ETag"]
    people.later(seconds=1)
    assert ada.put(path, {"sheet": DEFENSE}, headers={"If-Match": first}).headers["ETag"] != first
    assert ada.put(path, {"sheet": MARCH}, headers={"If-Match": first}).status_code == 412


def test_settings_are_changed_upon_their_etag(program: Programs, people: People, running_game: str) -> None:
    ada, path = program("ada"), f"/games/{running_game}/settings"
    tag = program("bo").get(path).headers["ETag"]
    assert tag.startswith('"1-')
    changed = ada.ask("PATCH", path, json={"messages": ["public"]}, headers={"If-Match": tag})
    assert changed.headers["ETag"].startswith('"2-')
    assert ada.ask("PATCH", path, json={"messages": []}, headers={"If-Match": tag}).status_code == 412
    assert ada.get(path).get_json()["messages"] == ["public"]


def test_ready_without_orders_is_said(program: Programs, turn: str) -> None:
    ada = program("ada")
    answer = ada.put(f"/turns/{turn}/ready")
    assert answer.status_code == 200
    assert answer.get_json()["orders_in"] is False
    assert [one["code"] for one in answer.get_json()["warnings"]] == ["ready-without-orders"]
    ada.put(f"/turns/{turn}/sheet", MARCH)
    said = ada.put(f"/turns/{turn}/ready").get_json()
    assert (said["orders_in"], said["warnings"]) == (True, [])
    assert ada.ask("DELETE", f"/turns/{turn}/ready").get_json()["warnings"] == []


@pytest.mark.both_databases
def test_of_writers_upon_the_same_version_one_wins(people: People, store: Store) -> None:
    """Sheets and standing orders, several at once."""
    game = people.game()
    turn, basis = people.turn(game), Basis(versions=(0,))

    def sheet(number: int) -> bool:
        return attempt(lambda session, ada: submit_sheet(session, ada, turn, b"{}", people.now, basis=basis))

    def standing(number: int) -> bool:
        return attempt(lambda session, ada: submit_standing_orders(session, ada, game, b"{}", people.now, basis=basis))

    def attempt(write: Callable[..., object]) -> bool:
        try:
            with store.begin() as session:
                write(session, people.account_in_read(session, "ada"))
        except Superseded:
            return False
        return True

    with ThreadPoolExecutor(6) as writers:
        assert sum(writers.map(sheet, range(6))) == 1
        assert sum(writers.map(standing, range(6))) == 1
    assert people.count(SheetVersion) == people.count(StandingOrdersVersion) == 1


def opened(page: str) -> dict[str, list[str]]:
    """With what the form of a page says that it began."""
    return {name: sheet_form(page).sent[name] for name in ("upon", "upon-draft", "page-id")}


MARCHES, DEFENDS = {"orders.winterfell": "march+1"}, {"orders.winterfell": "defense+1"}


def in_form(page: str, name: str = "orders.winterfell") -> list[str]:
    """What stands in a field of the form on a page."""
    return [value for value in sheet_form(page).sent[name] if value]


@pytest.fixture
def ada(signed_in: Browsers) -> Browser:
    """The browser of ada, who plays stark."""
    return signed_in("ada")


def test_form_opened_before_shows_both_and_stores_nothing(people: People, turn: str, ada: Browser) -> None:
    """Without scripts: the other version stands, what was typed stays in the form, and each can be chosen."""
    began = opened(ada.get(f"/turns/{turn}").text)
    assert ada.post(f"/turns/{turn}", MARCHES | began).status_code == 303
    people.later(minutes=1)

    late = ada.post(f"/turns/{turn}", DEFENDS | began | {"do": "save-ready"})

    assert late.status_code == 409
    assert people.count(SheetVersion) == 1
    box = late.text[late.text.index('id="newer-version"') : late.text.index('id="sheet"')]
    assert "Version 1 came in after you opened this page" in box
    assert "by you, on the site" in box
    assert box.index("March") < box.index("Defense") < box.index('value="save-ready"') < box.index('value="discard"')
    assert in_form(late.text) == ["defense+1"]
    assert in_form(ada.get(f"/turns/{turn}").text) == ["defense+1"], "it is kept as a draft"
    again = opened(late.text)
    assert again["upon"] == ["1"]
    assert ada.post(f"/turns/{turn}", DEFENDS | again).status_code == 303
    assert people.count(SheetVersion) == 2


def test_other_version_is_taken(people: People, turn: str, ada: Browser) -> None:
    began = opened(ada.get(f"/turns/{turn}").text)
    ada.post(f"/turns/{turn}", MARCHES | began)
    people.later(minutes=1)
    ada.post(f"/turns/{turn}", DEFENDS | began)
    page = ada.post(f"/turns/{turn}", {"do": "discard"}, follow_redirects=True).text
    assert in_form(page) == ["march+1"]
    assert people.count(SavedSheet) == 0


def test_stale_form_stays_stale_while_it_is_drawn_anew(people: People, turn: str, ada: Browser) -> None:
    """By more rows, faults, a text, the bot, and what the page sends by itself."""
    began = opened(ada.get(f"/turns/{turn}").text)
    ada.post(f"/turns/{turn}", MARCHES | began)
    for do in ({"more": "support"}, {"do": "from-text", "typed": "RAVEN"}, {"do": "suggest"}, {"do": "to-json"}):
        assert opened(ada.post(f"/turns/{turn}", DEFENDS | began | do).text)["upon"] == ["0"]
    faulty = ada.post(f"/turns/{turn}", {"orders.karhold": "raid"} | began)
    assert (faulty.status_code, opened(faulty.text)["upon"]) == (422, ["0"])
    assert 'id="newer-in"' in faulty.text
    assert opened(ada.post(f"/turns/{turn}/live", DEFENDS | began).text) == began
    document = {"do": "save-json", "document": '{"orders": {"winterfell": "defense+1"}}'}
    assert ada.post(f"/turns/{turn}", document | began).status_code == 409
    assert people.count(SheetVersion) == 1


def test_deputy_and_player_are_told_of_each_other(
    people: People, running_game: str, turn: str, ada: Browser, signed_in: Browsers
) -> None:
    with people.store.begin() as session:
        account = people.account_in(session, "ada")
        until, cy = people.now + timedelta(days=3), people.account_in(session, "cy")
        delegate(session, account, running_game, cy.email, people.now, until, people.now)
    deputy = signed_in("cy")
    first, second = (opened(browser.get(f"/turns/{turn}").text) for browser in (ada, deputy))
    deputy.post(f"/turns/{turn}", MARCHES | second)
    assert "by the deputy of the house" in ada.post(f"/turns/{turn}", DEFENDS | first).text
    people.submit(running_game, document=b"{}")
    assert "by the player of the house" in deputy.post(f"/turns/{turn}", DEFENDS | second).text


def test_two_pages_keep_no_draft_over_each_other(people: People, turn: str, ada: Browser) -> None:
    """A page goes on keeping its own, whether or not its answers arrive; another asks first."""
    first, second = (opened(ada.get(f"/turns/{turn}").text) for _ in range(2))
    assert first["page-id"] != second["page-id"]
    for fields in (MARCHES, MARCHES | {"orders.white-harbor": "support"}):
        assert 'id="draft-kept"' in ada.post(f"/turns/{turn}/live", fields | first).text
    other = ada.post(f"/turns/{turn}/live", DEFENDS | second).text
    assert 'id="draft-elsewhere"' in other
    assert 'data-unkept="1"' in other
    assert in_form(other) == ["defense+1"]
    assert in_form(ada.get(f"/turns/{turn}").text) == ["march+1"]

    kept = ada.post(f"/turns/{turn}", DEFENDS | second | {"do": "keep-draft"}, follow_redirects=True)

    assert in_form(kept.text) == ["defense+1"]
    assert 'id="draft-elsewhere"' in ada.post(f"/turns/{turn}/live", MARCHES | first).text
    assert 'id="draft-kept"' in ada.post(f"/turns/{turn}/live", MARCHES | opened(kept.text)).text


@pytest.mark.parametrize("edition", ["first-edition", "btwixt"])
def test_question_opened_before_another_answer(app: Flask, people: People, edition: str) -> None:
    """Where the board is the form, and beside a table."""
    stop = next(stop for stop in STOPS if stop.edition == edition)
    found, browser = asked_at(people, stop), browser_of(app, people, "ada")
    page = browser.get(f"/turns/{found.turn}").text
    first = sheet_form(page).sent
    people.submit(found.game)
    late = browser.post(f"/turns/{found.turn}", first)
    assert late.status_code == 409
    assert "Version 1 came in after you opened this page" in late.text
    assert sheet_form(late.text).sent["upon"] == ["1"]
    assert browser.post(f"/turns/{found.turn}", sheet_form(late.text).sent).status_code == 303
    assert people.count(SheetVersion) == 2


def test_draft_of_before_a_version_is_not_lost(people: People, running_game: str, turn: str, ada: Browser) -> None:
    """A deputy hands in while somebody writes: the form shows what is in, and says where the draft is."""
    ada.post(f"/turns/{turn}/live", DEFENDS | opened(ada.get(f"/turns/{turn}").text))
    with people.store.begin() as session:
        account = people.account_in(session, "ada")
        until, cy = people.now + timedelta(days=3), people.account_in(session, "cy")
        delegate(session, account, running_game, cy.email, people.now, until, people.now)
    people.later(minutes=1)
    people.submit(running_game, "cy", document=b'{"orders": {"winterfell": "march+1"}}')
    page = ada.get(f"/turns/{turn}").text
    assert in_form(page) == ["march+1"]
    assert 'id="draft-hidden"' in page
    assert in_form(ada.get(f"/turns/{turn}?draft=1").text) == ["defense+1"]


def test_handing_in_ends_the_draft_of_its_own_page(people: People, turn: str, ada: Browser) -> None:
    """What another page keeps is not lost by it."""
    first, second = (opened(ada.get(f"/turns/{turn}").text) for _ in range(2))
    ada.post(f"/turns/{turn}/live", MARCHES | first)
    assert ada.post(f"/turns/{turn}", DEFENDS | second).status_code == 303
    assert people.count(SavedSheet) == 1
    people.later(minutes=1)
    page = ada.get(f"/turns/{turn}").text
    assert 'id="draft-hidden"' in page
    shown = ada.get(f"/turns/{turn}?draft=1").text
    assert in_form(shown) == ["march+1"]
    assert ada.post(f"/turns/{turn}", MARCHES | opened(shown)).status_code == 303
    assert people.count(SavedSheet) == 0


def test_standing_instructions_opened_before(people: People, running_game: str, ada: Browser) -> None:
    path = f"/games/{running_game}/standing"
    first, second = (opened(ada.get(path).text) for _ in range(2))
    assert 'id="draft-kept"' in ada.post(f"{path}/live", MARCHES | first).text
    assert 'id="draft-elsewhere"' in ada.post(f"{path}/live", DEFENDS | second).text
    kept = ada.post(path, DEFENDS | second | {"do": "keep-draft"}, follow_redirects=True)
    assert in_form(kept.text) == ["defense+1"]
    people.later(minutes=1)
    assert ada.post(path, MARCHES | first).status_code == 303
    people.later(minutes=1)

    late = ada.post(path, DEFENDS | second)

    assert late.status_code == 409
    assert "Version 1 came in after you opened this page" in late.text
    assert in_form(late.text) == ["defense+1"]
    assert people.count(StandingOrdersVersion) == people.count(SavedStandingOrders) == 1
    assert 'id="newer-in"' in ada.post(f"{path}/live", DEFENDS | second).text
    assert ada.post(path, DEFENDS | opened(late.text)).status_code == 303
    assert people.count(StandingOrdersVersion) == 2


def test_sheet_of_a_what_if_opened_before(people: People, running_game: str, turn: str, ada: Browser) -> None:
    made = ada.post(f"/turns/{turn}", DEFENDS | {"do": "what-if"})
    path = made.headers["Location"].partition("#")[0]
    people.submit(running_game, document=b'{"orders": {"winterfell": "march+1"}}')
    late = ada.post(f"{path}/sheet", {"upon": "0"})
    assert late.status_code == 409
    assert in_form(late.text) == ["defense+1"]
    assert people.count(SheetVersion) == 1
    assert ada.post(f"/turns/{turn}", DEFENDS | opened(late.text)).status_code == 303


def test_what_if_changed_elsewhere_is_kept_beside(people: People, turn: str, ada: Browser, program: Programs) -> None:
    path = ada.post(f"/turns/{turn}", DEFENDS | {"do": "what-if"}).headers["Location"].partition("#")[0]
    version = ada.get(path).text.partition('name="version" value="')[2].partition('"')[0]
    people.later(seconds=5)
    form = {"name": "Mine", "version": version, "do": "try"}
    assert ada.post(path, form | {"name": "First"}).headers["Location"].partition("#")[0] == path
    beside = ada.post(path, form).headers["Location"].partition("#")[0]
    assert beside != path
    found = program("ada").get(f"/turns/{turn}/what-ifs").get_json()
    assert [one["name"] for one in found] == ["First", "Mine"]


def test_settings_changed_by_another_master(people: People, running_game: str, ada: Browser, program: Programs) -> None:
    """What only the other changed stays as it is now; what was typed stands in the form."""
    path = f"/games/{running_game}/settings"
    page = ada.get(path).text
    assert 'name="upon" value="1"' in page
    before = program("ada").get(path).get_json()
    program("ada").ask("PATCH", path, json={"window_hours": 30, "messages": ["public"]})
    typed = {"upon": "1", "boxes": ["messages"], "messages": before["messages"], "grace_hours": "7"}
    typed["window_hours"] = f"{before['window_hours']:g}"

    late = ada.post(path, typed)

    assert late.status_code == 409
    assert 'id="newer-version"' in late.text
    assert 'name="upon" value="2"' in late.text
    assert re.search(r'name="window_hours"[^>]* value="30"', late.text)
    assert re.search(r'name="grace_hours"[^>]* value="7"', late.text)
    assert re.findall(r'name="messages" value="(\w+)" checked', late.text) == ["public"]
    terms = program("ada").get(path).get_json()
    assert (terms["window_hours"], terms["messages"], terms["grace_hours"]) == (30, ["public"], before["grace_hours"])


def test_page_of_an_older_mail_shows_both(people: People, store: Store, running_game: str, ada: Browser) -> None:
    """A yes counts for what the page has shown."""
    store.settings = replace(store.settings, mail_in="orders@rookery.example", mail_in_checked_by=SERVER)
    writer = Writer(people, running_game)
    raw = writer.mail("ORDER winterfell M+1\nORDER karhold danse\n")
    people.later(minutes=20)
    people.submit(running_game, document=b'{"orders": {"winterfell": "defense+1"}}')
    writer.keep(raw)
    assert writer.read() == 1
    with store.read() as session:
        mail = session.scalars(select(IncomingMail)).one()
    path = "/mail/" + tokens.sign(store.settings.secret_key, MAIL_CONFIRMATION, mail.public_id)
    page = ada.get(path).text
    assert "Your email is older than the current version" in page
    assert "Version 1 of your orders is in:" in page
    assert 'line 2, "ORDER karhold danse": there is no order "danse"' in html.unescape(page)
    assert page.index("What it would submit") < page.index("March") < page.index("Current version")
    shown = {name: page.partition(f'name="{name}" value="')[2].partition('"')[0] for name in ("upon", "upon-standing")}
    assert shown == {"upon": "1", "upon-standing": "0"}
    people.submit(running_game)

    late = ada.post(path, shown)

    assert late.status_code == 409
    assert "Version 2 of your orders is in:" in late.text
    assert people.count(SheetVersion) == 2
    assert ada.post(path, shown | {"upon": "2"}).status_code == 303
    assert people.count(SheetVersion) == 3


@pytest.mark.parametrize("standing", [False, True], ids=["sheet", "standing"])
def test_page_throws_no_newer_draft_away(
    people: People, running_game: str, turn: str, ada: Browser, standing: bool
) -> None:
    """The newer one is shown first; the page that shows it can throw it away."""
    path, kind = (
        (f"/games/{running_game}/standing", SavedStandingOrders) if standing else (f"/turns/{turn}", SavedSheet)
    )
    ada.post(f"{path}/live", MARCHES | opened(ada.get(path).text))
    old, other = (discarding(ada.get(path).text) for _ in range(2))
    ada.post(f"{path}/live", DEFENDS | other)

    shown = ada.post(path, {"do": "discard"} | old, follow_redirects=True).text

    assert people.count(kind) == 1
    assert in_form(shown) == ["defense+1"]
    ada.post(path, {"do": "discard"} | discarding(shown))
    assert people.count(kind) == 0


def discarding(page: str) -> dict[str, str]:
    """What the button that throws the draft away sends."""
    form = page[page.index('id="draft-kept"') : page.index('value="discard"')]
    return dict(re.findall(r'name="(upon|upon-draft|page-id)" value="([^"]*)"', form))


def test_drafts_and_what_ifs_are_removed_upon_their_etags(program: Programs, people: People, turn: str) -> None:
    ada, draft = program("ada"), f"/turns/{turn}/draft"
    old = ada.put(draft, MARCH).headers["ETag"]
    new = ada.put(draft, DEFENSE).headers["ETag"]
    assert ada.ask("DELETE", draft, headers={"If-Match": old}).status_code == 412
    assert ada.ask("DELETE", draft, headers={"If-Match": new}).status_code == 204
    number = ada.post(f"/turns/{turn}/what-ifs", {"sheet": MARCH}).get_json()["number"]
    path = f"/turns/{turn}/what-ifs/{number}"
    old = ada.get(path).headers["ETag"]
    people.later(minutes=1)
    new = ada.put(path, {"sheet": DEFENSE}).headers["ETag"]
    assert ada.ask("DELETE", path, headers={"If-Match": old}).status_code == 412
    assert ada.ask("DELETE", path, headers={"If-Match": new}).status_code == 204


def test_what_if_is_handed_in_upon_the_etag_of_the_sheet(program: Programs, turn: str) -> None:
    ada, sheet = program("ada"), f"/turns/{turn}/sheet"
    number = ada.post(f"/turns/{turn}/what-ifs", {"sheet": MARCH}).get_json()["number"]
    for orders in (MARCH, DEFENSE):
        ada.put(sheet, orders)
    path = f"/turns/{turn}/what-ifs/{number}/sheet"
    assert ada.post(path, headers={"If-Match": '"1"'}).status_code == 412
    assert ada.get(sheet).get_json()["sheet"]["orders"] == DEFENSE["orders"]
    assert ada.post(path, headers={"If-Match": '"2"'}).headers["ETag"] == '"3"'
