"""Tokens, random or signed, and secrets that the service must use itself.

Who has the database or a backup, and not the key, can read no sealed secret. AES-256-GCM; the key by HKDF-SHA256,
another for each purpose.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import secrets
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM


def new_token() -> str:
    """A random token of 256 bits that can stand in an address."""
    return secrets.token_urlsafe(32)


def digest(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def same(token: str, stored_digest: str) -> bool:
    """Whether a token is the one kept, compared in constant time."""
    return hmac.compare_digest(digest(token), stored_digest)


def keyed_hash(secret: str, text: str) -> str:
    """The HMAC-SHA-256 of a text under a key, in hex."""
    return hmac.new(secret.encode(), text.encode(), hashlib.sha256).hexdigest()


def sign(secret: str, purpose: str, value: str) -> str:
    """Sign `value` (letters and digits) for one purpose; safe in a URL."""
    return f"{value}.{_signature(secret, purpose, value)}"


def verified_value(secret: str, purpose: str, token: str) -> str | None:
    """Return the value of a signed token, once its signature is checked.
    None if it was not signed here for this purpose."""
    value, _, signature = token.partition(".")
    good = hmac.compare_digest(signature.encode(), _signature(secret, purpose, value).encode())
    return value if good else None


def _signature(secret: str, purpose: str, value: str) -> str:
    return keyed_hash(secret, f"{purpose}\n{value}")[:40]


# What a sealed secret begins with; names the way it was sealed.
MARK = "s1."
NONCE_BYTES = 12
# Purposes. They are part of the key: what was sealed for one cannot be put in the place of another.
SECOND_FACTOR, WEBHOOK = "second factor", "webhook"


class Unsealable(RuntimeError):
    """A secret is unreadable: another SECRET_KEY, or changed. `what` names it."""

    def __init__(self, what: str = "a secret") -> None:
        super().__init__(f"{what} was sealed with another SECRET_KEY than that of this service, or changed since")


def seal(key: str, purpose: str, secret: str) -> str:
    """Encrypt a secret with the SECRET_KEY `key`; an empty one stays empty."""
    if not secret:
        return ""
    nonce = secrets.token_bytes(NONCE_BYTES)
    sealed = nonce + _cipher(key, purpose).encrypt(nonce, secret.encode(), None)
    return MARK + base64.urlsafe_b64encode(sealed).decode()


def unseal(key: str, purpose: str, sealed_text: str) -> str:
    """The secret again; raises Unsealable."""
    if not sealed_text:
        return ""
    # Six megabytes, for processes that seal and unseal alone.
    from cryptography.exceptions import InvalidTag

    try:
        if not sealed_text.startswith(MARK):
            raise Unsealable
        sealed = base64.urlsafe_b64decode(sealed_text.removeprefix(MARK))
        return _cipher(key, purpose).decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], None).decode()
    except (InvalidTag, ValueError, binascii.Error) as wrong:
        raise Unsealable from wrong


@lru_cache(maxsize=16)
def _cipher(key: str, purpose: str) -> AESGCM:
    """Return an AES-GCM cipher whose key is derived from `key` for this purpose."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=f"rookery {purpose}".encode())
    return AESGCM(derived.derive(key.encode()))
