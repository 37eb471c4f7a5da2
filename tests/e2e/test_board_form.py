"""The map as the form: a first sheet by mouse, by keys alone, by touch, without scripts; marches on other boards; a
Westeros turn."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect

from tests.e2e.conftest import CALM, PATIENCE
from tests.e2e.house_turn import House, eventually
from tests.e2e.test_browser import TO_THE_SHEET, once_there, pytestmark, sign_in
from tests.e2e.test_storm import decree

__all__ = ["pytestmark"]
PHONE = {"width": 390, "height": 844}
# A spot of an area that nothing lies above.
SPOT = """id => {
  const area = document.querySelector(`#map-touch [data-at="${id}"]`), box = area.getBoundingClientRect();
  for (let step = 1; step < 400; step += 1) {
    const x = box.left + box.width * ((step * 0.618034) % 1), y = box.top + box.height * ((step * 0.414214) % 1);
    if (document.elementFromPoint(x, y) === area) return [x, y];
  }
  return null;
}"""

# A newer sheet than the page was drawn upon is in, and a step is taken back: what it is upon then, and whether what was
# chosen last still is.
UNDONE_UPON_NEWER = """() => {
  const form = document.getElementById("sheet"), { upon } = form.elements, was = upon.value;
  const chosen = () => form.elements["orders.white-harbor"].value, last = chosen();
  upon.value = "9";
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "z", ctrlKey: true, bubbles: true }));
  const found = [upon.value, chosen() === last];
  upon.value = was;
  return found;
}"""

# A button of the tray, which is drawn anew with each tap.
THREE_TAPS = """key => {
  for (let n = 0; n < 3; n += 1) document.querySelector(`.tray [data-key="${key}"]`).click();
}"""
WANTED = (
    "[...new FormData(document.getElementById('sheet'))].filter(([name, value]) => /wants.*unit/.test(name) && value)"
    ".map(([, value]) => value)"
)


class Hand:
    """A hand at a page that counts what it does."""

    def __init__(self, page: Page) -> None:
        self.page, self.actions = page, 0

    def touch(self, area: str) -> None:
        """Touch an area of the map."""
        spot = self.page.evaluate(SPOT, area)
        assert spot, f"{area} cannot be touched"
        if self.page.viewport_size == PHONE:
            self.page.touchscreen.tap(*spot)
        else:
            self.page.mouse.click(*spot)
        self.actions += 1

    def press(self, name: str) -> None:
        """Press a button of what the map offers."""
        button = self.page.locator(f'.tray [data-key="{name}"]')
        if self.page.viewport_size == PHONE:
            button.tap()
        else:
            button.click()
        self.actions += 1

    def hand_in(self) -> None:
        """Hand the sheet in and say ready."""
        self.page.locator("#sheet button[name=do][value=save-ready]").last.click()
        self.actions += 1
        self.page.wait_for_url(re.compile(r"/games/[^/]+$"))

    def kept(self) -> None:
        """Wait until the server has what was written."""
        expect(self.page.locator("[data-kept]")).to_have_text("Draft saved, not submitted")

    def planned(self, area: str, goal: str = "") -> None:
        """Wait until the map shows an order, or an arrow."""
        kind = f'[data-to="{goal}"]' if goal else ".plan-order"
        self.page.locator(f'#map-plan [data-from="{area}"]{kind}').first.wait_for(state="attached")


@pytest.fixture(scope="module")
def state(browser: Browser, house: House) -> dict[str, object]:
    """What a browser keeps of somebody who has signed in once, for all tests here."""
    context = browser.new_context(locale="en-GB", viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    sign_in(page, house)
    found: dict[str, object] = dict(context.storage_state())
    context.close()
    return found


Opened = Callable[..., Page]


@pytest.fixture
def opened(browser: Browser, state: dict[str, object]) -> Iterator[Opened]:
    """Opens windows of that person; errors of a page's own code fail the test."""
    contexts, problems = [], []

    def heard(told: ConsoleMessage) -> None:
        # One person has only so many streams of events at a time; a page without one looks now and then.
        if told.type in ("error", "warning") and not told.location["url"].endswith("/events"):
            problems.append(f"{told.text} {told.location['url']}")

    def open_one(**wishes: object) -> Page:
        settings = {
            "locale": "en-GB",
            "viewport": {"width": 1280, "height": 900},
            "storage_state": state,
            **CALM,
            **wishes,
        }
        context = browser.new_context(**settings)  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", heard)
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert problems == []


