"""A device with passkeys, in software: makes them and signs challenges as browsers pass it on (WebAuthn, level 3)."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from sqlalchemy.orm import Session

from correspondence.models.accounts import Account, Passkey
from correspondence.rows import new_id

PRESENT, VERIFIED, NEW = 0x01, 0x04, 0x40


def stored_passkey(session: Session, account: Account, now: datetime, name: str = "phone") -> Passkey:
    """A passkey that an account has, for pages that show it; no device has its key."""
    passkey = Passkey(public_id=new_id(), account_id=account.id, name=name, credential=new_id(), created_at=now)
    passkey.public_key, passkey.sign_count = b"", 0
    session.add(passkey)
    session.flush()
    return passkey


def text(value: bytes) -> str:
    """Bytes as base64url without padding."""
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


@dataclass
class Authenticator:
    """One passkey of a device, used in a browser that shows the page of `origin`.

    `verifies`: it makes sure who holds it. `counts`: its counter goes up with each signature.
    """

    origin: str = "http://localhost:8000"
    site: str = "localhost"
    verifies: bool = True
    counts: bool = True
    count: int = 0
    handle: bytes = b""
    id: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def make(self, offer: dict[str, Any]) -> str:
        """A new passkey for the options of `add_options`."""
        self.handle = base64.urlsafe_b64decode(offer["options"]["user"]["id"] + "==")
        point = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
        new = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(public)
        attestation = {"fmt": "none", "attStmt": {}, "authData": self._data(NEW) + new}
        client_data = self._client_data("webauthn.create", offer)
        return self._credential(clientDataJSON=client_data, attestationObject=cbor2.dumps(attestation))

    def sign(self, offer: dict[str, Any]) -> str:
        """What it signs for the options of `sign_in_options`."""
        self.count += self.counts
        data, client_data = self._data(), self._client_data("webauthn.get", offer)
        signature = self.key.sign(data + hashlib.sha256(client_data).digest(), ec.ECDSA(SHA256()))
        return self._credential(
            clientDataJSON=client_data, authenticatorData=data, signature=signature, userHandle=self.handle
        )

    def _data(self, flags: int = 0) -> bytes:
        flags |= PRESENT | (VERIFIED if self.verifies else 0)
        return hashlib.sha256(self.site.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _client_data(self, kind: str, offer: dict[str, Any]) -> bytes:
        return json.dumps(
            {"type": kind, "challenge": offer["options"]["challenge"], "origin": self.origin, "crossOrigin": False}
        ).encode()

    def _credential(self, **response: bytes) -> str:
        name = text(self.id)
        parts = {part: text(value) for part, value in response.items()}
        return json.dumps({"id": name, "rawId": name, "type": "public-key", "response": parts})
