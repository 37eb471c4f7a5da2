"""What-ifs that are kept: documents, whose they are, what they are played with."""

from __future__ import annotations

import json

import pytest

from adjudicator.engine.decision import Unreadable
from adjudicator.engine.what_if import Supposed
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state.events import OrdersRevealed
from adjudicator.thrones.what_if import Assumed
from correspondence.input_validation import Denied, NotFound
from correspondence.models.turns import WhatIfRow
from correspondence.personal_data import delete_by_password
from correspondence.sheets.use_cases import submit_standing_orders
from correspondence.sign_in.factors import choose_password
from correspondence.store import Store
from correspondence.what_ifs import (
    MAX_BYTES,
    WhatIf,
    delete_what_if,
    find_what_if,
    forget,
    list_what_ifs,
    play_what_if,
    read_what_if,
    save_what_if,
    saved_what_if,
    submit_what_if,
    write_what_if,
)
from tests.correspondence.people import People

SHEET = Sheet(orders={"winterfell": "march+0", "white-harbor": "support", "the-shivering-sea": "support+1"})
FULL = WhatIf(SHEET, {"tyrell": Assumed({"highgarden": "raid"}, ("mace-tyrell",), {"wildlings": 2})}, 3, "rush")


def try_out(people: People, game: str, name: str, what_if: WhatIf) -> Supposed:
    account, turn = people.account(name), people.turn(game)
    with people.store.read() as session:
        return play_what_if(session, account, turn, what_if, people.now)


def keep(people: People, game: str, name: str, what_if: WhatIf, number: int = 0) -> int:
    account, turn = people.account(name), people.turn(game)
    with people.store.begin() as session:
        return save_what_if(session, account, turn, what_if, people.now, number).number


def test_what_is_written_is_read_again() -> None:
    assert saved_what_if(write_what_if(FULL), "rush", "first-edition") == FULL
    document = json.loads(write_what_if(FULL)) | {"name": "rush"}
    assert read_what_if(json.dumps(document).encode(), "first-edition") == FULL
    assert read_what_if(b"{}", "first-edition") == WhatIf(Sheet())


