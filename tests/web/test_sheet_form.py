"""A sheet written into fields and read back is the same sheet; what cannot be read is named by its field."""

from __future__ import annotations

import random

import msgspec
import pytest

from adjudicator import games
from adjudicator.thrones.sheets.choices import BidRule, Ties
from adjudicator.thrones.sheets.conditions.battle_facts import HoldsCard
from adjudicator.thrones.sheets.kind import BotRule
from adjudicator.thrones.sheets.marches import MarchPlan, Move
from adjudicator.thrones.sheets.muster import Want
from adjudicator.thrones.sheets.orders import RaidRule
from adjudicator.thrones.sheets.sheet import SHEETS, Sheet, VassalSheet
from adjudicator.thrones.state import decisions as a
from tests.adjudicator.sheets.random_sheets import random_sheet
from tests.slices import often
from web.forms.structs import Fields
from web.thrones.sheet_form.rules import FORM

FIRST = games.edition("first-edition")


def saying_something(sheet: Sheet) -> Sheet:
    """The sheet without entries that say nothing at all, for which a form has no words."""
    ties = {name: tuple(rule for rule in getattr(sheet.ties, name) if rule.houses) for name in Ties.__struct_fields__}
    picks = {asking: tuple(rule for rule in rules if rule.pick) for asking, rules in sheet.choices.items()}
    picked = {asking: rules for asking, rules in picks.items() if rules}
    return msgspec.structs.replace(
        SHEETS.without_blanks(sheet),
        raven=tuple(
            msgspec.structs.replace(rule, look=rule.look and rule.area is None)
            for rule in sheet.raven
            if (rule.area is None) == (rule.order is None)
        ),
        choices=picked,
        retreat=tuple(rule for rule in sheet.retreat if rule.areas),
        ties=Ties(**ties),
        claims=tuple(rule for rule in sheet.claims if rule.pick),
        vassals={house: told for house, part in sheet.vassals.items() if (told := vassal_saying_something(part))},
    )


def vassal_saying_something(part: VassalSheet) -> VassalSheet | None:
    """The same of a vassal's part; None if nothing is left of it."""
    whole = saying_something(part.as_sheet())
    shared = {name: getattr(whole, name) for name in VassalSheet.__struct_fields__ if name != "orders"}
    orders = tuple(rule for rule in part.orders if rule.area or rule.order == "none")
    told = VassalSheet(orders=orders, **shared)
    return told if told != VassalSheet() else None


@pytest.mark.parametrize("edition", ["first-edition", "mother-of-dragons", "storm-of-swords"])
@pytest.mark.parametrize("seed", range(often(40, 150)))
def test_any_sheet_survives_the_form(seed: int, edition: str) -> None:
    sheet = saying_something(random_sheet(random.Random(seed).randrange, edition=edition))
    read, faults = FORM.read(FORM.write(sheet), games.edition(edition))
    assert faults == []
    for name in Sheet.__struct_fields__:
        assert getattr(read, name) == getattr(sheet, name), name


@pytest.mark.parametrize(("modules", "card"), [((), "roose-bolton"), (("alternate",), "roose-bolton-dwd")])
def test_a_name_in_a_condition_means_a_card_of_the_game(modules: tuple[str, ...], card: str) -> None:
    fields = {
        "support[0].area": ["winterfell"],
        "support[0].whom": ["me"],
        "support[0].when": ["stark holds Roose Bolton"],
    }
    sheet, faults = FORM.read(fields, games.edition("mother-of-dragons"), modules)
    assert faults == []
    assert sheet.support[0].when == HoldsCard(card=card, who="stark")


