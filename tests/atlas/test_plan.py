"""A sheet's plan over the map: what is drawn where, in words, and nothing that is not planned."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from msgspec import UNSET

import atlas
from adjudicator import games
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.sheets.battle import SupportRule
from adjudicator.thrones.sheets.choices import BidRule
from adjudicator.thrones.sheets.conditions.tree import parse_condition
from adjudicator.thrones.sheets.losses import RetreatRule
from adjudicator.thrones.sheets.marches import Marches, MarchPlan, Move, Wish
from adjudicator.thrones.sheets.muster import Muster, MusterRule, Want
from adjudicator.thrones.sheets.orders import RaidRule, Raids, RavenRule, VassalOrder
from adjudicator.thrones.sheets.sheet import EMPTY_SHEET, Sheet, VassalSheet
from adjudicator.thrones.state.board import Placed, View
from adjudicator.thrones.state.decisions import (
    Amount,
    HouseChoice,
    March,
    Orders,
    PickTied,
    PlaceBid,
    Raid,
    Ranked,
    Recruit,
    Recruits,
    SettleTie,
)
from atlas.svg import NO_PLAN
from atlas.thrones.drawer import THRONES as DRAWER
from tests.atlas.positions import SHEETS, begun, start

LATE = parse_condition("round >= 3", games.edition("first-edition"))


def shown(view: View, sheet: Sheet, house: str = "stark", language: str = "en") -> list[dict[str, str]]:
    """The marks: their attributes, and `title`."""
    root = ElementTree.fromstring(atlas.drawer_of(view).plan(view, sheet, house, language=language))
    assert root.get("id") == "map-plan"
    return [{**mark.attrib, "title": mark.findtext("title") or ""} for mark in root]


def titles(sheet: Sheet, view: View | None = None, language: str = "en") -> list[str]:
    return [mark["title"] for mark in shown(view or start(seat="stark"), sheet, language=language)]


def marching(*plans: MarchPlan, **orders: str) -> Sheet:
    laid = {area.replace("_", "-"): order for area, order in orders.items()}
    return Sheet(orders={"winterfell": "march+1", **laid}, marches=Marches(areas={"winterfell": plans}))


@pytest.mark.parametrize("sheet", SHEETS)
def test_an_empty_sheet_plans_nothing(sheet: str) -> None:
    view = begun(sheet)
    assert atlas.drawer_of(view).plan(view, EMPTY_SHEET, view.board.houses[0]) == NO_PLAN


def test_orders_are_drawn_first_choice_on_top() -> None:
    found = shown(start(), Sheet(orders={"winterfell": ("march+1", "defense+1"), "white-harbor": "none"}))
    assert [(mark["data-choice"], mark["data-part"]) for mark in found] == [
        ("1", "orders.winterfell"),
        ("0", "orders.winterfell"),
    ]
    assert [mark["title"] for mark in found] == ["Defense +1: Winterfell (Choice 2)", "March +1: Winterfell"]


def test_orders_that_lie_on_the_board_are_not_drawn_again() -> None:
    view = start(seat="stark")
    view.board.orders["winterfell"] = Placed("stark", "march+1")
    assert titles(Sheet(orders={"winterfell": "raid"}), view) == []


def test_marches_say_who_goes_where() -> None:
    plan = MarchPlan(moves=(Move(to="moat-cailin", units={"knight": 1}), Move(to="karhold", units="rest")))
    found = shown(start(), marching(plan))
    assert [(mark["data-from"], mark.get("data-to")) for mark in found] == [
        ("winterfell", "moat-cailin"),
        ("winterfell", "karhold"),
        ("winterfell", None),
    ]
    assert found[0]["title"] == "March: Winterfell → Moat Cailin, 1 × knight"
    assert found[1]["title"] == "March: Winterfell → Karhold, 1 × footman"


def test_the_first_plan_that_could_go_comes_first() -> None:
    far = MarchPlan(moves=(Move(to="sunspear"),))
    late = MarchPlan(
        moves=(Move(to="castle-black"),), when=parse_condition("round >= 3", games.edition("first-edition"))
    )
    near = MarchPlan(moves=(Move(to="karhold"),))
    marches = [mark for mark in shown(start(), marching(far, late, near)) if mark["class"] == "plan plan-march"]
    assert {mark["data-to"]: mark["data-choice"] for mark in marches} == {
        "castle-black": "0",
        "sunspear": "1",
        "karhold": "2",
    }
    depends = [mark for mark in marches if "data-depends" in mark]
    assert [mark["title"] for mark in depends] == [
        "March: Winterfell → Castle Black, 1 × footman, 1 × knight (under a condition)"
    ]


def test_a_march_without_its_order_is_pale() -> None:
    sheet = Sheet(marches=Marches(areas={"winterfell": (MarchPlan(moves=(Move(to="karhold"),)),)}))
    (mark,) = shown(start(), sheet)
    assert mark["data-idle"] == "1"
    assert mark["opacity"] == "0.4"


def test_a_plan_that_waits_or_stays_draws_no_arrow() -> None:
    found = shown(start(), marching(MarchPlan(wait=True, moves=(Move(to="karhold"),)), MarchPlan()))
    assert [mark["class"] for mark in found] == ["plan plan-order"]


def test_wishes_lead_from_where_they_can_be_reached() -> None:
    sheet = Sheet(
        orders={"winterfell": "march+1", "white-harbor": "march-1"},
        marches=Marches(wishes=(Wish(take=("any-sea", "winterfell", "karhold")), Wish(take=("any-castle",)))),
    )
    goals = [mark for mark in shown(start(), sheet) if mark["class"] == "plan plan-goal"]
    assert [(mark["data-from"], mark["data-to"], mark["title"]) for mark in goals] == [
        ("winterfell", "karhold", "Goal: Winterfell → Karhold (Choice 2)"),
        ("white-harbor", "karhold", "Goal: White Harbor → Karhold (Choice 2)"),
    ]


def test_raids_reach_for_their_targets() -> None:
    sheet = Sheet(
        orders={"white-harbor": "raid"},
        raids=Raids(areas={"white-harbor": (RaidRule(wait=True), RaidRule(targets=("moat-cailin", "winterfell")))}),
    )
    raids = [mark for mark in shown(start(), sheet) if mark["class"] == "plan plan-raid"]
    assert {mark["data-to"]: mark["data-choice"] for mark in raids} == {"moat-cailin": "0", "winterfell": "1"}
    assert {mark["data-part"] for mark in raids} == {"raids.white-harbor[1]"}


def test_support_goes_to_named_battles_or_own_attacks() -> None:
    plan = MarchPlan(moves=(Move(to="moat-cailin"),))
    named = with_support(marching(plan, white_harbor="support"), SupportRule(battles=("widows-watch",)))
    assert targets(named) == [("white-harbor", "widows-watch"), ("white-harbor", "moat-cailin")]
    assert targets(marching(plan, white_harbor="support")) == [("white-harbor", "moat-cailin")]
    nobody = with_support(marching(plan, white_harbor="support"), SupportRule(whom="nobody", battles=("moat-cailin",)))
    assert targets(nobody) == []


def test_musters_stand_at_their_castles_and_seas() -> None:
    wants = (Want(unit="knight"), Want(unit="knight", upgrade=True), Want(unit="ship", at="the-narrow-sea"))
    sheet = Sheet(muster=Muster(areas={"white-harbor": (MusterRule(), MusterRule(wants=wants))}))
    assert titles(sheet) == [
        "Mustering: White Harbor, knight",
        "Mustering: White Harbor, knight (upgrade)",
        "Mustering: White Harbor → The Narrow Sea, ship",
    ]
    assert titles(sheet, language="it")[1] == "Arruolamento: Porto Bianco, cavaliere (promozione)"


def test_the_raven_and_retreats_are_drawn() -> None:
    sheet = Sheet(
        orders={"winterfell": "march+1"},
        raven=(RavenRule(look=True), RavenRule(area="winterfell", order="defense+2")),
        retreat=(
            RetreatRule(areas=("karhold", "castle-black")),
            RetreatRule(areas=("karhold",), battles=("winterfell",)),
        ),
    )
    assert titles(sheet) == [
        "Retreat: Winterfell → Karhold",
        "The raven: Winterfell, Defense +2 (Choice 2)",
        "March +1: Winterfell",
    ]


def test_a_vassals_orders_are_drawn_for_its_commander() -> None:
    view = start(8, seat="stark", edition="mother-of-dragons")
    view.board.vassals, view.board.commanders = ["greyjoy"], {"greyjoy": "stark"}
    area = next(area for area, force in view.board.forces.items() if force.house == "greyjoy")
    sheet = Sheet(vassals={"any": VassalSheet(orders=(VassalOrder(area=area, order="march+0"), VassalOrder()))})
    (mark,) = shown(view, sheet)
    assert (mark["data-house"], mark["data-part"]) == ("greyjoy", f"vassals.any.orders.{area}")
    assert shown(view, sheet, "baratheon") == []


def test_what_lies_outside_the_map_is_left_out() -> None:
    there = "volantis"
    sheet = Sheet(orders={there: "raid", "nowhere": "raid"})
    assert titles(sheet, start(8, edition="mother-of-dragons")) == ["Raid: Volantis"]
    assert titles(sheet, start(7, edition="mother-of-dragons")) == []


@pytest.mark.parametrize("order", ["support", "march+0", "raid", "consolidate"])
def test_an_order_in_an_unknown_area_is_left_out(order: str) -> None:
    assert titles(Sheet(orders={"nowhere": order}), start(6, edition="second-edition")) == []


def test_pieces_in_the_place_of_others_are_left_out() -> None:
    # A draft is drawn before anybody checks it.
    swap = RavenRule(area="winterfell", order="footman")

    assert titles(Sheet(orders={"winterfell": "knight"}, raven=(swap,))) == []


def test_neither_plan_nor_drawing_has_styles_of_its_own() -> None:
    # A page's policy lets no inline style through.
    for sheet in SHEETS:
        assert not re.search(r"\sstyle=|<style", DRAWER.draw(begun(sheet)))
    assert " style=" not in DRAWER.plan(start(), Sheet(orders={"winterfell": "raid"}), "stark")


def with_support(sheet: Sheet, *rules: SupportRule) -> Sheet:
    return Sheet(orders=sheet.orders, marches=sheet.marches, support=rules)


def targets(sheet: Sheet) -> list[tuple[str, str]]:
    found = shown(start(), sheet)
    return [(mark["data-from"], mark["data-to"]) for mark in found if mark["class"] == "plan plan-support"]


def test_answers_to_a_question_are_drawn() -> None:
    march = March("winterfell", {"moat-cailin": {"knight": 1}, "winterfell": {"footman": 1}, "atlantis": {"knight": 1}})
    raid = Raid("the-shivering-sea", ("the-narrow-sea", "atlantis"))
    found = shown(start(seat="stark"), Sheet(answers={"d1": march, "d2": raid, "d3": March("atlantis")}))
    assert [(mark["class"], mark["data-from"], mark["data-to"]) for mark in found] == [
        ("plan plan-march", "winterfell", "moat-cailin"),
        ("plan plan-raid", "the-shivering-sea", "the-narrow-sea"),
    ]
    assert not any("data-idle" in mark for mark in found)
    assert found[0]["title"] == "March: Winterfell → Moat Cailin, 1 × knight"


def test_orders_and_musters_that_answer_a_question_are_drawn() -> None:
    orders = Orders({"winterfell": "march+0", "atlantis": "march+0", "white-harbor": "dance"})
    wants = (Recruit("winterfell", "knight", "winterfell", upgrade=True), Recruit("white-harbor", "ship", "atlantis"))
    found = shown(start(seat="stark"), Sheet(answers={"d1": orders, "d2": Recruits(wants)}))
    assert [(mark["class"], mark["data-from"]) for mark in found] == [
        ("plan plan-order", "winterfell"),
        ("plan plan-muster", "winterfell"),
    ]


def test_bid_answer_lies_where_the_sheet_would_put_it() -> None:
    asked = PlaceBid(id="d1", seat="stark", house="stark", auction="fiefdoms", up_to=5)
    view = THRONES.view(games.start("first-edition", 5, "atlas"), "stark", [asked])
    bids = {"fiefdoms": (BidRule(amount=1),), "iron-throne": (BidRule(amount=2),)}

    def told(sheet: Sheet, seen: View) -> dict[str, str]:
        return {mark["data-track"]: mark["title"] for mark in shown(seen, sheet)}

    assert told(Sheet(bids=bids, answers={"d1": Amount(3)}), view) == {
        "fiefdoms": "Fiefdoms: 3",
        "iron-throne": "Iron Throne: 2",
    }
    assert told(Sheet(bids=bids), view)["fiefdoms"] == "Fiefdoms: 1"
    # An amount for nothing that is asked lies nowhere.
    assert told(Sheet(answers={"d2": Amount(3)}), view) == {}


@pytest.mark.parametrize("edition", ["first-edition", "storm-of-swords"])
def test_tied_houses_stand_beside_their_track_in_order(edition: str) -> None:
    at_court, besides = ("d1", "fiefdoms"), ("d2", "claim" if edition == "storm-of-swords" else UNSET)
    houses = ("stark", "lannister", "greyjoy")
    tie = SettleTie(id=at_court[0], seat="stark", house="stark", auction=at_court[1], houses=houses)
    named = PickTied(id=besides[0], seat="stark", house="stark", what="lowest", houses=houses, auction=besides[1])
    view = games.of_edition(edition).view(games.start(edition, 4, "atlas"), "stark", [tie, named])
    answers = {"d1": Ranked(("lannister", "stark", "nobody")), "d2": HouseChoice("greyjoy")}

    def told(sheet: Sheet) -> dict[str, str]:
        return {mark["data-track"]: mark["title"] for mark in shown(view, sheet)}

    track, words = ("claim", "Claim") if besides[1] else ("wildlings", "Wildlings")
    order = "Fiefdoms: House Lannister, House Stark"
    assert told(Sheet(answers=answers)) == {"fiefdoms": order, track: f"{words}: House Greyjoy"}
    # What the sheet bids there is bid already.
    assert told(Sheet(bids={"fiefdoms": (BidRule(amount=1),)}, answers=answers))["fiefdoms"] == order
    assert told(Sheet(answers={"d1": Ranked(("nobody",))})) == {}
    # Of several each has its number.
    drawn = atlas.drawer_of(view).plan(view, Sheet(answers=answers), "stark")
    assert re.findall(r">(\d)</text>", drawn) == ["1", "2"]