@pytest.mark.parametrize(
    ("document", "code", "where"),
    [
        (b" " * (MAX_BYTES + 1), "what-if-too-large", ""),
        (b"\xff", "bad-what-if", ""),
        (b"[" * 100_000, "bad-what-if", ""),
        (b'{"draw": "two"}', "bad-what-if", ""),
        (b'{"sheet": {"orders": 1}}', "bad-sheet", "sheet.orders"),
        (b'{"others": {"tyrell": {"sheet": {"bids": {"x": [{"amount": -1}]}}}}}', "bad-sheet", "others.tyrell.sheet"),
        (b'{"others": {"tyrell": {"cards": [%s]}}}' % b",".join([b'"x"'] * 61), "list-too-long", "others.tyrell.cards"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(document: bytes, code: str, where: str) -> None:
    with pytest.raises(Unreadable) as refused:
        read_what_if(document, "first-edition")
    (reason,) = refused.value.reasons
    assert reason.code == code
    assert reason.where.startswith(where)


def test_conditions_may_be_text_where_the_edition_is_known() -> None:
    rule = {"cards": ["strongest"], "when": "lead >= 2"}
    document = {"sheet": {"cards": {"rules": [rule]}}, "others": {"tyrell": {"sheet": {"cards": {"rules": [rule]}}}}}
    found = read_what_if(json.dumps(document).encode(), "first-edition", ())
    assert found.others["tyrell"].sheet == found.sheet
    assert read_what_if(write_what_if(found), "first-edition") == found
    rule["when"] = "led >= 2"
    with pytest.raises(Unreadable) as refused:
        read_what_if(json.dumps(document).encode(), "first-edition", ())
    assert refused.value.reasons[0].where == "sheet.cards.rules[0].when"


def test_standing_orders_fill_a_silent_sheet(people: People, store: Store) -> None:
    game = people.game({"stark": "ada", "tyrell": "bo"})
    with store.begin() as session:
        ada = people.account_in(session, "ada")
        submit_standing_orders(session, ada, game, b'{"orders": {"winterfell": "defense+1"}}', people.now)
    revealed = next(
        r.event for r in try_out(people, game, "ada", WhatIf()).records if isinstance(r.event, OrdersRevealed)
    )
    assert revealed.orders["winterfell"].order == "defense+1"


def test_ones_earlier_sheets_of_the_round_still_count(people: People) -> None:
    game = people.game({"stark": "ada", "tyrell": "bo"}, pace="raven")
    people.submit(game, "ada", b'{"orders": {"winterfell": "march+0"}, "blade": [{"use": "always"}]}')
    people.adjudicate(game)
    found = try_out(people, game, "ada", WhatIf())
    assert found.sheets["stark"].blade[0].use == "always"
    assert found.before.board.phase == "raven"


# What a what-if comes to is worked out without the database, whatever the pace: PostgreSQL sees one of them.
@pytest.mark.parametrize(
    ("store", "pace"),
    [*(("sqlite", pace) for pace in ("bulk", "raven", "stepwise", ("choose-house-card",))), ("postgresql", "stepwise")],
    indirect=["store"],
    ids=str,
)
def test_every_turn_of_a_round_can_be_tried_in_every_pace(people: People, pace: str | tuple[str, ...]) -> None:
    game, windows = people.game({"stark": "ada", "greyjoy": "bo"}, pace=pace), set()
    for _ in range(8):
        page = people.page(game)
        if page.turn is None:
            break
        found = try_out(people, game, "ada", WhatIf(Sheet()))
        assert (found.before.seat, found.records != []) == ("stark", True)
        windows.add(page.turn.window)
        people.adjudicate(game)
    assert len(windows) >= 4


def test_what_others_wrote_is_not_in_it(people: People) -> None:
    game = people.game({"stark": "ada", "tyrell": "bo"})
    before = try_out(people, game, "ada", FULL)
    people.submit(game, "bo", b'{"orders": {"highgarden": "march+1"}}', ready=True)
    forget()
    assert try_out(people, game, "ada", FULL) == before
    assert before.sheets["tyrell"].orders["highgarden"] == "raid"


def test_a_what_if_is_its_makers_alone_whoever_holds_the_seat(people: People, store: Store) -> None:
    game = people.game({"stark": "ada", "tyrell": "bo"})
    turn, ada, bo = people.turn(game), people.account("ada"), people.account("bo")
    assert (keep(people, game, "ada", FULL), keep(people, game, "ada", WhatIf()), keep(people, game, "bo", FULL)) == (
        1,
        2,
        1,
    )
    with store.read() as session:
        assert [one.name for one in list_what_ifs(session, ada, turn, people.now)] == ["rush", ""]
        assert find_what_if(session, bo, turn, 1, people.now).what_if == FULL
        with pytest.raises(NotFound, match="no-such-what-if"):
            find_what_if(session, bo, turn, 2, people.now)
    with store.begin() as session:
        delete_what_if(session, ada, turn, 1, people.now)
    assert people.count(WhatIfRow) == 2


def test_the_sheet_handed_in_is_that_of_the_what_if(people: People, store: Store) -> None:
    game = people.game({"stark": "ada"})
    keep(people, game, "ada", FULL)
    ada, turn = people.account("ada"), people.turn(game)
    with store.begin() as session:
        receipt = submit_what_if(session, ada, turn, 1, people.now, ready=True)
    assert (receipt.sheet, receipt.number, receipt.ready) == (SHEET, 1, True)


def test_a_closed_turn_takes_no_what_ifs(people: People) -> None:
    game = people.game({"stark": "ada"})
    keep(people, game, "ada", FULL)
    people.later(days=30)
    with pytest.raises(Denied, match="turn-closed"):
        keep(people, game, "ada", FULL)
    with pytest.raises(Denied, match="turn-closed"):
        try_out(people, game, "ada", FULL)


def test_what_ifs_are_deleted_with_their_account(people: People, store: Store) -> None:
    game = people.game({"stark": "ada", "tyrell": "bo"})
    keep(people, game, "ada", FULL)
    keep(people, game, "bo", FULL)
    with store.begin() as session:
        choose_password(session, people.account_in(session, "ada"), "", "a long sentence of mine", "", people.now)
    with store.begin() as session:
        delete_by_password(session, people.account_in(session, "ada"), "a long sentence of mine", people.now)
    assert people.count(WhatIfRow) == 1
