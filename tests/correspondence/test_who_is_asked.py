"""Whoever is left a choice while a turn is resolved was asked by email, could be ready, and was waited for: in random
games of every edition."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator import documents, games
from adjudicator.engine.bulk import Pace
from adjudicator.engine.chance import Picker
from adjudicator.engine.decision import Decision, SourcedAnswer
from adjudicator.engine.step import Answered, Replay
from correspondence.archive.records import current, journal_of
from correspondence.games.access import find_game
from correspondence.games.options import pace_text
from correspondence.mail import asking
from correspondence.mail.payload import Recipient, ResultsPayload, decode_payload
from correspondence.models.mail import OutgoingMail
from correspondence.models.turns import Turn
from correspondence.overview.game_pages import turn_page
from correspondence.turns import set_ready
from narration.words import translator
from tests.correspondence.people import People, houses_of
from tests.random_answers import TABLES, resolved
from tests.slices import in_turn, often

PACES: list[Pace] = ["bulk", "raven", ("place-bid", "place-orders", "pick-tied"), ("pick-effect", "choose-house-card")]
BTWIXT: list[Pace] = [("choose-council", "choose-card"), "bulk", ("play-or-kneel",)]
GAMES = [
    pytest.param(*table, pace, id=f"{table[0]}-{table[1]}-{'+'.join(table[2])}-{pace_text(pace)}")
    for number, table in enumerate(TABLES)
    for pace in in_turn(number, BTWIXT if table[0] == "btwixt" else PACES)
]
# Each turn is resolved so often by random answers, besides by what is handed in for it.
TIMES = often(4, 12)
MAX_TURNS = often(9, 1000)
ENGLISH = translator("en")


class JournalAnswers:
    """The answers of a turn as its journal has them; `chose` is what left somebody a choice."""

    def __init__(self, session: Session, turn: Turn) -> None:
        self.journal = Replay(entry for entry in journal_of(session, turn) if isinstance(entry, Answered))
        self.chose: list[Decision] = []

    def __call__(self, position: Any, decision: Decision) -> SourcedAnswer | None:
        answer = self.journal(position, decision)
        if answer is not None and games.of(decision).has_choice(decision):
            self.chose.append(decision)
        return answer


class Addressees(NamedTuple):
    """The seats whose email asks for a sheet, whose page has the button to be ready, for which an open turn waits."""

    by_mail: set[str]
    by_button: set[str]
    awaited: set[str]


class Table:
    """A game between people alone, who hand in sheets or none by chance; `turn` is open, where `shown` waits."""

    def __init__(self, people: People, edition: str, players: int, modules: tuple[str, ...], pace: Pace) -> None:
        self.people, self.pace, self.pick = people, pace, Picker(edition, pace_text(pace))
        self.names = {house: f"player-of-{house}" for house in houses_of(players, edition)[:players]}
        self.id = people.game(self.names, players=players, edition=edition, modules=modules, pace=pace)
        self.accounts = {house: people.account(name) for house, name in self.names.items()}
        self.look()

    def look(self) -> None:
        """See where the game waits, and which call is open."""
        with self.people.store.read() as session:
            game = find_game(session, self.id)
            self.over, self.shown = game.status == "finished", current(session, game)
            turns = select(Turn).where(Turn.game_id == game.id).order_by(Turn.number.desc())
            self.turn = session.scalars(turns.limit(1)).one()

    def addressees(self) -> Addressees:
        """Whom the open turn asks."""
        with self.people.store.begin() as session:
            return Addressees(self._by_mail(session), self._by_button(session), self._awaited(session))

    def _by_mail(self, session: Session) -> set[str]:
        """Whoever is written that their sheet is due, in an email that lies in the outbox since the turn opened."""
        houses = {account.id: house for house, account in self.accounts.items()}
        key = f"{self.id}:{self.turn.number - 1}:"
        query = select(OutgoingMail).where(OutgoingMail.key.startswith(key, autoescape=True))
        due = set()
        for mail in session.scalars(query.where(OutgoingMail.next_attempt_at.is_not(None))):
            payload = decode_payload(mail.payload)
            assert isinstance(payload, ResultsPayload)
            opened = payload.opened
            assert opened is not None
            assert opened.id == self.turn.public_id
            assert houses[mail.account_id or 0] == payload.seat
            asks = asking.TurnRequest(opened, ())
            words = asking.due_words(asks, Recipient(address=mail.address), payload.written_at, ENGLISH)
            if words.startswith("Your orders are due"):
                due.add(payload.seat)
        return due

    def _by_button(self, session: Session) -> set[str]:
        """Whoever finds on the page of the turn that they are asked, and named as somebody who is not ready."""
        pages = {h: turn_page(session, a, self.turn.public_id, self.people.now) for h, a in self.accounts.items()}
        return {
            h for h, page in pages.items() if page.asked and h in page.required_houses and h not in page.houses_ready
        }

    def _awaited(self, session: Session) -> set[str]:
        """Whoever keeps the call from closing early when everybody else is ready."""

        def closes(house: str, *, ready: bool) -> bool:
            set_ready(session, self.accounts[house], self.turn.public_id, ready, self.people.now)
            return session.get_one(Turn, self.turn.id).closing_at is not None

        assert [closes(house, ready=True) for house in self.accounts][-1]
        awaited = set()
        for house in self.accounts:
            if not closes(house, ready=False):
                awaited.add(house)
            assert closes(house, ready=True), "all are ready again"
        return awaited

    def left_a_choice(self) -> set[str]:
        """Whoever is left a choice in the open turn, by random answers to all that it asks."""
        times = (resolved(self.shown, self.pace, f"{self.turn.number}/{time}")[1] for time in range(TIMES))
        return {decision.seat for decisions in times for decision in decisions}

    def play(self) -> set[str]:
        """Some hand in what a bot would, some what they could play, and the turn is adjudicated; whoever was left a
        choice by it."""
        showing, waiting, before = (
            self.shown.showing,
            self.shown.waiting,
            documents.decode(documents.encode(self.shown.position)),
        )
        entries = resolved(self.shown, self.pace, f"{self.turn.number}/sheets")[0].answers
        for house, name in self.names.items():
            how = self.pick(5)
            if how < 2:
                view = games.of(showing).view(showing, house, waiting)
                sheet = (
                    games.of(view).suggest_sheet(view)
                    if how
                    else games.of(showing).sheet_as_played(showing, house, entries)
                )
                if not games.of(showing).check_sheet(showing, house, sheet, waiting, pace=self.pace).errors:
                    self.people.submit(self.id, name, documents.encode(sheet))
        turn = self.turn
        self.people.adjudicate(self.id)
        with self.people.store.read() as session:
            answers = JournalAnswers(session, session.get_one(Turn, turn.id))
            games.of(before).advance(before, answers)
        assert not answers.journal.unused
        self.look()
        return {decision.seat for decision in answers.chose}


@pytest.mark.parametrize("store", ["sqlite"], indirect=True)
@pytest.mark.parametrize(("edition", "players", "modules", "pace"), GAMES)
def test_who_is_left_a_choice_was_asked(
    people: People, edition: str, players: int, modules: tuple[str, ...], pace: Pace
) -> None:
    table = Table(people, edition, players, modules, pace)
    earlier: dict[str, Addressees] = {}
    while not table.over and table.turn.number <= MAX_TURNS:
        showing, turn = table.shown.showing, table.turn
        addressees = table.addressees()
        phase = games.of(showing).phase_window(showing, pace)
        if showing.phase != "westeros" and phase in earlier:
            # At a stop the sheets of the phase's earlier turns still count.
            addressees = Addressees(*map(set.union, earlier[phase], addressees))
        earlier[phase] = addressees
        choosers = table.left_a_choice() | table.play()
        for how, seats in addressees._asdict().items():
            assert choosers <= seats, (how, turn.window, choosers - seats)
