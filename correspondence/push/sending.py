"""One message to one browser: sealed for it alone (RFC 8291), and signed by us (RFC 8292)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from correspondence.posting.addresses import read_url
from correspondence.posting.exchange import NotTaken, post
from correspondence.push.keys import from_plain, private_key, public_key
from correspondence.push.subscriptions import LONGEST_ENDPOINT
from correspondence.settings import Settings

# Push services take tokens of a day at most.
TOKEN_LIFE = timedelta(hours=12)
# All messages are as long as this, so that their length says nothing of them; the services take 4096 bytes sealed.
PADDED_BYTES = 2048
# The host's own address was looked at when the service began.
_ANY_ADDRESS = {"no-strict": True}


@dataclass(frozen=True)
class Message:
    """A message as it leaves: where to, the browser's keys, the key of ours that it knows, and what it says (JSON)."""

    endpoint: str
    public_key: str
    auth_secret: str
    our_key: str
    body: bytes
    topic: str
    urgent: bool
    expires_at: datetime


def send(settings: Settings, message: Message, now: datetime) -> None:
    """Hand a message to its push service; NotTaken if that does not take it."""
    if message.our_key != public_key(settings.secret_key):
        raise NotTaken("SECRET_KEY has changed since this browser was turned on", for_good=True)
    head = {
        "Authorization": authorization(settings, message.endpoint, now),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(max(0, int((message.expires_at - now).total_seconds()))),
        "Topic": message.topic,
        "Urgency": "high" if message.urgent else "normal",
    }
    body = sealed(message)
    post(message.endpoint, head, body, settings.webhooks_loopback, LONGEST_ENDPOINT)


def sealed(message: Message) -> bytes:
    """The message, readable by its browser alone, whatever it says as long as any other."""
    # Some megabytes, for processes that send alone.
    import http_ece
    from cryptography.hazmat.primitives.asymmetric import ec

    # Spaces after a document of JSON say nothing.
    padded = message.body.ljust(PADDED_BYTES)
    found: bytes = http_ece.encrypt(
        padded,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=from_plain(message.public_key),
        auth_secret=from_plain(message.auth_secret),
        version="aes128gcm",
    )
    return found


def authorization(settings: Settings, endpoint: str, now: datetime) -> str:
    """Who asks, for this push service alone, and where its people reach the host."""
    from py_vapid import Vapid02

    target = read_url(endpoint, settings.webhooks_loopback, LONGEST_ENDPOINT)
    claims = {
        "aud": f"{target.scheme}://{target.named}",
        "exp": int((now + TOKEN_LIFE).timestamp()),
        "sub": f"mailto:{settings.reply_to or settings.sender}",
    }
    said: str = Vapid02(private_key(settings.secret_key), conf=_ANY_ADDRESS).sign(claims)["Authorization"]
    return said
