"""Notices: once to each reader, at once, in the digest or not at all, after quiet hours, in the reader's language."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest

from correspondence.games.access import find_game
from correspondence.mail.payload import (
    ClosedTurn,
    GameFacts,
    Links,
    NoticePayload,
    OpenTurn,
    ResultsPayload,
    Thread,
)
from correspondence.mail.short_mails import NOTICES, NoticeWords, subject_of
from correspondence.models.accounts import Account, DigestLine
from correspondence.models.mail import OutgoingMail
from correspondence.notices.use_cases import after_quiet_hours, notify
from correspondence.push.subscriptions import notification_of
from narration.words import translator
from tests.correspondence.people import People, text_of

WORDS = NoticeWords(
    stream="deadlines",
    subject="{title}: the deadline moved",
    paragraphs=("{by_house} asked for it.", "It is {due} now.", "They said: {words}"),
    button="Your orders",
)


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(NOTICES, "tried", WORDS)


def tell(people: People, game_id: str, key: str = "moved:1") -> None:
    with people.store.begin() as session:
        game = find_game(session, game_id)
        due = datetime(2026, 11, 24, 19, tzinfo=UTC)
        notify(session, "tried", key, people.now, game=game, values={"by_house": "stark", "due": due, "words": ""})


def choose(people: People, name: str, **columns: object) -> None:
    account = people.account(name)
    with people.store.begin() as session:
        found = session.get_one(Account, account.id)
        for column, value in columns.items():
            setattr(found, column, value)


def test_a_notice_reaches_each_player_once(people: People) -> None:
    game = people.game({"stark": "ada", "tyrell": "bob"})
    before = people.count(OutgoingMail)
    tell(people, game)
    tell(people, game)
    assert people.count(OutgoingMail) == before + 2
    people.deliver()
    mail = people.mails("bob")[-1]
    assert mail["Subject"] == "A game: the deadline moved"
    assert "Stark asked for it." in text_of(mail)
    assert "24 November 2026" in text_of(mail)
    assert "They said" not in text_of(mail)


def test_choices_are_kept(people: People) -> None:
    game = people.game({"stark": "ada", "tyrell": "bob", "greyjoy": "cid"})
    choose(people, "bob", streams=json.dumps({"deadlines": "digest"}))
    choose(people, "cid", streams=json.dumps({"deadlines": "off"}))
    before = people.count(OutgoingMail)
    tell(people, game)
    tell(people, game)
    assert (people.count(OutgoingMail) - before, people.count(DigestLine)) == (1, 1)


@pytest.mark.parametrize(
    ("quiet", "moment", "leaves"),
    [
        ((22, 7), "2026-11-21T22:30", "2026-11-22T06:00"),  # half past eleven in Rome
        ((22, 7), "2026-11-21T05:59", "2026-11-21T06:00"),
        ((22, 7), "2026-11-21T12:00", "2026-11-21T12:00"),
        ((1, 5), "2026-11-21T03:00", "2026-11-21T04:00"),
        ((22, 7), "2026-03-28T22:00", "2026-03-29T05:00"),  # the night in which clocks go forward
    ],
)
def test_quiet_hours(quiet: tuple[int, int], moment: str, leaves: str) -> None:
    account = Account(zone="Europe/Rome", quiet_from=quiet[0], quiet_until=quiet[1])
    at = datetime.fromisoformat(moment).replace(tzinfo=UTC)
    assert after_quiet_hours(account, at) == datetime.fromisoformat(leaves).replace(tzinfo=UTC)


def test_a_reminder_does_not_rest_beyond_its_deadline(people: People) -> None:
    game = people.game({"stark": "ada"})
    choose(people, "ada", quiet_from=22, quiet_until=7)
    people.deliver()
    before = len(people.mails("ada"))
    people.now = people.now.replace(hour=23)
    for hours, key in ((20, "far"), (8, "near")):
        with people.store.begin() as session:
            due = people.now + timedelta(hours=hours)
            notify(session, "tried", key, people.now, game=find_game(session, game), values={"due": due})
        people.deliver()
        assert len(people.mails("ada")) == before + (key == "near")


@pytest.mark.parametrize(
    ("turn", "told"),
    [
        (("r4-planning", 4), "A game: results of round 4, planning"),
        # From before notices told their turn.
        (None, "A game: results of turn 7"),
    ],
)
def test_a_notice_names_its_turn(turn: tuple[str, int] | None, told: str) -> None:
    notice = NoticePayload(
        what="results-brief",
        stream="results",
        values={"brief": "A battle", "n": 7},
        game=GameFacts(id="g", title="A game", edition="second-edition", players=3),
        seat="stark",
        turn=turn,
        links=Links(game="", settings=""),
        thread=Thread(message_id="a@b"),
        written_at=datetime(2026, 11, 24, 19, tzinfo=UTC),
    )
    assert subject_of(notice, {}, "Rookery", translator("en")) == told


@pytest.mark.parametrize(("asked", "told"), [(True, "Orders due"), (False, "Current turn: round 5, planning")])
def test_orders_are_due_from_those_alone_who_are_asked(asked: bool, told: str) -> None:
    at = datetime(2026, 11, 24, 19, tzinfo=UTC)
    mail: ResultsPayload = ResultsPayload(
        game=GameFacts(id="g", title="A game", edition="second-edition", players=3),
        seat="stark",
        closed=ClosedTurn(number=7, round=4, window="r4-planning"),
        opened=OpenTurn(id="c", number=8, round=5, window="r5-planning", due_at=at, asked=asked),
        board=None,
        standings=(),
        links=Links(game=""),
        thread=Thread(message_id="a@b"),
        written_at=at,
    )
    shown = notification_of(mail, "results", Account(zone="UTC", language="en"), "Rookery")
    assert shown is not None
    assert told in shown.body
