"""Sheets from bytes that nobody vouches for: read, or refused with a code and the place, and always soon."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from copy import deepcopy
from typing import Any

import msgspec
import pytest

from adjudicator.btwixt.editions.loading import HOUSE
from adjudicator.btwixt.rules.legality import check
from adjudicator.btwixt.sheets.choices import BidRule, ChoiceRule
from adjudicator.btwixt.sheets.conditions import tree as c
from adjudicator.btwixt.sheets.sheet import (
    EMPTY_SHEET,
    SHEETS,
    Sheet,
    over_limits,
    overlay,
    read_ahead,
    read_sheet,
    resolve,
    write_sheet,
)
from adjudicator.btwixt.sheets.sheet_check import check_sheet
from adjudicator.btwixt.state.decisions import Play
from adjudicator.engine.decision import Refused, Unreadable
from tests.adjudicator.btwixt.tables import Setup, asked
from tests.adjudicator.btwixt.test_plans import PLANS
from tests.effort import Effort

# Twice what the worst of all makes, and the worst of those that are mutated.
MAX_TURNS, MAX_TURNS_OF_MUTATED = 900_000, 15_000


def refused(document: Any, edition: Any = HOUSE) -> list[tuple[str, str]]:
    """The codes and places for which a document is refused."""
    data = document if isinstance(document, bytes) else json.dumps(document).encode()
    with pytest.raises(Unreadable) as caught:
        read_sheet(data, edition)
    return [(reason.code, reason.where) for reason in caught.value.reasons]


def test_an_empty_sheet_says_nothing() -> None:
    assert read_sheet(b"{}") == EMPTY_SHEET == Sheet()
    assert write_sheet(EMPTY_SHEET) == b"{}"


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.id)
def test_what_is_read_is_written_and_read_without_the_edition(plan: Any) -> None:
    sheet = read_sheet(plan.sheet.encode(), HOUSE)
    assert read_sheet(write_sheet(sheet)) == sheet == read_sheet(write_sheet(sheet), HOUSE, ("advanced",))


def test_texts_and_trees_say_the_same() -> None:
    text = read_sheet(b'{"bid": [{"when": "I lead", "play": ["lowest"], "up-to": "best total + 1"}]}', HOUSE)
    tree = {
        "when": {"kind": "leads", "who": "me"},
        "play": ["lowest"],
        "up-to": {
            "kind": "sum",
            "of": [{"term": {"kind": "leader-number", "of": "total", "who": "best"}}],
            "plus": 1,
        },
    }
    assert read_sheet(json.dumps({"bid": [tree]}).encode()) == text
    assert text.bid[0].up_to == c.Sum((c.Share(c.LeaderNumber("total", "best")),), 1)


@pytest.mark.parametrize(
    ("document", "wanted"),
    [
        (b"x", [("bad-json", "")]),
        (b'"\xff"', [("bad-json", "")]),
        (b'{"bid": [{"up-to": NaN}]}', [("bad-json", "")]),
        (b" " * (256 * 1024 + 1), [("sheet-too-large", "")]),
        (b"[" * 100_000, [("condition-too-deep", "")]),
        ([], [("bad-sheet", "")]),
        ({"bids": []}, [("bad-sheet", "")]),
        ({"bid": {}}, [("bad-sheet", "bid")]),
        ({"bid": [{"play": "lowest"}]}, [("bad-sheet", "bid[0].play")]),
        ({"bid": [{}, {"kneel": 1}]}, [("bad-sheet", "bid[1].kneel")]),
        ({"abilities": [{}]}, [("bad-sheet", "abilities[0]")]),
        ({"bid": [{"up-to": 1001}]}, [("bad-sheet", "bid[0].up-to")]),
        ({"answers": {"d1": {"kind": "nothing"}}}, [("bad-sheet", "answers.d1.kind")]),
        ({"bid": [{}] * 10_000}, [("too-many-rules", "")]),
        ({"bid": [{}] * 101, "cards": [{}] * 100}, [("too-many-rules", "")]),
        ({"bid": [{"when": "I lead"}] * 3000}, [("too-many-rules", "")]),
        ({"bid": [{"play": ["lowest"] * 61}]}, [("list-too-long", "bid[0].play")]),
        ({"councils": [{"choose": ["left"] * 61}]}, [("list-too-long", "councils[0].choose")]),
        ({"bid": [{"play": ["x" * 201]}]}, [("name-too-long", "bid[0].play[0]")]),
        ({"answers": {"d" * 201: {"kind": "play", "card": None}}}, [("name-too-long", "answers")]),
        ({"answers": {"d1": {"kind": "play", "card": "x" * 201}}}, [("name-too-long", "answers.d1.card")]),
        ({"answers": {f"d{n}": {"kind": "use", "yes": True} for n in range(301)}}, [("list-too-long", "answers")]),
        ({"bid": [{"when": "I lead"}] * 3 + [{"when": "I leed"}]}, [("unknown-fact", "bid[3].when")]),
        ({"bid": [{"up-to": "bset"}]}, [("unknown-number", "bid[0].up-to")]),
        (
            {"bid": [{"at-least": "x"}, {"cards": "y"}]},
            [("unknown-number", "bid[0].at-least"), ("unknown-number", "bid[1].cards")],
        ),
        ({"arrange": [{"when": "(I lead"}]}, [("bracket-not-closed", "arrange[0].when")]),
        ({"bid": [{"when": " " * 3900}] * 20}, [("sheet-too-large", "")]),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(document: Any, wanted: list[tuple[str, str]]) -> None:
    assert refused(document) == wanted


def test_without_an_edition_texts_are_refused() -> None:
    assert refused({"bid": [{"when": "I lead"}]}, None) == [("bad-sheet", "bid[0].when")]


def test_no_more_faults_are_told_than_anybody_reads() -> None:
    assert len(refused({"bid": [{"when": "bla"}] * 200})) == 30
    assert len(refused({"bid": [{"play": ["x" * 201]}] * 200})) == 30


@pytest.mark.parametrize("field", ["all", "not"])
def test_trees_have_limits_too(field: str) -> None:
    tree: Any = {"kind": "leads", "who": "me"}
    if field == "all":
        tree = {"kind": "all", "of": [tree] * 100}
        assert refused({"bid": [{"when": tree}]}, None) == [("condition-too-large", "bid[0].when")]
        tree["of"].pop()
    else:
        for _ in range(20):
            tree = {"kind": "not", "of": tree}
        assert refused({"bid": [{"when": tree}]}, None) == [("condition-too-deep", "bid[0].when")]
        tree = tree["of"]
    assert over_limits(read_sheet(json.dumps({"bid": [{"when": tree}]}).encode())) == []


def test_two_hundred_rules_and_sixty_wishes_are_read() -> None:
    sheet = read_sheet(json.dumps({"bid": [{"play": ["lowest"] * 60}] * 200}).encode())
    assert len(sheet.bid) == 200
    assert over_limits(sheet) == []


@pytest.mark.parametrize(
    "data",
    [
        json.dumps({"bid": [{"when": "my total < 10", "play": ["lowest"]}] * 10_000}).encode(),
        json.dumps({"bid": [{"when": ("ally is xxxx or " * 240)[:3800] + "I lead"}] * 16}).encode(),
        json.dumps({"bid": [{"when": f"total of {'ab' * 30} > 1"}] * 200}).encode(),
        json.dumps({"bid": [{"when": "(" * 3000}] * 20}).encode(),
        json.dumps({"bid": [{"when": "+ " * 1900 + "> 1"}] * 16}).encode(),
        json.dumps({"bid": [{"up-to": "lead+" * 70}] * 200}).encode(),
        b'{"bid": [{"when": ' + b'{"kind":"not","of":' * 9000,
        b'{"answers": {' + b",".join(b'"%d": {"kind": "use", "yes": true}' % n for n in range(6000)) + b"}}",
    ],
)
def test_the_worst_is_refused_soon(data: bytes) -> None:
    assert len(data) < 1024 * 1024
    with Effort() as effort, pytest.raises(Refused):
        read_sheet(data, HOUSE)
    assert effort.turns < MAX_TURNS


SEEDS = [json.loads(plan.sheet) for plan in PLANS]
ODD = (
    None,
    True,
    -1,
    0,
    10**9,
    1.5,
    "",
    "x",
    "lowest",
    "my total + 1",
    "I lead",
    "left",
    [],
    {},
    ["lowest"],
    "é" * 300,
)


def mutated(seed: int) -> Any:
    """A plan's sheet with a few things in it that do not belong there."""
    draw = random.Random(seed)
    document = json.loads(json.dumps(draw.choice(SEEDS)))
    for _ in range(draw.randrange(1, 5)):
        part: Any = document
        while isinstance(part, dict | list) and part:
            key = draw.choice(list(part) if isinstance(part, dict) else range(len(part)))
            if draw.random() < 0.3 or not isinstance(part[key], dict | list) or not part[key]:
                part[key] = deepcopy(draw.choice((draw.choice(ODD), draw.choice(SEEDS), _bent(part[key], draw))))
                break
            part = part[key]
        if draw.random() < 0.2:
            document[draw.choice(("bid", "cards", "keep", "answers", "steward", "x"))] = deepcopy(draw.choice(ODD))
    return document


