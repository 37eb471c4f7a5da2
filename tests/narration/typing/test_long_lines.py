"""Lines that nobody would type take no longer to read than others."""

from __future__ import annotations

from contextlib import suppress
from time import process_time

import pytest

from adjudicator import games
from adjudicator.engine.decision import Refused
from narration.narrators import narrator_of
from narration.notation.reading import read_text
from tests.narration.typing.scenes import scene

SECONDS = 3.0
PROSE = "I was thinking about what you wrote, and the more I look at the map the less I like our northern border {}"


@pytest.mark.parametrize(
    "text",
    [
        "bid " + "w-" * 6000,
        "bid" + " |" * 6000,
        "bid 3" + "," * 6000,
        "winterfell " + "a" * 12_000,
        "word " * 55,
        "\n\n".join(PROSE.format(number) for number in range(60)),
    ],
    ids=lambda text: text[:16],
)
def test_no_line_takes_long(text: str) -> None:
    at = scene("second-edition 6 stark")
    edition = games.edition(at.edition)
    begun = process_time()

    with suppress(Refused):
        read_text(text, narrator_of(edition).notation, edition, (), house=at.seat, board=at.board, partly=True)

    assert process_time() - begun < SECONDS
