"""Beginnings of lines for the questions that wait: a line that says only the answer is read behind one of them."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from adjudicator import games
from adjudicator.thrones.state.decisions import PickEffect
from narration.narrators import narrator_of
from narration.typed_sheets import read_sheet_text
from narration.words import translator
from tests.narration.typing.scenes import scene, turns

TABLES = [
    ("first-edition", 5),
    ("second-edition", 6),
    ("storm-of-swords", 4),
    ("mother-of-dragons", 4),
    ("mother-of-dragons", 8),
    ("btwixt", 5),
]
# Questions of a game that are looked at.
MAX_TURNS = 150


def examples(shown: Any, decision: Any) -> list[str]:
    """What lines a letter shows for one question, in English and with ids."""
    rules, board = games.edition(shown.showing.edition), shown.showing.board
    narrator = narrator_of(rules)
    v = narrator.voice(rules, translator("en"), decision.seat)
    return list(narrator.examples(decision.id, [decision], board, decision.seat, "stepwise", v))


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_a_prompt_and_an_example_answer_each_question(edition: str, players: int) -> None:
    """What is read is about the question itself: it decides, or is judged and cannot be done."""
    rules, notation = games.edition(edition), narrator_of(games.edition(edition)).notation
    assert notation is not None
    for shown in islice(turns(edition, players, "stepwise"), MAX_TURNS):
        game, board = games.of(shown.showing), shown.showing.board
        for decision in shown.waiting:
            seat = decision.seat
            window = game.window(shown.showing, shown.waiting[0], "stepwise")
            asked = game.own_questions(window, shown.waiting, seat)
            prompts = notation.prompts(asked)
            assert decision in asked
            assert prompts
            (line,) = examples(shown, decision)
            sheet = read_sheet_text(line, rules, board.modules, house=seat, board=board, decisions=asked).sheet
            assert line.startswith(prompts), (line, prompts)
            source = game.resolve_decision(shown.position, decision, sheet, None).source
            judged = any(note.code not in game.not_meant for note in source.skipped)
            assert judged or source.by in ("sheet", "forced"), (line, decision, source)


@pytest.mark.parametrize(
    ("name", "prompts"),
    [
        ("second-edition 6 baratheon turn 1 stepwise", ("ORDERS",)),
        ("second-edition 6 baratheon", ()),
        ("btwixt 5 tyrion turn 2 stepwise", ("BID",)),
        ("btwixt 5 tyrion", ()),
    ],
)
def test_prompts_are_of_turns_that_ask_question_by_question(name: str, prompts: tuple[str, ...]) -> None:
    notation = narrator_of(games.edition(scene(name).edition)).notation

    assert notation is not None
    assert notation.prompts(scene(name).asked) == prompts


@pytest.mark.parametrize("edition", ["second-edition", "btwixt"])
def test_every_kind_of_decision_has_a_prompt(edition: str) -> None:
    notation = narrator_of(games.edition(edition)).notation
    assert notation is not None
    others = notation.behalf.statements if notation.behalf is not None else ()
    answered = {kind for one in (*notation.statements, *others) for kind in one.decisions}

    assert answered == {*games.of_edition(edition).decision_kinds}


def test_questions_of_one_rule_begin_with_what_each_is_about() -> None:
    notation = narrator_of(games.edition("second-edition")).notation
    assert notation is not None

    about = [
        PickEffect(id=f"d{at}", seat="stark", house="stark", because="port", choices=("1", "0"), subject=area)
        for at, area in enumerate(("port-of-winterfell", "port-of-white-harbor"))
    ]

    assert notation.prompts(about[:1]) == ("CHOOSE port:",)
    assert notation.prompts(about) == ("CHOOSE port-of-winterfell:", "CHOOSE port-of-white-harbor:")
