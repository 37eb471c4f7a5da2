"""Which conditions can never hold: said only where it is sure."""

from __future__ import annotations

import pytest

from adjudicator import games
from adjudicator.engine.chance import Picker
from adjudicator.thrones.sheets.conditions.board_facts import HasToken, Holding
from adjudicator.thrones.sheets.conditions.context import Inapplicable, Scene
from adjudicator.thrones.sheets.conditions.tree import Compare, Condition, Number, parse_condition
from adjudicator.thrones.sheets.warnings.conditions import World, can_hold
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Bank
from tests.adjudicator.bot.test_written_sheets import turns
from tests.adjudicator.sheets.random_sheets import Maker
from tests.adjudicator.sheets.tables import table

FIRST = games.edition("first-edition")


@pytest.mark.parametrize(
    ("text", "possible"),
    [
        ("round > 99", False),
        ("round >= 2", True),
        ("round > 2", False),
        ("riverrun is empty and knights in riverrun >= 1", False),
        ("riverrun is neutral and knights in riverrun >= 1", True),
        ("riverrun is empty and riverrun is held by stark", False),
        ("riverrun is empty and riverrun is neutral", False),
        ("knights in riverrun >= 1 and units in riverrun = 0", False),
        ("knights in riverrun >= 5", False),
        ("knights in riverrun >= 4", True),
        ("riverrun is stark and riverrun is tyrell", False),
        ("riverrun is mine and riverrun is stark", False),
        ("riverrun is mine and riverrun is lannister", True),
        ("riverrun is enemy and riverrun is lannister", False),
        ("riverrun is mine and riverrun is held by tyrell", False),
        ("riverrun is uncontrolled and riverrun is held by tyrell", False),
        ("riverrun has march and riverrun has raid", False),
        ("riverrun has special and riverrun has march", True),
        ("riverrun has raidable and riverrun has march", False),
        ("riverrun has march and not riverrun has order", False),
        ("power > 20", False),
        ("power > 3 and power < 2", False),
        ("power > 3 or power < 2", True),
        ("power >= 3 and (power < 2 or round > 99)", False),
        ("power >= 3 and (power < 2 or round < 99)", True),
        ("not (power >= 0)", False),
        ("not (power >= 1)", True),
        ("iron throne position = 0", False),
        ("iron throne position = 5", True),
        ("iron throne position = 6", False),
        ("odds > 100", False),
        ("lead > lead + 1", False),
        ("lead >= lead", True),
        ("power > tyrell power + 30", False),
        ("power > tyrell power", True),
        ("I hold messenger raven and tyrell holds messenger raven", False),
        ("battle in riverrun and battle in harrenhal", False),
        ("riverrun is mine and not (riverrun is mine)", False),
        ("riverrun is opponent and riverrun is lannister", False),
        ("riverrun has my token and riverrun has tyrell token", False),
    ],
)
def test_what_can_hold(text: str, possible: bool) -> None:
    world = World(table().board, FIRST, "lannister")
    assert can_hold(world, [(parse_condition(text, FIRST), True)]) == possible


LAST_ROUND = ("stark attacked me last round", "lost riverrun last round", "battles won last round > 0")


@pytest.mark.parametrize("text", LAST_ROUND)
def test_the_last_round_is_known_from_the_second_on(text: str) -> None:
    wanted, first, second = [(parse_condition(text, FIRST), True)], table().board, table(round=2).board
    assert not can_hold(World(first, FIRST, "lannister"), wanted)
    assert can_hold(World(second, FIRST, "lannister"), wanted)
    assert can_hold(World(first, FIRST, "lannister", lasting=True), wanted)
    assert not can_hold(
        World(second, games.of_edition("first-edition").edition_under("first-edition", 3), "lannister"), wanted
    )


@pytest.mark.parametrize("text", LAST_ROUND)
def test_interest_of_the_second_round_is_answered_by_the_first(text: str) -> None:
    dragons, board = games.edition("mother-of-dragons"), games.start("mother-of-dragons", 8, "a bank").board
    board.round, board.bank = 1, Bank(["", ""])
    wanted = [(parse_condition(text, dragons), True)]
    assert can_hold(World(board, dragons, "lannister"), wanted)
    assert not can_hold(World(board, dragons, "lannister", raided=True), wanted)


def test_of_several_houses_nothing_is_known() -> None:
    """What one house can have at most says nothing of all of them together."""
    world = World(table().board, FIRST, "lannister")
    rich = Compare(Holding("power", "others"), ">", Number(40))
    assert can_hold(world, [(rich, True)])
    assert can_hold(world, [(HasToken("riverrun", "anyone"), True)])
    assert not can_hold(world, [(Compare(Holding("power", "tyrell"), ">", Number(40)), True)])


def test_what_speaks_for_others_too_is_nobodys() -> None:
    both = parse_condition("riverrun is mine and riverrun is stark", FIRST)
    assert can_hold(World(table().board, FIRST, None), [(both, True)])


@pytest.mark.parametrize("edition", ["first-edition", "second-edition", "mother-of-dragons", "storm-of-swords"])
def test_what_holds_in_some_position_can_hold(edition: str) -> None:
    """Random conditions at rest points of random games: none that holds, or whose opposite does, is impossible."""
    players = max(games.edition(edition).player_counts)
    seen = set()
    for number, shown in enumerate(turns(edition, players, "possible", 3)):
        showing = shown.showing
        house = showing.board.houses[number % players]
        question = d.UseRaven(seat=house, house=house, areas=())
        worlds = [World(showing.board, games.edition(edition), me) for me in (house, None)]
        maker = Maker(Picker(f"{number}", "possible"), sorted(showing.board.forces), house, edition)
        for _ in range(400):
            condition: Condition = maker.condition()
            try:
                truth = condition.holds(Scene(showing, question))
            except Inapplicable:
                continue
            seen.add(truth)
            assert all(can_hold(world, [(condition, truth)]) for world in worlds), condition
    assert seen == {True, False}
