"""Bids, ties and mustering from sheets."""

from __future__ import annotations

import pytest

from adjudicator import games
from adjudicator.thrones.sheets import sheet as s
from adjudicator.thrones.sheets.conditions.text import parse_condition
from adjudicator.thrones.sheets.conditions.tree import Condition
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.answers import Amount, Named, Ranked, Recruit, Recruits
from adjudicator.thrones.state.board import Position
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
        ((s.BidRule(amount=3),), 3, "sheet"),
        ((s.BidRule(amount=9), s.BidRule(amount=2)), 2, "sheet"),
        ((s.BidRule(how="up-to", amount=9),), 5, "sheet"),
        ((s.BidRule(how="up-to", amount=4, keep=2),), 3, "sheet"),
        ((s.BidRule(how="up-to", amount=4, keep=9),), 0, "sheet"),
        ((s.BidRule(how="all", keep=2),), 5, "sheet"),
        ((s.BidRule(how="rest", keep=2),), 3, "sheet"),
        ((s.BidRule(when=when("throne position is 1"), amount=0), s.BidRule(amount=2)), 2, "sheet"),
        ((s.BidRule(when=when("tyrell throne bid >= 2"), amount=4), s.BidRule(amount=1)), 4, "sheet"),
    ],
)
def test_bids(rules: tuple[s.BidRule, ...], wanted: int, by: str) -> None:
    position = table(bids={"iron-throne": {"tyrell": 2}})
    decision = d.PlaceBid(seat=LION, house=LION, auction="fiefdoms", up_to=5)
    given = asked(decision, position, s.Sheet(bids={"fiefdoms": rules}))
    assert (given.answer, given.source.by) == (Amount(wanted), by)


def test_who_has_nothing_bids_nothing() -> None:
    decision = d.PlaceBid(seat=LION, house=LION, auction="fiefdoms", up_to=0)
    assert story(asked(decision, table(), None)) == ("forced", "", [])
    greedy = asked(decision, table(), s.Sheet(bids={"fiefdoms": (s.BidRule(amount=2),)}))
    assert story(greedy) == ("forced", "", [("bids.fiefdoms[0]", "bid-out-of-range")])


TIED = ("stark", LION, "greyjoy")


@pytest.mark.parametrize(
    ("rules", "wanted"),
    [
        ((), ("stark", "greyjoy", LION)),
        ((s.TieRule(houses=("me", "tyrell")),), (LION, "stark", "greyjoy")),
        ((s.TieRule(houses=("greyjoy", "me", "greyjoy")),), ("greyjoy", LION, "stark")),
        (
            (s.TieRule(houses=("greyjoy",), auctions=("iron-throne",)), s.TieRule(houses=("me",))),
            (LION, "stark", "greyjoy"),
        ),
        ((s.TieRule(houses=("tyrell",)),), (LION, "stark", "greyjoy")),
    ],
)
def test_ties_on_a_track(rules: tuple[s.TieRule, ...], wanted: tuple[str, ...]) -> None:
    decision = d.SettleTie(seat=LION, house=LION, auction="fiefdoms", houses=TIED)
    assert asked(decision, table(), s.Sheet(ties=s.Ties(tracks=rules))).answer == Ranked(wanted)


def test_ties_against_the_wildlings() -> None:
    highest = d.PickTied(seat=LION, house=LION, what="highest", houses=(LION, "greyjoy"))
    lowest = d.PickTied(seat=LION, house=LION, what="lowest", houses=(LION, "greyjoy"))
    others = d.PickTied(seat=LION, house=LION, what="lowest", houses=("tyrell", "greyjoy"))
    assert asked(highest, table(), None).answer == Named("greyjoy")
    assert asked(lowest, table(), None).answer == Named(LION)
    assert asked(others, table(), None).answer == Named("tyrell")
    sheet = s.Sheet(ties=s.Ties(highest=(s.TieRule(houses=("stark", "me")),), lowest=(s.TieRule(houses=("greyjoy",)),)))
    assert asked(highest, table(), sheet).answer == Named(LION)
    assert asked(lowest, table(), sheet).answer == Named("greyjoy")


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


FOOT, KNIGHT = s.Want(unit="footman"), s.Want(unit="knight")
SHIP, UPGRADE = s.Want(unit="ship", at="the-golden-sound"), s.Want(unit="knight", upgrade=True)


@pytest.mark.parametrize(
    ("areas", "wanted", "skipped"),
    [
        (
            {"lannisport": (s.MusterRule(wants=(KNIGHT, FOOT)),)},
            (recruit("lannisport", "knight"),),
            ["not-enough-points"],
        ),
        (
            {"lannisport": (s.MusterRule(wants=(KNIGHT, FOOT), whole=True), s.MusterRule(wants=(FOOT, SHIP)))},
            (recruit("lannisport", "footman"), recruit("lannisport", "ship", "the-golden-sound")),
            ["not-enough-points"],
        ),
        ({"harrenhal": (s.MusterRule(wants=(UPGRADE,)),)}, (recruit("harrenhal", "knight", upgrade=True),), []),
        (
            {
                "harrenhal": (s.MusterRule(wants=(FOOT,)),),
                "lannisport": (s.MusterRule(wants=(FOOT, FOOT)),),
            },
            (recruit("lannisport", "footman"), recruit("lannisport", "footman"), recruit("harrenhal", "footman")),
            [],
        ),
        (
            {
                "harrenhal": (s.MusterRule(wants=(FOOT,)),),
                "lannisport": (s.MusterRule(wants=(FOOT, SHIP)),),
            },
            (recruit("lannisport", "footman"), recruit("lannisport", "ship", "the-golden-sound")),
            ["supply-exceeded"],
        ),
        (
            {"lannisport": (s.MusterRule(wants=(s.Want(unit="ship"),)),)},
            (recruit("lannisport", "ship", "the-golden-sound"),),
            [],
        ),
        ({"lannisport": (s.MusterRule(when=when("round > 4"), wants=(FOOT,)),)}, (), ["condition-false"]),
        ({"lannisport": (s.MusterRule(),)}, (), []),
        ({"winterfell": (s.MusterRule(wants=(FOOT,)),)}, (), []),
    ],
)
def test_mustering(areas: dict[str, tuple[s.MusterRule, ...]], wanted: tuple[Recruit, ...], skipped: list[str]) -> None:
    position, decision = court()
    given = asked(decision, position, s.Sheet(muster=s.Muster(areas=areas)))
    assert given.answer == Recruits(wanted)
    assert [skip.code for skip in given.source.skipped] == skipped


def test_the_sequence_of_places_decides_who_gets_the_last_supply() -> None:
    position, decision = court()
    position.board.supply[LION] = 0
    rules = (s.MusterRule(wants=(FOOT,)),)
    areas = {"lannisport": rules, "harrenhal": rules, "winterfell": rules}
    position.board.forces["the-golden-sound"].units["ship"] = 2
    first = asked(decision, position, s.Sheet(muster=s.Muster(areas=areas)))
    assert first.answer == Recruits((recruit("lannisport", "footman"),))
    backwards = s.Muster(areas=dict(reversed(areas.items())))
    assert asked(decision, position, s.Sheet(muster=backwards)) == first
    second = asked(decision, position, s.Sheet(muster=s.Muster(areas=areas, sequence=("harrenhal",))))
    assert second.answer == Recruits((recruit("harrenhal", "footman"),))
