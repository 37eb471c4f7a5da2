"""The driver: people who play many games at once, write down what they were told, and try again when nobody answers."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from sqlalchemy import select
from sqlalchemy.exc import DBAPIError

from correspondence.models.games import Game
from correspondence.models.turns import Turn
from tests.faults.doors import Answer, Door
from tests.faults.realm import Realm
from tests.faults.tables import Player, Table

THREADS = 6
TRIES = 200
HOMES = {
    "stark": ("winterfell", "white-harbor"),
    "lannister": ("lannisport", "stoney-sept"),
    "baratheon": ("dragonstone", "kingswood"),
}
ORDERS = ("march+0", "march-1", "march+1", "defense+1", "defense+2", "support", "raid", "consolidate-power")


def document(house: str, chance: random.Random) -> bytes:
    """A sheet that differs from others, and may ask for what cannot be."""
    areas = HOMES[house]
    orders = dict(zip(areas, chance.sample(ORDERS, len(areas)), strict=True))
    retreat = [{"areas": chance.sample([*areas, "castle-black", "harrenhal"], 3)}]
    return json.dumps({"orders": orders, "retreat": retreat}).encode()


def modest(house: str, chance: random.Random) -> bytes:
    """A sheet that can always be taken."""
    return json.dumps({"retreat": [{"areas": chance.sample([*HOMES[house], "castle-black"], 2)}]}).encode()


class Players:
    """All people of some tables. `play` lets every game come to a number of adjudicated turns."""

    def __init__(self, realm: Realm, tables: Sequence[Table], seed: int = 1) -> None:
        self.realm, self.tables = realm, {table.game_id: table for table in tables}
        self.chance = random.Random(seed)
        self._lock = threading.Lock()
        self._done: set[str] = set()
        self.stop = threading.Event()

    def play(self, turns: int, seconds: float, enough: Callable[[], bool] = lambda: False) -> None:
        """Hand in sheets for whatever turn opens, until each game has closed so many turns, or it is enough."""
        until = time.monotonic() + seconds
        jobs: list[Future[None]] = []
        with ThreadPoolExecutor(THREADS) as pool:
            while time.monotonic() < until and not self.stop.is_set() and not enough():
                waiting, left = self._open_turns(turns)
                if not left:
                    return
                fresh = [turn for turn in waiting if turn[0] not in self._done]
                self._done.update(turn_id for turn_id, _ in fresh)
                jobs += [pool.submit(self._answer_call, turn_id, self.tables[game_id]) for turn_id, game_id in fresh]
                # What a player's own program does wrong must not look like a quiet service.
                for job in [job for job in jobs if job.done()]:
                    job.result()
                    jobs.remove(job)
                time.sleep(0.05)
        if not (self.stop.is_set() or enough()):
            raise AssertionError(f"not played after {seconds:.0f} s\n{self.realm.log()}")

    def _open_turns(self, turns: int) -> tuple[list[tuple[str, str]], int]:
        """Turns that wait for sheets, and how many games still have turns to come."""
        query = (
            select(Turn.public_id, Game.public_id, Turn.number, Turn.status)
            .join(Game, Game.id == Turn.game_id)
            .where(Turn.status.in_(("open", "set-aside")), Game.status.in_(("running", "set-aside")))
        )
        try:
            with self.realm.store.read() as session:
                rows = [row for row in session.execute(query) if row[1] in self.tables and row[2] <= turns]
        except DBAPIError:
            return [], 1
        return [(row[0], row[1]) for row in rows if row[3] == "open"], len(rows)

    def _answer_call(self, turn_id: str, table: Table) -> None:
        """Each player hands in a sheet or two, the last of them ready; now and then somebody writes an email."""
        with self._lock:
            chance = random.Random(self.chance.random())
        door = Door(self.realm.url)
        for player in table.players:
            if chance.random() < 0.3:
                self.hand_in(door, player, turn_id, document(player.house, chance), None)
            if chance.random() < 0.1:
                self.write(door, player, table, f"Letter {chance.random()}")
            tries = [document(player.house, chance), modest(player.house, chance)]
            for body in tries:
                if self.insist(door, player, turn_id, body):
                    break

    def speak(self) -> Answer:
        """One of them writes an email, whatever all the others wait for."""
        table = next(iter(self.tables.values()))
        with self._lock:
            player, body = self.chance.choice(table.players), f"Letter {self.chance.random()}"
        return self.write(Door(self.realm.url), player, table, body)

    def insist(self, door: Door, player: Player, turn_id: str, body: bytes) -> bool:
        """Hand in a sheet and be ready; again, as long as nobody answers. Whether it was taken, or came too late."""
        for _ in range(TRIES):
            answer = self.hand_in(door, player, turn_id, body, True)
            if answer.accepted or "turn-closed" in answer.codes():
                return True
            if answer.status == 422:
                return False
            if self.stop.is_set():
                return True
            time.sleep(0.3)
        return True

    def hand_in(self, door: Door, player: Player, turn_id: str, body: bytes, ready: bool | None) -> Answer:
        """Hand in a sheet, and write down what came of it."""
        history = self.realm.history
        number = history.sent("sheet", turn=turn_id, house=player.house, document=body.decode())
        query = "" if ready is None else f"?ready={'true' if ready else 'false'}"
        answer = door.api(player.token, "PUT", f"/turns/{turn_id}/sheet{query}", body)
        if answer.accepted:
            got = answer.json()
            history.told(number, "acked", number=got["number"], digest=got["digest"], kept=got["document"])
        else:
            history.told(number, _said(answer), status=answer.status, codes=answer.codes())
        return answer

    def write(self, door: Door, player: Player, table: Table, body: str) -> Answer:
        """Write to another house by the form of the page."""
        other = next(one.house for one in table.players if one.house != player.house)
        number = self.realm.history.sent("press", game=table.game_id, house=player.house, body=body)
        answer = door.form(
            player.cookie, f"/games/{table.game_id}/messages", {"to": "houses", "house": other, "body": body}
        )
        self.realm.history.told(number, "acked" if answer.status == 303 else _said(answer), status=answer.status)
        return answer


def _said(answer: Answer) -> str:
    """What a player knows who was not told yes: a refusal means nothing was done; else nobody knows."""
    return "refused" if 400 <= answer.status < 500 else "unknown"
