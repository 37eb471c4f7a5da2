"""The site on a home screen: what a system is told, what its icons are, and that pages name both."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from flask.testing import FlaskClient
from PIL import Image, ImageChops, ImageStat

from web.assets import COLOURS, FOLDER
from web.icons.making import icons


def test_the_manifest_says_all_that_a_home_screen_needs(client: FlaskClient) -> None:
    answer = client.get("/site.webmanifest")
    assert answer.mimetype == "application/manifest+json"
    told = answer.get_json(force=True)
    assert told["name"] == "Rookery"
    assert (told["start_url"], told["scope"], told["display"]) == ("/", "/", "standalone")
    assert client.get(told["start_url"]).status_code == 200
    assert {told["theme_color"], told["background_color"]} == {COLOURS["parchment"]}
    assert [(icon["sizes"], icon["purpose"]) for icon in told["icons"]] == [
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    ]
    for icon in told["icons"]:
        drawn = client.get(icon["src"])
        assert drawn.mimetype == icon["type"] == "image/png"
        assert "{}x{}".format(*Image.open(BytesIO(drawn.data)).size) == icon["sizes"]


@pytest.mark.parametrize(
    ("language", "said"), [("en", "by mail"), ("it", "per corrispondenza"), ("es", "por correspondencia")]
)
def test_the_manifest_speaks_the_reader_s_language(language: str, said: str, client: FlaskClient) -> None:
    answer = client.get("/site.webmanifest", headers={"Accept-Language": language})
    told = answer.get_json(force=True)
    assert told["lang"] == language
    assert said in told["description"]
    assert "Accept-Language" in answer.headers["Vary"]


@pytest.mark.parametrize(
    ("theme", "colours"), [("", ["#fcf8ee", "#1f2123"]), ("parchment", ["#fcf8ee"]), ("night", ["#1f2123"])]
)
def test_pages_name_manifest_icon_and_colours(theme: str, colours: list[str], client: FlaskClient) -> None:
    if theme:
        client.set_cookie("rookery_look", theme)
    answer = client.get("/lobby")
    head = answer.text.partition("</head>")[0]
    assert '<link rel="manifest" href="/site.webmanifest">' in head
    assert "manifest-src 'self'" in answer.headers["Content-Security-Policy"]
    apple = re.search(r'rel="apple-touch-icon" href="([^"]+)"', head)
    assert apple
    assert Image.open(BytesIO(client.get(apple[1]).data)).size == (180, 180)
    assert re.findall(r'name="theme-color" content="([^"]+)"', head) == colours


def test_colours_are_those_of_the_styles() -> None:
    sheet = re.search(r"--sheet: light-dark\((#\w+), (#\w+)\)", (FOLDER / "rookery.css").read_text())
    assert sheet
    assert list(COLOURS.values()) == [sheet[1], sheet[2]]


def test_icons_are_the_site_s_own_drawing() -> None:
    made = icons()
    assert {path.name for path in (FOLDER / "icons").glob("*.png")} == set(made)
    for name, icon in made.items():
        kept = Image.open(FOLDER / "icons" / name).convert("RGBA")
        apart = ImageChops.difference(kept, icon.convert("RGBA"))
        assert max(ImageStat.Stat(apart).mean) < 2.0, f"{name}: python -m web.icons.making"


@pytest.mark.parametrize("name", ["raven-180.png", "raven-512-maskable.png"])
def test_icons_that_are_cut_have_ground_to_the_edges(name: str) -> None:
    icon = Image.open(FOLDER / "icons" / name).convert("RGBA")
    ground = icon.getpixel((0, 0))
    assert ground[3] == 255
    wide = icon.width
    # Outside the middle four fifths there is nothing of a maskable icon (W3C, Web Application Manifest, 1.9.1).
    room = wide // 10 if "maskable" in name else 1
    for box in ((0, 0, wide, room), (0, wide - room, wide, wide), (0, 0, room, wide), (wide - room, 0, wide, wide)):
        assert icon.crop(box).getcolors() == [(icon.crop(box).width * icon.crop(box).height, ground)]
