"""Who a mail is from, as far as the receiving server vouches for it.

A From line is what its writer says. The host's own mail server checks it (SPF, DKIM, DMARC) and writes what it found
into a header under its own name (RFC 8601), which it takes out of mails that come from outside.
"""

from __future__ import annotations

from correspondence.mail_reading.mail import Mail, MethodResult
from correspondence.settings import Settings

# What vouches for a domain, by the method: the property in which it stands.
_DOMAINS = {"dmarc": "header.from", "dkim": "header.d", "spf": "smtp.mailfrom"}


def vouched_for(settings: Settings, mail: Mail) -> bool:
    """Whether the host's mail server says that the mail comes from the domain of its From line.

    Only the topmost header counts, and only if it bears the name that the host has set (`MAIL_IN_CHECKED_BY`): what
    stands below it may have come with the mail.
    """
    checked_by = settings.mail_in_checked_by.casefold()
    if not checked_by or not mail.sender or not mail.authentication or mail.authentication[0].server != checked_by:
        return False
    domain = mail.sender.rpartition("@")[2]
    return any(_aligned(found, domain) for found in mail.authentication[0].results)


def _aligned(found: MethodResult, domain: str) -> bool:
    """Whether a result says that a domain itself, or one that it lies in, sent the mail."""
    if found.result != "pass" or found.method not in _DOMAINS:
        return False
    vouching = found.value(_DOMAINS[found.method]).rpartition("@")[2].casefold().rstrip(".")
    return "." in vouching and (domain == vouching or domain.endswith(f".{vouching}"))
