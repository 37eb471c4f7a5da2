"""The data of A Storm of Swords, on its own board and as options: every fault is found, with its file and place."""

from __future__ import annotations

import pytest

from adjudicator.engine.decision import Refusal
from adjudicator.thrones.editions import data_check
from adjudicator.thrones.editions.every import DATA

STORM, FIRST = "storm-of-swords", "first-edition"
Change = tuple[str, str, str]
PLAYERS = "setup.toml: 4 players"
# The edition, the file, what stands there, what is to stand there; what is said then: codes with places.
FAULTS: dict[str, tuple[str, Change, set[tuple[str, str]]]] = {
    "a border on one side": (
        STORM,
        ("map", 'land = ["crakehall", "deep-den", "the-crag"]', 'land = ["crakehall", "the-crag"]'),
        {("one-sided-border", "map.toml: deep-den")},
    ),
    "a ford on one side": (
        STORM,
        ("map", 'fords = ["acorn-hall", "pinkmaiden"]', 'fords = ["acorn-hall"]'),
        {("one-sided-border", "map.toml: pinkmaiden")},
    ),
    "a river on one side": (
        STORM,
        ("map", 'rivers = ["pinkmaiden", "raventree"]', 'rivers = ["raventree"]'),
        {("one-sided-border", "map.toml: pinkmaiden")},
    ),
    "an arrow on one side": (
        STORM,
        ("map", 'arrows = ["crackclaw-point", "storms-end"]', 'arrows = ["crackclaw-point"]'),
        {("one-sided-border", "map.toml: storms-end")},
    ),
    "an arrow of a house on one side": (
        STORM,
        ("map", 'house_arrows = [["greyjoy", "flints-finger"]]', "house_arrows = []"),
        {("one-sided-border", "map.toml: flints-finger")},
    ),
    "an arrow of no house": (
        STORM,
        ("map", 'house_arrows = [["greyjoy", "flints-finger"]]', 'house_arrows = [["reed", "flints-finger"]]'),
        {
            ("unknown-house", "map.toml: pyke"),
            ("one-sided-border", "map.toml: pyke"),
            ("one-sided-border", "map.toml: flints-finger"),
        },
    ),
    "a ford beside a border": (
        STORM,
        ("map", 'fords = ["acorn-hall", "pinkmaiden"]', 'fords = ["acorn-hall", "pinkmaiden", "golden-tooth"]'),
        {("double-border", "map.toml: riverrun"), ("one-sided-border", "map.toml: riverrun")},
    ),
    "an area that storms cut off": (
        STORM,
        ("map", 'arrows = ["cape-of-eagles", "the-crag"]', "arrows = []"),
        {
            ("one-sided-border", "map.toml: cape-of-eagles"),
            ("one-sided-border", "map.toml: the-crag"),
            ("not-connected", "map.toml: lannisport"),
        },
    ),
    "a claim without a settlement": (
        STORM,
        ("map", 'settlement = "city"\nmuster = 1\nclaim = 1', "claim = 1"),
        {("wrong-claim", "map.toml: the-twins")},
    ),
    "a settlement without a claim": (
        STORM,
        ("map", 'settlement = "city"\nmuster = 1\nclaim = 1', 'settlement = "city"\nmuster = 1'),
        {("wrong-claim", "map.toml: the-twins")},
    ),
    "a town": (
        STORM,
        ("map", "muster = 1\ntown = true", "muster = 2\ntown = true"),
        {("wrong-muster", "map.toml: flints-finger")},
    ),
    "fords without weather": (
        STORM,
        ("rules", 'weather = ["fair", "fair", "storm", "storm"]', "weather = []"),
        {("no-weather", "map.toml: riverrun")},
    ),
    "a leader's card": (
        STORM,
        ("leaders", 'card = "robb-stark"', 'card = "renly-baratheon"'),
        {("unknown-card", "leaders.toml: robb-stark")},
    ),
    "an allied leader's card": (
        STORM,
        ("leaders", 'card = "frey-leadership"', 'card = "frey-plots"'),
        {("unknown-card", "leaders.toml: black-walder")},
    ),
    "a leader's order": (
        STORM,
        ("leaders", 'activates = "raid"', 'activates = "feast"'),
        {("unknown-order", "leaders.toml: robb-stark")},
    ),
    "a leader's strength": (
        STORM,
        ("leaders", "idle = 1", "idle = -1"),
        {("out-of-range", "leaders.toml: robb-stark")},
    ),
    "a leader's house": (
        STORM,
        ("leaders", 'house = "stark"', 'house = "reed"'),
        {("unknown-house", "leaders.toml: robb-stark")},
    ),
    "a leader alone": (
        STORM,
        ("setup", 'tywin-lannister = "lannisport"', 'tywin-lannister = "crakehall"'),
        {("leader-alone", f"{PLAYERS}, leaders")},
    ),
    "a leader twice": (
        STORM,
        ("setup", 'cells = { eddard-stark = "lannister" }', 'cells = { robb-stark = "lannister" }'),
        {("leader-alone", f"{PLAYERS}, cells")},
    ),
    "a cell": (
        STORM,
        ("setup", 'cells = { eddard-stark = "lannister" }', 'cells = { eddard-stark = "tyrell" }'),
        {("unknown-house", f"{PLAYERS}, cells")},
    ),
    "a hostage": (
        STORM,
        ("setup", 'cells = { eddard-stark = "lannister" }', 'cells = { hodor = "lannister" }'),
        {("unknown-leader", f"{PLAYERS}, cells")},
    ),
    "a garrison": (
        STORM,
        ("setup", "kings-landing = 6", "kings-rest = 6"),
        {("unknown-area", f"{PLAYERS}, garrisons")},
    ),
    "an alliance at the start": (
        STORM,
        ("setup", 'stark = ["frey-leadership"]', 'stark = ["reed-leadership"]'),
        {("unknown-card", f"{PLAYERS}, alliances")},
    ),
    "an effect of a tactics card": (
        STORM,
        ("tactics", 'effect = "hold-territory"', 'effect = "dance"'),
        {("unknown-effect", "tactics.toml: hold-territory")},
    ),
    "an objective": (
        STORM,
        ("tactics", 'area = "riverrun"', 'area = "skagos"'),
        {("unknown-area", "tactics.toml: motto-winter-is-coming")},
    ),
    "the sort of an objective": (
        STORM,
        ("tactics", 'kind = "control-area"', 'kind = "own-area"'),
        {("unknown-effect", "tactics.toml: motto-winter-is-coming")},
    ),
    "a tactics card of no house": (
        STORM,
        ("tactics", 'house = "stark"', 'house = "reed"'),
        {("unknown-house", "tactics.toml: motto-winter-is-coming")},
    ),
    "the board of a tactics card": (
        STORM,
        ("tactics", 'board = "throne"', 'board = "wall"'),
        {("unknown-value", "tactics.toml: support-allies")},
    ),
    "an alliance deck of five and one of seven": (
        STORM,
        ("alliances", 'id = "arryn-army"\ndeck = "arryn"', 'id = "arryn-army"\ndeck = "frey"'),
        {("wrong-count", "alliances.toml: deck arryn"), ("wrong-count", "alliances.toml: deck frey")},
    ),
    "an effect of an alliance card": (
        STORM,
        ("alliances", 'effect = "lookout"', 'effect = "nap"'),
        {("unknown-effect", "alliances.toml: arryn-lookout")},
    ),
    "units of an army": (
        STORM,
        ("alliances", "units = { allied-footman = 2 }", "units = { footman = 2 }"),
        {("unknown-unit", "alliances.toml: arryn-army")},
    ),
    "a leader whom nothing brings": (
        STORM,
        ("alliances", 'values = { leader = "littlefinger" }', 'values = { leader = "thoros-of-myr" }'),
        {("unknown-card", "leaders.toml: littlefinger"), ("wrong-count", "leaders.toml: littlefinger")},
    ),
    "a leader whom nobody knows": (
        STORM,
        ("alliances", 'values = { leader = "littlefinger" }', 'values = { leader = "hodor" }'),
        {
            ("unknown-value", "alliances.toml: arryn-leadership"),
            ("unknown-card", "leaders.toml: littlefinger"),
            ("wrong-count", "leaders.toml: littlefinger"),
        },
    ),
    "a part of the rules": (
        FIRST,
        ("rules", 'leaders = ["storm-cards", "storm-westeros"]', 'leaders = ["storm-cards", "chess"]'),
        {("unknown-module", "rules.toml: module_needs")},
    ),
    "a card of a part's deck": (
        FIRST,
        ("westeros", 'card = "swing-the-sword"', 'card = "sing-the-song"'),
        {("unknown-card", "westeros.toml: deck III"), ("wrong-count", "westeros.toml: swing-the-sword")},
    ),
    "a deck of a part": (
        FIRST,
        ("westeros", 'card = "a-throne-of-blades"\ncopies = 2', 'card = "a-throne-of-blades"\ncopies = 3'),
        {("wrong-count", "westeros.toml: deck I")},
    ),
    "a part of a deck": (
        FIRST,
        ("westeros", 'copies = 1\nmodule = "wildling-cards"', 'copies = 1\nmodule = "giants"'),
        {("unknown-module", "westeros.toml: deck")},
    ),
    "a revised neutral force": (
        FIRST,
        ("setup", "the-eyrie = 7", "the-fingers = 7"),
        {("unknown-area", "setup.toml: 5 players, revised")},
    ),
    "an option's House card": (
        FIRST,
        ("cards-storm-cards", 'effect = "send-back"', 'effect = "sings"'),
        {("unknown-effect", "cards-storm-cards.toml: tyrion-lannister-storm")},
    ),
    "a wildling card of an option": (
        FIRST,
        ("westeros", 'effect = "lose-worth"', 'effect = "lose-heart"'),
        {("unknown-effect", "westeros.toml: wildling-2")},
    ),
}


def faults(edition: str, texts: dict[str, str]) -> list[Refusal]:
    """What the family says of the files."""
    return list(data_check.faults(DATA.read(edition, texts)))


@pytest.mark.parametrize("edition", [STORM, FIRST])
def test_what_the_program_has_is_as_it_must_be(edition: str) -> None:
    assert faults(edition, dict(DATA.own(edition))) == []


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found(name: str) -> None:
    edition, (file, old, new), expected = FAULTS[name]
    texts = dict(DATA.own(edition))
    assert old in texts[file], old
    texts[file] = texts[file].replace(old, new, 1)
    found = {(one.code, one.where) for one in faults(edition, texts)}
    assert expected <= found
    assert {where for _, where in found} == {where for _, where in expected} or name == "fords without weather"


def test_counts_have_leaders_tactics_and_alliances() -> None:
    counted = data_check.count_parts(DATA.read(STORM, dict(DATA.own(STORM))))
    assert (counted["leaders"], counted["tactics cards"], counted["alliance cards"]) == (12, 11, 24)
    assert data_check.count_parts(DATA.read("second-edition", dict(DATA.own("second-edition"))))["leaders"] == 0
