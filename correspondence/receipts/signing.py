"""The service's signature on receipts: Ed25519, by a key made from SECRET_KEY; whoever has the public key can check it.

Keys stand with what they signed: with another SECRET_KEY new receipts get another key, and old ones stay good.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

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
