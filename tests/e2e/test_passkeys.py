"""A passkey of Chromium's own authenticator: added, used to sign in by the button, and by the list of the browser."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.e2e.house_turn import House
from tests.e2e.test_browser import pytestmark, sign_in

__all__ = ["pytestmark"]


@pytest.fixture
def authenticator(page: Page) -> Iterator[CDPSession]:
    """A device in the browser, which verifies its owner."""
    devices = page.context.new_cdp_session(page)
    devices.send("WebAuthn.enable", {"enableUI": False})
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    devices.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    yield devices
    devices.detach()


def test_a_passkey_is_added_signs_in_and_is_removed(page: Page, house: House, authenticator: CDPSession) -> None:
    sign_in(page, house)
    # Devices know sites by name.
    site = house.url.replace("127.0.0.1", "localhost")
    cookies = [cookie for cookie in page.context.cookies() if cookie["name"] == "rookery_session"]
    page.context.add_cookies([{"name": "rookery_session", "value": cookies[0]["value"], "url": site}])

    page.goto(f"{site}/account/security")
    expect(page.locator("[data-no-passkeys]")).to_be_hidden()
    page.fill("#passkey-name", "my laptop")
    page.locator("button", has_text="Add a passkey").click()
    expect(page.locator(".note[role=status]")).to_have_text("The passkey is added. You can sign in with it.")
    expect(page.locator("tr", has_text="my laptop")).to_contain_text("never")

    # The same device makes no second one: the script says that nothing came of it.
    page.locator("button", has_text="Add a passkey").click()
    expect(page.locator("[data-failure]")).to_be_visible()

    page.context.clear_cookies()
    page.goto(f"{site}/sign-in?next=/account/security")
    # The browser offers the passkey in the field of the address; this device takes it at once, without its owner.
    page.wait_for_url(re.compile("/account/security$"))
    expect(page.locator("tr", has_text="my laptop")).not_to_contain_text("never")

    page.context.clear_cookies()
    page.add_init_script("PublicKeyCredential.isConditionalMediationAvailable = async () => false;")
    page.goto(f"{site}/sign-in?next=/account/security")
    page.locator("button", has_text="Sign in with a passkey").click()
    page.wait_for_url(re.compile("/account/security$"))

    page.locator("tr", has_text="my laptop").locator("button", has_text="Remove").click()
    expect(page.locator(".note[role=status]")).to_have_text("The passkey is removed.")
    expect(page.locator("tr", has_text="my laptop")).to_have_count(0)


def test_without_scripts_or_name_nobody_is_offered_one(page: Page, house: House) -> None:
    page.goto(f"{house.url}/sign-in")

    expect(page.locator("button", has_text="Sign in with a passkey")).to_be_hidden()
