"""A mail read: what it says, and of which kind it is. The whole of it, from bytes to values."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from correspondence.mail_reading.addresses import every_address, message_ids, the_sender
from correspondence.mail_reading.authentication_results import read_authentication
from correspondence.mail_reading.automatic import kind_of
from correspondence.mail_reading.bodies import Text, is_sealed, read_text
from correspondence.mail_reading.bounces import read_complaint, read_plain_report, read_report
from correspondence.mail_reading.cleaning import one_line
from correspondence.mail_reading.header_fields import MOST_HEAD, Fields, words_of
from correspondence.mail_reading.mail import MOST_BYTES, MOST_SUBJECT, Bounce, Kind, Mail
from correspondence.mail_reading.parts import Part, read_parts

# Fields that a mail has once (RFC 5322, 3.6), and that say for whom it is, when it was written, and how it is read.
_ONCE = ("to", "cc", "date", "message-id", "content-type", "content-transfer-encoding")
_RECIPIENTS = ("to", "cc", "delivered-to", "x-original-to", "envelope-to", "resent-to")


def read_mail(raw: bytes) -> Mail:
    """What a mail says. Reads any bytes and raises for none; what is beyond the bounds in `mail` is left out.

    The address that the sender used and what the servers found out about it are told as they stand there: nothing of
    it is to be believed without :func:`the authentication` of a server that one knows.
    """
    too_large = len(raw) > MOST_BYTES
    mail = read_parts(_with_line_feeds(raw[: MOST_HEAD if too_large else MOST_BYTES]))
    fields = mail.fields
    sender, name = the_sender(fields.every(["from"]))
    subject = one_line(words_of(fields.first("subject")), MOST_SUBJECT)
    text = Text("", "", False, ()) if too_large else read_text(mail)
    kind, why = _kind(mail, sender, subject, text, too_large)
    ids = message_ids([fields.first("message-id")])
    return Mail(
        message_id=ids[0] if ids else "",
        references=message_ids(fields.every(["in-reply-to", "references"])),
        sender=sender,
        sender_name=name,
        recipients=every_address(fields.every(_RECIPIENTS)),
        addressees=_addressees(fields),
        subject=subject,
        text=text.own,
        whole_text=text.whole,
        kind=kind,
        why=why,
        authentication=read_authentication(fields),
        bounced=_bounced(mail, kind, why, text.whole),
        attachments=text.attachments,
        date=_date(fields.first("date")),
    )


def _addressees(fields: Fields) -> tuple[str, ...]:
    # A second field may have been put beside the one that was signed.
    twice = any(len(fields.every([name])) > 1 for name in _ONCE)
    return () if twice else every_address(fields.every(["to", "cc"]))


def _date(value: str) -> datetime | None:
    """The moment that a Date field names (RFC 5322, 3.3), in UTC; None for one that cannot be read."""
    try:
        moment = parsedate_to_datetime(value)
        # "-0000" says that the zone is not known.
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, TypeError, OverflowError, IndexError):
        return None


def _with_line_feeds(raw: bytes) -> bytes:
    """Bytes with lines in them, also those of programs that end lines with a carriage return alone."""
    return raw.replace(b"\r", b"\n") if b"\n" not in raw and b"\r" in raw else raw


def _kind(mail: Part, sender: str, subject: str, text: Text, too_large: bool) -> tuple[Kind, str]:
    kind, why = kind_of(mail, sender, subject, text.whole)
    if kind == "loop":
        return kind, why
    if too_large:
        return "too-large", "too-many-bytes"
    if kind != "letter":
        return kind, why
    if not mail.fields.has("from", "to", "subject", "date", "message-id", "received", "delivered-to"):
        return "unreadable", "no-head"
    if is_sealed(mail, text):
        return "unreadable", "encrypted"
    if text.own:
        return "letter", "text-cut" if text.cut else ""
    return "empty", "only-quotation" if text.whole.strip() else "no-text"


def _bounced(mail: Part, kind: Kind, why: str, whole: str) -> tuple[Bounce, ...]:
    if kind == "complaint":
        return read_complaint(mail)
    if kind != "bounce":
        return ()
    return read_report(mail) if why == "delivery-status" else read_plain_report(mail.fields, whole)
