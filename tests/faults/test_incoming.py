"""Mail that comes in: whoever takes and reads it dies at each step; the mail server brings it again, ten times."""

from __future__ import annotations

import dataclasses
import json
import os
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import func, select

from correspondence.incoming_mail import working_off
from correspondence.models.calls import OpenedCall
from correspondence.models.games import Game, Seat
from correspondence.models.incoming_mail import IncomingMail
from correspondence.models.outbox import OutgoingLetter
from correspondence.models.sheets import SheetVersion
from correspondence.reply_addresses import reply_address
from correspondence.store import Store
from tests.faults import plugin
from tests.faults.realm import Realm, embedded
from tests.faults.sizes import size
from tests.faults.tables import Table, lay
from worker.mail_in.receiving import Receiver

SERVER = "mx.rookery.example"
ORDERS = ("march+0", "defense+1")
TIMES = 10


def take_and_read(realm: Realm, store: Store, raw: bytes, to: str) -> None:
    """What the listener and the worker do with a mail."""
    Receiver(store, realm.now, lambda _: None).take(raw, [to])
    working_off.work_off(store, realm.now)


def one_that_dies(realm: Realm, raw: bytes, to: str, at: int) -> bool:
    """A process of its own that dies at a step; whether it came so far."""
    child = os.fork()
    if child == 0:
        try:
            plugin.Crash(at).install()
            take_and_read(realm, Store(realm.store.settings), raw, to)
            os._exit(0)
        finally:
            os._exit(1)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status in (0, plugin.STATUS), realm.log()
    return status == plugin.STATUS


def written(number: int, sender: str, to: str) -> bytes:
    """A mail that says something else than the one before it."""
    order = ORDERS[number % 2]
    said = f"Authentication-Results: {SERVER}; dmarc=pass header.from=rookery.example\r\nFrom: {sender}\r\nTo: {to}\r\n"
    return f"{said}Message-ID: <{number}@desk.example>\r\n\r\nORDERS winterfell {order}\r\n".encode()


def address_of(realm: Realm, table: Table) -> str:
    """Where the first player answers letters about the open call."""
    with realm.store.read() as session:
        game = session.scalars(select(Game).where(Game.public_id == table.game_id)).one()
        call = session.scalars(select(OpenedCall.public_id).where(OpenedCall.game_id == game.id)).one()
        house = Seat.house == table.players[0].house
        seat = session.scalars(select(Seat).where(Seat.game_id == game.id, house)).one()
        return reply_address(realm.store.settings, seat, call)


@pytest.mark.experiment("incoming-kills")
def test_f13_killed_between_store_parse_apply_and_receipt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is lost, done twice or otherwise than it was written."""
    monkeypatch.setattr(working_off, "CLAIM", timedelta(0))
    with embedded(tmp_path) as realm:
        taking = {"mail_in": "orders@rookery.example", "mail_in_checked_by": SERVER}
        realm.store.settings = dataclasses.replace(realm.store.settings, **taking)  # type: ignore[arg-type]
        (table,) = lay(realm.store, 1)
        to, sender = address_of(realm, table), table.players[0].email
        number, at, died = 0, 1, True
        while died:
            number += 1
            raw = written(number, sender, to)
            realm.store.close()
            died = one_that_dies(realm, raw, to, at)
            for _ in range(TIMES):
                take_and_read(realm, realm.store, raw, to)
            at += size("incoming-kills")
        with realm.store.read() as session:
            mails = session.scalars(select(IncomingMail.state)).all()
            sheets = session.scalars(select(SheetVersion.document).order_by(SheetVersion.id)).all()
            answers = select(func.count()).select_from(OutgoingLetter).where(OutgoingLetter.kind == "answer")
            count = session.scalar(answers)
    print(json.dumps({"experiment": "F13", "deaths": number - 1, "mails": len(mails), "sheets": len(sheets)}))
    assert number > 3
    assert mails == ["done"] * number
    assert [json.loads(one)["orders"]["winterfell"] for one in sheets] == [ORDERS[n % 2] for n in range(1, number + 1)]
    assert count == number
