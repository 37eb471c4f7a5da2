"""F10, F16: clocks that are wrong, days that are not 24 hours long, and an hour in which nothing ran at all."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import psycopg
import pytest
from sqlalchemy import select, update

from correspondence.models.mail import OutgoingMail
from correspondence.models.turns import Adjudication, DeadlineChange, Heartbeat, Turn
from tests.faults.faketime import wrong_clock
from tests.faults.nemesis import settle
from tests.faults.player import Players
from tests.faults.realm import Realm
from tests.faults.report import judged, tell
from tests.faults.sizes import size
from tests.faults.tables import lay
from tests.services import plain

pytestmark = pytest.mark.services
TEN_MINUTES = 600
# So long before the change the service is started, and so far around it deadlines lie.
LEAD_SECONDS, AROUND_SECONDS = 12, 4


@pytest.mark.experiment("clocks")
def test_f10_workers_whose_clocks_are_ten_minutes_wrong(realm: Realm) -> None:
    count = size("clocks")
    tables = lay(realm.store, count)
    for offset in (TEN_MINUTES, -TEN_MINUTES):
        realm.worker(2, **wrong_clock(offset))
    realm.worker(2)
    realm.site()
    # Half are due in five minutes, which a fast clock takes for past; half fall due now, one after the other.
    now = datetime.now(UTC)
    with realm.store.begin() as session:
        turns = session.scalars(select(Turn).order_by(Turn.id)).all()
        for place, turn in enumerate(turns):
            soon = now + timedelta(seconds=2 + place * 0.2)
            turn.due_at = turn.closes_at = soon if place % 2 else now + timedelta(minutes=5)
    realm.until(lambda: _adjudicated(realm) >= count // 2, "all that is due is adjudicated")
    settle(realm)
    with realm.store.read() as session:
        early = [
            turn.public_id
            for turn, done in session.execute(select(Turn, Adjudication).join(Adjudication))
            if done.at < turn.closes_at
        ]
        open_ones = session.scalars(select(Turn.id).where(Turn.number == 1, Turn.status == "open"))
        left = len(open_ones.all())
        stopped = session.get(Heartbeat, "clock-stop")
    # What was not due is still open for sheets.
    players = Players(realm, tables[::2])
    players.play(1, 120)
    settle(realm)
    tell("F10", judged(realm), deadlines=count, early=len(early), not_yet_due=left, stopped=int(stopped is not None))
    assert not early
    assert left == (count + 1) // 2
    assert stopped is None


# Moments at which clocks are changed, and the first of the day that most years do not have.
CHANGES = {
    "clocks go forward": ("Europe/Rome", datetime(2027, 3, 28, 1, tzinfo=UTC)),
    "clocks go back": ("Europe/Rome", datetime(2027, 10, 31, 1, tzinfo=UTC)),
    "a leap day begins": ("America/New_York", datetime(2028, 2, 29, 5, tzinfo=UTC)),
}
HOUR, WINDOW_HOURS = "20:30", 23
# A schema beside the tables, in which somebody else says what time it is.
ANOTHER_CLOCK = """
create schema calendar;
create function calendar.clock_timestamp() returns timestamptz language sql volatile
  as $$ select pg_catalog.clock_timestamp() + interval '{seconds} seconds' $$;
do $$ begin
  execute format('alter database %I set search_path = public, calendar, pg_catalog', current_database());
end $$;
"""


def set_clock(realm: Realm, moment: datetime) -> None:
    """Let the database's clock show a moment from now on. Those of the workers stay where they are, months behind."""
    seconds = round((moment - datetime.now(UTC)).total_seconds())
    with psycopg.connect(plain(realm.settings.database_url), autocommit=True) as admin:
        admin.execute(ANOTHER_CLOCK.format(seconds=seconds))
    realm.store.engine.dispose()
    realm.ahead = timedelta(seconds=seconds)


