"""F7: the disk is full, and the database takes no more clients."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.faults.fullness import Crowd, no_room, prepare, refuse_to_write, short_files
from tests.faults.nemesis import Host, Nemesis, adjudicated, settle, watching
from tests.faults.player import Players
from tests.faults.realm import Realm, embedded, on_servers
from tests.faults.report import judged, tell
from tests.faults.services import own_postgres
from tests.faults.sizes import size
from tests.faults.tables import lay

pytestmark = pytest.mark.services
# A harm lasts so long, and then until somebody has met it.
LASTS_SECONDS, MET_SECONDS = 4.0, 90.0
PLACES = 40
# Shorter than what a database without games and its log of changes come to, longer than what is logged.
SHORT = 192 * 1024


def played(realm: Realm, harm: Callable[[Callable[[], None]], None], times: int) -> Host:
    """Games are played while harm is done, and all of it comes to rest afterwards without a person. Harm is told what
    to wait for while it lasts."""
    playing: list[Players] = []

    def once(chance: random.Random) -> bool:
        # Between two of them something is adjudicated.
        if adjudicated(realm) < 4 * (nemesis.done + 1):
            return False
        harm(last(realm, playing[-1]))
        return True

    host, nemesis = Host(realm), Nemesis(once, times, pause=0.2)
    batch = 0
    with nemesis.at_work(), watching(host):
        while not nemesis.finished():
            batch += 1
            playing.append(Players(realm, lay(realm.store, 4, number_from=batch * 1000), seed=batch))
            playing[-1].play(8, 900, nemesis.finished)
    settle(realm, host)
    return host


def refusals(realm: Realm) -> dict[str, int]:
    """How many requests were told to come again later, and how many got no answer."""
    statuses = [entry["status"] for entry in list(realm.history.entries) if entry["said"] == "unknown"]
    assert set(statuses) <= {0, 503}, f"{sorted(set(statuses))}: a full disk is no mistake of the program"
    return {"said_later": statuses.count(503), "unanswered": statuses.count(0)}


def last(realm: Realm, players: Players) -> Callable[[], None]:
    """How long a harm lasts that was not met before this turn: at least some seconds, and until a player was told to
    come later. Late if none is in a minute and a half."""
    before = refusals(realm)["said_later"]

    def met() -> bool:
        if refusals(realm)["said_later"] > before:
            return True
        # Once all sheets are in, players wait for a turn that cannot be adjudicated, and would never meet the harm.
        players.speak()
        return False

    def lasting() -> None:
        time.sleep(LASTS_SECONDS)
        realm.until(met, "somebody meets the harm", MET_SECONDS)

    return lasting


@pytest.mark.experiment("disks-full")
def test_f7_full_tables_and_full_change_log(tmp_path: Path, redis_url: str) -> None:
    with own_postgres() as postgres, on_servers(tmp_path, postgres.url, redis_url) as realm:
        prepare(postgres.url)
        realm.site()
        realm.crew()
        realm.awake()
        stopped = 0

        def harm(lasting: Callable[[], None]) -> None:
            nonlocal stopped
            with refuse_to_write(postgres.url):
                lasting()
            # A server without room for its log stops by itself, and cannot start until there is some.
            no_room(postgres.pids(), postgres.as_user)
            realm.until(lambda: not postgres.alive, "PostgreSQL gives up", 30)
            stopped += 1
            time.sleep(1.0)
            postgres.start()
            time.sleep(1.5)

        host = played(realm, harm, size("disks-full"))
        found = refusals(realm)
        tell("F7 disk", judged(realm), stopped=stopped, **found, taken_up_by_host=host.taken_up)
        assert found["said_later"], "nobody met the full disk"


@pytest.mark.experiment("crowds")
def test_f7_the_database_takes_no_more_clients(tmp_path: Path, redis_url: str) -> None:
    with own_postgres(PLACES) as postgres, on_servers(tmp_path, postgres.url, redis_url) as realm:
        realm.site()
        realm.crew()
        realm.awake()
        crowd = Crowd(postgres.url)

        def harm(lasting: Callable[[], None]) -> None:
            with crowd.inside():
                lasting()

        host = played(realm, harm, size("crowds"))
        found = refusals(realm)
        tell("F7 clients", judged(realm), crowds=size("crowds"), **found, taken_up_by_host=host.taken_up)
        assert crowd.refused >= size("crowds")
        assert found["said_later"], "nobody was turned away"


@pytest.mark.experiment("disks-full")
def test_f7_the_disk_of_one_machine_alone_is_full(tmp_path: Path) -> None:
    with embedded(tmp_path) as realm:
        site, worker = realm.site(), realm.worker()

        def harm(lasting: Callable[[], None]) -> None:
            with short_files([pid for one in (site, worker) for pid in (one.pid, *one.children())], SHORT):
                lasting()

        host = played(realm, harm, size("disks-full"))
        assert site.alive
        assert worker.alive, realm.log()
        found = refusals(realm)
        tell("F7 disk, alone", judged(realm), **found, taken_up_by_host=host.taken_up)
        assert found["said_later"], "nobody met the full disk"
