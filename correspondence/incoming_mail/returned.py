"""What comes to the return address of a letter: that it did not arrive, or an answering program.

Anybody can write that a letter did not arrive. It counts only at the address that was made for that letter; what stands
in the mail tells no more than whether it is for good. Whoever got the letter can use its address against nobody else.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Literal

from sqlalchemy.orm import Session

from correspondence.mail_reading.mail import Bounce, Mail
from correspondence.models.outbox import OutgoingLetter
from correspondence.outbox.return_addresses import Returning, came_back
from correspondence.outbox.returns import arrives, letter_returned
from correspondence.store import settings_of

Verdict = Literal["hard", "soft", "delivered", "unclear"]


def note_returned(session: Session, told: Returning, mail: Mail, now: datetime) -> str:
    """Count what a mail to a return address says of its letter; what became of it, in a code.

    `now`: when the mail came. A mail that is no report keeps the code of its kind, and one to an address that was not
    made here is `bounce-unknown`; neither counts.
    """
    if mail.kind != "bounce":
        return mail.kind if mail.kind != "letter" else "no-reply-address"
    letter = session.get(OutgoingLetter, told.letter_id)
    if letter is None or not letter.address or not came_back(settings_of(session), told, letter):
        return "bounce-unknown"
    verdict, status = said_of_letter(mail.bounced)
    if verdict == "unclear":
        return "bounce-unclear"
    if verdict == "delivered":
        arrives(session, letter.address)
        return "bounce-delivered"
    return letter_returned(session, letter, verdict == "hard", status, now)


def said_of_letter(bounced: Collection[Bounce]) -> tuple[Verdict, str]:
    """What a report says of the one recipient that a letter has, and the status it gives; the worst, where it names
    several (whoever has letters sent on to others is one recipient to us)."""
    found = {_verdict(one): one.status for one in reversed(list(bounced))}
    for verdict in ("hard", "soft", "delivered"):
        if verdict in found:
            return verdict, found[verdict]
    return "unclear", ""


def _verdict(one: Bounce) -> Verdict:
    if one.action == "delivered":
        return "delivered"
    if one.action == "delayed" or one.action == "failed" and one.status.startswith("4."):
        return "soft"
    # What was handed on to somebody, or contradicts itself, tells nothing.
    return "hard" if one.action == "failed" and not one.status.startswith("2.") else "unclear"
