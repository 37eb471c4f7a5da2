"""Web push delivery: encrypt (RFC 8291), sign (RFC 8292), send, retry, give up.

A browser that its push service reports gone is deleted; one that was refused too often is switched off.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from sqlalchemy import delete, update
from sqlalchemy.orm import Session

from correspondence.deliveries import CLAIM, due, note, side_by_side
from correspondence.models import PushMessage, PushSubscription
from correspondence.posting.exchange import PostFailed, post, read_url
from correspondence.push.subscriptions import MAX_ENDPOINT_LENGTH, forget, from_plain, private_key, public_key
from correspondence.rows import HELD
from correspondence.settings import Settings
from correspondence.store import Store

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
    """A push message to send: address, browser's keys, our public key, JSON text."""

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
        raise PostFailed("SECRET_KEY has changed since this browser was turned on", for_good=True)
    head = {
        "Authorization": authorization(settings, message.endpoint, now),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(max(0, int((message.expires_at - now).total_seconds()))),
        "Topic": message.topic,
        "Urgency": "high" if message.urgent else "normal",
    }
    body = encrypt_message(message)
    post(message.endpoint, head, body, settings.webhooks_loopback, MAX_ENDPOINT_LENGTH)


def encrypt_message(message: Message) -> bytes:
    """Encrypt a message for its browser, padded so that all have the same length."""
    # Some megabytes, for processes that send alone.
    from cryptography.hazmat.primitives.asymmetric import ec

    # Spaces after a document of JSON say nothing.
    padded = message.body.ljust(PADDED_BYTES)
    browser, auth_secret = from_plain(message.public_key), from_plain(message.auth_secret)
    return encrypt(padded, browser, auth_secret, ec.generate_private_key(ec.SECP256R1()), os.urandom(SALT_BYTES))


def encrypt(
    content: bytes, browser: bytes, auth_secret: bytes, ephemeral: EllipticCurvePrivateKey, salt: bytes
) -> bytes:
    """Encrypt one `aes128gcm` record (RFC 8188) for a browser's keys (RFC 8291).

    `ephemeral` and `salt` (16 bytes) must be new for each message. Raises ValueError for a key that is no point of
    P-256 and for more than 4,079 bytes.
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

    target = read_url(endpoint, settings.webhooks_loopback, MAX_ENDPOINT_LENGTH)
    claims = {
        "aud": f"{target.scheme}://{target.host_header}",
        "exp": int((now + TOKEN_LIFE).timestamp()),
        "sub": f"mailto:{settings.reply_to or settings.sender}",
    }
    header: str = Vapid02(private_key(settings.secret_key), conf=_ANY_ADDRESS).sign(claims)["Authorization"]
    return header


MAX_ATTEMPTS = 8
# So many go out side by side, each for ten seconds at most: a batch ends well before its task would be stopped.
AT_ONCE, BATCH = 8, 16
# What a push service says of a browser that it knows no more.
GONE = (404, 410)
# What it says when it has too much to do, or we asked too slowly; all else of the 4xx is about this message.
LATER = (408, 425, 429)
TOO_LATE = "it came too late to be of use"
Sender = Callable[[Message, datetime], None]


@dataclass(frozen=True)
class _ClaimedPush:
    id: int
    message: Message


def push_batch(store: Store, now_fn: Callable[[], datetime], sender: Sender | None = None) -> int:
    """Send the messages that are due, at most `BATCH`; return how many were handled."""
    looked, taken = _claim(store, now_fn())
    now = now_fn()

    def hand_over(item: _ClaimedPush) -> None:
        if sender is not None:
            sender(item.message, now)
        else:
            send(store.settings, item.message, now)

    for item, trouble in side_by_side(taken, hand_over, AT_ONCE, "a message for a browser"):
        with store.begin() as session:
            _record_outcome(session, item.id, trouble, now_fn())
    return looked


def _claim(store: Store, now: datetime) -> tuple[int, list[_ClaimedPush]]:
    """How many were due, and those of them that are sent."""
    with store.begin() as session:
        claims = []
        messages = session.scalars(due(PushMessage, now, BATCH)).all()
        for message in messages:
            if message.expires_at <= now:
                message.failed_at, message.next_attempt_at, message.last_error, message.body = now, None, TOO_LATE, b""
                continue
            message.claimed_until = now + CLAIM
            message.attempts += 1
            browser = session.get_one(PushSubscription, message.subscription_id)
            push_message = Message(
                endpoint=browser.endpoint,
                public_key=browser.public_key,
                auth_secret=browser.auth_secret,
                our_key=browser.our_key,
                body=message.body,
                topic=message.topic,
                urgent=message.urgent,
                expires_at=message.expires_at,
            )
            claims.append(_ClaimedPush(message.id, push_message))
        return len(messages), claims


def _record_outcome(session: Session, message_id: int, trouble: PostFailed | None, now: datetime) -> None:
    """Record whether a push message was sent; `trouble` is None if it was.
    Forgets a browser that is gone, and turns off one that failed too often."""
    message = session.get(PushMessage, message_id)
    if message is None:
        return  # its browser was forgotten meanwhile
    browser = session.get_one(PushSubscription, message.subscription_id, with_for_update=HELD)
    if trouble is not None and trouble.status in GONE:
        forget(session, [browser.id])
        return
    final = message.attempts >= MAX_ATTEMPTS
    if trouble is not None:
        final = final or trouble.for_good or 400 <= trouble.status < 500 and trouble.status not in LATER
    too_often = note(message, browser, trouble, now, final=final)
    browser.last_error = message.last_error
    if message.failed_at is not None:
        message.body = b""
    if too_often:
        # Tell it nothing more; the page of the account says so.
        browser.disabled_at = now
        waiting = update(PushMessage).where(
            PushMessage.subscription_id == browser.id, PushMessage.next_attempt_at.is_not(None)
        )
        session.execute(waiting.values(failed_at=now, next_attempt_at=None, body=b""))


def forget_messages(session: Session, before: datetime) -> None:
    """Remove notes of messages that were written before a moment."""
    session.execute(delete(PushMessage).where(PushMessage.written_at < before))
