"""A sheet as a player would write it, said in our structure, and how the battle it plans is resolved."""

from __future__ import annotations

from adjudicator import games
from adjudicator.engine.bulk import Resolver, TurnInput
from adjudicator.engine.decision import Decision, SourcedAnswer
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.sheets.battle import AvoidRule, BladeRule, CardRule, Cards, SupportRule, TakeBackRule, Texts
from adjudicator.thrones.sheets.choices import BidRule, TieRule, Ties
from adjudicator.thrones.sheets.conditions.tree import Condition, parse_condition
from adjudicator.thrones.sheets.losses import Losses, LossRule, RetreatRule
from adjudicator.thrones.sheets.marches import Marches, MarchPlan, Move
from adjudicator.thrones.sheets.muster import Muster, MusterRule, Want
from adjudicator.thrones.sheets.orders import RaidRule, Raids, RavenRule
from adjudicator.thrones.sheets.resolver import resolve
from adjudicator.thrones.sheets.sheet import Sheet, read_sheet, write_sheet
from adjudicator.thrones.sheets.sheet_check import check_sheet
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import Force, Position
from adjudicator.thrones.state.decisions import Orders

FIRST = games.edition("first-edition")
LION = "lannister"


def when(text: str) -> Condition:
    """A condition as the player writes it."""
    return parse_condition(text, FIRST)


def to(area: str, units: dict[str, int] | str = "all") -> Move:
    """Units on their way."""
    return Move(to=area, units=units)  # type: ignore[arg-type]


SHEET = Sheet(
    orders={
        "stoney-sept": "march+1",
        "lannisport": "march+0",
        "harrenhal": "support",
        "riverrun": "defense+1",
        "the-golden-sound": "raid",
    },
    raven=(
        RavenRule(when=when("Sunset Sea has nothing to raid"), area="the-golden-sound", order="support+1"),
        RavenRule(when=when("Seagard has march"), area="riverrun", order="defense+2"),
        RavenRule(),
    ),
    raids=Raids(areas={"the-golden-sound": (RaidRule(targets=("sunset-sea",)), RaidRule())}),
    marches=Marches(
        sequence=("lannisport", "stoney-sept"),
        areas={
            "lannisport": (
                MarchPlan(
                    when=when("Searoad Marches is empty"),
                    moves=(to("searoad-marches", {"footman": 1}), to("stoney-sept", "rest")),
                    leave_token="if-possible",
                ),
                MarchPlan(),
            ),
            "stoney-sept": (
                MarchPlan(
                    when=when("Searoad Marches is Tyrell and not Searoad Marches has support beside it"),
                    moves=(to("searoad-marches", {"footman": 1}),),
                ),
                MarchPlan(
                    when=when("Blackwater is Baratheon and my strength >= theirs + 1"), moves=(to("blackwater"),)
                ),
                MarchPlan(),
            ),
        },
    ),
    support=(
        SupportRule(areas=("harrenhal",)),
        SupportRule(areas=("harrenhal",), whom="stark", against=("baratheon",)),
        SupportRule(areas=("harrenhal",), whom="nobody"),
    ),
    cards=Cards(
        rules=(
            CardRule(role="attacker", cards=("ser-jaime-lannister", "tywin-lannister", "kevan-lannister")),
            CardRule(role="defender", battles=("riverrun",), when=when("lead >= -2"), cards=("tywin-lannister",)),
            CardRule(role="defender", battles=("riverrun",), cards=("cersei-lannister",)),
        ),
        avoid=(
            AvoidRule(
                when=when("opponent can play Loras and fighters = 1 and fighting footmen = 1"),
                cards=("tywin-lannister",),
            ),
        ),
    ),
    blade=(BladeRule(),),
    retreat=(RetreatRule(areas=("lannisport", "harrenhal")),),
    losses=Losses(general=(LossRule(units=("footman", "knight")),)),
)


