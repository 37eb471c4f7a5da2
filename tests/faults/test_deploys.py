"""F15: everything is replaced, one after the other, while games are played."""

from __future__ import annotations

import random
import time

import pytest

from tests.faults.nemesis import Nemesis, settle
from tests.faults.player import Players
from tests.faults.realm import Crew, Process, Realm
from tests.faults.report import judged, tell
from tests.faults.services import Balancer
from tests.faults.sizes import size
from tests.faults.tables import lay
from tests.services import free_port

pytestmark = pytest.mark.services
# A web server in front stops sending to a site some time before the site is stopped.
DRAIN_SECONDS = 0.5


class Deployment:
    """Two sites behind a balancer and the workers of a machine; `__call__` replaces all of them."""

    def __init__(self, realm: Realm, balancer: Balancer) -> None:
        self._realm, self._balancer = realm, balancer
        self._sites: list[tuple[int, Process]] = []
        for _ in range(2):
            self._add_site()
        self._crew: Crew = realm.crew()
        self.slow_stops = 0

    def _add_site(self) -> None:
        port = free_port()
        self._sites.append((port, self._realm.site(port)))
        self._balancer.behind.append(port)

    def __call__(self, chance: random.Random) -> bool:
        """Old and new run side by side for a while; the old are asked to stop, as a host does."""
        migrated = self._realm.run("migrate")
        assert migrated.popen.wait(60) == 0
        newer = self._realm.crew()
        time.sleep(chance.uniform(1, 3))
        self._stop(self._crew)
        self._crew = newer
        for _ in range(2):
            self._add_site()
            port, old = self._sites.pop(0)
            self._balancer.behind.remove(port)
            time.sleep(DRAIN_SECONDS)
            self._stop(old)
        return True

    def _stop(self, old: Process) -> None:
        begun = time.monotonic()
        old.stop()
        # A figure only: on a busy machine what runs takes longer to end, and is ended after half a minute.
        self.slow_stops += time.monotonic() - begun > 30


@pytest.mark.experiment("deploys")
def test_f15_all_processes_are_replaced_while_games_are_played(realm: Realm) -> None:
    balancer = Balancer(int(realm.url.rpartition(":")[2]))
    try:
        deployment = Deployment(realm, balancer)
        realm.awake()
        nemesis, batch = Nemesis(deployment, size("deploys"), pause=0.5), 0
        with nemesis.at_work():
            while not nemesis.finished():
                batch += 1
                Players(realm, lay(realm.store, 4, number_from=batch * 1000), seed=batch).play(8, 900, nemesis.finished)
        settle(realm)
        unknown = realm.history.count("unknown")
        tell("F15", judged(realm), deploys=nemesis.done, unanswered=unknown, slow_stops=deployment.slow_stops)
        assert unknown == 0, "somebody was left without an answer"
    finally:
        balancer.close()
