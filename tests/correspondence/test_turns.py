"""Turns and sheets: who may hand in what until when, and when a turn closes."""

from __future__ import annotations

import json

import pytest

from adjudicator.engine.decision import Illegal, Refused, Unreadable
from correspondence.games.access import find_game
from correspondence.input_validation import Denied, NotFound
from correspondence.models.turns import SheetVersion, StandingOrdersVersion
from correspondence.overview.game_pages import TurnPage, turn_page
from correspondence.sheets.reading import own_standing_orders, receipt, sheet_of, versions_of
from correspondence.sheets.use_cases import submit_sheet, submit_standing_orders
from correspondence.store import Store
from correspondence.turns import set_ready
from tests.correspondence.people import People

ORDERS = {"orders": {"winterfell": "march+1", "white-harbor": "march-1", "the-shivering-sea": "march+0"}}


def seen(people: People, game_id: str, name: str) -> TurnPage:
    turn, account = people.turn(game_id), people.account(name)
    with people.store.read() as session:
        return turn_page(session, account, turn, people.now)


def say_ready(people: People, game_id: str, name: str, ready: bool = True) -> None:
    turn, account = people.turn(game_id), people.account(name)
    with people.store.begin() as session:
        set_ready(session, account, turn, ready, people.now)


def test_all_ready_closes_after_the_hold_unless_one_withdraws(people: People) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo"}, hold_minutes=10, window_hours=48)
    opened = people.now
    say_ready(people, game_id, "ada")
    assert seen(people, game_id, "ada").closing_at is None
    assert (seen(people, game_id, "ada").ready, seen(people, game_id, "bo").ready) == (True, False)
    say_ready(people, game_id, "bo")
    page = seen(people, game_id, "bo")
    assert page.status == "closing"
    assert page.closes_at == page.closing_at
    assert page.closing_at is not None
    assert (page.closing_at - opened).total_seconds() == 600
    people.later(minutes=5)
    say_ready(people, game_id, "bo")
    assert seen(people, game_id, "bo").closing_at == page.closing_at, "saying it again does not begin the hold anew"
    say_ready(people, game_id, "ada", False)
    page = seen(people, game_id, "bo")
    assert (page.status, page.closing_at, page.closes_at) == ("open", None, page.due_at)
    people.later(minutes=6)
    assert people.due() == []
    say_ready(people, game_id, "ada")
    people.later(minutes=10)
    assert people.due() == [page.id]
    assert seen(people, game_id, "ada").status == "adjudicating"


def test_the_deadline_closes_whoever_is_ready(people: People) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo"}, hold_minutes=600, window_hours=1)
    say_ready(people, game_id, "ada")
    say_ready(people, game_id, "bo")
    people.later(minutes=59, seconds=59)
    assert people.due() == []
    people.later(seconds=1)
    assert people.due() == [people.turn(game_id)]


def test_sheets_are_numbered_and_the_last_one_counts(people: People, store: Store) -> None:
    game_id = people.game()
    first = people.submit(game_id)
    second = people.submit(game_id, document=json.dumps({"orders": {"winterfell": "march+1"}}).encode(), ready=True)
    assert (first.number, first.ready, second.number, second.ready) == (1, False, 2, True)
    assert second.sheet.orders == {"winterfell": "march+1"}
    assert second.digest != first.digest
    assert second.warnings, "an area without an order is worth a warning"
    ada, turn = people.account("ada"), people.turn(game_id)
    with store.read() as session:
        assert sheet_of(session, ada, turn, people.now) == receipt(session, ada, turn, 2, people.now).__class__(
            **{**receipt(session, ada, turn, 2, people.now).__dict__, "ready": False}
        )
        assert [version.number for version in versions_of(session, ada, turn, people.now)] == [2, 1]
        assert receipt(session, ada, turn, 1, people.now).sheet == first.sheet
        with pytest.raises(NotFound, match="no-such-sheet"):
            receipt(session, ada, turn, 3, people.now)
    assert seen(people, game_id, "ada").sheet_number == 2
    kept = people.submit(game_id)
    assert kept.ready, "a new sheet leaves readiness as it was unless told"
    assert people.submit(game_id, ready=False).ready is False


