"""A turn of every phase, and a stop at every kind of answer: by mouse, by keys alone, by touch on a telephone, and
without scripts. What counts is the sheet that is in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from correspondence.sheets.reading import versions_of
from tests.e2e.conftest import CALM, PATIENCE
from tests.e2e.hands import Bare, Finger, Hand, Keys
from tests.e2e.phases import BTWIXT, PHASES, Phase, opened
from tests.e2e.served import Served, served
from tests.e2e.stops import STOPS, Asked, Stop, asked_at
from tests.e2e.test_board_form import PHONE
from tests.slices import IN_FULL, in_turn
from web.btwixt.sheet_form import FORM as PROGRAMME
from web.thrones.sheet_form.rules import FORM

pytestmark = pytest.mark.browser
Fields = Mapping[str, Sequence[str]]
HANDS: dict[str, tuple[type[Hand], dict[str, Any]]] = {
    "mouse": (Hand, {}),
    "keys": (Keys, {}),
    "touch": (Finger, {"viewport": PHONE, "has_touch": True, "is_mobile": True}),
    "bare": (Bare, {"java_script_enabled": False}),
}
SCRIPTED = [by for by in HANDS if by != "bare"]


def pairs(rows: Sequence[Any], by_day: int) -> list[Any]:
    """Each row with all hands; by day one row of so many with one of them, in turn."""
    return [
        pytest.param(row, hand, id=f"{row} by {hand}")
        for number, row in enumerate(rows if IN_FULL else rows[::by_day])
        for hand in in_turn(number, [*HANDS])
    ]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A site with no games yet."""
    with served(tmp_path_factory.mktemp("phases")) as found:
        yield found


@pytest.fixture(scope="module")
def windows(browser: Browser, site: Served) -> Iterator[Callable[[str], BrowserContext]]:
    """Ada's windows, one for each hand."""
    session, known = site.session("ada"), {}

    def window(hand: str) -> BrowserContext:
        if hand not in known:
            wishes = {"locale": "en-GB", "viewport": {"width": 1280, "height": 900}, **CALM, **HANDS[hand][1]}
            known[hand] = browser.new_context(**wishes)
            site.enter(known[hand], session)
        return known[hand]

    yield window
    for context in known.values():
        context.close()


@pytest.fixture
def blank(windows: Callable[[str], BrowserContext]) -> Iterator[Callable[[str], Page]]:
    """An empty page of ada's for a hand; errors of the page's own code fail the test."""
    problems: list[str] = []
    pages: list[Page] = []

    def heard(told: ConsoleMessage) -> None:
        if told.type in ("error", "warning") and not told.location["url"].endswith("/events"):
            problems.append(f"{told.text} {told.location['url']}")

    def page(by: str) -> Page:
        found = windows(by).new_page()
        pages.append(found)
        found.set_default_timeout(PATIENCE)
        found.on("pageerror", lambda error: problems.append(str(error)))
        found.on("console", heard)
        return found

    yield page
    for one in pages:
        one.close()
    assert problems == []


@pytest.fixture
def handed(blank: Callable[[str], Page], site: Served) -> Callable[[str, str], Hand]:
    """A hand at the sheet of a turn, on a page of its own."""
    return lambda by, turn: at_sheet(blank(by), by, site, turn)


def at_sheet(page: Page, by: str, site: Served, turn: str) -> Hand:
    """A hand at the sheet of a turn, which is opened on this page."""
    page.goto(f"{site.url}/turns/{turn}")
    found = HANDS[by][0](page)
    found.ready()
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]  # type: ignore[index]
    return found


def fields_of(sheet: Any, edition: str) -> Fields:
    """The fields that say a sheet."""
    return (PROGRAMME.write if edition == BTWIXT else FORM.write)(sheet)


def handed_in(site: Served, turn: str) -> Any:
    """The sheet of ada's that is in."""
    people = site.people
    with people.store.read() as session:
        return versions_of(session, people.account_in_read(session, "ada"), turn, people.now)[0].sheet


def write(hand: Hand, fields: Fields) -> None:
    """A sheet: what the map takes on the map, all else in the form."""
    if hand.scripts:
        on_the_map(hand, fields)
    for name, values in fields.items():
        if name.endswith(".kind") or hand.filled(name) == list(values) or hand.means(name):
            continue
        hand.write(name, values)


def on_the_map(hand: Hand, fields: Fields) -> None:
    """Orders and where they lead, bids and musters by touching places and pressing what the map offers there."""
    for name, values in fields.items():
        if found := re.fullmatch(r"orders\.([^.\[]+)", name):
            hand.touch(found[1])
            hand.offered(f"token {values[0]}")
            aim(hand, found[1], fields)
            hand.close()
    for name, values in fields.items():
        found = re.fullmatch(r"bids\.([^.\[]+)\[0\]\.amount", name)
        if found and hand.on_map(f"track-{found[1]}"):
            hand.touch(f"track-{found[1]}")
            for _ in range(int(values[0])):
                hand.offered(f"bid track-{found[1]} +")
            hand.close()

    wish_on_the_table(hand, fields)
    answer_on_the_map(hand, fields)


