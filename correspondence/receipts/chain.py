"""Whether receipts are what they were when they were given: each its own text, upon the one before it, signed.

The service signs with Ed25519, by a key made from SECRET_KEY; whoever has the public key can check it. Keys stand with
what they signed: with another SECRET_KEY new receipts get another key, and old ones stay good.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from adjudicator.receipts import FIRST, Opened, Receipted, Receipts

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

# Part of the key, so that what is made of SECRET_KEY for anything else never signs a receipt.
_PURPOSE = b"rookery receipts"


def public_key(secret: str) -> str:
    """The public key that belongs to a SECRET_KEY, in hex."""
    return _keys(secret)[1]


def signature(secret: str, said: bytes) -> str:
    """The signature of some bytes, in hex."""
    return _keys(secret)[0].sign(said).hex()


def is_signed(key: str, signed: str, said: bytes) -> bool:
    """Whether a signature is one of these bytes by the owner of a public key; False for what is neither."""
    # Six megabytes, for processes that sign and check alone.
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signed), said)
    except (InvalidSignature, ValueError):
        return False
    return True


@lru_cache(maxsize=4)
def _keys(secret: str) -> tuple[Ed25519PrivateKey, str]:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=_PURPOSE).derive(secret.encode())
    private = Ed25519PrivateKey.from_private_bytes(derived)
    return private, private.public_key().public_bytes_raw().hex()


def faults_of_chain(game: str, chain: Iterable[Receipted]) -> Iterator[str]:
    """What is wrong with the receipts of a game, in their order: changed, missing, in another order, signed by another
    key than they say or by one that another had replaced."""
    previous, number, keys = FIRST, 0, list[str]()
    for one in chain:
        number += 1
        name = f"receipt {one.number} ({one.id})"
        if one.number != number:
            yield f"receipt {number} is missing or out of order, {one.number} follows"
            number = one.number
        if one.previous != previous:
            yield f"{name} does not follow from the one before it"
        if one.digest != one.hashed(game):
            yield f"{name} was changed: its digest is another"
        if not is_signed(one.key, one.signature, one.signed()):
            yield f"{name}: the signature is not one by its key"
        if one.key in keys[:-1]:
            yield f"{name}: signed by a key that another had replaced"
        if one.key not in keys:
            keys.append(one.key)
        previous = one.digest
        yield from _unopened(one, name)


def faults_of_file(receipts: Receipts, keys: Collection[str] = ()) -> list[str]:
    """What is wrong with the receipts of a game file; empty if all is well. With `keys`, others may have signed
    nothing."""
    found = list(faults_of_chain(receipts.game, receipts.chain))
    if not is_signed(receipts.key, receipts.seal, receipts.sealed()):
        found.append("the receipts do not end where they did: the seal is not one of them by its key")
    signers = dict.fromkeys([*(one.key for one in receipts.chain), receipts.key])
    strange = [key for key in signers if keys and key not in keys]
    return found + [f"receipts: {key} signed here, which is none of the keys given" for key in strange]


def _unopened(one: Receipted, name: str) -> Iterator[str]:
    """What does not open the commitment as it should."""
    if one.opened is not None and one.opened.commitment() != one.commitment:
        yield f"{name}: the sheet of {one.house}, version {one.version}, is not the one it was given for"
    elif one.opened is not None and _other_document(one.opened):
        yield f"{name}: the sheet of {one.house}, version {one.version}, was changed"


def _other_document(opened: Opened) -> bool:
    said = opened.document
    return bool(said) and hashlib.sha256(said.encode()).hexdigest() != opened.sheet
