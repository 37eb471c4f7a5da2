"""Payloads as they lie in the outbox: packed, for a letter with results is a fifth of its size then."""

from __future__ import annotations

from correspondence.letters import decode_payload, encode_payload
from correspondence.letters.payload import Payload
from correspondence.outbox.sharing import MARK, shared_and_own, together
from correspondence.outbox.squeezing import squeezed, stretched


class LaterForm(Exception):
    """A letter packed by a later version of the program, whose workers will send it."""


def packed(payload: Payload) -> bytes:
    """A payload as bytes."""
    return shared_and_own(payload) or squeezed(encode_payload(payload))


def unpacked(data: bytes) -> Payload:
    """The payload again; raises msgspec.MsgspecError saying what cannot be read, LaterForm for what we do not know yet.

    A control character says in which form the letter is; neither JSON nor zlib begins with one.
    """
    if data.startswith(MARK):
        return together(data)
    if data[:1] and data[:1] < b" ":
        raise LaterForm(f"form {data[0]} of letters is not known to this version of the program")
    return decode_payload(stretched(data))
