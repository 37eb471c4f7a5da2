"""What must be refused, by form and by API: with a code and words, and with every row of the database as it was."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.correspondence.people import People
from tests.web.visitors import Browser, Program, codes, rows

Fields = dict[str, str]
ELEVEN = (
    *("winterfell", "white-harbor", "the-shivering-sea", "karhold", "castle-black", "moat-cailin"),
    *("seagard", "riverrun", "harrenhal", "kings-landing", "lannisport"),
)


def nested(depth: int) -> dict[str, Any]:
    """A condition inside so many negations."""
    condition: dict[str, Any] = {"kind": "constant", "value": True}
    for _ in range(depth):
        condition = {"kind": "not", "of": condition}
    return condition


def bid(**rule: Any) -> dict[str, Any]:
    """A sheet with one bid."""
    return {"bids": {"iron-throne": [rule]}}


# What is wrong: the sheet as JSON, the same as a form, and the code that must be among those of each answer.
SHEETS: dict[str, tuple[Any, Fields, str, str]] = {
    "an unknown area": (
        {"orders": {"atlantis": "march+0"}},
        {"orders.atlantis": "march+0"},
        *("unknown-area", "unknown-area"),
    ),
    "an unknown order": (
        {"orders": {"winterfell": "dance"}},
        {"orders.winterfell": "dance"},
        *("unknown-order", "unknown-order"),
    ),
    "units that are not there": (
        {"orders": {"lannisport": "march+0"}},
        {"orders.lannisport": "march+0"},
        *("no-units-there", "no-units-there"),
    ),
    "an unknown kind of unit": (
        {"marches": {"areas": {"winterfell": [{"moves": [{"to": "karhold", "units": {"dragon": 1}}]}]}}},
        {
            "marches.winterfell[0].moves[0].to": "karhold",
            "marches.winterfell[0].moves[0].units": "counts",
            "marches.winterfell[0].moves[0].units.dragon": "1",
        },
        *("unknown-unit", "unknown-unit"),
    ),
    "eleven orders of a kind": (
        {"orders": dict.fromkeys(ELEVEN, "march+0")},
        {f"orders.{area}": "march+0" for area in ELEVEN},
        *("no-units-there", "no-units-there"),
    ),
    "three orders of which there is one": (
        {"orders": dict.fromkeys(ELEVEN[:3], "march+0")},
        {f"orders.{area}": "march+0" for area in ELEVEN[:3]},
        *("too-many-of-an-order", "too-many-of-an-order"),
    ),
    "a negative bid": (
        bid(amount=-3),
        {"bids.iron-throne[0].amount": "-3"},
        *("bad-sheet", "bad-number"),
    ),
    "a huge bid": (
        bid(amount=10**9),
        {"bids.iron-throne[0].amount": "1000000000"},
        *("bad-sheet", "bad-number"),
    ),
    "a bid without end": (
        bid(amount=10**400),
        {"bids.iron-throne[0].amount": "9" * 400},
        *("bad-sheet", "bad-number"),
    ),
    "a bid that is no number": (
        bid(amount="many"),
        {"bids.iron-throne[0].amount": "٣"},
        *("unknown-number", "bad-number"),
    ),
    "a bid for nothing there is": (
        {"bids": {"the-moon": [{"amount": 1}]}},
        {"bids.the-moon[0].amount": "1"},
        *("unknown-auction", "unknown-auction"),
    ),
    "two hundred nested conditions": (
        bid(amount=1, when=nested(200)),
        {"bids.iron-throne[0].amount": "1", "bids.iron-throne[0].when": "not (" * 200 + "round = 1" + ")" * 200},
        *("condition-too-deep", "condition-too-deep"),
    ),
    "five thousand nested conditions": (
        bid(amount=1, when=nested(0)),
        {"bids.iron-throne[0].amount": "1", "bids.iron-throne[0].when": "not (" * 5000 + "round = 1" + ")" * 5000},
        *("condition-too-deep", "condition-too-large"),
    ),
    "a condition about nothing": (
        bid(amount=1, when={"kind": "weather"}),
        {"bids.iron-throne[0].amount": "1", "bids.iron-throne[0].when": "weather = rain"},
        *("bad-sheet", "unknown-number"),
    ),
    "more rules than a sheet has": (
        {"bids": {"iron-throne": [{"amount": 0}] * 201}},
        {f"bids.iron-throne[{n}].amount": "0" for n in range(201)},
        *("too-many-rules", "too-many-rules"),
    ),
    "an answer to what is not asked": (
        {"answers": {"r9-nothing": {"kind": "yes-no", "yes": True}}},
        {"answers.r9-nothing.kind": "yes-no", "answers.r9-nothing.yes": "yes"},
        *("decision-not-open", "decision-not-open"),
    ),
    "a field that a sheet has not": (
        {"sheet": {}, "seat": "lannister"},
        {"do": "save-json", "document": '{"seat": "lannister"}'},
        *("bad-sheet", "bad-sheet"),
    ),
    "what is no JSON": (
        None,
        {"do": "save-json", "document": "orders: winterfell"},
        *("bad-json", "bad-json"),
    ),
    "a list": (
        [],
        {"do": "save-json", "document": "[]"},
        *("bad-sheet", "bad-sheet"),
    ),
}
DEEP = b'{"bids":{"iron-throne":[{"amount":1,"when":' + b'{"kind":"not","of":' * 5000


@pytest.fixture
def ada(signed_in: Callable[[str], Browser]) -> Browser:
    """The browser of ada, who plays stark."""
    return signed_in("ada")


@pytest.fixture
def robot(program: Callable[[str], Program]) -> Program:
    """A program of hers."""
    return program("ada")


# Standing orders may speak of what is not so now; these are refused for the turn that is open only.
NOW = frozenset({"no-units-there", "too-many-of-an-order"})


def body_of(name: str) -> bytes:
    """The body to send to the API."""
    if name.startswith("five thousand"):
        return DEEP
    sheet = SHEETS[name][0]
    return json.dumps(sheet).encode() if sheet is not None else b"orders: winterfell"


@pytest.mark.parametrize("name", SHEETS)
def test_a_bad_sheet_changes_nothing(
    name: str, people: People, running_game: str, ada: Browser, robot: Program
) -> None:
    turn, before = people.turn(running_game), rows(people.store)
    _, fields, api_code, form_code = SHEETS[name]
    answer = robot.ask("PUT", f"/turns/{turn}/sheet", data=body_of(name), content_type="application/json")
    assert answer.status_code == 422, answer.text
    assert api_code in codes(answer)
    if api_code not in NOW:
        standing = f"/games/{running_game}/standing"
        answer = robot.ask("PUT", standing, data=body_of(name), content_type="application/json")
        assert answer.status_code == 422, answer.text
        assert codes(answer) & {api_code, "standing-answers"}
        assert ada.post(standing, {"do": "save", **fields}).status_code == 422
    answer = ada.post(f"/turns/{turn}", {"do": "save-ready", **fields})
    assert answer.status_code == 422, answer.text
    assert form_code in answer.text
    assert rows(people.store) == before
