"""Sheets as documents: round trip, limits for hostile input, and places named in refusals."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings, strategies as st

from adjudicator.engine.chance import Picker
from adjudicator.engine.decision import Unreadable
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.sheets.battle import BladeRule
from adjudicator.thrones.sheets.choices import BidRule
from adjudicator.thrones.sheets.conditions.board_facts import HasToken, OrdersLying, SupportBeside
from adjudicator.thrones.sheets.conditions.tree import Compare, Number, parse_condition
from adjudicator.thrones.sheets.muster import Muster, MusterRule, Want
from adjudicator.thrones.sheets.sheet import EMPTY_SHEET, Sheet, overlay, read_sheet, write_sheet
from adjudicator.thrones.state.decisions import Amount
from tests.adjudicator.sheets.random_sheets import random_sheet


def nested(levels: int) -> bytes:
    """A sheet with a condition nested so deep."""
    inner = b'{"kind":"not","of":' * (levels - 1) + b'{"kind":"round-is"}' + b"}" * (levels - 1)
    return b'{"blade":[{"when":' + inner.replace(b'{"kind":"round-is"}', b'{"kind":"constant","value":true}') + b"}]}"


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**40))
def test_a_sheet_survives_its_document(number: int) -> None:
    sheet = random_sheet(Picker(str(number), "sheet"))
    assert read_sheet(write_sheet(sheet)) == sheet


def test_the_empty_sheet_is_an_empty_document() -> None:
    assert write_sheet(EMPTY_SHEET) == b"{}"
    assert read_sheet(b"{}") == EMPTY_SHEET


@pytest.mark.parametrize(
    ("data", "code", "where"),
    [
        (b"{", "bad-json", ""),
        (b"\xff", "bad-json", ""),
        (b"[]", "bad-sheet", ""),
        (b'{"ordrs": {}}', "bad-sheet", ""),
        (b'{"orders": {"pyke": 1}}', "bad-sheet", "orders.pyke"),
        (b'{"bids": {"x": [{"how": "exactly", "amount": -1}]}}', "bad-sheet", "bids.x[0].amount"),
        (b'{"marches": {"areas": {"x": [{}, {"when": {"kind": "zz"}}]}}}', "bad-sheet", "marches.areas.x[1].when.kind"),
        (b'{"support": [{"when": {"kind": "all", "of": []}}]}', "bad-sheet", "support[0].when.of"),
        (nested(21), "condition-too-deep", "blade[0].when"),
        (nested(9000), "condition-too-deep", ""),
        (json.dumps({"blade": [{}] * 201}).encode(), "too-many-rules", ""),
        (b" " * (256 * 1024) + b"{}", "sheet-too-large", ""),
    ],
)
def test_what_is_refused(data: bytes, code: str, where: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_sheet(data)
    assert (caught.value.reasons[0].code, caught.value.reasons[0].where) == (code, where)


def test_a_condition_may_not_be_too_large() -> None:
    of = [{"kind": "constant", "value": True}] * 100
    with pytest.raises(Unreadable) as caught:
        read_sheet(json.dumps({"blade": [{"when": {"kind": "any", "of": of}}]}).encode())
    assert caught.value.reasons[0].code == "condition-too-large"
    assert read_sheet(nested(20)).blade[0].when is not None


def test_a_later_sheet_replaces_sections_and_joins_answers() -> None:
    earlier = Sheet(orders={"pyke": "raid"}, blade=(BladeRule(use="never"),), answers={"d1": Amount(1)})
    later = Sheet(bids={"wildlings": (BidRule(amount=2),)}, blade=(BladeRule(use="always"),), answers={"d2": Amount(2)})
    joined = overlay(earlier, later)
    assert joined.orders == earlier.orders
    assert joined.blade == later.blade
    assert joined.answers == {"d1": Amount(1), "d2": Amount(2)}


def test_a_section_of_blank_lists_replaces_nothing() -> None:
    earlier = Sheet(muster=Muster(areas={"pyke": (MusterRule(wants=(Want(unit="ship"),)),)}))
    assert overlay(earlier, read_sheet(b'{"muster": {"areas": {"pyke": []}}, "bids": {"wildlings": []}}')) == earlier


def test_a_place_keeps_its_key_beside_conditions_that_are_text() -> None:
    data = b'{"bids": {"wildlings": [{"amount": "power"}, {"how": "x"}]}}'

    with pytest.raises(Unreadable) as caught:
        read_sheet(data, THRONES.editions["mother-of-dragons"])

    assert caught.value.reasons[0].where == "bids.wildlings[1].how"


def test_an_overlay_writes_no_empty_sections() -> None:
    data = b'{"vassals":{"tyrell":{"orders":[{"area":"highgarden","order":"march+0"}]}}}'

    sheet = read_sheet(data)

    assert write_sheet(overlay(sheet, sheet)) == data


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("blackwater has a token", HasToken("blackwater")),
        ("winterfell has a support beside it", SupportBeside("winterfell")),
        ("blackwater has arryn token", HasToken("blackwater", "arryn")),
        ("I have orders left", Compare(OrdersLying(), ">=", Number(1))),
    ],
)
def test_articles_and_pronouns_abbreviate_no_names(text: str, fact: object) -> None:
    assert parse_condition(text, THRONES.editions["mother-of-dragons"]) == fact


def test_no_list_is_longer_than_a_form_shows() -> None:
    for sheet, where in (
        ({"muster": {"sequence": ["pyke"] * 61}}, "muster.sequence"),
        ({"marches": {"areas": {"pyke": [{"moves": [{"to": "pyke"}] * 61}]}}}, "marches.pyke[0].moves"),
    ):
        with pytest.raises(Unreadable) as caught:
            read_sheet(json.dumps(sheet).encode())
        assert [(reason.code, reason.where) for reason in caught.value.reasons] == [("list-too-long", where)]
