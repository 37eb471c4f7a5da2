"""By what numbers an instruction decided, or was passed over."""

from __future__ import annotations

import msgspec
import pytest

from adjudicator import games
from adjudicator.engine.decision import Source, Weighed
from adjudicator.engine.sheet.conditions import MAX_REASONS
from adjudicator.thrones.rules.marches import options
from adjudicator.thrones.sheets.battle import AvoidRule, CardRule, Cards
from adjudicator.thrones.sheets.conditions.context import Scene
from adjudicator.thrones.sheets.conditions.tree import JUNCTIONS, parse_condition
from adjudicator.thrones.sheets.marches import Marches, MarchPlan, Move, Wish
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Battle
from tests.adjudicator.sheets.tables import asked, table

FIRST = games.edition("first-edition")
LION = "lannister"


def marching(plans: tuple[MarchPlan, ...], wishes: tuple[Wish, ...] = ()) -> Source:
    """Who decides a march from Stoney Sept against one footman of Baratheon in Blackwater, and by what."""
    forces = {"stoney-sept": (LION, {"footman": 1, "knight": 2}), "blackwater": ("baratheon", {"footman": 1})}
    position = table(forces, {"stoney-sept": (LION, "march+1")})
    reached = {"stoney-sept": options(position.board, FIRST, LION, "stoney-sept")}
    question = d.ResolveMarch(seat=LION, house=LION, options=reached)
    areas = {"stoney-sept": plans} if plans else {}
    return asked(question, position, Sheet(marches=Marches(areas=areas, wishes=wishes))).source


def to(text: str, area: str = "blackwater") -> MarchPlan:
    return MarchPlan(when=parse_condition(text, FIRST), moves=(Move(to=area),))


def test_both_sides_of_what_decided_and_of_what_did_not() -> None:
    source = marching((to("lead > 7"), to("lead >= 4 and power >= tyrell power - 1")))
    assert source.rule == "marches.stoney-sept[1]"
    assert source.numbers == (Weighed("lead", 5, ">=", 4), Weighed("power", 5, ">=", 4, "tyrell power"))
    (passed,) = source.skipped
    assert (passed.code, passed.numbers) == ("condition-false", (Weighed("lead", 5, ">", 7),))


def test_a_wish_tells_the_numbers_of_its_own_march() -> None:
    wish = Wish(take=("blackwater",), when=parse_condition("lead >= 2", FIRST))
    source = marching((), (wish,))
    ((what, lead, op, needed, against),) = [msgspec.structs.astuple(one) for one in source.numbers]
    assert (source.rule, what, op, needed, against) == ("marches.wishes[0]", "lead", ">=", 2, "")
    assert lead >= 2


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("power >= 5", [("power", 5, ">=", 5)]),
        ("not power >= 5", [("power", 5, "<", 5)]),
        ("power > 9 or round = 1", [("round", 1, "=", 1)]),
        ("power > 9 or round = 2", [("power", 5, ">", 9), ("round", 1, "=", 2)]),
        ("power > 3 and round = 2", [("round", 1, "=", 2)]),
        ("not (power > 3 and round = 1)", [("power", 5, "<=", 3), ("round", 1, "!=", 1)]),
        ("pyke is empty and power > 3", [("pyke is empty", 1, "", 0), ("power", 5, ">", 3)]),
        ("pyke is empty", []),
        ("power > 3 and lead > 2", []),
        (" and ".join(["power > 3"] * 6), [("power", 5, ">", 3)] * MAX_REASONS),
    ],
)
def test_the_parts_that_decided(text: str, told: list[tuple[str, int, str, int]]) -> None:
    position = table({})
    scene = Scene(position, d.UseRaven(seat=LION, house=LION, areas=()))
    assert [
        (one.what, one.was, one.op, one.needed) for one in JUNCTIONS.reasons(parse_condition(text, FIRST), scene)
    ] == told


def fighting(cards: Cards) -> Source:
    """By what Lannister, three stronger before cards, chooses a card against Baratheon's whole hand."""
    battle = Battle(
        area="blackwater",
        attacker=LION,
        defender="baratheon",
        origin="stoney-sept",
        order="march+0",
        troop={"knight": 2},
    )
    forces = {"blackwater": ("baratheon", {"footman": 1})}
    position = table(forces, {"stoney-sept": (LION, "march+0")}, battle)
    hand = tuple(position.board.hands[LION])
    question = d.ChooseHouseCard(
        seat=LION, house=LION, area="blackwater", role="attacker", opponent="baratheon", choices=hand
    )
    return asked(question, position, Sheet(cards=cards)).source


def test_wishes_for_cards_tell_how_much_is_beaten() -> None:
    source = fighting(Cards(rules=(CardRule(cards=("enough", "likely", "weakest")),)))
    assert [(one.what, one.op, one.needed) for one in source.numbers] == [("enough", ">=", 100)]
    assert source.numbers[0].was == 100
    ranked = fighting(Cards(rules=(CardRule(cards=("tywin-lannister", "enough")),)))
    assert ranked.numbers == ()


def test_cards_to_avoid_are_told_of_when_they_are_in_hand() -> None:
    avoid = AvoidRule(cards=("tywin-lannister", "mace-tyrell"))
    source = fighting(Cards(rules=(CardRule(cards=("strongest",)),), avoid=(avoid,)))
    assert [(one.where, one.code, one.words) for one in source.skipped] == [
        ("cards.avoid[0]", "kept-back", "tywin-lannister")
    ]
    idle = fighting(Cards(rules=(CardRule(cards=("strongest",)),), avoid=(AvoidRule(cards=("mace-tyrell",)),)))
    assert idle.skipped == ()


def test_what_was_stored_before_is_read_still() -> None:
    before = b'{"by":"sheet","rule":"raids.x[0]","skipped":[{"where":"a","code":"b","words":"c"}]}'
    source = msgspec.json.decode(before, type=Source)
    assert (source.numbers, source.skipped[0].numbers) == ((), ())
    assert msgspec.json.encode(source) == before
