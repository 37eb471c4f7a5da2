"""Mails that are read and carried out together: what that changes for nobody, and when each goes alone."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import event, select

from adjudicator.documents import FIRST
from correspondence.addresses import ANY_TURN
from correspondence.incoming_mail import batches, handling
from correspondence.mail_commands.doing import Writing
from correspondence.models.mail import IncomingMail, OutgoingMail
from correspondence.models.turns import Readiness, SheetReceipt, SheetVersion, Turn
from correspondence.receipts import faults_of_chain, published_receipt
from correspondence.store import Store
from tests.correspondence.incoming_mail.conftest import Writer
from tests.correspondence.people import People

pytestmark = pytest.mark.both_databases

STARK, LANNISTER, BARATHEON = "ORDERS winterfell M+1\n", "ORDERS lannisport D+1\n", "ORDERS dragonstone D+1\n"
Table = tuple[Writer, Writer, Writer]


@pytest.fixture
def three(people: People, store: Store) -> Table:
    """Three people in one game."""
    game = people.game({"stark": "ada", "lannister": "bo", "baratheon": "cy"})
    return Writer(people, game), Writer(people, game, "bo"), Writer(people, game, "cy")


def keep_all(table: Table, *, ending: str = "") -> None:
    """Have a mail of each come in."""
    for writer, text in zip(table, (STARK, LANNISTER, BARATHEON), strict=True):
        writer.keep(writer.mail(text + ending))


def states(store: Store) -> list[tuple[str, str]]:
    """What became of the mails, in their order."""
    with store.read() as session:
        rows = session.scalars(select(IncomingMail).order_by(IncomingMail.id))
        return [(row.state, row.reason) for row in rows]


def counted(store: Store, what: str, work: Callable[[], object]) -> int:
    """How often the engine did something meanwhile: `commit`, or `before_cursor_execute` for statements."""
    found: list[object] = []

    def note(*told: Any) -> None:
        found.append(told)

    event.listen(store.engine, what, note)
    work()
    event.remove(store.engine, what, note)
    return len(found)


def test_sheets_of_one_game_are_one_commit_and_one_chain(three: Table, store: Store) -> None:
    keep_all(three, ending="READY\n")
    # One claims them, one finds no more.
    assert counted(store, "commit", three[0].read) == 3
    assert states(store) == [("done", "")] * 3
    with store.read() as session:
        chain = session.scalars(select(SheetReceipt).order_by(SheetReceipt.number)).all()
        assert [row.number for row in chain] == [1, 2, 3]
        assert [row.previous for row in chain] == [FIRST, chain[0].digest, chain[1].digest]
        assert list(faults_of_chain(three[0].game, map(published_receipt, chain))) == []
        assert len(session.scalars(select(Readiness)).all()) == 3
        assert session.scalars(select(Turn)).one().closing_at is not None
        answers = session.scalars(select(OutgoingMail).where(OutgoingMail.kind == "answer")).all()
        assert len(answers) == 3
    for writer in three:
        assert "version 1" in str(writer.answer())


def test_more_mails_ask_hardly_more_of_the_database(three: Table, store: Store) -> None:
    keep_all(three)
    three[0].read()
    three[0].keep(three[0].mail(STARK))
    one = counted(store, "before_cursor_execute", three[0].read)
    keep_all(three)
    # Each writes its version, its receipt and its answer, and looks at what its orders leave open.
    assert counted(store, "before_cursor_execute", three[0].read) <= one + 2 * 6


def test_who_waits_after_all_is_ready_no_more(three: Table, store: Store) -> None:
    keep_all(three, ending="READY\n")
    three[0].read()
    keep_all(three, ending="WAIT\n")
    three[0].read()
    with store.read() as session:
        assert session.scalars(select(Readiness)).all() == []
        assert session.scalars(select(Turn)).one().closing_at is None


def test_one_that_is_refused_hinders_no_other(three: Table, store: Store) -> None:
    """Neither one that says nothing that can be done, nor one that came before a later sheet."""
    ada, bo, cy = three
    ada.keep(ada.mail(STARK))
    ada.people.later(seconds=5)
    ada.people.submit(ada.game, document=b'{"orders": {"winterfell": "defense+1"}}')
    bo.keep(bo.mail("ORDERS nowhere D+1\n"))
    cy.keep(cy.mail(BARATHEON))
    assert ada.read() == 3
    assert states(store) == [("waiting", "older"), ("refused", "unknown-area"), ("done", "")]


def test_mails_of_a_seat_are_done_in_order_of_arrival(three: Table, store: Store) -> None:
    """The first goes alone for what else it says; the second waits for it, though it is plain."""
    ada = three[0]
    ada.keep(ada.mail("ORDERS winterfell D+1\nSTATUS\n"))
    ada.keep(ada.mail(STARK, to=ada.address(ANY_TURN)), ada.address(ANY_TURN))
    assert len(batches._claim(store, ada.people.now)) == 2
    ada.people.later(minutes=3)
    ada.read()
    assert states(store) == [("done", "")] * 2
    with store.read() as session:
        versions = session.scalars(select(SheetVersion).order_by(SheetVersion.number)).all()
        assert b"defense+1" in versions[0].document
        assert b"march+1" in versions[1].document


def test_sheet_arriving_between_reading_and_doing_is_kept(
    three: Table, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a mail leaves out stays as it was handed in last, by whatever way."""
    ada, bo, _ = three

    def submit_first(*what: Any) -> Any:
        found = understood(*what)
        monkeypatch.setattr(batches, "_parse_mails", understood)
        ada.people.submit(ada.game, document=b'{"orders": {"white-harbor": "defense+1"}}')
        return found

    understood = batches._parse_mails
    monkeypatch.setattr(batches, "_parse_mails", submit_first)
    ada.keep(ada.mail(STARK))
    bo.keep(bo.mail(LANNISTER))
    assert ada.read() == 2
    assert states(store) == [("done", "")] * 2
    with store.read() as session:
        last = session.scalars(select(SheetVersion).order_by(SheetVersion.number.desc()).limit(1)).one()
    assert last.number == 2
    assert b"white-harbor" in last.document


