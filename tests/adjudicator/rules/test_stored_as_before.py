"""Games that began under the first revision of the rules are told and stored as they were, whatever is mended since."""

from __future__ import annotations

import hashlib

from adjudicator import face
from adjudicator.selfplay import oracle_named
from tests.bench import reference

# A recorded value, of no source but the program: it says that nothing has changed, not that anything is right.
# Never changes: what is mended gets a switch and a row in `thrones/revisions.py`.
DIGEST = "a4da43eb88fc6d1f731a05c6e97263e7176ca782dd9290de9ad937b7b42145b7"


def digest() -> str:
    """The SHA-256 of some whole games: positions, events, journals."""
    seen = hashlib.sha256()
    for players in (3, 4, 5):
        for bots, games in (("random", 4), ("reference", 1)):
            for number in range(games):
                seed = f"as before {number}"
                start = face.start("first-edition", players, seed, revision=0)
                seen.update(face.encode(face.resume(face.decode(face.encode(start))).position))
                oracle = reference.answer if bots == "reference" else oracle_named(bots, seed)
                outcome = face.advance(start, oracle)
                seen.update(face.encode(outcome.position) + face.encode_records(outcome.records))
                seen.update(b"".join(face.encode_entries([entry])[1:-1] for entry in outcome.entries))
    return seen.hexdigest()


def test_games_of_the_first_edition_are_stored_as_before() -> None:
    assert digest() == DIGEST
