"""Help of each edition comes from its data: what it knows is explained, what rests on one source is said to."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from adjudicator import games
from adjudicator.thrones.editions.loading import rulings, rulings_base
from adjudicator.thrones.game import THRONES
from tests.web.visitors import Browser
from web.thrones.guide import parts

VASSALS = "Vassals to command"
WESTEROS = THRONES.editions


@pytest.mark.parametrize("edition", WESTEROS)
def test_help_tells_what_an_edition_knows(edition: str, signed_in: Callable[[str], Browser]) -> None:
    page, rules = signed_in("ada").get(f"/help/{edition}").text, games.edition(edition)
    assert (VASSALS in page) == bool(rules.vassal_cards)
    assert ("Differences from play at the table" in page) == (edition != "second-edition")
    told: list[Any] = [*rules.cards.values(), *rules.leaders.values(), *rules.wildling_cards.values()]
    told += [*rules.tactics.values(), *rules.alliances.values()]
    marked = sum(card.reconstruction for card in told)
    assert page.count('<abbr class="hint" title="a reconstruction">≈</abbr>') == marked
    assert page.count("≈ a reconstruction:") == bool(marked)


def test_every_question_of_a_later_edition_has_a_part() -> None:
    explained = {kind for edition in WESTEROS.values() for part in parts(edition) for kind in part.kinds}
    assert {"choose-vassal", "place-vassal-orders", "take-loan", "improve-area", "spread-bid"} <= explained
    assert {"move-troops", "negotiate", "accept-offer"} <= explained


@pytest.mark.parametrize("edition", WESTEROS)
def test_rulings_can_be_looked_up(edition: str, signed_in: Callable[[str], Browser]) -> None:
    ada = signed_in("ada")
    page = ada.get(f"/help/{edition}/rulings").text
    for ruling in rulings(edition):
        assert f'id="{ruling.number}"' in page
    also = rulings_base(edition)
    assert not also or f'href="/help/{also}/rulings"' in page
    linked = re.findall(rf'href="/help/{edition}/rulings#([^"]+)"', ada.get(f"/help/{edition}").text)
    # Otherwise the next line would hold for a page without links, too.
    assert linked or edition != "mother-of-dragons"
    assert set(linked) <= {ruling.number for ruling in rulings(edition)}


def test_rulings_of_what_an_edition_builds_on_hold_too() -> None:
    also = {edition: rulings_base(edition) for edition in WESTEROS}
    assert also == {
        "first-edition": "",
        "second-edition": "first-edition",
        "mother-of-dragons": "second-edition",
        "storm-of-swords": "first-edition",
    }
