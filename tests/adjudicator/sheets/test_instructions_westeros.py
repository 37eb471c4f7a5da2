"""Bids, ties and mustering from sheets."""

from __future__ import annotations

import pytest

from adjudicator import games
from adjudicator.thrones.sheets.choices import BidRule, TieRule, Ties
from adjudicator.thrones.sheets.conditions.tree import Condition, parse_condition
from adjudicator.thrones.sheets.muster import Muster, MusterRule, Want
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Position
from adjudicator.thrones.state.decisions import Amount, HouseChoice, Ranked, Recruit, Recruits
from tests.adjudicator.sheets.tables import asked, story, table

FIRST = games.edition("first-edition")
LION = "lannister"


def when(text: str) -> Condition:
    """A condition from its text."""
    return parse_condition(text, FIRST)


@pytest.mark.parametrize(
    ("rules", "wanted", "by"),
    [
        ((), 0, "default"),
        ((BidRule(amount=3),), 3, "sheet"),
        ((BidRule(amount=9), BidRule(amount=2)), 2, "sheet"),
        ((BidRule(how="up-to", amount=9),), 5, "sheet"),
        ((BidRule(how="up-to", amount=4, keep=2),), 3, "sheet"),
        ((BidRule(how="up-to", amount=4, keep=9),), 0, "sheet"),
        ((BidRule(how="all", keep=2),), 5, "sheet"),
        ((BidRule(how="rest", keep=2),), 3, "sheet"),
        ((BidRule(when=when("throne position is 1"), amount=0), BidRule(amount=2)), 2, "sheet"),
        ((BidRule(when=when("tyrell throne bid >= 2"), amount=4), BidRule(amount=1)), 4, "sheet"),
    ],
)
def test_bids(rules: tuple[BidRule, ...], wanted: int, by: str) -> None:
    position = table(bids={"iron-throne": {"tyrell": 2}})
    decision = d.PlaceBid(seat=LION, house=LION, auction="fiefdoms", up_to=5)
    given = asked(decision, position, Sheet(bids={"fiefdoms": rules}))
    assert (given.answer, given.source.by) == (Amount(wanted), by)


def test_who_has_nothing_bids_nothing() -> None:
    decision = d.PlaceBid(seat=LION, house=LION, auction="fiefdoms", up_to=0)
    assert story(asked(decision, table(), None)) == ("forced", "", [])
    greedy = asked(decision, table(), Sheet(bids={"fiefdoms": (BidRule(amount=2),)}))
    assert story(greedy) == ("forced", "", [("bids.fiefdoms[0]", "bid-out-of-range")])


TIED = ("stark", LION, "greyjoy")


@pytest.mark.parametrize(
    ("rules", "wanted"),
    [
        ((), ("stark", "greyjoy", LION)),
        ((TieRule(houses=("me", "tyrell")),), (LION, "stark", "greyjoy")),
        ((TieRule(houses=("greyjoy", "me", "greyjoy")),), ("greyjoy", LION, "stark")),
        (
            (TieRule(houses=("greyjoy",), auctions=("iron-throne",)), TieRule(houses=("me",))),
            (LION, "stark", "greyjoy"),
        ),
        ((TieRule(houses=("tyrell",)),), (LION, "stark", "greyjoy")),
    ],
)
def test_ties_on_a_track(rules: tuple[TieRule, ...], wanted: tuple[str, ...]) -> None:
    decision = d.SettleTie(seat=LION, house=LION, auction="fiefdoms", houses=TIED)
    assert asked(decision, table(), Sheet(ties=Ties(tracks=rules))).answer == Ranked(wanted)


def test_ties_against_the_wildlings() -> None:
    highest = d.PickTied(seat=LION, house=LION, what="highest", houses=(LION, "greyjoy"))
    lowest = d.PickTied(seat=LION, house=LION, what="lowest", houses=(LION, "greyjoy"))
    others = d.PickTied(seat=LION, house=LION, what="lowest", houses=("tyrell", "greyjoy"))
    assert asked(highest, table(), None).answer == HouseChoice("greyjoy")
    assert asked(lowest, table(), None).answer == HouseChoice(LION)
    assert asked(others, table(), None).answer == HouseChoice("tyrell")
    sheet = Sheet(ties=Ties(highest=(TieRule(houses=("stark", "me")),), lowest=(TieRule(houses=("greyjoy",)),)))
    assert asked(highest, table(), sheet).answer == HouseChoice(LION)
    assert asked(lowest, table(), sheet).answer == HouseChoice("greyjoy")


