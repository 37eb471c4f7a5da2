"""The work: mail both ways, what is overdue, what failed; and the whole examination."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError

from correspondence.incoming_mail.queue import kept_now, limits_of, mailbox_read_at
from correspondence.models import (
    Evaluation,
    Game,
    Import,
    IncomingMail,
    OpenedCall,
    OutgoingLetter,
    PushMessage,
    PushSubscription,
    Webhook,
    WebhookPost,
)
from correspondence.operations import health, last_heartbeat, stopped
from correspondence.outbox.returns import reason_of
from correspondence.push.subscriptions import public_key
from correspondence.rows import count_of
from worker.doctor import backends, machine
from worker.doctor.machine import Check, Finding, Patient, ago, fault, fine, note, some, warning
from worker.liveness import silence

LATE_SECONDS = 120.0
# Longer than any claim lasts.
OLD_CLAIM = timedelta(minutes=15)
RECENT = timedelta(days=7)
SLOW_IMPORT = timedelta(hours=1)


def beat(patient: Patient) -> Iterator[Finding]:
    """Somebody looks for what is due."""
    with patient.store.read() as session:
        last, why = last_heartbeat(session), stopped(session)
    if why:
        yield fault(
            "clock-stop",
            f"nothing is adjudicated: {why}",
            "when this machine's clock is right: rookery confirm-clock",
        )
    if last is None:
        yield warning("never-swept", "no worker has ever looked for work", "start one: rookery worker")
        return
    silent = (patient.now - last).total_seconds()
    if silent > silence(patient.settings):
        yield fault(
            "beat-silent",
            f"nobody has looked for work for {ago(silent)}",
            "start the schedule and a worker for it: rookery beat, rookery worker --no-beat",
        )
    else:
        yield fine("beat", f"a worker looked for work {ago(max(0.0, silent))} ago")


def calls(patient: Patient) -> Iterator[Finding]:
    """Calls are adjudicated when they are due, and no claim is left lying."""
    with patient.store.read() as session:
        state = health(session, patient.now)
        old = select(OpenedCall.public_id).where(OpenedCall.claimed_until < patient.now - OLD_CLAIM)
        claims = session.scalars(old.where(OpenedCall.status == "open", OpenedCall.claim != "").limit(100)).all()
    if state.oldest_overdue_seconds > LATE_SECONDS:
        yield fault(
            "calls-overdue",
            f"{state.calls_overdue} calls are overdue, the oldest by {ago(state.oldest_overdue_seconds)}",
            "look whether workers run, and at their log; more of them: rookery worker --no-beat --queues adjudicate",
        )
    if claims:
        yield warning(
            "claims-old",
            f"{len(claims)} calls were taken by a worker and neither done nor given back: {some(claims)}",
            "a worker that runs takes them up by itself; if none does, read its log for these calls",
        )
    yield fine("calls", f"{state.games_running} games are running")


def games(patient: Patient) -> Iterator[Finding]:
    """No game waits for a host, none differs from its journal."""
    with patient.store.read() as session:
        aside = session.scalars(select(Game.public_id).where(Game.status == "set-aside").order_by(Game.id)).all()
        differing = select(Game.public_id).join(Evaluation, Evaluation.game_id == Game.id)
        newest = select(func.max(Evaluation.id)).where(Evaluation.at.is_not(None)).group_by(Evaluation.game_id)
        wrong = session.scalars(differing.where(Evaluation.id.in_(newest), Evaluation.agrees.is_(False))).all()
        uncounted = select(Game.public_id).where(Game.status == "finished", Game.settled == "failed")
        damaged = session.scalars(uncounted.order_by(Game.id)).all()
    if aside:
        yield fault(
            "games-set-aside",
            f"{len(aside)} games were set aside after three failures: {some(aside)}",
            "read why in the worker's log, mend it, then let them go on: rookery try-again GAME",
        )
    if damaged:
        yield warning(
            "statistics-fail",
            f"the statistics of {len(damaged)} games that are over cannot be counted: {some(damaged)}",
            "read why in the worker's log; it is tried once a day. A damaged game: rookery restore BACKUP --game GAME",
        )
    if wrong:
        yield fault(
            "games-differ",
            f"{len(wrong)} games are not as their journal makes them: {some(wrong)}",
            "see what differs: rookery evaluate GAME; set one back: rookery restore BACKUP --game GAME",
        )


def imports(patient: Patient) -> Iterator[Finding]:
    """Game files that were sent do not wait for ever."""
    before = patient.now - SLOW_IMPORT
    with patient.store.read() as session:
        old = session.scalars(select(Import.public_id).where(Import.at.is_(None), Import.asked_at < before)).all()
    if old:
        yield warning(
            "imports-old",
            f"{len(old)} game files have waited more than an hour to be checked: {some(old)}",
            "look whether a worker has the queue default, and what its log says of imports",
        )


def letters(patient: Patient) -> Iterator[Finding]:
    """Letters leave."""
    since = patient.now - RECENT
    with patient.store.read() as session:
        state = health(session, patient.now)
        lately = OutgoingLetter.failed_at >= since
        failed = select(func.count(), func.count(OutgoingLetter.address.distinct()), func.max(OutgoingLetter.id))
        count, addresses, last = session.execute(failed.where(lately)).one()
        why = reason_of(session.get_one(OutgoingLetter, last)) if count else ""
    if state.oldest_letter_seconds > LATE_SECONDS:
        yield fault(
            "letters-wait",
            f"{state.letters_due} letters wait, the oldest for {ago(state.oldest_letter_seconds)}",
            "look at the mail server, and whether a worker listens: rookery worker --no-beat --queues mail",
        )
    if count:
        yield warning(
            "letters-failed",
            f"{count} letters to {addresses} addresses were given up in the last week; the last because: {why[:160]}",
            "an address that does not exist is its owner's to mend; many at once are the mail server's. Hosts see all"
            f" of them at {patient.settings.base_url}/host/letters",
        )
    yield fine("letters", f"{state.letters_due} letters wait")


def webhooks(patient: Patient) -> Iterator[Finding]:
    """Webhooks take what is posted."""
    since = patient.now - RECENT
    with patient.store.read() as session:
        failed = count_of(session, WebhookPost, WebhookPost.failed_at >= since)
        off = count_of(session, Webhook, Webhook.disabled_at >= since)
    if failed or off:
        yield note(
            "webhooks-fail",
            f"{failed} posts to webhooks were given up in the last week, {off} webhooks were switched off",
            "their owners were told; if it is many, look whether this machine reaches the world",
        )


def browsers(patient: Patient) -> Iterator[Finding]:
    """Push services take what browsers are told."""
    since = patient.now - RECENT
    with patient.store.read() as session:
        failed = count_of(session, PushMessage, PushMessage.failed_at >= since, PushMessage.attempts > 0)
        off = count_of(session, PushSubscription, PushSubscription.disabled_at >= since)
        old = PushSubscription.our_key != public_key(patient.settings.secret_key)
        strange = count_of(session, PushSubscription, old)
    if failed or off:
        yield note(
            "browsers-not-told",
            f"{failed} notifications were given up in the last week, {off} browsers were switched off",
            "if it is many, look whether this machine reaches the world",
        )
    if strange:
        yield warning(
            "browsers-of-another-key",
            f"{strange} browsers know this site by another SECRET_KEY than today's, and are told nothing",
            "set SECRET_KEY to what it was; if it is lost, their owners turn notifications on again",
        )


USUAL = ("127.0.0.1", 8024)
ASK_SECONDS = 2.0
# A mailbox is looked into again after twenty seconds, or whenever something comes.
SILENT = timedelta(minutes=15)


def taken(patient: Patient) -> Iterator[Finding]:
    """Somebody takes mail, and knows who vouches for it; nothing to say where players do not answer by mail."""
    if not patient.settings.mail_in:
        return
    if not patient.settings.mail_in_checked_by:
        yield warning(
            "mail-in-unchecked",
            "MAIL_IN is set, MAIL_IN_CHECKED_BY is not: every mail that comes in waits until its player confirms it",
            "let your mail server check senders, and set the name that it writes into Authentication-Results",
        )
    if patient.settings.mail_in_box:
        # Whether it is read, `read` says.
        return
    try:
        with socket.create_connection(USUAL, timeout=ASK_SECONDS):
            yield fine("mail-in", "somebody listens for mail")
    except OSError:
        yield note(
            "mail-in-silent",
            f"nobody listens for mail at {USUAL[0]}:{USUAL[1]}",
            "start it: rookery mail-in; nothing is to be done if it listens elsewhere",
        )


def read(patient: Patient) -> Iterator[Finding]:
    """What came in is read, and by a program that can."""
    with patient.store.read() as session:
        yield from _mailbox(patient, mailbox_read_at(session))
        yield from _room(*kept_now(session), *limits_of(patient.settings))
        stored = select(func.count(), func.min(IncomingMail.received_at)).where(IncomingMail.state == "stored")
        count, oldest = session.execute(stored).one()
        lately = IncomingMail.read_at >= patient.now - RECENT
        given_up = count_of(session, IncomingMail, IncomingMail.state == "failed", lately)
    age = (patient.now - oldest).total_seconds() if oldest is not None else 0.0
    if age > LATE_SECONDS:
        yield fault(
            "mails-wait",
            f"{count} mails that came in are not read, the oldest for {ago(age)}",
            "look whether a worker runs for the queue default, and at its log",
        )
    if given_up:
        yield warning(
            "mails-failed",
            f"{given_up} mails that came in could not be read in the last week, after three attempts",
            "the worker's log says why; they are kept for 30 days",
        )
    yield fine("mails", f"{count} mails wait to be read")


def _room(mails: int, size: int, max_mails: int, max_size: int) -> Iterator[Finding]:
    """How much of what may be kept of mails is; where nothing is left no mail is taken any more."""
    told = f"{mails} mails that came in are kept, with {size // 1_000_000} MB"
    if mails >= max_mails or size >= max_size:
        yield fault(
            "mails-full",
            f"{told}: MAIL_IN_MAX_MAILS and MAIL_IN_MAX_MEGABYTES allow no more, so none is taken",
            "look who sends them, and whether they are read; raise the two settings if they are your players'",
        )
    elif mails * 10 > max_mails * 8 or size * 10 > max_size * 8:
        yield warning(
            "mails-fill",
            f"{told}: over 80 % of what MAIL_IN_MAX_MAILS and MAIL_IN_MAX_MEGABYTES allow",
            "raise the two settings; else the oldest that were read go before their 30 days are over",
        )


def _mailbox(patient: Patient, last: datetime | None) -> Iterator[Finding]:
    """Where mail lies in a mailbox: whether somebody looks into it, and can."""
    if not (patient.settings.mail_in and patient.settings.mail_in_box):
        return
    if last is not None and patient.now - last <= SILENT:
        yield fine("mail-in", f"the mailbox was looked into {ago((patient.now - last).total_seconds())} ago")
        return
    since = "never" if last is None else f"not for {ago((patient.now - last).total_seconds())}"
    yield fault(
        "mailbox-silent",
        f"whether MAIL_IN_BOX has new mail was asked with success: {since}",
        "start rookery mail-in --mailbox, or look at its log: host, user, password, folder",
    )


ALONE: tuple[Check, ...] = (
    machine.python,
    machine.data_folder,
    machine.disk,
    machine.drawing,
    machine.variables,
    machine.secret,
    machine.addresses,
    backends.broker,
    backends.mail,
    taken,
)
OF_THE_DATABASE: tuple[Check, ...] = (
    backends.clocks,
    backends.secrets,
    backends.connections,
    backends.statistics,
    backends.backups,
    beat,
    calls,
    games,
    machine.brought,
    imports,
    letters,
    read,
    webhooks,
    browsers,
)


def examine(patient: Patient) -> Iterator[Finding]:
    """Everything that was found, good and bad."""
    for check in ALONE:
        yield from check(patient)
    reached = list(backends.reachable(patient))
    yield from reached
    if any(finding.grade == "fault" for finding in reached):
        return
    try:
        for check in OF_THE_DATABASE:
            yield from check(patient)
    except SQLAlchemyError as error:
        words = f"the database stopped answering: {type(error).__name__}"
        yield fault("database-away", words, "run rookery doctor again")
