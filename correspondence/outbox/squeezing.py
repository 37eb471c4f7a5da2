"""Documents packed small: JSON that is long enough to gain by it."""

from __future__ import annotations

import zlib

import msgspec

try:
    from isal.isal_zlib import compress
except ImportError:
    # It isn't built for every machine. Both read what the other has packed; this one takes twice as long.
    from zlib import compress

# Small ones gain nothing; those of JSON begin with a brace or bracket, packed ones never do.
WORTH_PACKING = 2000
MOST_BYTES = 8 * 2**20


def squeezed(document: bytes) -> bytes:
    """A JSON document as few bytes, or as it is if it is short."""
    return compress(document, 1) if len(document) > WORTH_PACKING else document


def stretched(data: bytes) -> bytes:
    """The document again; raises msgspec.DecodeError if it cannot be read."""
    if data.startswith((b"{", b"[")):
        return data
    try:
        reading = zlib.decompressobj()
        document = reading.decompress(data, MOST_BYTES)
    except zlib.error as fault:
        raise msgspec.DecodeError(f"the payload cannot be unpacked: {fault}") from fault
    if not reading.eof:
        raise msgspec.DecodeError("the payload is cut off, or larger than a letter can be")
    return document
