"""Checks of the work: emails, overdue turns, failures; and the list of all checks."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError

from correspondence.incoming_mail.queue import limits_of, mailbox_read_at, stored_size
from correspondence.models import (
    Evaluation,
    Game,
    Import,
    IncomingMail,
    OutgoingMail,
    PushMessage,
    PushSubscription,
    Turn,
    Webhook,
    WebhookPost,
)
from correspondence.operations import health, last_heartbeat, stop_reason
from correspondence.outbox.returns import refusal_reason
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
    """The schedule runs."""
    with patient.store.read() as session:
        last, why = last_heartbeat(session), stop_reason(session)
    if why:
        yield fault(
            "clock-stop",
            f"no turn is resolved: {why}",
            "check this machine's clock, then: rookery confirm-clock",
        )
    if last is None:
        yield warning("never-swept", "no worker has run yet", "start one: rookery worker")
        return
    silent = (patient.now - last).total_seconds()
    if silent > silence(patient.settings):
        yield fault(
            "beat-silent",
            f"no worker has looked for due work for {ago(silent)}",
            "start the schedule and a worker: rookery beat, rookery worker --no-beat",
        )
    else:
        yield fine("beat", f"a worker looked for due work {ago(max(0.0, silent))} ago")


def turns(patient: Patient) -> Iterator[Finding]:
    """Turns are resolved when they are due, and claims do not stay open."""
    with patient.store.read() as session:
        state = health(session, patient.now)
        old = select(Turn.public_id).where(Turn.claimed_until < patient.now - OLD_CLAIM)
        claims = session.scalars(old.where(Turn.status == "open", Turn.claim != "").limit(100)).all()
    if state.oldest_overdue_seconds > LATE_SECONDS:
        yield fault(
            "calls-overdue",
            f"{state.turns_overdue} turns are overdue, the oldest by {ago(state.oldest_overdue_seconds)}",
            "check that workers run, and read their log. To add one: rookery worker --no-beat --queues adjudicate",
        )
    if claims:
        yield warning(
            "claims-old",
            f"{len(claims)} turns were claimed by a worker and never finished: {some(claims)}",
            "a running worker picks them up by itself; if not, read its log for these turns",
        )
    yield fine("turns", f"{state.games_running} games are running")


def games(patient: Patient) -> Iterator[Finding]:
    """No game is quarantined or differs from its journal."""
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
            f"{len(aside)} games are quarantined after three failures: {some(aside)}",
            "find the reason in the worker's log and fix it, then: rookery try-again GAME",
        )
    if damaged:
        yield warning(
            "statistics-fail",
            f"the statistics of {len(damaged)} finished games cannot be counted: {some(damaged)}",
            "find the reason in the worker's log; one try a day. A damaged game: rookery restore BACKUP --game GAME",
        )
    if wrong:
        yield fault(
            "games-differ",
            f"{len(wrong)} games do not agree with their journals: {some(wrong)}",
            "show the differences: rookery evaluate GAME; restore a game: rookery restore BACKUP --game GAME",
        )


def imports(patient: Patient) -> Iterator[Finding]:
    """Uploaded game files do not wait too long."""
    before = patient.now - SLOW_IMPORT
    with patient.store.read() as session:
        old = session.scalars(select(Import.public_id).where(Import.at.is_(None), Import.asked_at < before)).all()
    if old:
        yield warning(
            "imports-old",
            f"{len(old)} uploaded game files have waited for more than an hour: {some(old)}",
            "check that a worker serves the queue default, and read its log about imports",
        )


def mails(patient: Patient) -> Iterator[Finding]:
    """Emails are sent."""
    since = patient.now - RECENT
    with patient.store.read() as session:
        state = health(session, patient.now)
        lately = OutgoingMail.failed_at >= since
        failed = select(func.count(), func.count(OutgoingMail.address.distinct()), func.max(OutgoingMail.id))
        count, addresses, last = session.execute(failed.where(lately)).one()
        why = refusal_reason(session.get_one(OutgoingMail, last)) if count else ""
    if state.oldest_email_seconds > LATE_SECONDS:
        yield fault(
            "mails-wait",
            f"{state.emails_due} emails wait, the oldest for {ago(state.oldest_email_seconds)}",
            "check the mail server, and start a worker: rookery worker --no-beat --queues mail",
        )
    if count:
        yield warning(
            "mails-failed",
            f"{count} emails to {addresses} addresses failed for good in the last week; the latest reason: {why[:160]}",
            "a single failure is mostly a wrong address; many at once are a problem of the mail server. Administrators"
            f" see all of them at {patient.settings.base_url}/host/mail",
        )
    yield fine("emails", f"{state.emails_due} emails wait")


def webhooks(patient: Patient) -> Iterator[Finding]:
    """Webhooks accept posts."""
    since = patient.now - RECENT
    with patient.store.read() as session:
        failed = count_of(session, WebhookPost, WebhookPost.failed_at >= since)
        off = count_of(session, Webhook, Webhook.disabled_at >= since)
    if failed or off:
        yield note(
            "webhooks-fail",
            f"{failed} posts to webhooks failed for good in the last week; {off} webhooks were switched off",
            "their owners were told; if there are many, check this machine's connection to the internet",
        )


def browsers(patient: Patient) -> Iterator[Finding]:
    """Push services accept notifications."""
    since = patient.now - RECENT
    with patient.store.read() as session:
        failed = count_of(session, PushMessage, PushMessage.failed_at >= since, PushMessage.attempts > 0)
        off = count_of(session, PushSubscription, PushSubscription.disabled_at >= since)
        old = PushSubscription.our_key != public_key(patient.settings.secret_key)
        strange = count_of(session, PushSubscription, old)
    if failed or off:
        yield note(
            "browsers-not-told",
            f"{failed} notifications failed for good in the last week; {off} browsers were switched off",
            "if there are many, check this machine's connection to the internet",
        )
    if strange:
        yield warning(
            "browsers-of-another-key",
            f"{strange} browsers get no notifications, because SECRET_KEY has changed",
            "set SECRET_KEY to its old value. If it is lost, their owners have to turn notifications on again",
        )


USUAL = ("127.0.0.1", 8024)
ASK_SECONDS = 2.0
# A mailbox is read every twenty seconds, and whenever something arrives.
SILENT = timedelta(minutes=15)


def incoming_mail(patient: Patient) -> Iterator[Finding]:
    """Incoming mail is received, and its senders are checked; silent without MAIL_IN."""
    if not patient.settings.mail_in:
        return
    if not patient.settings.mail_in_checked_by:
        yield warning(
            "mail-in-unchecked",
            "MAIL_IN is set, but MAIL_IN_CHECKED_BY is not: players have to confirm every email that they send",
            "let your mail server check senders, and set the name that it writes into Authentication-Results",
        )
    if patient.settings.mail_in_box:
        # Whether it is read, `read` says.
        return
    try:
        with socket.create_connection(USUAL, timeout=ASK_SECONDS):
            yield fine("mail-in", "mail-in is listening")
    except OSError:
        yield note(
            "mail-in-silent",
            f"mail-in is not listening at {USUAL[0]}:{USUAL[1]}",
            "start it: rookery mail-in. If it listens elsewhere, all is well",
        )


def read(patient: Patient) -> Iterator[Finding]:
    """Incoming emails are read."""
    with patient.store.read() as session:
        yield from _mailbox(patient, mailbox_read_at(session))
        yield from _room(*stored_size(session), *limits_of(patient.settings))
        stored = select(func.count(), func.min(IncomingMail.received_at)).where(IncomingMail.state == "stored")
        count, oldest = session.execute(stored).one()
        lately = IncomingMail.read_at >= patient.now - RECENT
        given_up = count_of(session, IncomingMail, IncomingMail.state == "failed", lately)
    age = (patient.now - oldest).total_seconds() if oldest is not None else 0.0
    if age > LATE_SECONDS:
        yield fault(
            "mails-wait",
            f"{count} incoming emails are unread, the oldest for {ago(age)}",
            "check that a worker serves the queue default, and read its log",
        )
    if given_up:
        yield warning(
            "mails-failed",
            f"{given_up} incoming emails could not be read in the last week, after three attempts",
            "the worker's log has the reason; the emails are kept for 30 days",
        )
    yield fine("mails", f"{count} incoming emails wait")


def _room(mails: int, size: int, max_mails: int, max_size: int) -> Iterator[Finding]:
    """How full the store of incoming emails is; a full one accepts no more."""
    summary = f"{mails} incoming emails are stored, with {size // 1_000_000} MB"
    if mails >= max_mails or size >= max_size:
        yield fault(
            "mails-full",
            f"{summary}. MAIL_IN_MAX_MAILS and MAIL_IN_MAX_MEGABYTES allow no more, so new ones are refused",
            "check who sends them, and whether they are read. If they come from your players, raise the two settings",
        )
    elif mails * 10 > max_mails * 8 or size * 10 > max_size * 8:
        yield warning(
            "mails-fill",
            f"{summary}, over 80 % of MAIL_IN_MAX_MAILS or MAIL_IN_MAX_MEGABYTES",
            "raise the two settings; otherwise the oldest read emails are deleted before their 30 days are over",
        )


def _mailbox(patient: Patient, last: datetime | None) -> Iterator[Finding]:
    """Check that the mailbox of MAIL_IN_BOX is read regularly.
    `last` is when it was read last (None: never). Yields nothing if no mailbox is set."""
    if not (patient.settings.mail_in and patient.settings.mail_in_box):
        return
    if last is not None and patient.now - last <= SILENT:
        yield fine("mail-in", f"the mailbox was read {ago((patient.now - last).total_seconds())} ago")
        return
    since = "never read" if last is None else f"not read for {ago((patient.now - last).total_seconds())}"
    yield fault(
        "mailbox-silent",
        f"the mailbox MAIL_IN_BOX was {since}",
        "start rookery mail-in --mailbox, or read its log: host, user, password, folder",
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
    incoming_mail,
)
OF_THE_DATABASE: tuple[Check, ...] = (
    backends.clocks,
    backends.secrets,
    backends.connections,
    backends.statistics,
    backends.backups,
    beat,
    turns,
    games,
    machine.editions,
    imports,
    mails,
    read,
    webhooks,
    browsers,
)


def examine(patient: Patient) -> Iterator[Finding]:
    """All findings, good and bad."""
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
