"""The position in which a step began is had again from an earlier snapshot and what was told since."""

from __future__ import annotations

import random
from typing import Any

import pytest

from adjudicator import documents, games, selfplay
from adjudicator.engine.decision import Decision, SourcedAnswer
from adjudicator.engine.step import Outcome, advance
from tests.slices import often

# So many questions are answered before one is left open; a game of random players has some hundreds.
STOPS = often(4, 100)
MAX_ANSWERS = 700


class Patience:
    """Players at random who answer so many questions, and then no more."""

    def __init__(self, seed: str, answers: int) -> None:
        self.oracle, self.left = selfplay.find_oracle("random", seed), answers

    def __call__(self, position: Any, decision: Decision) -> SourcedAnswer | None:
        self.left -= 1
        return self.oracle(position, decision) if self.left >= 0 else None


def stopped(edition: str, answers: int, steps_a_snapshot: int) -> Outcome[Any]:
    """A game that waits for an answer after so many, its snapshots as often as wished."""
    rules = games.ALL_EDITIONS[edition]
    begin = games.start(edition, max(rules.player_counts), f"snapshots-{answers}", rules.modules[:1])
    oracle = Patience(f"snapshots-{answers}", answers)
    return advance(games.of(begin).rules(begin), begin, oracle, steps_a_snapshot=steps_a_snapshot)


@pytest.mark.parametrize("edition", games.ALL_EDITIONS)
def test_snapshots_leave_stored_bytes_alike(edition: str) -> None:
    chance = random.Random(edition)
    inside = 0
    for answers in (0, *(chance.randrange(MAX_ANSWERS) for _ in range(STOPS))):
        each = stopped(edition, answers, 1)
        for often_enough in (3, 8, 10**9):
            seldom = stopped(edition, answers, often_enough)
            assert documents.encode(seldom.position) == documents.encode(each.position)
            assert documents.encode(seldom.showing) == documents.encode(each.showing)
            assert (seldom.waiting, seldom.records) == (each.waiting, each.records)
        inside += each.position.progress.told != each.showing.progress.told
        # And the game goes on from there.
        assert (
            games.of(each.position).resume(documents.decode(documents.encode(each.position))).showing.board
            == each.showing.board
        )
    assert inside, "some stop lies inside a step that had told something"
