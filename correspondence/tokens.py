"""Tokens: random ones, of which only the SHA-256 is kept, and signed ones, of which nothing is kept."""

from __future__ import annotations

import hashlib
import hmac
import secrets


def new_token() -> str:
    """A random token of 256 bits that can stand in an address."""
    return secrets.token_urlsafe(32)


def digest(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def same(token: str, kept: str) -> bool:
    """Whether a token is the one kept, taking the same time however much of it is right."""
    return hmac.compare_digest(digest(token), kept)


def sign(secret: str, purpose: str, value: str) -> str:
    """`value` (letters and digits) with a signature for one purpose; it can stand in an address."""
    return f"{value}.{_signature(secret, purpose, value)}"


def signed(secret: str, purpose: str, token: str) -> str | None:
    """The value of a signed token, or None if it was not signed here for this purpose."""
    value, _, signature = token.partition(".")
    good = hmac.compare_digest(signature.encode(), _signature(secret, purpose, value).encode())
    return value if good else None


def _signature(secret: str, purpose: str, value: str) -> str:
    return hmac.new(secret.encode(), f"{purpose}\n{value}".encode(), hashlib.sha256).hexdigest()[:40]
