"""Lines of typed sheets: which of them begin something new."""

from __future__ import annotations

import pytest

from adjudicator import games
from narration.narrators import narrator_of
from narration.typed_sheets import begins_instruction

EDITIONS = ("first-edition", "storm-of-swords", "btwixt")


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_keyword_begins_an_instruction(edition: str) -> None:
    rules = games.edition(edition)
    notation = narrator_of(rules).notation
    assert notation is not None

    missed = [word for word in notation.keywords.known if " " not in word and not begins_instruction(word, rules)]

    assert missed == []


@pytest.mark.parametrize(("line", "edition"), [("take-back hound", "first-edition"), ("use-ability yes", "btwixt")])
def test_keyword_with_a_hyphen_begins_an_instruction(line: str, edition: str) -> None:
    assert begins_instruction(line, games.edition(edition))


def test_other_words_begin_nothing() -> None:
    assert not begins_instruction("winterfell, then moat cailin", games.edition("first-edition"))
