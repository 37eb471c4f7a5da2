"""What a first visit weighs on the way: the page, and all that it names for its first view, packed as browsers ask."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

from tests.correspondence.people import People
from tests.web.places import Places
from web.assets import FOLDER, version_now
from web.fonts.cutting import CUTS
from web.fonts.letters import MORE, WRITTEN, unicode_range
from web.pictures import with_fonts

BROWSER = {"Accept-Encoding": "gzip, deflate, br", "Sec-Fetch-Site": "same-origin"}
# Without what stands behind the mark: of a drawing with many icons a browser asks once.
FILE = re.compile(r'(?:href|src)="(/assets/[^"#]+)')
IMPORTED = re.compile(r'import[^;]*?from "([^"]+)"|import\("([^"]+)"\)')
PICTURE = re.compile(r"<img[^>]*>")
BUDGET = 150_000
# Of each the letters that the three languages are written with. A drawing in a page loads three of them.
FONTS = {
    "eb-garamond": 29_000,
    "eb-garamond-italic": 16_000,
    "EBGaramond-Italic": 16_000,
    "EBGaramond-SemiBold": 16_000,
    "Cinzel-Bold": 12_000,
}
# What a browser is told beside each file.
HEAD = 600


def weighed(client: FlaskClient, path: str, more: tuple[str, ...] = ()) -> dict[str, int]:
    """Bytes by address: the page, the files its head and body name, and `more`."""
    page = client.get(path, headers=BROWSER)
    plain = client.get(path).text
    files = {*FILE.findall(plain), *more}
    told = {path: len(page.data) + HEAD}
    for file in files:
        answer = client.get(file.replace("&amp;", "&"), headers=BROWSER)
        assert answer.status_code == 200, file
        told[file] = len(answer.data) + HEAD
    return told


def asset(name: str) -> str:
    """Where a file of ours is."""
    return f"/assets/{version_now()}/{name}"


# What the style sheet has all text written in.
FONT = "fonts/eb-garamond.woff2"
MAP_FONTS = tuple(f"fonts/{name}.woff2" for name in ("EBGaramond-Italic", "Cinzel-Bold"))


@pytest.mark.parametrize("kind", ["board", "sheet", "results", "what-if", "help", "home", "lobby"])
def test_a_first_visit_is_light(kind: str, app: Flask, people: People) -> None:
    places = Places(app, people)
    at = places.at
    paths = {"board": "/games/{game}", "sheet": "/calls/{call}", "results": "/games/{game}/calls/1"}
    paths |= {"what-if": "/calls/{call}/what-if/1", "help": "/help/first-edition"}
    path = {**paths, "home": "/", "lobby": "/lobby"}[kind].format(**at)
    client = places.browser.client
    more: tuple[str, ...] = ()
    if kind in ("board", "sheet", "results"):
        drawn = re.search(r'data-map="([^"]+)"', client.get(path).text)
        assert drawn
        more = (f"{drawn[1]}&theme=parchment&fonts=0", *map(asset, MAP_FONTS))
    if kind == "what-if":
        shown = [picture for picture in PICTURE.findall(client.get(path).text) if "lazy" not in picture]
        more = tuple(re.findall(r'src="([^"]+)"', "".join(shown)))
        assert len(more) == 1
    told = weighed(client, path, (*more, asset(FONT)))
    assert sum(told.values()) < BUDGET, told


def test_what_only_some_need_is_not_fetched_with_the_page(app: Flask, people: People) -> None:
    at = Places(app, people)
    sheet = at.browser.client.get(f"/calls/{at.at['call']}").text
    files = FILE.findall(sheet)
    assert not [name for name in files if name.endswith(("htmx.min.js", "condition_builder.js"))]
    board = FILE.findall(at.browser.client.get(f"/games/{at.at['game']}").text)
    assert not [name for name in board if name.endswith(("orders.js", "cards.js", "writing.js"))]


def test_a_page_names_all_modules_that_it_will_ask_for(app: Flask, people: People) -> None:
    """So none is found out only when another has come."""
    at = Places(app, people)
    for path, begins in ((f"/games/{at.at['game']}", {"board.js"}), (f"/calls/{at.at['call']}", {"board.js"})):
        named = {name.split("/", 3)[3] for name in FILE.findall(at.browser.client.get(path).text)}
        assert begins <= named
        for name in {one for one in named if one == "board.js" or one.startswith("board/")}:
            found = [one or other for one, other in IMPORTED.findall((FOLDER / name).read_text())]
            inside = name.rpartition("/")[0]
            wanted = {f"{inside}/{one[2:]}".removeprefix("/") for one in found}
            assert wanted - {"board/writing.js"} <= named, name


@pytest.mark.parametrize("name", FONTS)
def test_fonts_are_cut(name: str) -> None:
    path = FOLDER / "fonts" / f"{name}.woff2"
    assert path.stat().st_size < FONTS[name]
    for file, letters in ((path, WRITTEN), (path.with_name(f"{name}-more.woff2"), MORE)):
        known = set(TTFont(file).getBestCmap())
        cut = next(one for one in CUTS if one.name == name)
        assert known == letters & set(TTFont(cut.source).getBestCmap()), "python -m web.fonts.cutting"


def test_every_cut_is_served_and_nothing_else() -> None:
    there = {path.stem.removesuffix("-more") for path in (FOLDER / "fonts").glob("*.woff2")}
    assert there == {one.name for one in CUTS} == set(FONTS)


def test_styles_tell_which_letters_are_where() -> None:
    for sheet, name, letters in (("rookery", "eb-garamond", WRITTEN), ("letters", "eb-garamond-more", MORE)):
        told = (FOLDER / f"{sheet}.css").read_text()
        face = told[told.index(f"fonts/{name}.woff2") :].partition("}")[0]
        assert f"unicode-range: {unicode_range(letters)};" in face
        assert "font-display: swap" in face


def test_rare_letters_travel_only_with_a_drawing_that_has_them() -> None:
    plain, rare = with_fonts("<svg><text>Invernalia é</text></svg>"), with_fonts("<svg><text>Ærø</text></svg>")
    assert plain.count("@font-face") == 3
    assert rare.count("@font-face") == 6
