"""F14: games that raise, loop for ever, eat memory or kill their process, among many that are due with them."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import pytest
from sqlalchemy import select, update

from correspondence.models.games import Game
from correspondence.models.mail import OutgoingMail
from correspondence.models.turns import Turn
from tests.faults.nemesis import settle
from tests.faults.realm import Realm
from tests.faults.report import judged, tell
from tests.faults.sizes import size
from tests.faults.tables import lay

pytestmark = pytest.mark.services
KINDS = ("raise", "loop", "memory", "segfault")


@pytest.mark.experiment("beside-poison")
def test_f14_a_poison_game_stops_no_other(realm: Realm) -> None:
    tables = lay(realm.store, size("beside-poison") + len(KINDS))
    poisoned = {table.game_id: kind for table, kind in zip(tables, KINDS, strict=False)}
    realm.extra["FAULT_POISON"] = ",".join(f"{game}={kind}" for game, kind in poisoned.items())
    realm.extra["FAULT_TURN_SECONDS"] = "4"
    now = datetime.now(UTC)
    with realm.store.begin() as session:
        session.execute(update(Turn).values(due_at=now, closes_at=now))
    realm.worker(2)
    begun = time.monotonic()

    def done() -> bool:
        with realm.store.read() as session:
            query = select(Game.public_id).join(Turn, Turn.game_id == Game.id)
            waiting = session.scalars(query.where(Turn.number == 1, Turn.status == "open")).all()
        return not set(waiting) - poisoned.keys()

    realm.until(done, "all other games are adjudicated", 600)
    others = time.monotonic() - begun
    settle(realm)
    with realm.store.read() as session:
        query = select(Game.public_id, Game.status, Turn.attempts, Turn.status)
        found = session.execute(query.join(Turn).where(Game.public_id.in_(poisoned))).all()
    assert sorted((row[1], row[3]) for row in found) == [("set-aside", "set-aside")] * len(KINDS)
    attempts = max(row[2] for row in found)
    assert attempts <= 3
    # In a transaction of its own, after that in which the game was set aside.
    realm.until(lambda: told(realm) == set(poisoned), "somebody is told of each", 30)
    settle(realm)
    verdict = judged(realm, quarantine=frozenset(poisoned))
    tell("F14", verdict, poison=len(KINDS), others=len(tables) - len(KINDS), others_seconds=round(others, 1))


def told(realm: Realm) -> set[str]:
    """The games of which somebody was told that they are set aside."""
    with realm.store.read() as session:
        keys = session.scalars(select(OutgoingMail.key).where(OutgoingMail.key.contains("set-aside"))).all()
    return {key.partition(".")[0] for key in keys}
