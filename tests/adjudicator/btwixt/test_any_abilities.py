"""Whatever abilities pass the check, no game with them makes the rules, the bot or the words stumble."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from adjudicator import games, selfplay
from adjudicator.btwixt.rules.seasons import register
from narration.narrators import NARRATORS
from narration.words import translator
from tests.adjudicator.btwixt.random_cards import shuffled_cards
from tests.brought_editions import forgotten


@pytest.fixture(params=range(3))
def edition(request: pytest.FixtureRequest) -> Iterator[str]:
    """A set whose cards do anything, known while the test runs."""
    with forgotten():
        made = shuffled_cards(f"any-{request.param}")
        made = msgspec.structs.replace(made, id=f"btwixt-{request.param:08x}", offered=False)
        games.add(games.GAMES["btwixt"], register(made))
        yield made.id


@pytest.mark.parametrize(("bots", "by_sheet"), [("random", ""), ("steward", ""), ("steward", "all")])
def test_a_game_with_any_cards_is_whole(edition: str, bots: str, by_sheet: str) -> None:
    played = selfplay.play(
        edition, 3, "a seed", bots, watched=True, modules=("advanced", "short-game"), by_sheet=by_sheet
    )
    assert not played.violations
    assert played.finished


def test_it_can_be_told(edition: str) -> None:
    game = games.of_edition(edition)
    outcome = game.advance(games.start(edition, 3, "told", ("advanced", "short-game")), game.bot_answer)
    assert NARRATORS.of_edition(edition).tell(outcome.records, games.edition(edition), translator("it"), None)