def _bent(value: Any, draw: random.Random) -> Any:
    """A text with letters lost or words in another order."""
    if not isinstance(value, str) or not value:
        return value
    words = value.split()
    draw.shuffle(words)
    at = draw.randrange(len(value))
    return draw.choice((" ".join(words), value[:at] + value[at + 1 :], value + draw.choice(" ()<>=!+-*'"), value * 3))


def test_two_thousand_mutated_sheets_are_read_or_refused() -> None:
    showing, question = asked(Setup(ally="bronn", hand=["betrayal", "royal-host"]))
    read, dearest = 0, 0
    for seed in range(2000):
        data = json.dumps(mutated(seed)).encode()
        with Effort() as effort, suppress(Refused):
            sheet = read_sheet(data, HOUSE)
            read += 1
            check_sheet(showing, "cersei", sheet, [question])
            assert check(showing, question, resolve(showing, question, sheet, sheet).answer) is None
        dearest = max(dearest, effort.turns)
    assert 100 < read < 1900
    assert dearest < MAX_TURNS_OF_MUTATED


def test_the_schema_says_that_texts_will_do() -> None:
    (_, parts) = msgspec.json.schema_components([Sheet])
    found = SHEETS.describe(parts)
    assert found["BidRule"]["properties"]["when"]["anyOf"][-1]["type"] == "string"
    for name in ("up-to", "at-least", "cards"):
        assert found["BidRule"]["properties"][name]["anyOf"][-1]["type"] == "string"
    assert "anyOf" not in found["Sheet"]["properties"]["cards"]
    assert SHEETS.describe(found) == found


