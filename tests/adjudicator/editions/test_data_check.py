"""The data of the Westeros boards: every fault is found, with its file and place."""

from __future__ import annotations

import pytest

from adjudicator import games
from adjudicator.engine.decision import Illegal, Refusal, Unreadable
from adjudicator.thrones.editions import every, loading
from adjudicator.thrones.editions.every import DATA
from adjudicator.thrones.game import THRONES
from atlas.drawers import DRAWERS
from correspondence.host_editions import check

STORM = "storm-of-swords"
EDITIONS = ("first-edition", "second-edition", "mother-of-dragons", "storm-of-swords")
Change = tuple[str, str, str]
# The edition, the file, what stands there, what is to stand there; what is said then: codes with places.
FAULTS: dict[str, tuple[str, Change, set[tuple[str, str]]]] = {
    "a border on one side": (
        "first-edition",
        ("map", 'land = ["castle-black", "winterfell"]', 'land = ["winterfell"]'),
        {("one-sided-border", "map.toml: castle-black")},
    ),
    "a code too long": (
        "first-edition",
        ("map", 'code = "KH"', 'code = "KARH"'),
        {("bad-code", "map.toml: karhold")},
    ),
    "a code twice": (
        "first-edition",
        ("map", 'code = "KH"', 'code = "CB"'),
        {("double-code", "map.toml: karhold")},
    ),
    "a code that begins another name": (
        "first-edition",
        ("map", 'code = "KH"', 'code = "WIN"'),
        {("code-is-a-name", "map.toml: karhold")},
    ),
    "a border with nothing": (
        "first-edition",
        ("map", 'land = ["castle-black", "winterfell"]', 'land = ["castle-black", "winterfell", "valyria"]'),
        {("one-sided-border", "map.toml: karhold")},
    ),
    "a land among the seas": (
        "first-edition",
        ("map", 'sea = ["the-shivering-sea"]', 'sea = ["the-shivering-sea", "winterfell"]'),
        {("wrong-terrain", "map.toml: karhold"), ("double-border", "map.toml: karhold")},
    ),
    "a border twice": (
        "first-edition",
        ("map", 'land = ["castle-black", "winterfell"]', 'land = ["castle-black", "winterfell", "winterfell"]'),
        {("double-border", "map.toml: karhold")},
    ),
    "a settlement": (
        "first-edition",
        ("map", "muster = 2", "muster = 1"),
        {("wrong-muster", "map.toml: winterfell")},
    ),
    "a home": (
        "first-edition",
        ("map", 'home_of = "stark"', 'home_of = "reed"'),
        {("unknown-house", "map.toml: winterfell"), ("wrong-home", "setup.toml: stark")},
    ),
    "a track": (
        "first-edition",
        ("setup", 'fiefdoms = ["greyjoy", "tyrell"', 'fiefdoms = ["greyjoy", "greyjoy"'),
        {("wrong-track", "setup.toml: 5 players, track fiefdoms")},
    ),
    "more pieces than there are": (
        "first-edition",
        ("setup", "shipbreaker-bay = { ship = 2 }", "shipbreaker-bay = { ship = 7 }"),
        {("wrong-count", "setup.toml: 5 players, units of baratheon")},
    ),
    "an army over supply": (
        "first-edition",
        ("setup", "shipbreaker-bay = { ship = 2 }", "shipbreaker-bay = { ship = 4 }"),
        {("over-supply", "setup.toml: 5 players, units of baratheon")},
    ),
    "a ship on land": (
        "first-edition",
        ("setup", "white-harbor = { footman = 1 }", "white-harbor = { ship = 1 }"),
        {("wrong-terrain", "setup.toml: 5 players, units of stark")},
    ),
    "a unit": (
        "first-edition",
        ("setup", "white-harbor = { footman = 1 }", "white-harbor = { giant = 1 }"),
        {("unknown-unit", "setup.toml: 5 players, units of stark")},
    ),
    "an area of a set-up": (
        "first-edition",
        ("setup", "white-harbor = { footman = 1 }", "grey-harbor = { footman = 1 }"),
        {("unknown-area", "setup.toml: 5 players, units of stark")},
    ),
    "supply": (
        "first-edition",
        ("setup", "supply = { stark = 1", "supply = { stark = 7"),
        {("out-of-range", "setup.toml: 5 players, supply")},
    ),
    "a letter of two": (
        "first-edition",
        ("setup", 'letter = "L"', 'letter = "S"'),
        {("same-letter", "setup.toml: lannister")},
    ),
    "a house without a card": (
        "first-edition",
        ("cards", 'house = "stark"', 'house = "tyrell"'),
        {("wrong-count", "cards.toml")},
    ),
    "an effect": (
        "first-edition",
        ("cards", 'effect = "unit-strength"', 'effect = "sings"'),
        {("unknown-effect", "cards.toml: robb-stark")},
    ),
    "a value": (
        "first-edition",
        ("cards", 'unit = "knight"', 'unit = "giant"'),
        {("unknown-value", "cards.toml: robb-stark")},
    ),
    "a list for a reward": (
        "first-edition",
        ("westeros", 'reward = "promote"', 'reward = ["promote"]'),
        {("unknown-effect", "westeros.toml: wildling-4")},
    ),
    "a step": (
        "first-edition",
        ("westeros", 'step = "supply"', 'step = "feast"'),
        {("unknown-step", "westeros.toml: supply")},
    ),
    "a ban": (
        "first-edition",
        ("westeros", 'bans = ["raid"]', 'bans = ["rain"]'),
        {("unknown-order", "westeros.toml: sea-of-storms")},
    ),
    "a card of a deck": (
        "first-edition",
        ("westeros", 'id = "last-days-of-summer"', 'id = "first-days-of-autumn"'),
        {("unknown-card", f"westeros.toml: deck {deck}") for deck in ("I", "II", "III")}
        | {("wrong-count", "westeros.toml: first-days-of-autumn")},
    ),
    "a deck": (
        "first-edition",
        ("setup", "rounds = 10", "rounds = 11"),
        {("wrong-count", f"westeros.toml: deck {deck}") for deck in ("I", "II", "III")},
    ),
    "a name": (
        "first-edition",
        ("map", 'en = "Karhold"', 'en = ""'),
        {("no-name", "map.toml: karhold")},
    ),
    "copies": (
        "first-edition",
        ("orders", "copies = 1", "copies = 0"),
        {("out-of-range", "orders.toml: march-1")},
    ),
}