def next_time(opened: datetime, zone: str) -> datetime:
    """When a turn opened then is due by the hands of a clock: minute after minute until they show the hour next, with
    half of the window left at least."""
    enough = opened + timedelta(hours=WINDOW_HOURS) / 2
    at = enough.replace(second=0, microsecond=0)
    while at < enough or f"{at.astimezone(ZoneInfo(zone)):%H:%M}" != HOUR:
        at += timedelta(minutes=1)
    return at


@pytest.mark.experiment("clocks")
@pytest.mark.parametrize("change", CHANGES)
def test_f10_deadlines_while_clocks_are_changed(realm: Realm, change: str) -> None:
    zone, moment = CHANGES[change]
    count = max(6, size("clocks") // len(CHANGES))
    set_clock(realm, moment - timedelta(seconds=LEAD_SECONDS))
    lay(realm.store, count, ahead=realm.ahead, clock=HOUR, zone=zone, window_hours=WINDOW_HOURS)
    with realm.store.begin() as session:
        # Half before the change, half after it.
        for place, turn in enumerate(session.scalars(select(Turn).order_by(Turn.id))):
            turn.due_at = turn.closes_at = moment + timedelta(seconds=(place - count / 2) * 2 * AROUND_SECONDS / count)
    realm.crew(TZ=zone)
    realm.until(lambda: _adjudicated(realm) >= count, "all that is due is adjudicated")
    settle(realm)
    with realm.store.read() as session:
        done = session.execute(select(Turn, Adjudication).join(Adjudication)).all()
        early = [turn.public_id for turn, made in done if made.at < turn.closes_at]
        opened = session.scalars(select(Turn).where(Turn.number == 2)).all()
        shifted = [turn.due_at for turn in opened if turn.due_at != next_time(turn.opened_at, zone)]
        stopped = session.get(Heartbeat, "clock-stop")
    tell("F10 day", judged(realm), day=change, deadlines=count, early=len(early), shifted=len(shifted))
    assert not early
    assert not shifted, f"not at {HOUR} in {zone}: {shifted}"
    assert len(opened) == count
    assert stopped is None


def _adjudicated(realm: Realm) -> int:
    with realm.store.read() as session:
        return len(session.scalars(select(Adjudication.id)).all())


@pytest.mark.experiment("outages")
def test_f16_hour_without_service_costs_nobody_a_deadline(realm: Realm) -> None:
    count = size("outages")
    lay(realm.store, count)
    now = datetime.now(UTC)
    gone = now - timedelta(hours=1)
    with realm.store.begin() as session:
        # As if the last sweep had been an hour ago, and the deadlines had passed one after the other since then.
        session.add(Heartbeat(name="sweep", at=gone, note=""))
        for place, turn in enumerate(session.scalars(select(Turn).order_by(Turn.id))):
            turn.due_at = turn.closes_at = gone + timedelta(hours=1) * (place + 0.5) / count
        session.execute(update(Turn).values(opened_at=gone - timedelta(days=1)))
    realm.worker(2)
    realm.until(lambda: _moved(realm) >= count, "all deadlines are moved")
    settle(realm)
    with realm.store.read() as session:
        changes = session.scalars(select(DeadlineChange).where(DeadlineChange.reason == "outage")).all()
        mails = session.scalars(select(OutgoingMail.key).where(OutgoingMail.key.contains("moved-1"))).all()
        soonest = min(turn.due_at for turn in session.scalars(select(Turn)))
    decided = _adjudicated(realm)
    tell("F16", judged(realm), deadlines=count, moved=len(changes), told=len(mails), decided_for_them=decided)
    assert decided == 0
    assert len(changes) == count
    assert len(mails) == 2 * count, "both people of every game are told"
    assert soonest > now + timedelta(hours=1)


def _moved(realm: Realm) -> int:
    with realm.store.read() as session:
        return len(session.scalars(select(DeadlineChange.id).where(DeadlineChange.reason == "outage")).all())
