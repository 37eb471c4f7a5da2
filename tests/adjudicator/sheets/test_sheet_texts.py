"""Conditions that the JSON of a sheet says as text: what is kept, and what is refused where."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from adjudicator import games
from adjudicator.engine.decision import Unreadable
from adjudicator.engine.sheet.document import MAX_FAULTS, MAX_TEXTS
from adjudicator.thrones.sheets.conditions.battle_facts import Winning
from adjudicator.thrones.sheets.conditions.board_facts import AreaIs, Round, Units
from adjudicator.thrones.sheets.conditions.tree import Compare, Number, parse_condition
from adjudicator.thrones.sheets.sheet import SHEETS, Sheet, read_ahead, read_sheet, write_sheet

FIRST, DRAGONS = games.edition("first-edition"), games.edition("mother-of-dragons")


def document(part: Any) -> bytes:
    return json.dumps(part).encode()


def plans(*when: Any) -> bytes:
    return document({"marches": {"areas": {"lannisport": [{"when": one} for one in when]}}})


def test_a_text_is_kept_as_the_tree_it_means() -> None:
    tree = json.loads(write_sheet(Sheet()))
    assert tree == {}
    sheet = read_sheet(plans("if lead >= 2", {"kind": "winning", "how": "likely"}, None), FIRST)
    kept = sheet.marches.areas["lannisport"]
    assert [plan.when for plan in kept] == [parse_condition("lead >= 2", FIRST), Winning("likely"), None]
    assert read_sheet(write_sheet(sheet)) == sheet


def test_texts_are_read_wherever_a_condition_stands() -> None:
    sent = {
        "marches": {"stop": "riverrun empty", "wishes": [{"when": "sure"}]},
        "vassals": {"tyrell": {"marches": {"stop": "round > 3"}, "orders": [{"when": "round = 2"}]}},
        "choices": {"doran-martell": [{"when": "power > 3", "pick": ["fiefdoms"]}]},
        "losses": {"general": [{"when": "siege engines in winterfell >= 1"}]},
    }
    sheet = read_sheet(document(sent), DRAGONS)
    assert sheet.marches.stop == AreaIs("riverrun", "empty")
    assert sheet.marches.wishes[0].when == Winning("surely")
    assert sheet.vassals["tyrell"].marches.stop == Compare(Round(), ">", Number(3))
    assert sheet.vassals["tyrell"].orders[0].when is not None
    assert sheet.choices["doran-martell"][0].when is not None
    siege = Compare(Units("winterfell", "siege-engine"), ">=", Number(1))
    assert sheet.losses.general[0].when == siege


def test_cards_that_are_not_played_lend_their_names_to_others() -> None:
    """What a name means depends on the modules of the game, in text of sheets as on the form."""
    text = "stark holds eddard"
    sheet = read_sheet(document({"blade": [{"when": text}]}), FIRST, ())
    assert sheet.blade[0].when == parse_condition(text, FIRST, ())


@pytest.mark.parametrize(
    ("sent", "where", "words"),
    [
        (plans("lead >= 2", "leed >= 2"), "marches.areas.lannisport[1].when", "column 1: \"leed\" is not a number"),
        (document({"marches": {"stop": "riverrun is"}}), "marches.stop", "column 12: something is missing here"),
        (document({"vassals": {"any": {"blade": [{"when": "st is empty"}]}}}), "vassals.any.blade[0].when", "may be"),
        (document({"bids": {"wildlings": [{"when": ""}]}}), "bids.wildlings[0].when", "column 1"),
        (plans("not " * 30 + "sure"), "marches.areas.lannisport[0].when", "20 deep"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_named_with_its_place_and_column(sent: bytes, where: str, words: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_sheet(sent, FIRST)
    assert [reason.where for reason in caught.value.reasons] == [where]
    assert words in caught.value.reasons[0].words


def test_every_fault_is_told_up_to_a_number() -> None:
    with pytest.raises(Unreadable) as caught:
        read_sheet(plans("leed >= 2", "sure", "rond > 1"), FIRST)
    assert [reason.where[-8:-5] for reason in caught.value.reasons] == ["[0]", "[2]"]
    with pytest.raises(Unreadable) as caught:
        read_sheet(plans(*["leed >= 2"] * 50), FIRST)
    assert len(caught.value.reasons) == MAX_FAULTS
    with pytest.raises(Unreadable, match="too-many-rules"):
        read_sheet(plans(*["sure"] * (MAX_TEXTS + 1)), FIRST)


def test_conditions_of_a_sheet_have_a_length_together() -> None:
    long = "round = 1 and " * 98 + "round = 1"
    assert read_sheet(plans(*[long] * 40), FIRST)
    with pytest.raises(Unreadable, match="sheet-too-large"):
        read_sheet(plans(*[long] * 50), FIRST)


def test_words_that_are_no_conditions_are_left_alone() -> None:
    """An area called `when` is no area, and nobody reads its order as a condition."""
    assert read_sheet(document({"orders": {"when": "march+1"}}), FIRST).orders == {"when": "march+1"}
    with pytest.raises(Unreadable, match="bad-sheet"):
        read_sheet(document({"orders": {"winterfell": {"when": "sure"}}}), FIRST)


def test_without_an_edition_conditions_are_trees_alone() -> None:
    with pytest.raises(Unreadable, match="bad-sheet") as caught:
        read_sheet(plans("sure"))
    assert caught.value.reasons[0].where == "marches.areas.lannisport[0].when"
    assert read_ahead(plans("sure")) == plans("sure")
    tree = plans({"kind": "winning", "how": "surely"})
    assert read_ahead(tree) == read_sheet(tree)
    with pytest.raises(Unreadable, match="sheet-too-large"):
        read_ahead(plans("sure") + b" " * 300_000)


def test_texts_do_not_make_json_of_what_is_none() -> None:
    for data in (b'{"blade": [{"when": "sure"}]', b'{"when": "sure"' + b"[" * 100_000):
        with pytest.raises(Unreadable, match="bad-json|condition-too-deep"):
            read_sheet(data, FIRST)


def test_the_schema_says_that_conditions_may_be_text() -> None:
    (found,), parts = msgspec.json.schema_components([Sheet])
    rules = SHEETS.describe(parts)["BladeRule"]["properties"]["when"]["anyOf"]
    assert [one.get("type") for one in rules][-1] == "string"
    assert SHEETS.describe(parts)["BladeRule"]["properties"]["when"]["anyOf"] == rules, "said once"
    assert any(one.get("type") == "string" for one in parts["Marches"]["properties"]["stop"]["anyOf"])
    assert found["$ref"].endswith("Sheet")
