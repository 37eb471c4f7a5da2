"""F9, F12: messages that come again, late and in another order; more sweepers, beats and workers than anybody needs."""

from __future__ import annotations

import time

import pytest
from sqlalchemy import text

from tests.faults.nemesis import settle
from tests.faults.player import Players
from tests.faults.realm import Realm
from tests.faults.report import judged, tell
from tests.faults.sizes import size
from tests.faults.tables import lay

pytestmark = pytest.mark.services


@pytest.mark.experiment("deliveries")
def test_f9_messages_come_up_to_ten_times_late_in_any_order(realm: Realm) -> None:
    wanted, counted = size("deliveries"), realm.folder / "deliveries"
    counted.touch()
    realm.extra["FAULT_DUPLICATE"] = str(counted)
    realm.site()
    realm.worker(2)
    batch = 0
    while counted.stat().st_size < wanted:
        batch += 1
        Players(realm, lay(realm.store, 10, number_from=batch * 1000), seed=batch).play(
            6, 600, lambda: counted.stat().st_size >= wanted
        )
    settle(realm)
    tell("F9", judged(realm), deliveries=counted.stat().st_size)


@pytest.mark.experiment("crowd-seconds")
def test_f12_four_beats_and_eight_workers_on_the_same_games(realm: Realm) -> None:
    seconds = size("crowd-seconds")
    realm.site()
    for _ in range(4):
        realm.worker(2)
    until, batch = time.monotonic() + seconds, 0
    while time.monotonic() < until:
        batch += 1
        laid = lay(realm.store, 20, number_from=batch * 1000)
        Players(realm, laid, seed=batch).play(6, 3600, lambda: time.monotonic() > until)
    settle(realm)
    with realm.store.read() as session:
        deadlocks = session.scalar(text("select deadlocks from pg_stat_database where datname = current_database()"))
    tell("F12", judged(realm), seconds=seconds, beats=4, workers=8, deadlocks=int(deadlocks or 0))
    assert deadlocks == 0
