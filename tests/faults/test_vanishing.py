"""F4, F5, F6: frozen workers; Redis and PostgreSQL vanish and return."""

from __future__ import annotations

import contextlib
import dataclasses
import random
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.faults.nemesis import Host, Nemesis, adjudicated, adjudicating, caught_up, settle, watching
from tests.faults.player import Players
from tests.faults.realm import Realm, on_servers
from tests.faults.report import judged, tell
from tests.faults.services import OwnPostgres, Wire, own_postgres, own_redis
from tests.faults.sizes import FULL, chosen, size
from tests.faults.tables import lay
from tests.services import plain

pytestmark = pytest.mark.services


def keep_playing(realm: Realm, nemesis: Nemesis, tables: int = 5, turns: int = 8) -> None:
    """Play until the nemesis has done what it had to."""
    batch = 0
    while not nemesis.finished():
        batch += 1
        Players(realm, lay(realm.store, tables, number_from=batch * 1000), seed=batch).play(
            turns, 900, nemesis.finished
        )


@pytest.mark.experiment("zombies")
def test_f4_frozen_worker_changes_nothing_when_it_wakes(realm: Realm) -> None:
    frozen_for = 90.0 if chosen() == FULL else 8.0
    # A transaction that stands still is ended sooner than a frozen worker wakes, as in the program.
    realm.extra["FAULT_IDLE_SECONDS"] = str(frozen_for / 2)
    realm.site()
    zombie = realm.worker(2)
    realm.worker(2)

    def freeze(chance: random.Random) -> bool:
        if not set(adjudicating(realm)) & set(zombie.children()):
            return False
        time.sleep(chance.uniform(0, 0.03))
        zombie.everybody(signal.SIGSTOP)
        time.sleep(frozen_for)
        zombie.everybody(signal.SIGCONT)
        return True

    host, nemesis = Host(realm), Nemesis(freeze, size("zombies"), pause=0.5)
    with nemesis.at_work(), watching(host):
        keep_playing(realm, nemesis)
    settle(realm, host)
    tell("F4", judged(realm), frozen=nemesis.done, seconds_each=frozen_for, taken_up_by_host=host.taken_up)


@pytest.mark.experiment("redis-kills")
def test_f5_redis_dies_with_all_it_held_and_nobody_is_refused(tmp_path: Path, postgres_url: str) -> None:
    pauses = {FULL: (0.0, 30.0, 0.0, 600.0)}.get(chosen(), (0.0, 8.0))
    waited: list[float] = []
    with own_redis() as redis, on_servers(tmp_path, postgres_url, redis.url) as realm:
        realm.site()
        realm.crew()
        realm.awake()

        def harm(chance: random.Random) -> bool:
            redis.kill()
            time.sleep(pauses[len(waited) % len(pauses)])
            redis.start()
            waited.append(caught_up(realm))
            return True

        nemesis = Nemesis(harm, size("redis-kills"), pause=1.0)
        with nemesis.at_work():
            keep_playing(realm, nemesis)
        settle(realm)
        unknown = realm.history.count("unknown")
        tell("F5", judged(realm), kills=nemesis.done, unanswered=unknown, slowest_return=round(max(waited), 1))
        assert unknown == 0, "somebody was refused or left without an answer because Redis was away"


@contextlib.contextmanager
def on_own_postgres(folder: Path, redis_url: str) -> Iterator[tuple[Realm, OwnPostgres]]:
    """A service on a PostgreSQL that may be killed."""
    with own_postgres() as postgres, on_servers(folder, postgres.url, redis_url) as realm:
        yield realm, postgres


@pytest.mark.experiment("postgres-restarts")
def test_f6_postgresql_restarts_at_once(tmp_path: Path, redis_url: str) -> None:
    with on_own_postgres(tmp_path, redis_url) as (realm, postgres):
        realm.site()
        realm.crew()
        realm.awake()

        def harm(chance: random.Random) -> bool:
            postgres.stop_at_once()
            time.sleep(chance.uniform(0, 2))
            postgres.start()
            time.sleep(1.5)
            return True

        host, nemesis = Host(realm), Nemesis(harm, size("postgres-restarts"), pause=0.5)
        with nemesis.at_work(), watching(host):
            keep_playing(realm, nemesis)
        settle(realm, host)
        unknown = realm.history.count("unknown")
        tell("F6 restarts", judged(realm), restarts=nemesis.done, unanswered=unknown, taken_up_by_host=host.taken_up)


@pytest.mark.experiment("backends-ended")
def test_f6_connections_are_ended_by_the_database(realm: Realm) -> None:
    realm.site()
    realm.crew()
    realm.awake()
    name = realm.settings.database_url.rpartition("/")[2]
    ends = (
        "select count(pg_terminate_backend(pid)) from (select pid from pg_stat_activity where datname = %s"
        " and pid <> pg_backend_pid() and state <> 'idle' order by random() limit 1) as one"
    )
    with psycopg.connect(plain(realm.settings.database_url), autocommit=True) as admin:

        def harm(chance: random.Random) -> bool:
            if adjudicated(realm) < nemesis.done // 4:
                return False
            row = admin.execute(ends, (name,)).fetchone()
            return bool(row and row[0])

        host, nemesis = Host(realm), Nemesis(harm, size("backends-ended"), pause=0.15)
        with nemesis.at_work(), watching(host):
            keep_playing(realm, nemesis)
        settle(realm, host)
    unknown = realm.history.count("unknown")
    tell("F6 backends", judged(realm), ended=nemesis.done, unanswered=unknown, taken_up_by_host=host.taken_up)


@pytest.mark.experiment("replies-dropped")
def test_f6_the_reply_to_a_commit_is_lost(realm: Realm) -> None:
    port = int(plain(realm.settings.database_url).rpartition(":")[2].partition("/")[0])
    wire = Wire(port)
    direct = realm.settings
    realm.settings = dataclasses.replace(
        direct, database_url=direct.database_url.replace(f":{port}/", f":{wire.port}/")
    )
    try:
        realm.site()
        realm.crew()
        realm.awake()

        def harm(chance: random.Random) -> bool:
            before = wire.cuts
            wire.cut = 1
            realm.until(lambda: wire.cuts > before, "a reply is dropped")
            return True

        host, nemesis = Host(realm), Nemesis(harm, size("replies-dropped"), pause=0.2)
        with nemesis.at_work(), watching(host):
            keep_playing(realm, nemesis)
        settle(realm, host)
        unknown = realm.history.count("unknown")
        tell("F6 replies", judged(realm), dropped=wire.cuts, unanswered=unknown, taken_up_by_host=host.taken_up)
    finally:
        wire.close()
