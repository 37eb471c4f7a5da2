"""Whatever a game of thrones says to people is a marked template, a card's text or a name: else it stays English."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from babel.support import NullTranslations

from adjudicator import games
from adjudicator.engine.chance import Picker
from adjudicator.engine.decision import Decision, SourcedAnswer
from adjudicator.selfplay import random_player
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.state.board import Position
from adjudicator.thrones.state.edition import Edition
from narration.memo import forget
from narration.thrones.questions import question
from narration.thrones.tell import tell
from narration.thrones.voice import Voice
from narration.words import Words
from tests.narration.collected import templates
from tests.narration.test_every_edition import said

PLACES = re.compile(r"(\{[^}]*\})")
SMALL = re.compile(r"[a-z]{2,}")
SEEDS = ("a", "b")


class Shouted(Words):
    """Every marked template in capitals, so that what is not marked stands out in small letters."""

    def __init__(self) -> None:
        super().__init__("en", NullTranslations())
        found = (said if isinstance(said, tuple) else (said,) for said, _ in templates())
        self.marked = {text for texts in found for text in texts}

    def gettext(self, message: str) -> str:
        if message not in self.marked:
            return message
        return "".join(part if part.startswith("{") else part.upper() for part in PLACES.split(message))

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        return self.gettext(singular if n == 1 else plural)


def names(edition: Edition) -> list[str]:
    """Every name in the edition's data, the longest first; `and` and `or` join lists in every language."""
    tables = (edition.areas, edition.houses, edition.cards, edition.westeros, edition.wildling_cards)
    more = (edition.tide_cards, edition.loans, edition.orders, edition.units)
    more = (*more, edition.leaders, edition.tactics, edition.alliances)
    known = [one.name.en for table in (*tables, *more) for one in table.values()]
    known += [house.name.en.split()[-1] for house in edition.houses.values()]
    return sorted([*known, " and ", " or "], key=len, reverse=True)


def spoken(name: str, seed: str, words: Words) -> Iterator[str]:
    """All questions and the whole story of a game that is played at random."""
    edition, players = games.edition(name), max(games.edition(name).setups)
    player = random_player(Picker(name, seed))
    asked: list[str] = []

    def oracle(position: Position, decision: Decision) -> SourcedAnswer | None:
        put = question(decision, position.board, Voice(edition, words, decision.seat))
        asked.extend((put.text, *put.choices))
        return player(position, decision)

    outcome = games.of_edition(name).advance(
        games.start(name, players, seed, games.of_edition(name).compatible_modules(edition)), oracle
    )
    yield from asked
    for house in outcome.showing.board.houses:
        yield from (said(paragraph) for paragraph in tell(outcome.records, edition, words, seat=house))


@pytest.fixture(autouse=True)
def _nothing_remembered() -> Iterator[None]:
    """Capitals go under the name of a language that others use too."""
    forget()
    yield
    forget()


@pytest.mark.parametrize("name", list(THRONES.editions))
def test_nothing_is_said_that_no_catalog_holds(name: str) -> None:
    words, known = Shouted(), re.compile("|".join(map(re.escape, names(games.edition(name)))))
    texts = {text for seed in SEEDS for text in spoken(name, seed, words)}
    assert [text for text in sorted(texts) if SMALL.search(known.sub(" ", text))] == []
