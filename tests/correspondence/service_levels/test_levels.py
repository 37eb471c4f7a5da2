"""The service level is what the rows say, however it was counted; overdue turns and outages are told."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from sqlalchemy import select, update

from correspondence.closing import adjudicate
from correspondence.imports import ask_import
from correspondence.incoming_mail.queue import keep_mail
from correspondence.models.mail import OutgoingMail
from correspondence.models.turns import Adjudication, Heartbeat, ServiceHour, Turn
from correspondence.operations import beat
from correspondence.service_levels import (
    LATENESS_BOUNDS,
    Broker,
    Level,
    keep_hours,
    levels,
    outages,
    page,
    quantile,
    spread,
)
from correspondence.store import Store
from tests.correspondence.people import People
from tests.house.rooms import ROOT

pytestmark = pytest.mark.both_databases


def told(people: People, store: Store) -> dict[int, Level]:
    with store.read() as session:
        return {level.days: level for level in levels(session, people.now)}


def close_late(people: People, game: str, seconds: float) -> None:
    """Adjudicate the open turn so long after its deadline."""
    turn = people.page(game).turn
    assert turn is not None
    people.now = turn.closes_at + timedelta(seconds=seconds)
    assert adjudicate(people.store, turn.id, "test", people.clock)


def keep(people: People, store: Store) -> int:
    with store.begin() as session:
        return keep_hours(session, people.now)


def test_what_was_on_time_and_what_was_late(people: People, store: Store) -> None:
    game = people.game(window_hours=3)
    for seconds in (0.5, 12, 60, 400):
        close_late(people, game, seconds)
    people.deliver()
    found = told(people, store)[1]
    assert (found.turns, found.on_time, found.on_time_share) == (4, 3, 0.75)
    assert found.p95_seconds is not None
    assert 300 < found.p95_seconds <= 600
    assert found.mails == found.accepted > 0
    assert found.accepted_share == 1


def test_a_turn_that_is_overdue_now_is_late_already(people: People, store: Store) -> None:
    game = people.game(window_hours=3)
    close_late(people, game, 1)
    people.later(hours=3, seconds=61)
    found = told(people, store)[1]
    assert (found.turns, found.on_time) == (2, 1)


def test_emails_given_up_count_against_us(people: People, store: Store) -> None:
    people.game()
    people.game()
    people.deliver()
    with store.begin() as session:
        mail = session.scalars(select(OutgoingMail)).first()
        assert mail is not None
        mail.sent_at, mail.failed_at = None, people.now
    found = told(people, store)[7]
    assert (found.mails, found.accepted) == (2, 1)


def test_counted_hour_by_hour_it_is_the_same(people: People, store: Store) -> None:
    game = people.game(window_hours=3)
    for seconds in (1, 90, 3, 7000, 2, 20):
        close_late(people, game, seconds)
        people.deliver()
    people.later(minutes=70)
    before = told(people, store)
    assert keep(people, store) == 18
    assert keep(people, store) == 0
    assert told(people, store) == before
    # From here on the rows are not read again: the hours know.
    with store.begin() as session:
        session.execute(update(Adjudication).values(at=people.now + timedelta(days=400)))
    assert told(people, store)[30].turns == before[30].turns


def test_what_is_older_leaves_the_day_but_not_the_month(people: People, store: Store) -> None:
    game = people.game(window_hours=2)
    close_late(people, game, 500)
    people.later(days=3)
    while keep(people, store):
        pass
    found = told(people, store)
    assert (found[1].turns, found[1].on_time_share) == (1, 0), "only the call that is overdue now"
    assert (found[7].turns, found[30].turns) == (2, 2)


def test_nothing_happened_is_no_hundred_percent(people: People, store: Store) -> None:
    assert {level.on_time_share for level in told(people, store).values()} == {None}
    assert {level.p95_seconds for level in told(people, store).values()} == {None}
    assert keep(people, store) == 0
    assert people.count(ServiceHour) == 0


def test_an_outage_is_told_with_what_was_done(people: People, store: Store) -> None:
    people.game({"stark": "ada", "tyrell": "bo"}, window_hours=3)
    assert beat(store, people.now)
    since = people.now
    people.later(hours=4)
    until = people.now
    assert beat(store, people.now)
    people.later(minutes=5)
    with store.read() as session:
        (found,) = outages(session, people.now)
    assert (found.since, found.until, found.moved) == (since, until, 1)
    people.later(days=31)
    with store.read() as session:
        assert outages(session, people.now) == []


@pytest.mark.parametrize(
    ("seconds", "share", "wanted"),
    [([], 0.95, None), ([0.5] * 19 + [50], 0.95, 1.0), ([100_000], 0.5, 86400.0), ([3, 3, 3, 3], 0.5, 3.5)],
)
def test_quantiles(seconds: list[float], share: float, wanted: float | None) -> None:
    found = spread(LATENESS_BOUNDS)
    for one in seconds:
        found.add(LATENESS_BOUNDS, one)
    assert quantile(found, LATENESS_BOUNDS, share) == wanted


def test_metrics_say_what_the_rows_say(people: People, store: Store) -> None:
    game = people.game(window_hours=3)
    assert beat(store, people.now)
    people.later(seconds=15)
    assert beat(store, people.now)
    close_late(people, game, 45)
    with store.begin() as session:
        ask_import(session, people.account_in(session, "ada"), b"{}", "", people.now)
        assert keep_mail(session, b"Subject: x\r\n\r\nREADY", "orders@rookery.example", people.now)
        waiting = update(Turn).where(Turn.status == "open")
        session.execute(waiting.values(attempts=2, closes_at=people.now))
        session.execute(update(Heartbeat).values(at=people.now - timedelta(seconds=30)))
        text = page(session, people.now).decode()
    lines = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert lines['rookery_close_lateness_seconds_bucket{le="30.0"}'] == "0.0"
    assert lines['rookery_close_lateness_seconds_bucket{le="45.0"}'] == "1.0"
    assert lines['rookery_close_lateness_seconds_bucket{le="+Inf"}'] == "1.0"
    assert lines["rookery_adjudication_seconds_count"] == "1.0"
    assert float(lines["rookery_adjudication_seconds_sum"]) > 0
    assert lines["rookery_turns_on_time_total"] == "1.0"
    assert lines["rookery_turns_failing"] == "1.0"
    assert lines["rookery_imports_waiting"] == "1.0"
    assert lines['rookery_incoming_mails{state="stored"}'] == "1.0"
    assert lines['rookery_incoming_mails{state="failed"}'] == "0.0"
    assert lines["rookery_incoming_mails_kept"] == "1.0"
    assert float(lines["rookery_incoming_mail_bytes"]) > 0
    assert lines["rookery_sweeps_total"] == "2.0"
    assert lines["rookery_swept_seconds"] == "30.0"
    assert lines['rookery_games{status="running"}'] == "1.0"
    assert lines['rookery_games{status="lobby"}'] == "0.0"
    assert 'rookery_games{status="finished"}' not in lines
    assert float(lines["rookery_emails_due"]) > 0
    assert lines['rookery_emails_total{outcome="accepted"}'] == "0.0"
    people.deliver()
    with store.read() as session:
        assert 'rookery_emails_total{outcome="accepted"} 0.0' not in page(session, people.now).decode()


def test_alert_rules_name_metrics_that_exist(people: People, store: Store) -> None:
    rules = (ROOT / "docs" / "monitoring" / "alerts.yml").read_text(encoding="utf-8")
    named = set(re.findall(r"expr: (rookery_\w+)", rules))
    assert beat(store, people.now)
    with store.read() as session:
        text = page(session, people.now, Broker({"mail": 0})).decode()
    assert len(named) == rules.count("expr:")
    assert named <= set(re.findall(r"^# TYPE (\w+)", text, re.MULTILINE))
