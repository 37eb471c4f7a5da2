"""Tactics cards: every card of every house does what it says, and none is known before all are turned up."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from adjudicator import games
from adjudicator.engine.bulk import Pace
from adjudicator.engine.chance import Picker, with_seed
from adjudicator.engine.decision import Decision, SourcedAnswer
from adjudicator.engine.step import Outcome
from adjudicator.selfplay import random_player
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.rules.apply import battle_deeds
from adjudicator.thrones.rules.driver import window
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.rules.storm import hostages, tactics
from adjudicator.thrones.scenario.building import build
from adjudicator.thrones.scenario.form import read_scenario
from adjudicator.thrones.sheets.choices import ChoiceRule
from adjudicator.thrones.sheets.orders import RaidRule, Raids
from adjudicator.thrones.sheets.resolver import resolve
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state import decisions as d, events as e
from adjudicator.thrones.state.board import Aid, Battle, Board, Deed, Leader, Position
from adjudicator.thrones.state.components import TacticsCard
from adjudicator.thrones.state.decisions import March, Pick, Raid
from adjudicator.thrones.state.edition import Edition

STORM, FIRST = "storm-of-swords", "first-edition"
MODULES = {STORM: [], FIRST: ["tactics"]}
PLAYERS = {STORM: 4, FIRST: 5}


STORM_AREAS = tuple(games.edition(STORM).areas)


def start(name: str, seed: str = "tactics") -> Position:
    return games.start(name, PLAYERS[name], seed, MODULES[name])


def cards() -> list[tuple[str, str, str]]:
    """Every card of every house that is played, on each board."""
    found = []
    for name in (STORM, FIRST):
        board = start(name).board
        assert board.tactics is not None
        found += [(name, house, card) for house, deck in board.tactics.decks.items() for card in deck]
    return found


CARDS = cards()


def chosen_by(house: str, card: str, seed: str = "others") -> Callable[[Position, Decision], SourcedAnswer | None]:
    """A house chooses a card; all else is random, until the raids begin."""
    player = random_player(Picker(seed, "players"))

    def oracle(position: Position, decision: Decision) -> SourcedAnswer | None:
        given: SourcedAnswer | None = player(position, decision)
        if position.board.phase not in ("planning", "raven", "tactics"):
            return None
        if isinstance(decision, d.PickEffect) and decision.because == tactics.TACTICS and decision.house == house:
            assert card in decision.choices
            return SourcedAnswer(Pick(card), given.source) if given is not None else None
        return given

    return oracle


def test_there_are_as_many_cards_as_the_box_holds() -> None:
    """44 with those of House Martell, who is played on neither board."""
    kinds = {(house, card) for _, house, card in CARDS}
    assert len(kinds) == 44 - 6
    by_board = {name: {house: 0 for one, house, _ in CARDS if one == name} for name in (STORM, FIRST)}
    for name, house, _ in CARDS:
        by_board[name][house] += 1
    assert set(by_board[STORM].values()) == {7}
    assert set(by_board[FIRST].values()) == {6}


@pytest.mark.parametrize(("name", "house", "card"), CARDS)
def test_every_card_is_chosen_and_lasts(name: str, house: str, card: str) -> None:
    outcome = THRONES.advance(start(name), chosen_by(house, card))
    board, edition = outcome.showing.board, edition_of(outcome.showing)
    revealed = next(r.event for r in outcome.records if isinstance(r.event, e.TacticsRevealed))
    assert revealed.cards[house] == card
    assert tactics.has_lasting_effect(board, edition, house, edition.tactics[card].effect)
    EFFECTS[edition.tactics[card].effect](outcome, house, edition.tactics[card])


def battle_of(board: Board, attacker: str, defender: str, area: str) -> Battle:
    return Battle(area=area, attacker=attacker, defender=defender, origin="", order="march+0")


def other_than(board: Board, house: str) -> str:
    return next(one for one in board.houses if one != house)


def counts(board: Board, edition: Edition, battle: Battle, house: str) -> int:
    return sum(item.value for item in tactics.battle_items(board, edition, battle, house))


def place(edition: Edition, *, settled: bool) -> str:
    lands = (area for area in edition.areas.values() if area.kind == "land")
    return next(area.id for area in lands if (area.settlement != "none") == settled)


def _careful(outcome: Outcome[Position], house: str, card: TacticsCard) -> None:
    board = outcome.showing.board
    assert tactics.more_stars(board, edition_of(outcome.showing), house) == 1
    assert board.tactics is not None
    gained = [r.event for r in outcome.records if isinstance(r.event, e.PowerGained)]
    assert (card.id in {event.because for event in gained}) or len(board.tactics.open[house]) == 2


def _control(outcome: Outcome[Position], house: str, card: TacticsCard) -> None:
    board, edition = outcome.showing.board, edition_of(outcome.showing)
    other = other_than(board, house)
    board.tactics.open[other] = []  # type: ignore[union-attr]
    city, land = place(edition, settled=True), place(edition, settled=False)
    assert counts(board, edition, battle_of(board, house, other, city), house) == 2
    assert counts(board, edition, battle_of(board, house, other, land), house) == 0
    assert counts(board, edition, battle_of(board, other, house, city), house) == 0
    assert sum(i.value for i in tactics.march_items(board, edition, house, March(land), city)) == 2
    assert edition.hooks.bid_bonus(board, edition, house, "fiefdoms") == 1


def _hold(outcome: Outcome[Position], house: str, card: TacticsCard) -> None:
    board, edition = outcome.showing.board, edition_of(outcome.showing)
    other = other_than(board, house)
    board.tactics.open[other] = []  # type: ignore[union-attr]
    city, land = place(edition, settled=True), place(edition, settled=False)
    assert counts(board, edition, battle_of(board, other, house, city), house) == 2
    assert counts(board, edition, battle_of(board, other, house, land), house) == 1
    assert counts(board, edition, battle_of(board, house, other, city), house) == 0


def _asked_or_moot(kind: type[Decision]) -> Callable[[Outcome[Position], str, TacticsCard], None]:
    def check(outcome: Outcome[Position], house: str, card: TacticsCard) -> None:
        """Whatever it asks at once was asked of this house alone; conformance cases say what comes of it."""
        asked = [one for one in outcome.answers if one.asked == kind.__struct_config__.tag]
        assert not asked or house in {one.seat for one in asked}

    return check


def _ransom(outcome: Outcome[Position], house: str, card: TacticsCard) -> None:
    """With a hostage of another house it brings 2 Power."""
    position = build(
        read_scenario(
            f'edition = "{STORM}"\nplayers = 4\nagenda = ["tactic house=stark"]\n[setup.storm]\n'
            'leaders = { asha-greyjoy = "cell stark" }\ntactics = { stark = "secure-hostages" }'
        )
    )
    assert THRONES.resume(position).waiting


def _objective(outcome: Outcome[Position], house: str, card: TacticsCard) -> None:
    board, edition = outcome.showing.board, edition_of(outcome.showing)
    area = card.values["area"]
    board.forces.pop(area, None)
    board.garrisons.pop(area, None)
    board.tokens[area] = house
    assert tactics.met(board, edition, house, card)
    board.tokens[area] = other_than(board, house)
    assert not tactics.met(board, edition, house, card)


EFFECTS: dict[str, Callable[[Outcome[Position], str, TacticsCard], None]] = {
    "careful-planning": _careful,
    "control-westeros": _control,
    "forge-alliances": _asked_or_moot(d.PickEffect),
    "hold-territory": _hold,
    "manage-troops": _asked_or_moot(d.MoveTroops),
    "secure-hostages": _ransom,
    "support-allies": _asked_or_moot(d.PickEffect),
    "objective": _objective,
}


def test_kinds_of_objectives() -> None:
    position = start(STORM)
    board, edition = position.board, edition_of(position)
    motto = edition.tactics["hear-me-roar"]

    def asks(**values: object) -> TacticsCard:
        return TacticsCard(id="a", name=motto.name, text="", effect="objective", values=values)

    any_of = asks(kind="control-any-of", areas=["riverrun", "lannisport"])
    assert tactics.met(board, edition, "lannister", any_of)
    assert not tactics.met(board, edition, "stark", any_of)
    won = asks(kind="win-battle-as-attacker")
    assert not tactics.met(board, edition, "stark", won)
    board.deeds = [Deed("stark", "attacked", "greyjoy", "seagard"), Deed("greyjoy", "beat", "stark", "seagard")]
    assert not tactics.met(board, edition, "stark", won)
    assert not tactics.met(board, edition, "greyjoy", won)  # as the defender
    board.deeds += [Deed("stark", "beat", "greyjoy", "seagard")]
    assert tactics.met(board, edition, "stark", won)
    assert not tactics.met(board, edition, "stark", asks(kind="win-battle-as-attacker", areas=["pyke"]))


@pytest.mark.parametrize("pace", ["stepwise", ("pick-effect",)])
def test_all_choose_in_one_turn_where_it_stops(pace: Pace) -> None:
    outcome = THRONES.resume(start(STORM))
    assert [one.seat for one in outcome.waiting] == ["lannister", "stark", "baratheon", "greyjoy"]
    assert {window(outcome.showing, one, pace) for one in outcome.waiting} == {outcome.waiting[0].id}


@pytest.mark.parametrize("pace", ["bulk", "raven", "house-cards"])
def test_cards_and_orders_belong_to_one_turn(pace: Pace) -> None:
    outcome = THRONES.resume(start(STORM))
    assert {window(outcome.showing, one, pace) for one in outcome.waiting} == {"r1-planning"}
    laid = THRONES.advance(outcome.position, cards_alone)
    assert {type(one) for one in laid.waiting} == {d.PlaceOrders}
    assert {window(laid.showing, one, pace) for one in laid.waiting} == {"r1-planning"}


def cards_alone(position: Position, decision: Decision) -> SourcedAnswer | None:
    return None if isinstance(decision, d.PlaceOrders) else THRONES.bot_answer(position, decision)


def test_nobody_else_sees_a_card_before_all_are_turned_up() -> None:
    outcome = THRONES.advance(start(STORM), cards_alone)
    assert outcome.showing.board.tactics is not None
    assert outcome.showing.board.tactics.laid
    assert not outcome.showing.board.tactics.open
    for record in outcome.records:
        if isinstance(record.event, e.Decided):
            seats = [*outcome.showing.board.houses, None]
            assert [seat for seat in seats if games.record_for_seat(record, seat) is not None] == [record.event.seat]
        else:
            assert not isinstance(record.event, e.TacticsRevealed)
    chosen = [entry.answer.choice for entry in outcome.answers if isinstance(entry.answer, Pick)]
    assert len(chosen) == 4


def test_orders_are_foreseen_during_cards_with_their_star() -> None:
    outcome = THRONES.resume(start(STORM))
    (foreseen,) = THRONES.foreseen(outcome.showing, "stark")
    assert isinstance(foreseen, d.PlaceOrders)
    assert foreseen.stars == 1  # none by its place on the King's Court
    laid = THRONES.advance(outcome.position, cards_alone)
    assert THRONES.foreseen(laid.showing, "stark") == []


def test_a_sheet_says_which_card() -> None:
    outcome = THRONES.resume(start(STORM))
    asked = next(one for one in outcome.waiting if one.seat == "stark")
    rules = {"tactics": (ChoiceRule(pick=("support-allies", "hold-territory")),)}
    given = resolve(outcome.showing, asked, Sheet(choices=rules))
    assert given.answer == Pick("hold-territory")
    assert given.source.by == "sheet"
    report = THRONES.check_sheet(outcome.showing, "stark", Sheet(choices=rules), outcome.waiting)
    assert report.errors == ()
    odd = THRONES.check_sheet(outcome.showing, "stark", Sheet(choices={"tactic": ()}), outcome.waiting)
    assert [one.code for one in odd.errors] == ["unknown-card"]


def test_without_a_word_the_last_card_is_chosen() -> None:
    outcome = THRONES.resume(start(STORM))
    asked = next(one for one in outcome.waiting if isinstance(one, d.PickEffect) and one.seat == "stark")
    assert resolve(outcome.showing, asked, None).answer == Pick(asked.choices[-1])


def test_one_card_alone_is_no_choice() -> None:
    position = start(STORM)
    assert position.board.tactics is not None
    position.board.tactics.decks["lannister"] = ["hold-territory"]
    outcome = THRONES.resume(position)
    assert [one.seat for one in outcome.waiting] == ["stark", "baratheon", "greyjoy"]
    assert {window(outcome.showing, one, "stepwise") for one in outcome.waiting} == {outcome.waiting[0].id}
    laid = THRONES.advance(outcome.position, cards_alone)
    forced = [r.event for r in laid.records if isinstance(r.event, e.Decided) and r.event.source["by"] == "forced"]
    assert [(one.seat, one.answer["choice"]) for one in forced] == [("lannister", "hold-territory")]


def test_a_hostage_of_nobody_else_brings_nothing() -> None:
    position = start(STORM)
    position.board.leaders = {"robb-stark": Leader("stark", cell="lannister")}
    assert hostages.hostages_of(position.board, "lannister", "stark") == ["robb-stark"]
    assert hostages.hostages_of(position.board, "greyjoy", "stark") == []


def test_help_from_afar_is_noted_like_support() -> None:
    position = start(FIRST)
    battle = battle_of(position.board, "lannister", "greyjoy", "riverrun")
    battle.aid.append(Aid("tyrell", "defender", "support-allies", 1))
    position.board.battle = battle
    won = e.BattleWon(
        area="riverrun",
        winner="greyjoy",
        loser="lannister",
        by="strength",
        attacker=1,
        defender=2,
        attacker_items=(),
        defender_items=(),
        swords=0,
        fortifications=0,
        losses=0,
    )
    assert battle_deeds(position, won)[1:] == [
        Deed("tyrell", "supported", "greyjoy", "riverrun"),
        Deed("tyrell", "opposed", "lannister", "riverrun"),
    ]


RAIDERS = """
edition = "storm-of-swords"
players = 4
agenda = ["raid"]
[setup]
clear = true
units.greyjoy = { seagard = "F1" }
units.stark = { moat-cailin = "F1", kingsroad = "F1" }
orders.greyjoy = { seagard = "raid-special" }
orders.stark = { moat-cailin = "support", kingsroad = "consolidate-power" }
[setup.storm]
alliances = { greyjoy = "mercenary-raiders" }
"""


def test_the_bot_and_sheets_send_the_raiders_once() -> None:
    outcome = THRONES.resume(build(read_scenario(RAIDERS)))
    (asked,) = outcome.waiting
    assert THRONES.bot_answer(outcome.showing, asked).answer in (
        Raid("seagard", ("kingsroad",)),
        Raid("seagard", ("moat-cailin",)),
    )
    rule = RaidRule(targets=("moat-cailin", "kingsroad"))
    given = resolve(outcome.showing, asked, Sheet(raids=Raids(areas={"seagard": (rule,)})))
    assert given.answer == Raid("seagard", ("moat-cailin",))
    assert [skip.code for skip in given.source.skipped] == ["raiders-go-once"]


ONWARD = """
edition = "storm-of-swords"
players = 4
agenda = ["march"]
[setup]
clear = true
power = { greyjoy = 3 }
units.greyjoy = { cape-of-eagles = "F1" }
orders.greyjoy = { cape-of-eagles = "march+0" }
[setup.storm]
tactics = { greyjoy = "manage-troops" }
"""


def test_the_bot_goes_on_where_more_is_to_be_won() -> None:
    def to_seagard(position: Position, decision: Decision) -> SourcedAnswer | None:
        if isinstance(decision, d.ResolveMarch):
            given = THRONES.bot_answer(position, decision)
            return SourcedAnswer(March("cape-of-eagles", {"seagard": {"footman": 1}}), given.source)
        return None

    outcome = THRONES.advance(build(read_scenario(ONWARD)), to_seagard)
    (asked,) = outcome.waiting
    assert isinstance(asked, d.MoveTroops)
    # Without a salt the bot has no tastes.
    showing = with_seed(outcome.showing, "")
    assert THRONES.bot_answer(showing, asked).answer == March(
        "seagard", {"the-twins": {"footman": 1}}, leave_token=True
    )
    showing.board.tokens = dict.fromkeys(STORM_AREAS, "greyjoy")
    assert THRONES.bot_answer(showing, asked).answer == March("seagard")