def test_a_later_sheet_lies_over_an_earlier_one() -> None:
    lowest, kneel = BidRule(play=("lowest",)), BidRule(kneel=True)
    left = ChoiceRule(choose=("left",))
    earlier = Sheet(bid=(lowest,), councils=(left,), answers={"d1": Play(None), "d2": Play("betrayal")})
    later = Sheet(bid=(kneel,), answers={"d2": Play(None)})
    joined = Sheet(bid=(kneel,), councils=(left,), answers={"d1": Play(None), "d2": Play(None)})
    assert overlay(earlier, later) == joined
    assert overlay(earlier, EMPTY_SHEET) == earlier
    assert overlay(EMPTY_SHEET, later) == later


@pytest.mark.parametrize(
    "data", [b'{"bid": ' + b"9" * 10_000 + b"}", b"[" * 100_000, b"\xff", b"", b'{"bid": [{"when": 1}]}']
)
def test_unreadable_sheet_is_refused_for_any_game(data: bytes) -> None:
    with pytest.raises(Unreadable):
        read_ahead(data)


def test_texts_wait_for_the_game() -> None:
    assert read_ahead(b'{"bid": [{"play": ["enough"]}]}').bid[0].play == ("enough",)  # type: ignore[union-attr]
    text = b'{"bid": [{"play": ["enough"], "when": "my total < 12"}]}'
    assert read_ahead(text) == text
