"""What kills: pool children in the middle of an adjudication, whole workers, the site."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy import func, select
from sqlalchemy.exc import DBAPIError

from correspondence.closing import take_up_again
from correspondence.models.games import Game
from correspondence.models.mail import OutgoingMail
from correspondence.models.turns import Adjudication, Turn
from tests.faults.realm import Crew, Process, Realm


class Nemesis:
    """Does harm again and again in a thread of its own, and counts."""

    def __init__(self, harm: Callable[[random.Random], bool], most: int, pause: float, seed: int = 7) -> None:
        self._harm, self._pause = harm, pause
        self.most, self.done = most, 0
        self._chance = random.Random(seed)
        self._stop = threading.Event()
        self.trouble: BaseException | None = None
        self.thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        try:
            while self.done < self.most and not self._stop.is_set():
                self.done += self._harm(self._chance)
                time.sleep(self._chance.uniform(0, 2 * self._pause))
        except BaseException as trouble:  # noqa: BLE001  told by `at_work`
            self.trouble = trouble

    def finished(self) -> bool:
        """Whether all harm was done."""
        return self.done >= self.most or self.trouble is not None

    @contextmanager
    def at_work(self) -> Iterator[Nemesis]:
        """Let it loose for the time of the block."""
        self.thread.start()
        try:
            yield self
        finally:
            self._stop.set()
            self.thread.join(30)
        if self.trouble is not None:
            raise self.trouble


def adjudicating(realm: Realm) -> list[int]:
    """The ids of processes that hold a claim on a turn now, as the database says."""
    now = realm.now()
    query = select(Turn.claim).where(Turn.status == "open", Turn.claimed_until > now)
    with contextlib.suppress(DBAPIError), realm.store.read() as session:
        return sorted({int(claim.partition("#")[0].rpartition(":")[2]) for claim in session.scalars(query) if claim})
    return []


def adjudicated(realm: Realm) -> int:
    """How many turns were adjudicated so far."""
    with contextlib.suppress(DBAPIError), realm.store.read() as session:
        return session.scalar(select(func.count()).select_from(Adjudication)) or 0
    return 0


def child_killer(realm: Realm, worker: Process, spared: int) -> Callable[[random.Random], bool]:
    """kill -9 a pool child that adjudicates, some milliseconds after it was seen to; `spared` adjudications for each
    kill are let go through."""
    killed = 0

    def harm(chance: random.Random) -> bool:
        nonlocal killed
        if adjudicated(realm) < killed * spared:
            return False
        found = [pid for pid in adjudicating(realm) if pid in worker.children()]
        if not found:
            return False
        time.sleep(chance.uniform(0, 0.04))
        with contextlib.suppress(ProcessLookupError):
            os.kill(chance.choice(found), signal.SIGKILL)
            killed += 1
            return True
        return False

    return harm


class WorkerKiller:
    """kill -9 the whole worker while a turn is being adjudicated; its crew starts another.

    `alone`: on one machine without a broker, where there is no crew: the site is killed too, and both are started by
    us. `resumed` tells how many seconds after that the turn was adjudicated.
    """

    def __init__(self, realm: Realm, alone: bool = False) -> None:
        self._realm, self._alone = realm, alone
        self._worker: Process = realm.worker(2) if alone else realm.crew()
        self.resumed: list[float] = []

    def __call__(self, chance: random.Random) -> bool:
        """Kill once, if somebody adjudicates."""
        found = self._claimed()
        if not found:
            return False
        time.sleep(chance.uniform(0, 0.04))
        if not self._kill():
            return False
        self.resumed.append(self._realm.until(lambda: not self._waits(found), "what the dead worker held is done"))
        return True

    def _kill(self) -> bool:
        if isinstance(self._worker, Crew):
            adjudicator = self._worker.adjudicator()
            if adjudicator is None:
                return False
            os.killpg(adjudicator, signal.SIGKILL)
            return True
        self._worker.kill()
        self._realm.running("serve").kill()
        self._realm.site()
        self._worker = self._realm.worker(2)
        return True

    def _claimed(self) -> list[int]:
        query = select(Turn.id).where(Turn.status == "open", Turn.claimed_until > self._realm.now())
        with contextlib.suppress(DBAPIError), self._realm.store.read() as session:
            return list(session.scalars(query))
        return []

    def _waits(self, turns: list[int]) -> bool:
        with self._realm.store.read() as session:
            open_ones = select(Turn.id).where(Turn.id.in_(turns), Turn.status == "open")
            return session.scalar(open_ones.limit(1)) is not None


class Host:
    """Who looks after the service: takes up again what was set aside because its workers were killed."""

    def __init__(self, realm: Realm) -> None:
        self._realm = realm
        self.taken_up = 0

    def look(self) -> None:
        """Look for games set aside, and let them go on."""
        with contextlib.suppress(DBAPIError), self._realm.store.begin() as session:
            for game_id in session.scalars(select(Game.public_id).where(Game.status == "set-aside")).all():
                take_up_again(session, game_id)
                self.taken_up += 1


@contextmanager
def watching(host: Host) -> Iterator[None]:
    """A host who looks every second, for the time of the block."""
    over = threading.Event()

    def watch() -> None:
        while not over.wait(1.0):
            host.look()

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join(10)


def caught_up(realm: Realm, seconds: float = 180.0) -> float:
    """Wait until what is due now is adjudicated and what is written now has left, while others play on; how long it
    took."""
    with realm.store.read() as session:
        due = select(Turn.id).where(Turn.status == "open", Turn.closes_at <= realm.now())
        out = select(OutgoingMail.id).where(OutgoingMail.sent_at.is_(None), OutgoingMail.failed_at.is_(None))
        turns, mails = session.scalars(due).all(), session.scalars(out).all()

    def done() -> bool:
        with realm.store.read() as session:
            left = due.where(Turn.id.in_(turns)), out.where(OutgoingMail.id.in_(mails))
            return not any(session.scalar(query.limit(1)) for query in left)

    return realm.until(done, "what was due is adjudicated and sent", seconds)


def settle(realm: Realm, host: Host | None = None, seconds: float = 180.0) -> float:
    """Wait until nothing is due and every email has left; how long that took."""

    def settled() -> bool:
        if host is not None:
            host.look()
        now = realm.now()
        with realm.store.read() as session:
            due = select(Turn.id).where(Turn.status == "open", Turn.closes_at <= now)
            out = select(OutgoingMail.id).where(OutgoingMail.sent_at.is_(None), OutgoingMail.failed_at.is_(None))
            return session.scalar(due.limit(1)) is None and session.scalar(out.limit(1)) is None

    return realm.until(settled, "all is adjudicated and sent", seconds)
