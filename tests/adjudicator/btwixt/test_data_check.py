"""Card sets: every fault is found, with its file and place, all of them at once; the house set has none."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from adjudicator.btwixt.editions.data_check import BASES, SORTS
from adjudicator.btwixt.editions.loading import DATA, HOUSE, SetFile
from adjudicator.btwixt.state.edition import Ability, Ally, Influence, Leader
from adjudicator.engine.decision import Unreadable
from tests.house.rooms import ROOT

GUIDE = ROOT / "docs" / "btwixt-cards.md"
ALLY = "tywin-lannister"
FAULTS = tomllib.loads(Path(__file__).with_name("faults.toml").read_text(encoding="utf-8"))


def texts(*changes: tuple[str, str, str]) -> dict[str, str]:
    """The files of the house set with changes, each made once."""
    found = dict(DATA.own("btwixt"))
    for file, old, new in changes:
        assert old in found[file], old
        found[file] = found[file].replace(old, new, 1)
    return found


def told(changed: dict[str, str]) -> list[tuple[str, str]]:
    """What is wrong: codes and places."""
    return [(one.code, one.where) for one in DATA.faults(DATA.read("btwixt", changed))]


def with_ability(card: str, ability: str) -> dict[str, str]:
    """The house set with one ability in the place of those of a card."""
    file = "allies" if card == ALLY else "influence"
    found = dict(DATA.own("btwixt"))
    begin = found[file].index(f'id = "{card}"')
    found[file] = found[file][:begin] + re.sub(
        r"abilities = \[\n.*?\n\]", lambda _: f"abilities = [{{ {ability} }}]", found[file][begin:], count=1, flags=re.S
    )
    return found


def test_the_house_set_is_as_it_must_be() -> None:
    assert list(DATA.faults(HOUSE)) == []
    assert DATA.counted(HOUSE) == HOUSE.cards.counts
    assert {one.code for one in DATA.warnings(HOUSE)} <= {"untranslated"}
    assert DATA.read("btwixt", DATA.own("btwixt")) == HOUSE
    assert DATA.host_edition_id(DATA.own("btwixt")) != DATA.host_edition_id(texts(("set", "18", "17")))


@pytest.mark.parametrize("row", FAULTS["fault"], ids=lambda row: row["name"])
def test_a_fault_is_found(row: dict[str, Any]) -> None:
    expected = [tuple(one) for one in row["told"]]
    assert told(texts(*row["changes"])) == expected


def test_a_leaders_id_is_one_word() -> None:
    assert ("bad-id", "leaders.toml: cersei-lannister") in told(texts(("leaders", '"cersei"', '"cersei-lannister"')))


def test_a_leader_that_is_none() -> None:
    found = told(texts(("influence", 'leader = "cersei"', 'leader = "hodor"')))
    assert ("unknown-leader", "influence.toml: queens-spite") in found
    assert ("wrong-count", "leaders.toml: cersei") in found


def test_a_box_that_is_too_small() -> None:
    files = texts(
        ("set", "tokens = { 1 = 18, 2 = 18, 3 = 18 }", "tokens = { 1 = 0 }"), ("set", "tokens = 54", "tokens = 0")
    )
    assert told(files) == [("too-few", "set.toml: counts")]


@pytest.mark.parametrize("row", FAULTS["ability"], ids=lambda row: row["name"])
def test_an_ability_that_makes_no_sense_is_told(row: dict[str, Any]) -> None:
    card = row["on"]
    found = told(with_ability(card, row["ability"]))
    file = "allies" if card == ALLY else "influence"
    assert {one[0] for one in found} == {row["code"]}
    assert all(where.startswith(f"{file}.toml: {card}") for _, where in found)


@pytest.mark.parametrize("row", FAULTS["unread"], ids=lambda row: row["name"])
def test_what_cannot_be_read_is_named(row: dict[str, Any]) -> None:
    with pytest.raises(Unreadable) as refused:
        DATA.read("btwixt", texts(row["change"]))
    assert [[one.code, one.where] for one in refused.value.reasons] == [row["told"]]


def test_all_that_cannot_be_read_is_named_at_once() -> None:
    with pytest.raises(Unreadable) as refused:
        DATA.read("btwixt", texts(*(row["change"] for row in FAULTS["unread"])) | {"leaders": "["})
    # One for each row, and for each file that is no TOML.
    assert [one.where.partition(".")[0] for one in refused.value.reasons] == ["leaders", "set", "allies", "influence"]


def words_of(kind: Any) -> set[str]:
    """Every word that a JSON Schema of the cards knows: fields, tags and choices."""
    found: set[str] = set()
    if isinstance(kind, dict):
        found |= set(kind.get("properties", ())) | {one for one in kind.get("enum", ()) if isinstance(one, str)}
        found |= {kind["const"]} if isinstance(kind.get("const"), str) else set()
        for inside in kind.values():
            found |= words_of(inside)
    elif isinstance(kind, list):
        for inside in kind:
            found |= words_of(inside)
    return found


def test_every_word_of_the_vocabulary_is_in_the_guide() -> None:
    schemas, parts = msgspec.json.schema_components([Ability, Ally, Influence, Leader, SetFile])
    words = words_of([*schemas, *parts.values()]) | set(BASES) | set(SORTS)
    assert {"add-value", "triumph-pre", "not-just-killed", "with-highest-own-ally", "no-fewer-cards-than-you"} <= words
    quoted = re.findall(r"`[^`]+`", GUIDE.read_text(encoding="utf-8"))
    assert words - {word for part in quoted for word in re.findall(r"[a-z][a-z-]*", part)} == set()
