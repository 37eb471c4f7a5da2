"""Whether conditions hold, on one small position; and that nothing hidden is looked at."""

from __future__ import annotations

import pytest

from adjudicator import games
from adjudicator.thrones.sheets.conditions.context import Attempt, Inapplicable, Scene
from adjudicator.thrones.sheets.conditions.tree import parse_condition
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Battle, Force, Position
from tests.adjudicator.sheets.tables import table

FIRST = games.edition("first-edition")


def board(*, battle: bool = True) -> Position:
    """Lannister attacks Baratheon in Blackwater from Stoney Sept."""
    position = table(
        {
            "stoney-sept": ("lannister", {"footman": 1}),
            "harrenhal": ("lannister", {"footman": 2}),
            "blackwater": ("baratheon", {"knight": 1, "footman": 1}),
            "the-reach": ("tyrell", {"knight": 1}),
            "pyke": ("greyjoy", {"footman": 1}),
        },
        {
            "stoney-sept": ("lannister", "march+1"),
            "harrenhal": ("lannister", "support"),
            "blackwater": ("baratheon", "defense+2"),
            "the-reach": ("tyrell", "support+1"),
        },
    )
    if battle:
        position.board.battle = Battle(
            area="blackwater",
            attacker="lannister",
            defender="baratheon",
            origin="stoney-sept",
            order="march+1",
            troop={"knight": 1},
            pledges={"harrenhal": "attacker"},
        )
    position.board.bids = {"iron-throne": {"lannister": 3, "tyrell": 1}}
    position.board.discards["lannister"] = [position.board.hands["lannister"].pop(0)]
    position.board.tokens = {"riverrun": "lannister"}
    position.board.revealed = {"I": "supply"}
    position.board.bans = ["raid"]
    position.board.forces["pyke"].routed = {"ship": 1}
    return position


def scene(position: Position, house: str = "lannister") -> Scene:
    """The board as a house sees it."""
    return Scene(position, d.UseRaven(seat=house, house=house, areas=()))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("always", True),
        ("never", False),
        ("round = 1", True),
        ("wildlings = 0", True),
        ("blackwater is baratheon", True),
        ("blackwater is enemy", True),
        ("blackwater is opponent", True),
        ("blackwater is empty", False),
        ("searoad marches is empty", True),
        ("searoad marches is uncontrolled", True),
        ("riverrun is mine", True),
        ("riverrun is empty", True),
        ("winterfell is stark", True),
        ("kings landing is neutral", True),
        ("kings landing is empty", False),
        ("kings landing is uncontrolled", True),
        ("blackwater is held by opponent", True),
        ("riverrun is held by me", False),
        ("riverrun has my token", True),
        ("riverrun has enemy token", False),
        ("blackwater has defense", True),
        ("blackwater has defense+2", True),
        ("blackwater has defense+1", False),
        ("blackwater has special", True),
        ("pyke has order", False),
        ("blackwater has support beside", True),
        ("blackwater has enemy support beside", True),
        ("blackwater has my support beside", True),
        ("blackwater has stark support beside", False),
        ("units in pyke = 2", True),
        ("ships in pyke = 1", True),
        ("knights in searoad marches = 0", True),
        ("defence of blackwater = 5", True),
        ("defence of kings landing = 5", True),
        ("defence of riverrun = 0", True),
        ("strength = 5", True),
        ("enemy strength = 5", True),
        ("lead = 0", True),
        ("attacker strength = defender strength", True),
        ("fighters = 1 and fighting knight = 1", True),
        ("enemy fighters = 2 and enemy fighting footmen = 1", True),
        ("the reach has something to raid", True),
        ("blackwater has something to raid", False),
        ("power = 5", True),
        ("cards = 6", True),
        ("opponent cards = 7", True),
        ("supply = 2", True),
        ("settlements < barrels + 5", True),
        ("tyrell crowns >= 0", True),
        ("settlements = 3 and baratheon settlements = 1", True),
        ("tyrell barrels = 2 and baratheon barrels = 3", True),
        ("crowns = 3 and baratheon crowns = 1", True),
        ("throne position = 2", True),
        ("opponent throne position = 1", True),
        ("throne bid = 3", True),
        ("tyrell throne bid = 1", True),
        ("wildlings bid = 0", True),
        ("I hold raven", True),
        ("opponent holds throne", True),
        ("opponent holds stannis", True),
        ("opponent holds loras", False),
        ("I hold tywin", False),
        ("tywin is discarded", True),
        ("tywin is played", False),
        ("attacking", True),
        ("defending", False),
        ("opponent is baratheon", True),
        ("defender is opponent", True),
        ("battle in blackwater", True),
        ("battle in pyke", False),
        ("supply is revealed", True),
        ("mustering is revealed", False),
        ("raid is banned", True),
        ("march is banned", False),
    ],
)
def test_what_holds(text: str, wanted: bool) -> None:
    assert parse_condition(text, FIRST).holds(scene(board())) is wanted


def test_without_a_battle_there_is_no_opponent_and_no_lead() -> None:
    quiet = scene(board(battle=False))
    for text in ("opponent is baratheon", "attacking", "opponent holds stannis", "blackwater is opponent"):
        assert not parse_condition(text, FIRST).holds(quiet)
    for text in ("lead > 0", "strength > 0", "opponent power > 0"):
        with pytest.raises(Inapplicable):
            parse_condition(text, FIRST).holds(quiet)


def test_bystanders_see_both_sides_strength_but_have_none() -> None:
    bystander = scene(board(), "tyrell")
    assert parse_condition("attacker strength >= 5 and defender strength = 5", FIRST).holds(bystander)
    with pytest.raises(Inapplicable):
        parse_condition("strength > 0", FIRST).holds(bystander)


def test_an_attempt_counts_units_order_and_sure_support() -> None:
    attack = scene(board(battle=False))
    attack.attempt = Attempt("stoney-sept", "blackwater", {"footman": 1})
    assert attack.strength("me") == 1 + 1 + 2
    assert attack.strength("enemy") == 2 + 1 + 2
    assert parse_condition("fighters = 1 and enemy fighting knights = 1", FIRST).holds(attack)
    attack.attempt = Attempt("stoney-sept", "kings-landing", {"footman": 1})
    assert attack.strength("enemy") == 5
    attack.attempt = Attempt("stoney-sept", "searoad-marches", {"footman": 1})
    assert (attack.strength("me"), attack.strength("enemy")) == (2, 0)


def test_routed_defenders_do_not_count() -> None:
    position = board(battle=False)
    position.board.forces["blackwater"] = Force("baratheon", {"footman": 1}, {"knight": 1})
    assert scene(position).defence("blackwater") == 3


class Poison:
    """Something that nobody may look at."""

    def __getattr__(self, name: str) -> object:
        raise AssertionError(f"a condition looked at hidden {name}")


def test_conditions_never_look_at_what_is_hidden() -> None:
    position = board()
    position.hidden = position.progress = Poison()  # type: ignore[assignment]
    watching = scene(position)
    for case in test_what_holds.pytestmark[0].args[1]:  # type: ignore[attr-defined]
        parse_condition(case[0], FIRST).holds(watching)
