"""House cards, the blade, card texts, losses and retreats from sheets."""

from __future__ import annotations

import pytest

from adjudicator import games
from adjudicator.thrones.sheets.battle import (
    AvoidRule,
    BladeRule,
    CardRule,
    Cards,
    DiscardRule,
    KnightRule,
    RemoveOrderRule,
    TakeBackRule,
    Texts,
)
from adjudicator.thrones.sheets.conditions.tree import Condition, parse_condition
from adjudicator.thrones.sheets.losses import Losses, LossRule, RetreatRule
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Battle, Force, Position
from adjudicator.thrones.state.decisions import AreaChoice, CardChoice, Piece, YesNo
from tests.adjudicator.sheets.tables import asked, story, table

FIRST = games.edition("first-edition")
LION = "lannister"
HAND = ("tywin-lannister", "ser-jaime-lannister", "kevan-lannister", "cersei-lannister")


def when(text: str) -> Condition:
    """A condition from its text."""
    return parse_condition(text, FIRST)


def fight(*, fighting: bool = True) -> Position:
    """Tyrell attacks Lannister in Riverrun; or everything but the battle."""
    battle = Battle(
        area="riverrun", attacker="tyrell", defender=LION, origin="stoney-sept", order="march+0", troop={"knight": 2}
    )
    return table(
        {
            "riverrun": (LION, {"footman": 2, "knight": 1}),
            "lannisport": (LION, {"footman": 2}),
            "harrenhal": (LION, {"footman": 1}),
            "seagard": ("greyjoy", {"footman": 1}),
        },
        {
            "riverrun": (LION, "defense+1"),
            "seagard": ("greyjoy", "support"),
            "the-reach": ("tyrell", "march-1"),
            "highgarden": ("tyrell", "support+1"),
        },
        battle if fighting else None,
    )


def card_question(role: str = "defender") -> d.ChooseHouseCard:
    return d.ChooseHouseCard(seat=LION, house=LION, area="riverrun", role=role, opponent="tyrell", choices=HAND)


@pytest.mark.parametrize(
    ("cards", "wanted", "by", "skipped"),
    [
        (Cards(), "tywin-lannister", "default", []),
        (Cards(rules=(CardRule(cards=("tyrion-lannister", "kevan-lannister")),)), "kevan-lannister", "sheet", []),
        (
            Cards(
                rules=(
                    CardRule(role="attacker", cards=HAND),
                    CardRule(opponents=("stark",), cards=HAND),
                    CardRule(battles=("pyke",), cards=HAND),
                    CardRule(when=when("lead >= 0"), cards=HAND),
                    CardRule(cards=("vargo-hoat",)),
                    CardRule(when=when("opponent can play loras"), cards=("weakest",)),
                )
            ),
            "cersei-lannister",
            "sheet",
            ["not-this-battle"] * 3 + ["condition-false", "card-not-in-hand"],
        ),
        (
            Cards(rules=(CardRule(cards=("strongest",), exclude=("tywin-lannister",)),)),
            "ser-jaime-lannister",
            "sheet",
            [],
        ),
        (
            Cards(
                rules=(CardRule(cards=("tywin-lannister",)),),
                avoid=(AvoidRule(cards=("tywin-lannister",), opponents=("tyrell",)),),
            ),
            "ser-jaime-lannister",
            "default",
            ["kept-back", "card-not-in-hand"],
        ),
        (
            Cards(
                rules=(CardRule(cards=("tywin-lannister",)),),
                avoid=(AvoidRule(cards=HAND), AvoidRule(when=when("round > 5"), cards=HAND)),
            ),
            "tywin-lannister",
            "sheet",
            ["condition-false"],
        ),
    ],
)
def test_house_cards(cards: Cards, wanted: str, by: str, skipped: list[str]) -> None:
    position = fight()
    position.board.forces["riverrun"].units = {"footman": 1}
    given = asked(card_question(), position, Sheet(cards=cards))
    assert (given.answer, given.source.by) == (CardChoice(wanted), by)
    assert [skip.code for skip in given.source.skipped] == skipped


def test_default_cards_are_strong_in_defence_and_weak_in_attack() -> None:
    assert asked(card_question("attacker"), fight(), None).answer == CardChoice("cersei-lannister")
    last = d.ChooseHouseCard(
        seat=LION, house=LION, area="riverrun", role="defender", opponent="tyrell", choices=("vargo-hoat",)
    )
    assert story(asked(last, fight(), None)) == ("forced", "", [])


