"""Somebody acts for a seat for a time: what they may, what they may not, and who may not be asked."""

from __future__ import annotations

from datetime import timedelta

import pytest

from correspondence.delegations import MAX_LOOKUPS, MAX_MASKED, delegate, delegations_of, end_expired, look_up, revoke
from correspondence.games.access import find_game, who_is
from correspondence.games.options import NewGame
from correspondence.input_validation import Denied, Invalid, NotFound
from correspondence.lobby.use_cases import create_game
from correspondence.models.games import Delegation, GameMaster
from correspondence.models.turns import AuditEntry
from correspondence.notices.use_cases import notify
from correspondence.overview.game_pages import turn_page
from correspondence.seats import surrender
from correspondence.sheets.reading import sheet_of
from correspondence.sheets.use_cases import submit_sheet, submit_standing_orders
from correspondence.turns import set_ready
from tests.correspondence.people import People, text_of


@pytest.fixture
def game(people: People) -> str:
    people.account("cy")
    return people.game({"stark": "ada", "tyrell": "bo"})


def give(people: People, game: str, to: str = "cy@rookery.example", days: float = 5, start: float = 0) -> str:
    from_at = people.now + timedelta(days=start)
    with people.store.begin() as session:
        ada = people.account_in(session, "ada")
        until_at = from_at + timedelta(days=days)
        return delegate(session, ada, game, to, from_at, until_at, people.now, note="mind the boars").public_id


def refused(people: People, game: str, to: str = "cy@rookery.example", **times: float) -> str:
    with pytest.raises((Denied, Invalid)) as caught:
        give(people, game, to, **times)
    return caught.value.code


def test_a_delegate_acts_for_the_seat_while_the_right_holds(people: People, game: str) -> None:
    give(people, game, days=2, start=1)
    cy, turn = people.account("cy"), people.turn(game)
    with people.store.begin() as session, pytest.raises(Denied, match="not-your-seat"):
        submit_sheet(session, cy, turn, b"{}", people.now)
    people.later(days=1)
    with people.store.begin() as session:
        assert submit_sheet(session, cy, turn, b"{}", people.now).number == 1
        submit_standing_orders(session, cy, game, b"{}", people.now)
        set_ready(session, cy, turn, True, people.now)
        page = turn_page(session, cy, turn, people.now)
        assert (page.house, page.ready) == ("stark", True)
        who = who_is(session, find_game(session, game), cy, people.now)
        assert (who.house, who.delegated, who.playing) == ("stark", True, True)
    # The seat's own player sees what was handed in, and acts as before.
    assert people.submit(game, "ada").number == 2
    people.now += timedelta(hours=47)
    with people.store.begin() as session:
        with pytest.raises(Denied, match="turn-closed|not-your-seat"):
            submit_sheet(session, cy, turn, b"{}", people.now)
        people.later(hours=1)
        with pytest.raises(Denied, match="not-your-seat"):
            sheet_of(session, cy, turn, people.now)
        # What they learned stays with them: they see no more than a player for good.
        assert who_is(session, find_game(session, game), cy, people.now).playing


def test_a_delegate_cannot_leave_the_seat_or_pass_the_right_on(people: People, game: str) -> None:
    give(people, game)
    people.account("dee")
    with people.store.begin() as session:
        cy = people.account_in(session, "cy")
        with pytest.raises(Denied, match="not-your-seat"):
            surrender(session, cy, game, people.now)
        with pytest.raises(Denied, match="not-your-seat"):
            delegate(session, cy, game, "dee@rookery.example", people.now, people.now + timedelta(days=1), people.now)


def test_nobody_with_another_interest_may_act(people: People, game: str) -> None:
    people.account("dee")
    with people.store.begin() as session:
        row = GameMaster(game_id=find_game(session, game).id, account_id=people.account_in(session, "dee").id)
        row.since = row.accepted_at = people.now
        session.add(row)
    assert refused(people, game, "bo") == "conflict-of-interest"
    assert refused(people, game, "dee") == "conflict-of-interest"
    with people.store.begin() as session:
        surrender(session, people.account_in(session, "bo"), game, people.now)
    assert refused(people, game, "bo") == "conflict-of-interest"
    assert refused(people, game, "ada") == "not-yourself"
    assert refused(people, game, "nobody") == "no-such-person"
    assert refused(people, game, "nobody@rookery.example") == "no-such-person"
    with people.store.begin() as session:
        people.account_in(session, "eve").name = "Cy"
    assert refused(people, game, "cy") == "name-not-unique"


def test_who_acted_for_one_house_never_acts_for_another(people: People, game: str) -> None:
    right = give(people, game)
    with people.store.begin() as session:
        revoke(session, people.account_in(session, "cy"), game, right, people.now)
    bo = people.account("bo")
    with people.store.begin() as session, pytest.raises(Denied, match="conflict-of-interest"):
        delegate(session, bo, game, "cy@rookery.example", people.now, people.now + timedelta(days=1), people.now)
    give(people, game)  # for the same house once more


def test_times_are_bounded_and_do_not_overlap(people: People, game: str) -> None:
    people.account("dee")
    assert refused(people, game, days=29) == "too-long"
    assert refused(people, game, days=-1) == "bad-times"
    assert refused(people, game, days=1, start=-3) == "bad-times"
    assert refused(people, game, days=1, start=200) == "bad-times"
    give(people, game)
    assert refused(people, game, "dee", start=4) == "overlapping"
    give(people, game, "dee", start=5)
    give(people, game, "dee", start=10)
    assert refused(people, game, "dee", start=15) == "too-many-delegations"