def river_lands() -> Position:
    """Planning is asked; Lannister's knights in Stoney Sept look at Baratheon's knight in Blackwater."""
    outcome = THRONES.resume(games.start("first-edition", 5, "example"))
    board = outcome.position.board
    board.forces.update(
        {
            "stoney-sept": Force(LION, {"footman": 1, "knight": 1}),
            "harrenhal": Force(LION, {"knight": 1}),
            "riverrun": Force(LION, {"footman": 1}),
            "blackwater": Force("baratheon", {"knight": 1}),
            "sunset-sea": Force("greyjoy", {"ship": 1}),
        }
    )
    board.supply.update(dict.fromkeys(board.houses, 6))
    board.tracks["kings-court"] = [LION, "baratheon", "stark", "tyrell", "greyjoy"]
    return outcome.position


def test_the_example_is_stored_and_accepted() -> None:
    assert read_sheet(write_sheet(SHEET)) == SHEET
    outcome = THRONES.resume(river_lands())
    report = check_sheet(outcome.showing, LION, SHEET, outcome.waiting)
    assert report.errors == ()
    assert report.warnings == ()


def test_the_example_is_carried_out_and_explained() -> None:
    baratheon = Sheet(orders={"blackwater": "defense+1"})
    turn = TurnInput(window="r1-planning", sheets={LION: SHEET, "baratheon": baratheon})
    outcome = THRONES.advance(river_lands(), Resolver(THRONES, turn, None))
    mine = {entry.asked: entry for entry in outcome.entries if entry.seat == LION}
    first, second = [entry for entry in outcome.entries if entry.seat == LION and entry.asked == "resolve-march"]
    assert mine["place-orders"].answer == Orders(SHEET.orders)
    assert first.source.rule == "marches.lannisport[0]"
    assert second.source.rule == "marches.stoney-sept[1]"
    assert [(k.where, k.code) for k in second.source.skipped] == [("marches.stoney-sept[0]", "condition-false")]
    assert mine["give-support"].source.rule == "support[0]"
    assert mine["choose-house-card"].source.rule == "cards.rules[0]"
    battle = next(record.event for record in outcome.records if isinstance(record.event, e.BattleWon))
    assert (battle.area, battle.winner, battle.attacker, battle.defender) == ("blackwater", LION, 10, 6)


WESTEROS = Sheet(
    losses=Losses(
        supply=(
            LossRule(areas=("the-golden-sound",), units=("ship",), keep=1),
            LossRule(areas=("harrenhal",), units=("footman",)),
        ),
        wildlings=(
            LossRule(areas=("sunset-sea",), units=("ship",)),
            LossRule(areas=("stoney-sept",), units=("footman",)),
            LossRule(likings=("cheapest", "farthest-from-home")),
        ),
    ),
    bids={
        "iron-throne": (BidRule(amount=3),),
        "fiefdoms": (BidRule(when=when("throne position is 1"), amount=0), BidRule(amount=2)),
        "kings-court": (BidRule(how="up-to", amount=4, keep=2),),
        "wildlings": (BidRule(amount=2),),
    },
    ties=Ties(tracks=(TieRule(houses=(LION, "tyrell", "stark", "baratheon", "greyjoy")),)),
    texts=Texts(take_back=(TakeBackRule(cards=("tywin-lannister", "ser-jaime-lannister")),)),
    muster=Muster(
        areas={
            "lannisport": (
                MusterRule(wants=(Want(unit="knight"),)),
                MusterRule(wants=(Want(unit="footman"), Want(unit="ship", at="the-golden-sound"))),
            ),
            "harrenhal": (MusterRule(wants=(Want(unit="knight", upgrade=True),)),),
        }
    ),
)


def test_the_westeros_example_decides_what_it_speaks_of() -> None:
    """A game from defaults and this sheet: its bids, losses and musters are the sheet's own."""
    rules = set()

    def oracle(position: Position, decision: Decision) -> SourcedAnswer:
        given = resolve(position, decision, WESTEROS if decision.seat == LION else None)
        if decision.seat == LION and given.source.by == "sheet":
            rules.add(given.source.rule.split("[")[0])
        return given

    for seed in ("one", "two", "three"):
        assert THRONES.advance(games.start("first-edition", 5, seed), oracle).position.board.ending is not None
    assert {"bids.iron-throne", "bids.fiefdoms", "bids.kings-court", "bids.wildlings"} <= rules
    assert {"muster.lannisport", "losses.wildlings"} <= rules
