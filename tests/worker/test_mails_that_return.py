"""An email goes out to a mail server, and comes back through the listener: sockets, envelopes and database are real."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from smtplib import LMTP, SMTP

import pytest
from sqlalchemy import select

from correspondence.incoming_mail.batches import work_off
from correspondence.models.mail import IncomingMail
from correspondence.outbox.delivery import transport_for
from correspondence.outbox.returns import score
from correspondence.sign_in.use_cases import request_link
from correspondence.store import Store
from tests.correspondence.conftest import settings_for
from tests.correspondence.incoming_mail.delivery_reports import Report, gmail, postfix
from tests.correspondence.people import People
from tests.correspondence.postoffice import deliver_batch, post_office
from tests.migrated import empty_tables
from worker.mail_in import Handler, Receiver, make_protocol

ADA = "ada@rookery.example"


@pytest.fixture
def people(tmp_path: Path) -> Iterator[People]:
    """A service that takes mail, with a database in a file."""
    path = tmp_path / "rookery.db"
    path.write_bytes(empty_tables())
    store = Store(replace(settings_for(f"sqlite:///{path}", tmp_path), mail_in="orders@rookery.example"))
    yield People(store)
    store.close()


@contextmanager
def listening(receiver: Receiver, lmtp: bool) -> Iterator[int]:
    """The listener, in a thread; its port."""
    loop = asyncio.new_event_loop()
    made = loop.create_server(lambda: make_protocol(Handler(receiver), lmtp), "127.0.0.1", 0)
    server = loop.run_until_complete(made)
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        server.close()
        loop.close()


@pytest.mark.parametrize("lmtp", [True, False], ids=["lmtp", "smtp"])
def test_there_and_back(people: People, lmtp: bool) -> None:
    """The sender of the envelope is where the report goes, ten times; a forged one beside it does nothing."""
    store, woken = people.store, list[str]()
    with store.begin() as session:
        request_link(session, ADA, people.now)
    with post_office() as office:
        transport = transport_for(replace(store.settings, smtp_url=office.url), store)
        assert deliver_batch(store, transport, people.clock) == 1
        transport.close()
    (sender,) = [line[len("MAIL FROM:<") :].partition(">")[0] for line in office.lines if line.startswith("MAIL")]
    receiver = Receiver(store, people.clock, woken.append)
    with listening(receiver, lmtp) as port, (LMTP if lmtp else SMTP)("127.0.0.1", port) as server:
        for _ in range(10):
            server.sendmail("", [sender], postfix(Report(sender, ADA, office.ids()[0])))
        server.sendmail("", ["orders@rookery.example"], gmail(Report(sender, ADA, office.ids()[0], 2)))
    assert woken == ["incoming"] * 2, "what is known already rings for nobody"
    assert work_off(store, people.clock) == (2, False)
    with store.read() as session:
        rows = session.execute(select(IncomingMail.state, IncomingMail.reason).order_by(IncomingMail.id)).all()
        assert [tuple(row) for row in rows] == [("passed-over", "bounce-counted"), ("passed-over", "bounce")]
        assert score(session, ADA, people.now) == 1.0
