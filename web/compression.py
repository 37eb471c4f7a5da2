"""Answers packed, where packing tells nobody anything.

The length of a packed page tells whether a guess that somebody else put into it stands there a second time (BREACH).
To guess, they must have a reader's browser ask again and again. A browser says who has it ask, and no page can say it
in its place (`Sec-Fetch-Site`): so what a reader sees is packed when a page of ours asks for it, or the reader by
hand, and leaves as it is when another site does. Even then the mark for forms is another text in every answer
(`web.security`), a packed page is up to a hundred bytes longer by chance, an address with words in it is not answered
packed, and only those pages are packed that `READ` names. What is the same for every stranger has no secrets, and is
always packed.
"""

from __future__ import annotations

import gzip
import io
import secrets
from functools import lru_cache

from flask import Response, g, request

from web.app_context import TABLES
from web.request_context import session_token

try:
    import brotli  # type: ignore[import-untyped]
except ImportError:
    brotli = None

MIN_LENGTH, LEVEL = 500, 5
# Each reader's drawing is another, and a page waits for it: from quality 10 on a tenth less takes six times as long.
DRAWING_QUALITY = 7
TYPES, ALIKE, READ = (frozenset(TABLES["compression"][name]) for name in ("types", "alike", "read"))
# In an address these open something, and a page repeats them.
OPENERS = frozenset(("invitation", "code", "next"))
# What Flask-WTF keeps for a request whose page has a form.
MARK = "csrf_token"
# Asked for by a page of ours, or by hand: no other site had the browser ask.
OURS = frozenset(("same-origin", "none"))
MAX_PADDING = 100


def is_length_safe(response: Response) -> bool:
    """Whether the length of this answer, packed, is nobody's secret."""
    if request.endpoint in ALIKE:
        return True
    # No other site had the browser ask, and the address holds no guess of a stranger.
    numbers = all(value.isdecimal() for value in request.args.values())
    own = numbers and "Authorization" not in request.headers and request.headers.get("Sec-Fetch-Site") in OURS
    if request.endpoint in READ and own:
        return True
    if request.method == "POST":
        return False
    somebody = bool(session_token()) or "Authorization" in request.headers
    opens = not OPENERS.isdisjoint(request.args)
    return not somebody and not opens and MARK not in g and "Set-Cookie" not in response.headers


def pack(response: Response) -> Response:
    """Compress an answer, where that tells nobody anything."""
    if response.mimetype not in TYPES:
        return response
    response.vary.add("Accept-Encoding")
    plain = response.status_code == 200 and "Content-Encoding" not in response.headers
    takes_gzip = request.accept_encodings.best_match(("gzip", "identity"), "identity") == "gzip"
    has_body = request.method in ("GET", "HEAD", "POST")
    if not plain or not has_body or not takes_gzip or not is_length_safe(response):
        return response
    response.direct_passthrough = False
    body = response.get_data()
    if len(body) < MIN_LENGTH:
        return response
    how, packed = _compress(body)
    etag, weak = response.get_etag()
    response.set_data(packed)
    response.content_encoding = how
    response.headers.pop("Accept-Ranges", None)
    if etag:
        response.set_etag(f"{etag}-{how}", weak=bool(weak))
        response.make_conditional(request)
        # The server says it, to every answer.
        response.headers.pop("Date", None)
    return response


def _compress(body: bytes) -> tuple[str, bytes]:
    """How, and what it comes to."""
    if request.endpoint in READ:
        return ("br", _pad_brotli(body)) if _may_use_brotli() else ("gzip", _pad_gzip(body))
    if request.endpoint == "assets.asset" and _may_use_brotli():
        return "br", _compress_file(body)
    # The same bytes each time: no time in the head.
    return "gzip", gzip.compress(body, LEVEL, mtime=0)


def _may_use_brotli() -> bool:
    """Whether the reader accepts Brotli and ranks it as high as gzip."""
    named = dict(request.accept_encodings)
    return brotli is not None and 0 < named.get("gzip", 0) == named.get("br", 0)


@lru_cache(maxsize=64)
def _compress_file(body: bytes) -> bytes:
    """A file of ours as small as it gets; that takes long, once."""
    packed: bytes = brotli.compress(body, mode=brotli.MODE_TEXT, quality=11)
    return packed


def _pad_gzip(body: bytes) -> bytes:
    """Return gzip data of random length, padded by the unused file name field."""
    packed = io.BytesIO()
    name = "r" * secrets.randbelow(MAX_PADDING)
    with gzip.GzipFile(name, "wb", LEVEL, packed, mtime=0) as file:
        file.write(body)
    return packed.getvalue()


def _pad_brotli(body: bytes) -> bytes:
    """Return Brotli data of random length, a tenth smaller; a skipped block pads it."""
    packer = brotli.Compressor(mode=brotli.MODE_TEXT, quality=LEVEL)
    begun: bytes = packer.process(body) + packer.flush()
    return begun + metadata_block(secrets.randbelow(MAX_PADDING)) + bytes(packer.finish())


def metadata_block(length: int) -> bytes:
    """Return a Brotli metadata block of `length` bytes (below 256); empty for 0.

    RFC 7932, 9.2: not the last block, no size but a count of bytes to skip, in one byte; filled to whole bytes.
    """
    if not length:
        return b""
    head = 0b0110 | 1 << 4 | (length - 1) << 6
    return head.to_bytes(2, "little") + b"r" * length


def packed_drawing(drawn: bytes) -> tuple[str | None, bytes]:
    """Return a drawing packed for the reader, and its encoding; it holds no secrets."""
    takes = request.accept_encodings
    # A coast is drawn again as a border, farther back than gzip looks: a third less for the same time.
    if brotli is not None and takes["br"] > 0 and takes["br"] >= takes["gzip"]:
        return "br", brotli.compress(drawn, mode=brotli.MODE_TEXT, quality=DRAWING_QUALITY)
    # The same bytes each time: no time in the head.
    return ("gzip", gzip.compress(drawn, LEVEL, mtime=0)) if takes["gzip"] > 0 else (None, drawn)
