"""Read mails: from a mail server's bytes to what somebody wrote.

Pure: no database, no game. `read_mail` raises for no bytes, and its cost grows only with their number (ADR 28).
"""

from __future__ import annotations

from correspondence.mail_reading.mail import AuthenticationResult, Bounce, Kind, Mail, MethodResult
from correspondence.mail_reading.reading import read_mail

__all__ = ["AuthenticationResult", "Bounce", "Kind", "Mail", "MethodResult", "read_mail"]
