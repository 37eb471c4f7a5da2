"""Battles ahead of a sheet: both sums before cards, support that is known, the card that is played."""

from __future__ import annotations

from adjudicator.thrones.battle_ahead import BattleAhead, battles_ahead, left_open
from adjudicator.thrones.sheets.battle import CardRule, Cards
from adjudicator.thrones.sheets.marches import Marches, MarchPlan, Move
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state.visibility import view
from tests.adjudicator.sheets.tables import table

FORCES = {
    "winterfell": ("stark", {"footman": 1, "knight": 1}),
    "white-harbor": ("stark", {"footman": 1}),
    "moat-cailin": ("greyjoy", {"footman": 2}),
    "greywater-watch": ("lannister", {"footman": 1}),
}
ATTACK = Sheet(
    orders={"winterfell": "march+1", "white-harbor": "support"},
    marches=Marches(areas={"winterfell": (MarchPlan(moves=(Move(to="moat-cailin"),)),)}),
)


def ahead(sheet: Sheet, house: str = "stark", *, phase: str = "planning", **board: object) -> dict[str, BattleAhead]:
    """The battles ahead of a house by area, each the first there."""
    position = table(FORCES, phase=phase, **board)
    battles: dict[str, BattleAhead] = {}
    for battle in battles_ahead(view(position, house), house, [sheet]):
        battles.setdefault(battle.area, battle)
    return battles


def sums(battle: BattleAhead) -> tuple[int, int]:
    return sum(item.value for item in battle.attack), sum(item.value for item in battle.defence)


def test_planned_attack_counts_orders_of_the_sheet() -> None:
    battle = ahead(ATTACK)["moat-cailin"]

    assert (battle.attacker, battle.defender, battle.origin, battle.certain) == ("stark", "greyjoy", "winterfell", True)
    # A footman, a knight, the order, a supporting footman.
    assert sums(battle) == (1 + 2 + 1 + 1, 2)


def test_plan_without_a_march_order_is_no_attack() -> None:
    assert "moat-cailin" not in ahead(Sheet(marches=ATTACK.marches, orders={"winterfell": "defense+1"}))


def test_area_without_an_order_supports_nobody() -> None:
    battle = ahead(Sheet(orders={**ATTACK.orders, "white-harbor": "none"}, marches=ATTACK.marches))["moat-cailin"]

    assert sums(battle) == (1 + 2 + 1, 2)


def test_default_card_is_said_where_no_rule_names_one() -> None:
    battles = ahead(ATTACK)

    # In attack the weakest that surely wins, in defence the strongest.
    assert (battles["moat-cailin"].cards, battles["moat-cailin"].default) == ((), "greatjon-umber")
    assert (battles["white-harbor"].cards, battles["white-harbor"].default) == ((), "eddard-stark")


def test_remarks_name_the_card_of_the_default_or_the_bot() -> None:
    seen = view(table(FORCES, phase="planning"), "stark")

    assert [remark.words for remark in left_open(seen, "stark", [ATTACK])] == [
        "moat-cailin: you chose no card, so the default plays greatjon-umber.",
        "If you are attacked: you chose no card, so the default plays eddard-stark.",
    ]
    assert [remark.code for remark in left_open(seen, "stark", [ATTACK], bot=True)] == ["bot-plays"]


def test_no_remark_is_made_where_standing_orders_choose() -> None:
    seen, standing = (
        view(table(FORCES, phase="planning"), "stark"),
        Sheet(cards=Cards(rules=(CardRule(cards=("weakest",)),))),
    )

    assert left_open(seen, "stark", [ATTACK, standing]) == ()


def test_rule_names_the_card_and_its_backup() -> None:
    wishes = ("robb-stark", "weakest")
    sheet = Sheet(orders=ATTACK.orders, marches=ATTACK.marches, cards=Cards(rules=(CardRule(cards=wishes),)))

    battle = ahead(sheet)["moat-cailin"]

    assert (battle.cards[0], len(battle.cards), battle.default) == ("robb-stark", 2, "")


def test_rule_for_defence_leaves_an_attack_open() -> None:
    rule = CardRule(role="defender", cards=("robb-stark",))
    sheet = Sheet(orders=ATTACK.orders, marches=ATTACK.marches, cards=Cards(rules=(rule,)))

    battles = ahead(sheet)

    assert battles["moat-cailin"].default == "greatjon-umber"
    assert battles["white-harbor"].cards == ("robb-stark",)


def test_threat_is_counted_without_an_unknown_order() -> None:
    battle = ahead(Sheet(orders={"white-harbor": "defense+1"}))["white-harbor"]

    assert (battle.attacker, battle.origin, battle.certain) == ("greyjoy", "moat-cailin", False)
    assert sums(battle) == (2, 1 + 1)
    assert {item.what for item in battle.attack} == {"unit"}


def test_revealed_orders_show_who_can_attack_or_support() -> None:
    position = table(
        FORCES,
        {
            "winterfell": ("stark", "march+1"),
            "moat-cailin": ("greyjoy", "raid"),
            "greywater-watch": ("lannister", "support"),
        },
    )
    sheet = Sheet(marches=ATTACK.marches)

    battles = {one.area: one for one in battles_ahead(view(position, "stark"), "stark", [sheet])}

    assert list(battles) == ["moat-cailin"]
    assert [(item.house, item.area, item.value) for item in battles["moat-cailin"].support] == [
        ("lannister", "greywater-watch", 1)
    ]


def test_no_battle_is_ahead_in_a_westeros_phase() -> None:
    assert ahead(ATTACK, phase="westeros") == {}
