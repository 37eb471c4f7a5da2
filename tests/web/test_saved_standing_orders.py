"""Drafts of standing orders: kept while one writes, looked through, nobody else's; they hold only when kept."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy import select, update

from adjudicator.engine.decision import Unreadable
from adjudicator.engine.values import MAX_SHEET_BYTES
from adjudicator.thrones.sheets.sheet import Sheet
from correspondence.delegations import delegate
from correspondence.models.games import Game
from correspondence.models.turns import SavedStandingOrders, StandingOrdersVersion
from correspondence.operations import forget_old
from correspondence.personal_data import delete_by_password, export_account
from correspondence.sheets.reading import saved_standing_orders
from correspondence.sign_in.factors import choose_password
from tests.correspondence.people import People
from tests.web.form_reader import sheet_form
from tests.web.visitors import Browser

Browsers = Callable[[str], Browser]
ORDERS = {"orders.winterfell": "march+0"}


@pytest.fixture
def ada(signed_in: Browsers) -> Browser:
    """The browser of ada, who plays stark."""
    return signed_in("ada")


@pytest.fixture
def page(running_game: str) -> str:
    """The address of ada's standing orders."""
    return f"/games/{running_game}/standing"


def said(text: str, name: str) -> list[str]:
    """What stands in a field of the form on a page."""
    return [value for value in sheet_form(text).sent.get(name, []) if value]


def test_standing_draft_is_kept_and_counts_when_submitted(people: People, page: str, ada: Browser) -> None:
    answer = ada.post(f"{page}/live", ORDERS)
    assert (answer.status_code, answer.mimetype) == (200, "text/html")
    assert 'id="call-state"' in answer.text
    assert 'id="sheet"' in answer.text
    assert "<html" not in answer.text
    assert people.count(StandingOrdersVersion) == 0
    shown = ada.get(page).text
    assert 'id="draft-kept"' in shown
    assert "You have no standing orders yet" in shown
    assert said(shown, "orders.winterfell") == ["march+0"]
    assert ada.post(page, {**ORDERS, "do": "save"}).status_code == 303
    assert (people.count(StandingOrdersVersion), people.count(SavedStandingOrders)) == (1, 0)
    late = ada.post(f"{page}/live", {"orders.winterfell": "raid", "upon": "0"})
    assert late.status_code == 200
    assert people.count(SavedStandingOrders) == 0, "what arrives after it is not kept after it"
    people.later(minutes=5)
    ada.post(f"{page}/live", {"orders.winterfell": "raid", "upon": "1"})
    assert said(ada.get(page).text, "orders.winterfell") == ["raid"]
    assert ada.post(page, {"do": "discard"}).status_code == 303
    assert people.count(SavedStandingOrders) == 0
    assert said(ada.get(page).text, "orders.winterfell") == ["march+0"]


def test_what_would_be_refused_is_said_and_kept(people: People, page: str, ada: Browser) -> None:
    answer = ada.post(f"{page}/live", {"document": '{"orders": {"atlantis": "raid"}}', "do": "from-json"})
    assert answer.status_code == 200
    assert 'id="state-errors"' in answer.text
    assert people.count(StandingOrdersVersion) == 0


def test_nobody_else_reads_it_not_even_who_stands_in(
    people: People, running_game: str, page: str, ada: Browser, signed_in: Browsers
) -> None:
    people.account("dee")
    with people.store.begin() as session:
        until = people.now + timedelta(days=5)
        owner = people.account_in(session, "ada")
        delegate(session, owner, running_game, "dee@rookery.example", people.now, until, people.now)
    ada.post(f"{page}/live", ORDERS)
    dee = signed_in("dee")
    assert said(dee.get(page).text, "orders.winterfell") == []
    dee.post(f"{page}/live", {"orders.winterfell": "raid"})
    assert people.count(SavedStandingOrders) == 2
    assert said(ada.get(page).text, "orders.winterfell") == ["march+0"]
    people.later(minutes=5)
    assert dee.post(page, {"orders.winterfell": "support"}).status_code == 303
    assert said(ada.get(page).text, "orders.winterfell") == ["support"], "an older draft gives way"


def test_it_is_among_ones_data_and_goes_with_the_account(people: People, page: str, ada: Browser) -> None:
    ada.post(f"{page}/live", ORDERS)
    with people.store.begin() as session:
        mine = people.account_in(session, "ada")
        assert b'"orders.winterfell": [' in export_account(session, mine, people.now)
        choose_password(session, mine, "", "a long sentence of mine", "", people.now)
    with people.store.begin() as session:
        mine = people.account_in(session, "ada")
        delete_by_password(session, mine, "a long sentence of mine", people.now)
        assert session.scalars(select(SavedStandingOrders)).all() == []


def test_a_game_that_is_over_keeps_none_and_forgets_those_it_has(
    people: People, running_game: str, page: str, ada: Browser
) -> None:
    ada.post(f"{page}/live", ORDERS)
    fields = {"orders.winterfell": ["x" * MAX_SHEET_BYTES]}
    with people.store.begin() as session:
        slot = saved_standing_orders(session, people.account_in(session, "ada"), running_game, people.now)
        with pytest.raises(Unreadable):
            slot.keep(fields, Sheet(), people.now)
    with people.store.begin() as session:
        session.execute(update(Game).values(status="finished"))
        forget_old(session, people.now)
    assert people.count(SavedStandingOrders) == 0
    assert ada.post(f"{page}/live", ORDERS).status_code == 409
