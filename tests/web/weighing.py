"""What a first visit weighs on the way: the page, and all that it names for its first view, packed as browsers ask."""

from __future__ import annotations

import re
from html import unescape

import brotli  # type: ignore[import-untyped]
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from web.assets import version_now
from web.fonts.letters import parts

BROWSER = {"Accept-Encoding": "gzip, deflate, br", "Sec-Fetch-Site": "same-origin"}
# Without what stands behind the mark: of a drawing with many icons a browser asks once. An icon for the home screen is
# fetched by whoever puts the site there.
FILE = re.compile(r'(?<!apple-touch-icon" )(?:href|src)="(/assets/[^"#]+)')
MAP = re.compile(r'data-map="([^"]+)"')
MAILS = re.compile(r"<text ([^>]*)>([^<]*)")
# What every page is written in; and the map's fonts by what a drawing says of them.
FONT = "fonts/eb-garamond.woff2"
MAP_FONTS = {"Cinzel-Bold": "Cinzel", "EBGaramond-Italic": 'font-style="italic"'}
# The line before the headers, and those that the server adds.
STATUS = 75
# What files of the site weigh, by their addresses, which are others when one changes.
_weights: dict[str, int] = {}


def weighed(client: FlaskClient, path: str, more: tuple[str, ...] = ()) -> dict[str, int]:
    """Bytes by address: the page, the files its head and body name, the map its script asks for with the fonts of that,
    and `more`."""
    page = client.get(path, headers=BROWSER)
    plain, told = unpacked(page), {path: weight(page)}
    files = {*FILE.findall(plain), asset(FONT), *more}
    drawn = MAP.search(plain)
    if drawn:
        address = f"{unescape(drawn[1])}&theme=parchment&fonts=0"
        drawing = client.get(address, headers=BROWSER)
        assert drawing.status_code == 200, address
        told[address] = weight(drawing)
        # The page itself has the tokens that may be chosen.
        files |= set(map(asset, fonts_of(unpacked(drawing) + plain)))
    return told | {file: _fetched(client, unescape(file)) for file in files}


def unpacked(answer: TestResponse) -> str:
    """The text of an answer as a browser unpacks it."""
    if answer.content_encoding == "br":
        return str(brotli.decompress(answer.data).decode())
    assert answer.content_encoding is None, "browsers that name both get brotli"
    return answer.text


def _fetched(client: FlaskClient, file: str) -> int:
    """The weight of a file that a page names. Those of the site are the same for all pages and are fetched once."""
    if file in _weights:
        return _weights[file]
    answer = client.get(file, headers=BROWSER)
    assert answer.status_code == 200, file
    found = weight(answer)
    if file.startswith("/assets/"):
        _weights[file] = found
    return found


def weight(answer: TestResponse) -> int:
    """The bytes of an answer with its headers."""
    return len(answer.data) + STATUS + sum(len(f"{name}: {value}\r\n") for name, value in answer.headers)


def fonts_of(svg: str) -> set[str]:
    """The parts of the map's fonts that a drawing has emails of."""
    found = set()
    for font, mark in MAP_FONTS.items():
        said = {ord(sign) for look, text in MAILS.findall(svg) if mark in look for sign in unescape(text)}
        found |= {f"fonts/{name}.woff2" for name, mails in parts(font).items() if not said.isdisjoint(mails)}
    return found


def asset(name: str) -> str:
    """Where a file of ours is."""
    return f"/assets/{version_now()}/{name}"
