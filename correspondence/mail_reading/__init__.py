"""Mails read: from the bytes that a mail server hands over to what somebody wrote. Pure: no database, no game.

    mail = read_mail(raw)
    mail.kind, mail.sender, mail.text

No bytes make it raise, and what it takes grows with their number alone; ADR 28 says how.
"""

from __future__ import annotations

from correspondence.mail_reading.mail import AuthenticationResult, Bounce, Kind, Mail, MethodResult
from correspondence.mail_reading.reading import read_mail

__all__ = ["AuthenticationResult", "Bounce", "Kind", "Mail", "MethodResult", "read_mail"]
