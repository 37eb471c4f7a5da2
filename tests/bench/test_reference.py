"""The frozen bot answers as on the day it was frozen."""

from __future__ import annotations

import hashlib

import pytest

from adjudicator import games
from adjudicator.engine.decision import Decision, SourcedAnswer
from adjudicator.engine.values import Position
from tests.bench import reference
from tests.bench.parity import TABLES

DIGESTS = {
    "first-edition": "187b9b4c0c82c327",
    "second-edition": "8d9a3071ad10ed1f",
    "mother-of-dragons": "aa478073d5652896",
    "storm-of-swords": "dc195c4eb1851004",
    "btwixt": "2c1740cca2a2e73f",
}


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_reference_answers_as_ever(edition: str, players: int) -> None:
    digest = hashlib.sha256()

    def oracle(position: Position, decision: Decision) -> SourcedAnswer:
        answer = reference.answer(position, decision)
        # The digests were taken when one class had another name.
        text = str(answer.answer).replace("HouseChoice(", "Named(")
        digest.update(f"{decision.id} {text}\n".encode())
        return answer

    games.of_edition(edition).advance(games.start(edition, players, "frozen"), oracle)

    assert digest.hexdigest()[:16] == DIGESTS[edition]
