"""One message to one browser: sealed for it alone (RFC 8291), and signed by us (RFC 8292)."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from correspondence.posting.addresses import read_url
from correspondence.posting.exchange import NotTaken, post
from correspondence.push.keys import from_plain, private_key, public_key
from correspondence.push.subscriptions import LONGEST_ENDPOINT
from correspondence.settings import Settings

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

# Push services take tokens of a day at most.
TOKEN_LIFE = timedelta(hours=12)
# All messages are as long as this, so that their length says nothing of them; the services take 4096 bytes sealed.
PADDED_BYTES = 2048
# One record of this size, in which the mark of its end and AES-GCM's tag take the overhead.
RECORD_BYTES, RECORD_OVERHEAD, SALT_BYTES = 4096, 17, 16
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
    from cryptography.hazmat.primitives.asymmetric import ec

    # Spaces after a document of JSON say nothing.
    padded = message.body.ljust(PADDED_BYTES)
    browser, auth_secret = from_plain(message.public_key), from_plain(message.auth_secret)
    return encrypt(padded, browser, auth_secret, ec.generate_private_key(ec.SECP256R1()), os.urandom(SALT_BYTES))


def encrypt(
    content: bytes, browser: bytes, auth_secret: bytes, ephemeral: EllipticCurvePrivateKey, salt: bytes
) -> bytes:
    """The body `aes128gcm` (RFC 8188) of one record, for the public key of a browser and its `auth_secret` (RFC 8291).

    `ephemeral` and `salt` (16 bytes) are for this message alone. ValueError for a key that is no point of P-256, and
    for more than 4,079 bytes.
    """
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    if len(content) > RECORD_BYTES - RECORD_OVERHEAD:
        raise ValueError("more than one record")
    ours = ephemeral.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    shared = ephemeral.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), browser))

    def derive(key: bytes, salt: bytes, info: bytes, length: int) -> bytes:
        return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(key)

    secret = derive(shared, auth_secret, b"WebPush: info\0" + browser + ours, 32)
    key = derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD_BYTES.to_bytes(4, "big") + bytes([len(ours)]) + ours
    # 2 ends the last record, here the only one.
    return head + AESGCM(key).encrypt(nonce, content + b"\x02", None)


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
