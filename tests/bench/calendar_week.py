"""A week of the service as one process of several lives it: its own share of the games and of their people, and
whatever turns and emails it can take from the common queues. The clock is told what time it is."""

from __future__ import annotations

import heapq
import random
import resource
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
from sqlalchemy import select

from adjudicator import games
from adjudicator.engine.decision import Decision
from adjudicator.thrones.state.decisions import PlaceOrders
from correspondence.closing import adjudicate_due
from correspondence.deadlines.clock import wake_games
from correspondence.deadlines.opening import send_reminders
from correspondence.games.options import PRESETS, NewGame, houses
from correspondence.input_validation import Denied
from correspondence.lobby.use_cases import create_game, join_game
from correspondence.models.accounts import Account
from correspondence.models.games import Game, Seat
from correspondence.models.turns import Turn
from correspondence.notices.use_cases import send_digests
from correspondence.operations import beat
from correspondence.outbox.delivery import Transport
from correspondence.overview.game_pages import turn_page
from correspondence.sheets.use_cases import submit_sheet
from correspondence.sign_in.use_cases import get_or_create_account
from correspondence.store import Store
from tests.correspondence.postoffice import deliver_batch

EDITION = "first-edition"
# A Monday; nothing happens to the clocks in this week.
BEGIN = datetime(2026, 11, 2, tzinfo=UTC)
STEP = timedelta(minutes=5)
# How far before the week games began, so that their turns fall due all over it.
SPREAD = timedelta(hours=47)
# How many of a hundred games have this pace, and live in this zone: mostly Europe, as clubs of these games are.
PACES = (("slow", 20), ("standard", 55), ("fast", 25))
ZONES = (
    ("Europe/Rome", 25),
    ("Europe/Madrid", 15),
    ("Europe/London", 15),
    ("America/New_York", 20),
    ("America/Los_Angeles", 10),
    ("America/Sao_Paulo", 5),
    ("Australia/Sydney", 10),
)
# The hour at which a game's turns close, where it is fixed; everybody likes the evening.
HOURS = (("20:00", 60), ("21:00", 15), ("22:00", 10), ("18:00", 10), ("12:00", 5))
CLAIMED, POSTED = 10, 200


@dataclass
class Tally:
    """What one process did: how often, by step of the week, and the seconds of its processor that it took."""

    counts: Counter[str] = field(default_factory=Counter)
    seconds: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    by_step: Counter[tuple[str, int]] = field(default_factory=Counter)
    kilobytes: list[int] = field(default_factory=list)

    def count(self, what: str, step: int, times: int = 1) -> None:
        """Note that something was done."""
        self.counts[what] += times
        self.by_step[what, step] += times

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """Add what the block took of the processor."""
        before = time.process_time()
        yield
        self.seconds[stage] += time.process_time() - before


