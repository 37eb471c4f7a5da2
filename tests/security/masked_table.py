"""An anonymous game with everything in it by which people could be known, and all that others read of it.

`play` plays the same game for any persons on its seats; every person has marks of their own (`marks_of`) in all that an
account, a seat and what goes with them hold. Names begin with `zq`, which nothing else does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from flask import Flask
from sqlalchemy import select

from adjudicator.thrones.state.overrides import Ruling
from correspondence.accounts.use_cases import enter_absence
from correspondence.deadlines.clock import emergency_pause
from correspondence.delegations import delegate
from correspondence.games.options import NewGame
from correspondence.lobby.invitations import invite
from correspondence.lobby.seating import confirm
from correspondence.lobby.use_cases import change_settings, create_game, join_game
from correspondence.masters import accept_master
from correspondence.messages import queries as messages, sending
from correspondence.models.games import Game
from correspondence.overrides import NewPosition
from correspondence.push.subscriptions import PUSHED
from correspondence.review.access import act_on_turn
from correspondence.review.enforcement import apply
from correspondence.review.overrides import propose
from correspondence.seats import surrender, take_over
from correspondence.sign_in.use_cases import issue_api_token
from correspondence.tables import METADATA
from correspondence.turns import set_ready
from correspondence.votes.use_cases import cast, open_vote
from correspondence.webhooks.use_cases import add_webhook
from tests.correspondence.people import People
from tests.correspondence.push.push_service import Receiver, tell
from tests.security.reading import Reader, text_of

TITLE, NOTE = "Masks", "ZORSE-NOTE"
# Who they are: login name, language, zone. Languages and zones differ, for a text or a time may tell them.
PERSONS = {
    "zqada": ("it", "Pacific/Chatham"),
    "zqbea": ("es", "Asia/Kathmandu"),
    "zqcaz": ("en", "America/St_Johns"),
    "zqdov": ("en", "Europe/Rome"),
    "zqeli": ("es", "Australia/Eucla"),
    "zqfin": ("it", "Asia/Yangon"),
    "zqgil": ("en", "UTC"),
    "zqhal": ("en", "UTC"),
    "zqmas": ("es", "Africa/Monrovia"),
}
# These are the same in every run: who reads must be.
LANNISTER, FORMER, DELEGATE, GUEST, HOST, MASTER = "zqdov", "zqeli", "zqfin", "zqgil", "zqhal", "zqmas"
# Somebody who is invited and has no account.
UNKNOWN = "new"


@dataclass(eq=False)
class Table:
    """One run: `seats` are the persons by house (greyjoy's is who takes it over), `joining` the houses in the order in
    which they come, the first of whom makes the game; `shift` is by how many minutes those act later who are not the
    same in every run."""

    app: Flask
    people: People
    seats: Mapping[str, str]
    joining: Sequence[str]
    shift: int
    at: dict[str, str] = field(default_factory=dict)
    early: dict[str, dict[str, dict[str, str]]] = field(default_factory=dict)
    taken_over: bool = False
    readers: dict[str, Reader] = field(default_factory=dict)

    @property
    def maker(self) -> str:
        """Who made the game, and so masters it and plays."""
        return self._person(self.joining[0])

    def play(self) -> None:
        """The whole of it, up to the middle of the second turn."""
        self._come()
        self._make()
        self._gather()
        self._first_turn()
        self.people.adjudicate(self.at["game"])
        self._second_turn()
        self.people.deliver()

    def reader(self, name: str) -> Reader:
        """Somebody who reads, with one browser and program from the beginning; nobody for the empty name."""
        if name not in self.readers:
            self.readers[name] = Reader(self.app, self.people, name)
        return self.readers[name]

    def marks_of(self, name: str) -> set[str]:
        """What one would know somebody by."""
        with self.people.store.read() as session:
            account = self.people.account_in_read(session, name)
            return {name, account.public_id, account.zone} - {"UTC"}

    def known_to(self, name: str) -> set[str]:
        """Whom somebody knows: themselves; who masters the game knows who else does, who asked for a delegate knows
        whom."""
        known = {name} | ({self.maker, MASTER} if name == self.maker else set())
        return known | ({DELEGATE} if name == self.seats["stark"] else set())

    def early_to(self, name: str) -> dict[str, str]:
        """What somebody read before the game began."""
        return {
            f"{when}: {where}": text
            for when, found in self.early.items()
            for where, text in found.get(name, {}).items()
        }

    def ids(self) -> set[str]:
        """Every id that was drawn, to be passed over where runs are compared."""
        found = set()
        with self.people.store.read() as session:
            for table in METADATA.sorted_tables:
                if "public_id" in table.columns:
                    found |= set(session.scalars(select(table.c.public_id)))
            found |= set(session.scalars(select(Game.join_code)))
        return found

    def _person(self, house: str) -> str:
        """Who plays a house now."""
        return FORMER if house == "greyjoy" and not self.taken_over else self.seats[house]

    def _come(self) -> None:
        """Everybody gets an account, a token, a webhook, a browser that is told."""
        for name in (*PERSONS, "ada"):
            self.people.account(name)
        with self.people.store.begin() as session:
            for name, (language, zone) in PERSONS.items():
                account = self.people.account_in(session, name)
                account.language, account.zone, account.host = language, zone, name == HOST
                issue_api_token(session, account, f"token of {name}", self.people.now)
                browser = Receiver(f"https://push.example.org/{name}").offered()
                tell(session, account, browser, PUSHED, self.people.now)
                url = f"https://hooks.example.org/{name}"
                add_webhook(session, account, url, ["results", "call-opened", "reminder"], "", self.people.now)
        for name in (*PERSONS, ""):
            self.reader(name)

    def _make(self) -> None:
        """The game is made, a master asked, two invited."""
        new = NewGame(
            title=TITLE,
            names="anonymous",
            visibility="open",
            seat_choice="preferences",
            preferences=(self.joining[0],),
            muster_hours=48.0,
            extensions=2,
            window_hours=48.0,
            most_hours=300.0,
            messages=("private", "group", "public", "anonymous", "postal"),
            masters=(f"{MASTER}@rookery.example",),
            bot_houses=("baratheon",),
        )
        self._start = self.people.now
        with self.people.store.begin() as session:
            maker = self.people.account_in(session, self.maker)
            game = create_game(session, maker, new, self.people.now)
            self.at |= {"game": game.public_id}
            for name in (GUEST, UNKNOWN):
                address = f"{name}@rookery.example"
                invite(session, maker, game.public_id, address, None, self.people.now)
        self.early["lobby"] = self._glance(GUEST, "")

    def _gather(self) -> None:
        """They come, say that they are there, and the game begins when the last one does, at the same time always."""
        people, game, begun = self.people, self.at["game"], self.people.now + timedelta(hours=9)
        for number, house in enumerate(self.joining[1:], start=1):
            self._at(number * 20, house)
            if number == len(self.joining) - 1:
                # That nobody is missing any more all are told at once.
                people.now = begun - timedelta(hours=7)
            with people.store.begin() as session:
                account = people.account_in(session, self._person(house))
                join_game(session, account, game, people.now, preferences=(house,))
        people.now = begun - timedelta(hours=4)
        self.early["muster"] = self._glance(LANNISTER, "")
        for number, house in enumerate(house for house in self.joining[::-1] if house != "lannister"):
            self._at(300 + number * 20, house)
            with people.store.begin() as session:
                confirm(session, people.account_in(session, self._person(house)), game, people.now)
        self.early["most there"] = self._glance(LANNISTER, "")
        people.now = self._start = begun
        with people.store.begin() as session:
            confirm(session, people.account_in(session, LANNISTER), game, people.now)
            accept_master(session, people.account_in(session, MASTER), game, people.now)
        self.at["turn"] = people.turn(game)

    def _glance(self, *names: str) -> dict[str, dict[str, str]]:
        """A game that has not begun, as some see it."""
        paths = ("/games/{game}", "/games/{game}/settings", "/api/v1/games/{game}", "/lobby")
        return {
            name: {path: text_of(self.reader(name).get(path.format(**self.at))) for path in paths} for name in names
        }

    def _first_turn(self) -> None:
        """Sheets, messages of all kinds, a delegate, a vote, an absence."""
        people, game = self.people, self.at["game"]
        for number, house in enumerate(("stark", "tyrell", "greyjoy", "lannister")):
            self._at(number * 10, house)
            people.submit(game, self._person(house), b"{}")
        self._write(50, "stark", "houses", ("lannister",), "A word between us")
        self._write(60, "tyrell", "houses", ("lannister", "stark"), "Three of us")
        self._write(70, "greyjoy", "anonymous", (), "From nobody")
        self._write(80, "stark", "public", (), "To all")
        self._write(90, "lannister", "houses", ("stark",), "An answer")
        self._at(100, "stark")
        with people.store.begin() as session:
            account, until = people.account_in(session, self._person("stark")), people.now + timedelta(days=6)
            delegate(session, account, game, f"{DELEGATE}@rookery.example", people.now, until, people.now, NOTE)
        self._at(120, "tyrell")
        with people.store.begin() as session:
            account = people.account_in(session, self._person("tyrell"))
            vote = open_vote(session, account, game, "draw", "", "Enough", people.now)
            self.at["vote"] = vote.public_id
            day = people.now.date()
            enter_absence(session, account, day + timedelta(2), day + timedelta(6), people.now, NOTE)
        self._at(140, "lannister")
        with people.store.begin() as session:
            cast(session, people.account_in(session, LANNISTER), self.at["vote"], "no", people.now)
        self._at(150, "stark")
        with people.store.begin() as session:
            set_ready(session, people.account_in(session, self._person("stark")), self.at["turn"], True, people.now)

    def _second_turn(self) -> None:
        """A seat changes hands; the masters act; a pause that its player did not ask for by name."""
        people, game = self.people, self.at["game"]
        self._start, self.at["turn"] = people.now, people.turn(game)
        self._at(10, "greyjoy")
        with people.store.begin() as session:
            surrender(session, people.account_in(session, FORMER), game, people.now)
        people.now = self._start + timedelta(minutes=40)
        with people.store.begin() as session:
            take_over(session, people.account_in(session, self.seats["greyjoy"]), game, "greyjoy", people.now)
        self.taken_over = True
        self._write(60, "greyjoy", "houses", ("lannister",), "I am new")
        people.now = self._start + timedelta(minutes=90)
        with people.store.begin() as session:
            maker, master = people.account_in(session, self.maker), people.account_in(session, MASTER)
            change_settings(session, maker, game, {"extensions": 3}, people.now)
            act_on_turn(session, maker, game, "extend", people.now, turn_number=2, hours=3, reason="More time")
            decree = NewPosition(Ruling(text="So it is"), "end")
            override = propose(session, master, game, decree, "A dispute", people.now, turn_number=2)
            apply(session, master, game, override.public_id, people.now)
        people.now = self._start + timedelta(minutes=120)
        with people.store.begin() as session:
            emergency_pause(session, people.account_in(session, self._person("tyrell")), game, people.now)
        people.now = self._start + timedelta(minutes=150)
        with people.store.begin() as session:
            master = people.account_in(session, MASTER)
            act_on_turn(session, master, game, "resume", people.now, turn_number=2, reason="On we go")
        people.now = self._start + timedelta(minutes=240)

    def _write(self, minutes: int, house: str, to: str, houses: tuple[str, ...], text: str) -> None:
        """An email of a house."""
        self._at(minutes, house)
        with self.people.store.begin() as session:
            account = self.people.account_in(session, self._person(house))
            message = sending.send(session, account, self.at["game"], to, houses, text, self.people.now)
            self.at[f"thread-{to}-{house}"] = messages.thread_of(session, message).public_id
            self.at["letter"] = message.public_id
        self.at["thread"] = self.at[f"thread-{to}-{house}"]

    def _at(self, minutes: int, house: str) -> None:
        """The time at which a house acts; later by the shift for whom that may tell."""
        later = 0 if house == "lannister" else self.shift
        self.people.now = self._start + timedelta(minutes=minutes + later)
