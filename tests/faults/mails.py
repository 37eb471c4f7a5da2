"""Sheets that players send by mail: how they come in, what is told about them, and whether all is done with them."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy import select

from correspondence.addresses import reply_address
from correspondence.closing import adjudicate_due
from correspondence.incoming_mail.batches import unread_mail_count, work_off
from correspondence.mail.payload import AnswerPayload, decode_payload
from correspondence.models.games import Seat
from correspondence.models.mail import IncomingMail, OutgoingMail
from correspondence.models.turns import Turn
from correspondence.outbox.delivery import transport_for
from correspondence.store import Store
from tests.correspondence.postoffice import deliver_batch
from tests.faults import plugin
from tests.faults.realm import Realm, embedded, on_servers
from tests.faults.tables import Player, Table, game_of
from worker.mail_in import Receiver

SERVER = "mx.rookery.example"
HOME = {"stark": "winterfell", "lannister": "lannisport", "baratheon": "dragonstone"}
Clock = Callable[[], datetime]


@dataclass(frozen=True)
class Mail:
    """A mail with one order, and what is known of it: its number in the history of the players."""

    raw: bytes
    to: str
    message_id: str
    request: int
    house: str
    turn: str


@contextlib.contextmanager
def taking_mail(folder: Path, servers: tuple[str, str] | None) -> Iterator[Realm]:
    """A service that takes mail, on PostgreSQL and Redis at these addresses or on SQLite; nothing runs yet."""
    with embedded(folder) if servers is None else on_servers(folder, *servers) as realm:
        settings = realm.store.settings
        taking = dataclasses.replace(settings, mail_in="orders@rookery.example", mail_in_checked_by=SERVER)
        realm.store.settings = taking
        yield realm


def open_turn(realm: Realm, table: Table) -> str:
    """The id of the turn that is open in a game."""
    with realm.store.read() as session:
        open_ones = select(Turn.public_id).where(Turn.game_id == game_of(session, table).id)
        return session.scalars(open_ones.where(Turn.status == "open")).one()


def written(realm: Realm, table: Table, player: Player, turn: str, number: int, order: str) -> Mail:
    """A player writes a mail with an order for an area of theirs, and notes that it is sent."""
    with realm.store.read() as session:
        at = Seat.game_id == game_of(session, table).id, Seat.house == player.house
        to = reply_address(realm.store.settings, session.scalars(select(Seat).where(*at)).one(), turn)
    area, message_id = HOME[player.house], f"{number}.{player.house}@desk.example"
    said = f"Authentication-Results: {SERVER}; dmarc=pass header.from=rookery.example\r\n"
    said += f"From: {player.email}\r\nTo: {to}\r\nMessage-ID: <{message_id}>\r\n"
    document = json.dumps({"orders": {area: order}})
    request = realm.history.sent("sheet", turn=turn, house=player.house, document=document)
    raw = f"{said}\r\nORDERS {area} {order}\r\n".encode()
    return Mail(raw, to, message_id, request, player.house, turn)


def take(store: Store, mail: Mail, came: datetime) -> None:
    """What the listener does with a mail that comes at this moment."""
    Receiver(store, lambda: came, lambda _: None).take(mail.raw, [mail.to])


def dies(realm: Realm, at: int, work: Callable[[Store], None]) -> bool:
    """Do some work in a process of its own that dies at a step; whether it came so far."""
    realm.store.close()
    child = os.fork()
    if child == 0:
        try:
            plugin.Crash(at).install()
            work(Store(realm.store.settings))
            os._exit(0)
        finally:
            os._exit(1)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status in (0, plugin.STATUS), realm.log()
    return status == plugin.STATUS


def settle(realm: Realm, mails: list[Mail]) -> Counter[str]:
    """Let a living worker finish: mails read, turns adjudicated, answers noted by the players, emails sent. How many
    answers there are, by the mail's Message-ID."""

    def quiet() -> bool:
        work_off(realm.store, realm.now)
        adjudicate_due(realm.store, "a worker that lives", realm.now, 20)
        with realm.store.read() as session:
            due = select(Turn.id).where(Turn.status == "open", Turn.closes_at <= realm.now())
            return not unread_mail_count(session) and session.scalar(due.limit(1)) is None

    realm.until(quiet, "all mails are read, and no call is due", 30)
    answers = _noted(realm, mails)
    _send(realm)
    return answers


def _noted(realm: Realm, mails: list[Mail]) -> Counter[str]:
    """The players read the answers to these mails, and write down what they are told."""
    known = {mail.message_id: mail for mail in mails}
    answers: Counter[str] = Counter()
    with realm.store.read() as session:
        letters = session.scalars(select(OutgoingMail).where(OutgoingMail.kind == "answer")).all()
        for letter in (one for one in letters if one.payload):
            told = decode_payload(letter.payload)
            assert isinstance(told, AnswerPayload)
            mail = known[told.thread.previous[0]]
            answers[mail.message_id] += 1
            if told.what != "received":
                realm.history.told(mail.request, "refused", reason=told.reasons[0].code)
                continue
            (receipt,) = told.receipts
            what = {"number": receipt.number, "digest": receipt.digest, "kept": receipt.document}
            realm.history.told(mail.request, "acked", **what)
    return answers


def _send(realm: Realm) -> None:
    transport = transport_for(realm.store.settings, realm.store)

    def sent() -> bool:
        deliver_batch(realm.store, transport, realm.now)
        with realm.store.read() as session:
            return session.scalar(select(OutgoingMail.id).where(OutgoingMail.sent_at.is_(None)).limit(1)) is None

    realm.until(sent, "all letters are sent", 30)
    transport.close()


def states(realm: Realm, mails: list[Mail]) -> list[tuple[str, str]]:
    """What became of each of these mails, and why."""
    with realm.store.read() as session:
        rows = session.execute(select(IncomingMail.message_id, IncomingMail.state, IncomingMail.reason)).all()
    found = {name: (state, reason) for name, state, reason in rows}
    assert len(found) == len(rows), "each mail is kept once"
    return [found[mail.message_id] for mail in mails]
