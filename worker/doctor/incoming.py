"""Mail that comes in: does somebody take it, is it checked who sent it, is it read."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from datetime import datetime, timedelta

from sqlalchemy import func, select

from correspondence.incoming_mail.keeping import kept_now, limits_of
from correspondence.incoming_mail.watching import mailbox_read_at
from correspondence.models.incoming_mail import IncomingMail
from worker.doctor.findings import Finding, Patient, ago, fine
from worker.doctor.work import LATE_SECONDS, RECENT

USUAL = ("127.0.0.1", 8024)
ASK_SECONDS = 2.0
# A mailbox is looked into again after twenty seconds, or whenever something comes.
SILENT = timedelta(minutes=15)


def taken(patient: Patient) -> Iterator[Finding]:
    """Somebody takes mail, and knows who vouches for it; nothing to say where players do not answer by mail."""
    if not patient.settings.mail_in:
        return
    if not patient.settings.mail_in_checked_by:
        yield Finding(
            "mail-in-unchecked",
            "warning",
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
        yield Finding(
            "mail-in-silent",
            "note",
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
        failed = select(func.count(IncomingMail.id)).where(IncomingMail.state == "failed")
        given_up = session.scalar(failed.where(IncomingMail.read_at >= patient.now - RECENT)) or 0
    age = (patient.now - oldest).total_seconds() if oldest is not None else 0.0
    if age > LATE_SECONDS:
        yield Finding(
            "mails-wait",
            "fault",
            f"{count} mails that came in are not read, the oldest for {ago(age)}",
            "look whether a worker runs for the queue default, and at its log",
        )
    if given_up:
        yield Finding(
            "mails-failed",
            "warning",
            f"{given_up} mails that came in could not be read in the last week, after three attempts",
            "the worker's log says why; they are kept for 30 days",
        )
    yield fine("mails", f"{count} mails wait to be read")


def _room(mails: int, size: int, max_mails: int, max_size: int) -> Iterator[Finding]:
    """How much of what may be kept of mails is; where nothing is left no mail is taken any more."""
    told = f"{mails} mails that came in are kept, with {size // 1_000_000} MB"
    if mails >= max_mails or size >= max_size:
        yield Finding(
            "mails-full",
            "fault",
            f"{told}: MAIL_IN_MAX_MAILS and MAIL_IN_MAX_MEGABYTES allow no more, so none is taken",
            "look who sends them, and whether they are read; raise the two settings if they are your players'",
        )
    elif mails * 10 > max_mails * 8 or size * 10 > max_size * 8:
        yield Finding(
            "mails-fill",
            "warning",
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
    yield Finding(
        "mailbox-silent",
        "fault",
        f"whether MAIL_IN_BOX has new mail was asked with success: {since}",
        "start rookery mail-in --mailbox, or look at its log: host, user, password, folder",
    )
