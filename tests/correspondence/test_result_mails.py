"""Telling a table: few statements however many read, and each seat is told what its view shows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from sqlalchemy import event, select

from adjudicator import games
from adjudicator.thrones.state.events import RavenLooked
from correspondence import adjudications, results
from correspondence.delegations import delegate, revoke
from correspondence.mail.payload import ClosedTurn, ResultsPayload, decode_payload, encode_payload, mail_records
from correspondence.models.mail import OutgoingMail
from correspondence.results import tell_players
from correspondence.store import Store
from tests.correspondence.mail import samples
from tests.correspondence.people import HOUSES, People, text_of

PLAYERS = dict(zip(HOUSES, ("ada", "bo", "cy", "di", "ed"), strict=True))
PLAYER_HOUSES = {name: house for house, name in PLAYERS.items()}


@contextmanager
def statements(store: Store) -> Iterator[list[str]]:
    """The statements of the block."""
    found: list[str] = []

    def note(*told: Any) -> None:
        found.append(told[2])

    event.listen(store.engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        event.remove(store.engine, "before_cursor_execute", note)


def tell_counted(people: People, monkeypatch: pytest.MonkeyPatch, humans: dict[str, str]) -> list[str]:
    """The statements with which a turn that closed is told to these players."""
    game_id = people.game(humans)
    found: list[str] = []

    def counted(session: Any, *rest: Any) -> None:
        session.flush()
        with statements(people.store) as told:
            tell_players(session, *rest)
            session.flush()
        found.extend(told)

    monkeypatch.setattr(adjudications, "tell_players", counted)
    people.adjudicate(game_id)
    return found


def test_a_table_is_told_in_as_few_statements_as_one_reader(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    one = tell_counted(people, monkeypatch, {"stark": "ada"})
    monkeypatch.undo()
    five = tell_counted(people, monkeypatch, PLAYERS)
    assert len(five) == len(one) <= 3, five
    assert sum("INSERT INTO outbox" in statement for statement in five) == 1


def told_to_seats(people: People, store: Store, monkeypatch: pytest.MonkeyPatch, game_id: str) -> dict[str, ClosedTurn]:
    """The open turn as each seat's email tells it once it is closed, after comparing it with the seat's view."""
    outcomes: list[Any] = []

    def noted(session: Any, game: Any, outcome: Any, *rest: Any) -> None:
        outcomes.append(list(outcome.records))
        results.tell_players(session, game, outcome, *rest)

    monkeypatch.setattr(adjudications, "tell_players", noted)
    people.deliver()
    people.adjudicate(game_id)
    with store.read() as session:
        rows = list(session.scalars(select(OutgoingMail).where(OutgoingMail.payload != b"")))
    told = {}
    for row in rows:
        payload = decode_payload(row.payload)
        assert isinstance(payload, ResultsPayload)
        assert payload.closed is not None
        seen = (games.record_for_seat(record, payload.seat) for record in outcomes[0])
        assert payload.closed.records == mail_records(record for record in seen if record is not None)
        told[payload.seat] = payload.closed
    return told


def test_each_seat_is_told_what_its_view_shows(people: People, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(told_to_seats(people, store, monkeypatch, people.game(PLAYERS))) == 5


def test_each_seat_is_told_which_of_its_sheets_was_used(
    people: People, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = people.game(PLAYERS)
    for name in ("ada", "ada", "bo"):
        people.submit(game_id, name)
    told = told_to_seats(people, store, monkeypatch, game_id)
    assert {seat: closed.sheet for seat, closed in told.items()} == {
        **dict.fromkeys(PLAYERS, 0),
        "stark": 2,
        PLAYER_HOUSES["bo"]: 1,
    }


@pytest.mark.parametrize(("days", "ended", "reads"), [(9, False, True), (1, False, False), (9, True, False)])
def test_acting_player_is_told_of_the_next_turn_while_entitled(
    people: People, days: float, ended: bool, reads: bool
) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo"}, window_hours=48)
    people.account("cy")
    with people.store.begin() as session:
        ada, until = people.account_in(session, "ada"), people.now + timedelta(days=days)
        right = delegate(session, ada, game_id, "cy@rookery.example", people.now, until, people.now).public_id
    if ended:
        with people.store.begin() as session:
            revoke(session, people.account_in(session, "ada"), game_id, right, people.now)
    people.deliver()
    before = len(people.mails("cy"))
    people.adjudicate(game_id)
    people.deliver()
    told = [mail for mail in people.mails("cy")[before:] if "orders for round 2" in text_of(mail).lower()]
    assert len(people.mails("cy")[before:]) == len(told) == int(reads)


def test_only_the_ravens_holder_is_told_what_it_saw(
    people: People, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = people.game(PLAYERS, edition="second-edition")
    for name in PLAYERS.values():
        people.submit(game_id, name, b'{"raven":[{"look":true}]}')
    told = told_to_seats(people, store, monkeypatch, game_id)
    looks = {
        seat: event
        for seat, closed in told.items()
        for event in (record.event for record in closed.records)
        if isinstance(event, RavenLooked)
    }
    assert len(looks) == 5
    assert [seat for seat, look in looks.items() if look.card] == [next(iter(looks.values())).house]


@pytest.mark.parametrize(
    "spoil", [lambda data: data[:-9], lambda data: b"x" + data, lambda data: b"", lambda data: b"{"]
)
def test_a_payload_that_cannot_be_unpacked_is_refused(spoil: Any) -> None:
    with pytest.raises(msgspec.MsgspecError):
        decode_payload(spoil(encode_payload(samples.results())))