def game_of(page: Page, house: House, edition: str, mine: str, others: tuple[str, ...]) -> str:
    """A game against bots whose turns close when the one person is ready; its address."""
    page.goto(f"{house.url}/games/new?edition={edition}")
    page.fill("#title", "On the map")
    page.check(f"input[name=players][value='{len(others) + 1}']")
    page.locator("summary", has_text="Who plays what").click()
    page.check(f"input[name='seat.{mine}'][value=me]")
    for bot in others:
        page.check(f"input[name='seat.{bot}'][value=steward]")
    page.locator("summary", has_text="Pace and deadlines").click()
    page.fill("#hold_minutes", "0")
    page.locator("form[action='/games/new'] button").last.click()
    page.wait_for_url(re.compile(r"/games/(?!new)[^/]+$"))
    return page.url


def to_turn(page: Page, game: str, house: House) -> None:
    """Open the sheet of the open turn, its map drawn."""
    link = page.locator("a.button[href*='/turns/']").first
    once_there(page, game, TO_THE_SHEET, "a call", house)
    address = link.get_attribute("href")
    assert address
    page.goto(house.url + address)


def drawn(page: Page) -> Hand:
    """Wait for the map."""
    page.locator(".workbench.live #map-touch [data-at]").first.wait_for(state="attached")
    return Hand(page)


@pytest.fixture(scope="module")
def first_turn(browser: Browser, state: dict[str, object], house: House) -> str:
    """The sheet of a first planning phase of three, for all who only look and write."""
    context = browser.new_context(storage_state=state, locale="en-GB")  # type: ignore[arg-type]
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    game = game_of(page, house, "first-edition", "stark", ("lannister", "baratheon"))
    to_turn(page, game, house)
    address = page.url
    context.close()
    return address


def begin_again(page: Page, turn: str) -> None:
    """Open a sheet on which nothing is written."""
    page.goto(turn)
    discard = page.locator("button[name=do][value=discard]")
    if discard.count():
        drawn(page)
        discard.click()
        page.wait_for_url(turn)
        expect(discard).to_have_count(0)


