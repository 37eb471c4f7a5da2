"""A family without a notation of its own: its sheets are JSON as text, with what is said of a whole sheet around it."""

from __future__ import annotations

import pytest

from adjudicator import games
from adjudicator.engine.decision import Unreadable
from narration.narrators import narrator_of
from narration.typed_sheets import read_sheet_text, sheet_text
from narration.words import translator
from tests.families.auction import Sheet


def test_its_mails_have_no_board_of_words() -> None:
    rules = games.edition("auction")
    v = narrator_of(rules).voice(rules, translator("en"))
    view = games.of_edition("auction").view(games.start("auction", 3, "words"), None)
    assert narrator_of(v.edition).board(view, v) == []


def test_its_sheets_are_json() -> None:
    rules, sheet = games.edition("auction"), Sheet(lots={"lamp": 3}, otherwise=1)
    text = sheet_text(sheet, rules, (), "it")
    script = read_sheet_text(f"{text}\nREADY\n-- \nmore", rules, ())
    assert (script.sheet, script.ready, script.said) == (sheet, True, True)
    assert read_sheet_text("Pronto", rules, (), earlier=sheet).sheet == sheet
    assert read_sheet_text("CLEAR", rules, (), earlier=sheet).sheet == Sheet()
    with pytest.raises(Unreadable, match="bad-json"):
        read_sheet_text("lamp 3", rules, ())
