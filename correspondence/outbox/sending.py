"""Write emails into the outbox, and send them in batches; failing routes rest.

A domain or mail server that refuses one email after the other gets none for a while. Emails of that route wait without
a counted attempt; all others go on at full speed. Waits grow, but stay short enough that waiting emails leave soon
after the route recovers.

Delivery is at least once, with the same Message-ID: an email is claimed first and marked when sent, so a dead worker's
unmarked emails go out again when their claim expires. Several workers may send.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import structlog
from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from correspondence.deliveries import due
from correspondence.input_validation import NotFound
from correspondence.mail.payload import Payload, encode_payload
from correspondence.models import Account, LocalMail, MailRoute, OutgoingMail
from correspondence.outbox.delivery import Dropped, Failed, Refusing, Transport, Unreachable, prepare
from correspondence.outbox.returns import stopped_among
from correspondence.rows import insert_once
from correspondence.store import Store
from narration.words import N_

SERVER, PACE = "*", "#"
ROUTE_FIRST_WAIT, ROUTE_MAX_WAIT = timedelta(seconds=30), timedelta(minutes=5)
# A single mailbox that is full says nothing of its domain.
REFUSALS_OF_A_DOMAIN = 5
MAX_REASON_LENGTH = 500
FARTHEST_SLOT = timedelta(seconds=2)
_chance = random.SystemRandom()


def domain_of(address: str) -> str:
    """Return the lower-case domain of an address, which names its mail route."""
    return address.rpartition("@")[2].lower()


def troubled_routes(session: Session, names: Iterable[str]) -> dict[str, datetime | None]:
    """Return which of these routes failed recently, and until when each rests.
    The time is None for one that does not rest."""
    query = select(MailRoute.name, MailRoute.until).where(MailRoute.name.in_(list(names)))
    return {row.name: row.until for row in session.execute(query)}


def record_failure(session: Session, name: str, reason: str, now: datetime) -> datetime | None:
    """Record a failure of a route; return until when it rests now, or None.
    A domain rests after REFUSALS_OF_A_DOMAIN failures, the server after each."""
    route = _lock_route(session, name)
    if route.until is not None and route.until > now:
        # Another process has met the same wall meanwhile.
        return route.until
    route.failures += 1
    route.failed_at, route.reason = now, reason[:MAX_REASON_LENGTH]
    times, left = divmod(route.failures, 1 if name == SERVER else REFUSALS_OF_A_DOMAIN)
    if left:
        return None
    route.until = now + shorten_at_random(min(ROUTE_FIRST_WAIT * 2 ** min(times - 1, 20), ROUTE_MAX_WAIT))
    return route.until


def shorten_at_random(wait: timedelta) -> timedelta:
    """Return a wait shortened at random by up to a fifth, to spread retries."""
    return wait * (0.8 + 0.2 * _chance.random())


def open_again(session: Session, names: Iterable[str]) -> None:
    """Routes by which an email was taken are open."""
    session.execute(delete(MailRoute).where(MailRoute.name.in_(list(names))))


def slots(session: Session, email_count: int, a_second: float, now: datetime) -> tuple[int, datetime]:
    """Return how many emails may start, and when, under a limit of emails a second.

    All processes share the limit; none takes more than two seconds of it at once.
    """
    route = _lock_route(session, PACE)
    begin = max(now, route.paced_until or now)
    if begin - now > FARTHEST_SLOT:
        return 0, begin
    count = max(1, min(email_count, round(a_second * FARTHEST_SLOT.total_seconds())))
    route.paced_until = begin + timedelta(seconds=count / a_second)
    return count, begin


def _lock_route(session: Session, name: str) -> MailRoute:
    insert_once(session, MailRoute, name=name)
    return session.scalars(select(MailRoute).where(MailRoute.name == name).with_for_update()).one()


log = structlog.get_logger(__name__)

CLAIM = timedelta(minutes=5)
# An email that is refused again and again is given up after both.
MAX_ATTEMPTS, MAX_TRYING_LENGTH = 12, timedelta(days=3)
FIRST_WAIT, SHORT_WAIT, MAX_WAIT = timedelta(seconds=30), timedelta(minutes=8), timedelta(hours=6)
MAX_ERROR_LENGTH = 2000
# So many emails at most leave twice, under the same id, if the worker dies before it has marked them.
MARKED_TOGETHER = 10
# A connection that breaks twice in a row is no longer the fault of the email.
MAX_BREAKS = 2
# No batch begins another email after this; with a server that answers late it ends well within a task's time.
BATCH_SECONDS = 15.0

Clock = Callable[[], datetime]
_PLAIN: dict[str, Any] = {"execution_options": {"synchronize_session": False}}


def deliver_due(
    store: Store,
    transport: Transport,
    now_fn: Clock,
    *,
    limit: int = 20,
    seconds: float = BATCH_SECONDS,
    wait: Callable[[float], None] = time.sleep,
) -> tuple[int, bool]:
    """Send batches until nothing is due or time is up; return the count, and if more."""
    begun, sent = now_fn(), 0
    while True:
        batch = _Batch(store, transport, now_fn, wait)
        sent += batch.run(limit)
        if not batch.claimed:
            return sent, False
        if (now_fn() - begun).total_seconds() >= seconds:
            return sent, True


class _Batch:
    """Emails that were claimed together."""

    def __init__(self, store: Store, transport: Transport, now_fn: Clock, wait: Callable[[float], None]) -> None:
        self.store, self.transport, self.now_fn, self.wait = store, transport, now_fn, wait
        self.a_second = store.settings.mails_per_second
        self.begun = now_fn()
        # Who holds a claim is known by the moment at which it runs out.
        self.claim_ends = self.begun + CLAIM
        self.first_slot = self.begun
        self.troubled: dict[str, datetime | None] = {}
        self.stopped: frozenset[str] = frozenset()
        self.claimed = self.left = self.breaks = self.tried = 0
        self.unmarked: list[OutgoingMail] = []
        self.waiting: dict[datetime, list[OutgoingMail]] = {}
        self.connected = False

    def run(self, limit: int) -> int:
        """Claim and send; how many left."""
        mails = self._claim(limit)
        self.claimed = len(mails)
        try:
            for place, mail in enumerate(mails):
                if self._out_of_time():
                    with self.store.begin() as session:
                        self._change(session, mails[place:], attempts=OutgoingMail.attempts - 1)
                    break
                if self._domain_waits(mail):
                    continue
                try:
                    self._deliver(mail)
                except Unreachable as reason:
                    self._outage(mails[place:], str(reason))
                    break
        finally:
            self._mark()
            self._postpone()
        return self.left

    def _claim(self, limit: int) -> list[OutgoingMail]:
        """Emails that nobody else is sending; each try is counted before it is made."""
        with self.store.begin() as session:
            emails = list(session.scalars(due(OutgoingMail, self.begun, limit)))
            if not emails:
                return []
            self.troubled = troubled_routes(session, {SERVER, *(domain_of(mail.address) for mail in emails)})
            self.stopped = frozenset(stopped_among(session, {mail.address for mail in emails}))
            if (self.troubled.get(SERVER) or self.begun) > self.begun:
                return []
            if self.a_second:
                count, self.first_slot = slots(session, len(emails), self.a_second, self.begun)
                emails = emails[:count]
                if not emails:
                    return []
            claim = update(OutgoingMail).where(OutgoingMail.id.in_([mail.id for mail in emails]))
            session.execute(claim.values(claimed_until=self.claim_ends, attempts=OutgoingMail.attempts + 1), **_PLAIN)
        return emails

    def _out_of_time(self) -> bool:
        """A worker that was frozen leaves the rest to whoever holds it now."""
        now = self.now_fn()
        return (now - self.begun).total_seconds() >= BATCH_SECONDS and self.tried > 0 or now >= self.claim_ends

    def _domain_waits(self, mail: OutgoingMail) -> bool:
        """Whether the email's domain is set aside; then it waits with it."""
        until = self.troubled.get(domain_of(mail.address))
        if until is None or until <= self.now_fn():
            return False
        self.waiting.setdefault(until, []).append(mail)
        return True

    def _postpone(self) -> None:
        """Postpone emails of resting domains, without counting an attempt."""
        for until, mails in self.waiting.items():
            with self.store.begin() as session:
                self._change(session, mails, next_attempt_at=until, attempts=OutgoingMail.attempts - 1)

    def _deliver(self, mail: OutgoingMail) -> None:
        """Make an email and hand it over; Unreachable if nobody takes emails at all."""
        ready = prepare(self.store.settings, mail, self.now_fn(), stopped=mail.address in self.stopped)
        if isinstance(ready, Dropped):
            self._drop(mail, ready.reason)
            return
        if isinstance(ready, Failed):
            self._handle_refusal(mail, ready.reason, for_good=ready.for_good)
            return
        if not self.connected:
            self.transport.open(self.now_fn())
            self.connected = True
        self._pace()
        self.tried += 1
        try:
            self.transport.send(mail.address, mail.message_id, ready.subject, ready.raw, ready.sender)
        except Refusing as reason:
            self.breaks = 0
            self._handle_refusal(mail, str(reason), for_good=reason.for_good, domain=domain_of(mail.address))
        except Unreachable as reason:
            # It may have been taken: if it leaves again, then under the same id.
            self.connected, self.breaks = False, self.breaks + 1
            if self.breaks >= MAX_BREAKS:
                raise
            self._handle_refusal(mail, str(reason), for_good=False)
        else:
            self.breaks = 0
            self.unmarked.append(mail)
            if len(self.unmarked) >= MARKED_TOGETHER:
                self._mark()

    def _pace(self) -> None:
        if self.a_second:
            slot = self.first_slot + timedelta(seconds=self.tried / self.a_second)
            self.wait(max(0.0, (slot - self.now_fn()).total_seconds()))

    def _mark(self) -> None:
        """Mark sent emails and empty them: links are secret, the archive has the rest."""
        if not self.unmarked:
            return
        ids = [mail.id for mail in self.unmarked]
        with self.store.begin() as session:
            sent = {"sent_at": self.now_fn(), "next_attempt_at": None, "claimed_until": None}
            marked = update(OutgoingMail).where(OutgoingMail.id.in_(ids))
            session.execute(marked.values(payload=b"", last_error="", **sent), **_PLAIN)
            taken = {SERVER, *(domain_of(mail.address) for mail in self.unmarked)} & self.troubled.keys()
            if taken:
                open_again(session, taken)
        for name in taken:
            del self.troubled[name]
        self.left += len(ids)
        self.unmarked = []

    def _handle_refusal(self, mail: OutgoingMail, reason: str, *, for_good: bool, domain: str = "") -> None:
        """Give up a refused or unmakeable email, or retry it with growing waits."""
        now, attempts = self.now_fn(), mail.attempts + 1
        age = now - mail.written_at
        if for_good or (attempts >= MAX_ATTEMPTS and age >= MAX_TRYING_LENGTH):
            with self.store.begin() as session:
                self._change(session, [mail], reason, failed_at=now, next_attempt_at=None)
            log.error("an email cannot be delivered", mail=mail.key, reason=reason[:200])
            return
        waits = min(FIRST_WAIT * 2 ** min(attempts - 1, 20), max(SHORT_WAIT, age / 8), MAX_WAIT)
        with self.store.begin() as session:
            self._change(session, [mail], reason, next_attempt_at=now + shorten_at_random(waits))
            if domain:
                self.troubled[domain] = record_failure(session, domain, reason, now)

    def _drop(self, mail: OutgoingMail, reason: str) -> None:
        gone = {"dropped_at": self.now_fn(), "next_attempt_at": None, "payload": b""}
        with self.store.begin() as session:
            self._change(session, [mail], reason, attempts=OutgoingMail.attempts - 1, **gone)
        log.info("an email is of no use any more", mail=mail.key, reason=reason)

    def _outage(self, mails: Sequence[OutgoingMail], reason: str) -> None:
        """Handle an outage: no attempt is counted; all are due once a try is due again."""
        with self.store.begin() as session:
            until = record_failure(session, SERVER, reason, self.now_fn())
            self._change(session, mails, reason, attempts=OutgoingMail.attempts - 1)
        log.warning("emails wait, nobody takes them", reason=reason, until=until)

    def _change(
        self, session: Session, mails: Iterable[OutgoingMail], reason: str | None = None, **values: Any
    ) -> None:
        """Change emails and let them go, unless somebody else has claimed them meanwhile."""
        if reason is not None:
            values["last_error"] = reason[:MAX_ERROR_LENGTH]
        mine = update(OutgoingMail).where(
            OutgoingMail.id.in_([mail.id for mail in mails]),
            OutgoingMail.claimed_until == self.claim_ends,
            OutgoingMail.sent_at.is_(None),
        )
        session.execute(mine.values(claimed_until=None, **values), **_PLAIN)


