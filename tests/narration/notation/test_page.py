"""The page about the notation: every example is read, and every keyword stands there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adjudicator import games
from adjudicator.engine.decision import Refused
from narration.btwixt.notation.statements import STATEMENTS as OF_BTWIXT
from narration.thrones.notation.statements import STATEMENTS
from narration.typed_sheets import read_sheet_text

PAGE = (Path(__file__).parents[3] / "docs" / "notation.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(notation|refused)(?: ([a-z-]+))?\n(.*?)```", PAGE, re.DOTALL)
READ = [(text, name or "first-edition") for kind, name, text in BLOCKS if kind == "notation"]
REFUSED = [
    (line, name or "first-edition") for kind, name, text in BLOCKS if kind == "refused" for line in text.splitlines()
]


@pytest.mark.parametrize(("text", "edition"), READ)
def test_every_example_is_read(text: str, edition: str) -> None:
    script = read_sheet_text(text, games.edition(edition), ())
    assert script.sheet != games.of_edition(edition).empty_sheet
    assert script.unread == ()


@pytest.mark.parametrize(("line", "edition"), REFUSED)
def test_every_example_of_a_fault_is_refused(line: str, edition: str) -> None:
    with pytest.raises(Refused):
        read_sheet_text(line, games.edition(edition), ())


def test_every_keyword_is_on_the_page() -> None:
    assert [one.words.en[0] for one in (*STATEMENTS, *OF_BTWIXT) if f"`{one.words.en[0].upper()}`" not in PAGE] == []
    assert len(READ) >= 5
    assert len(REFUSED) >= 4
