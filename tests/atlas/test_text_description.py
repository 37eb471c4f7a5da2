"""The board in words inside its drawing: everything that lies on it, nothing that is hidden."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import atlas
from adjudicator import games
from adjudicator.thrones.state.board import Force, Garrison, Placed
from atlas.thrones.drawer import THRONES as DRAWER
from tests.atlas.positions import SHEETS, begun, crowded, shown
from tests.atlas.test_drawing import SVG
from tests.narration.rulebooks import TABLE, wrong_words

WIDE = "mother-of-dragons-targaryen"


@pytest.mark.parametrize("sheet", SHEETS)
def test_everything_on_a_full_board_is_told(sheet: str) -> None:
    view = crowded(sheet=sheet)
    told = atlas.drawer_of(view).lines(view)
    rules = games.edition(SHEETS[sheet][0])
    for area, facts in shown(sheet).items():
        (line,) = [line for line in told if line.startswith(f"{facts.name.en}: ")]
        force = view.board.forces[area]
        for kind in force.units:
            count = force.units[kind] + force.routed.get(kind, 0)
            assert f"{count} × {rules.units[kind].name.en}" in line
        assert rules.orders[view.board.orders[area].order].name.en in line


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_drawing_is_described_by_its_words(sheet: str) -> None:
    view = begun(sheet)
    root = ElementTree.fromstring(atlas.drawer_of(view).draw(view, atlas.Look(language="it")))
    described = root.find(f"{SVG}desc")
    assert described is not None
    assert root.get("aria-describedby") == described.get("id")
    assert (described.text or "").split("\n") == atlas.drawer_of(view).lines(view, "it")
    assert (
        atlas.drawer_of(view).lines(view, "de")
        == atlas.drawer_of(view).lines(view, "en")
        != atlas.drawer_of(view).lines(view, "it")
    )


def test_a_house_and_what_it_holds() -> None:
    view = begun(WIDE)
    board = view.board
    board.forces = {"the-eyrie": Force("arryn", {"knight": 2}), "port-of-the-eyrie": Force("arryn", {"ship": 1})}
    board.tokens, board.garrisons = {"the-fingers": "arryn"}, {"the-eyrie": Garrison("arryn", 4)}
    board.orders = {"the-eyrie": Placed("arryn", "defense+1"), "port-of-the-eyrie": Placed("arryn", "hidden")}
    board.improvements, board.loyalty = {"the-fingers": ["barrel", "crown"]}, {"the-eyrie": 2, "oldtown": 1}
    told = atlas.drawer_of(view).lines(view)
    start = told.index("House Arryn. Victory: 1/7. Power: 7. Supply: 1.")
    assert told[start + 1 : start + 4] == [
        "The Eyrie: 2 × knight, Defense +1, Garrison 4, 2 × Loyalty.",
        "The Fingers: Power token, Barrel, Crown.",
        "Port of The Eyrie: 1 × ship, Order face down.",
    ]
    assert "Oldtown: 1 × Loyalty." in told
    assert "King's Landing: Neutral force 5." in told


def test_a_vassal_is_told_with_its_commander() -> None:
    view = begun("mother-of-dragons")
    view.board.vassals, view.board.commanders = ["greyjoy", "martell"], {"greyjoy": "arryn"}
    told = atlas.drawer_of(view).lines(view, "es")
    (line,) = [line for line in told if line.startswith("Casa Greyjoy (")]
    assert line.startswith("Casa Greyjoy (Vasallo). Comandante: Casa Arryn.")
    assert any(line.startswith("Casa Martell (Vasallo). Comandante: Nadie.") for line in told)


def test_dragons_and_loans_are_told_where_they_are() -> None:
    view = begun(WIDE)
    assert view.board.bank is not None
    view.board.bank.slots = ["pyromancer", "", "spymaster"]
    view.board.bank.loans = {"stark": ["full-host"]}
    view.board.growth = {"dragon": 4}
    told = atlas.drawer_of(view).lines(view)
    assert told[-3:] == [
        "Dragons: 4.",
        "The Iron Bank of Braavos: Pyromancer (1), Spymaster (7).",
        "House Stark: Full Host.",
    ]
    assert not any("Dragons:" in line or "Bank" in line for line in DRAWER.lines(begun("mother-of-dragons")))


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_drawing_has_the_words_of_the_rulebook(sheet: str) -> None:
    edition, view = SHEETS[sheet][0], crowded(sheet=sheet)
    for language in TABLE[edition]:
        for phase in ("westeros", "raids"):
            view.board.phase = phase
            root = ElementTree.fromstring(atlas.drawer_of(view).draw(view, atlas.Look(language=language)))
            assert wrong_words("\n".join(root.itertext()), edition, language) == []