@pytest.mark.parametrize(
    ("document", "codes"),
    [
        (b"", {"bad-json"}),
        (b"{", {"bad-json"}),
        (b"\xff\xfe", {"bad-json"}),
        (b"[]", {"bad-sheet"}),
        (b'{"order": {}}', {"bad-sheet"}),
        (b'{"orders": {"atlantis": "march+1"}}', {"unknown-area"}),
        (b'{"orders": {"winterfell": "dance"}}', {"unknown-order"}),
        (b'{"bids": {"wildlings": [{"amount": -1}]}}', {"bad-sheet"}),
        (b'{"bids": {"wildlings": [{"amount": 1000000000000}]}}', {"bad-sheet"}),
        (b" " * (256 * 1024 + 1), {"sheet-too-large"}),
    ],
)
def test_bad_sheets_are_refused_with_every_reason(document: bytes, codes: set[str], people: People) -> None:
    game_id = people.game()
    people.submit(game_id)
    with pytest.raises(Refused) as refused:
        people.submit(game_id, document=document, ready=True)
    assert {reason.code for reason in refused.value.reasons} == codes
    assert isinstance(refused.value, Unreadable | Illegal)
    assert people.count(SheetVersion) == 1
    assert not seen(people, game_id, "ada").ready


def test_nobody_touches_another_seat(people: People, store: Store) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo"})
    people.submit(game_id, "ada", json.dumps({"orders": {"winterfell": "march+1"}}).encode())
    turn, eve, bo = people.turn(game_id), people.account("eve"), people.account("bo")
    with store.begin() as session:
        for refused in (
            lambda: submit_sheet(session, eve, turn, b"{}", people.now),
            lambda: set_ready(session, eve, turn, True, people.now),
            lambda: turn_page(session, eve, turn, people.now),
            lambda: sheet_of(session, eve, turn, people.now),
            lambda: versions_of(session, eve, turn, people.now),
            lambda: receipt(session, eve, turn, 1, people.now),
            lambda: submit_standing_orders(session, eve, game_id, b"{}", people.now),
            lambda: own_standing_orders(session, eve, game_id, people.now),
        ):
            with pytest.raises(Denied, match="not-your-seat"):
                refused()
        for missing in (lambda: submit_sheet(session, bo, "nothing", b"{}", people.now),):
            with pytest.raises(NotFound, match="no-such-turn"):
                missing()
    # Another player of the same game sees the own sheet only.
    page = seen(people, game_id, "bo")
    assert (page.house, page.sheet, page.sheet_number) == ("tyrell", None, 0)
    assert {decision.seat for decision in page.questions} == {"tyrell"}
    with store.read() as session:
        assert sheet_of(session, bo, turn, people.now) is None


def test_a_closed_turn_takes_nothing(people: People, store: Store) -> None:
    game_id = people.game(window_hours=1)
    turn, ada = people.turn(game_id), people.account("ada")
    people.later(hours=1)
    for _ in range(2):
        with store.begin() as session:
            with pytest.raises(Denied, match="turn-closed"):
                submit_sheet(session, ada, turn, b"{}", people.now)
            with pytest.raises(Denied, match="turn-closed"):
                set_ready(session, ada, turn, True, people.now)
        if people.page(game_id).last_turn == 0:
            people.adjudicate(game_id)
    assert people.count(SheetVersion) == 0
    with store.read() as session:
        page = turn_page(session, ada, turn, people.now)
        assert (page.status, page.questions, page.view.board.round) == ("closed", (), 1)


def test_standing_instructions_are_kept_by_version(people: People, store: Store) -> None:
    game_id = people.game()
    ada = people.account("ada")
    for number in (1, 2):
        with store.begin() as session:
            taken = submit_standing_orders(session, ada, game_id, b'{"blade": [{"use": "never"}]}', people.now)
            assert taken.number == number
    with store.begin() as session:
        with pytest.raises(Illegal, match="unknown-area"):
            submit_standing_orders(session, ada, game_id, b'{"orders": {"atlantis": "support"}}', people.now)
        document = b'{"answers": {"d1-use-blade-stark": {"kind": "yes-no", "yes": true}}}'
        with pytest.raises(Illegal, match="standing-answers"):
            submit_standing_orders(session, ada, game_id, document, people.now)
    assert people.count(StandingOrdersVersion) == 2
    standing = seen(people, game_id, "ada").standing
    assert standing is not None
    assert standing.blade[0].use == "never"


def test_a_game_of_bots_alone_closes_at_once(people: People) -> None:
    game_id = people.game()
    with people.store.begin() as session:
        seat = next(seat for seat in find_game(session, game_id).seats if seat.account_id)
        seat.kind, seat.account_id = "steward", None
    people.adjudicate(game_id)
    page = people.page(game_id, None)
    assert page.turn is not None
    assert page.turn.closes_at == people.now
    assert people.due() == [page.turn.id]
