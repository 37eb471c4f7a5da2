"""Mails with all that is done with them: kept, read, carried out, answered; by one process after the other, and by
several that read side by side. What each stage costs of the processor says more than the clock where a machine is
shared, and `calibration_ms` says by how much others lengthen that.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path

from sqlalchemy import func, select

from adjudicator import games
from correspondence import logs
from correspondence.addresses import ANY_TURN, reply_address
from correspondence.incoming_mail.batches import work_off
from correspondence.incoming_mail.queue import keep_mail
from correspondence.models.games import Seat
from correspondence.models.mail import IncomingMail, OutgoingMail
from correspondence.outbox.delivery import transport_for
from correspondence.outbox.sending import deliver_due
from correspondence.settings import Settings
from correspondence.store import Store
from narration.typed_sheets import sheet_text
from tests.bench import stages
from tests.bench.rush import analyze, database, fill, spent_by
from tests.bench.sink import Sink, mail_server
from worker import measurements
from worker.environment import COLLECTED_BY_WORKERS_AFTER, freeze_loaded

SERVER = "mx.rookery.example"
Mails = list[tuple[str, bytes]]


def measure(games: int, rounds: int, processes: int, *, sqlite: bool) -> dict[str, float]:
    """Figures of `rounds` mails for each seat of `games` games: processor time a mail by stage in milliseconds, that of
    the database in all, and how many a second are read by `processes` side by side."""
    logs.configure(level="error")
    freeze_loaded(COLLECTED_BY_WORKERS_AFTER)
    with contextlib.ExitStack() as stack:
        settings = _settings(stack, sqlite=sqlite)
        store = Store(settings)
        stack.callback(store.close)
        store.upgrade()
        fill(store, games)
        _send_all(store)
        analyze(store)
        first, rest = mails(store, 0), [mails(store, number) for number in range(1, rounds)]
        told = {"mails": float(len(first) * rounds), "bytes": float(len(first[0][1]))}
        steps = {"keep": lambda: _keep(store, first), "read": lambda: _read(store), "answer": lambda: _send_all(store)}
        for name, step in steps.items():
            own, database_ = _spent(store, step)
            told[f"{name}_ms"], told[f"{name}_database_ms"] = own / len(first), database_ / len(first)
        for some in rest:
            _keep(store, some)
        many = sum(map(len, rest))
        began = time.perf_counter()
        spent = side_by_side(settings, processes)
        told["side_by_side_a_second"] = many / (time.perf_counter() - began)
        told["side_by_side_ms"] = spent / many
        told["calibration_ms"] = stages.calibration()
        _all_done(store, len(first) * rounds)
        return {name: round(value, 2) for name, value in told.items()}


def mails(store: Store, number: int) -> Mails:
    """A mail for each seat of a person, with a sheet in notation, and its recipient; neighbours are of different games,
    as mails that come in are."""
    _, sheets = measurements.planning_turn()
    found = []
    with store.read() as session:
        for seat in session.scalars(select(Seat).order_by(Seat.house, Seat.id)).all():
            if seat.account is not None and seat.house is not None:
                typed = sheet_text(sheets[seat.house], games.edition(measurements.FIRST.edition), (), "en")
                to = reply_address(store.settings, seat, ANY_TURN)
                found.append((to, _mail(seat.account.email, to, f"{seat.public_id}.{number}", typed)))
    return found


def side_by_side(settings: Settings, processes: int) -> float:
    """Have all that waits read by so many processes; the processor time that they and the database took, in
    milliseconds."""
    context = multiprocessing.get_context("spawn")
    with context.Pool(processes) as pool:
        return sum(pool.map(_reader, [settings] * processes, chunksize=1))


def _reader(settings: Settings) -> float:
    logs.configure(level="error")
    freeze_loaded(COLLECTED_BY_WORKERS_AFTER)
    store = Store(settings)
    try:
        return sum(_spent(store, lambda: _read(store)))
    finally:
        store.close()


def _settings(stack: contextlib.ExitStack, *, sqlite: bool) -> Settings:
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="rookery-mails-")))
    return Settings(
        data_dir=folder,
        database_url=f"sqlite:///{folder / 'rookery.db'}" if sqlite else stack.enter_context(database()),
        smtp_url=stack.enter_context(mail_server(Sink())),
        secret_key="a key for the mails",
        sender="rookery@rookery.example",
        mail_in="orders@rookery.example",
        mail_in_checked_by=SERVER,
    )


def _mail(sender: str, to: str, name: str, typed: str) -> bytes:
    message = EmailMessage()
    message["Authentication-Results"] = f"{SERVER}; dmarc=pass header.from={sender.rpartition('@')[2]}"
    message["From"], message["To"], message["Subject"] = sender, to, "Re: Rush, round 3"
    message["Message-ID"] = f"<{name}@mail.example>"
    quoted = "\n".join(f"> {line}" for line in typed.split("\n"))
    message.set_content(f"{typed}READY\n\nOn Monday Rookery wrote:\n> -- reply above this line --\n{quoted}\n")
    return message.as_bytes()


def _now() -> datetime:
    return datetime.now(UTC)


def _keep(store: Store, some: Mails) -> None:
    for to, raw in some:
        with store.begin() as session:
            keep_mail(session, raw, to, _now())


def _read(store: Store) -> None:
    while work_off(store, _now)[1]:
        pass


def _send_all(store: Store) -> None:
    transport = transport_for(store.settings, store)
    while deliver_due(store, transport, _now, limit=40)[1]:
        pass
    transport.close()


def _all_done(store: Store, many: int) -> None:
    """Nothing is lost, nothing is answered twice; else the figures are worth nothing."""
    with store.read() as session:
        done = session.scalar(select(func.count()).select_from(IncomingMail).where(IncomingMail.state == "done"))
        answers = session.scalar(select(func.count()).select_from(OutgoingMail).where(OutgoingMail.kind == "answer"))
    if (done, answers) != (many, many):
        raise RuntimeError(f"of {many} mails {done} were done and {answers} answered")


def _spent(store: Store, what: Callable[[], None]) -> tuple[float, float]:
    """Processor time of this process, and of the database for it, in milliseconds."""
    began, before = time.process_time(), _of_database(store)
    what()
    return 1000 * (time.process_time() - began), 1000 * (_of_database(store) - before)


def _of_database(store: Store) -> float:
    """Seconds that the one connection of this process has cost the database."""
    if store.engine.dialect.name != "postgresql":
        return 0.0
    with store.read() as session:
        return spent_by(session.scalars(select(func.pg_backend_pid())).one())
