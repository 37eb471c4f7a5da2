"""The board in words: all that lies there is said once, of whom it is, in every language, and nothing hidden is."""

from __future__ import annotations

import re
from typing import Any

import pytest

from adjudicator import games
from adjudicator.engine.values import View
from adjudicator.thrones.rules.control import controller
from adjudicator.thrones.state.board import Battle, Board, Force, Garrison, Leader, Placed
from narration.plain import Block, Points, Prose
from narration.thrones.board_words import reference_blocks
from narration.thrones.summary import beside_the_board
from narration.thrones.voice import Voice
from narration.words import LANGUAGES, translator
from tests.narration.boards import EDITIONS, positions, told, views, whole

STORM: Any = games.edition("storm-of-swords")
WESTEROS = [edition for edition in EDITIONS if edition != "btwixt"]
AREA = re.compile(r"[^:;]+? \[[A-Z]+\]")


def fresh(edition: str = "first-edition", seat: str | None = "stark") -> Any:
    """A view of a game that has just begun, to be changed."""
    return games.of_edition(edition).view(
        games.of_edition(edition).resume(games.start(edition, EDITIONS[edition], "boards")).showing, seat
    )


def areas_told(blocks: list[Block], names: list[str]) -> dict[str, list[tuple[str, str]]]:
    """For each area told of: the heading under which it stands, and what is said of it."""
    found: dict[str, list[tuple[str, str]]] = {}
    sections = [(one.text, one.points) for one in blocks[1:-1] if isinstance(one, Points)]
    sections += [("", one.text.partition(": ")[2].rstrip(".").split("; ")) for one in blocks if isinstance(one, Prose)]
    for heading, lines in sections:
        for said in (part for line in lines for part in line.split("; ")):
            name = next((name for name in names if said.startswith(name)), "")
            found.setdefault(name, []).append((heading, said))
    return found


def check_board(view: View, language: str) -> None:
    """Every area with something on it stands once, under its owner, with all that lies there."""
    board: Board = view.board  # type: ignore[assignment]
    edition: Any = games.of_edition(view.edition).edition_played(view.edition, board.modules)
    v = Voice(edition, translator(language), view.seat)
    called = {area: f"{v.area(area)} [{facts.code}]" for area, facts in edition.areas.items()}
    found = areas_told(told(view, language), list(called.values()))
    for area, name in called.items():
        owner = controller(board, edition, area)
        here = [board.forces.get(area), board.tokens.get(area), board.garrisons.get(area)]
        if not any(here):
            continue
        ((heading, said),) = found[name]
        assert owner is not None
        assert heading.startswith(v.house(owner)), (heading, said)
        force, garrison = board.forces.get(area), board.garrisons.get(area)
        if force is not None and force.units:
            assert v.units(force.units) in said
        assert (v.say("Power token") in said) == (area in board.tokens)
        if garrison is not None:
            assert v.say("garrison {n}", n=garrison.strength) in said
        if area in board.orders:
            assert v.order(board.orders[area].order) in said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", WESTEROS)
def test_what_lies_in_an_area_is_said_once_and_whose_it_is(edition: str, language: str) -> None:
    for view in views(edition):
        check_board(view, language)


@pytest.mark.parametrize("edition", WESTEROS)
def test_tracks_power_supply_and_cards_are_said(edition: str) -> None:
    for view in views(edition):
        board: Any = view.board
        rules: Any = games.of_edition(view.edition).edition_played(view.edition, board.modules)
        v, blocks = Voice(rules, translator("en"), view.seat), told(view)
        assert isinstance(blocks[0], Points)
        for line, track in zip(blocks[0].points, rules.tracks, strict=False):
            houses = re.findall("|".join(v.house(house) for house in board.houses), line)
            assert line.startswith(v.track(track))
            assert houses == [v.house(house) for house in board.tracks[track]]
        for house in board.houses:
            name = f"{v.house(house)} (you):" if house == view.seat else f"{v.house(house)}:"
            (head,) = [one.text for one in blocks if isinstance(one, Points) and one.text.startswith(name)]
            assert f"Power {board.power[house]}." in head or house in board.vassals
            assert f"Supply {board.supply[house]}:" in head
            held = head.partition("In hand: ")[2].partition("Discarded:")[0]
            assert held.count("(") == len(board.hands.get(house, ()))


def test_reader_comes_first_with_borders_of_their_own() -> None:
    blocks = told(fresh(seat="greyjoy"))
    assert isinstance(blocks[1], Points)
    assert blocks[1].text.startswith("Greyjoy (you):")
    around = blocks[-1]
    assert isinstance(around, Points)
    assert [AREA.match(line).group() for line in around.points] == [  # type: ignore[union-attr]
        "Greywater Watch [GW]",
        "Pyke [PY]",
        "Ironman's Bay [IB]",
    ]
    assert around.points[1] == (
        "Pyke [PY]: you Ironman's Bay~*; by ship: you Greywater Watch*; nobody Flint's Finger [FF], Seagard [SG], "
        "Riverrun [RR]"
    )
    spectator = told(fresh(seat=None))
    assert isinstance(spectator[-1], Prose)
    assert "(you)" not in whole(spectator)


