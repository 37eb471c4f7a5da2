"""Hands that fill in a sheet: by mouse, by keys alone, by a finger on a telephone, and without scripts.

Each goes the way that it has: the map where there is one, the fields of the form for all else.

What is not there yet is waited for by `wait_for`: `expect` writes the whole page down in words, for the case that it
fails, each time that it looks and finds nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from playwright.sync_api import Locator, Page, expect

from tests.e2e.test_board_form import PHONE, SPOT

MAX_STOPS, FINGER = 600, 44
# What stands in the form under a name.
FILLED = "name => new FormData(document.getElementById('sheet')).getAll(name).filter(one => one.trim())"
# Whether a hand hits what it means: nothing lies over its middle.
HIT = """one => {
  const box = one.getBoundingClientRect();
  const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return Boolean(top && (one.contains(top) || top.contains(one) || top.closest("label")?.contains(one)));
}"""
# Where the form says that a question may be answered, and that something may be picked.
ANSWERED_AT = """([name, value]) => {
  const asked = document.querySelector(`#sheet [data-question="${name}"]`);
  if (!asked) return "";
  if (asked.dataset.goals !== undefined) return asked.dataset.goals.split(" ").includes(value) ? value : "";
  const one = [...asked.querySelectorAll("input, option")].find((choice) => choice.value === value);
  return one?.dataset.at || (one && asked.dataset.spot) || "";
}"""
PICKED_AT = """([name, value]) => {
  const lists = [...document.querySelectorAll(`#sheet [data-picks="${name}"]`)];
  const holds = (one) => [...one.querySelectorAll("[data-card]")].some((card) => card.dataset.card === value);
  return lists.find(holds)?.closest("[data-place]").dataset.place || "";
}"""
A_WHILE = "() => new Promise((done) => setTimeout(done, 120))"
FOCUSED = "one => document.activeElement === one"
# Which key leads to something; none if it has the focus. Of radio buttons any of the name will do.
WAY = """(one, there) => {
  if (!one.isConnected) return "gone";
  const at = document.activeElement;
  if (at === one || (there === "group" && one.type === "radio" && at.name === one.name)) return "";
  return one.compareDocumentPosition(at) & Node.DOCUMENT_POSITION_FOLLOWING ? "Shift+Tab" : "Tab";
}"""


class Hand:
    """A mouse at a desk. It counts what it does; `page` shows a sheet."""

    scripts = True

    def __init__(self, page: Page) -> None:
        self.page, self.actions = page, 0

    # What hands do differently.

    def press(self, place: Locator) -> None:
        """Press a button, a box, the head of a section."""
        self.aim(place)
        place.click()
        self.actions += 1

    def pick(self, field: Locator, value: str) -> None:
        """Choose from a list."""
        self.aim(field)
        field.select_option(value)
        self.actions += 1

    def type(self, field: Locator, text: str) -> None:
        """Write into a field."""
        self.aim(field)
        field.fill(text)
        self.actions += 1

    def spot(self, place: str) -> list[float]:
        """Where a place of the map can be touched; if the map was enlarged, all of it may have to be shown first."""
        if not self.page.evaluate(SPOT, place):
            self.press(self.page.locator("[data-map=whole]"))
        # A map that is on its way moves what is aimed at.
        before, found = None, self.page.wait_for_function(SPOT, arg=place).json_value()
        while found != before:
            self.page.evaluate(A_WHILE)
            before, found = found, self.page.evaluate(SPOT, place)
        return [*found]

    def touch(self, place: str) -> None:
        """Touch a place of the map."""
        spot = self.spot(place)
        self.page.mouse.click(*spot)
        self.actions += 1

    def offered(self, key: str) -> None:
        """Press what the map offers for the place that is touched."""
        self.press(self.page.locator(f".tray [data-key={json.dumps(key, ensure_ascii=False)}]"))

    def answered_at(self, name: str, value: str) -> str:
        """The place where a question may be answered so; empty for none."""
        found: str = self.page.evaluate(ANSWERED_AT, [name, value])
        return found

    def picked_at(self, name: str, value: str) -> str:
        """The place of the table where this can be picked for a field; empty for none."""
        found: str = self.page.evaluate(PICKED_AT, [name, value])
        return found

    def counted(self, number: int) -> list[str]:
        """The kinds of units that a move takes, by what the map offers."""
        keys = self.page.locator(f'.tray [data-key^="{number} "][data-key$=" +"]')
        found: list[str] = keys.evaluate_all("all => all.map(one => one.dataset.key.split(' ')[1])")
        return found

    def point(self, goal: str) -> None:
        """Touch where the place that is touched marches to, or what it raids."""
        lit = self.page.locator(f'#map-touch .goal[data-at="{goal}"], #map-touch .later[data-at="{goal}"]')
        lit.wait_for(state="attached")
        self.touch(goal)

    def on_map(self, place: str) -> bool:
        """Whether the map has such a place."""
        return self.page.locator(f'#map-touch [data-at="{place}"]').count() > 0

    def close(self) -> None:
        """Close what the map offers, if it is open."""
        button = self.page.locator(".tray [data-tray-close]")
        if button.is_visible():
            self.press(button)

    def aim(self, place: Locator) -> None:
        """Bring something into sight; it must not lie under anything else."""
        self.settle()
        place.scroll_into_view_if_needed()
        if not place.evaluate(HIT):
            # It may lie under the map that stays in its place.
            place.evaluate("one => one.scrollIntoView({ block: 'center', behavior: 'instant' })")
        assert place.evaluate(HIT), f"something lies over {place.evaluate('one => one.outerHTML')[:200]}"

    # What all do with these.

    def tick(self, field: Locator) -> None:
        """Choose a radio button or tick a box, by its label."""
        label = field.locator("xpath=ancestor::label")
        self.press(label if label.count() else field)

    def unfold(self, field: Locator) -> None:
        """Open the sections around a field, the outermost first."""
        self.settle()
        closed = field.locator("xpath=ancestor::details[not(@open)]")
        while closed.count():
            self.press(closed.first.locator("xpath=summary"))

    def filled(self, name: str) -> list[str]:
        """What stands under a name."""
        found: list[str] = self.page.evaluate(FILLED, name)
        return found

    def means(self, name: str) -> bool:
        """Whether a row of support is the one of a place's own card, which says for itself which place it is about."""
        return self.page.locator(f'#sheet [name="{name.removesuffix(".areas")}.here"]').count() > 0

    def write(self, name: str, values: Sequence[str]) -> None:
        """Fill the fields of one name."""
        fields = self.fields(name)
        for number, value in enumerate(values):
            # The first choice of a token is a button, the second a list.
            sorts = fields.evaluate_all("all => [...new Set(all.map(one => one.type))]")
            sort = sorts[min(number, len(sorts) - 1)]
            if sort == "select-one" and len(sorts) > 1:
                fields = self.page.locator(f'#sheet select[name="{name}"]')
                number -= 1
            if sort in ("radio", "checkbox"):
                said = json.dumps(value, ensure_ascii=False)
                chosen = self.page.locator(f'#sheet [name="{name}"][value={said}]')
                self.unfold(chosen)
                self.tick(chosen)
                continue
            if self.filled(name)[number : number + 1] == [value]:
                continue
            fields.nth(number).wait_for(state="attached")
            self.unfold(fields.nth(number))
            if sort == "select-one":
                self.pick(fields.nth(number), value)
            else:
                self.type(fields.nth(number), value)

    def fields(self, name: str) -> Locator:
        """The fields of a name; where there are none yet, the button that brings them is pressed."""
        found = self.page.locator(f'#sheet [name="{name}"]:not([type=hidden])')
        self.settle()
        for _ in range(4):
            if found.count():
                return found
            self.more(name)
        raise AssertionError(f"there is no field {name}")

    def more(self, name: str) -> None:
        """Press the button for more of what comes nearest to a field."""
        buttons = self.page.locator("#sheet button[name=more]")
        values: list[str] = buttons.evaluate_all("all => all.map(one => one.value)")
        near = [value for value in values if re.match(rf"(section-)?{re.escape(name)}\b", value)]
        near = near or [v for v in values if name.startswith(v.removeprefix("section-"))] or ["orders"]
        button = self.page.locator(f'#sheet button[name=more][value="{max(near, key=len)}"]').first
        self.unfold(button)
        self.press(button)
        self.settle()

    def settle(self) -> None:
        """Wait until the server has looked at what is written, where there is a sheet."""
        if self.scripts and self.page.locator(".workbench").count():
            self.page.locator(".workbench:not([data-draft]), .workbench[data-draft=kept]").wait_for(state="attached")

    def ready(self) -> None:
        """Wait until the map of a sheet can be touched."""
        if self.scripts:
            self.page.locator(".workbench.live #map-touch [data-at]").first.wait_for(state="attached")

    def hand_in(self) -> None:
        """Hand the sheet in and say ready; wait for the board."""
        self.press(self.page.locator("#sheet .save button[value=save-ready]"))
        self.page.wait_for_url(re.compile(r"/games/[^/]+$"))


