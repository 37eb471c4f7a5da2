"""Whatever a game of B'Twixt says to people is a marked template, a card's text or a name: else it stays English."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from adjudicator.btwixt.editions.loading import HOUSE
from adjudicator.btwixt.rules.scoring import standings
from adjudicator.btwixt.state.position import difference
from narration.btwixt.narrator import BTWIXT
from narration.narrators import NARRATORS
from narration.words import Words
from tests.narration.btwixt.games import GAMES, RARE, played
from tests.narration.test_marked_words import Shouted

SMALL = re.compile(r"[a-z]{2,}")


@pytest.fixture
def shouted(monkeypatch: pytest.MonkeyPatch) -> Words:
    """Every marked template in capitals, those of B'Twixt among them."""
    monkeypatch.setitem(NARRATORS, "btwixt", BTWIXT)
    return Shouted()


def known() -> list[str]:
    """Names and texts that stand in the data, the longest first; `and` and `or` join lists."""
    cards = (*HOUSE.allies.values(), *HOUSE.influence.values())
    found = [one.name.en for one in (*cards, *HOUSE.houses.values())] + [one.text.en for one in cards]
    return sorted([*found, " and ", " or ", "So be it.", "Because.", "abc"], key=len, reverse=True)


def spoken(game: tuple[int, str, tuple[str, ...]], words: Words) -> Iterator[str]:
    """Story, questions and summaries of a game."""
    over = played(*game)
    for seat in (None, over.position.board.houses[0]):
        for told in BTWIXT.tell(over.records, HOUSE, words, seat):
            yield from (told.text, *(f"{row.label} {row.text}" for row in told.rows))
            yield from (aside.text for aside in told.asides)
    v = BTWIXT.voice(HOUSE, words, None)
    yield from (BTWIXT.sentence(event, v) for event in RARE)
    for decision, board in over.asked[::3]:
        asked = BTWIXT.question(decision, board, v)
        yield from (asked.text, *asked.choices)
    boards = [board for _, board in over.asked[::30]]
    for before, after in zip(boards, boards[1:], strict=False):
        yield from (one.phrase for one in BTWIXT.changes(before, after, v))
        yield from (BTWIXT.difference(one, v) for one in difference(before, after))
        yield from (block.text for block in BTWIXT.standing_notes(after, v))  # type: ignore[attr-defined]
        yield from BTWIXT.figures(after, standings(after, HOUSE), v).head
        yield from (f"{row.label} {row.text}" for row in BTWIXT.outline("r1-bidding", True, after, "jon", "bulk", v))
    yield from (BTWIXT.goal(4, (), v), BTWIXT.rounds(v), BTWIXT.modules(HOUSE.modules, v), BTWIXT.players(v))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game[0]))
def test_everything_is_marked(game: tuple[int, str, tuple[str, ...]], shouted: Words) -> None:
    names = known()
    for text in spoken(game, shouted):
        bare = text
        for name in names:
            bare = bare.replace(name, "")
        assert not SMALL.search(bare), text
