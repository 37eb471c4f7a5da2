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
from tests.slices import in_turn, its_turn

pytestmark = pytest.mark.browser

AXE = Path(__file__).parent / "vendor" / "axe.min.js"
# Of the package as it was published: axe-core 4.14.1.
DIGEST = "29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c"
DESK, PHONE = ViewportSize(width=1280, height=900), ViewportSize(width=390, height=844)
SIZES = {"desk": DESK, "phone": PHONE}
# What is brought into pages. Emails of a drawing have a `fill`, which axe does not read: it takes long over the
# contrast of each email of a map, and is never sure. All other rules it also has for drawings.
READER = f"""{AXE.read_text()}
axe.configure({{ rules: [{{ id: "color-contrast", selector: "*:not(svg *)" }}] }});"""
# Themes are nothing but colours: all rules once in each width and each theme, those of colours in both others too. So
# it is by night and in `make e2e`; by day every sixth page is looked at in all of these ways, each other one in one of
# the first two, in turn.
IN_ALL_WAYS = 6
# The one rule that wants to read all style sheets is not among them: what plays sounds is looked for without.
ALL: dict[str, Any] = {"resultTypes": ["violations"], "preload": {"assets": ["media"]}}
COLOURS = {**ALL, "runOnly": ["color-contrast"]}
Look = tuple[Literal["light", "dark"], str, dict[str, Any]]
ALL_RULES: list[Look] = [("light", "desk", ALL), ("dark", "phone", ALL)]
IN_COLOURS: list[Look] = [("dark", "desk", COLOURS), ("light", "phone", COLOURS)]
OPEN = "document.querySelectorAll('main details').forEach(part => { part.open = true })"
WIDTH = "document.documentElement.scrollWidth"
# At the whole page, or at the parts of it that are named.
LOOK = """async ({where, ...options}) => (await axe.run(where || document, options)).violations.flatMap(
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
    context.add_init_script(READER)
    try:
        yield context.new_page()
    finally:
        context.close()


def looks(number: int) -> list[Look]:
    """The ways in which a page is looked at."""
    ways = [*ALL_RULES, *IN_COLOURS] if its_turn(number, IN_ALL_WAYS) else [*in_turn(number, ALL_RULES)]
    return sorted(ways, key=lambda way: way[1])


def found_on(page: Page, address: str, ways: list[Look]) -> list[str]:
    """What is wrong with a page, loaded once, at the first width at which it is looked at, looked at in these ways, and
    measured on a telephone."""
    found: list[str] = []
    theme, width, _ = ways[0]
    fit(page, width)
    page.emulate_media(color_scheme=theme)
    page.goto(address)
    page.evaluate(OPEN)
    for theme, width, options in ways:
        fit(page, width)
        page.emulate_media(color_scheme=theme)
        found.extend(f"{theme}, {width}: {one}" for one in page.evaluate(LOOK, options))
    fit(page, "phone")
    if (wide := page.evaluate(WIDTH)) > PHONE["width"]:
        found.append(f"{wide} pixels wide on a telephone")
    return found


def fit(page: Page, width: str) -> None:
    """Bring a page to a width, unless it has it."""
    if page.viewport_size != SIZES[width]:
        page.set_viewport_size(SIZES[width])


def test_no_page_shuts_anybody_out(reader: Page, site: Site) -> None:
    found: dict[str, list[str]] = {}
    for number, (name, path) in enumerate((site.pages | site.outside).items()):
        if number == len(site.pages):
            site.leave(reader.context)
        found[name] = found_on(reader, site.url + path, looks(number))
    assert {name: wrong for name, wrong in found.items() if wrong} == {}
