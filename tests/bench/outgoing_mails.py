"""`python -m tests.bench.outgoing_mails`: what an email costs to compose, by kind, and how many leave in a second.

Composing is measured in milliseconds of CPU. Sending goes through a database of its own (PostgreSQL), real processes
and real SMTP conversations with a sink on this machine. Nothing here is a test: a busy machine proves nothing.
"""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import click
import msgspec
from sqlalchemy import func, insert, select

from adjudicator import documents, games
from adjudicator.thrones.state.board import Board
from correspondence.mail import Picture, Recipient, Site, decode_payload, encode_payload, write
from correspondence.mail.payload import (
    ClosedTurn,
    DigestPayload,
    GameFacts,
    GameOverPayload,
    Links,
    NoticePayload,
    OpenTurn,
    Payload,
    ResultsPayload,
    SignInPayload,
    Thread,
    mail_records,
)
from correspondence.models.mail import OutgoingMail
from correspondence.outbox.sending import deliver_due, row
from correspondence.outbox.smtp import SmtpTransport
from correspondence.settings import Settings
from correspondence.store import Store
from narration.memo import forget
from tests.bench.rush import database
from tests.bench.sink import Sink, mail_server
from worker import measurements

NOW = datetime(2026, 11, 22, 18, 10, tzinfo=UTC)
SITE = Site(base_url="https://rookery.example", sender="rookery@rookery.example", host="rookery.example")
LINKS = Links(
    game="https://rookery.example/games/k7f3q2",
    sheet="https://rookery.example/turns/c9",
    results="https://rookery.example/games/k7f3q2/turns/4",
    unsubscribe="https://rookery.example/unsubscribe/" + "0123456789abcdef" * 4,
    settings="https://rookery.example/account",
)
# A picture of about the size that a map has; its bytes do not matter here.
PICTURE = Picture(png=b"\x89PNG" + bytes(range(256)) * 460, width=596, height=1150)
PATIENCE_SECONDS = 600.0


def table(number: int) -> list[Payload]:
    """The emails with the results of a round with five battles, for the five readers of a table."""
    stored, sheets = measurements.planning_turn()
    position = documents.decode(stored)
    opening = games.of(position).resume(position).showing.board
    before = msgspec.json.decode(msgspec.json.encode(opening), type=Board)
    outcome = measurements.resolve(stored, sheets)
    board = outcome.showing.board
    window = games.of(outcome.showing).window(outcome.showing, outcome.waiting[0], "bulk")
    mails: list[Payload] = []
    for house in board.houses:
        seen = [record for record in (games.record_for_seat(r, house) for r in outcome.records) if record is not None]
        closed = ClosedTurn(number=4, round=4, window="r4-planning", sheet=1, records=mail_records(seen), before=before)
        asked = games.of(outcome.showing).view(outcome.showing, house, outcome.waiting).waiting
        opened = OpenTurn(
            id="c9",
            number=5,
            round=board.round,
            window=window,
            due_at=NOW + timedelta(days=2),
            questions=tuple(asked),  # type: ignore[arg-type]
        )
        mails.append(
            ResultsPayload(
                game=_game(number),
                seat=house,
                closed=closed,
                opened=opened,
                board=board,
                standings=games.of(board).standings(board, games.edition(measurements.FIRST.edition)),
                links=LINKS,
                thread=_thread(f"t{number}.4.{house}.results"),
                written_at=NOW,
            )
        )
    return mails


def _game(number: int) -> GameFacts:
    return GameFacts(
        id=f"g{number}", title=f"Table {number}", edition=measurements.FIRST.edition, players=measurements.FIRST.players
    )


def _thread(name: str) -> Thread:
    return Thread(message_id=f"{name}@{SITE.host}", first=f"first.{name}@{SITE.host}")


def _notice(what: str, stream: str) -> NoticePayload:
    return NoticePayload(
        what=what,
        stream=stream,
        values={"house": "stark", "text": "My lord, " + "the ravens are late and the roads are bad. " * 12},
        moments={"due": NOW + timedelta(hours=12)},
        game=_game(1),
        seat="stark",
        link=LINKS.sheet,
        links=LINKS,
        thread=_thread(what),
        written_at=NOW,
    )


def kinds() -> dict[str, list[Payload]]:
    """Emails to compose, by kind; those of a table are composed one after the other."""
    told = table(1)
    one = told[0]
    assert isinstance(one, ResultsPayload)
    assert one.closed is not None
    first = msgspec.structs.replace(one, closed=None)
    over = GameOverPayload(
        game=one.game,
        seat=one.seat,
        closed=one.closed,
        board=one.board,
        standings=one.standings,
        seed="seed",
        links=LINKS,
        thread=_thread("over"),
        written_at=NOW,
    )
    messages, reminder = _notice("press-public", "press"), _notice("reminder", "reminders")
    link = SignInPayload(link=LINKS.game, expires_at=NOW + timedelta(hours=1), thread=_thread("in"), written_at=NOW)
    digest = DigestPayload(notices=(messages, reminder) * 5, links=LINKS, thread=_thread("digest"), written_at=NOW)
    return {
        "results_of_a_table": told,
        "results_alone": [one],
        "first": [first],
        "game_over": [over],
        "press": [messages],
        "reminder": [reminder],
        "digest_of_ten": [digest],
        "sign_in": [link],
    }


