"""F1: the process dies before and after every statement, commit, message and email of an adjudication."""

from __future__ import annotations

import contextlib
import os
import random
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import IO

import pytest
import redis
import sqlalchemy as sa

from correspondence.closing import adjudicate_due
from correspondence.models.games import Game
from correspondence.models.mail import OutgoingMail
from correspondence.models.turns import Turn
from correspondence.outbox.delivery import transport_for
from tests.correspondence.postoffice import deliver_batch
from tests.faults import plugin
from tests.faults.doors import Door
from tests.faults.player import Players, document, modest
from tests.faults.realm import Realm
from tests.faults.report import judged, tell
from tests.faults.sizes import CI, chosen, size
from tests.faults.tables import Table, lay
from worker.messages import ADJUDICATE, make_caller

pytestmark = pytest.mark.services
# Short of full size only some of the steps, spread over all of them.
STRIDE = {CI: 3}
PATIENCE_SECONDS = 60.0


class Zygote:
    """Workers that die on command."""

    def __init__(self, realm: Realm) -> None:
        self.steps = realm.folder / "steps"
        command = [sys.executable, "-m", "tests.faults.crashing"]
        short = {"FAULT_CLAIM_SECONDS": "0.1", "FAULT_LETTER_SECONDS": "0.1", "SWEEP_SECONDS": "600"}
        env = realm.environment(FAULT_STEPS=str(self.steps), **short)
        log = (realm.folder / "worker.log").open("ab")
        self._process = subprocess.Popen(command, env=env, stdin=-1, stdout=-1, stderr=log, start_new_session=True)
        log.close()

    @property
    def _out(self) -> IO[bytes]:
        assert self._process.stdout is not None
        return self._process.stdout

    def run(self, at: int) -> int:
        """Start a worker that dies at this step; its process id."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{at}\n".encode())
        self._process.stdin.flush()
        return int(self._out.readline())

    def ended(self) -> int | None:
        """How the worker ended; None while it runs."""
        return int(self._out.readline()) if select.select([self._out], [], [], 0.02)[0] else None

    def close(self) -> None:
        """End all of it."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.communicate(timeout=10)


@contextlib.contextmanager
def zygote(realm: Realm) -> Iterator[Zygote]:
    """Workers that die, for the time of the block."""
    made = Zygote(realm)
    try:
        yield made
    finally:
        made.close()
        plugin.hold_claims(30.0)
        plugin.hold_mails(300.0)


@pytest.mark.experiment("crash-points")
def test_f1_it_dies_at_every_step_of_an_adjudication(realm: Realm) -> None:
    plugin.hold_claims(0.1)
    plugin.hold_mails(0.1)
    realm.site()
    names: set[str] = set()
    table: Table | None = None
    deaths, number = 0, 0
    with zygote(realm) as workers:
        for again in range(size("crash-points")):
            at = 1
            while True:
                number += 1
                turn_id = open_turn(realm, table)
                if table is None or not turn_id:
                    table = lay(realm.store, 1, number_from=number)[0]
                    tidy(realm)
                    turn_id = open_turn(realm, table)
                play_turn(realm, table, turn_id, random.Random(f"{again} {at}"))
                died = one_worker(realm, workers, at)
                names.update(workers.steps.read_text().splitlines())
                tidy(realm)
                if not died:
                    break
                deaths += 1
                at += STRIDE.get(chosen(), 1)
    tell("F1", judged(realm), deaths=deaths, different_steps=len(names), last_step=at)
    assert deaths >= 5 * size("crash-points")
    assert {"before commit", "after commit", "after publish", "before ack", "after handing over"} <= names


def open_turn(realm: Realm, table: Table | None) -> str:
    """The id of the open turn of a game; empty once it is over."""
    if table is None:
        return ""
    with realm.store.read() as session:
        query = sa.select(Turn.public_id).join(Game).where(Game.public_id == table.game_id)
        return session.scalar(query.where(Turn.status == "open")) or ""


def play_turn(realm: Realm, table: Table, turn_id: str, chance: random.Random) -> None:
    """Both players hand in and are ready, so that the open turn is due."""
    players, door = Players(realm, [table]), Door(realm.url)
    for player in table.players:
        for body in (document(player.house, chance), modest(player.house, chance)):
            if players.insist(door, player, turn_id, body):
                break


def one_worker(realm: Realm, workers: Zygote, at: int) -> bool:
    """Wake for a worker that dies at a step; whether it came to that step before all was done."""
    workers.steps.unlink(missing_ok=True)
    with make_caller(realm.settings) as caller:
        caller.send_task(ADJUDICATE)
    pid = workers.run(at)
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        status = workers.ended()
        if status is not None:
            assert status == plugin.STATUS, realm.log()
            return True
        if nothing_left(realm):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            while workers.ended() is None:
                time.sleep(0.01)
            return False
    raise AssertionError(f"neither died nor done at step {at}\n{realm.log()}")


def nothing_left(realm: Realm) -> bool:
    """Whether nothing is due, all emails have left and every message was acknowledged."""
    with realm.store.read() as session:
        due = sa.select(Turn.id).where(Turn.status == "open", Turn.closes_at <= datetime.now(UTC))
        out = sa.select(OutgoingMail.id).where(OutgoingMail.sent_at.is_(None))
        if session.scalar(due.limit(1)) is not None or session.scalar(out.limit(1)) is not None:
            return False
    with redis.Redis.from_url(realm.settings.broker_url) as client:
        return not any(client.llen(queue) for queue in ("adjudicate", "mail", "default")) and not client.hlen("unacked")


def tidy(realm: Realm) -> None:
    """What the dead worker left is done by one that lives: the sweep and the sending, here. The broker forgets all."""
    transport = transport_for(realm.settings, realm.store)

    def swept() -> bool:
        adjudicate_due(realm.store, "a worker that lives", lambda: datetime.now(UTC), 20)
        deliver_batch(realm.store, transport, lambda: datetime.now(UTC))
        with redis.Redis.from_url(realm.settings.broker_url) as client:
            for key in client.scan_iter():
                if key != b"rookery-test-owner":
                    client.delete(key)
        return nothing_left(realm)

    realm.until(swept, "what was left is done")
