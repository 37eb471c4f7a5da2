"""What tactics and alliance cards ask is known before they ask it, and a sheet can say where allied units go."""

from __future__ import annotations

from adjudicator import games
from adjudicator.engine.chance import Picker
from adjudicator.engine.decision import Decision, SourcedAnswer
from adjudicator.selfplay import random_player
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.rules.storm.tactics import TACTICS
from adjudicator.thrones.scenario.building import build
from adjudicator.thrones.scenario.form import read_scenario
from adjudicator.thrones.sheets.choices import ChoiceRule
from adjudicator.thrones.sheets.effects.cards import Effect
from adjudicator.thrones.sheets.effects.table import EFFECTS, question_sources
from adjudicator.thrones.sheets.name_book import name_book
from adjudicator.thrones.sheets.resolver import resolve
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Position
from adjudicator.thrones.state.decisions import Recruit, Recruits

STORM = games.edition("storm-of-swords")


def _effect(because: str) -> Effect | None:
    card = STORM.tactics.get(because) or STORM.alliances.get(because)
    return EFFECTS.get(card.effect if card is not None else because)


def asked_in(seed: str) -> set[str]:
    """Plays a game at random; every choice of a card is one that its effect offers. The cards that asked."""
    player, met = random_player(Picker(seed, "players")), set()

    def oracle(position: Position, decision: Decision) -> SourcedAnswer | None:
        if isinstance(decision, d.PickEffect) and (effect := _effect(decision.because)) is not None:
            edition, board = edition_of(position), position.board
            card = STORM.tactics.get(decision.because) or STORM.alliances.get(decision.because)
            offers = effect.offers(board, edition, decision.house, card)
            offered = {choice for choices in offers.values() for choice in choices}
            if card is not None or decision.because == TACTICS:
                assert set(decision.choices) <= offered, decision
                met.add(decision.because)
            if decision.because in STORM.tactics:
                assert decision.because in {one.because for one in question_sources(board, edition, decision.house)}
        return player(position, decision)

    THRONES.advance(games.start("storm-of-swords", 4, seed), oracle)
    return met


def test_whole_games_ask_nothing_else() -> None:
    met = {card for seed in ("one", "two", "three", "four", "five", "six", "seven", "eight") for card in asked_in(seed)}
    assert {TACTICS, "careful-planning", "forge-alliances"} <= met
    assert len(met & set(STORM.alliances)) >= 4


def test_what_lies_on_top_and_what_is_held_is_offered() -> None:
    outcome = THRONES.resume(games.start("storm-of-swords", 4, "tops"))
    board = outcome.showing.board
    assert board.realm is not None
    known = {one.because: one for one in question_sources(board, STORM, "stark")}
    tops = {card for card in board.realm.tops.values() if STORM.alliances[card].effect in EFFECTS}
    assert tops <= set(known)
    assert known[TACTICS].offers[""] == tuple(board.tactics.decks["stark"]) if board.tactics is not None else False
    # So may be what lies deeper, or is held by others; what came once asks no more.
    assert {card.id for card in STORM.alliances.values() if card.effect == "plots"} <= set(known)
    assert "frey-leadership" not in known


def test_names_of_cards_are_known() -> None:
    book = name_book(STORM)
    assert book.find("Hold Territory", "tactic") == "hold-territory"
    assert book.find("Esercito degli Arryn", "alliance") == "arryn-army"
    assert "arryn" in book.ids_of_sorts(["deck"])


ARMY = """
edition = "storm-of-swords"
players = 4
agenda = ["tactic house=stark"]
[setup]
clear = true
supply = { stark = 4 }
decks = { arryn = "arryn-army" }
units.stark = { moat-cailin = "F1", kingsroad = "F1" }
[setup.storm]
tactics = { stark = "forge-alliances" }
"""


def test_a_sheet_says_where_allied_units_go() -> None:
    position = build(read_scenario(ARMY))
    rules = {
        "forge-alliances": (ChoiceRule(pick=("arryn",)),),
        "arryn-army": (ChoiceRule(pick=("raventree", "kingsroad")),),
    }
    sheet = Sheet(choices=rules)
    given: list[object] = []

    def oracle(at: Position, decision: Decision) -> SourcedAnswer | None:
        given.append(resolve(at, decision, sheet))
        return given[-1]  # type: ignore[return-value]

    outcome = THRONES.advance(position, oracle)
    placed = outcome.answers[-1].answer
    assert placed == Recruits((Recruit("kingsroad", "allied-footman", "kingsroad"),) * 2)
    assert outcome.answers[-1].source.rule == "choices.arryn-army[0]"
    assert THRONES.check_sheet(outcome.showing, "stark", sheet, []).errors == ()


def test_without_a_word_they_go_home_or_to_the_first_area() -> None:
    outcome = THRONES.advance(
        build(read_scenario(ARMY)),
        lambda at, decision: resolve(at, decision, Sheet(choices={"forge-alliances": (ChoiceRule(pick=("arryn",)),)})),
    )
    assert outcome.showing.board.forces["moat-cailin"].units == {"footman": 1, "allied-footman": 2}


def test_the_bot_forges_early_and_fears_for_his_cities() -> None:
    outcome = THRONES.resume(games.start("storm-of-swords", 4, "steward"))
    for decision in outcome.waiting:
        given = THRONES.bot_answer(outcome.showing, decision)
        assert given.source.rule.endswith("suits us best")
    rich = next(one for one in outcome.waiting if one.seat == "stark")
    outcome.showing.board.power["stark"] = 0
    assert THRONES.bot_answer(outcome.showing, rich).answer.choice != "forge-alliances"
    outcome.showing.board.tokens["riverrun"] = "stark"
    outcome.showing.board.neutral.pop("riverrun")
    assert THRONES.bot_answer(outcome.showing, rich).answer.choice == "motto-winter-is-coming"


def test_written_sheets_choose_the_card_that_the_bot_would() -> None:
    outcome = THRONES.resume(games.start("storm-of-swords", 4, "written"))
    for decision in outcome.waiting:
        sheet = THRONES.suggest_sheet(THRONES.view(outcome.showing, decision.seat, outcome.waiting))
        wanted = THRONES.bot_answer(outcome.showing, decision).answer
        assert resolve(outcome.showing, decision, sheet).answer == wanted
        report = THRONES.check_sheet(outcome.showing, decision.seat, sheet, outcome.waiting)
        assert report.errors == ()
