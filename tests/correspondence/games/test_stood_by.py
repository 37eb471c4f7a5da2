"""The bot stands by whoever takes a seat over: in their first turns, where they leave something open."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

import pytest

from adjudicator.engine.step import Decided
from correspondence.archive.records import turn_results
from correspondence.games.access import find_game
from correspondence.input_validation import Denied
from correspondence.models.games import Seat
from correspondence.overview.game_pages import TurnPage, turn_page
from correspondence.seats import offer, replace, surrender, take_over
from correspondence.sheets.use_cases import check_for_turn
from correspondence.store import Store
from correspondence.turns import decline_bot
from correspondence.what_ifs import WhatIf, play_what_if
from narration.words import LANGUAGES, translator
from tests.correspondence.people import People, text_of

WithSeat = Callable[..., None]
ORDERS = b'{"orders": {"highgarden": "defense+1"}}'


@pytest.fixture
def taken(people: People, store: Store, with_seat: WithSeat) -> Callable[..., str]:
    """A game in which cy has taken Tyrell over, an hour before the first turn's deadline."""

    def made(**terms: Any) -> str:
        game_id = people.game({"stark": "ada", "tyrell": "bo"}, window_hours=48, **terms)
        with_seat(offer, game_id, "tyrell", "missed")
        people.later(hours=47)
        with store.begin() as session:
            take_over(session, people.account_in(session, "cy"), game_id, "tyrell", people.now)
        return game_id

    return made


def told(people: People, store: Store, game_id: str, number: int, name: str = "cy") -> list[Decided]:
    """What was decided for a reader's own house in a turn."""
    with store.read() as session:
        account = people.account_in_read(session, name)
        found = turn_results(session, game_id, number, account, people.now)
        seat = next(seat for seat in find_game(session, game_id).seats if seat.account_id == account.id)
    events = (record.event for record in found.records)
    return [event for event in events if isinstance(event, Decided) and event.seat == seat.house]


def by(decided: list[Decided]) -> set[str]:
    return {one.source["by"] for one in decided}


def page_of(people: People, store: Store, game_id: str, name: str = "cy") -> TurnPage:
    with store.read() as session:
        return turn_page(session, people.account_in_read(session, name), people.turn(game_id), people.now)


def orders(decided: list[Decided]) -> Mapping[str, Any]:
    return next(one for one in decided if one.asked == "place-orders").answer["orders"]


def test_a_takeover_just_before_the_deadline_does_not_hurt(
    people: People, store: Store, taken: Callable[..., str]
) -> None:
    """Nothing is handed in: the bot plays the turn and the next, then the published defaults do."""
    game_id = taken()
    page = page_of(people, store, game_id)
    assert page.stood_by
    assert page.due_at == people.now + timedelta(hours=24)
    assert not page_of(people, store, game_id, "ada").stood_by
    people.adjudicate(game_id)
    decided = told(people, store, game_id, 1)
    placed = next(one for one in decided if one.asked == "place-orders")
    assert (placed.source["by"], placed.source["rule"]) == ("steward", "taken-over.steward[0]")
    assert by(decided) <= {"steward", "forced"}
    mine = by(told(people, store, game_id, 1, "ada"))
    assert "default" in mine, "who was there all along and handed in nothing has the defaults"
    assert "steward" not in mine
    assert page_of(people, store, game_id).stood_by
    people.adjudicate(game_id)
    assert not page_of(people, store, game_id).stood_by
    people.adjudicate(game_id)
    assert "steward" not in by(told(people, store, game_id, 3))


def test_substitutes_orders_count_and_end_the_help(people: People, store: Store, taken: Callable[..., str]) -> None:
    game_id = taken()
    people.submit(game_id, "cy", ORDERS)
    assert page_of(people, store, game_id).stood_by, "what the sheet leaves open in this call is the steward's still"
    people.adjudicate(game_id)
    decided = told(people, store, game_id, 1)
    placed = next(one for one in decided if one.asked == "place-orders")
    assert placed.answer["orders"]["highgarden"] == "defense+1"
    assert (placed.source["by"], placed.source["rule"]) == ("sheet", "orders")
    assert {one["code"] for one in placed.source["skipped"]} == {"left-to-the-steward"}
    assert "default" not in by(decided)
    assert not page_of(people, store, game_id).stood_by


def test_former_players_sheet_holds_and_gaps_are_filled(people: People, store: Store, with_seat: WithSeat) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo"})
    people.submit(game_id, "bo", ORDERS)
    with_seat(offer, game_id, "tyrell", "missed")
    with store.begin() as session:
        take_over(session, people.account_in(session, "cy"), game_id, "tyrell", people.now)
    people.adjudicate(game_id)
    decided = told(people, store, game_id, 1)
    assert orders(decided)["highgarden"] == "defense+1"
    assert len(orders(decided)) > 1
    assert "default" not in by(decided)