def court() -> tuple[Position, d.MusterUnits]:
    """Lannister musters in Lannisport (2 points) and Harrenhal (1 point) at supply 1: armies of three and two."""
    position = table(
        {
            "lannisport": (LION, {"footman": 1}),
            "harrenhal": (LION, {"footman": 1}),
            "the-golden-sound": (LION, {"ship": 1}),
        },
        supply=dict.fromkeys(("stark", LION, "baratheon", "greyjoy", "tyrell"), 1),
    )
    return position, d.MusterUnits(seat=LION, house=LION, places={"lannisport": 2, "harrenhal": 1})


def recruit(area: str, unit: str, at: str = "", *, upgrade: bool = False) -> Recruit:
    return Recruit(area, unit, at or area, upgrade)


FOOT, KNIGHT = Want(unit="footman"), Want(unit="knight")
SHIP, UPGRADE = Want(unit="ship", at="the-golden-sound"), Want(unit="knight", upgrade=True)


@pytest.mark.parametrize(
    ("areas", "wanted", "skipped"),
    [
        (
            {"lannisport": (MusterRule(wants=(KNIGHT, FOOT)),)},
            (recruit("lannisport", "knight"),),
            ["not-enough-points"],
        ),
        (
            {"lannisport": (MusterRule(wants=(KNIGHT, FOOT), whole=True), MusterRule(wants=(FOOT, SHIP)))},
            (recruit("lannisport", "footman"), recruit("lannisport", "ship", "the-golden-sound")),
            ["not-enough-points"],
        ),
        ({"harrenhal": (MusterRule(wants=(UPGRADE,)),)}, (recruit("harrenhal", "knight", upgrade=True),), []),
        (
            {
                "harrenhal": (MusterRule(wants=(FOOT,)),),
                "lannisport": (MusterRule(wants=(FOOT, FOOT)),),
            },
            (recruit("lannisport", "footman"), recruit("lannisport", "footman"), recruit("harrenhal", "footman")),
            [],
        ),
        (
            {
                "harrenhal": (MusterRule(wants=(FOOT,)),),
                "lannisport": (MusterRule(wants=(FOOT, SHIP)),),
            },
            (recruit("lannisport", "footman"), recruit("lannisport", "ship", "the-golden-sound")),
            ["supply-exceeded"],
        ),
        (
            {"lannisport": (MusterRule(wants=(Want(unit="ship"),)),)},
            (recruit("lannisport", "ship", "the-golden-sound"),),
            [],
        ),
        ({"lannisport": (MusterRule(when=when("round > 4"), wants=(FOOT,)),)}, (), ["condition-false"]),
        ({"lannisport": (MusterRule(),)}, (), []),
        ({"winterfell": (MusterRule(wants=(FOOT,)),)}, (), []),
    ],
)
def test_mustering(areas: dict[str, tuple[MusterRule, ...]], wanted: tuple[Recruit, ...], skipped: list[str]) -> None:
    position, decision = court()
    given = asked(decision, position, Sheet(muster=Muster(areas=areas)))
    assert given.answer == Recruits(wanted)
    assert [skip.code for skip in given.source.skipped] == skipped


def test_the_sequence_of_places_decides_who_gets_the_last_supply() -> None:
    position, decision = court()
    position.board.supply[LION] = 0
    rules = (MusterRule(wants=(FOOT,)),)
    areas = {"lannisport": rules, "harrenhal": rules, "winterfell": rules}
    position.board.forces["the-golden-sound"].units["ship"] = 2
    first = asked(decision, position, Sheet(muster=Muster(areas=areas)))
    assert first.answer == Recruits((recruit("lannisport", "footman"),))
    backwards = Muster(areas=dict(reversed(areas.items())))
    assert asked(decision, position, Sheet(muster=backwards)) == first
    second = asked(decision, position, Sheet(muster=Muster(areas=areas, sequence=("harrenhal",))))
    assert second.answer == Recruits((recruit("harrenhal", "footman"),))