def composing(repeat: int, language: str) -> dict[str, float]:
    """Milliseconds of CPU for an email, by kind, from its stored bytes to those that leave."""
    found = {}
    for kind, mails in kinds().items():
        stored = [encode_payload(mail) for mail in mails]

        def compose(stored: list[bytes] = stored) -> None:
            # Every table is told for the first time.
            forget()
            for n, document in enumerate(stored):
                reader = Recipient(address=f"reader{n}@rookery.example", name="Ada", language=language, zone="UTC")
                write(decode_payload(document), recipient=reader, site=SITE, picture=PICTURE)

        found[kind] = _milliseconds(compose, repeat) / len(mails)
    return found


def _milliseconds(work: Callable[[], None], repeat: int) -> float:
    """The least of several rounds: what else the machine does is no cost of ours."""
    work()
    rounds = []
    for _ in range(5):
        begun = time.process_time()
        for _ in range(repeat):
            work()
        rounds.append((time.process_time() - begun) / repeat * 1000)
    return round(min(rounds), 3)


def _fill(store: Store, count: int) -> None:
    """So many emails with results, of tables of five."""
    now = datetime.now(UTC)
    told = table(0)
    for begin in range(0, count, 500):
        rows = []
        for n in range(begin, min(begin + 500, count)):
            payload = told[n % len(told)]
            assert isinstance(payload, ResultsPayload)
            name = f"t{n // len(told)}.{n}"
            mail = msgspec.structs.replace(payload, game=_game(n // len(told)), thread=_thread(name))
            address = f"reader{n}@rookery.example"
            rows.append(row(name, mail, address, now, name="Ada", language="en", zone="Europe/Rome", account_id=None))
        with store.begin() as session:
            session.execute(insert(OutgoingMail), rows)


def _sender(settings: Settings, go: multiprocessing.synchronize.Event, spent: multiprocessing.Queue[float]) -> None:
    store = Store(settings)
    transport = SmtpTransport(settings.smtp_url or "", settings.sender)
    go.wait()
    begun = time.process_time()
    # The last emails may be in another sender's hands; what is due is what nobody holds.
    while deliver_due(store, transport, lambda: datetime.now(UTC))[1]:
        pass
    spent.put(time.process_time() - begun)
    transport.close()
    store.close()


def sending(count: int, processes: int) -> dict[str, float | int]:
    """Emails a second from the outbox to a sink, by so many processes; composed on the way, with their map."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="rookery-letters-")))
        sink, url = stack.enter_context(_sink())
        settings = Settings(
            data_dir=folder,
            database_url=stack.enter_context(database()),
            smtp_url=url,
            secret_key="a key for letters",
            sender=SITE.sender,
        )
        store = Store(settings)
        stack.callback(store.close)
        store.upgrade()
        _fill(store, count)
        store.engine.dispose()
        context = multiprocessing.get_context("spawn")
        go, spent = context.Event(), context.Queue()
        senders = [context.Process(target=_sender, args=(settings, go, spent)) for _ in range(processes)]
        for sender in senders:
            sender.start()
        time.sleep(3)
        begun = time.time()
        go.set()
        cpu = sum(spent.get(timeout=PATIENCE_SECONDS) for _ in senders)
        took = time.time() - begun
        for sender in senders:
            sender.join()
        with store.read() as session:
            left = session.scalar(select(func.count()).where(OutgoingMail.sent_at.is_(None))) or 0
        return {
            "letters": len(sink.taken),
            "left": left,
            "twice": sink.twice,
            "bytes_each": round(sink.octets / max(1, len(sink.taken))),
            "mails_per_second": round(len(sink.taken) / took, 1),
            "cpu_ms_each": round(cpu / max(1, len(sink.taken)) * 1000, 2),
        }


@contextlib.contextmanager
def _sink() -> Iterator[tuple[Sink, str]]:
    sink = Sink()
    with mail_server(sink) as url:
        yield sink, url


@click.command()
@click.option("--letters", default=2000, show_default=True, type=click.IntRange(10, 100_000))
@click.option("--repeat", default=10, show_default=True, type=click.IntRange(1, 1000))
def main(mails: int, repeat: int) -> None:
    """Measure; one object of JSON."""
    os.environ.setdefault("LOG_LEVEL", "warning")
    told = {
        "composing_ms": {language: composing(repeat, language) for language in ("en", "it")},
        "sending": {f"{n}_processes": sending(mails, n) for n in (1, 2)},
    }
    click.echo(json.dumps(told, indent=1))


if __name__ == "__main__":
    main()
