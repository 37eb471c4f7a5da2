"""Help of each edition comes from its data: what it knows is explained, what rests on one source is said to."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from adjudicator import face
from tests.web.visitors import Browser
from web.guide_points import POINTS
from web.guide_words import PARTS

VASSALS = "Vassals to command"


@pytest.mark.parametrize("edition", face.EDITIONS)
def test_help_tells_what_an_edition_knows(edition: str, signed_in: Callable[[str], Browser]) -> None:
    page, rules = signed_in("ada").get(f"/help/{edition}").text, face.EDITIONS[edition]
    assert (VASSALS in page) == bool(rules.vassal_cards)
    assert ("What is played otherwise" in page) == any(point.known(rules) for point in POINTS)
    assert ("≈" in page) == any(card.reconstruction for card in rules.cards.values())


def test_every_question_that_only_a_later_edition_asks_has_a_part() -> None:
    explained = {kind for part in PARTS for kind in part.kinds}
    assert {"choose-vassal", "place-vassal-orders", "take-loan", "improve-area", "spread-bid"} <= explained


def test_rulings_named_are_rulings() -> None:
    told = {f"M-{number:02}" for number in range(1, 27)}
    assert {ruling for point in POINTS for ruling in point.rulings} <= told
