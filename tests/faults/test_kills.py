"""F2, F3: pool children and whole workers are killed while games are played."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from correspondence.outbox.sending import MARKED_TOGETHER
from tests.faults.nemesis import Host, Nemesis, WorkerKiller, child_killer, settle, watching
from tests.faults.player import Players
from tests.faults.realm import Realm, embedded
from tests.faults.report import judged, tell
from tests.faults.sizes import size
from tests.faults.tables import lay

pytestmark = pytest.mark.services


@pytest.mark.experiment("child-kills")
def test_f2_pool_children_are_killed_in_adjudications(realm: Realm) -> None:
    kills = size("child-kills")
    realm.site()
    worker = realm.crew()
    host = Host(realm)
    # Every third adjudication dies: more would only show that games are set aside whose workers die three times.
    nemesis = Nemesis(child_killer(realm, worker, spared=2), kills, pause=0.02)
    begun = time.monotonic()
    with nemesis.at_work(), watching(host):
        keep_playing(realm, nemesis, tables=min(kills, 50), turns=8)
    took = time.monotonic() - begun
    settle(realm, host)
    verdict = judged(realm)
    tell("F2", verdict, kills=nemesis.done, seconds=round(took), taken_up_by_host=host.taken_up)
    assert nemesis.done >= kills
    # What is sent again is at most what a sender had handed over and not yet marked when it was killed.
    assert verdict.figures["letters_again"] <= kills * MARKED_TOGETHER


@pytest.mark.experiment("worker-kills")
def test_f3_whole_workers_are_killed_and_replaced(realm: Realm) -> None:
    kills = size("worker-kills")
    realm.site()
    harm = WorkerKiller(realm)
    host, nemesis = Host(realm), Nemesis(harm, kills, pause=0.5)
    with nemesis.at_work(), watching(host):
        keep_playing(realm, nemesis, tables=12, turns=8)
    settle(realm, host)
    slowest = round(max(harm.resumed), 1)
    tell("F3", judged(realm), kills=nemesis.done, slowest_resume=slowest, taken_up_by_host=host.taken_up)
    assert nemesis.done >= kills


@pytest.mark.experiment("embedded-kills")
def test_f3_on_one_machine_alone_worker_and_site_are_killed(tmp_path: Path) -> None:
    with embedded(tmp_path) as realm:
        realm.site()
        harm = WorkerKiller(realm, alone=True)
        host, nemesis = Host(realm), Nemesis(harm, size("embedded-kills"), pause=0.5)
        with nemesis.at_work(), watching(host):
            keep_playing(realm, nemesis, tables=4, turns=8)
        settle(realm, host)
        slowest = round(max(harm.resumed), 1)
        tell("F3, embedded", judged(realm), kills=nemesis.done, slowest_resume=slowest, taken_up_by_host=host.taken_up)


def keep_playing(realm: Realm, nemesis: Nemesis, tables: int, turns: int) -> None:
    """Play games, and more games, until the nemesis has done what it had to."""
    batch = 0
    while not nemesis.finished():
        batch += 1
        laid = lay(realm.store, tables, number_from=batch * 1000)
        Players(realm, laid, seed=batch).play(turns, 600, nemesis.finished)
