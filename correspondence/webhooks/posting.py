"""One post to a webhook: what stands at its head, and the signature."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass

from correspondence.posting.exchange import post as post_to


@dataclass(frozen=True)
class Post:
    """What is posted, where, and the secret that signs it."""

    url: str
    secret: str
    id: str
    kind: str
    body: bytes


def signature(secret: str, timestamp: int, body: bytes) -> str:
    """The value of `Rookery-Signature`: HMAC-SHA256 with the webhook's secret over `<timestamp>.<body>`, in hex."""
    return "v1=" + hmac.new(secret.encode(), b"%d." % timestamp + body, hashlib.sha256).hexdigest()


def send(post: Post, timestamp: int, loopback: bool) -> None:
    """Post it; NotTaken unless the answer is of the 2xx. `timestamp` in seconds since 1970."""
    head = {
        "Content-Type": "application/json",
        "Rookery-Event": post.kind,
        "Rookery-Delivery": post.id,
        "Rookery-Timestamp": str(timestamp),
        "Rookery-Signature": signature(post.secret, timestamp, post.body),
    }
    post_to(post.url, head, post.body, loopback)