def test_a_fault_of_many_is_a_fault_of_each_alone(three: Table, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes wrong with several is undone; alone each is done."""
    keep_all(three)
    finish, seen = batches.finish, list[int]()

    def fails_last(session: Any, row: IncomingMail, *what: Any, **how: Any) -> None:
        finish(session, row, *what, **how)
        seen.append(row.id)
        if len(seen) == 3:
            raise RuntimeError("no")

    monkeypatch.setattr(batches, "finish", fails_last)
    assert three[0].read() == 3
    assert len(seen) == 3
    assert states(store) == [("done", "")] * 3
    with store.read() as session:
        assert len(session.scalars(select(SheetVersion)).all()) == 3
        assert [row.number for row in session.scalars(select(SheetReceipt).order_by(SheetReceipt.id))] == [1, 2, 3]


def test_two_mails_for_one_turn_never_wait_for_each_other(
    three: Table, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each carried out alone, for what it says besides; both have begun before one of them locks the turn. Where one
    writes at a time the second begins when the first has ended."""
    for writer, text in zip(three[:2], (STARK, LANNISTER), strict=True):
        writer.keep(writer.mail(f"{text}STATUS\n"))
    keys = [one.key for one in batches._claim(store, three[0].people.now)]
    carry_out, both = handling.carry_out_request, threading.Barrier(2 if store.engine.dialect.name != "sqlite" else 1)

    def begun(at: Writing, *what: Any) -> Any:
        at.session.flush()
        both.wait(30)
        return carry_out(at, *what)

    monkeypatch.setattr(handling, "carry_out_request", begun)
    with ThreadPoolExecutor(2) as readers:
        list(readers.map(lambda key: handling.handle(store, key, three[0].people.clock), keys))
    assert states(store) == [("done", "")] * 2
