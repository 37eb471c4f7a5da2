"""The key by which push services know us (VAPID, RFC 8292): ECDSA on P-256, made from SECRET_KEY.

Browsers take messages from the key alone that they were told when they were turned on. With another SECRET_KEY they are
to be turned on again.
"""

from __future__ import annotations

import base64
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

# Part of the key, so that what is made of SECRET_KEY for anything else never speaks to push services.
_PURPOSE = b"rookery push"
# The order of P-256; with so many bytes more than it has, every key is as likely as any other (FIPS 186-5, A.2.1).
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
_DERIVED_BYTES = 48


def public_key(secret: str) -> str:
    """The public key that belongs to a SECRET_KEY: an uncompressed point in base64url."""
    return _keys(secret)[1]


def private_key(secret: str) -> EllipticCurvePrivateKey:
    """The private key that belongs to a SECRET_KEY."""
    return _keys(secret)[0]


def is_point(public: bytes) -> bool:
    """Whether these bytes are a point of P-256, uncompressed, as browsers tell their keys."""
    # Six megabytes, for processes that look at keys alone.
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), public)
    except ValueError:
        return False
    return len(public) == 65


def plain(key: bytes) -> str:
    """Bytes in base64url without what fills it up."""
    return base64.urlsafe_b64encode(key).rstrip(b"=").decode()


def from_plain(text: str) -> bytes:
    """The bytes again. ValueError for what is no base64url."""
    text = text.strip().rstrip("=")
    return base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)


@lru_cache(maxsize=4)
def _keys(secret: str) -> tuple[EllipticCurvePrivateKey, str]:
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    derived = HKDF(algorithm=SHA256(), length=_DERIVED_BYTES, salt=None, info=_PURPOSE).derive(secret.encode())
    private = ec.derive_private_key(int.from_bytes(derived, "big") % (_ORDER - 1) + 1, ec.SECP256R1())
    point = private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return private, plain(point)
