"""Bids by what others have: sums as text and as data, what they come to, and what is refused of them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from adjudicator import games
from adjudicator.engine.chance import Picker
from adjudicator.engine.decision import Refused, Unreadable
from adjudicator.thrones.sheets.choices import BidRule
from adjudicator.thrones.sheets.conditions.board_facts import EarlierBid, Holding
from adjudicator.thrones.sheets.conditions.tree import (
    MAX_SUM,
    Compare,
    Number,
    Share,
    Sum,
    format_sum,
    parse_amount,
    parse_condition,
)
from adjudicator.thrones.sheets.sheet import Sheet, read_sheet, write_sheet
from adjudicator.thrones.sheets.sheet_check import check_sheet
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.decisions import Amount
from tests.adjudicator.sheets.random_sheets import Maker
from tests.adjudicator.sheets.tables import asked, story, table

FIRST = games.edition("first-edition")
LION = "lannister"
POWER = {LION: 9, "stark": 4, "baratheon": 7, "greyjoy": 2, "tyrell": 0}


def power(who: str = "me") -> Holding:
    return Holding("power", who)


READ: dict[str, int | Sum] = {
    "3": 3,
    "2 + 3 - 1": 4,
    "power": Sum(of=(Share(term=power()),)),
    "stark power + 1": Sum(of=(Share(term=power("stark")),), plus=1),
    "stark's power+1": Sum(of=(Share(term=power("stark")),), plus=1),
    "1 + stark power": Sum(of=(Share(term=power("stark")),), plus=1),
    "others' power": Sum(of=(Share(term=power("others")),)),
    "everyone else's power": Sum(of=(Share(term=power("others")),)),
    "the richest other power": Sum(of=(Share(term=power("best-other")),)),
    "half of my power": Sum(of=(Share(term=power(), over=2),)),
    "a third of my power": Sum(of=(Share(term=power(), over=3),)),
    "two thirds power": Sum(of=(Share(term=power(), times=2, over=3),)),
    "40% of my power": Sum(of=(Share(term=power(), times=40, over=100),)),
    "twice my crowns": Sum(of=(Share(term=Holding("crowns"), times=2),)),
    "stark power - tyrell power - 2": Sum(
        of=(Share(term=power("stark")), Share(term=power("tyrell"), times=-1)), plus=-2
    ),
    "- stark iron throne bid + 1/2 of power": Sum(
        of=(Share(term=EarlierBid("iron-throne", "stark"), times=-1), Share(term=power(), over=2))
    ),
    "stark power \u2212 1": Sum(of=(Share(term=power("stark")),), plus=-1),
}


@pytest.mark.parametrize("text", READ)
def test_what_is_read(text: str) -> None:
    assert parse_amount(text, FIRST) == READ[text]


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 2**40))
def test_writing_and_reading_are_inverse(number: int) -> None:
    amount = Maker(Picker(str(number), "sums")).struct(Sum)
    assert parse_amount(format_sum(amount), FIRST) == amount, format_sum(amount)


SCRAPS = """half of a 1/2 0/3 3/0 power stark + - +1 -2 - times 2 9999 others best other bid % 50% \u00b2 \u0663 lead"""


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(SCRAPS.split()), max_size=9))
def test_no_text_breaks_the_reader(words: list[str]) -> None:
    try:
        amount = parse_amount(" ".join(words), FIRST)
    except Refused as refused:
        amount, reasons = 0, refused.reasons
    else:
        reasons = ()
    assert isinstance(amount, int) or parse_amount(format_sum(amount), FIRST) == amount
    assert all(reason.code and reason.words for reason in reasons)


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("stark powr", "unknown-number", "column 1"),
        ("3 + starc power", "unknown-house", 'column 5: there is no house "starc"'),
        ("lead + 1", "term-means-nothing", '"lead" is not an amount'),
        ("-3", "bad-number", "0 to 1000"),
        ("2000", "bad-number", "0 to 1000"),
        ("1/0 of power", "bad-number", "you cannot divide by 0"),
        ("power +", "unknown-number", "a number is missing"),
        ("half of", "unknown-number", "a number is missing"),
        ("power + " * 20 + "power", "list-too-long", "10 parts"),
        ("power + " * 60 + "power", "name-too-long", f"{MAX_SUM} characters"),
    ],
)
def test_what_is_refused(text: str, code: str, words: str) -> None:
    with pytest.raises(Refused) as caught:
        parse_amount(text, FIRST)
    assert caught.value.reasons[0].code == code
    assert words in caught.value.reasons[0].words


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("stark power + 1", 5),
        ("others power", 9),
        ("best other power + 1", 8),
        ("half of my power", 4),
        ("tyrell power - 3", 0),
        ("stark power - 1/2 of baratheon power", 1),
        ("1/2 of stark power - 1/2 of baratheon power + 3", 2),
        ("greyjoy iron throne bid + 1", 3),
        ("twice my cards", 9),
    ],
)
def test_what_a_sum_comes_to(text: str, wanted: int) -> None:
    """Of 9 Power; the others have 4, 7, 2 and 0, of which a bid of 9 and more is all there is."""
    position = table(power=POWER, bids={"iron-throne": {"greyjoy": 2}})
    decision = d.PlaceBid(seat=LION, house=LION, auction="fiefdoms", up_to=9)
    rule = BidRule(amount=parse_amount(text, FIRST))
    assert asked(decision, position, Sheet(bids={"fiefdoms": (rule,)})).answer == Amount(wanted)


def bid(*rules: BidRule, up_to: int = 9) -> tuple[int, list[tuple[str, str]]]:
    """What is bid by these rules, and which were passed over."""
    decision = d.PlaceBid(seat=LION, house=LION, auction="wildlings", up_to=up_to)
    given = asked(decision, table(power=POWER), Sheet(bids={"wildlings": rules}))
    assert isinstance(given.answer, Amount)
    return given.answer.power, story(given)[2]


def test_a_sum_clips_as_numbers_do() -> None:
    three_times = parse_amount("3 times stark power", FIRST)
    assert bid(BidRule(amount=three_times)) == (9, [("bids.wildlings[0]", "bid-out-of-range")])
    assert bid(BidRule(amount=three_times), BidRule(amount=0))[0] == 0
    assert bid(BidRule(how="up-to", amount=three_times, keep=2)) == (7, [])
    assert bid(BidRule(how="up-to", amount=parse_amount("stark power", FIRST), keep=2)) == (4, [])


def test_a_sum_of_what_is_not_there_is_passed_over() -> None:
    elsewhere = BidRule(amount=Sum(of=(Share(term=power("martell")),)))
    assert bid(elsewhere, BidRule(amount=1)) == (1, [("bids.wildlings[0]", "amount-not-applicable")])
    assert bid(elsewhere) == (0, [("bids.wildlings[0]", "amount-not-applicable")])


def test_a_sum_is_checked_as_conditions_are() -> None:
    def errors(term: Holding) -> list[tuple[str, str]]:
        sheet = Sheet(bids={"wildlings": (BidRule(), BidRule(amount=Sum(of=(Share(term=term),))))})
        return [(one.code, one.where) for one in check_sheet(table(), LION, sheet, []).errors]

    assert errors(power("strak")) == [("unknown-house", "bids.wildlings[1].amount")]
    assert errors(power("opponent")) == [("term-means-nothing", "bids.wildlings[1].amount")]
    assert errors(power("best-other")) == []


def test_the_json_of_a_sheet_takes_sums_as_text_and_as_data() -> None:
    sheet = read_sheet(b'{"bids": {"wildlings": [{"amount": "stark power + 1"}]}}', FIRST)
    assert sheet.bids["wildlings"][0].amount == READ["stark power + 1"]
    assert read_sheet(write_sheet(sheet)) == sheet
    with pytest.raises(Unreadable, match="unknown-number") as caught:
        read_sheet(b'{"bids": {"wildlings": [{"amount": "lots"}]}}', FIRST)
    assert caught.value.reasons[0].where == "bids.wildlings[0].amount"
    for bad in ("[]", '[{"term": {"kind": "lead"}}]', '[{"term": {"kind": "round"}, "over": 0}]'):
        with pytest.raises(Unreadable, match="bad-sheet"):
            read_sheet(b'{"bids": {"wildlings": [{"amount": {"of": ' + bad.encode() + b"}}]}}")


def test_conditions_know_the_others_too() -> None:
    assert parse_condition("others power > 3", FIRST) == Compare(power("others"), ">", Number(3))
    best = parse_condition("best other settlements >= 6", FIRST)
    assert best == Compare(Holding("settlements", "best-other"), ">=", Number(6))
