"""Seats of a game that runs: offered, taken over, taken back, left, exchanged; and what history says of it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from correspondence.audit_log import faults
from correspondence.games.access import find_game, who_is
from correspondence.input_validation import Denied
from correspondence.masters import accept_master
from correspondence.models.accounts import Account
from correspondence.models.games import Delegation, Seat
from correspondence.models.turns import Turn
from correspondence.overview.game_pages import holders_of
from correspondence.rows import new_id
from correspondence.seats import REPLACED, offer, reclaim_seat, seat_of, surrender, swap, take_over
from correspondence.store import Store
from tests.correspondence.people import People

WithSeat = Callable[..., None]


def histories(people: People, store: Store, game_id: str, name: str | None = None) -> dict[str, list[tuple[str, ...]]]:
    """House by house: who held it, from which call to which."""
    found: dict[str, list[tuple[str, ...]]] = {}
    with store.read() as session:
        reader = people.account_in_read(session, name) if name else None
        for line in holders_of(session, find_game(session, game_id), reader, people.now):
            found.setdefault(line.house, []).append((line.player or line.kind, f"{line.from_turn}-{line.to_turn}"))
    return found


def take(people: People, store: Store, game_id: str, name: str, house: str) -> None:
    with store.begin() as session:
        take_over(session, people.account_in(session, name), game_id, house, people.now)


def test_a_substitute_takes_over(people: People, store: Store, with_seat: WithSeat) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo"}, window_hours=48)
    people.adjudicate(game_id)
    people.submit(game_id, "bo", ready=True)
    people.deliver()
    with_seat(offer, game_id, "tyrell", "missed")
    people.deliver()
    page = people.page(game_id, "bo")
    assert (page.you, page.may_return) == ("tyrell", True)
    (tyrell,) = (seat for seat in page.seats if seat.house == "tyrell")
    assert (tyrell.kind, tyrell.offered, tyrell.asked) == ("steward", True, False)
    people.later(hours=40)
    before = people.page(game_id).turn
    assert before is not None
    assert people.page(game_id, "cy").may_take_over == ("tyrell",)
    take(people, store, game_id, "cy", "tyrell")
    after = people.page(game_id, "cy")
    assert after.you == "tyrell"
    assert after.turn is not None
    assert after.turn.due_at == people.now + timedelta(hours=24) > before.due_at
    assert people.page(game_id, "bo").you is None
    assert [seat.ready for seat in after.seats if seat.house == "tyrell"] == [False], "what bo said is unsaid"
    people.deliver()
    subjects = [str(mail["Subject"]) for mail in people.mails("cy")]
    assert len(subjects) >= 2
    assert any("you play" in subject for subject in subjects)
    people.adjudicate(game_id)
    assert histories(people, store, game_id)["tyrell"] == [("Bo", "1-1"), ("steward", "2-1"), ("Cy", "2-None")]
    with store.read() as session:
        assert faults(session, game_id) == []


def test_a_missed_turn_offers_the_seat(people: People, store: Store) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo"}, misses_allowed=1)
    for window in ("planning", "westeros"):
        assert window in people.page(game_id).turn.window  # type: ignore[union-attr]
        for name in ("ada", "bo"):
            people.submit(game_id, name)
        people.adjudicate(game_id)
    people.submit(game_id, "ada")
    people.adjudicate(game_id)
    page = people.page(game_id, "bo")
    assert page.may_return
    assert page.turn is not None
    assert histories(people, store, game_id)["tyrell"] == [("Bo", "1-3"), ("steward", "4-None")]
    take(people, store, game_id, "cy", "tyrell")
    people.submit(game_id, "cy", ready=True)
    people.adjudicate(game_id)
    assert histories(people, store, game_id)["tyrell"][-2:] == [("steward", "4-3"), ("Cy", "4-None")]


def test_links_of_earlier_mails_do_nothing_to_the_new_player(people: People, store: Store, with_seat: WithSeat) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo"})
    with store.read() as session:
        before = seat_of(find_game(session, game_id), "tyrell").public_id
    with_seat(offer, game_id, "tyrell", "missed")
    take(people, store, game_id, "cy", "tyrell")
    with store.read() as session:
        assert session.scalar(select(Seat).where(Seat.public_id == before)) is None


def test_rights_to_act_end_with_the_holder(people: People, store: Store, with_seat: WithSeat) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo"})
    with store.begin() as session:
        game = find_game(session, game_id)
        seat, bo, di = seat_of(game, "tyrell"), people.account_in(session, "bo"), people.account_in(session, "di")
        session.add(
            Delegation(
                public_id=new_id(),
                game_id=game.id,
                seat_id=seat.id,
                granter_id=bo.id,
                account_id=di.id,
                granted_at=people.now,
                from_at=people.now,
                until_at=people.now + timedelta(days=3),
            )
        )
    with_seat(offer, game_id, "tyrell", "missed")
    take(people, store, game_id, "cy", "tyrell")
    with store.read() as session:
        game, di = find_game(session, game_id), people.account_in_read(session, "di")
        who = who_is(session, game, di, people.now)
    assert (who.seat, who.playing) == (None, True)


def test_who_may_not_take_a_seat(people: People, store: Store, with_seat: WithSeat) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo", "greyjoy": "cy"}, masters=("gm@rookery.example",))
    with store.begin() as session:
        accept_master(session, people.account_in(session, "gm"), game_id, people.now)
    with store.begin() as session, pytest.raises(Denied, match="not-offered"):
        take_over(session, people.account_in(session, "di"), game_id, "stark", people.now)
    with_seat(offer, game_id, "tyrell", "missed")
    with store.begin() as session:
        surrender(session, people.account_in(session, "cy"), game_id, people.now)
    for name, why in (("ada", "already-seated"), ("cy", "held-a-seat"), ("gm", "masters-game")):
        with store.begin() as session, pytest.raises(Denied) as refused:
            take_over(session, people.account_in(session, name), game_id, "tyrell", people.now)
        assert refused.value.code == why
        assert people.page(game_id, name).may_take_over == (("greyjoy",) if name == "cy" else ())
    take(people, store, game_id, "cy", "greyjoy")
    assert people.page(game_id, "cy").you == "greyjoy", "one's own house may be had back"


def test_whoever_was_away_comes_back(people: People, store: Store, with_seat: WithSeat) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo"})
    with_seat(offer, game_id, "tyrell", "missed")
    with_seat(offer, game_id, "tyrell", "missed")
    with store.begin() as session:
        reclaim_seat(session, people.account_in(session, "bo"), game_id, people.now)
    page = people.page(game_id, "bo")
    assert (page.may_return, [s.kind for s in page.seats if s.you]) == (False, ["human"])
    assert page.turn is not None
    assert [s.asked for s in page.seats if s.house == "tyrell"] == [True]
    with store.begin() as session, pytest.raises(Denied, match="not-offered"):
        reclaim_seat(session, people.account_in(session, "bo"), game_id, people.now)
    with store.begin() as session, pytest.raises(Denied, match="not-offered"):
        take_over(session, people.account_in(session, "cy"), game_id, "tyrell", people.now)


@pytest.mark.both_databases
def test_two_cannot_take_the_same_seat(people: People, store: Store, with_seat: WithSeat) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo"})
    with_seat(offer, game_id, "tyrell", "missed")
    accounts = [people.account(name) for name in ("cy", "di", "ed")]
    outcomes: list[str] = []

    def take_it(account: Account) -> None:
        try:
            with store.begin() as session:
                take_over(session, account, game_id, "tyrell", people.now)
            outcomes.append("taken")
        except Denied as refused:
            outcomes.append(refused.code)

    threads = [threading.Thread(target=take_it, args=(account,)) for account in accounts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["not-offered", "not-offered", "taken"]


def test_whoever_was_replaced_does_not_come_back(people: People, store: Store, with_seat: WithSeat) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo"})
    with_seat(offer, game_id, "tyrell", "missed")
    with_seat(offer, game_id, "tyrell", REPLACED)
    assert people.page(game_id, "bo").you is None
    with store.begin() as session, pytest.raises(Denied, match="not-your-seat"):
        reclaim_seat(session, people.account_in(session, "bo"), game_id, people.now)
    assert people.page(game_id, "cy").may_take_over == ("tyrell",)
    people.deliver()
    assert "you no longer play" in people.mails("bo")[-1]["Subject"]


def test_a_sheet_says_that_one_is_back(people: People, store: Store, with_seat: WithSeat) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo"})
    with_seat(offer, game_id, "tyrell", "missed")
    people.submit(game_id, "bo", ready=True)
    (tyrell,) = (seat for seat in people.page(game_id, "bo").seats if seat.you)
    assert (tyrell.kind, tyrell.offered, tyrell.asked, tyrell.ready) == ("human", False, True, True)


def test_a_seat_that_waits_for_nobody_lets_the_turn_close(people: People, store: Store, with_seat: WithSeat) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo"}, hold_minutes=5)
    people.submit(game_id, "ada", ready=True)
    assert people.page(game_id).turn.status == "open"  # type: ignore[union-attr]
    with store.begin() as session:
        surrender(session, people.account_in(session, "bo"), game_id, people.now)
    page = people.page(game_id)
    assert page.turn is not None
    assert (page.turn.status, page.turn.closes_at) == ("closing", people.now + timedelta(minutes=5))
    assert people.page(game_id, "bo").member is False


def test_a_game_that_nobody_plays_pauses(people: People, store: Store) -> None:
    game_id = people.game({"stark": "ada"})
    with store.begin() as session:
        surrender(session, people.account_in(session, "ada"), game_id, people.now)
    assert people.page(game_id).paused_at == people.now
    people.later(days=9)
    assert people.due() == []


def test_two_exchange_their_houses(people: People, store: Store) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo"})
    with store.begin() as session:
        game = find_game(session, game_id, lock=True)
        swap(session, game, seat_of(game, "stark"), seat_of(game, "tyrell"), people.now)
    assert (people.page(game_id, "ada").you, people.page(game_id, "bo").you) == ("tyrell", "stark")
    assert histories(people, store, game_id)["stark"] == [("Ada", "1-0"), ("Bo", "1-None")]


def test_nobody_is_named_in_an_anonymous_game(people: People, store: Store, with_seat: WithSeat) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "zebulon"}, names="anonymous", masters=("gm@rookery.example",))
    people.deliver()
    for reader in ("ada", None):
        told = {seat.player for seat in people.page(game_id, reader).seats}
        assert told == ({"Ada", ""} if reader else {""})
    assert not [mail for mail in people.mails("ada") if "Zebulon" in mail.as_string()]
    with_seat(offer, game_id, "tyrell", "missed")
    take(people, store, game_id, "cy", "tyrell")
    assert histories(people, store, game_id, "ada")["tyrell"][0][0] == "human"
    with store.begin() as session:
        accept_master(session, people.account_in(session, "gm"), game_id, people.now)
    assert {seat.player for seat in people.page(game_id, "gm").seats} == {"Ada", "Cy", ""}
    with store.begin() as session:
        find_game(session, game_id).status = "finished"
    assert histories(people, store, game_id)["tyrell"][0][0] == "Zebulon"


def test_a_turn_is_never_left_without_its_row(people: People, store: Store, with_seat: WithSeat) -> None:
    """Offering and taking over in the turn's last minutes moves its deadline only as far as the game allows."""
    game_id = people.game({"stark": "ada", "tyrell": "bo"}, window_hours=48, most_hours=50)
    with_seat(offer, game_id, "tyrell", "missed")
    people.later(hours=47)
    take(people, store, game_id, "cy", "tyrell")
    with store.read() as session:
        turn = session.scalars(select(Turn)).one()
    assert turn.due_at == turn.opened_at + timedelta(hours=50)


