"""The judge itself: it finds nothing where nothing is wrong, and complains about every history that was doctored."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import delete, select, text, update

from correspondence.messages.sending import send
from correspondence.models.archive import JournalPart
from correspondence.models.games import Message
from correspondence.models.mail import OutgoingMail
from correspondence.models.turns import Adjudication, SheetVersion, Turn
from correspondence.store import Store
from tests.correspondence.conftest import settings_for
from tests.correspondence.people import People
from tests.faults.checker import Verdict, judge
from tests.faults.history import History
from tests.faults.post import Post
from tests.migrated import make_tables

NOW = datetime(2026, 12, 24, 12, tzinfo=UTC)


class World:
    """A game of two turns, played without faults, with all that its players and the mail server know."""

    def __init__(self, folder: Path) -> None:
        self.store = Store(settings_for(f"sqlite:///{folder / 'rookery.db'}", folder))
        make_tables(self.store)
        self.history, self.post = History(folder / "history"), Post()
        people = People(self.store)
        game_id = people.game({"stark": "ada"}, players=3)
        for _ in range(2):
            turn_id = people.turn(game_id)
            self._hand_in(people, game_id, turn_id, '{"retreat":[{"areas":["winterfell"]}]}')
            self._hand_in(people, game_id, turn_id, '{"retreat":[{"areas":["white-harbor"]}]}')
            people.adjudicate(game_id)
        self._write(people, game_id)
        with self.store.begin() as session:
            for mail in session.scalars(select(OutgoingMail)):
                mail.sent_at, mail.next_attempt_at = people.now, None
                self.post.taken[mail.message_id.strip("<>")] = [(mail.address, "as it was")]

    def _hand_in(self, people: People, game_id: str, turn_id: str, document: str) -> None:
        number = self.history.sent("sheet", turn=turn_id, house="stark", document=document)
        got = people.submit(game_id, document=document.encode())
        kept = got.document.decode()
        self.history.told(number, "acked", number=got.number, digest=got.digest, kept=kept)

    def _write(self, people: People, game_id: str) -> None:
        number = self.history.sent("press", game=game_id, house="stark", body="Hold the gate")
        with self.store.begin() as session:
            send(session, people.account_in(session, "ada"), game_id, "public", (), "Hold the gate", people.now)
        self.history.told(number, "acked")

    def verdict(self) -> Verdict:
        """What the judge says."""
        return judge(self.store, self.history, self.post, NOW - timedelta(days=33))

    def execute(self, statement: object) -> None:
        """Change what is kept behind everybody's back."""
        with self.store.begin() as session:
            session.execute(statement)  # type: ignore[call-overload]


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """Such a game."""
    made = World(tmp_path)
    yield made
    made.history.close()
    made.store.close()


def test_nothing_is_said_against_an_honest_history(world: World) -> None:
    verdict = world.verdict()
    assert verdict.clean, verdict.words()
    assert verdict.figures["sheets_acked"] == 4
    assert verdict.figures["adjudicated"] == 2
    assert verdict.figures["letters"] == 3
    assert verdict.figures["press_acked"] == 1


def _forget_a_sheet(world: World) -> None:
    world.execute(delete(SheetVersion).where(SheetVersion.number == 2))


def _use_an_older_sheet(world: World) -> None:
    world.execute(update(Adjudication).where(Adjudication.number == 1).values(sheets="stark:1"))


def _acknowledge_a_phantom(world: World) -> None:
    turn = world.history.entries[0]["turn"]
    number = world.history.sent("sheet", turn=turn, house="stark", document="{}")
    world.history.told(number, "acked", number=3, digest=hashlib.sha256(b"{}").hexdigest(), kept="{}")


def _forget_an_adjudication(world: World) -> None:
    world.execute(delete(Adjudication).where(Adjudication.number == 2))


def _set_a_turn_aside(world: World) -> None:
    world.execute(update(Turn).where(Turn.number == 3).values(status="set-aside"))


def _forget_a_mail(world: World) -> None:
    world.execute(delete(OutgoingMail).where(OutgoingMail.key.contains(":1:")))


def _lose_a_mail(world: World) -> None:
    world.post.taken.popitem()