def test_it_is_seen_by_all_and_ended_by_two(people: People, game: str) -> None:
    right = give(people, game)
    with people.store.read() as session:
        for name, told, may in (("ada", "Cy", True), ("cy", "Cy", True), ("bo", "Cy", False), (None, "Cy", False)):
            reader = people.account_in_read(session, name) if name else None
            (line,) = delegations_of(session, game, reader, people.now).lines
            assert (line.house, line.name, line.may_end) == ("stark", told, may)
            assert (line.note == "mind the boars") is may
    people.deliver()
    mail = people.mails("cy")[-1]
    assert "Stark" in mail["Subject"]
    assert "mind the boars" in text_of(mail)
    with people.store.begin() as session:
        with pytest.raises(NotFound):
            revoke(session, people.account_in(session, "bo"), game, right, people.now)
        revoke(session, people.account_in(session, "ada"), game, right, people.now)
        revoke(session, people.account_in(session, "ada"), game, right, people.now)
    people.deliver()
    assert "you no longer act for Stark" in people.mails("cy")[-1]["Subject"]
    assert people.page(game, "cy").you is None
    with people.store.read() as session:
        kinds = [entry.kind for entry in session.query(AuditEntry).filter_by(scope=game)]
    assert kinds.count("seat-delegated") == kinds.count("delegation-revoked") == 1


def test_an_anonymous_game_does_not_name_who_acts(people: People) -> None:
    people.account("cy")
    game = people.game({"stark": "ada", "tyrell": "bo"}, names="anonymous")
    give(people, game)
    with people.store.read() as session:
        (line,) = delegations_of(session, game, people.account_in_read(session, "bo"), people.now).lines
        assert (line.house, line.name, line.note) == ("stark", "", "")
        (line,) = delegations_of(session, game, people.account_in_read(session, "ada"), people.now).lines
        assert line.name == "Cy"


def test_a_delegate_is_told_of_turns_and_deadlines(people: People, game: str) -> None:
    give(people, game, days=20)
    people.adjudicate(game)
    people.deliver()
    assert "Stark needs orders from you as deputy" in people.mails("cy")[-1]["Subject"]
    with people.store.begin() as session:
        found = find_game(session, game)
        stark = [seat for seat in found.seats if seat.house == "stark"]
        notify(session, "delegation-call", "again", people.now, game=found, seats=stark, values={"house": "stark"})
    people.deliver()
    assert people.mails("cy")[-1]["List-Unsubscribe"] != people.mails("ada")[-1]["List-Unsubscribe"]


def test_a_seat_that_changes_hands_takes_its_rights_along(people: People, game: str) -> None:
    give(people, game)
    with people.store.begin() as session:
        surrender(session, people.account_in(session, "ada"), game, people.now)
    assert people.page(game, "cy").you is None
    with people.store.read() as session:
        assert session.query(Delegation).one().revoked_at == people.now


def test_names_are_not_asked_for_without_end(people: People, game: str) -> None:
    ada = people.account("ada")
    for _ in range(MAX_LOOKUPS):
        with people.store.begin() as session:
            look_up(session, ada, people.now, game)
    with people.store.begin() as session, pytest.raises(Denied, match="too-many-attempts"):
        look_up(session, ada, people.now, game)


def test_an_anonymous_game_is_not_searched_for_its_people(people: People, game: str) -> None:
    """Who cannot act for a house is in the game: that is asked of few."""
    people.account("cy")
    masked = people.game({"stark": "ada", "tyrell": "bo"}, names="anonymous")
    ada = people.account("ada")
    for _ in range(MAX_MASKED):
        with people.store.begin() as session:
            look_up(session, ada, people.now, masked)
    with people.store.begin() as session, pytest.raises(Denied, match="too-many-attempts"):
        look_up(session, ada, people.now, masked)
    with people.store.begin() as session:
        look_up(session, ada, people.now, game)


def test_only_a_running_game_has_delegates(people: People) -> None:
    people.account("cy")
    with people.store.begin() as session:
        lobby = create_game(session, people.account_in(session, "ada"), NewGame(title="x", house="stark"), people.now)
        game_id = lobby.public_id
    assert refused(people, game_id) in ("game-not-running", "not-your-seat")


def test_both_are_told_once_when_the_time_is_over(people: People, game: str) -> None:
    give(people, game, days=2)
    people.deliver()
    before = {name: len(people.mails(name)) for name in ("ada", "bo", "cy")}
    people.later(hours=47)
    assert end_expired(people.store, people.now) == 0
    people.later(hours=1)
    assert end_expired(people.store, people.now) == 1
    assert end_expired(people.store, people.now) == 0
    people.deliver()
    assert {name: len(people.mails(name)) - n for name, n in before.items()} == {"ada": 1, "bo": 0, "cy": 1}
    assert "You decide again" in text_of(people.mails("ada")[-1])
    assert "Cy" in text_of(people.mails("ada")[-1])
    assert "is over" in text_of(people.mails("cy")[-1])
    with people.store.read() as session:
        kinds = [entry.kind for entry in session.query(AuditEntry).filter_by(scope=game)]
    assert kinds.count("delegation-over") == 1


def test_nobody_is_told_of_a_right_that_was_ended_before(people: People, game: str) -> None:
    right = give(people, game, days=2)
    with people.store.begin() as session:
        revoke(session, people.account_in(session, "ada"), game, right, people.now)
    people.later(days=3)
    assert end_expired(people.store, people.now) == 0
