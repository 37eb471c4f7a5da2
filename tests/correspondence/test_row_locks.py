"""Two who lock the rows of one game, or of one account, never wait for each other, whoever comes first."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence import closing, turns
from correspondence.input_validation import Denied
from correspondence.models.games import Game
from correspondence.models.turns import SheetVersion, Turn
from correspondence.review import access
from correspondence.rows import locking_query
from correspondence.sheets import use_cases as sheets
from correspondence.store import Store
from correspondence.tutorial import begin_tutorial, end_tutorial
from correspondence.votes import use_cases as votes
from tests.correspondence.people import People
from tests.correspondence.review.masters import make_master

# On SQLite one writes at a time.
pytestmark = pytest.mark.parametrize("store", ["postgresql"], indirect=True)

# So long the first waits for the second to have its first lock, if that is not kept from having it.
MEET = 1.5


class Meeting:
    """Two acts, each stopped once in the middle of its locks until the other is there too."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch, self.there = monkeypatch, {"first": threading.Event(), "second": threading.Event()}
        self.faults: list[Exception] = []
        self.mine = threading.local()

    def stops(self, module: Any, name: str) -> None:
        """Whoever comes to this function has its first lock."""
        real = getattr(module, name)

        def stopped(*what: Any, **how: Any) -> Any:
            me = getattr(self.mine, "name", "")
            if me and not self.there[me].is_set():
                self.there[me].set()
                self.there["second" if me == "first" else "first"].wait(MEET)
            return real(*what, **how)

        self.monkeypatch.setattr(module, name, stopped)

    def run(self, first: Callable[[], object], second: Callable[[], object]) -> None:
        """Both at once; `second` begins when the first has its first lock."""
        acts = [threading.Thread(target=self._act, args=one) for one in (("first", first), ("second", second))]
        acts[0].start()
        assert self.there["first"].wait(20)
        acts[1].start()
        for one in acts:
            one.join(60)
            assert not one.is_alive()
        assert not self.faults

    def _act(self, name: str, act: Callable[[], object]) -> None:
        self.mine.name = name
        try:
            act()
        except Denied:
            pass  # whoever comes second may find that it is too late
        except Exception as fault:  # noqa: BLE001  told by the thread that waits for this one
            self.faults.append(fault)
            self.there[name].set()


@pytest.fixture
def meeting(store: Store, monkeypatch: pytest.MonkeyPatch) -> Meeting:
    """Two who act at once."""
    meeting = Meeting(monkeypatch)
    # An adjudication that fails is tried again, and tells nobody.
    monkeypatch.setattr(closing, "_give_up_or_wait", lambda store, claimed, fault, now: meeting.faults.append(fault))
    return meeting


@pytest.fixture
def acts(people: People, meeting: Meeting) -> dict[str, Callable[[], object]]:
    """What may be done with one game at the same moment, each stopped behind its first lock."""
    humans = {"stark": "ada", "lannister": "bo", "baratheon": "cy"}
    game = people.game(humans)
    make_master(people, game, "mira")
    turn, now = people.turn(game), people.now
    ada, bo, mira = people.account("ada"), people.account("bo"), people.account("mira")
    meeting.stops(access, "turn_of")
    meeting.stops(sheets, "ends")
    meeting.stops(closing, "gather")
    meeting.stops(votes, "locked_game")

    def within(what: Callable[[Session], object]) -> Callable[[], object]:
        def act() -> None:
            with people.store.begin() as session:
                what(session)

        return act

    def standing_and_vote(session: Session) -> None:
        sheets.submit_standing_orders(session, bo, game, b"{}", now)
        votes.open_vote(session, bo, game, "pause", "", "", now)

    return {
        "review": within(
            lambda session: access.act_on_turn(session, mira, game, "extend", now, turn_number=1, reason="late")
        ),
        "sheet": within(lambda session: sheets.submit_sheet(session, ada, turn, b"{}", now)),
        "standing and vote": within(standing_and_vote),
        "adjudication": lambda: closing.adjudicate(people.store, turn, "test", lambda: people.now),
    }


PAIRS = [
    ("review", "sheet"),
    ("sheet", "review"),
    ("standing and vote", "sheet"),
    ("sheet", "standing and vote"),
    ("review", "standing and vote"),
    ("adjudication", "review"),
    ("adjudication", "standing and vote"),
]


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_no_two_wait_for_each_other(
    people: People, meeting: Meeting, acts: dict[str, Callable[[], object]], first: str, second: str
) -> None:
    """Each has its first lock, or waits for it, before either goes on."""
    if first == "adjudication":
        people.later(days=30)
    meeting.run(acts[first], acts[second])
    if "sheet" in (first, second):
        assert people.count(SheetVersion) == 1


def test_a_first_game_is_thrown_away_beside_its_adjudication(people: People, meeting: Meeting) -> None:
    """Its rows go in the order of everybody: the turn, then the game."""
    ada, now = people.account("ada"), people.now
    with people.store.begin() as session:
        game = begin_tutorial(session, session.merge(ada), "First", now).public_id
    turn = people.turn(game)
    people.later(days=30)
    meeting.stops(closing, "gather")

    def throw_away() -> None:
        with people.store.begin() as session:
            end_tutorial(session, ada)

    meeting.run(lambda: closing.adjudicate(people.store, turn, "test", lambda: people.now), throw_away)
    assert people.count(Game) == 0


def test_a_row_that_is_held_can_be_named_by_new_ones(people: People, store: Store, meeting: Meeting) -> None:
    """A receipt, an email or an audit log entry waits for nobody who holds its game or turn."""
    game, turn = people.game(), None
    done = threading.Event()

    def names_both() -> None:
        with store.begin() as session:
            row = session.scalars(select(Turn)).one()
            session.add(Turn(**{**copied(row), "number": 99, "public_id": "named"}))
        done.set()

    with store.begin() as session:
        turn = session.scalars(locking_query(select(Turn))).one()
        assert session.scalars(locking_query(select(Game))).one().public_id == game
        other = threading.Thread(target=names_both)
        other.start()
        assert done.wait(20)
        assert turn.number == 1
    other.join(20)


def copied(row: Turn) -> dict[str, Any]:
    """The values of a turn, for another one."""
    left = ("id", "public_id", "number", "trouble")
    return {one.key: getattr(row, one.key) for one in Turn.__table__.columns if one.key not in left}


def test_waiting_for_a_turn_finds_the_one_after_it(
    people: People, store: Store, meeting: Meeting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else its lock would be taken after the game's."""
    game, turn = people.game(), None
    turn = people.turn(game)
    people.later(days=30)
    seen: list[int] = []
    meeting.stops(closing, "gather")

    def review() -> None:
        with store.begin() as session:
            meeting.there["second"].set()
            found = turns.locked_game(session, game)
            rows = select(Turn.number).where(Turn.game_id == found.id)
            newest = session.scalars(rows.order_by(Turn.number.desc())).first()
            assert newest is not None
            seen.append(newest)
            assert blocked(store, newest)

    meeting.run(lambda: closing.adjudicate(store, turn, "test", lambda: people.now), review)
    assert seen == [2]


def blocked(store: Store, number: int) -> bool:
    """Whether somebody holds a turn."""
    with store.begin() as session:
        return session.scalar(locking_query(select(Turn).where(Turn.number == number), skip_locked=True)) is None
