"""Letters are signed for the domain they come from (DKIM, RFC 6376), where the host has set a key: then mail servers
can tell ours from forged ones."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from correspondence.settings import Settings

# What readers and their programs go by; each that a letter has is signed.
SIGNED = (
    b"from",
    b"sender",
    b"reply-to",
    b"to",
    b"subject",
    b"date",
    b"message-id",
    b"in-reply-to",
    b"references",
    b"mime-version",
    b"content-type",
    b"auto-submitted",
    b"list-id",
    b"list-unsubscribe",
    b"list-unsubscribe-post",
)


def signed(settings: Settings, pieces: tuple[bytes, ...]) -> tuple[bytes, ...]:
    """A letter with its signature before it; as it is where no key is set.

    `pieces` together are the whole letter with CRLF. Raises OSError if the file of the key is gone.
    """
    if not settings.mail_dkim:
        return pieces
    import dkim

    selector, _, domain = settings.mail_dkim.partition("._domainkey.")
    header: bytes = dkim.sign(
        b"".join(pieces),
        selector.encode(),
        domain.encode(),
        _key(settings.mail_dkim_key),
        canonicalize=(b"relaxed", b"relaxed"),
        include_headers=_there(pieces),
    )
    return (header, *pieces)


def _there(pieces: Sequence[bytes]) -> list[bytes]:
    """Those of the signed fields that the letter has."""
    head = b"".join(pieces).partition(b"\r\n\r\n")[0]
    names = {line.partition(b":")[0].lower() for line in head.split(b"\r\n") if not line.startswith((b" ", b"\t"))}
    return [name for name in SIGNED if name in names]


@lru_cache(maxsize=4)
def _key(path: str) -> bytes:
    return Path(path).read_bytes()
