"""Emails as a mail program on a desk and on a telephone shows them, light and dark: legible, and no wider than it."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from email.message import EmailMessage
from typing import Any, Literal

import msgspec
import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from correspondence.mail import Picture
from correspondence.mail.payload import Payload
from correspondence.mail.pictures import MAIL_WIDTH
from narration.words import LANGUAGES
from tests.correspondence.mail import samples
from tests.correspondence.mail.reading import render
from tests.correspondence.mail.test_answered import answerable
from tests.correspondence.mail.test_boards import payload_of
from tests.correspondence.mail.test_mails import picture
from tests.e2e.test_axe import AXE, DESK, LOOK, PHONE
from tests.narration.boards import EDITIONS, positions

pytestmark = pytest.mark.browser

THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SIZES: tuple[ViewportSize, ...] = (DESK, PHONE)
COLOURS: dict[str, Any] = {"resultTypes": ["violations"], "runOnly": ["color-contrast", "image-alt", "link-name"]}
PANES = (600, 540, 360)
MIN_FONT_SIZE = 14
# What is wider than the window, and text that is smaller than any text may be.
WIDE = """() => [...document.querySelectorAll('body *')].filter(one => one.checkVisibility() &&
  one.getBoundingClientRect().right > window.innerWidth + 0.5).map(one => one.outerHTML.slice(0, 120))"""
SMALL = """least => [...document.querySelectorAll('body *')].filter(one => one.checkVisibility() &&
  [...one.childNodes].some(inner => inner.nodeType === 3 && inner.textContent.trim()) &&
  parseFloat(getComputedStyle(one).fontSize) < least).map(one => one.outerHTML.slice(0, 120))"""
OPEN = "document.querySelectorAll('details').forEach(part => { part.open = true })"


def page_of(payload: Payload, language: str = "en", shown: Picture | None = None) -> str:
    """The HTML of an email, its map in place."""
    reader = msgspec.structs.replace(samples.ADA, language=language)
    message = render(payload, recipient=reader, site=samples.SITE, picture=shown)
    html = message.get_body(("html",))
    assert isinstance(html, EmailMessage)
    data = base64.b64encode(shown.png).decode() if shown else ""
    return re.sub(r'src="cid:[^"]+"', f'src="data:image/png;base64,{data}"', str(html.get_content()))


@pytest.fixture
def mailbox(browser: Browser) -> Iterator[Page]:
    """A window in which emails are opened, with no network and none of our own pages' policy."""
    context = browser.new_context(offline=True, bypass_csp=True)
    try:
        yield context.new_page()
    finally:
        context.close()


def found_in(mailbox: Page, html: str) -> list[str]:
    """What is wrong with an email in each window and theme."""
    found: list[str] = []
    mailbox.set_content(html)
    mailbox.evaluate(OPEN)
    mailbox.add_script_tag(path=AXE)
    for size in SIZES:
        mailbox.set_viewport_size(size)
        for theme in THEMES:
            mailbox.emulate_media(color_scheme=theme)
            where = f"{theme}, {size['width']}"
            found += [f"{where}: {one}" for one in mailbox.evaluate(LOOK, COLOURS)]
        found += [f"wider than {size['width']}: {one}" for one in mailbox.evaluate(WIDE)]
        found += [f"small on {size['width']}: {one}" for one in mailbox.evaluate(SMALL, MIN_FONT_SIZE)]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_mails_are_legible_everywhere(mailbox: Page, language: str) -> None:
    mails = {"results": answerable(), "edicts": samples.overrides(), "over": samples.game_over()}
    found = {name: found_in(mailbox, page_of(one, language, picture())) for name, one in mails.items()}
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize("edition", EDITIONS)
def test_mails_of_every_edition_are_legible(mailbox: Page, edition: str) -> None:
    position, waiting = positions(edition)[-1]
    payload = payload_of(edition, position, waiting, waiting[0].seat)
    assert found_in(mailbox, page_of(payload, "it")) == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_mails_of_every_edition_fit_a_pane_in_each_language(mailbox: Page, edition: str) -> None:
    """Beside a list of emails a desk has about 600 pixels for one."""
    position, waiting = positions(edition)[-1]
    payload = payload_of(edition, position, waiting, waiting[0].seat)
    found = {}
    for language in LANGUAGES:
        mailbox.set_content(page_of(payload, language))
        mailbox.evaluate(OPEN)
        for width in PANES:
            mailbox.set_viewport_size({"width": width, "height": 800})
            found[language, width] = mailbox.evaluate(WIDE)
    assert {where: wide for where, wide in found.items() if wide} == {}


def test_what_is_too_wide_too_small_or_too_faint_is_found(mailbox: Page) -> None:
    html = page_of(samples.sign_in())
    assert found_in(mailbox, html) == []
    faint = '<p style="font-size:13px;color:#bbb;background:#fff">faint</p><div style="width:2000px">wide</div>'
    found = " ".join(found_in(mailbox, html.replace("<h1", f"{faint}<h1", 1)))
    assert all(word in found for word in ("small on 390", "wider than 1280", "color-contrast"))


def test_the_map_is_as_wide_as_the_mail_has_room(mailbox: Page) -> None:
    mailbox.set_content(page_of(samples.results(), shown=picture()))
    for size, width in ((DESK, MAIL_WIDTH), (PHONE, 356)):
        mailbox.set_viewport_size(size)
        box = mailbox.locator("img.map").bounding_box()
        assert box is not None
        assert round(box["width"]) == width <= 700
