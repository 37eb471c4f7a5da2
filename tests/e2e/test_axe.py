"""axe-core finds nothing on any page, in both themes on a desk and on a telephone, with all sections open."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.e2e.conftest import CALM
from tests.e2e.every_page import Site, every_page
from tests.slices import its_turn

pytestmark = pytest.mark.browser

AXE = Path(__file__).parent / "vendor" / "axe.min.js"
# Of the package as it was published: axe-core 4.14.1.
DIGEST = "29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c"
DESK, PHONE = ViewportSize(width=1280, height=900), ViewportSize(width=390, height=844)
# Themes are nothing but colours: all rules once in each width and each theme, those of colours in both others too,
# by day on every third page, by night and in `make e2e` on each.
OTHERS = 3
ALL: dict[str, Any] = {"resultTypes": ["violations"]}
COLOURS = {**ALL, "runOnly": ["color-contrast"]}
OPEN = "document.querySelectorAll('main details').forEach(part => { part.open = true })"
WIDTH = "document.documentElement.scrollWidth"
LOOK = """async options => (await axe.run(document, options)).violations.flatMap(
  found => found.nodes.map(node => `${found.id}: ${node.html.slice(0, 160)} (${node.failureSummary.slice(0, 200)})`))"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site with all its pages."""
    with every_page(tmp_path_factory.mktemp("pages")) as found:
        yield found


def test_axe_is_as_it_was_published() -> None:
    assert hashlib.sha256(AXE.read_bytes()).hexdigest() == DIGEST


@pytest.fixture
def reader(browser: Browser, site: Site) -> Iterator[Page]:
    """A browser that is signed in and may bring code of its own, which the pages' own policy forbids."""
    context = browser.new_context(bypass_csp=True, locale="en-GB", **CALM)
    site.enter(context)
    context.add_init_script(path=AXE)
    try:
        yield context.new_page()
    finally:
        context.close()


def found_on(page: Page, address: str, *, everywhere: bool) -> list[str]:
    """What is wrong with a page, loaded once and looked at by light on a desk and by night on a telephone; everywhere
    also the other way round."""
    found: list[str] = []

    def look(theme: Literal["light", "dark"], width: str, options: dict[str, Any]) -> None:
        page.emulate_media(color_scheme=theme)
        found.extend(f"{theme}, {width}: {one}" for one in page.evaluate(LOOK, options))

    page.set_viewport_size(DESK)
    page.emulate_media(color_scheme="light")
    page.goto(address)
    page.evaluate(OPEN)
    look("light", "desk", ALL)
    if everywhere:
        look("dark", "desk", COLOURS)
    page.set_viewport_size(PHONE)
    look("dark", "phone", ALL)
    if everywhere:
        look("light", "phone", COLOURS)
    if (wide := page.evaluate(WIDTH)) > PHONE["width"]:
        found.append(f"{wide} pixels wide on a telephone")
    return found


def test_no_page_shuts_anybody_out(reader: Page, site: Site) -> None:
    found: dict[str, list[str]] = {}
    for number, (name, path) in enumerate((site.pages | site.outside).items()):
        if number == len(site.pages):
            site.leave(reader.context)
        found[name] = found_on(reader, site.url + path, everywhere=its_turn(number, OTHERS))
    assert {name: wrong for name, wrong in found.items() if wrong} == {}
