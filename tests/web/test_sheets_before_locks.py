"""Sheets are read and checked before anything is locked, once, and again only if the game moved on meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Connection, event, update

from adjudicator.engine.decision import Illegal, Unreadable
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.sheets.sheet import Sheet, read_sheet
from correspondence.input_validation import Denied
from correspondence.models.games import Game
from correspondence.models.turns import SheetVersion
from correspondence.sheets.use_cases import (
    Checked,
    check_for_turn,
    check_standing_orders,
    submit_sheet,
    submit_standing_orders,
)
from correspondence.store import Store
from tests.correspondence.people import People
from tests.web.visitors import Browser, Program

GOOD = b'{"orders": {"winterfell": "march+0"}}'


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch, store: Store) -> list[str]:
    """Who was checked so far. While a sheet is checked somebody else writes, which no lock keeps them from."""
    seen: list[str] = []
    real = THRONES.check_sheet

    def check(showing: Any, seat: str, sheet: Sheet, waiting: Any, **how: Any) -> Any:
        seen.append(seat)
        with store.begin() as other:
            other.execute(update(Game).values(title=f"Checked {len(seen)}"))
        return real(showing, seat, sheet, waiting, **how)

    monkeypatch.setattr(THRONES, "check_sheet", check)
    return seen


def _sheet_of(people: People, game: str, document: bytes = GOOD) -> Checked:
    with people.store.read() as session:
        account, turn = people.account_in_read(session, "ada"), people.turn(game)
        return check_for_turn(session, account, turn, document, people.now)


def test_programs_sheets_are_checked_once_and_hold_up_nobody(
    program: Callable[[str], Program], people: People, running_game: str, checks: list[str]
) -> None:
    ada, sheet = program("ada"), {"orders": {"winterfell": "march+0"}}
    assert ada.put(f"/turns/{people.turn(running_game)}/sheet", sheet).status_code == 200
    assert checks == ["stark"]
    assert ada.put(f"/games/{running_game}/standing", sheet).status_code == 200
    assert checks == ["stark", "stark"]


def test_forms_are_checked_once_and_hold_up_nobody(
    signed_in: Callable[[str], Browser], people: People, running_game: str, checks: list[str]
) -> None:
    ada = signed_in("ada")
    for path in (f"/turns/{people.turn(running_game)}", f"/games/{running_game}/standing"):
        checks.clear()
        assert ada.post(path, {"orders.winterfell": "march+0"}).status_code == 303
        assert checks == ["stark"]


def test_what_is_unreadable_does_not_reach_the_database(people: People, store: Store, running_game: str) -> None:
    account, turn = people.account("ada"), people.turn(running_game)
    begun: list[Connection] = []

    def note(connection: Connection) -> None:
        begun.append(connection)

    event.listen(store.engine, "begin", note)
    try:
        with store.begin() as session:
            for hand_in, where in ((submit_sheet, turn), (submit_standing_orders, running_game)):
                with pytest.raises(Unreadable, match="bad-json"):
                    hand_in(session, account, where, b"{", people.now)
        assert begun == []
    finally:
        event.remove(store.engine, "begin", note)


def test_a_game_that_moved_on_checks_again(people: People, store: Store, running_game: str) -> None:
    found, account, turn = _sheet_of(people, running_game), people.account("ada"), people.turn(running_game)
    wrong = replace(found, sheet=Sheet(orders={"kings-landing": "march+0"}), position=b"of before")
    with store.begin() as session, pytest.raises(Illegal):
        submit_sheet(session, account, turn, wrong, people.now)
    for other in (replace(wrong, position=found.position, house="greyjoy"), replace(wrong, asked=False)):
        with store.begin() as session, pytest.raises(Illegal):
            submit_sheet(session, account, turn, other, people.now)
    assert people.count(SheetVersion) == 0
    with store.begin() as session:
        assert submit_sheet(session, account, turn, replace(found, position=b"of before"), people.now).number == 1


def test_a_turn_that_closed_meanwhile_takes_nothing(people: People, store: Store, running_game: str) -> None:
    found, account, turn = _sheet_of(people, running_game), people.account("ada"), people.turn(running_game)
    people.adjudicate(running_game)
    with store.begin() as session, pytest.raises(Denied, match="turn-closed"):
        submit_sheet(session, account, turn, found, people.now)


def test_answers_are_no_standing_instructions_however_they_come(
    people: People, store: Store, running_game: str
) -> None:
    account = people.account("ada")
    answers = b'{"answers": {"d1": {"kind": "amount", "power": 1}}}'
    with store.read() as session, pytest.raises(Illegal, match="standing-answers"):
        check_standing_orders(session, account, running_game, answers, people.now)
    with store.read() as session:
        found = check_standing_orders(session, account, running_game, GOOD, people.now)
    answering = replace(found, sheet=read_sheet(answers))
    with store.begin() as session, pytest.raises(Illegal, match="standing-answers"):
        submit_standing_orders(session, account, running_game, answering, people.now)
