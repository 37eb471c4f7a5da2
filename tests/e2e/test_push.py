"""A browser is told: turned on by its own leave, told by a push service of ours, shown by its worker, turned off."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.correspondence.push.push_service import PushService, Receiver, plain, push_service
from tests.e2e.conftest import launched
from tests.e2e.house_turn import House, eventually
from tests.e2e.test_browser import pytestmark, sign_in

__all__ = ["pytestmark"]

# What this browser's own push service would answer; the real one is far away. `{}` is the address and the keys.
SUBSCRIBED = """
(() => {{
  const told = {told};
  const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  PushManager.prototype.subscribe = async (options) => ({{
    endpoint: told.endpoint,
    getKey: (name) => bytes(told[name]).buffer,
    options,
  }});
}})();
"""


@pytest.fixture(scope="module")
def browser(driver: Playwright, whole_chromium: str) -> Iterator[Browser]:
    """A browser that knows notifications; the one without windows does not."""
    with launched(driver, whole_chromium) as found:
        yield found


@pytest.fixture
def service() -> Iterator[PushService]:
    """A push service."""
    with push_service() as found:
        yield found


def ready(page: Page, house: House, receiver: Receiver) -> None:
    """Somebody has signed in and let the site show notifications."""
    told = {"endpoint": receiver.address, "p256dh": plain(receiver.public), "auth": plain(receiver.auth)}
    page.add_init_script(SUBSCRIBED.format(told=json.dumps(told)))
    page.context.grant_permissions(["notifications"], origin=house.url)
    sign_in(page, house)
    page.goto(f"{house.url}/account/notifications")


def test_a_browser_is_turned_on_told_and_turned_off(page: Page, house: House, service: PushService) -> None:
    receiver = service.receiver("/browser")
    ready(page, house, receiver)
    expect(page.locator("[data-when=unable]")).to_be_hidden()
    page.locator("button", has_text="Turn on in this browser").click()
    expect(page.locator(".note[role=status]")).to_have_text("This browser now gets notifications.", timeout=20_000)
    expect(page.locator("main")).to_contain_text("this one")
    page.locator("button", has_text="Send a test").click()
    eventually(lambda: bool(service.heard), "a message at the push service", house)
    _, _, body = service.heard[0]
    told = receiver.open(body).decode()
    cdp = page.context.new_cdp_session(page)
    registered: list[str] = []
    cdp.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registered.extend(one["registrationId"] for one in event["registrations"]),
    )
    cdp.send("ServiceWorker.enable")
    eventually(lambda: bool(page.title() and registered), "the worker", house)
    message = {"origin": house.url, "registrationId": registered[0], "data": told}
    cdp.send("ServiceWorker.deliverPushMessage", message)
    shown = """async () => {
      const one = await navigator.serviceWorker.getRegistration("/account/notifications/");
      return (await one.getNotifications()).map(({ title, tag, data }) => ({ title, tag, data }));
    }"""
    page.wait_for_function(f"async () => (await ({shown})()).length")
    (notification,) = page.evaluate(shown)
    assert notification == {
        "title": "Rookery can notify you here.",
        "tag": "test",
        "data": {"link": f"{house.url}/account/notifications"},
    }
    page.locator("button", has_text="Turn off").click()
    expect(page.locator("button", has_text="Turn on in this browser")).to_be_visible()


def test_refusing_browser_and_one_without_scripts_are_told_why(browser: Browser, page: Page, house: House) -> None:
    sign_in(page, house)
    page.goto(f"{house.url}/account/notifications")
    state = page.context.storage_state()
    quiet = browser.new_context(java_script_enabled=False, storage_state=state, locale="en-GB").new_page()
    quiet.goto(f"{house.url}/account/notifications")
    expect(quiet.locator("[data-when=unable]")).to_be_visible()
    expect(quiet.locator("form[data-push-on]")).to_be_hidden()
    page.add_init_script("Object.defineProperty(Notification, 'permission', { get: () => 'denied' })")
    page.reload()
    expect(page.locator("[data-when=blocked]")).to_be_visible()
    expect(page.locator("form[data-push-on]")).to_be_hidden()