def enqueue_mail(session: Session, key: str, payload: Payload, address: str, now: datetime, **reader: Any) -> None:
    """Write an email into the outbox; a second with its key is a database error.

    `key` names its effect; `reader` is the rest of what `row` takes.
    """
    session.add(OutgoingMail(**row(key, payload, address, now, **reader)))


def row(
    key: str,
    payload: Payload,
    address: str,
    now: datetime,
    *,
    name: str = "",
    language: str = "en",
    zone: str = "UTC",
    account_id: int | None = None,
    leaves_at: datetime | None = None,
) -> dict[str, Any]:
    """The columns of an email that leaves at `leaves_at`, or now."""
    return {
        "key": key,
        "kind": str(payload.__struct_config__.tag),
        "account_id": account_id,
        "address": address,
        "name": name,
        "language": language,
        "zone": zone,
        "message_id": payload.thread.message_id,
        "payload": encode_payload(payload),
        "written_at": now,
        "next_attempt_at": leaves_at or now,
    }


def account_mail_row(
    account: Account, key: str, payload: Payload, now: datetime, leaves_at: datetime | None = None
) -> dict[str, Any]:
    """Return the columns of an email to an account's address.
    It leaves at `leaves_at`, or now."""
    reader: dict[str, Any] = {
        "name": account.name,
        "language": account.language,
        "zone": account.zone,
        "account_id": account.id,
    }
    return row(key, payload, account.email, now, leaves_at=leaves_at, **reader)


@dataclass(frozen=True)
class MailLine:
    """An email in the list."""

    id: str
    address: str
    subject: str
    received_at: datetime


def mailbox(session: Session, limit: int = 50, address: str | None = None) -> list[MailLine]:
    """The emails in the local mailbox, newest first; of one address if named."""
    columns = (LocalMail.public_id, LocalMail.address, LocalMail.subject, LocalMail.received_at)
    query = select(*columns).order_by(LocalMail.id.desc()).limit(limit)
    if address is not None:
        query = query.where(LocalMail.address == address)
    return [MailLine(*row) for row in session.execute(query)]


def mailbox_mail(session: Session, mail_id: str) -> bytes:
    """An email of the local mailbox as raw bytes; NotFound."""
    raw = session.scalar(select(LocalMail.raw).where(LocalMail.public_id == mail_id))
    if raw is None:
        raise NotFound("no-such-mail", N_("There is no such email."))
    return raw