def changed(edition: str, change: Change) -> dict[str, str]:
    """The files of an edition with one change."""
    found = dict(DATA.own(edition))
    file, old, new = change
    assert old in found[file], old
    found[file] = found[file].replace(old, new, 1)
    return found


def told(edition: str, texts: dict[str, str]) -> set[tuple[str, str]]:
    """What is wrong: codes and places."""
    return {(one.code, one.where) for one in check(edition, texts).faults}


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_the_program_has_is_as_it_must_be(edition: str) -> None:
    report = check(edition)
    assert report.faults == ()
    assert {one.code for one in report.warnings} <= {"untranslated"}
    assert report.counted["areas"] == len(games.edition(edition).areas)  # type: ignore[attr-defined]
    assert DATA.read(edition, DATA.own(edition)).areas == games.edition(edition).areas  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found(name: str) -> None:
    edition, change, expected = FAULTS[name]
    found = told(edition, changed(edition, change))
    assert expected <= found
    # A card that goes to another house is one too many there; everything else is told once.
    assert {where for _, where in found} == {where for _, where in expected}


def test_a_port_lies_between_one_land_and_one_sea() -> None:
    texts = dict(DATA.own("second-edition"))
    begin = texts["map"].index('id = "port-of-lannisport"')
    port = texts["map"][begin:].replace('land = ["lannisport"]', 'land = ["lannisport", "stoney-sept"]', 1)
    texts["map"] = texts["map"][:begin] + port
    assert ("wrong-port", "map.toml: port-of-lannisport") in told("second-edition", texts)


def test_loans_and_wildlings_do_what_is_known() -> None:
    texts = changed("mother-of-dragons", ("bank", 'does = "gain-power"', 'does = "vanish"'))
    assert told("mother-of-dragons", texts) == {("unknown-effect", "bank.toml: customs-officer")}
    texts = changed("second-edition", ("westeros", 'effect = "lose-power"', 'effect = "lose-heart"'))
    assert {code for code, _ in told("second-edition", texts)} == {"unknown-effect"}