class Finger(Hand):
    """A finger on a telephone: what it taps is large enough."""

    def press(self, place: Locator) -> None:
        self.aim(place)
        place.tap()
        self.actions += 1

    def touch(self, place: str) -> None:
        spot = self.spot(place)
        self.page.touchscreen.tap(*spot)
        self.actions += 1

    def aim(self, place: Locator) -> None:
        super().aim(place)
        box = place.bounding_box()
        assert box is not None
        # In the middle of a row nothing stands beside it.
        small = min(box["width"], box["height"]) < FINGER - 0.5
        assert not small, f"{box} is small for a finger: {place.evaluate('one => one.outerHTML')[:200]}"
        assert box["x"] >= 0, place
        assert box["x"] + box["width"] <= PHONE["width"] + 0.5, place


class Keys(Hand):
    """A keyboard alone: the tab key goes on from where it was, and comes round again."""

    def reach(self, place: Locator, there: str = "itself") -> None:
        """Go on by the tab key until something has the focus."""
        self.settle()
        # Asked of the element itself, and not each time of who looks for it; a page may put another in its place.
        found = place.element_handle()
        for _ in range(MAX_STOPS):
            way = found.evaluate(WAY, there)
            if way == "gone":
                found = place.element_handle()
                continue
            if not way:
                return
            self.page.keyboard.press(way)
        raise AssertionError(f"no key leads to {place.evaluate('one => one.outerHTML')[:200]}")

    def press(self, place: Locator) -> None:
        self.reach(place)
        self.seen(place)
        self.page.keyboard.press("Enter")
        self.actions += 1

    def tick(self, field: Locator) -> None:
        self.reach(field, "group")
        for _ in range(40):
            if field.evaluate(FOCUSED):
                break
            self.page.keyboard.press("ArrowDown")
        if not field.is_checked():
            self.page.keyboard.press("Space")
        expect(field).to_be_checked()
        self.actions += 1

    def pick(self, field: Locator, value: str) -> None:
        self.reach(field)
        self.seen(field)
        steps = field.evaluate(
            "(one, value) => [...one.options].findIndex(o => o.value === value) - one.selectedIndex", value
        )
        for _ in range(abs(steps)):
            self.page.keyboard.press("ArrowDown" if steps > 0 else "ArrowUp")
        expect(field).to_have_value(value)
        self.actions += 1

    def type(self, field: Locator, text: str) -> None:
        self.reach(field)
        self.seen(field)
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(text)
        self.actions += 1

    def point(self, goal: str) -> None:
        chip = self.page.locator(f'.tray [data-key="goal {goal}"]')
        chip.first.wait_for(state="attached")
        self.press(chip.first)

    def seen(self, place: Locator) -> None:
        """What has the focus must be in sight."""
        assert place.evaluate(HIT), f"the focus is hidden: {place.evaluate('one => one.outerHTML')[:200]}"

    def touch(self, place: str) -> None:
        """Go to the map, and there from own place to own place."""
        if not self.page.evaluate("document.activeElement.dataset.at || ''"):
            self.reach(self.page.locator('#map-touch [tabindex="0"]'))
        self.page.keyboard.press("Home")
        for _ in range(60):
            if self.page.evaluate("document.activeElement.dataset.at") == place:
                break
            self.page.keyboard.press("PageDown")
        assert self.page.evaluate("document.activeElement.dataset.at") == place, f"no key leads to {place}"
        self.page.keyboard.press("Enter")
        self.actions += 1


class Bare(Hand):
    """A mouse where no scripts run: the picture of the map, and the form."""

    scripts = False