def test_pieces_of_others_in_an_area_say_whose_they_are() -> None:
    view = fresh()
    board: Board = view.board
    board.forces["pyke"] = Force("stark", {"knight": 1}, {"footman": 2})
    board.tokens["pyke"], board.garrisons["pyke"] = "lannister", Garrison("greyjoy", 2)
    board.orders["pyke"], board.orders["winterfell"] = Placed("stark", "raid"), Placed("stark", "hidden")
    board.improvements["karhold"], board.loyalty["karhold"] = ["barrel"], 2
    board.leaders = {"robb": Leader("stark", "pyke", active=True)}
    text = whole(told(view))
    assert (
        "Pyke [PY] (stronghold, 1 barrel, 1 crown): 1 knight, 2 footmen routed, robb, turned, Raid, "
        "garrison 2 of Greyjoy, Power token of Lannister"
    ) in text
    assert "Winterfell [WF] (stronghold, 1 barrel, 1 crown): 1 footman and 1 knight, an order face down" in text
    assert "Karhold [KH] (1 barrel, 1 crown): 2 loyalty tokens" in text


def test_what_holds_for_the_round_is_said() -> None:
    view = fresh()
    board: Board = view.board
    board.phase, board.bans, board.spent, board.wildlings = "marches", ["raid"], ["valyrian-blade"], 8
    board.revealed = {"1": "mustering"}
    board.neutral["sunspear"] = 1000
    board.battle = Battle(
        "pyke", "stark", "greyjoy", "winterfell", "march-1", {"footman": 1}, cards={"stark": "robb-stark"}
    )
    text = whole(told(view))
    for line in (
        "Wildlings: 8 of 12",
        "Westeros cards: Mustering (In turn order every house musters in its cities and strongholds)",
        "Forbidden this round: Raid orders",
        "the Valyrian steel blade has been used this round",
        (
            "Stark attacks Greyjoy in Pyke [PY] from Winterfell [WF] with 1 footman; Stark, so "
            "far 2: 1 footman (1), March −1 (−1), Robb Stark (2); Greyjoy, so far 3: 1 footman "
            "(1), 1 knight (2)"
        ),
        "Not in play: Sunspear.",
    ):
        assert line in text.split("\n")
    assert "Orders of each house" not in text
    assert "Orders of each house" in whole(told(fresh()))


def test_vassals_are_said_with_who_commands_them() -> None:
    view = fresh("mother-of-dragons", "stark")
    view.board.vassals, view.board.commanders = ["greyjoy", "martell"], {"greyjoy": "stark"}
    blocks = told(view)
    heads = [one.text for one in blocks if isinstance(one, Points)]
    assert any(head.startswith("Greyjoy: commanded by Stark. Supply") for head in heads)
    assert any(head.startswith("Martell: commanded by nobody. Supply") for head in heads)
    assert isinstance(blocks[-1], Points)
    assert any(line.startswith("Pyke [PY]: Greyjoy ") for line in blocks[-1].points)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_is_said_with_the_readers_hand_and_nobody_elses(language: str) -> None:
    for position, waiting in positions("btwixt"):
        hands, board = position.hidden.hands, position.board
        for seat in board.houses[:2]:
            view: Any = games.of(position).view(position, seat, waiting)
            text = whole(told(view, language))
            mine = {*view.hand, *view.own, *(one.card for pile in board.piles.values() for one in pile)}
            edition: Any = games.edition("btwixt")
            names = {card: facts.name.say(language) for card, facts in edition.influence.items()}
            open_to_all = {names[card] for card in mine}
            for card in view.hand:
                assert names[card] in text
            for card in {card for house, hand in hands.items() if house != seat for card in hand}:
                if names[card] not in open_to_all:
                    assert f"{names[card]} (" not in text
            for council, held in board.councils.items():
                for ally in held.allies:
                    assert text.count(edition.allies[ally].name.say(language)) >= 1, council


def test_token_numbers_are_told_as_far_as_known() -> None:
    view = fresh("btwixt", None)
    houses = view.board.houses
    council = f"{houses[0]}-{houses[1]}"
    view.seat, view.seen = houses[0], {council: [3, 1]}
    assert "you have seen 3, 1" in whole(told(view))
    view.board.opened = {council: [1, 3]}
    assert "with the numbers 1, 3" in whole(told(view))
    assert "you have seen" not in whole(told(view))


@pytest.mark.parametrize(
    ("seat", "line"),
    [
        ("stark", "Winterfell [WF]: along an arrow: nobody Moat Cailin [MC]"),
        ("baratheon", "along an arrow of Baratheon: "),
        ("greyjoy", "along an arrow of Greyjoy: "),
    ],
)
def test_arrows_and_fords_are_told_apart_from_borders(seat: str, line: str) -> None:
    """Marches alone go along arrows, and in storms nobody crosses a ford."""
    view = fresh("storm-of-swords", seat)
    said = [one for block in told(view, "en") if isinstance(block, Points) for one in block.points]
    assert any(line in one for one in said), said
    blocks = reference_blocks(view.board, "storm-of-swords", Voice(STORM, translator("en"), seat))
    borders = {one.partition(" [")[0]: one.partition("]: ")[2] for one in blocks[0].points}  # type: ignore[union-attr]
    assert borders["Winterfell"] == "along an arrow: Moat Cailin"
    assert borders["King's Landing"].endswith("; along an arrow of Baratheon: Dragonstone; over a ford: Kingswood")
    assert "arrow" not in borders["Harrenhal"]
    assert "ford" not in borders["Harrenhal"]


def test_leaders_say_by_which_order_they_are_turned() -> None:
    titles = dict(beside_the_board(fresh("storm-of-swords").board, Voice(STORM, translator("en"), "stark")))
    assert "Robb Stark in The Twins (1, turned 2 and 1 sword, activated by Raid orders)" in titles["Leaders"][0]