ANSWERS: tuple[a.AnyAnswer, ...] = (
    a.Piece("winterfell", "knight"),
    a.Piece("winterfell", "footman", routed=True),
    a.Amount(0),
    a.Amount(7),
    a.Ranked(("stark", "tyrell")),
    a.HouseChoice("greyjoy"),
    a.CardChoice("eddard-stark"),
    a.CardChoice(None),
    a.AreaChoice("karhold"),
    a.AreaChoice(None),
    a.YesNo(True),
    a.YesNo(False),
    a.Pledges({"winterfell": "attacker", "karhold": "none"}),
    a.Orders({"winterfell": "march+0"}),
    a.Orders(),
    a.Swap(),
    a.Swap("winterfell", "support"),
    a.Swap(look=True),
    a.Pick("decline"),
    a.Spread({"stark": 2, "greyjoy": 1}),
    a.Raid("winterfell"),
    a.Raid("winterfell", ("karhold", "moat-cailin")),
    a.March("winterfell"),
    a.March("winterfell", {"karhold": {"footman": 1}, "moat-cailin": {"knight": 2}}, leave_token=True),
    a.March("winterfell", {"karhold": {"footman": 1}}, leaders={"a wolf": "karhold"}),
    a.March("winterfell", {"karhold": {"footman": 1}}, leaders={}),
    a.Offer(),
    a.Offer(("a wolf",), 3, ("a lion",)),
    a.Offer(("a wolf", "another")),
    a.Recruits(),
    a.Recruits(
        (a.Recruit("winterfell", "footman", "winterfell"), a.Recruit("winterfell", "knight", "winterfell", True))
    ),
)


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: type(answer).__name__)
def test_direct_answers_survive_the_form(answer: a.AnyAnswer) -> None:
    sheet = Sheet(answers={"d5-what-stark": answer})
    assert FORM.read(FORM.write(sheet), FIRST) == (sheet, [])


def test_an_empty_form_is_an_empty_sheet() -> None:
    blank: Fields = {
        "orders.winterfell": [""],
        "support[0].whom": [" "],
        "cards.rules[1].cards": ["", ""],
        "answers.d1-use-blade-stark.kind": ["yes-no"],
    }
    assert FORM.read(blank, FIRST) == (Sheet(), [])


def test_blank_rows_between_others_are_passed_over() -> None:
    fields: Fields = {
        "blade[0].use": [""],
        "blade[3].use": ["always"],
        "blade[11].use": ["never"],
        "blade[3].when": ["lead >= 1"],
    }
    sheet, faults = FORM.read(fields, FIRST)
    assert faults == []
    assert [rule.use for rule in sheet.blade] == ["always", "never"]
    assert FORM.write(sheet)["blade[0].when"] == ["lead >= 1"]


def test_a_row_needs_no_more_than_what_is_plain() -> None:
    fields: Fields = {
        "raids.winterfell[0].targets": ["karhold"],
        "marches.winterfell[0].moves[0].to": ["karhold"],
        "marches.winterfell[1].moves[0].to": ["karhold"],
        "marches.winterfell[1].moves[0].units.footman": ["2"],
        "bids.wildlings[0].amount": ["3"],
        "muster.winterfell[0].wants[0].unit": ["upgrade:knight"],
        "cards.rules[0].cards": ["eddard-stark"],
    }
    sheet, faults = FORM.read(fields, FIRST)
    assert faults == []
    assert sheet.raids.areas["winterfell"] == (RaidRule(targets=("karhold",)),)
    assert sheet.marches.areas["winterfell"] == (
        MarchPlan(moves=(Move(to="karhold"),)),
        MarchPlan(moves=(Move(to="karhold", units={"footman": 2}),)),
    )
    assert sheet.bids["wildlings"] == (BidRule(amount=3),)
    said, faults = FORM.read({"orders.winterfell": ["", "raid", ""], "orders.karhold": ["raid", "support"]}, FIRST)
    assert (said.orders, faults) == ({"winterfell": "raid", "karhold": ("raid", "support")}, [])
    assert FORM.write(said)["orders.karhold"] == ["raid", "support"]
    said, faults = FORM.read({"steward[0].do": ["leave"], "steward[1].what": ["cards"]}, FIRST)
    assert (said.steward, faults) == ((BotRule(), BotRule(what=("cards",))), [])
    said, faults = FORM.read({"bids.wildlings[0].amount": ["Stark's power + 1"]}, FIRST)
    assert (FORM.write(said)["bids.wildlings[0].amount"], faults) == (["stark power + 1"], [])
    assert sheet.muster.areas["winterfell"][0].wants == (Want(unit="knight", upgrade=True),)
    assert sheet.cards.rules[0].role == "any"