def wish_on_the_table(hand: Hand, fields: Fields) -> None:
    """What a place of the table offers to pick, the first first."""
    for name, values in fields.items():
        places = [hand.picked_at(name, value) for value in values]
        if not all(places):
            continue
        for value, place in zip(values, places, strict=True):
            hand.touch(place)
            hand.offered(f"card {name} {value}")
            hand.close()
        assert hand.filled(name) == list(values)


def answer_on_the_map(hand: Hand, fields: Fields) -> None:
    """What a question is answered with at a place of its own; raids and marches from area to area."""
    for name, (value, *_) in fields.items():
        place = hand.answered_at(name, value)
        if place and hand.on_map(place):
            hand.page.locator(f'#map-touch .goal[data-at="{place}"]').wait_for(state="attached")
            hand.touch(place)
            if hand.filled(name) != [value]:
                hand.offered(f"choice {value}")
                hand.close()
            hand.page.locator(f'#map-touch .taken[data-at="{place}"]').wait_for(state="attached")
            assert hand.filled(name) == [value]
    for name, (area, *_) in fields.items():
        source = hand.page.locator(f'[data-asked="{name}"][data-place="{area}"]')
        if name.endswith(".area") and source.count() and hand.on_map(area):
            hand.touch(area)
            go(hand, name.removesuffix("area"), fields)
            hand.close()
            assert hand.filled(name) == [area]


def go(hand: Hand, place: str, fields: Fields) -> None:
    """To the goals of a raid, or of a march with so many of each kind; a power token is left."""
    moves = {name: values for name, values in fields.items() if re.fullmatch(rf"{re.escape(place)}moves.*\.to", name)}
    goals = [*fields.get(f"{place}targets", ()), *(goal for goals in moves.values() for goal in goals)]
    for goal in goals:
        hand.point(goal)
    if not goals:
        hand.offered("idle")
    for number, name in enumerate(moves):
        row = name.removesuffix(".to")
        for kind in hand.counted(number):
            wanted = int(fields.get(f"{row}.units.{kind}", ["0"])[0])
            while (had := int((hand.filled(f"{row}.units.{kind}") or ["0"])[0])) != wanted:
                hand.offered(f"{number} {kind} {'+' if had < wanted else '−'}")
    if f"{place}leave_token" in fields:
        hand.offered(f"switch {place}leave_token")


def aim(hand: Hand, area: str, fields: Fields) -> None:
    """Where the order of an area leads to."""
    for name, values in fields.items():
        if re.fullmatch(rf"(marches|raids)\.{area}\[0\]\.(moves\[\d+\]\.to|targets)", name):
            for goal in values:
                hand.point(goal)


@pytest.mark.parametrize(("phase", "by"), pairs(PHASES, 2))
def test_a_phase(phase: Phase, by: str, site: Served, handed: Callable[[str, str], Hand]) -> None:
    turn = opened(site.people, phase)
    hand = handed(by, turn)
    write(hand, fields_of(phase.wanted, phase.edition))
    hand.hand_in()
    assert handed_in(site, turn) == phase.wanted


@pytest.fixture(scope="module")
def asked(site: Served) -> Callable[[Stop], Asked]:
    """The game at a stop, with no sheet of ada's in."""
    known: dict[Stop, Asked] = {}

    def at(stop: Stop) -> Asked:
        if stop not in known:
            known[stop] = asked_at(site.people, stop)
        return known[stop]

    return at


RETREAT = next(stop for stop in STOPS if stop.asks == "retreat-to")


@pytest.mark.parametrize("by", in_turn(0, SCRIPTED))
def test_a_question_about_places_is_answered_on_the_map(
    by: str, site: Served, asked: Callable[[Stop], Asked], handed: Callable[[str, str], Hand]
) -> None:
    found = asked(RETREAT)
    site.people.submit(found.game, "ada", ready=False)
    hand = handed(by, found.turn)
    ((name, (place,)),) = [
        item for item in fields_of(found.sheet, RETREAT.edition).items() if item[0].endswith(".area")
    ]
    lit = hand.page.locator("#map-touch .goal").evaluate_all("all => all.map(one => one.dataset.at)")
    assert set(lit) == set(found.decision.choices)  # type: ignore[attr-defined]
    for wanted in ([place], [], [place]):
        hand.touch(place)
        assert hand.filled(name) == wanted
        assert hand.page.locator("#map-touch .taken").count() == len(wanted)
    hand.hand_in()
    assert handed_in(site, found.turn) == found.sheet


@pytest.mark.parametrize(("stop", "by"), pairs(STOPS, 8))
def test_a_stop(
    stop: Stop, by: str, site: Served, asked: Callable[[Stop], Asked], handed: Callable[[str, str], Hand]
) -> None:
    found = asked(stop)
    site.people.submit(found.game, "ada", ready=False)
    hand = handed(by, found.turn)
    write(hand, fields_of(found.sheet, stop.edition))
    hand.hand_in()
    assert handed_in(site, found.turn) == found.sheet