def _leave_a_mail_unmarked(world: World) -> None:
    world.execute(update(OutgoingMail).values(sent_at=None))


def _forget_messages(world: World) -> None:
    world.execute(delete(Message))


@pytest.mark.parametrize(
    "doctor",
    [
        _forget_a_sheet,
        _use_an_older_sheet,
        _acknowledge_a_phantom,
        _forget_an_adjudication,
        _set_a_turn_aside,
        _forget_a_mail,
        _lose_a_mail,
        _leave_a_mail_unmarked,
        _forget_messages,
    ],
)
def test_what_is_missing_is_lost(world: World, doctor: Callable[[World], None]) -> None:
    doctor(world)
    assert world.verdict().lost


def _keep_a_sheet_that_nobody_sent(world: World) -> None:
    world.history.entries[:] = [entry for entry in world.history.entries if entry["id"] != 4]


def _acknowledge_one_sheet_to_two(world: World) -> None:
    turn = world.history.entries[0]["turn"]
    first = next(entry for entry in world.history.entries if entry["said"] == "acked")
    number = world.history.sent("sheet", turn=turn, house="stark", document="{}")
    world.history.told(number, "acked", number=1, digest=first["digest"], kept=first["kept"])


def _adjudicate_again(world: World) -> None:
    # The table refuses this: so it is made anew without its keys first.
    columns = ", ".join(column.name for column in Adjudication.__table__.columns)
    with world.store.begin() as session:
        session.execute(text(f"create table copy as select {columns} from adjudications"))
        session.execute(text("drop table adjudications"))
        session.execute(text("alter table copy rename to adjudications"))
        session.execute(text(f"insert into adjudications select 99, {columns[4:]} from adjudications where number = 2"))


def _write_messages_again(world: World) -> None:
    with world.store.begin() as session:
        one = session.scalars(select(Message)).one()
        values = {c.key: getattr(one, c.key) for c in Message.__table__.columns if c.key != "id"}
        session.add(Message(**values | {"public_id": "another", "number": 77}))


@pytest.mark.parametrize(
    "doctor",
    [_keep_a_sheet_that_nobody_sent, _acknowledge_one_sheet_to_two, _adjudicate_again, _write_messages_again],
)
def test_what_is_there_again_is_twice(world: World, doctor: Callable[[World], None]) -> None:
    doctor(world)
    assert world.verdict().twice


def _change_a_position(world: World) -> None:
    world.execute(update(Adjudication).where(Adjudication.number == 1).values(position_digest="0" * 64))


def _change_the_journal(world: World) -> None:
    world.execute(delete(JournalPart).where(JournalPart.first <= 3, JournalPart.last >= 3))


def _leave_a_gap_between_turns(world: World) -> None:
    world.execute(update(Turn).where(Turn.number == 3).values(number=4))


def _close_every_turn(world: World) -> None:
    world.execute(update(Turn).values(status="void"))


def _send_a_mail_to_somebody_else(world: World) -> None:
    name = next(iter(world.post.taken))
    world.post.taken[name].append(("eve@rookery.example", "as it was"))


def _send_another_text_again(world: World) -> None:
    name, ((address, _),) = next(iter(world.post.taken.items()))
    world.post.taken[name].append((address, "another text"))


def _send_what_nobody_wrote(world: World) -> None:
    world.post.taken["forged@rookery.example"] = [("ada@rookery.example", "forged")]


def _spoil_a_sheet(world: World) -> None:
    world.execute(update(SheetVersion).where(SheetVersion.number == 2).values(document=b"{}"))


@pytest.mark.parametrize(
    "doctor",
    [
        _change_a_position,
        _change_the_journal,
        _leave_a_gap_between_turns,
        _close_every_turn,
        _send_a_mail_to_somebody_else,
        _send_another_text_again,
        _send_what_nobody_wrote,
        _spoil_a_sheet,
    ],
)
def test_what_is_otherwise_is_wrong(world: World, doctor: Callable[[World], None]) -> None:
    doctor(world)
    assert world.verdict().wrong


def test_what_waits_too_long_is_late(world: World) -> None:
    assert judge(world.store, world.history, world.post, NOW).late
    assert not judge(world.store, world.history, world.post, NOW, timedelta(days=60)).late
