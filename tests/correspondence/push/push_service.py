"""A push service on this machine, and browsers that can be told by it: what comes is opened by the email of RFC 8188
and 8291, and whoever asks is known by the email of RFC 8292, with nothing of what the program itself uses for that."""

from __future__ import annotations

import base64
import json
import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

from cryptography.hazmat.primitives import hashes, hmac
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from sqlalchemy.orm import Session

from correspondence.accounts.use_cases import open_session, session_with
from correspondence.models.accounts import Account
from correspondence.push.subscriptions import Offered, browsers_of, turn_on


def plain(data: bytes) -> str:
    """Bytes in base64url."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_plain(text: str) -> bytes:
    """The bytes again."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _mac(key: bytes, data: bytes) -> bytes:
    made = hmac.HMAC(key, hashes.SHA256())
    made.update(data)
    return made.finalize()


@dataclass
class Receiver:
    """A browser's side: its keys, and what reached it."""

    address: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = field(default_factory=lambda: os.urandom(16))

    @property
    def public(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def offered(self) -> Offered:
        """What it tells the site of itself."""
        return Offered(self.address, plain(self.public), plain(self.auth))

    def open(self, body: bytes) -> bytes:
        """A message in one record (RFC 8188, 2.1) with the keys of RFC 8291, 3.4."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size, "more than one record"
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        secret = _mac(_mac(self.auth, shared), b"WebPush: info\0" + self.public + sender + b"\x01")
        pseudo = _mac(salt, secret)
        key = _mac(pseudo, b"Content-Encoding: aes128gcm\0\x01")[:16]
        nonce = _mac(pseudo, b"Content-Encoding: nonce\0\x01")[:12]
        text, mark, rest = AESGCM(key).decrypt(nonce, sealed, None).rpartition(b"\x02")
        assert (mark, rest.strip(b"\0")) == (b"\x02", b""), "the last record ends with 2"
        return text


def tell(
    session: Session, account: Account, offered: Offered, streams: Sequence[str], now: datetime
) -> tuple[str, str]:
    """Somebody signs in in a browser, which is told from then on; the token of the session, and the browser's id."""
    label = "Firefox, Linux"
    token = open_session(session, account, now, label)
    session.flush()
    here = session_with(session, token, now)
    assert here is not None
    turn_on(session, account, offered, streams, here, label, now)
    return token, browsers_of(session, account)[-1].id


def claims_of(authorization: str, key: str) -> dict[str, Any]:
    """What a token says, signed with a public key."""
    scheme, _, rest = authorization.partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert parts["k"] == key
    head, claims, signature = parts["t"].split(".")
    assert json.loads(from_plain(head))["alg"] == "ES256"
    raw = from_plain(signature)
    signed = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_plain(key))
    point.verify(signed, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    found: dict[str, Any] = json.loads(from_plain(claims))
    return found


@dataclass
class PushService:
    """What it was handed: path, headers, body; `answers` by path, 201 for all others."""

    root: str
    heard: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    answers: dict[str, int] = field(default_factory=dict)

    def receiver(self, path: str = "/one") -> Receiver:
        """A browser that it knows."""
        return Receiver(f"{self.root}{path}")


@contextmanager
def push_service() -> Iterator[PushService]:
    """One that runs."""
    found = PushService("")

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            found.heard.append((self.path, dict(self.headers), body))
            self.send_response(found.answers.get(self.path, 201))
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            """Quiet."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    found.root = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    try:
        yield found
    finally:
        server.shutdown()
        server.server_close()
