"""Cards and attacks weighed: what surely wins, what likely does, the odds, and what others could lend."""

from __future__ import annotations

import pytest

from adjudicator.thrones.rules.marches import options
from adjudicator.thrones.sheets.battle import CardRule, Cards
from adjudicator.thrones.sheets.conditions.context import Attempt, Inapplicable, Scene, odds
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Battle, Position
from adjudicator.thrones.state.decisions import CardChoice
from tests.adjudicator.sheets.tables import asked, table
from tests.adjudicator.sheets.test_traps import FIRST, LION, when


def by_strength(cards: tuple[str, ...] | list[str]) -> list[str]:
    return sorted(cards, key=lambda card: -FIRST.cards[card].strength)


def battle(mine: int, theirs: int, hands: dict[str, list[str]] | None = None, **board: object) -> Position:
    """Lannister attacks Baratheon in Blackwater with so many footmen each, all cards in hand but where said."""
    position = table(
        {"blackwater": ("baratheon", {"footman": theirs}), "stoney-sept": (LION, {"footman": 1})},
        {"stoney-sept": (LION, "march+0")},
        Battle("blackwater", LION, "baratheon", "stoney-sept", "march+0", {"footman": mine}),
        **board,
    )
    position.board.hands |= hands or {}
    position.board.spent = ["valyrian-blade"]
    return position


def played(position: Position, *wishes: str, exclude: tuple[str, ...] = ()) -> str | None:
    """The card that Lannister plays by these wishes."""
    hand = tuple(position.board.hands[LION])
    question = d.ChooseHouseCard(
        seat=LION, house=LION, area="blackwater", role="attacker", opponent="baratheon", choices=hand
    )
    rules = (CardRule(cards=wishes, exclude=exclude),)
    answer = asked(question, position, Sheet(cards=Cards(rules=rules))).answer
    assert isinstance(answer, CardChoice)
    return answer.card


def weakest(position: Position) -> str:
    return by_strength(position.board.hands[LION])[-1]


def test_enough_is_the_weakest_card_that_always_wins() -> None:
    assert played(battle(9, 1), "enough") == weakest(battle(9, 1))
    tight = battle(2, 1, {"baratheon": ["stannis-baratheon"]}, holders={})
    found = played(tight, "enough")
    assert found is not None
    assert FIRST.cards[found].strength + 2 >= FIRST.cards["stannis-baratheon"].strength + 1


def test_where_nothing_is_enough_the_next_wish_counts() -> None:
    lost = battle(1, 9)
    assert played(lost, "enough", "weakest") == weakest(lost)
    assert played(lost, "enough", "likely", "strongest") == by_strength(lost.board.hands[LION])[0]
    assert played(lost, "best") == weakest(lost)


def test_likely_beats_half_of_what_the_other_can_play() -> None:
    even = battle(1, 1)
    found = played(even, "likely", "strongest")
    assert found not in (None, weakest(even))
    assert (
        played(even, "best", exclude=(by_strength(even.board.hands[LION])[0],))
        != by_strength(even.board.hands[LION])[0]
    )


def scene(position: Position, units: dict[str, int] | None = None) -> Scene:
    """What Lannister sees when it is asked for a march from stoney-sept to Blackwater with these units."""
    reached = {"stoney-sept": options(position.board, FIRST, LION, "stoney-sept")}
    found = Scene(position, d.ResolveMarch(seat=LION, house=LION, options=reached))
    if units is not None:
        found.attempt = Attempt("stoney-sept", "blackwater", units)
    return found


def attack(defenders: dict[str, int], *lent: tuple[str, str], **board: object) -> Position:
    """Blackwater defended by Baratheon; `lent` are houses with a footman and a Support order beside it."""
    forces = {"blackwater": ("baratheon", defenders), "stoney-sept": (LION, {"footman": 2, "knight": 1})}
    forces |= {area: (house, {"footman": 1}) for area, house in lent}
    orders = {area: (house, "support") for area, house in lent} | {"stoney-sept": (LION, "march+0")}
    position = table(forces, orders, **board)
    position.board.spent = ["valyrian-blade"]
    return position


