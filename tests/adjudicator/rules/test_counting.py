"""What is counted on the board: pieces of a battle, where a march may go, and what a random march may leave behind."""

from __future__ import annotations

from adjudicator import games
from adjudicator.engine.chance import Picker
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.rules.marches import options
from adjudicator.thrones.rules.supply import piece_count
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Battle, Force
from adjudicator.thrones.state.edition import LOANS
from tests.adjudicator.sheets.tables import table

FIRST = games.edition("first-edition")


def test_units_that_attack_are_pieces_on_the_board() -> None:
    forces = {"winterfell": ("stark", {"knight": 2, "footman": 1}), "karhold": ("greyjoy", {"knight": 1})}
    fight = Battle(
        area="karhold", attacker="stark", defender="greyjoy", origin="winterfell", order="march+0", troop={"knight": 2}
    )
    position = table(forces, battle=fight)
    position.board.forces["winterfell"] = Force("stark", {"knight": 1}, {"knight": 1})
    assert piece_count(position.board, "stark", "knight") == 4
    assert piece_count(position.board, "greyjoy", "knight") == 1
    position.board.battle = None
    assert piece_count(position.board, "stark", "knight") == 2


def test_nothing_marches_from_an_area_without_own_standing_units() -> None:
    position = table({"winterfell": ("stark", {"footman": 1})})
    assert options(position.board, FIRST, "stark", "winterfell")
    assert options(position.board, FIRST, "lannister", "winterfell") == ()
    assert options(position.board, FIRST, "stark", "karhold") == ()
    position.board.forces["winterfell"] = Force("stark", {}, {"footman": 1})
    assert options(position.board, FIRST, "stark", "winterfell") == ()


def test_some_random_marches_leave_a_token_and_some_do_not() -> None:
    position = table({"moat-cailin": ("stark", {"footman": 1})}, {"moat-cailin": ("stark", "march+0")})
    question = d.ResolveMarch(
        seat="stark",
        house="stark",
        options={"moat-cailin": options(position.board, FIRST, "stark", "moat-cailin")},
    )
    legal = THRONES.legal_answers(position, question)
    marches = [legal.sample(Picker("march", str(number))) for number in range(60)]
    assert {march.leave_token for march in marches if march.moves} == {True, False}


def test_only_editions_with_a_bank_have_a_deck_of_loans() -> None:
    having = [name for name in THRONES.editions if LOANS in games.edition(name).every_deck]
    assert having == ["mother-of-dragons"]
