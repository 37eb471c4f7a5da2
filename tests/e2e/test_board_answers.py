"""The board as the form of a question, and the table as that of a programme: what is touched stands in the fields, and
is taken back by touching it again."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.hands import Hand
from tests.e2e.phases import BTWIXT, DRAGONS, FIRST, PHASES, STORM, opened
from tests.e2e.served import Served
from tests.e2e.stops import STOPS, Stop, asked_at
from tests.e2e.test_axe import ALL, COLOURS, LOOK, READER
from tests.e2e.test_phases import SCRIPTED, at_sheet, blank, handed, handed_in, site, windows
from tests.slices import IN_FULL, in_turn

__all__ = ["blank", "handed", "site", "windows"]
pytestmark = pytest.mark.browser
Handed = Callable[[str, str], Hand]
WIDTHS = ["mouse", "touch"]
ROUND = next(phase for phase in PHASES if phase.name == "a round of the advanced game")


def of(edition: str, asks: str) -> Stop:
    return next(stop for stop in STOPS if (stop.edition, stop.asks) == (edition, asks))


def test_vassal_is_commanded_on_the_map(site: Served, handed: Handed) -> None:
    """Two orders at most; a third one is laid instead of the last, and a token that lies there moves."""
    vassals = next(phase for phase in PHASES if phase.name == "vassals and a loan")
    hand = handed("mouse", opened(site.people, vassals))
    rows = [f"vassals.greyjoy.orders[{n}]" for n in range(2)]

    def laid() -> list[tuple[str, ...]]:
        return [
            tuple(hand.filled(f"{row}.{part}")[0] for part in ("area", "order") if hand.filled(f"{row}.{part}"))
            for row in rows
        ]

    hand.touch("pyke")
    hand.offered("token vassal-march")
    hand.page.locator("#map-touch .goal").first.wait_for(state="attached")
    goal = hand.page.locator("#map-touch .goal").first.get_attribute("data-at") or ""
    hand.touch(goal)
    hand.settle()
    assert laid() == [("pyke", "vassal-march"), ()]
    assert hand.filled("vassals.greyjoy.marches.pyke[0].moves[0].to") == [goal]
    hand.page.locator(f"#map-plan [data-from=pyke][data-to={goal}]").wait_for(state="attached")
    hand.close()
    hand.touch("greywater-watch")
    hand.offered("token vassal-march")
    hand.settle()
    assert sorted(laid()) == [(), ("greywater-watch", "vassal-march")]


@pytest.mark.parametrize("by", in_turn(0, SCRIPTED))
def test_councils_are_wished_for_on_the_table(by: str, site: Served, handed: Handed) -> None:
    hand = handed(by, opened(site.people, ROUND))
    first, second = (f"council-{one}" for one in ("euron-cersei", "tyrion-euron"))
    choose, avoid = "councils[0].choose", "councils[0].avoid"
    for place in (second, first):
        hand.touch(place)
        expect(hand.page.locator(".tray")).to_contain_text("Visible power")
        hand.offered(f"card {choose} {place.removeprefix('council-')}")
        hand.close()
    assert hand.filled(choose) == ["tyrion-euron", "euron-cersei"]
    # What is rather not wished for is wished for no more.
    hand.touch(second)
    hand.offered(f"card {avoid} tyrion-euron")
    assert (hand.filled(choose), hand.filled(avoid)) == (["euron-cersei"], ["tyrion-euron"])
    hand.offered(f"card {avoid} tyrion-euron")
    hand.close()
    assert hand.filled(avoid) == []
    hand.page.locator(f"#map-touch .taken[data-at={first}]").wait_for(state="attached")
    expect(hand.page.locator(f"#map-touch .taken[data-at={second}]")).to_have_count(0)
    hand.touch("leader-euron")
    hand.offered("card bid[0].play enough")
    hand.offered("card bid[0].kneel 1")
    hand.offered("count bid[0].up-to +")
    hand.close()
    hand.settle()
    assert [hand.filled(f"bid[0].{part}") for part in ("play", "kneel", "up-to")] == [["enough"], ["1"], ["1"]]


@pytest.mark.parametrize("by", in_turn(1, SCRIPTED))
def test_a_march_is_given_from_one_area_at_a_time(by: str, site: Served, handed: Handed) -> None:
    found = asked_at(site.people, of(FIRST, "resolve-march"))
    hand, place = handed(by, found.turn), f"answers.{found.decision.id}"
    waits = hand.page.locator("#map-touch .waits")
    assert waits.evaluate_all("all => all.map(one => one.dataset.at).sort()") == ["dragonstone", "the-reach"]
    hand.touch("the-reach")
    hand.point("highgarden")
    rows = [f"{place}.moves[0].{part}" for part in ("to", "units.knight", "units.footman")]
    assert [hand.filled(name) for name in rows] == [["highgarden"], ["1"], ["1"]]
    hand.page.locator("#map-plan .plan-march[data-from=the-reach][data-to=highgarden]").wait_for(state="attached")
    hand.offered("0 footman −")
    assert [hand.filled(name) for name in rows] == [["highgarden"], ["1"], []]
    hand.offered(f"switch {place}.leave_token")
    hand.close()
    expect(waits).to_have_count(0)
    # Another area marches instead, and nothing of the first is left.
    hand.touch("dragonstone")
    hand.point("kingswood")
    hand.settle()
    filled = [
        hand.filled(f"{place}.{part}") for part in ("area", "leave_token", "moves[0].to", "moves[0].units.knight")
    ]
    assert filled == [["dragonstone"], [], ["kingswood"], ["2"]]
    # Its only goal is taken back: nothing is said. Nobody goes: that is said.
    hand.offered("drop Kingswood")
    assert hand.filled(f"{place}.area") == []
    hand.offered("idle")
    assert (hand.filled(f"{place}.area"), hand.filled(f"{place}.moves[0].to")) == (["dragonstone"], [])
    hand.offered("idle")
    assert hand.filled(f"{place}.area") == []


def test_a_raid_is_taken_back(site: Served, handed: Handed) -> None:
    found = asked_at(site.people, of(FIRST, "resolve-raid"))
    hand, place = handed("mouse", found.turn), f"answers.{found.decision.id}"
    hand.touch("stoney-sept")
    hand.point("harrenhal")
    hand.point("blackwater")
    assert hand.filled(f"{place}.targets") == ["harrenhal", "blackwater"]
    hand.point("harrenhal")
    assert hand.filled(f"{place}.targets") == ["blackwater"]
    hand.page.keyboard.press("Control+z")
    assert hand.filled(f"{place}.targets") == ["harrenhal", "blackwater"]
    hand.point("harrenhal")
    hand.point("blackwater")
    assert (hand.filled(f"{place}.area"), hand.filled(f"{place}.targets")) == ([], [])


@pytest.mark.parametrize("by", in_turn(2, SCRIPTED))
def test_allies_are_laid_in_order_and_each_once(by: str, site: Served, handed: Handed) -> None:
    found = asked_at(site.people, of(BTWIXT, "arranges"))
    hand, place = handed(by, found.turn), f"answers.{found.decision.id}"
    allies = [*found.decision.allies]  # type: ignore[attr-defined]
    hand.touch(f"leader-{found.decision.seat}")
    for ally in reversed(allies):
        hand.offered(f"card {place}.top {ally}")
    assert hand.filled(f"{place}.top") == allies[::-1]
    hand.offered(f"card {place}.bottom {allies[0]}")
    assert (hand.filled(f"{place}.top"), hand.filled(f"{place}.bottom")) == (allies[:0:-1], [allies[0]])


def test_screen_readers_are_told_what_may_be_chosen(site: Served, handed: Handed) -> None:
    found = asked_at(site.people, of(BTWIXT, "claim"))
    hand = handed("keys", found.turn)
    first, second = found.decision.choices  # type: ignore[attr-defined]
    hand.touch(f"council-{first}")
    told = hand.page.locator("#map-touch [role=button]")
    labels = dict(told.evaluate_all("all => all.map(one => [one.dataset.at, one.getAttribute('aria-label')])"))
    assert labels[f"council-{first}"].endswith("is chosen")
    assert labels[f"council-{second}"].endswith("may be chosen")
    assert not labels["leader-euron"].endswith("chosen")
    expect(hand.page.locator("[data-said]")).to_have_text(re.compile("^Your answer: "))


@pytest.mark.parametrize("by", in_turn(3, SCRIPTED))
def test_units_are_mustered_at_their_place(by: str, site: Served, handed: Handed) -> None:
    found = asked_at(site.people, of(FIRST, "muster-units"))
    hand, place = handed(by, found.turn), f"answers.{found.decision.id}"
    waits = hand.page.locator("#map-touch .waits")
    assert waits.evaluate_all("all => all.map(one => one.dataset.at)") == ["lannisport"]
    rows = [f"{place}.wants[{n}].{part}" for n in (0, 1) for part in ("area", "unit", "at")]
    points = hand.page.locator(".tray [role=status]")
    hand.touch("lannisport")
    hand.offered("idle")
    assert hand.filled(f"{place}.nothing") == ["1"]
    expect(waits).to_have_count(0)
    # There is no footman in the box until one becomes a knight.
    expect(hand.page.locator('.tray [data-key="muster footman  +"]')).to_have_count(0)
    hand.offered("muster upgrade:knight  +")
    assert hand.filled(f"{place}.nothing") == []
    expect(points).to_have_text("Muster: 2 points, 1 left")
    expect(hand.page.locator('.tray [data-key="muster knight  +"]')).to_be_disabled()
    hand.offered("muster ship the-golden-sound +")
    expect(points).to_have_text("Muster: 2 points, 0 left")
    wanted = [["lannisport"], ["upgrade:knight"], [], ["lannisport"], ["ship"], ["the-golden-sound"]]
    assert [hand.filled(name) for name in rows] == wanted
    expect(hand.page.locator("#map-plan .plan-muster")).to_have_count(2)
    # What is taken back leaves no hole.
    hand.offered("muster upgrade:knight  −")
    assert [hand.filled(name) for name in rows] == [*wanted[3:], [], [], []]
    hand.offered("muster ship the-golden-sound −")
    assert [hand.filled(name) for name in rows] == [[]] * 6
    expect(waits).to_have_count(1)
    # A footman is there to be had once another has become a knight.
    hand.offered("muster upgrade:knight  +")
    hand.offered("muster footman  +")
    hand.close()
    hand.hand_in()
    assert handed_in(site, found.turn) == found.sheet


@pytest.mark.parametrize("by", in_turn(4, SCRIPTED))
def test_bids_are_counted_at_their_track(by: str, site: Served, handed: Handed) -> None:
    found = asked_at(site.people, of(FIRST, "place-bid"))
    hand, name = handed(by, found.turn), f"answers.{found.decision.id}.power"
    key = f"count {name}"
    more = hand.page.locator(f".tray [data-key='{key} +']")
    waits = hand.page.locator("#map-touch .waits")
    assert waits.evaluate_all("all => all.map(one => one.dataset.at)") == ["track-fiefdoms"]
    hand.touch("track-fiefdoms")
    hand.offered(f"{key} −")
    assert hand.filled(name) == ["0"]
    expect(waits).to_have_count(0)
    for _ in range(found.decision.up_to):  # type: ignore[attr-defined]
        expect(more).to_be_enabled()
        hand.offered(f"{key} +")
    expect(more).to_be_disabled()
    hand.offered(f"{key} −")
    assert hand.filled(name) == ["4"]
    expect(hand.page.locator("#map-plan .plan-bid[data-track=fiefdoms]")).to_contain_text("4")
    hand.close()
    hand.hand_in()
    assert handed_in(site, found.turn) == found.sheet


@pytest.mark.parametrize("by", in_turn(5, SCRIPTED))
def test_a_bid_is_counted_in_the_form_as_well(by: str, site: Served, handed: Handed) -> None:
    found = asked_at(site.people, of(STORM, "place-bid"))
    hand, name = handed(by, found.turn), f"answers.{found.decision.id}.power"
    less, more = (hand.page.locator(f'#sheet [data-of="{name}"][data-step="{step}"]') for step in (-1, 1))
    hand.press(less)
    assert hand.filled(name) == ["0"]
    most = found.decision.up_to  # type: ignore[attr-defined]
    for _ in range(most + 1):
        hand.press(more)
    assert hand.filled(name) == [str(most)]
    hand.press(less)
    assert hand.filled(name) == [str(most - 1)]


def test_tokens_of_a_bid_are_given_at_its_track(site: Served, handed: Handed) -> None:
    found = asked_at(site.people, of(DRAGONS, "spread-bid"))
    hand, place = handed("mouse", found.turn), f"answers.{found.decision.id}.gifts"
    hand.touch("track-iron-throne")
    for house, count in found.answer.gifts.items():  # type: ignore[attr-defined]
        for _ in range(count):
            hand.offered(f"count {place}.{house} +")
    hand.close()
    hand.hand_in()
    assert handed_in(site, found.turn) == found.sheet


@pytest.mark.parametrize("by", in_turn(6, SCRIPTED))
def test_tied_houses_are_touched_into_their_order(by: str, site: Served, handed: Handed) -> None:
    found = asked_at(site.people, of(FIRST, "settle-tie"))
    hand, name = handed(by, found.turn), f"answers.{found.decision.id}.houses"
    first, second = found.answer.houses  # type: ignore[attr-defined]
    waits = hand.page.locator("#map-touch .waits")
    assert waits.evaluate_all("all => all.map(one => one.dataset.at)") == ["track-fiefdoms"]
    hand.touch("track-fiefdoms")
    hand.offered(f"card {name} {second}")
    # Half an order is no answer yet.
    assert hand.filled(name) == [second]
    expect(waits).to_have_count(1)
    hand.offered(f"card {name} {first}")
    assert hand.filled(name) == [second, first]
    expect(waits).to_have_count(0)
    track = hand.page.locator("#map-touch [data-at=track-fiefdoms]")
    expect(track).to_have_attribute("aria-label", re.compile(f"{second}. {first}$", re.IGNORECASE))
    numbers = hand.page.locator(".tray .place-in")
    expect(numbers).to_have_text(["2", "1"])
    # The other way round: who is touched again stands last.
    hand.offered(f"card {name} {second}")
    hand.offered(f"card {name} {second}")
    assert hand.filled(name) == [first, second]
    hand.page.keyboard.press("Control+z")
    assert hand.filled(name) == [first]
    hand.offered(f"card {name} {second}")
    hand.page.locator("#map-plan .plan-tie[data-track=fiefdoms]").wait_for(state="attached")
    expect(track).to_have_attribute("aria-label", re.compile(f"{first}. {second}$", re.IGNORECASE))
    hand.close()
    hand.hand_in()
    assert handed_in(site, found.turn) == found.sheet


@pytest.mark.parametrize(
    ("edition", "track", "by"),
    [
        (edition, track, by)
        for number, (edition, track) in enumerate([(FIRST, "wildlings"), (STORM, "claim")])
        for by in in_turn(number, SCRIPTED)
    ],
)
def test_one_of_the_tied_is_named_at_what_was_bid_for(
    edition: str, track: str, by: str, site: Served, handed: Handed
) -> None:
    found = asked_at(site.people, of(edition, "pick-tied"))
    hand, name = handed(by, found.turn), f"answers.{found.decision.id}.house"
    house = found.answer.house  # type: ignore[attr-defined]
    other = next(one for one in found.decision.houses if one != house)  # type: ignore[attr-defined]
    lit = hand.page.locator("#map-touch .goal")
    assert lit.evaluate_all("all => all.map(one => one.dataset.at)") == [f"track-{track}"]
    hand.touch(f"track-{track}")
    for chosen, stands in ((other, [other]), (other, []), (other, [other]), (house, [house])):
        hand.offered(f"choice {chosen}")
        assert hand.filled(name) == stands
    expect(hand.page.locator(f"#map-plan .plan-tie[data-track={track}]")).to_contain_text(house.capitalize())
    hand.close()
    hand.hand_in()
    assert handed_in(site, found.turn) == found.sheet


@pytest.mark.parametrize("by", in_turn(7, SCRIPTED))
def test_units_come_where_the_map_is_touched(by: str, site: Served, handed: Handed) -> None:
    found = asked_at(site.people, of(DRAGONS, "place-units"))
    hand, place = handed(by, found.turn), f"answers.{found.decision.id}"
    waits, status = hand.page.locator("#map-touch .waits"), hand.page.locator(".tray [role=status]")
    areas, wants = found.decision.areas, found.answer.wants  # type: ignore[attr-defined]
    assert set(waits.evaluate_all("all => all.map(one => one.dataset.at)")) == set(areas)

    def placed() -> list[tuple[str, str]]:
        rows = [(hand.filled(f"{place}.wants[{n}].area"), hand.filled(f"{place}.wants[{n}].unit")) for n in range(5)]
        return [(area[0], unit[0]) for area, unit in rows if unit]

    # Each touch is the next unit: here a knight. It is taken back, and comes elsewhere.
    hand.touch("white-harbor")
    assert placed() == [("white-harbor", "knight")]
    expect(hand.page.locator("[data-said]")).to_have_text("Knight in White Harbor")
    hand.offered("muster knight  −")
    assert placed() == []
    hand.offered("idle")
    assert hand.filled(f"{place}.nothing") == ["1"]
    expect(waits).to_have_count(0)
    hand.close()
    for number, want in enumerate(wants, 1):
        hand.touch(want.at)
        assert placed() == [(one.at, one.unit) for one in wants[:number]]
        expect(status).to_have_text(re.compile("^Still to place" if number < len(wants) else "^All units"))
        hand.page.locator(f"#map-plan .plan-muster[data-from={want.at}]").wait_for(state="attached")
        hand.close()
    # Nothing is left that could come: a touch only shows.
    expect(waits).to_have_count(0)
    hand.touch(wants[0].at)
    assert len(placed()) == len(wants)
    label = hand.page.locator(f"#map-touch [data-at={wants[0].at}]").get_attribute("aria-label") or ""
    assert "1 × Knight" in label
    hand.close()
    hand.hand_in()
    assert handed_in(site, found.turn) == found.sheet


def test_two_quick_touches_bring_no_more_than_there_is(site: Served, handed: Handed) -> None:
    found = asked_at(site.people, of(DRAGONS, "place-units"))
    hand, place = handed("mouse", found.turn), f"answers.{found.decision.id}"
    spot = hand.spot("winterfell")
    for _ in range(4):
        hand.page.mouse.click(*spot)
        hand.page.keyboard.press("Escape")
    hand.settle()
    # There is one of each, and no ship comes on land.
    units = [hand.filled(f"{place}.wants[{n}].unit") for n in range(4)]
    assert units == [["knight"], ["siege-engine"], ["footman"], []]


def test_a_touch_before_the_sheet_can_be_written_is_kept(site: Served, handed: Handed) -> None:
    found = asked_at(site.people, of(FIRST, "settle-tie"))
    hand = handed("mouse", found.turn)
    page = hand.page
    late: list[Route] = []
    page.route("**/board/writing.js", lambda route: late.append(route))
    page.goto(page.url, wait_until="commit")
    page.locator("#map-touch [data-at=winterfell]").wait_for(state="attached")
    hand.touch("winterfell")
    expect(page.locator(".workbench.live")).to_have_count(0)
    expect(page.locator(".tray:visible")).to_have_count(0)
    for route in late:
        route.continue_()
    expect(page.locator(".tray")).to_contain_text("Winterfell")


def test_without_scripts_units_and_bids_are_written_in_the_form(site: Served, handed: Handed) -> None:
    asking = ((FIRST, "muster-units"), (FIRST, "place-bid"), (STORM, "place-bid"), (DRAGONS, "place-units"))
    for edition, asks in (*asking, (FIRST, "settle-tie")):
        hand = handed("bare", asked_at(site.people, of(edition, asks)).turn)
        assert hand.page.locator(".question").count() == 1
        expect(hand.page.locator(".question section.place:visible, .question [data-step]:visible")).to_have_count(0)
        assert hand.page.locator(".question .fields select:visible, .question input.number:visible").count() > 0


OFFERED = [
    (of(FIRST, "muster-units"), "lannisport"),
    (of(FIRST, "place-bid"), "track-fiefdoms"),
    (of(FIRST, "settle-tie"), "track-fiefdoms"),
    (of(FIRST, "pick-tied"), "track-wildlings"),
    (of(DRAGONS, "place-units"), "winterfell"),
    (of(FIRST, "resolve-march"), "the-reach"),
    (of(FIRST, "choose-house-card"), "highgarden"),
    (of(FIRST, "take-casualty"), "highgarden"),
    (of(BTWIXT, "plays"), "leader-cersei"),
    (of(BTWIXT, "orders"), "leader-doran"),
    (ROUND, "leader-euron"),
    (ROUND, "council-euron-cersei"),
]


# What is another when a place was touched.
CHANGED = {"where": [["#map-touch"], ["#map-plan"], ["[data-tray]"]]}


def trouble(page: Page, part: Mapping[str, Any]) -> list[str]:
    """What axe finds on a page or a part of it as it stands, and of its colours also in the dark."""
    found: list[str] = []
    for theme, options in (("light", ALL), ("dark", COLOURS)):
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        found += page.evaluate(LOOK, {**options, **part})
    return found


@pytest.mark.parametrize("by", WIDTHS)
def test_what_a_touched_place_offers_shuts_nobody_out(by: str, site: Served, blank: Callable[[str], Page]) -> None:
    page = blank(by)
    # Past the page's own policy, which lets no script of a test in.
    page.add_init_script(READER)
    offered = [one for number, one in enumerate(OFFERED) if by in in_turn(number, WIDTHS)]
    for number, (about, place) in enumerate(offered):
        turn = asked_at(site.people, about).turn if isinstance(about, Stop) else opened(site.people, about)
        page.emulate_media(color_scheme="light")
        at_sheet(page, by, site, turn).touch(place)
        page.locator(".tray").wait_for()
        # By day at the whole page once; what no touch changes is on pages that `test_axe` looks at.
        assert trouble(page, CHANGED if number and not IN_FULL else {}) == [], (about, place)


def test_without_scripts_cards_are_chosen_and_places_are_none(site: Served, handed: Handed) -> None:
    hand = handed("bare", opened(site.people, ROUND))
    assert hand.page.locator("section.place").count() > 2
    assert hand.page.locator("section.place:visible").count() == 0
    cards = hand.page.locator("[id='bid[0].play'] .pick:visible")
    assert cards.count() > 1
    expect(cards.first.locator(".text")).not_to_be_empty()
