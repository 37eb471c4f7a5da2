"""Receipts of sheets as a game file tells them, and the texts over which they are hashed; who signs stands elsewhere.

A receipt says which version of which house's sheet was accepted, in which place of its game's chain, and of the sheet
itself only a hash with salt. Whoever has the salt can show what was handed in; nobody else can guess it. What is hashed
or signed is always a list of texts, written as a JSON array without spaces, in UTF-8.
"""

from __future__ import annotations

import hashlib

import msgspec

# What the first receipt of a game follows upon.
FIRST = "0" * 64
SEAT, EDICT = "seat", "edict"
_FORM = "rookery-receipt/1"


class Opened(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What opens a receipt's commitment: when the sheet was accepted, the SHA-256 of its `document`, and the salt."""

    at: str
    sheet: str
    salt: str
    document: str = ""

    def commitment(self) -> str:
        """The commitment that these make."""
        return _hashed("rookery-sheet/1", self.salt, self.at, self.sheet)


class Receipted(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A receipt as it is published: `number` in the game's chain, whose version it is, who wrote it (`seat`, or an
    `edict` of the game master), the digest of the receipt before it, and a signature by the public key `key`.

    `opened` is told to nobody but its house.
    """

    number: int
    id: str
    call: str
    house: str
    version: int
    by: str
    commitment: str
    previous: str
    digest: str
    key: str
    signature: str
    opened: Opened | None = None

    def hashed(self, game: str) -> str:
        """What the digest of this receipt must be in the game with this id."""
        said = (self.id, self.call, self.house, str(self.version), self.by, self.commitment, self.key)
        return _hashed(_FORM, game, str(self.number), self.previous, *said)

    def signed(self) -> bytes:
        """The bytes that are signed: enough to hold the service to its word before the chain is published."""
        return _written(_FORM, self.id, self.commitment, self.digest)


class Receipts(msgspec.Struct, frozen=True, kw_only=True):
    """The published receipts of a game, in their order; `seal` is a signature by `key` over where they end, so that
    nothing can be cut off there."""

    game: str
    chain: tuple[Receipted, ...]
    key: str
    seal: str

    def sealed(self) -> bytes:
        """The bytes that the seal signs."""
        last = self.chain[-1].digest if self.chain else FIRST
        return _written("rookery-receipts/1", self.game, str(len(self.chain)), last)


def _hashed(*said: str) -> str:
    return hashlib.sha256(_written(*said)).hexdigest()


def _written(*said: str) -> bytes:
    """Texts as one, so that none can run into the next: a JSON array without spaces."""
    return msgspec.json.encode(said)
