"""Read a mail: its content, its kind, and delivery reports (RFC 3464)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from correspondence.mail_reading.bodies import Part, Text, is_sealed, read_parts, read_text
from correspondence.mail_reading.header_fields import (
    MAX_HEAD,
    Fields,
    decode_words,
    every_address,
    message_ids,
    plain_address,
    read_authentication,
    read_head,
    the_sender,
)
from correspondence.mail_reading.mail import (
    MAX_BOUNCES,
    MAX_BYTES,
    MAX_SUBJECT,
    OWN_MARK,
    PHRASES,
    Bounce,
    Kind,
    Mail,
)
from correspondence.mail_reading.text import to_single_line

STATUS_PARTS = frozenset(PHRASES["types"]["status"])
COMPLAINT_PART = "message/feedback-report"
_MAX_REPORT = 64 * 1024
_STATUS = re.compile(r"\b([245]\.[0-9]{1,3}\.[0-9]{1,3})\b")
_ANGLED = re.compile(r"<([^<>\s@]{1,120}@[^<>\s@]{1,200})>")
# A line that is an address alone, as Exim lists those who were not reached.
_ALONE = re.compile(r" {1,8}([^<>\s@:]{1,120}@[^<>\s@:]{1,200})")
_OWN_ID = re.compile(r"^ {0,8}message-id: {0,8}(<[^<>\s]{1,250}>)", re.IGNORECASE | re.MULTILINE)
_WORDS, _FIELDS = PHRASES["kinds"], PHRASES["fields"]


def read_report(mail: Part) -> tuple[Bounce, ...]:
    """What the parts of a report say of each recipient; none if there is no such part."""
    about, reports = _returned_mail_id(mail), (part for part in mail.walk() if part.type in STATUS_PARTS)
    bounces = [bounce for part in reports for block in _blocks(part) for bounce in _read_recipient_status(block, about)]
    return tuple(bounces[:MAX_BOUNCES])


def read_complaint(mail: Part) -> tuple[Bounce, ...]:
    """Return the recipients in a complaint: those of the report, or of its mail."""
    about, report = _returned_mail_id(mail), next((part for part in mail.walk() if part.type == COMPLAINT_PART), None)
    named = [value for block in _blocks(report) for value in block.every(["original-rcpt-to"])] if report else []
    addresses = [address for value in named if (address := _address(value))]
    return tuple(Bounce(address, "", "complaint", about) for address in (addresses or [""])[:MAX_BOUNCES])


def looks_returned(fields: Fields, sender: str, subject: str) -> bool:
    """Whether a mail without report parts is about an undelivered mail.
    By a header that only mail servers write, or by its subject if it comes from a mail server."""
    if fields.has("x-failed-recipients"):
        return True
    local = sender.partition("@")[0].lower()
    machine = local.startswith(_WORDS["machines"]) or fields.first("return-path").replace(" ", "") == "<>"
    return machine and subject.lower().startswith(_WORDS["returned"])


def read_plain_report(fields: Fields, text: str) -> tuple[Bounce, ...]:
    """Read a plain-text bounce: the addresses it names before the returned mail."""
    recipients = [plain_address(part) for value in fields.every(["x-failed-recipients"]) for part in value.split(",")]
    report = text[:_MAX_REPORT]
    begin = min((at for at in map(report.lower().find, _WORDS["shown"]) if at >= 0), default=len(report))
    notice = report[:begin]
    if not any(recipients):
        alone = [match[1] for line in notice.split("\n") if (match := _ALONE.fullmatch(line))]
        recipients = [plain_address(raw_address) for raw_address in (_ANGLED.findall(notice) or alone)]
    status = _STATUS.search(notice)
    ids = message_ids(_OWN_ID.findall(report[begin:]) or _OWN_ID.findall(report))
    delayed = "delayed" in notice[:2000].lower() or (status is not None and status[1][0] == "4")
    about = ids[0] if ids else ""
    return tuple(
        Bounce(address, status[1] if status else "", "delayed" if delayed else "failed", about)
        for address in dict.fromkeys(recipients)
        if address
    )[:MAX_BOUNCES]


def _blocks(part: Part) -> Iterator[Fields]:
    """The groups of fields in a report, between empty lines."""
    body = part.body(_MAX_REPORT).replace(b"\r\n", b"\n")
    at = 0
    for _ in range(2 * MAX_BOUNCES):
        while body[at : at + 1] == b"\n":
            at += 1
        if at >= len(body):
            return
        fields, after = read_head(body, at, len(body))
        if fields.fields:
            yield fields
        # A line that is no field ends the block; the next may be one again.
        at = max(after, at + 1) if fields.fields else max(at + 1, body.find(b"\n", at) + 1 or len(body))


def _read_recipient_status(block: Fields, about: str) -> Iterator[Bounce]:
    """Yield the bounce that a block of a delivery report tells of one recipient.
    Yields nothing without an address. `about`: the id of the returned mail."""
    recipient = _address(block.first("final-recipient")) or _address(block.first("original-recipient"))
    if not recipient:
        return
    action = block.first("action").partition("(")[0].strip().lower()
    status = _STATUS.search(block.first("status")[:200]) or _STATUS.search(block.first("diagnostic-code")[:400])
    yield Bounce(recipient, status[1] if status else "", action if action in _WORDS["actions"] else "failed", about)


def _address(value: str) -> str:
    """The address of `rfc822; a@example.org`, or of one in angle brackets."""
    bare = value.rpartition(";")[2].strip()
    return plain_address(bare.removeprefix("<").removesuffix(">"))


def _returned_mail_id(mail: Part) -> str:
    """Return the id of the mail that a report returns; "" if there is none.
    The report may hold the mail or only its head."""
    part = next((part for part in mail.walk() if part.type in PHRASES["types"]["returned"]), None)
    if part is None:
        return ""
    fields = part.children[0].fields if part.children else read_head(part.body(_MAX_REPORT), 0, _MAX_REPORT)[0]
    ids = message_ids([fields.first("message-id")])
    return ids[0] if ids else ""


def kind_of(mail: Part, sender: str, subject: str, whole: str) -> tuple[Kind, str]:
    """Return the kind of a mail by its headers and parts, and a reason code.
    It is ("letter", "") for a mail that a person wrote. `whole` is the text with quotations."""
    fields = mail.fields
    if fields.has(OWN_MARK.lower()):
        return "loop", "own-mark"
    types = {part.type for part in mail.walk()} if mail.type.startswith(("multipart/", "message/")) else set()
    if COMPLAINT_PART in types:
        return "complaint", "feedback-report"
    if mail.type == "multipart/report" and types & STATUS_PARTS or mail.type in STATUS_PARTS:
        return "bounce", "delivery-status"
    if mail.type == "multipart/report" and "message/disposition-notification" in types:
        return "auto-reply", "read-receipt"
    if looks_returned(fields, sender, subject):
        return "bounce", "returned-mail"
    return _kind_by_fields(fields, subject, whole)


def _kind_by_fields(fields: Fields, subject: str, whole: str) -> tuple[Kind, str]:
    """Return the kind of a mail by its header fields, and a reason code.
    It is `auto-reply`, `list` or `letter`; out-of-office replies show by subject and text too."""
    if any(_word(value) not in ("", "no") for value in fields.every(["auto-submitted"])):
        return "auto-reply", "auto-submitted"
    if fields.first("return-path").replace(" ", "") == "<>":
        # What nobody is to be told of if it does not arrive, nobody wrote (RFC 3834, 3.3).
        return "auto-reply", "out-of-office" if subject.lower().startswith(_WORDS["away-subjects"]) else "null-sender"
    suppressed = {word.strip().lower() for word in fields.first("x-auto-response-suppress").split(",")}
    precedence = _word(fields.first("precedence"))
    if fields.has(*_FIELDS["lists"]) or precedence == "list":
        return "list", "list-id" if fields.has("list-id") else "list-header" if precedence != "list" else "precedence"
    if suppressed & {"all", "oof", "autoreply"}:
        return "auto-reply", "auto-response-suppress"
    if any(_word(value) not in _WORDS["no"] for value in fields.every(_FIELDS["marks"])) or precedence == "auto_reply":
        return "auto-reply", "auto-reply-header"
    if precedence in ("bulk", "junk"):
        return "auto-reply", "precedence-bulk"
    marked = fields.has("x-ms-exchange-inbox-rules-loop", "x-vacation", "x-ms-exchange-generated-message-source")
    away = marked or any(words in whole[:2000].lower() for words in _WORDS["away-words"])
    if away and subject.lower().startswith(_WORDS["away-subjects"]):
        return "auto-reply", "out-of-office"
    return "letter", ""


def _word(value: str) -> str:
    """The first word of a value, without comments and parameters."""
    return value.partition(";")[0].partition("(")[0].strip().lower()


def read_mail(raw: bytes) -> Mail:
    """Read a mail from any bytes, without raising; ignore what exceeds the bounds.

    The bounds are in `mail`. Sender address and servers' findings are as they stand: believe none without :func:`the
    authentication` of a server that one knows.
    """
    too_large = len(raw) > MAX_BYTES
    raw = raw[: MAX_HEAD if too_large else MAX_BYTES]
    # Some programs end lines with a carriage return alone.
    mail = read_parts(raw if b"\n" in raw else raw.replace(b"\r", b"\n"))
    fields = mail.fields
    sender = the_sender(fields.every(["from"]))
    subject = to_single_line(decode_words(fields.first("subject")), MAX_SUBJECT)
    text = Text("", "", False, ()) if too_large else read_text(mail)
    kind, why = _kind(mail, sender, subject, text, too_large)
    ids = message_ids([fields.first("message-id")])
    bounced: tuple[Bounce, ...] = ()
    if kind == "complaint":
        bounced = read_complaint(mail)
    elif kind == "bounce":
        bounced = read_report(mail) if why == "delivery-status" else read_plain_report(fields, text.whole)
    twice = any(len(fields.every([name])) > 1 for name in _FIELDS["once"])
    return Mail(
        message_id=ids[0] if ids else "",
        references=message_ids(fields.every(["in-reply-to", "references"])),
        sender=sender,
        recipients=every_address(fields.every(_FIELDS["recipients"])),
        # A second field may have been put beside the one that was signed.
        addressees=() if twice else every_address(fields.every(["to", "cc"])),
        subject=subject,
        text=text.own,
        kind=kind,
        why=why,
        authentication=read_authentication(fields),
        bounced=bounced,
        attachments=text.attachments,
        date=_date(fields.first("date")),
    )


def _date(value: str) -> datetime | None:
    """Return a Date field (RFC 5322, 3.3) in UTC; None if it cannot be read."""
    try:
        moment = parsedate_to_datetime(value)
        # "-0000" says that the zone is not known.
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, TypeError, OverflowError, IndexError):
        return None


def _kind(mail: Part, sender: str, subject: str, text: Text, too_large: bool) -> tuple[Kind, str]:
    """Return the final kind of a mail and a reason code.
    Beyond `kind_of` it may be `too-large`, `unreadable` or `empty`, by size, head and text."""
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
