"""Who a mail is from, as far as the receiving server vouches for it.

A From line is what its writer says. The host's own mail server checks it (SPF, DKIM, DMARC) and writes what it found
into a header under its own name (RFC 8601), which it takes out of mails that come from outside.
"""

from __future__ import annotations

from correspondence.mail_reading.mail import Mail, MethodResult
from correspondence.settings import Settings

# What vouches for a domain, by the method: the property in which it stands.
_DOMAINS = {"dmarc": "header.from", "dkim": "header.d", "spf": "smtp.mailfrom"}


def vouched_for(settings: Settings, mail: Mail, recipient: str) -> bool:
    """Whether the host's mail server says that the mail comes from the domain of its From line, and its writer meant it
    for `recipient`: what somebody signed for others can be brought here by anybody.

    Exactly one header may bear the name that the host has set (`MAIL_IN_CHECKED_BY`), plainly, below as many Received
    lines as the host says (`MAIL_IN_CHECKED_BELOW`): two, or one elsewhere, may have come with the mail.
    """
    if not mail.sender or recipient.casefold() not in (address.casefold() for address in mail.addressees):
        return False
    checked_by = settings.mail_in_checked_by.casefold()
    ours = [header for header in mail.authentication if checked_by and header.server == checked_by]
    if len(ours) != 1 or not ours[0].plain or ours[0].below != settings.mail_in_checked_below:
        return False
    results, domain = ours[0].results, mail.sender.rpartition("@")[2]
    if any((found.method, found.result) == ("dmarc", "fail") for found in results):
        # The domain's owner wants no such mail believed, whatever else passed.
        return False
    return any(_aligned(found, domain) for found in results)


def _aligned(found: MethodResult, domain: str) -> bool:
    """Whether a result says that a domain itself, or one that it lies in, sent the mail."""
    if found.result != "pass" or found.method not in _DOMAINS:
        return False
    vouching = found.value(_DOMAINS[found.method]).rpartition("@")[2].casefold().rstrip(".")
    return "." in vouching and (domain == vouching or domain.endswith(f".{vouching}"))
