"""Properties of the rules over whole random games, with fixed seeds. `random_games.py` plays many more."""

from __future__ import annotations

import msgspec
import pytest

from adjudicator.btwixt.overrides import wrong_shuffles
from adjudicator.btwixt.state.events import CardsShuffled
from tests.adjudicator.btwixt.random_games import DEALS, PLAYERS, play


@pytest.mark.parametrize("deal", DEALS, ids=lambda deal: "+".join(deal) or "plain")
@pytest.mark.parametrize("players", PLAYERS)
def test_a_random_game_is_sound(players: int, deal: tuple[str, ...]) -> None:
    wrong, _ = play(players, deal, f"slice {players}")
    assert wrong == []


def test_a_shuffle_that_is_not_the_seeds_is_found() -> None:
    _, outcome = play(4, (), "tampered")
    place = next(n for n, one in enumerate(outcome.records) if isinstance(one.event, CardsShuffled))
    record = outcome.records[place]
    assert isinstance(record.event, CardsShuffled)
    other = msgspec.structs.replace(record.event, order=record.event.order[::-1])
    outcome.records[place] = msgspec.structs.replace(record, event=other)
    assert [words.partition(": ")[0] for words in wrong_shuffles(None, "tampered", outcome.records)] == [
        f"round {record.round}, event {record.number}"
    ]
    assert len(list(wrong_shuffles(None, "another seed", outcome.records))) > 1