FAULTS: dict[str, tuple[Fields, str, str]] = {
    "a negative bid": ({"bids.wildlings[0].amount": ["-3"]}, "bad-number", "bids.wildlings[0].amount"),
    "a part of a sheet that is none": ({"steward[0].what": ["weather"]}, "unknown-choice", "steward[0].what"),
    "a sum of nothing known": (
        {"bids.wildlings[0].amount": ["lots of power"]},
        "unknown-house",
        "bids.wildlings[0].amount",
    ),
    "a huge bid": ({"bids.wildlings[0].amount": ["9" * 30]}, "bad-number", "bids.wildlings[0].amount"),
    "other digits": ({"bids.wildlings[0].amount": ["\u0663"]}, "bad-number", "bids.wildlings[0].amount"),
    "no bid": ({"bids.wildlings[0].how": ["exactly"]}, "missing", "bids.wildlings[0].amount"),
    "a condition": ({"blade[0].when": ["if maybe"]}, "", "blade[0].when"),
    "a deep condition": (
        {"blade[0].when": ["not (" * 200 + "always" + ")" * 200]},
        "condition-too-deep",
        "blade[0].when",
    ),
    "a word": ({"blade[0].use": ["sometimes"]}, "unknown-choice", "blade[0].use"),
    "half a raven": ({"raven[0].area": ["winterfell"]}, "missing", "raven[0].order"),
    "a move to nowhere": (
        {"marches.winterfell[0].moves[1].who": ["all"]},
        "missing",
        "marches.winterfell[0].moves[1].to",
    ),
    "a march to nowhere": (
        {"marches.winterfell[0].do": ["go"], "marches.winterfell[0].leave_token": ["must"]},
        "missing",
        "marches.winterfell[0].moves[0].to",
    ),
    "a raid of nothing": (
        {"raids.winterfell[0].do": ["targets"], "raids.winterfell[0].when": ["power >= 3"]},
        "missing",
        "raids.winterfell[0].targets",
    ),
    "a muster of nothing": (
        {"muster.winterfell[0].do": ["some"], "muster.winterfell[0].whole": ["1"]},
        "missing",
        "muster.winterfell[0].wants[0].unit",
    ),
    "an unknown question": ({"answers.d1.kind": ["dance"]}, "unknown-choice", "answers.d1"),
    "a retreat to nowhere": ({"retreat[0].battles": ["karhold"]}, "missing", "retreat[0].areas"),
    "a liking": ({"losses.general[0].likings": ["ugliest"]}, "unknown-choice", "losses.general[0].likings"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_faults_name_their_field(name: str) -> None:
    fields, code, where = FAULTS[name]
    _, faults = FORM.read(fields, FIRST)
    (fault,) = faults
    assert fault.words
    assert (fault.where, fault.code) == (where, code or fault.code)


def test_readiness_alone_counts_as_an_answer() -> None:
    begun = {
        "marches.winterfell[0].do": ["go"],
        "raids.the-shivering-sea[0].do": ["targets"],
        "muster.winterfell[0].do": ["some"],
    }
    assert FORM.read(begun, FIRST) == (Sheet(), [])


def test_numbers_of_a_march_are_those_that_go() -> None:
    """As the map counts them: one footman goes, whatever else the row says."""
    row = "marches.winterfell[0].moves[0]"
    sheet, faults = FORM.read(
        {f"{row}.to": ["moat-cailin"], f"{row}.who": ["all"], f"{row}.units.footman": ["1"]}, FIRST
    )
    assert faults == []
    assert sheet.marches.areas["winterfell"][0].moves == (Move(to="moat-cailin", units={"footman": 1}),)
    sheet, _ = FORM.read({f"{row}.to": ["moat-cailin"], f"{row}.who": ["all"], f"{row}.keep.footman": ["1"]}, FIRST)
    assert sheet.marches.areas["winterfell"][0].moves == (Move(to="moat-cailin", keep={"footman": 1}),)
    assert FORM.write(sheet)[f"{row}.keep.footman"] == ["1"]
