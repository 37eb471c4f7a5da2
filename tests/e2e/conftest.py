"""One service and one browser for all tests with a browser: to start both takes longer than most of what they do.

Each test has people and pages of its own.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from tests.e2e.house_turn import House, running
from tests.slices import IN_FULL

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    # Nobody looks: what pages look like is drawn by the same process, and not sent from one to another.
    "--in-process-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PATIENCE = 30_000
# A map that moves to where it is wanted is painted anew some thirty times: by day it comes there at once, where a test
# is not about that.
CALM: dict[str, Any] = {} if IN_FULL else {"reduced_motion": "reduce"}


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A running service."""
    # All of them sign in from one address, more often than one may; tests/security/test_doors.py holds the doors.
    with running(tmp_path_factory.mktemp("house"), RATE_LIMITS="off", WEBHOOKS_LOOPBACK="allowed") as found:
        yield found


@pytest.fixture(scope="package")
def driver() -> Iterator[Playwright]:
    """What starts browsers; there can be one in a process."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="package")
def browser(driver: Playwright, chromium: str) -> Iterator[Browser]:
    """A browser."""
    with launched(driver, chromium) as found:
        yield found


@contextlib.contextmanager
def launched(driver: Playwright, program: str) -> Iterator[Browser]:
    """A browser of this program, as long as the block lasts."""
    started = driver.chromium.launch(executable_path=program, args=ARGUMENTS)
    try:
        yield started
    finally:
        started.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of somebody who was never here before; errors of the page's own code fail the test."""
    found = browser.new_page(locale="en-GB", viewport={"width": 1280, "height": 900})
    found.set_default_timeout(PATIENCE)
    problems: list[str] = []
    found.on("pageerror", lambda error: problems.append(str(error)))
    found.on("console", lambda m: problems.append(m.text) if m.type == "error" else None)
    try:
        yield found
        assert problems == []
    finally:
        for context in browser.contexts:
            context.close()
