"""Games that began under earlier revisions of the rules are told and stored as they were, whatever is mended since."""

from __future__ import annotations

import hashlib

import pytest

from adjudicator import documents, games
from adjudicator.selfplay import find_oracle
from adjudicator.thrones.game import THRONES
from tests.bench import reference

# Recorded values by revision, of no source but the program: they say that nothing has changed, not that anything is
# right. They never change: what is mended gets a switch and a row in `thrones/rules/registry.py`.
DIGESTS = {
    0: "a4da43eb88fc6d1f731a05c6e97263e7176ca782dd9290de9ad937b7b42145b7",
    3: "ed3a0aa3dabca2a1817e734a51aa15958a8fc81ce8fc386ea10d9528908da425",
}


def digest(revision: int) -> str:
    """The SHA-256 of some whole games: positions, events, journals."""
    seen = hashlib.sha256()
    for players in (3, 4, 5):
        for bots, count in (("random", 4), ("reference", 1)):
            for number in range(count):
                seed = f"as before {number}"
                start = games.start("first-edition", players, seed, revision=revision)
                seen.update(documents.encode(THRONES.resume(documents.decode(documents.encode(start))).position))
                oracle = reference.answer if bots == "reference" else find_oracle(bots, seed)
                outcome = THRONES.advance(start, oracle)
                seen.update(documents.encode(outcome.position) + documents.encode(outcome.records))
                seen.update(b"".join(documents.encode([entry])[1:-1] for entry in outcome.entries))
    return seen.hexdigest()


@pytest.mark.parametrize("revision", DIGESTS)
def test_games_of_the_first_edition_are_stored_as_before(revision: int) -> None:
    assert digest(revision) == DIGESTS[revision]
