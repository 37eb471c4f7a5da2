"""Payloads as they lie in the outbox: packed, for a letter with results is a fifth of its size then."""

from __future__ import annotations

import zlib

import msgspec

from correspondence.letters import decode_payload, encode_payload
from correspondence.letters.payload import Payload

try:
    from isal.isal_zlib import compress
except ImportError:
    # It isn't built for every machine. Both read what the other has packed; this one takes twice as long.
    from zlib import compress

# Small ones gain nothing; those of JSON begin with a brace, packed ones never do.
WORTH_PACKING = 2000
MOST_BYTES = 8 * 2**20


def packed(payload: Payload) -> bytes:
    """A payload as bytes."""
    document = encode_payload(payload)
    return compress(document, 1) if len(document) > WORTH_PACKING else document


def unpacked(data: bytes) -> Payload:
    """The payload again; raises msgspec.MsgspecError saying what cannot be read."""
    if not data.startswith(b"{"):
        try:
            reading = zlib.decompressobj()
            data = reading.decompress(data, MOST_BYTES)
        except zlib.error as fault:
            raise msgspec.DecodeError(f"the payload cannot be unpacked: {fault}") from fault
        if not reading.eof:
            raise msgspec.DecodeError("the payload is cut off, or larger than a letter can be")
    return decode_payload(data)
