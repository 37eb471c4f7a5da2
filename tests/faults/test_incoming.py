"""F13: mail that comes in. Whoever takes and reads it dies at each step; the mail server brings it again, ten times.

On SQLite and on PostgreSQL; also with mails that come in the seconds around a deadline."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import update

from correspondence import closing
from correspondence.closing import adjudicate_due
from correspondence.incoming_mail import batches
from correspondence.models.turns import Turn
from correspondence.store import Store
from tests.faults.mails import Clock, Mail, dies, open_turn, settle, states, take, taking_mail, written
from tests.faults.realm import Realm
from tests.faults.report import judged, tell
from tests.faults.sizes import size
from tests.faults.tables import Table, lay

pytestmark = pytest.mark.both_databases

TIMES = 10
ORDERS = ("march+0", "defense+1")
SECOND = timedelta(seconds=1)
# When mails come, from the deadline; what is handed in at the very deadline is late, by mail as on the site.
COME = (-SECOND, timedelta(0), SECOND)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.services)])
def realm(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Realm]:
    """A service that takes mail; what somebody had who died is free at once."""
    for module in (batches, closing):
        monkeypatch.setattr(module, "CLAIM", timedelta(0))
    servers = None
    if request.param == "postgresql":
        servers = request.getfixturevalue("migrated_postgres_url"), request.getfixturevalue("redis_url")
    with taking_mail(tmp_path, servers) as made:
        yield made


@pytest.mark.experiment("incoming-kills")
def test_f13_killed_between_store_parse_apply_and_receipt(realm: Realm) -> None:
    """Nothing is lost, done twice or otherwise than it was written."""
    number, at, died, mails = 0, 1, True, list[Mail]()
    while died:
        number += 1
        (table,) = lay(realm.store, 1, number_from=number)
        mail = written(realm, table, table.players[0], open_turn(realm, table), number, ORDERS[number % 2])
        mails.append(mail)

        died = dies(realm, at, partial(take_and_read, mail=mail, now=realm.now))
        for _ in range(TIMES):
            take_and_read(realm.store, mail, realm.now)
        assert settle(realm, mails) == {mail.message_id: 1}
        at += size("incoming-kills")
    verdict = judged(realm)
    tell("F13 mails", verdict, database=realm.store.engine.dialect.name, deaths=number - 1, mails=number)
    assert number > 3
    assert states(realm, mails) == [("done", "")] * number
    assert verdict.figures["sheets_acked"] == verdict.figures["sheets_kept"] == number


@pytest.mark.experiment("incoming-batches")
def test_f13_killed_while_several_mails_are_read_together(realm: Realm) -> None:
    """All of them are done or none is, and in the end each once."""
    number, at, died, everything = 0, 1, True, list[Mail]()
    while died:
        number += 2
        tables = lay(realm.store, 2, humans=2, number_from=number)
        mails = [
            written(realm, table, one, open_turn(realm, table), number + place, ORDERS[number // 2 % 2])
            for place, table in enumerate(tables)
            for one in table.players
        ]
        everything += mails
        for mail in mails:
            take(realm.store, mail, realm.now())
        died = dies(realm, at, partial(batches.work_off, now_fn=realm.now))
        assert len(set(states(realm, mails))) == 1
        for _ in range(TIMES):
            for mail in mails:
                take_and_read(realm.store, mail, realm.now)
        assert settle(realm, everything) == {mail.message_id: 1 for mail in mails}
        at += size("incoming-batches")
    verdict = judged(realm)
    figures = {"deaths": number // 2 - 1, "mails": len(everything)}
    tell("F13 batches", verdict, database=realm.store.engine.dialect.name, **figures)
    assert number > 4
    assert states(realm, everything) == [("done", "")] * len(everything)
    assert verdict.figures["sheets_acked"] == verdict.figures["sheets_kept"] == len(everything)


def take_and_read(store: Store, mail: Mail, now: Clock) -> None:
    """What the listener and the worker do with a mail."""
    take(store, mail, now())
    batches.work_off(store, now)


@pytest.mark.experiment("incoming-deadlines")
def test_f13_mails_around_a_deadline(realm: Realm) -> None:
    """What came a second before it counts, though whoever was to read it died; what came then or later does not, and
    is told so."""
    number, at, died, everything = 0, 1, True, list[Mail]()
    while died:
        number += 1
        table, deadline = due_now(realm, number)
        turn = open_turn(realm, table)
        mails = [written(realm, table, one, turn, number, ORDERS[number % 2]) for one in table.players]
        for mail, after in zip(mails, COME, strict=True):
            take(realm.store, mail, deadline + after)
        everything += mails
        died = dies(realm, at, partial(work, now=realm.now))
        for _ in range(TIMES):
            for mail in mails:
                take(realm.store, mail, realm.now())
            work(realm.store, realm.now)
        assert settle(realm, everything) == {mail.message_id: 1 for mail in mails}
        assert states(realm, mails) == [("done", ""), ("refused", "turn-closed"), ("refused", "turn-closed")]
        at += size("incoming-deadlines")
    verdict = judged(realm)
    figures = {"deaths": number - 1, "mails": len(everything)}
    tell("F13 deadline", verdict, database=realm.store.engine.dialect.name, **figures)
    assert number > 3
    assert verdict.figures["adjudicated"] == verdict.figures["sheets_acked"] == number


def due_now(realm: Realm, number: int) -> tuple[Table, datetime]:
    """A game of three people whose first turn was due two seconds ago; and when exactly."""
    (table,) = lay(realm.store, 1, humans=3, number_from=number)
    deadline, turn = realm.now() - 2 * SECOND, open_turn(realm, table)
    times = {"opened_at": deadline - timedelta(days=1), "due_at": deadline, "closes_at": deadline}
    with realm.store.begin() as session:
        session.execute(update(Turn).where(Turn.public_id == turn).values(times))
    return table, deadline


def work(store: Store, now: Clock) -> None:
    """What a worker does when it wakes up too late: the turns that are due, then mails, then turns again."""
    adjudicate_due(store, "a worker", now, 20)
    batches.work_off(store, now)
    adjudicate_due(store, "a worker", now, 20)