def test_an_overdue_turn_keeps_no_substitute_away(people: People, store: Store, with_seat: WithSeat) -> None:
    """While nothing is adjudicated there may be no more time to give."""
    game_id = people.game({"stark": "ada", "tyrell": "bo"}, window_hours=48, most_hours=50)
    with_seat(offer, game_id, "tyrell", "missed")
    people.later(hours=51)
    take(people, store, game_id, "cy", "tyrell")
    assert people.page(game_id, "cy").you == "tyrell"
    with store.read() as session:
        turn = session.scalars(select(Turn)).one()
    assert turn.due_at == turn.opened_at + timedelta(hours=48)


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ({"clock": "20:00"}, "2026-11-24T19:00"),
        ({"clock": "20:00", "weekdays": "135"}, "2026-11-24T19:00"),
        ({"weekdays": "135"}, "2026-11-24T11:00"),
        ({"clock": "20:00", "most_hours": 60.0}, "2026-11-24T19:00"),
    ],
)
def test_a_substitute_has_a_day_and_the_game_its_hours(
    people: People, store: Store, with_seat: WithSeat, rules: dict[str, Any], expected: str
) -> None:
    options = {"zone": "Europe/Rome", "window_hours": 36, "westeros_hours": 0.0, "most_hours": 168.0, **rules}
    game_id = people.game({"stark": "ada", "tyrell": "bo"}, **options)
    with_seat(offer, game_id, "tyrell", "missed")
    with store.begin() as session:
        turn = session.scalars(select(Turn)).one()
        turn.due_at = turn.closes_at = people.now + timedelta(hours=48)
    people.later(hours=47)
    take(people, store, game_id, "cy", "tyrell")
    with store.read() as session:
        turn = session.scalars(select(Turn)).one()
    assert turn.due_at.strftime("%Y-%m-%dT%H:%M") == expected
    assert turn.due_at >= people.now + timedelta(hours=24)