def test_by_touch(opened: Opened, first_turn: str) -> None:
    page = opened(viewport=PHONE, has_touch=True, is_mobile=True)
    begin_again(page, first_turn)
    hand = drawn(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    order = page.locator("#sheet [data-tool=order] label").first.bounding_box()
    assert order is not None
    assert order["y"] < PHONE["height"], "the first order is in sight"
    hand.touch("winterfell")
    hand.press("token march+0")
    hand.planned("winterfell")
    hand.touch("moat-cailin")
    hand.planned("winterfell", "moat-cailin")
    hand.press("next")
    hand.press("token defense+1")
    hand.press("token support")
    hand.planned("the-shivering-sea")
    hand.kept()
    small = page.evaluate(
        "[...document.querySelectorAll('.tray button:not(.link), .map-tools button, .bench-bar button')]"
        ".filter(one => one.offsetWidth && (one.offsetWidth < 44 || one.offsetHeight < 44)).map(one => one.outerHTML)"
    )
    assert small == []
    page.reload()
    drawn(page)
    expect(page.locator("[name='orders.white-harbor']:checked")).to_have_value("defense+1")
    page.locator("#map-plan [data-from=winterfell][data-to=moat-cailin]").wait_for(state="attached")


def walk(page: Page, key: str, *, way: str = "ArrowRight") -> None:
    """Go to a button of what the map offers by arrow keys."""
    for _ in range(40):
        if page.evaluate("document.activeElement.dataset.key || ''") == key:
            return
        page.keyboard.press(way)
    raise AssertionError(f"{key} cannot be reached")


def to_the_map(page: Page) -> Locator:
    """Go by the tab key to an area; what has the focus there."""
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.at || ''"):
            return page.locator("#map-touch :focus")
    raise AssertionError("the map cannot be reached")


def back_and_forth(page: Page, chosen: Locator, value: str) -> None:
    """What was chosen last is undone and done again."""
    expect(chosen).to_have_value(value)
    page.keyboard.press("Control+z")
    expect(chosen).not_to_have_value(value)
    page.keyboard.press("Control+Shift+z")
    expect(chosen).to_have_value(value)
    assert page.evaluate(UNDONE_UPON_NEWER) == ["9", False]
    page.keyboard.press("Control+Shift+z")
    expect(chosen).to_have_value(value)


def test_by_keys_alone(opened: Opened, first_turn: str) -> None:
    page = opened()
    begin_again(page, first_turn)
    drawn(page)
    focused = to_the_map(page)
    page.keyboard.press("End")
    page.keyboard.press("Home")
    expect(focused).to_have_attribute("data-at", "winterfell")
    expect(focused).to_have_attribute("aria-label", re.compile("Winterfell.*knight.*no order yet", re.IGNORECASE))
    page.keyboard.press("Enter")
    walk(page, "token march+0")
    page.keyboard.press("Enter")
    page.locator(".goal-chip:focus").wait_for()
    walk(page, "goal moat-cailin")
    page.keyboard.press("Enter")
    page.locator("#map-plan [data-from=winterfell][data-to=moat-cailin]").wait_for(state="attached")
    walk(page, "next", way="Tab")
    page.keyboard.press("Enter")
    walk(page, "token consolidate-power")
    page.keyboard.press("Escape")
    expect(page.locator(".tray")).to_be_hidden()
    expect(focused).to_have_attribute("data-at", "white-harbor")
    page.keyboard.press("ArrowDown")
    expect(focused).not_to_have_attribute("data-at", "white-harbor")
    page.keyboard.press("Home")
    page.keyboard.press("PageDown")
    page.keyboard.press("Enter")
    walk(page, "token consolidate-power")
    page.keyboard.press("Enter")
    back_and_forth(page, page.locator("[name='orders.white-harbor']:checked"), "consolidate-power")
    walk(page, "token raid")
    page.keyboard.press("Enter")
    walk(page, "next", way="Tab")
    page.keyboard.press("Enter")
    page.locator("#sheet .save button:focus").wait_for()
    Hand(page).kept()


def test_by_mouse_in_twelve_actions(opened: Opened, house: House) -> None:
    page = opened()
    game = game_of(page, house, "first-edition", "stark", ("lannister", "baratheon"))
    to_turn(page, game, house)
    hand = drawn(page)
    hand.touch("winterfell")
    hand.press("token march+0")
    hand.planned("winterfell")
    hand.touch("moat-cailin")
    hand.press("next")
    hand.press("token defense+1")
    hand.press("token support")
    hand.planned("the-shivering-sea")
    hand.hand_in()
    assert hand.actions <= 12
    expect(page.locator("main")).to_contain_text("Moat Cailin")


def test_without_scripts(opened: Opened, house: House) -> None:
    page = opened(java_script_enabled=False)
    game = game_of(page, house, "first-edition", "stark", ("lannister", "baratheon"))
    to_turn(page, game, house)
    page.locator(".map-pane img").wait_for()
    expect(page.locator(".token:has([name='orders.winterfell'][value='march+0']) svg")).to_be_visible()
    page.check("[name='orders.winterfell'][value='march+0']")
    page.locator("button[name=do][value=save]:visible").last.click()
    page.wait_for_url(re.compile(r"/games/[^/]+$"))
    expect(page.locator("main")).to_contain_text("Winterfell")


MARCHES = [
    ("second-edition", "lannister", ("stark", "baratheon", "greyjoy"), "lannisport", "march+0"),
    ("storm-of-swords", "stark", ("lannister", "baratheon", "greyjoy"), "", "march"),
]


@pytest.mark.parametrize(("edition", "mine", "others", "area", "token"), MARCHES)
def test_a_march_on_another_board(
    opened: Opened, house: House, edition: str, mine: str, others: tuple[str, ...], area: str, token: str
) -> None:
    page = opened()
    to_turn(page, game_of(page, house, edition, mine, others), house)
    hand = drawn(page)
    begin = area or page.locator("#map-touch .own").first.get_attribute("data-at") or ""
    hand.touch(begin)
    march = page.locator(f'.tray [data-key^="token {token}"]').first
    march.click()
    lit = page.locator("#map-touch .goal")
    lit.first.wait_for(state="attached")
    goal = lit.first.get_attribute("data-at") or ""
    hand.touch(goal)
    hand.planned(begin, goal)
    hand.kept()


def set_table(page: Page, house: House) -> str:
    """A game whose master lays the Westeros cards of the second round; its invitation."""
    page.goto(f"{house.url}/games/new?edition=first-edition")
    page.fill("#title", "Mustering and a clash")
    page.check("input[name=players][value='3']")
    page.locator("summary", has_text="Who plays what").click()
    for bot in ("lannister", "baratheon"):
        page.check(f"input[name='seat.{bot}'][value=steward]")
    page.locator("summary", has_text="Pace and deadlines").click()
    page.fill("#hold_minutes", "0")
    page.select_option("[name=early_close]", "yes")
    page.locator("summary", has_text="Game masters").click()
    page.check("input[name='play'][value=no]")
    page.locator("form[action='/games/new'] button").last.click()
    page.wait_for_url(re.compile(r"/games/(?!new)[^/]+$"))
    code = re.search(r"\?code=(\w+)", page.content())
    assert code is not None
    return f"{page.url}?code={code[1]}"


def count_on_the_map(hand: Hand) -> None:
    """Units at a castle and bids beside their tracks, by buttons that set the fields; no more than the points pay."""
    page = hand.page
    hand.touch("winterfell")
    # Three taps before the server has answered the first.
    page.evaluate(THREE_TAPS, "muster footman  +")
    assert page.evaluate(WANTED) == ["footman", "footman"]
    hand.press("muster footman  −")
    hand.press("muster footman  −")
    hand.press("muster footman  +")
    expect(page.locator(".tray")).to_contain_text("2 points, 1 left")
    hand.press("muster upgrade:knight  +")
    expect(page.locator("select[name='muster.winterfell[0].wants[1].unit']")).to_have_value("upgrade:knight")
    expect(page.locator(".tray")).to_contain_text("2 points, 0 left")
    expect(page.locator('.tray [data-key$=" +"]:not(:disabled)')).to_have_count(0)
    hand.press("muster upgrade:knight  −")
    hand.press("muster footman  −")
    expect(page.locator('.tray [data-key="muster knight  +"]')).to_be_enabled()
    hand.press("close")
    hand.touch("track-fiefdoms")
    hand.press("bid track-fiefdoms +")
    page.locator('.tray [data-key="bid track-kings-court"]').press_sequentially("12")
    expect(page.locator("[name='bids.fiefdoms[0].amount']")).to_have_value("1")
    expect(page.locator("[name='bids.kings-court[0].amount']")).to_have_value("12")
    expect(page.locator("#map-plan .plan-bid[data-track=kings-court]")).to_contain_text("12")
    page.locator('.tray [data-key="bid track-kings-court"]').fill("")
    expect(page.locator("#map-plan .plan-bid[data-track=kings-court]")).to_have_count(0)
    hand.press("close")


def test_a_westeros_turn(opened: Opened, page: Page, house: House) -> None:
    sign_in(page, house, "varys@players.example")
    invitation = set_table(page, house)
    game = invitation.partition("?")[0]
    player = opened()
    player.goto(invitation)
    player.select_option("#join-house", "stark")
    player.locator("form[action$='/join'] button").first.click()
    player.goto(game)
    there = player.locator("button", has_text="Confirm")
    if there.count():
        there.click()
    for deck, card in (("I", "mustering"), ("II", "clash-of-kings"), ("III", "feast-for-crows")):
        decree(page, game, "set-deck", deck=deck, order=card)
    to_turn(player, game, house)
    hand = drawn(player)
    hand.touch("winterfell")
    hand.press("token defense+1")
    hand.press("token consolidate-power")
    hand.press("token support")
    hand.hand_in()
    eventually(lambda: player.request.get(f"{game}/turns/1").ok, "the results of the first call", house)
    to_turn(player, game, house)
    hand = drawn(player)
    # The map opens whole, with the tracks at its edge.
    assert not player.locator(".map-view.zoomed").count()
    count_on_the_map(hand)
    hand.touch("winterfell")
    player.locator("select[name='muster.winterfell[0].wants[0].unit']").select_option("knight")
    player.fill("[name='bids.iron-throne[0].amount']", "2")
    hand.kept()
    player.locator("#map-plan .plan-muster").wait_for(state="attached")
    hand.hand_in()