@pytest.mark.parametrize(
    ("text", "true"),
    [
        ("sure", True),
        ("likely", True),
        ("odds >= 60", True),
        ("odds = 100", False),
        ("lead = 3", True),
        ("my best card >= opponent best card", True),
        ("opponent worst card < opponent middling card", True),
        ("baratheon best card = 3", True),
    ],
)
def test_an_attack_is_weighed_by_both_hands(text: str, true: bool) -> None:
    seen = scene(attack({"footman": 1}), {"footman": 2, "knight": 1})
    assert when(text).holds(seen) == true


def test_odds_grow_with_the_lead() -> None:
    bands = ({"footman": 1}, {"footman": 2}, {"footman": 2, "knight": 1})
    found = [odds(scene(attack({"footman": 1}), units)) for units in bands]
    assert found == sorted(set(found))


def test_what_others_could_lend_makes_a_win_less_than_sure() -> None:
    units = {"footman": 2}
    assert when("sure").holds(scene(attack({"footman": 1}), units))
    lent = attack({"footman": 1}, ("the-reach", "tyrell"), ("crackclaw-point", "stark"))
    assert not when("sure").holds(scene(lent, units))
    assert when("likely").holds(scene(lent, units))
    assert when("lead with all support = 3").holds(scene(lent, units))
    assert when("lead against all support = -1").holds(scene(lent, units))
    own = attack({"footman": 1}, ("the-reach", "baratheon"), ("harrenhal", LION))
    assert when("lead with all support = lead").holds(scene(own, units))


def test_empty_goals_are_sure_and_neutral_ones_if_overcome() -> None:
    empty = scene(table({"stoney-sept": (LION, {"footman": 1})}, {"stoney-sept": (LION, "march+0")}), {"footman": 1})
    assert when("sure and likely and odds = 100").holds(empty)
    for force, true in ((1, True), (3, False)):
        position = table({"stoney-sept": (LION, {"footman": 1})}, {"stoney-sept": (LION, "march+0")})
        position.board.neutral["blackwater"] = force
        seen = scene(position, {"footman": 1})
        assert when("sure").holds(seen) == when("odds = 100").holds(seen) == true


def test_without_an_attack_nothing_is_weighed() -> None:
    for text in ("sure", "likely", "odds > 0", "lead with all support > 0"):
        with pytest.raises(Inapplicable):
            when(text).holds(scene(attack({"footman": 1})))


@pytest.mark.parametrize(
    ("order", "true"), [("march+0", True), ("march-1", False), ("support", False), ("march+1", True)]
)
def test_areas_are_threatened_by_marches_of_equal_strength(order: str, true: bool) -> None:
    position = table(
        {"stoney-sept": (LION, {"footman": 1}), "blackwater": ("baratheon", {"footman": 1})},
        {"stoney-sept": (LION, "march+0"), "blackwater": ("baratheon", order)},
    )
    assert when("stoney-sept is threatened").holds(scene(position)) == true


def test_own_marches_threaten_and_leaving_units_defend_nothing() -> None:
    forces = {"stoney-sept": (LION, {"footman": 2}), "riverrun": (LION, {"knight": 2})}
    orders = dict.fromkeys(("stoney-sept", "riverrun"), (LION, "march+0"))
    assert not when("stoney-sept is threatened").holds(scene(table(forces, orders)))
    beside = table(
        forces | {"blackwater": ("baratheon", {"footman": 1})}, orders | {"blackwater": ("baratheon", "march+0")}
    )
    assert not when("stoney-sept is threatened").holds(scene(beside))
    leaving = scene(beside)
    leaving.attempt = Attempt("stoney-sept", "harrenhal", {"footman": 2})
    assert when("stoney-sept is threatened").holds(leaving)
    arriving = scene(beside)
    arriving.attempt = Attempt("riverrun", "stoney-sept", {"knight": 2})
    assert not when("stoney-sept is threatened").holds(arriving)
