"""A month of the service in minutes: many games on a clock that is told what time it is.

People hand sheets in, or come late, or go away, or never come back; substitutes take over; game masters review, decree
and roll back; the service itself is away for two hours; clocks go forward in one zone and back in two others. What
befalls whole games (votes, surrenders, pauses, somebody who stands in) is in `incidents`.

Everything that is chosen hangs on the month's seed and on what it is about, never on ids, which are drawn anew each
time; games get their seeds from it too. So a month can be had again as it was.
`python -m tests.bench.month` runs it at full size.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from types import SimpleNamespace
from unittest.mock import patch

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator import games
from adjudicator.thrones.state.overrides import SetPower
from correspondence.accounts.use_cases import enter_absence
from correspondence.archive.records import current
from correspondence.closing import adjudicate
from correspondence.deadlines.clock import go_on, wake_games
from correspondence.deadlines.opening import send_reminders
from correspondence.delegations import end_expired
from correspondence.games.access import find_game
from correspondence.games.options import PRESETS, NewGame, houses
from correspondence.input_validation import Denied, Invalid
from correspondence.lobby import seating
from correspondence.lobby.seating import close_due_musters
from correspondence.lobby.use_cases import create_game, join_game
from correspondence.models.accounts import Account
from correspondence.models.games import Game, GameMaster, Seat
from correspondence.models.turns import Turn
from correspondence.notices.use_cases import send_digests
from correspondence.operations import beat
from correspondence.overrides import NewPosition
from correspondence.overview.game_pages import TurnPage, turn_page
from correspondence.review import enforcement
from correspondence.review.enforcement import apply, roll_back
from correspondence.review.overrides import propose
from correspondence.review.pending_results import approve, current_pending_result, outcome_of
from correspondence.seats import take_over
from correspondence.sheets.use_cases import submit_sheet
from correspondence.sign_in.use_cases import get_or_create_account
from correspondence.store import Store
from correspondence.votes.use_cases import close_due_votes
from tests.bench import incidents
from tests.correspondence.people import due_turns
from tests.correspondence.postoffice import deliver_batch

EDITION = "first-edition"
# In this month clocks go forward in Sydney (4 October), and back in Rome (25 October) and New York (1 November).
BEGIN = datetime(2026, 10, 1, 9, tzinfo=UTC)
ZONES = ("Europe/Rome", "America/New_York", "Australia/Sydney")
# So often the service looks what is due; more than ten minutes would be an outage.
STEP = timedelta(minutes=5)
OUTAGE = (timedelta(days=10, hours=9, minutes=30), timedelta(hours=2))
SUBSTITUTES = 40


@dataclass
class Letterbox:
    """Where emails go: who was handed which, and how often."""

    handed: Counter[str] = field(default_factory=Counter)

    def open(self, now: datetime) -> None:
        """Nothing to connect to."""

    def send(self, address: str, message_id: str, subject: str, raw: bytes, sender: str = "") -> None:
        """Take an email."""
        assert raw.startswith(b"From:"), raw[:40]
        self.handed[message_id] += 1

    def close(self) -> None:
        """Nothing to close."""


@dataclass
class Habits:
    """How somebody plays: how often they miss a turn, when in a window they write, whether they stop for good."""

    misses: float
    eager: bool
    leaves: timedelta | None


class Month:
    """The service, its people and its clock."""

    def __init__(self, store: Store, games: int, seed: str, step: timedelta = STEP) -> None:
        self.store, self.now, self.seed, self.step = store, BEGIN, seed, step
        self.mails, self.done = Letterbox(), Counter[str]()
        self.habits: dict[int, Habits] = {}
        # What somebody plans to do for a turn, and when.
        self.plans: dict[tuple[int, int], datetime | None] = {}
        self.seeds = 0
        # Who stands in for whom, and until when.
        self.friends: dict[int, tuple[int, datetime]] = {}
        with store.begin() as session:
            self.substitutes = [
                get_or_create_account(session, f"sub{n}@rookery.example", BEGIN, name=f"Sub {n}")
                for n in range(SUBSTITUTES)
            ]
        with self._own_seeds():
            for number in range(games):
                self._make(number)

    def chance(self, *about: object) -> random.Random:
        """What chance brings in a matter: the same in every month of this seed, whatever else happens."""
        return random.Random(":".join(map(str, (self.seed, *about))))

    def draw_seed(self, _bytes: int = 32) -> str:
        """The next seed of a game."""
        self.seeds += 1
        return hashlib.sha256(f"{self.seed}:{self.seeds}".encode()).hexdigest()

    @contextmanager
    def _own_seeds(self) -> Iterator[None]:
        """Games are seeded by the month, in place of drawing what nobody can repeat."""
        own = SimpleNamespace(token_hex=self.draw_seed)
        with patch.object(seating, "draw_seed", self.draw_seed), patch.object(enforcement, "secrets", own):
            yield

    def clock(self) -> datetime:
        """The time."""
        return self.now

    def _make(self, number: int) -> None:
        """A game: presets and zones by turns, two to five people, some reviewed by a master."""
        preset = ("slow", "standard", "fast", "standard")[number % 4]
        numbers = dict(PRESETS[preset])
        players = 3 + number % 3
        playing = houses(EDITION, players)
        people = 2 + number % (players - 1)
        review = ("none", "none", "none", "flagged", "all")[number % 5]
        with self.store.begin() as session:
            master = get_or_create_account(session, f"gm{number}@rookery.example", BEGIN, name=f"Master {number}")
            new = NewGame(
                title=f"Month {number}",
                players=players,
                preset=preset,
                zone=ZONES[number % len(ZONES)],
                review=review,
                play=False,
                bot_houses=playing[people:],
                **{**numbers, "muster_hours": 0.0},
            )
            game_id = create_game(session, master, new, BEGIN).public_id
        for house in playing[:people]:
            with self.store.begin() as session:
                account = get_or_create_account(
                    session, f"{house}{number}@rookery.example", BEGIN, name=f"{house.title()} {number}"
                )
                self._settle(account)
                code = find_game(session, game_id).join_code
                join_game(session, account, game_id, BEGIN, code=code, house=house)
                self.habits[account.id] = self._habits(account)

    def _settle(self, account: Account) -> None:
        """Where somebody lives, and how they want their emails."""
        chance = self.chance("settles", account.email)
        account.zone = chance.choice(ZONES)
        if chance.random() < 0.2:
            account.quiet_from, account.quiet_until = 22, 7
        if chance.random() < 0.2:
            streams = {stream: chance.choice(("at-once", "digest", "off")) for stream in ("results", "deadlines")}
            account.streams = json.dumps(streams)

    def _habits(self, account: Account) -> Habits:
        chance = self.chance("habits", account.email)
        kind = chance.random()
        if kind < 0.7:
            return Habits(0.02, chance.random() < 0.5, None)
        if kind < 0.9:
            return Habits(0.35, False, None)
        return Habits(0.05, True, timedelta(days=chance.uniform(4, 20)))

    def run(self, days: float) -> None:
        """Let so many days pass."""
        with self._own_seeds():
            self._run(BEGIN + timedelta(days=days))

    def _run(self, end: datetime) -> None:
        while self.now < end:
            self.now += self.step
            away = OUTAGE[0] <= self.now - BEGIN < OUTAGE[0] + OUTAGE[1]
            if not away:
                self.sweep()
            if self.now.minute == 0:
                self.people()
                incidents.hour(self)
                self.masters()

    def sweep(self) -> None:
        """What the worker does at a sweep."""
        if not beat(self.store, self.now):
            raise AssertionError("the clock was taken for wrong")
        wake_games(self.store, self.now)
        send_reminders(self.store, self.now)
        close_due_musters(self.store, self.clock)
        end_expired(self.store, self.now)
        with self.store.read() as session:
            due = due_turns(session, self.now)
        for turn_id in due:
            self.done["adjudicated"] += adjudicate(self.store, turn_id, "month", self.clock)
        close_due_votes(self.store, self.now)
        if self.now.minute == 0:
            send_digests(self.store, self.now)
        while deliver_batch(self.store, self.mails, self.clock, 200):
            pass

    def people(self) -> None:
        """Everybody does what they planned for this hour; who is new at a turn plans."""
        with self.store.read() as session:
            query = select(Turn, Game).join(Game).where(Turn.status.in_(("open", "paused")))
            turns = [(turn, game, list(game.seats)) for turn, game in session.execute(query.order_by(Turn.id))]
        for turn, game, seats in turns:
            for seat in seats:
                if seat.kind == "human" and seat.account_id is not None and seat.house in turn.required_houses:
                    self._play(turn, seat, seat.account_id)
                if seat.offered_at is not None and self.chance("offer", seat.id, self.now).random() < 0.05:
                    self._substitute(game, seat)
            if game.paused_at is not None and self.chance("pause", game.title, self.now).random() < 0.04:
                self._go_on(game, seats)

    def _play(self, turn: Turn, seat: Seat, account_id: int) -> None:
        key = (account_id, turn.id)
        chance = self.chance("call", *key, self.now)
        habits = self.habits[account_id]
        if key not in self.plans:
            misses = chance.random() < habits.misses
            window = (turn.due_at - turn.opened_at) * (0.4 if habits.eager else 0.95)
            self.plans[key] = None if misses else turn.opened_at + window * chance.random()
            if chance.random() < 0.01:
                self._go_away(account_id, chance)
        planned = self.plans[key]
        gone = habits.leaves is not None and self.now > BEGIN + habits.leaves
        if planned is None and not gone and turn.late_at is not None and chance.random() < 0.05:
            planned = self.now  # the last chance was heard
        if planned is None or planned > self.now or gone:
            return
        self.plans[key] = None
        friend, until = self.friends.get(seat.id, (account_id, self.now))
        self._hand_in(turn.public_id, friend if until > self.now else account_id, chance)

    def _hand_in(self, turn_id: str, account_id: int, chance: random.Random) -> None:
        try:
            with self.store.begin() as session:
                account = session.get_one(Account, account_id)
                page = turn_page(session, account, turn_id, self.now)
                submit_sheet(session, account, turn_id, self._sheet(page, chance), self.now, True)
                self.done["sheets"] += 1
        except Denied as late:
            if late.code not in ("turn-closed", "not-your-seat"):
                raise
            self.done[late.code] += 1

    def _sheet(self, page: TurnPage, chance: random.Random) -> bytes:
        """An empty sheet, or one with orders drawn from the legal ones."""
        with self.store.read() as session:
            outcome = current(session, find_game(session, page.game_id))
        for asked in page.questions:
            if asked.__struct_config__.tag == "place-orders":
                answer = games.of(outcome.showing).legal_answers(outcome.showing, asked).sample(chance.randrange)
                return msgspec.json.encode({"orders": answer.orders})
        return b"{}"

    def _go_away(self, account_id: int, chance: random.Random) -> None:
        today: date = (self.now + timedelta(days=1)).date()
        try:
            with self.store.begin() as session:
                account = session.get_one(Account, account_id)
                first = today + timedelta(days=chance.randint(0, 3))
                enter_absence(session, account, first, first + timedelta(days=chance.randint(0, 5)), self.now)
                self.done["absences"] += 1
        except (Denied, Invalid):
            self.done["absences refused"] += 1

    def _substitute(self, game: Game, seat: Seat) -> None:
        account = self.chance("substitute", seat.id, self.now).choice(self.substitutes)
        try:
            with self.store.begin() as session:
                account, house = session.get_one(Account, account.id), seat.house or ""
                take_over(session, account, game.public_id, house, self.now, code=game.join_code)
                self.habits.setdefault(account.id, Habits(0.02, True, None))
                self.done["takeovers"] += 1
        except Denied:
            self.done["takeovers refused"] += 1

    def _go_on(self, game: Game, seats: list[Seat]) -> None:
        back = [seat for seat in seats if seat.kind == "human" and seat.account_id]
        if not back:
            return
        try:
            with self.store.begin() as session:
                account = session.get_one(Account, self.chance("goes on", game.title, self.now).choice(back).account_id)
                go_on(session, account, game.public_id, self.now)
                self.done["went on"] += 1
        except Denied:
            self.done["went on refused"] += 1

    def masters(self) -> None:
        """Masters look at what is held: approve it, or decree something first; now and then they take a turn back."""
        with self.store.read() as session:
            turns = select(Game.public_id, Turn.number, Turn.id).join(Game).order_by(Turn.id)
            waiting = [(*row,) for row in session.execute(turns.where(Turn.status == "held"))]
            late = (Turn.status == "open", Turn.number > 4, Game.review != "none", Game.paused_at.is_(None))
            others = [(*row,) for row in session.execute(turns.where(*late))]
        for game_id, number, turn in waiting:
            chance = self.chance("held", turn, self.now)
            if chance.random() < 0.2:
                self._publish(game_id, number, decree=chance.random() < 0.1)
        for game_id, number, turn in others:
            chance = self.chance("taken back", turn, self.now)
            if chance.random() < 0.001:
                self._take_back(game_id, number, chance)

    def _master(self, session: Session, game_id: str) -> Account:
        query = (
            select(Account)
            .join(GameMaster, GameMaster.account_id == Account.id)
            .join(Game, Game.id == GameMaster.game_id)
        )
        return session.scalars(query.where(Game.public_id == game_id).limit(1)).one()

    def _publish(self, game_id: str, number: int, *, decree: bool) -> None:
        with self.store.begin() as session:
            master = self._master(session, game_id)
            game = find_game(session, game_id)
            turn = session.scalars(select(Turn).where(Turn.game_id == game.id, Turn.number == number)).one()
            draft = current_pending_result(session, turn)
            assert draft is not None
            if decree and outcome_of(draft).showing.board.ending is None:
                seat = game.seats[0]
                override = NewPosition(SetPower(house=seat.house or "", power=7), "end")
                made = propose(
                    session,
                    master,
                    game_id,
                    override,
                    "A token was lost",
                    self.now,
                    turn_number=number,
                    draft=draft.number,
                )
                apply(session, master, game_id, made.public_id, self.now)
                draft = current_pending_result(session, turn)
                assert draft is not None
                self.done["edicts"] += 1
            approve(session, master, game_id, number, draft.number, draft.digest, self.now)
            self.done["published"] += 1

    def _take_back(self, game_id: str, number: int, chance: random.Random) -> None:
        draws = chance.choice(("keep", "reseed"))
        to = number - chance.randint(1, 2)
        with self.store.begin() as session:
            master = self._master(session, game_id)
            state = session.scalar(select(Turn.status).join(Game).where(Game.public_id == game_id, Turn.number == to))
            if state == "void":
                return
            roll_back(session, master, game_id, about=number, to=to, chance=draws, reason="A mistake", now=self.now)
            self.done["rollbacks"] += 1