@pytest.mark.parametrize(
    ("rules", "lead", "fiefdoms", "wanted"),
    [
        ((), -1, [LION, "tyrell"], True),
        ((), -1, ["tyrell", LION], False),
        ((), 0, ["tyrell", LION], True),
        ((), 0, [LION, "tyrell"], False),
        ((), 1, ["tyrell", LION], False),
        ((), -2, [LION, "tyrell"], False),
        ((BladeRule(),), -1, [LION, "tyrell"], True),
        ((BladeRule(use="never"),), -1, [LION, "tyrell"], False),
        ((BladeRule(use="always"),), 3, [LION, "tyrell"], True),
        ((BladeRule(use="always", when=when("round > 4")), BladeRule()), 3, [LION, "tyrell"], False),
    ],
)
def test_the_blade(rules: tuple[BladeRule, ...], lead: int, fiefdoms: list[str], wanted: bool) -> None:
    position = fight()
    position.board.tracks["fiefdoms"] = fiefdoms
    decision = d.UseBlade(seat=LION, house=LION, area="riverrun", lead=lead)
    assert asked(decision, position, Sheet(blade=rules)).answer == YesNo(wanted)


@pytest.mark.parametrize(
    ("rules", "wanted", "skipped"),
    [
        ((), None, []),
        ((TakeBackRule(cards=("tywin-lannister", "vargo-hoat")),), "vargo-hoat", []),
        ((TakeBackRule(cards=("strongest",)),), "ser-jaime-lannister", []),
        ((TakeBackRule(because=("maester-luwin",), cards=("strongest",)),), None, ["not-this-text"]),
        ((TakeBackRule(cards=("tywin-lannister",)), TakeBackRule()), None, ["card-not-discarded"]),
    ],
)
def test_taking_a_card_back(rules: tuple[TakeBackRule, ...], wanted: str | None, skipped: list[str]) -> None:
    choices = ("vargo-hoat", "ser-jaime-lannister")
    decision = d.TakeBackCard(seat=LION, house=LION, because="wildlings", choices=choices)
    given = asked(decision, fight(), Sheet(texts=Texts(take_back=rules)))
    assert given.answer == CardChoice(wanted)
    assert [skip.code for skip in given.source.skipped] == skipped


@pytest.mark.parametrize(
    ("rule", "wanted", "by"),
    [
        (RemoveOrderRule(), "highgarden", "sheet"),
        (RemoveOrderRule(areas=("the-reach", "highgarden")), "the-reach", "sheet"),
        (RemoveOrderRule(types=("march", "support")), "the-reach", "sheet"),
        (RemoveOrderRule(types=("support+1",)), "highgarden", "sheet"),
        (RemoveOrderRule(owners=("greyjoy", "opponent")), "seagard", "sheet"),
        (RemoveOrderRule(owners=("opponent",), types=("march",)), "the-reach", "sheet"),
        (RemoveOrderRule(types=("raid",)), None, "default"),
        (RemoveOrderRule(decline=True), None, "sheet"),
    ],
)
def test_removing_an_order(rule: RemoveOrderRule, wanted: str | None, by: str) -> None:
    choices = ("highgarden", "seagard", "the-reach")
    decision = d.RemoveOrder(seat=LION, house=LION, card="asha-greyjoy", choices=choices, optional=True)
    given = asked(decision, fight(), Sheet(texts=Texts(remove_order=(rule,))))
    assert (given.answer, given.source.by) == (AreaChoice(wanted), by)


def test_a_removal_that_must_be_made_is_made() -> None:
    decision = d.RemoveOrder(
        seat=LION, house=LION, card="cersei-lannister", choices=("highgarden", "the-reach"), optional=False
    )
    declines = Sheet(texts=Texts(remove_order=(RemoveOrderRule(decline=True),)))
    given = asked(decision, fight(), declines)
    assert given.answer == AreaChoice("highgarden")
    assert story(given) == ("default", "", [("texts.remove_order[0]", "area-not-a-choice")])


def test_other_texts() -> None:
    texts = Texts(
        discard=(DiscardRule(cards=("mace-tyrell", "ser-loras-tyrell")),),
        knight=(KnightRule(when=when("round > 3"), use=False), KnightRule()),
    )
    discard = d.DiscardFromHand(
        seat=LION,
        house=LION,
        card="melisandre-of-asshai",
        victim="tyrell",
        cost=1,
        choices=("ser-loras-tyrell", "queen-of-thorns"),
    )
    knight = d.KnightFootman(seat=LION, house=LION, card="renly-baratheon", area="riverrun")
    assert asked(discard, fight(), Sheet(texts=texts)).answer == CardChoice("ser-loras-tyrell")
    assert asked(discard, fight(), None).answer == CardChoice(None)
    assert asked(knight, fight(), Sheet(texts=texts)).answer == YesNo(True)
    assert asked(knight, fight(), None).answer == YesNo(False)


