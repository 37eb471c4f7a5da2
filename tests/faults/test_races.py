"""F11: sheets, edits, readiness, pauses and the adjudication itself within 50 milliseconds of the deadline."""

from __future__ import annotations

import random
import statistics
import time
from collections import deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select, update

from correspondence.models.games import Game
from correspondence.models.turns import Turn
from tests.faults.doors import Door
from tests.faults.nemesis import settle
from tests.faults.player import Players, document, modest
from tests.faults.realm import Realm
from tests.faults.report import judged, tell
from tests.faults.sizes import size
from tests.faults.tables import Player, Table, lay
from worker.messages import ADJUDICATE, make_caller

pytestmark = pytest.mark.services
# How long the last requests took.
TOOK: deque[float] = deque([0.03], maxlen=20)
TOGETHER, AHEAD_SECONDS, AROUND_SECONDS = 6, 0.6, 0.05


@pytest.mark.experiment("races")
def test_f11_what_is_accepted_at_the_deadline_is_used(realm: Realm) -> None:
    count = size("races")
    realm.site()
    realm.worker(2)
    tables = lay(realm.store, count)
    players = Players(realm, tables)
    turns = first_turns(realm)
    with make_caller(realm.settings) as caller, ThreadPoolExecutor(TOGETHER * 2 + 1) as pool:
        for start in range(0, count, TOGETHER):
            racing = tables[start : start + TOGETHER]
            due = due_soon(realm, [turns[table.game_id] for table in racing])
            chance = random.Random(start)
            ends = [
                pool.submit(race, players, table, player, turns[table.game_id], due, chance.random())
                for table in racing
                for player in table.players
            ]
            wait(due + chance.uniform(-0.005, 0.03))
            caller.send_task(ADJUDICATE)
            for end in ends:
                end.result()
    settle(realm)
    history = realm.history
    with realm.store.read() as session:
        paused = len(session.scalars(select(Game.id).where(Game.paused_at.is_not(None))).all())
        late = session.scalars(select(Turn.id).where(Turn.number == 1, Turn.status == "open")).all()
    refused = history.count("refused")
    tell("F11", judged(realm), games=count, refused=refused, unknown=history.count("unknown"), paused=paused)
    assert not late
    assert history.count("acked")
    assert refused, "nothing came after the deadline: this was no race"


def first_turns(realm: Realm) -> dict[str, str]:
    """The first turn of every game."""
    with realm.store.read() as session:
        query = select(Game.public_id, Turn.public_id).join(Turn, Turn.game_id == Game.id)
        return {row[0]: row[1] for row in session.execute(query)}


def due_soon(realm: Realm, turns: Sequence[str]) -> float:
    """Let turns fall due in a moment; when."""
    due = datetime.now(UTC) + timedelta(seconds=AHEAD_SECONDS)
    with realm.store.begin() as session:
        these = update(Turn).where(Turn.public_id.in_(turns))
        session.execute(these.values(due_at=due, closes_at=due))
    return due.timestamp()


def wait(moment: float) -> None:
    """Sleep until a moment."""
    time.sleep(max(0.0, moment - time.time()))


def race(players: Players, table: Table, player: Player, turn_id: str, due: float, seed: float) -> None:
    """What one player does around the deadline: two to four things, one after the other."""
    chance, door = random.Random(f"{seed} {player.house}"), Door(players.realm.url)
    # A busy machine answers later, so they set out earlier: what counts is when a request is dealt with.
    due -= statistics.median(TOOK)
    moments = sorted(due + chance.uniform(-AROUND_SECONDS, AROUND_SECONDS) for _ in range(chance.randint(2, 4)))
    for moment in moments:
        body = document(player.house, chance) if chance.random() < 0.5 else modest(player.house, chance)
        wait(moment)
        begun = time.monotonic()
        what = chance.random()
        if what < 0.7:
            players.hand_in(door, player, turn_id, body, chance.choice([None, None, False]))
        elif what < 0.95:
            door.api(player.token, chance.choice(["PUT", "DELETE"]), f"/turns/{turn_id}/ready")
        else:
            door.api(player.token, "POST", f"/games/{table.game_id}/emergency-pause", b"{}")
        TOOK.append(time.monotonic() - begun)
