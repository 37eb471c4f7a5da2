"""What first visits weigh, of every kind of page, of every edition and board."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask import Flask
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

from adjudicator import games
from adjudicator.thrones.game import THRONES
from tests.correspondence.people import People, houses_of
from tests.web.copied_places import CopiedPlaces
from tests.web.visitors import browser_of
from tests.web.weighing import FILE, MAILS, MAP_FONTS, weighed
from web.assets import FOLDER, WRITING, scripts, sent, version_now
from web.fonts.cutting import CUTS
from web.fonts.letters import ON_MAPS, parts, unicode_range
from web.views.pictures import with_fonts

IMPORTED = re.compile(r'import[^;]*?from "([^"]+)"|import\("([^"]+)"\)')
PICTURE = re.compile(r"<img[^>]*>")
BUDGET = 150_000
# The board and the sheet of a first turn leave room for what a page has later: words, arrows, a question.
FIRST_TURN = 145_000
# Bytes of each font's first part. A drawing in a page loads two of them.
FONTS = {
    "eb-garamond": 29_000,
    "eb-garamond-italic": 16_000,
    "EBGaramond-Italic": 10_000,
    "EBGaramond-SemiBold": 11_000,
    "Cinzel-Bold": 8_000,
}


@pytest.mark.parametrize("kind", ["board", "sheet", "results", "what-if", "help", "home", "lobby"])
def test_a_first_visit_is_light(kind: str, app: Flask, people: People) -> None:
    places = CopiedPlaces(app, people)
    at = places.at
    paths = {"board": "/games/{game}", "sheet": "/turns/{turn}", "results": "/games/{game}/turns/1"}
    paths |= {"what-if": "/turns/{turn}/what-if/1", "help": "/help/first-edition"}
    path = {**paths, "home": "/", "lobby": "/lobby"}[kind].format(**at)
    client = places.browser.client
    more: tuple[str, ...] = ()
    if kind == "what-if":
        shown = [picture for picture in PICTURE.findall(client.get(path).text) if "lazy" not in picture]
        more = tuple(re.findall(r'src="([^"]+)"', "".join(shown)))
        assert len(more) == 1
    told = weighed(client, path, more)
    assert any("map.svg" in name for name in told) == (kind in ("board", "sheet", "results", "what-if"))
    assert sum(told.values()) < BUDGET, told


def begun(people: People, edition: str, count: int, house: str = "") -> str:
    """A game of so many in which ada plays a house, its first turn open."""
    able = houses_of(count, edition)
    playing = tuple(sorted(able, key=lambda one: one != house))[:count]
    chosen = {"houses": playing} if edition == "mother-of-dragons" else {}
    return people.game({house or playing[0]: "ada"}, edition=edition, players=count, **chosen)


@pytest.mark.parametrize("edition", games.EDITIONS)
def test_boards_and_first_sheets_of_every_edition_are_light(edition: str, app: Flask, people: People) -> None:
    counts = games.EDITIONS[edition].player_counts
    client = browser_of(app, people, "ada").client
    begun_games = [begun(people, edition, count) for count in counts[:-1]]
    begun_games += [begun(people, edition, counts[-1], house) for house in houses_of(counts[-1], edition)]
    for game in begun_games:
        for path in (f"/games/{game}", f"/turns/{people.turn(game)}"):
            told = weighed(client, path)
            assert any("map.svg" in name for name in told)
            assert sum(told.values()) < FIRST_TURN, told


@pytest.mark.parametrize("edition", games.EDITIONS)
def test_first_parts_of_fonts_have_what_boards_mail(edition: str, app: Flask, people: People) -> None:
    """In all three languages; of titles of cards, which come later, the rest may be fetched."""
    address = f"/games/{begun(people, edition, games.EDITIONS[edition].player_counts[-1])}/map.svg?fonts=0"
    client = browser_of(app, people, "ada").client
    for language in ("en", "it", "es"):
        written = MAILS.findall(client.get(f"{address}&language={language}").text)
        for font, mark in MAP_FONTS.items():
            said = {sign for look, text in written if mark in look for sign in unescape(text)}
            assert said
            assert said <= set(ON_MAPS[font]), (font, language)


def test_first_parts_of_fonts_have_the_titles_of_all_loans() -> None:
    """Which loans lie on a board is chance, so no game shows all of them."""
    editions = THRONES.editions.values()
    said = {
        loan.name.say(language) for one in editions for loan in one.loans.values() for language in ("en", "it", "es")
    }
    assert len(said) > 20
    assert {sign for title in said for sign in title.replace("'", "’")} <= set(ON_MAPS["Cinzel-Bold"])


def test_what_only_some_need_is_not_fetched_with_the_page(app: Flask, people: People) -> None:
    at = CopiedPlaces(app, people)
    sheet = at.browser.client.get(f"/turns/{at.at['turn']}").text
    files = FILE.findall(sheet)
    assert not [name for name in files if name.endswith(("htmx.min.js", "condition_builder.js"))]
    board = FILE.findall(at.browser.client.get(f"/games/{at.at['game']}").text)
    assert not [name for name in board if name.endswith(("orders.js", "cards.js", "writing.js"))]


def test_a_page_names_all_modules_that_it_will_ask_for(app: Flask, people: People) -> None:
    """So none is found out only when another has come."""
    at = CopiedPlaces(app, people)
    for path, begins in ((f"/games/{at.at['game']}", {"board.js"}), (f"/turns/{at.at['turn']}", {"board.js"})):
        named = {name.split("/", 3)[3] for name in FILE.findall(at.browser.client.get(path).text)}
        assert begins <= named
        for name in {one for one in named if one == "board.js" or one.startswith("board/")}:
            found = [one or other for one, other in IMPORTED.findall(sent()[name])]
            inside = name.rpartition("/")[0]
            wanted = {f"{inside}/{one[2:]}".removeprefix("/") for one in found}
            assert wanted - {WRITING} <= named, name
        assert (WRITING in named) == ("/turns/" in path)


@pytest.mark.parametrize("name", FONTS)
def test_fonts_are_cut(name: str) -> None:
    assert (FOLDER / "fonts" / f"{name}.woff2").stat().st_size < FONTS[name]
    for file, mails in parts(name).items():
        known = set(TTFont(FOLDER / "fonts" / f"{file}.woff2").getBestCmap())
        cut = next(one for one in CUTS if one.name == name)
        assert known == mails & set(TTFont(cut.source).getBestCmap()), "python -m web.fonts.cutting"


def test_every_cut_is_served_and_nothing_else() -> None:
    there = {path.stem for path in (FOLDER / "fonts").glob("*.woff2")}
    assert there == {part for one in CUTS for part in parts(one.name)}
    assert set(FONTS) == {one.name for one in CUTS}


def test_styles_tell_which_mails_are_where() -> None:
    fonts = {"rookery": ("eb-garamond", 1), "letters": ("eb-garamond", 2)}
    told = [(sheet, *list(parts(name).items())[n - 1]) for sheet, (name, n) in fonts.items()]
    told += [("board", *part) for name in MAP_FONTS for part in parts(name).items()]
    for sheet, file, mails in told:
        style = (FOLDER / f"{sheet}.css").read_text()
        face = style[style.index(f"fonts/{file}.woff2") :].partition("}")[0]
        assert f"unicode-range: {unicode_range(mails)};" in face
        assert "font-display: swap" in face


@pytest.mark.parametrize(("said", "faces"), [("Invernalia", 3), ("Invernalia ì [x]", 6), ("Ærø", 9)])
def test_rare_mails_travel_only_with_a_drawing_that_has_them(said: str, faces: int) -> None:
    text = f'<svg><text font-family="\'EB Garamond\', serif" font-style="italic">{said}</text></svg>'
    assert with_fonts(text).count("@font-face") == faces


def test_scripts_are_sent_without_margins(app: Flask) -> None:
    for name, code in scripts().items():
        lines = (FOLDER / name).read_text().split("\n")
        assert all(line.count("`") % 2 == 0 for line in lines), "a string over two lines would lose its margin"
        kept = [line.strip() if not line.strip().startswith("//") else "" for line in lines]
        assert [line.strip() for line in code.split("\n")] == kept
    answer = app.test_client().get(f"/assets/{version_now()}/board.js")
    assert answer.text == scripts()["board.js"] == sent()["board.js"]
    assert answer.mimetype == "text/javascript"
    known = {"If-None-Match": answer.headers["ETag"]}
    again = app.test_client().get(f"/assets/{version_now()}/board.js", headers=known)
    assert again.status_code == 304
