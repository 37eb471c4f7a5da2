"""Payloads as they lie in the outbox: packed, for a letter with results is a fifth of its size then."""

from __future__ import annotations

from correspondence.letters import decode_payload, encode_payload
from correspondence.letters.payload import Payload
from correspondence.outbox.sharing import MARK, shared_and_own, together
from correspondence.outbox.squeezing import squeezed, stretched


def packed(payload: Payload) -> bytes:
    """A payload as bytes."""
    return shared_and_own(payload) or squeezed(encode_payload(payload))


def unpacked(data: bytes) -> Payload:
    """The payload again; raises msgspec.MsgspecError saying what cannot be read."""
    return together(data) if data.startswith(MARK) else decode_payload(stretched(data))
