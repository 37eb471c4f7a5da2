"""The key with which letters are signed, as a host sets it: checked before the first letter leaves."""

from __future__ import annotations

import base64
import re
from importlib.util import find_spec
from pathlib import Path

# `mail._domainkey.rookery.example.org`: where the public key stands in the DNS.
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,62}\._domainkey(?:\.[a-z0-9][a-z0-9-]{0,62}){2,8}")
# Receivers need not believe shorter ones (RFC 8301).
LEAST_BITS = 1024


class BadKey(ValueError):
    """A key, or the name of its record, that cannot be used; `setting` is the one at fault."""

    def __init__(self, setting: str, words: str) -> None:
        super().__init__(words)
        self.setting = setting


def checked(record: str, path: str, sender: str) -> tuple[str, str]:
    """The name of the DNS record in small letters, and the path of the key; both empty if neither is set.

    `sender` is the address that letters come from: they are signed for its domain, or one above it. Raises BadKey.
    """
    if not record and not path:
        return "", ""
    if not (record and path):
        raise BadKey("MAIL_DKIM_KEY" if record else "MAIL_DKIM", "MAIL_DKIM and MAIL_DKIM_KEY go together")
    name = record.lower().rstrip(".")
    if not _NAME.fullmatch(name):
        raise BadKey("MAIL_DKIM", f"{record!r} is not a name such as mail._domainkey.rookery.example.org")
    domain, host = name.partition("._domainkey.")[2], sender.rpartition("@")[2].lower()
    if host != domain and not host.endswith(f".{domain}"):
        raise BadKey("MAIL_DKIM", f"letters come from {host}, which is not below {domain}")
    if find_spec("dkim") is None:
        raise BadKey("MAIL_DKIM", "dkimpy signs letters: pip install 'rookery[dkim]'")
    public_key(path)
    return name, path


def public_key(path: str) -> str:
    """What stands behind `p=` in the DNS record of a key: its public part, in base64. Raises BadKey."""
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key

    try:
        key = load_pem_private_key(Path(path).read_bytes(), password=None)
    except OSError as fault:
        raise BadKey("MAIL_DKIM_KEY", f"{path} cannot be read: {fault.strerror}") from None
    except (ValueError, TypeError):
        raise BadKey("MAIL_DKIM_KEY", f"{path} is no private key in PEM without a password") from None
    if not isinstance(key, RSAPrivateKey) or key.key_size < LEAST_BITS:
        raise BadKey("MAIL_DKIM_KEY", f"{path} is no RSA key of {LEAST_BITS} bits or more")
    public = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return base64.b64encode(public).decode()
