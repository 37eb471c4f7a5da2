"""A real browser reads pages full of active content: once with our policy, which our own pages never break, and once
with the policy switched off, so that the pages alone have to be safe."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, sync_playwright
from sqlalchemy import select
from werkzeug.serving import make_server

from correspondence.models.games import Conversation
from tests.correspondence.people import People
from tests.e2e.conftest import ARGUMENTS
from tests.security.stage import ACTIVE
from tests.web.visitors import SESSION_COOKIE, browser_of

pytestmark = pytest.mark.browser

LOOK = """/games/{game} /games/{game}/messages /conversations/{thread} /games/{game}/votes /games/{game}/gm
/games/{game}/gm/notes /games/{game}/rounds/1 /games/{game}/turns/1 /games/{game}/log /lobby /account /mailbox
/sign-in?next=%22%3E%3Csvg/onload=zorse()%3E /games/{game}/map.svg"""
TRAP = "window.zorse = () => { window.sprung = true; console.error('zorse was called'); };"


@pytest.fixture
def address(app: Flask) -> Iterator[str]:
    """The site on a port of its own."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()


def trapped(browser: Browser, address: str, cookie: str, *, policy: bool) -> tuple[Page, list[str]]:
    """A page of somebody signed in, and what went off on it."""
    context = browser.new_context(bypass_csp=not policy)
    context.add_cookies([{"name": SESSION_COOKIE, "value": cookie, "url": address}])
    page, sprung = context.new_page(), list[str]()
    page.set_default_timeout(30_000)
    page.add_init_script(TRAP)
    page.on("dialog", lambda dialog: (sprung.append(f"dialog {dialog.message}"), dialog.dismiss()))
    page.on("console", lambda told: sprung.append(told.text) if told.type == "error" else None)
    page.on("pageerror", lambda error: sprung.append(str(error)))
    page.on("request", lambda asked: None if asked.url.startswith(address) else sprung.append(f"asked {asked.url}"))
    return page, sprung


@pytest.mark.parametrize("policy", [True, False], ids=["with our policy", "without it"])
def test_nothing_goes_off(
    policy: bool, stage: dict[str, str], app: Flask, people: People, address: str, chromium: str
) -> None:
    cookie = browser_of(app, people, "fay").client.get_cookie(SESSION_COOKIE)
    assert cookie is not None
    with people.store.read() as session:
        thread = session.scalars(select(Conversation.public_id)).first()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        page, sprung = trapped(browser, address, cookie.value, policy=policy)
        shown = 0
        for path in LOOK.format(**stage, thread=thread).split():
            page.goto(f"{address}{path}", wait_until="load")
            shown += "zorse" in page.content()
            # What waits for a finger or the focus.
            page.evaluate("document.querySelectorAll('input, textarea, select, summary').forEach(e => e.focus())")
            assert page.evaluate("window.sprung") is None, path
            # A messages thread of others answers 404, which browsers turn an error; nothing else is.
            found = [told for told in sprung if "status of 40" not in told and "favicon" not in told]
            assert not found, (path, found)
        # The trap itself works; what our pages never write would be held by the policy.
        page.goto(f"{address}/lobby")
        write = f"document.body.insertAdjacentHTML('beforeend', {ACTIVE[1]!r})"
        if policy:
            with page.expect_console_message(lambda told: "Content Security Policy" in told.text):
                page.evaluate(write)
            assert page.evaluate("window.sprung") is None
        else:
            page.evaluate(write)
            page.wait_for_function("window.sprung === true")
        browser.close()
    assert shown >= 8
