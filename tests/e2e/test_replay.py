"""A round watched in a browser: played, walked by the slider and by keys, begun at a moment that a link names."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.house_turn import House, eventually
from tests.e2e.test_browser import give_orders, make_game, read_first_results, sign_in

pytestmark = pytest.mark.browser


def place(replay: Locator) -> int:
    """Which moment the slider says it is."""
    return int(replay.locator("input[type=range]").input_value())


def play_a_round(page: Page, house: House) -> str:
    """The page of a round that is over."""
    sign_in(page, house)
    make_game(page, house)
    game = page.url
    page.locator("a.button[href*='/turns/']").first.click()
    give_orders(page)
    page.locator("button[name=do][value=save-ready]").first.click()
    page.wait_for_url(re.compile(r"/games/[^/]+$"))
    read_first_results(page, game, house)
    return f"{game}/rounds/1"


def see_it_played(page: Page, replay: Locator, house: House) -> None:
    """From the first moment on by the button, at the greatest speed, and stopped."""
    replay.locator("select").select_option("4")
    replay.locator(".play").click()
    expect(replay.locator(".stage > svg")).to_be_visible()
    expect(replay.locator(".play")).to_have_text("Pause")
    eventually(lambda: place(replay) > 3, "the fourth moment", house)
    replay.locator(".play").click()
    expect(replay.locator(".play")).to_have_text("Play")
    stopped = place(replay)
    page.wait_for_timeout(1200)
    assert place(replay) == stopped
    assert re.search(r"\?at=\d+$", page.url)


def walk(page: Page, replay: Locator) -> str:
    """By slider and keys; the address of the moment in the middle."""
    slider = replay.locator("input[type=range]")
    last = int(slider.get_attribute("max") or 0)
    slider.fill(str(last // 2))
    sentence = replay.locator(".sentence").inner_text()
    assert sentence
    middle = page.url
    replay.locator(".play").focus()
    page.keyboard.press("ArrowRight")
    expect(replay.locator("output")).to_have_text(f"{last // 2 + 1}/{last}")
    page.keyboard.press("Home")
    expect(replay.locator(".sentence")).to_have_text("Before the first event")
    page.keyboard.press("End")
    expect(replay.locator("output")).to_have_text(f"{last}/{last}")
    replay.locator("[data-go=prev]").click()
    expect(replay.locator("output")).to_have_text(f"{last - 1}/{last}")
    page.goto(middle)
    expect(replay.locator(".stage > svg")).to_be_visible()
    expect(replay.locator(".sentence")).to_have_text(sentence)
    assert place(replay) == last // 2
    return middle


def test_a_round_is_watched(page: Page, house: House) -> None:
    address = play_a_round(page, house)
    page.goto(address)
    replay = page.locator(".replay")
    see_it_played(page, replay, house)
    middle = walk(page, replay)
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(reduced_motion="reduce")
    page.goto(middle)
    expect(replay.locator(".stage > svg")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    replay.locator("[data-go=next]").click()
    assert page.locator(".replay .fresh").count() == 0
