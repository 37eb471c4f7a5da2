"""Absences: whole days of the reader's calendar, within bounds, cancelled at will."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from correspondence.accounts.use_cases import absences_of, cancel_absence, enter_absence, remaining_absence_days
from correspondence.input_validation import Denied, Invalid, NotFound
from correspondence.models.accounts import Absence, Account
from tests.correspondence.people import People


def in_rome(people: People) -> Account:
    account = people.account("ada")
    with people.store.begin() as session:
        session.get_one(Account, account.id).zone = "Europe/Rome"
    return people.account("ada")


def enter(people: People, first: date, last: date) -> str:
    account = people.account("ada")
    with people.store.begin() as session:
        return enter_absence(session, account, first, last, people.now).public_id


def test_absence_days_follow_the_zone_across_clock_changes(people: People) -> None:
    ada = in_rome(people)
    people.now = datetime(2027, 3, 20, 23, 30, tzinfo=UTC)  # the 21st in Rome
    with pytest.raises(Invalid, match="bad-days"):
        enter(people, date(2027, 3, 20), date(2027, 3, 22))
    enter(people, date(2027, 3, 27), date(2027, 3, 28))
    with people.store.read() as session:
        (row,) = session.query(Absence).all()
        assert (row.first_at, row.last_at) == (
            datetime(2027, 3, 26, 23, tzinfo=UTC),
            datetime(2027, 3, 28, 22, tzinfo=UTC),  # the clocks went forward
        )
        (line,) = absences_of(session, ada, people.now)
        assert (line.first, line.last, line.began) == (date(2027, 3, 27), date(2027, 3, 28), False)


def test_bounds(people: People) -> None:
    with pytest.raises(Invalid, match="too-long"):
        enter(people, date(2026, 12, 1), date(2026, 12, 15))
    with pytest.raises(Invalid, match="bad-days"):
        enter(people, date(2026, 12, 5), date(2026, 12, 4))
    with pytest.raises(Invalid, match="bad-days"):
        enter(people, date(2028, 12, 5), date(2028, 12, 6))
    enter(people, date(2026, 12, 1), date(2026, 12, 14))
    with pytest.raises(Invalid, match="overlapping"):
        enter(people, date(2026, 12, 14), date(2026, 12, 15))
    enter(people, date(2026, 12, 16), date(2026, 12, 24))
    # 23 of 28 days are gone; the days of the next year count there.
    with pytest.raises(Denied, match="too-many-days"):
        enter(people, date(2026, 12, 26), date(2027, 1, 1))
    enter(people, date(2026, 12, 28), date(2027, 1, 8))
    with pytest.raises(Denied, match="too-many-absences"):
        enter(people, date(2027, 3, 1), date(2027, 3, 2))


def test_cancelled_absence_returns_the_days_to_come(people: People) -> None:
    ada = people.account("ada")
    ahead = enter(people, date(2026, 12, 1), date(2026, 12, 14))
    began = enter(people, date(2026, 11, 21), date(2026, 11, 25))
    people.later(days=2)
    for absence in (ahead, began, began):
        with people.store.begin() as session:
            cancel_absence(session, ada, absence, people.now)
    with people.store.read() as session:
        assert absences_of(session, ada, people.now) == []
        assert remaining_absence_days(session, ada, people.now) == 28 - 3
    eve = people.account("eve")
    with people.store.begin() as session, pytest.raises(NotFound, match="no-such-absence"):
        cancel_absence(session, eve, ahead, people.now)


def test_an_absence_of_today_begins_now_and_not_before(people: People) -> None:
    enter(people, people.now.date(), people.now.date() + timedelta(days=1))
    with people.store.read() as session:
        (row,) = session.query(Absence).all()
        assert row.first_at == people.now


def test_others_see_who_is_away_where_names_are_told(people: People) -> None:
    open_game = people.game({"stark": "ada", "tyrell": "bo"})
    masked = people.game({"stark": "ada", "tyrell": "bo"}, names="anonymous")
    enter(people, people.now.date(), people.now.date())
    for game, told in ((open_game, ["stark"]), (masked, [])):
        assert [seat.house for seat in people.page(game, "bo").seats if seat.away] == told
    people.later(days=1)
    assert not any(seat.away for seat in people.page(open_game, "bo").seats)
