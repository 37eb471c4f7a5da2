"""Mails about mails that did not arrive (RFC 3464), and complaints about them (ARF, RFC 5965)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from correspondence.mail_reading.addresses import message_ids, plain_address
from correspondence.mail_reading.header_fields import Fields, read_head
from correspondence.mail_reading.mail import MOST_BOUNCES, Bounce
from correspondence.mail_reading.parts import Part

STATUS_PARTS = frozenset({"message/delivery-status", "message/global-delivery-status"})
COMPLAINT_PART = "message/feedback-report"
# Those that hold the mail that it is about, or its head.
_RETURNED = frozenset({"message/rfc822", "message/global", "text/rfc822-headers", "message/global-headers"})
_ACTIONS = frozenset({"failed", "delayed", "delivered", "relayed", "expanded"})
_MOST_REPORT = 64 * 1024
_STATUS = re.compile(r"\b([245]\.[0-9]{1,3}\.[0-9]{1,3})\b")
_ANGLED = re.compile(r"<([^<>\s@]{1,120}@[^<>\s@]{1,200})>")
# A line that is an address alone, as Exim lists those who were not reached.
_ALONE = re.compile(r" {1,8}([^<>\s@:]{1,120}@[^<>\s@:]{1,200})")
_OWN_ID = re.compile(r"^ {0,8}message-id: {0,8}(<[^<>\s]{1,250}>)", re.IGNORECASE | re.MULTILINE)
# What reports that are no reports (RFC 3464) say in their subject.
_SUBJECTS = (
    "undelivered mail returned", "undeliverable", "undelivered", "delivery status notification", "delivery failure",
    "mail delivery failed", "mail delivery failure", "mail delivery system", "failure notice", "returned mail",
    "message delivery failure", "delivery notification", "non-delivery", "delivery has failed", "delayed mail",
    "mail system error", "warning: could not send message", "warning: message", "mancato recapito", "mancata consegna",
    "messaggio non recapitabile", "non recapitabile", "impossibile recapitare", "notifica di mancato recapito",
    "no se puede entregar", "mensaje no entregado", "no se pudo entregar", "aviso de no entrega", "correo devuelto",
    "notificación de estado de entrega", "notifica sullo stato del recapito", "unzustellbar",
)  # fmt: skip
_MACHINES = ("mailer-daemon", "postmaster", "mail-daemon", "mailerdaemon", "mdaemon", "maildelivery", "bounce")


def read_report(mail: Part) -> tuple[Bounce, ...]:
    """What the parts of a report say of each recipient; none if there is no such part."""
    parts = list(mail.walk())
    returned = next((part for part in parts if part.type in _RETURNED), None)
    about = _id_within(returned) if returned else ""
    found = []
    for part in parts:
        if part.type in STATUS_PARTS:
            found += [bounce for block in _blocks(part) for bounce in _status(block, about)]
    return tuple(found[:MOST_BOUNCES])


def read_complaint(mail: Part) -> tuple[Bounce, ...]:
    """Who complains about which mail: the recipient that the report names, or the mail in it."""
    parts = list(mail.walk())
    report = next((part for part in parts if part.type == COMPLAINT_PART), None)
    returned = next((part for part in parts if part.type in _RETURNED), None)
    about = _id_within(returned) if returned else ""
    named = [value for block in _blocks(report) for value in block.every(["original-rcpt-to"])] if report else []
    addresses = [address for value in named if (address := _address(value))]
    return tuple(Bounce(address, "", "complaint", about) for address in (addresses or [""])[:MOST_BOUNCES])


def looks_returned(fields: Fields, sender: str, subject: str) -> bool:
    """Whether a mail without such parts is about one that did not arrive: by a header that mail servers alone write,
    or by its subject, if it comes from a mail server."""
    if fields.has("x-failed-recipients"):
        return True
    local = sender.partition("@")[0].lower()
    machine = local.startswith(_MACHINES) or fields.first("return-path").replace(" ", "") == "<>"
    return machine and subject.lower().startswith(_SUBJECTS)


def read_plain_report(fields: Fields, text: str) -> tuple[Bounce, ...]:
    """What the words of such a mail say: whom it names before it shows the mail that came back."""
    named = [plain_address(part) for value in fields.every(["x-failed-recipients"]) for part in value.split(",")]
    said = text[:_MOST_REPORT]
    begin = min((at for at in map(said.lower().find, _SHOWN) if at >= 0), default=len(said))
    told = said[:begin]
    if not any(named):
        alone = [found[1] for line in told.split("\n") if (found := _ALONE.fullmatch(line))]
        named = [plain_address(one) for one in (_ANGLED.findall(told) or alone)]
    status = _STATUS.search(told)
    ids = message_ids(_OWN_ID.findall(said[begin:]) or _OWN_ID.findall(said))
    delayed = "delayed" in told[:2000].lower() or (status is not None and status[1][0] == "4")
    about = ids[0] if ids else ""
    return tuple(
        Bounce(address, status[1] if status else "", "delayed" if delayed else "failed", about)
        for address in dict.fromkeys(named)
        if address
    )[:MOST_BOUNCES]


# Where a report without parts goes on with the mail itself.
_SHOWN = (
    "--- below this line is a copy", "------ this is a copy", "original message", "message headers follow",
    "messaggio originale", "mensaje original", "return-path: <", "\nreceived: from",
)  # fmt: skip


def _blocks(part: Part) -> Iterator[Fields]:
    """The groups of fields in a report, between empty lines."""
    body = part.body(_MOST_REPORT).replace(b"\r\n", b"\n")
    at = 0
    for _ in range(2 * MOST_BOUNCES):
        while body[at : at + 1] == b"\n":
            at += 1
        if at >= len(body):
            return
        fields, after = read_head(body, at, len(body))
        if fields.fields:
            yield fields
        # A line that is no field ends the block; the next may be one again.
        at = max(after, at + 1) if fields.fields else max(at + 1, body.find(b"\n", at) + 1 or len(body))


def _status(block: Fields, about: str) -> Iterator[Bounce]:
    recipient = _address(block.first("final-recipient")) or _address(block.first("original-recipient"))
    if not recipient:
        return
    action = block.first("action").partition("(")[0].strip().lower()
    status = _STATUS.search(block.first("status")[:200]) or _STATUS.search(block.first("diagnostic-code")[:400])
    yield Bounce(recipient, status[1] if status else "", action if action in _ACTIONS else "failed", about)


def _address(value: str) -> str:
    """The address of `rfc822; a@example.org`, or of one in angle brackets."""
    bare = value.rpartition(";")[2].strip()
    return plain_address(bare.removeprefix("<").removesuffix(">"))


def _id_within(part: Part) -> str:
    fields = part.children[0].fields if part.children else read_head(part.body(_MOST_REPORT), 0, _MOST_REPORT)[0]
    ids = message_ids([fields.first("message-id")])
    return ids[0] if ids else ""