UNITS = (
    Piece("harrenhal", "footman"),
    Piece("lannisport", "footman"),
    Piece("riverrun", "footman"),
    Piece("riverrun", "knight"),
)


@pytest.mark.parametrize(
    ("rules", "wanted", "by"),
    [
        ((), UNITS[0], "default"),
        ((LossRule(areas=("lannisport",), units=("footman",)),), UNITS[1], "sheet"),
        ((LossRule(areas=("pyke",)), LossRule(units=("ship", "knight"))), UNITS[3], "sheet"),
        ((LossRule(areas=("riverrun", "harrenhal")),), UNITS[2], "sheet"),
        ((LossRule(likings=("dearest",)),), UNITS[3], "sheet"),
        ((LossRule(likings=("nearest-home",)),), UNITS[1], "sheet"),
        ((LossRule(likings=("cheapest", "farthest-from-home")),), UNITS[0], "sheet"),
        ((LossRule(likings=("largest-army", "cheapest")),), UNITS[2], "sheet"),
        ((LossRule(likings=("smallest-army",)),), UNITS[0], "sheet"),
        ((LossRule(areas=("harrenhal",), keep=1), LossRule(areas=("lannisport",), keep=1)), UNITS[1], "sheet"),
        ((LossRule(when=when("round > 2")),), UNITS[0], "default"),
    ],
)
def test_losing_units(rules: tuple[LossRule, ...], wanted: Piece, by: str) -> None:
    decision = d.LoseToWildlings(seat=LION, house=LION, choices=UNITS, owed=2)
    given = asked(decision, fight(fighting=False), Sheet(losses=Losses(wildlings=rules)))
    assert (given.answer, given.source.by) == (wanted, by)


def test_general_losses_follow_special_ones_but_not_for_enemies() -> None:
    sheet = Sheet(losses=Losses(supply=(LossRule(areas=("pyke",)),), general=(LossRule(units=("knight",)),)))
    supply = d.DisbandForSupply(seat=LION, house=LION, choices=UNITS)
    assert story(asked(supply, fight(fighting=False), sheet)) == (
        "sheet",
        "losses.general[0]",
        [("losses.supply[0]", "no-such-unit")],
    )
    standing, lying = Piece("riverrun", "footman"), Piece("riverrun", "footman", routed=True)
    kill = d.KillFootman(seat="tyrell", house="tyrell", choices=(standing, lying), card="ser-loras-tyrell")
    assert asked(kill, fight(), sheet).answer == standing
    routed = Sheet(losses=Losses(kill=(LossRule(likings=("routed",)),)))
    assert asked(kill, fight(), routed).answer == lying


@pytest.mark.parametrize(
    ("rules", "wanted", "by"),
    [
        ((), "lannisport", "default"),
        ((RetreatRule(areas=("winterfell", "harrenhal")),), "harrenhal", "sheet"),
        ((RetreatRule(areas=("harrenhal",), battles=("pyke",)),), "lannisport", "default"),
        ((RetreatRule(areas=("winterfell",)),), "lannisport", "default"),
    ],
)
def test_retreats(rules: tuple[RetreatRule, ...], wanted: str, by: str) -> None:
    decision = d.RetreatTo(
        seat=LION, house=LION, area="riverrun", choices=("harrenhal", "lannisport", "searoad-marches")
    )
    given = asked(decision, fight(), Sheet(retreat=rules))
    assert (given.answer, given.source.by) == (AreaChoice(wanted), by)


def test_default_retreat_prefers_army_then_own_ground_then_data() -> None:
    choices = ("stoney-sept", "harrenhal", "searoad-marches", "lannisport")
    decision = d.RetreatTo(seat=LION, house=LION, area="riverrun", choices=choices)
    position = fight()
    board = position.board
    for area in choices:
        board.forces.pop(area, None)
        board.tokens.pop(area, None)
    # Its home is its own without a unit; another's army there is no company.
    assert asked(decision, position, None).answer == AreaChoice("lannisport")
    board.tokens["harrenhal"] = LION
    first = min(("harrenhal", "lannisport"), key=list(FIRST.areas).index)
    assert asked(decision, position, None).answer == AreaChoice(first)
    board.forces["stoney-sept"] = Force(LION, {"footman": 1})
    assert asked(decision, position, None).answer == AreaChoice("stoney-sept")
    board.forces["searoad-marches"] = Force(LION, {"footman": 2})
    assert asked(decision, position, None).answer == AreaChoice("searoad-marches")
    board.forces["searoad-marches"] = Force("tyrell", {"footman": 2})
    assert asked(decision, position, None).answer == AreaChoice("stoney-sept")