class Share:
    """One process: its games, their people, and the queues it works on."""

    def __init__(self, store: Store, transport: Transport, number: int, seed: str) -> None:
        self.store, self.transport, self.number = store, transport, number
        self.chance = random.Random(f"{seed} {number}")
        self.now, self.step, self.tally = BEGIN, 0, Tally()
        self.own: dict[int, str] = {}
        self._seen = BEGIN - SPREAD - STEP
        # When somebody writes a sheet: moment, turn, account.
        self._plans: list[tuple[datetime, str, int]] = []

    def clock(self) -> datetime:
        """The time."""
        return self.now

    def found(self, games: int) -> None:
        """Make this process's games, with their people."""
        for number in range(games):
            with self.tally.timed("founding"):
                self._make(f"{self.number}-{number}")

    def _make(self, name: str) -> None:
        chance = self.chance
        when = BEGIN - SPREAD * chance.random()
        players = chance.choices((3, 4, 5), (10, 15, 75))[0]
        playing = houses(EDITION, players)
        numbers = {**PRESETS[_drawn(chance, PACES)], "muster_hours": 0.0}
        if numbers["clock"]:
            numbers["clock"] = _drawn(chance, HOURS)
        new = NewGame(title=f"Week {name}", players=players, house=playing[0], zone=_drawn(chance, ZONES), **numbers)
        with self.store.begin() as session:
            people = [
                get_or_create_account(session, f"{h}.{name}@rookery.example", when, name=h.title()) for h in playing
            ]
            game = create_game(session, people[0], new, when)
            self.own[game.id] = game.public_id
            for account, house in zip(people[1:], playing[1:], strict=True):
                join_game(session, account, game.public_id, when, code=game.join_code, house=house)

    def advance(self) -> None:
        """Let the clock go on by a step."""
        self.now += STEP
        self.step += 1

    def people(self) -> None:
        """Everybody writes who planned to by now; who is new at a turn plans."""
        self._plan()
        while self._plans and self._plans[0][0] <= self.now:
            _, turn_id, account_id = heapq.heappop(self._plans)
            self._hand_in(turn_id, account_id)

    def _plan(self) -> None:
        query = select(Turn, Game.id).join(Game).where(Turn.opened_at >= self._seen)
        self._seen = self.now
        with self.tally.timed("people"), self.store.read() as session:
            for turn, game_id in session.execute(query):
                if game_id in self.own:
                    for seat in session.scalars(select(Seat).where(Seat.game_id == game_id)):
                        self._plan_seat(turn, seat)

    def _plan_seat(self, turn: Turn, seat: Seat) -> None:
        """Most write on the last day, a few not at all; one in five writes twice."""
        if seat.kind != "human" or seat.account_id is None or seat.house not in turn.required_houses:
            return
        for chance in (0.97, 0.2):
            if self.chance.random() < chance:
                share = self.chance.betavariate(3, 1.5)
                moment = turn.opened_at + (turn.due_at - turn.opened_at) * min(share, 0.99)
                heapq.heappush(self._plans, (moment, turn.public_id, seat.account_id))

    def _hand_in(self, turn_id: str, account_id: int) -> None:
        try:
            with self.tally.timed("pages"), self.store.begin() as session:
                account = session.get_one(Account, account_id)
                page = turn_page(session, account, turn_id, self.now)
            with self.tally.timed("people"):
                sheet = self._sheet(page.questions)
            with self.tally.timed("sheets"), self.store.begin() as session:
                account = session.get_one(Account, account_id)
                submit_sheet(session, account, turn_id, sheet, self.now, True)
            self.tally.count("sheets", self.step)
        except Denied as late:
            self.tally.count(late.code, self.step)

    def _sheet(self, questions: Sequence[Decision]) -> bytes:
        """Orders drawn from the tokens without a star, or nothing where none are asked for."""
        for asked in questions:
            if isinstance(asked, PlaceOrders):
                return msgspec.json.encode({"orders": self._orders(asked)})
        return b"{}"

    def _orders(self, asked: PlaceOrders) -> dict[str, str]:
        edition = games.edition(EDITION)
        tokens = [
            token
            for token in edition.orders.values()
            if not token.special and token.type not in asked.bans
            for _ in range(token.copies)
        ]
        self.chance.shuffle(tokens)
        orders = {}
        for area in asked.areas:
            on_land = edition.areas[area].kind == "land"
            fitting = (t for t in tokens if on_land or t.type not in ("consolidate-power",))
            if (token := next(fitting, None)) is not None:
                tokens.remove(token)
                orders[area] = token.id
        return orders

    def chores(self) -> None:
        """What one sweep does besides; by one process only."""
        with self.tally.timed("chores"):
            if not beat(self.store, self.now):
                raise AssertionError("the clock was taken for wrong")
            wake_games(self.store, self.now)
            send_reminders(self.store, self.now)
            if self.now.minute == 0:
                send_digests(self.store, self.now)

    def adjudicate(self) -> None:
        """Take turns that are due until none is."""
        while True:
            with self.tally.timed("adjudications"):
                claimed, done = adjudicate_due(self.store, f"week:{self.number}", self.clock, CLAIMED)
            self.tally.count("adjudications", self.step, done)
            if not claimed:
                return

    def post(self) -> None:
        """Hand emails over until none waits."""
        while True:
            with self.tally.timed("letters"):
                sent = deliver_batch(self.store, self.transport, self.clock, POSTED)
            self.tally.count("letters", self.step, sent)
            if not sent:
                return

    def measure(self) -> None:
        """Note the memory of this process, in kB."""
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        self.tally.kilobytes.append(pages * resource.getpagesize() // 1024)


def _drawn(chance: random.Random, choices: Sequence[tuple[str, int]]) -> str:
    return chance.choices([name for name, _ in choices], [weight for _, weight in choices])[0]