def test_what_is_not_drawn_is_told() -> None:
    texts = changed(
        "first-edition", ("map", "[[area]]", '[[area]]\nid = "skagos"\nkind = "land"\nname = { en = "S" }\n\n[[area]]')
    )
    wanted = {("undrawn", "map.toml: skagos"), ("not-connected", "map.toml: skagos")}
    assert told("first-edition", texts) == wanted
    first = games.edition("first-edition")
    assert DRAWERS.of_edition("first-edition").undrawn(first) == []
    without = DATA.read("first-edition", DATA.own("first-edition"))
    without.areas = {name: area for name, area in without.areas.items() if name != "pyke"}
    assert [one.code for one in DRAWERS.of_edition("first-edition").undrawn(without)] == ["undrawn"]
    without.id = "zeroth-edition"
    assert DRAWERS.of_edition("first-edition").undrawn(without)[0] == Refusal(
        "undrawn", "no map has been drawn for the edition 'zeroth-edition'", "zeroth-edition"
    )


def test_what_cannot_be_read_is_named_all_at_once() -> None:
    texts = changed("second-edition", ("map", 'kind = "land"', 'kind = "sky"'))
    texts["setup"] = texts["setup"].replace("rounds = 10", "").replace("cost = 1", 'cost = "one"', 1)
    texts["cards"] = texts["cards"].replace("strength = 4", 'strength = "four"', 1)
    with pytest.raises(Unreadable) as refused:
        games.of_edition("second-edition").data.read("second-edition", texts)  # type: ignore[union-attr]
    places = {(one.code, one.where) for one in refused.value.reasons}
    assert {("bad-data", "setup.toml"), ("bad-data", "setup.toml: footman, cost")} <= places
    assert {file.partition(".")[0] for _, file in places} == {"map", "setup", "cards"}
    texts = changed("first-edition", ("map", 'id = "karhold"', 'id = "winterfell"'))
    with pytest.raises(Unreadable, match="duplicate-id"):
        DATA.read("first-edition", texts)


@pytest.mark.parametrize(
    ("change", "where", "words"),
    [
        (("map", 'kind = "land"', 'kind = "hill"'), "map.toml: castle-black, kind", "is none of land, port, sea"),
        (("setup", "rounds = 10", 'rounds = "ten"'), "setup.toml: rounds", "it must be a whole number, not a text"),
        (("setup", "cost = 1", "costs = 1"), "setup.toml: footman", "'costs' is nothing that can be said here"),
        (("setup", "supply = { stark", "suply = { stark"), "setup.toml: set-up number 1", "near it: supply"),
        (("cards", "strength = ", "strength "), "cards.toml", "a line is `key = value`"),
        (("cards", 'house = "stark"', 'house = "strak"'), "cards.toml: eddard-stark", "known: stark, lannister"),
        (("map", '"castle-black", "winterfell"', '"castle-balck", "winterfell"'), "map.toml: karhold",
         "there is no such area; near it: castle-black"),
    ],
)  # fmt: skip
def test_a_fault_says_what_is_possible(change: Change, where: str, words: str) -> None:
    report = check("first-edition", changed("first-edition", change))
    assert [one for one in report.faults if one.where == where and words in one.words], report.faults


def test_faulty_edition_is_refused_and_others_work(monkeypatch: pytest.MonkeyPatch) -> None:
    own = loading.own_texts
    skagos = 'id = "skagos"\nkind = "land"\nname = { en = "S" }\nland = ["pyke"]\n'
    wrong = changed(STORM, ("map", "[[area]]", f"[[area]]\n{skagos}\n[[area]]"))
    monkeypatch.setattr(loading, "own_texts", lambda name: wrong if name == STORM else own(name))
    monkeypatch.setattr(every, "register", lambda edition: edition)
    monkeypatch.setattr(every, "EDITIONS", {})
    monkeypatch.setattr(every, "FAULTY", {})

    every.register_all((STORM, "first-edition"))

    assert list(every.EDITIONS) == ["first-edition"]
    assert "one-sided-border" in [one.code for one in every.FAULTY[STORM]]
    monkeypatch.setattr(THRONES, "faulty", every.FAULTY)
    for known in (games.ALL_EDITIONS, games._of_edition):
        monkeypatch.delitem(known, STORM)
    with pytest.raises(Illegal, match="edition-faulty.*map.toml: skagos: it borders pyke"):
        games.start(STORM, 4, "a seed")
    assert ("one-sided-border", "map.toml: skagos") in told(STORM, wrong)
