"""What is said of a sheet before its turn closes: each error and each warning, and where there is none."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from adjudicator.btwixt.editions.loading import HOUSE
from adjudicator.btwixt.sheets.sheet import Sheet, read_sheet
from adjudicator.btwixt.sheets.sheet_check import WORDS, check_sheet
from adjudicator.btwixt.state import decisions as a
from adjudicator.engine.values import SheetReport
from tests.adjudicator.btwixt.tables import Setup, asked

TABLE = Setup(ally="bronn", hand=["betrayal", "royal-host"], piles={"jon": ["skirmish"]})


def report(document: dict[str, Any] | Sheet, setup: Setup = TABLE, **more: Any) -> SheetReport:
    sheet = document if isinstance(document, Sheet) else read_sheet(json.dumps(document).encode(), HOUSE)
    showing, question = asked(setup)
    return check_sheet(showing, "cersei", sheet, [question], **more)


def errors(document: dict[str, Any]) -> list[tuple[str, str]]:
    return [(one.code, one.where) for one in report(document).errors]


GOOD = [
    {
        "bid": [
            {
                "when": "total of euron > 3 or left kneels",
                "play": ["red", "betrayal", "highest own"],
                "up-to": "hand of jon",
            }
        ]
    },
    {"councils": [{"use": ["claim", "token"], "choose": ["left", "jon-cersei", "with-euron", "weaker", "cersei-jon"]}]},
    {"councils": [{"use": ["take-token"], "choose": ["doran-jon", "of-doran strongest", "of-left", "not-mine"]}]},
    {"leaders": [{"choose": ["euron", "left", "winner"], "source": ["betrayal", "robb-stark"]}]},
    {"cards": [{"use": ["move"], "choose": ["of-euron highest", "of-right", "betrayal", "mine"]}]},
    {"allies": [{"choose": ["stark", "hodor", "in-weaker lowest", "in-doran-jon", "of-jon", "not-mine"]}]},
    {"arrange": [{"first": ["stark highest", "hodor"], "last": ["lowest"]}], "order": [{"first": ["betrayal"]}]},
    {"steward": [{"kinds": ["bid", "play-or-kneel"]}, {}]},
    {
        "bid": [
            {
                "when": "power of council with jon > 1 and tokens in doran-jon > 0 and hodor is in my councils",
                "kneel": True,
            }
        ]
    },
]


@pytest.mark.parametrize("document", GOOD, ids=lambda one: next(iter(one)))
def test_what_there_is_may_be_named(document: dict[str, Any]) -> None:
    assert errors(document) == []


WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"bid": [{"play": ["bettrayal"]}]}, "unknown-card", "bid[0].play[0]"),
    ({"bid": [{"play": ["lowest"], "without": ["reds"]}]}, "unknown-card", "bid[0].without[0]"),
    ({"bid": [{"play": ["left"]}]}, "word-means-nothing", "bid[0].play[0]"),
    ({"bid": [{"play": ["of-euron"]}]}, "word-means-nothing", "bid[0].play[0]"),
    ({"keep": [{"first": ["enough"]}]}, "word-means-nothing", "keep[0].first[0]"),
    ({"order": [{"last": ["mine"]}]}, "word-means-nothing", "order[0].last[0]"),
    ({"arrange": [{"first": ["in-left"]}]}, "word-means-nothing", "arrange[0].first[0]"),
    ({"bid": [{"play": [" "]}]}, "empty-wish", "bid[0].play[0]"),
    ({"allies": [{"choose": ["robb-strak"]}]}, "unknown-ally", "allies[0].choose[0]"),
    ({"allies": [{"choose": ["in-nowhere"]}]}, "unknown-council", "allies[0].choose[0]"),
    ({"leaders": [{"choose": ["tyrion"]}]}, "unknown-leader", "leaders[0].choose[0]"),
    ({"cards": [{"choose": ["of-tyrion"]}]}, "unknown-leader", "cards[0].choose[0]"),
    ({"councils": [{"choose": ["euron-jon"]}]}, "unknown-council", "councils[0].choose[0]"),
    ({"councils": [{"choose": ["with-doran"]}]}, "council-not-shared", "councils[0].choose[0]"),
    ({"councils": [{"choose": ["with-cersei"]}]}, "council-not-shared", "councils[0].choose[0]"),
    ({"councils": [{"choose": ["with-bob"]}]}, "unknown-leader", "councils[0].choose[0]"),
    ({"councils": [{"use": ["claim"], "choose": ["doran-jon"]}]}, "council-not-own", "councils[0].choose[0]"),
    ({"councils": [{"use": ["token"], "choose": ["jon-doran"]}]}, "council-not-own", "councils[0].choose[0]"),
    ({"cards": [{"source": ["nobody"], "choose": ["lowest"]}]}, "unknown-source", "cards[0].source[0]"),
    ({"cards": [{"use": ["claim"], "choose": ["lowest"]}]}, "unknown-use", "cards[0].use[0]"),
    ({"abilities": [{"source": ["feind"], "use": True}]}, "unknown-source", "abilities[0].source[0]"),
    ({"steward": [{"kinds": ["all"]}]}, "unknown-kind", "steward[0].kinds[0]"),
    ({"bid": [{"when": "total of tyrion > 1", "kneel": True}]}, "unknown-leader", "bid[0].when"),
    ({"bid": [{"play": ["lowest"], "up-to": "hand of tyrion"}]}, "unknown-leader", "bid[0].up-to"),
    ({"bid": [{"when": "tokens in euron-jon > 1", "kneel": True}]}, "unknown-council", "bid[0].when"),
    ({"bid": [{"when": "tokens in council with doran > 1", "kneel": True}]}, "council-not-shared", "bid[0].when"),
    # Trees may name anything.
    ({"bid": [{"when": {"kind": "kneels", "who": "best"}}]}, "unknown-leader", "bid[0].when"),
    ({"bid": [{"when": {"kind": "leads", "who": "others"}}]}, "unknown-leader", "bid[0].when"),
    ({"bid": [{"when": {"kind": "holds", "what": "x"}}]}, "unknown-card", "bid[0].when"),
    ({"bid": [{"when": {"kind": "dead", "ally": "x"}}]}, "unknown-ally", "bid[0].when"),
    ({"bid": [{"when": {"kind": "ally-of", "tag": "x"}}]}, "unknown-tag", "bid[0].when"),
    ({"bid": [{"when": {"kind": "lies-in", "ally": "hodor", "council": "x"}}]}, "unknown-council", "bid[0].when"),
    (
        {"bid": [{"up-to": {"kind": "council-number", "of": "power", "council": "mine"}}]},
        "unknown-council",
        "bid[0].up-to",
    ),
    (
        {"answers": {"d1-play-or-kneel-euron": {"kind": "play", "card": None}}},
        "decision-not-open",
        "answers.d1-play-or-kneel-euron",
    ),
]


@pytest.mark.parametrize(("document", "code", "where"), WRONG)
def test_what_there_is_not_is_refused(document: dict[str, Any], code: str, where: str) -> None:
    assert errors(document) == [(code, where)]
    assert report(document).warnings == ()


def test_the_nearest_name_is_offered() -> None:
    (error,) = report({"bid": [{"play": ["bettrayal"]}]}).errors
    assert 'did you mean "betrayal"?' in error.words


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (a.Play("betrayal"), ""),
        (a.Play(None), ""),
        (a.Play("feint"), "card-not-in-hand"),
        (a.YesNo(True), "wrong-kind-of-answer"),
    ],
)
def test_direct_answers_are_held_against_the_rules(answer: Any, code: str) -> None:
    _, question = asked(TABLE)
    found = report(Sheet(answers={question.id: answer})).errors
    assert [one.code for one in found] == ([code] if code else [])


def test_questions_of_others_cannot_be_answered() -> None:
    showing, question = asked(msgspec.structs.replace(TABLE, turn="euron", hands={"euron": ["feint"]}))
    sheet = Sheet(answers={question.id: a.Play(None)})
    assert [one.code for one in check_sheet(showing, "cersei", sheet, [question]).errors] == ["decision-not-open"]
    assert check_sheet(showing, "euron", sheet, [question]).errors == ()


def test_a_sheet_beyond_the_limits_is_refused_whole() -> None:
    sheet = Sheet(bid=read_sheet(b'{"bid": [{"kneel": true}]}').bid * 201)
    assert [one.code for one in report(sheet).errors] == ["too-many-rules"]


def test_no_more_errors_are_told_than_anybody_reads() -> None:
    assert len(report({"bid": [{"play": ["x"] * 60}] * 200}).errors) == 30


KNEEL, LOWEST = {"kneel": True}, {"play": ["lowest"]}
# A sheet with the warning that it deserves, and one beside it that deserves none of this code.
WARNED: list[tuple[str, dict[str, Any], str, dict[str, Any]]] = [
    ("never-reached", {"bid": [KNEEL, LOWEST]}, "bid[1]", {"bid": [{"when": "I lead", **KNEEL}, LOWEST]}),
    (
        "never-reached",
        {"bid": [{"when": "always", **KNEEL}, LOWEST]},
        "bid[1]",
        {"bid": [{**LOWEST, "cards": 3}, KNEEL]},
    ),
    ("never-reached", {"bid": [LOWEST, KNEEL]}, "bid[1]", {"bid": [{**LOWEST, "up-to": 9}, KNEEL]}),
    ("never-reached", {"bid": [LOWEST, KNEEL]}, "bid[1]", {"bid": [{**LOWEST, "without": ["red"]}, KNEEL]}),
    ("never-reached", {"bid": [LOWEST, KNEEL]}, "bid[1]", {"bid": [{"play": ["lowest red"]}, KNEEL]}),
    (
        "never-reached",
        {"bid": [{"when": "I lead", **KNEEL}, {"when": "I lead", **LOWEST}]},
        "bid[1]",
        {"bid": [{"when": "I lead", **KNEEL}, {"when": "I won", **LOWEST}]},
    ),
    (
        "never-reached",
        {"councils": [{"choose": ["strongest"]}, {"use": ["claim"], "choose": ["left"]}]},
        "councils[1]",
        {"councils": [{"use": ["claim"], "choose": ["strongest"]}, {"choose": ["left"]}]},
    ),
    (
        "never-reached",
        {"cards": [{"source": ["betrayal"], "choose": ["highest"]}, {"source": ["betrayal"], "choose": ["red"]}]},
        "cards[1]",
        {"cards": [{"source": ["betrayal"], "choose": ["highest"]}, {"source": ["feint"], "choose": ["red"]}]},
    ),
    (
        "never-reached",
        {"allies": [{"choose": ["mine", "lowest"]}, {"choose": ["stark"]}]},
        "allies[1]",
        {"allies": [{"choose": ["mine"]}, {"choose": ["stark"]}]},
    ),
    (
        "never-reached",
        {"allies": [{"choose": ["lowest"]}, {"choose": ["stark"]}]},
        "allies[1]",
        {"allies": [{"choose": ["lowest"], "avoid": ["mine"]}, {"choose": ["stark"]}]},
    ),
    (
        "never-reached",
        {"abilities": [{"use": False}, {"source": ["feint"], "use": True}]},
        "abilities[1]",
        {"abilities": [{"source": ["feint"], "use": True}, {"use": False}]},
    ),
    (
        "never-reached",
        {"arrange": [{"first": ["stark"]}, {"first": ["highest"]}]},
        "arrange[1]",
        {"arrange": [{"when": "I am first", "first": ["stark"]}, {"first": ["highest"]}]},
    ),
    (
        "never-reached",
        {"steward": [{}, {"kinds": ["bid"]}]},
        "steward[1]",
        {"steward": [{"kinds": ["bid"]}, {}]},
    ),
    ("condition-never", {"bid": [{"when": "never", **KNEEL}]}, "bid[0]", {"bid": [KNEEL]}),
    ("rule-says-nothing", {"bid": [{"when": "I lead"}]}, "bid[0]", {"bid": [KNEEL]}),
    ("rule-says-nothing", {"cards": [{"use": ["move"]}]}, "cards[0]", {"cards": [{"avoid": ["red"]}]}),
    ("rule-says-nothing", {"order": [{}]}, "order[0]", {"order": [{"last": ["betrayal"]}]}),
    ("nothing-fits", {"bid": [{**LOWEST, "cards": 0}]}, "bid[0].cards", {"bid": [{**LOWEST, "cards": 1}]}),
    ("nothing-fits", {"bid": [{**LOWEST, "cards": 0}]}, "bid[0].cards", {"bid": [{**LOWEST, **KNEEL, "cards": 0}]}),
    (
        "never-offered",
        {"abilities": [{"source": ["betrayal"], "use": True}]},
        "abilities[0]",
        {"abilities": [{"source": ["betrayal", "feint"], "use": True}, {"source": ["robb-stark"], "use": True}]},
    ),
    (
        "chosen-and-avoided",
        {"cards": [{"choose": ["red", "betrayal"], "avoid": ["betrayal"]}]},
        "cards[0].choose[1]",
        {"cards": [{"choose": ["red"], "avoid": ["betrayal"]}]},
    ),
    (
        "played-and-kept",
        {"bid": [{"play": ["betrayal"], "without": ["betrayal"]}]},
        "bid[0].play[0]",
        {"bid": [{"play": ["betrayal"], "without": ["red"]}]},
    ),
    ("card-not-in-hand", {"bid": [{"play": ["feint"]}]}, "bid[0].play[0]", {"bid": [{"play": ["betrayal", "green"]}]}),
    ("no-card-fits-now", {"bid": [{**LOWEST, "up-to": 0}]}, "bid[0].up-to", {"bid": [{**LOWEST, "up-to": 1}]}),
    ("no-card-fits-now", {"bid": [{**LOWEST, "up-to": 0}]}, "bid[0].up-to", {"bid": [{**LOWEST, "up-to": "lead"}]}),
    ("plays-every-card", {"bid": [LOWEST]}, "bid[0]", {"bid": [{"when": "lead < 5", **LOWEST}]}),
    ("plays-every-card", {"bid": [LOWEST]}, "bid[0]", {"bid": [{"when": "I lead", **KNEEL}, LOWEST]}),
    ("plays-every-card", {"bid": [LOWEST]}, "bid[0]", {"bid": [{"play": ["enough", "stay"]}]}),
    ("no-draft", {"keep": [{"first": ["red"]}]}, "keep", {}),
]


@pytest.mark.parametrize(("code", "document", "where", "better"), WARNED)
def test_a_warning_is_given_where_it_is_due(
    code: str, document: dict[str, Any], where: str, better: dict[str, Any]
) -> None:
    found = report(document)
    assert found.errors == ()
    assert (code, where) in [(one.code, one.where) for one in found.warnings]
    assert code not in [one.code for one in report(better).warnings]


def test_every_warning_is_tried() -> None:
    assert {code for code, *_ in WARNED} == set(WORDS)


def test_a_programme_that_never_kneels_is_fine() -> None:
    assert report({"bid": [{"play": ["enough", "stay"], "up-to": 12}]}).warnings == ()


def test_board_conditions_do_not_count_for_standing_orders() -> None:
    document = {"bid": [{"play": ["feint"]}, {**LOWEST, "up-to": 0}]}
    assert [one.code for one in report(document).warnings] == ["card-not-in-hand", "no-card-fits-now"]
    assert report(document, lasting=True).warnings == ()


def test_a_draft_is_not_warned_of_where_there_is_one() -> None:
    packets = {house: ["feint", "feint"] for house in ("cersei", "euron")}
    setup = Setup(
        modules=["draft"],
        packets={
            **packets,
            "melisandre": ["skirmish", "skirmish"],
            "doran": ["fosterage"] * 2,
            "jon": ["little-birds"] * 2,
        },
    )
    assert report({"keep": [{"first": ["red"]}], "bid": [{"play": ["feint"]}]}, setup).warnings == ()


def test_two_hundred_rules_are_checked() -> None:
    found = report({"bid": [{"when": "my total < 10", "play": ["betrayal"], "up-to": 8}] * 200})
    assert found.errors == ()
    assert len(found.warnings) <= 250