def test_it_can_be_declined(people: People, store: Store, taken: Callable[..., str]) -> None:
    game_id = taken()
    turn = people.turn(game_id)
    with store.begin() as session:
        decline_bot(session, people.account_in(session, "cy"), turn, people.now)
    assert not page_of(people, store, game_id).stood_by
    people.adjudicate(game_id)
    assert "steward" not in by(told(people, store, game_id, 1))
    with store.begin() as session, pytest.raises(Denied, match="turn-closed"):
        decline_bot(session, people.account_in(session, "cy"), turn, people.now)


def test_who_leaves_and_comes_back_gains_nothing(people: People, store: Store) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo"})
    with store.begin() as session:
        surrender(session, people.account_in(session, "bo"), game_id, people.now)
    with store.begin() as session:
        take_over(session, people.account_in(session, "bo"), game_id, "tyrell", people.now)
    assert not page_of(people, store, game_id, "bo").stood_by
    people.adjudicate(game_id)
    assert "steward" not in by(told(people, store, game_id, 1, "bo"))


def test_not_where_the_terms_leave_empty_seats_to_the_defaults(
    people: People, store: Store, taken: Callable[..., str]
) -> None:
    game_id = taken(absent_seat="defaults")
    assert not page_of(people, store, game_id).stood_by


def test_whoever_takes_the_seat_next_is_helped_for_themselves(
    people: People, store: Store, taken: Callable[..., str], with_seat: WithSeat
) -> None:
    game_id = taken()
    people.submit(game_id, "cy", ORDERS)
    di = people.account("di")

    def give(session: Any, game: Any, seat: Seat, now: Any) -> None:
        replace(session, game, seat, session.merge(di), "substitute", now)

    with_seat(give, game_id, "tyrell")
    assert page_of(people, store, game_id, "di").stood_by
    people.adjudicate(game_id)
    assert page_of(people, store, game_id, "di").stood_by


def test_warnings_and_what_ifs_know_of_it(people: People, store: Store, taken: Callable[..., str]) -> None:
    game_id = taken()
    turn = people.turn(game_id)
    with store.read() as session:
        cy = people.account_in_read(session, "cy")
        assert not check_for_turn(session, cy, turn, b"{}", people.now).warnings
        found = play_what_if(session, cy, turn, WhatIf(), people.now)
        mine = [r.event for r in found.records if isinstance(r.event, Decided) and r.event.seat == "tyrell"]
        assert "default" not in by(mine)
        assert "steward" in by(mine)
    with store.begin() as session:
        decline_bot(session, people.account_in(session, "cy"), turn, people.now)
    with store.read() as session:
        cy = people.account_in_read(session, "cy")
        codes = {one.code for one in check_for_turn(session, cy, turn, b"{}", people.now).warnings}
        assert "no-order" in codes
        found = play_what_if(session, cy, turn, WhatIf(), people.now)
        mine = [r.event for r in found.records if isinstance(r.event, Decided) and r.event.seat == "tyrell"]
        assert "default" in by(mine)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_mails_say_so(people: People, store: Store, with_seat: WithSeat, language: str) -> None:
    words = translator(language)
    say = words.say
    game_id = people.game({"stark": "ada", "tyrell": "bo"})
    with_seat(offer, game_id, "tyrell", "missed")
    with store.begin() as session:
        people.account_in(session, "cy").language = language
    with store.begin() as session:
        take_over(session, people.account_in(session, "cy"), game_id, "tyrell", people.now)
    people.adjudicate(game_id)
    people.deliver()
    briefing, results = (flat(text_of(mail)) for mail in people.mails("cy")[-2:])
    promise = say(
        "You have just taken over this seat. Its standing orders decide what you leave open, "
        "then the bot, as if it played the seat. This holds for the turn in which you joined "
        "and the next, until you submit orders. You can turn it off on the turn's page."
    )
    assert promise in briefing
    assert promise in results
    assert say("You had not submitted orders when the turn ended.") in results
    made = words.say_n(
        ("You had just taken over this seat, so the bot made {n} choice that you had left open:"),
        ("You had just taken over this seat, so the bot made {n} choices that you had left open:"),
        2,
    )
    assert made.split("2")[0] in results
    ada = flat(text_of(people.mails("ada")[-1]))
    assert promise not in ada


def flat(text: str) -> str:
    return " ".join(text.split())
