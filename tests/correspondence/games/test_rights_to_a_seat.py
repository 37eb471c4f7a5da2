"""Who may take a seat that is offered, who learns that theirs was given away, and when no house is left to choose."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from correspondence.delegations import delegate, revoke
from correspondence.games.access import find_game
from correspondence.input_validation import Denied, Invalid, NotFound
from correspondence.lobby.invitations import decline, invitations_of, invite
from correspondence.lobby.seating import choosable_houses
from correspondence.lobby.use_cases import game_by_code, join_game
from correspondence.masters import accept_master
from correspondence.review.access import act_on_seat
from correspondence.seats import offer, replace, surrender, take_over
from correspondence.store import Store
from tests.correspondence.people import People, link_in, text_of

WithSeat = Callable[..., None]
TWO = {"stark": "ada", "tyrell": "bo"}


def acting(people: People, store: Store, game_id: str) -> str:
    """Cy acts for Stark for some days; the right's id."""
    people.account("cy")
    with store.begin() as session:
        ada, until = people.account_in(session, "ada"), people.now + timedelta(days=5)
        return delegate(session, ada, game_id, "cy@rookery.example", people.now, until, people.now).public_id


@pytest.mark.parametrize("ended", [False, True])
def test_who_acts_or_acted_for_another_house_takes_no_seat(
    people: People, store: Store, with_seat: WithSeat, ended: bool
) -> None:
    game_id = people.game(TWO)
    right = acting(people, store, game_id)
    if ended:
        people.later(days=1)
        with store.begin() as session:
            revoke(session, people.account_in(session, "ada"), game_id, right, people.now)
    with_seat(offer, game_id, "tyrell", "missed")
    assert people.page(game_id, "cy").may_take_over == ()
    assert people.page(game_id, "dee").may_take_over == ("tyrell",)
    with store.begin() as session, pytest.raises(Denied) as refused:
        take_over(session, people.account_in(session, "cy"), game_id, "tyrell", people.now)
    assert refused.value.code == "acts-for-a-seat"


def test_who_acts_for_a_house_may_take_its_seat(people: People, store: Store, with_seat: WithSeat) -> None:
    game_id = people.game(TWO)
    acting(people, store, game_id)
    with_seat(offer, game_id, "stark", "missed")
    assert people.page(game_id, "cy").may_take_over == ("stark",)
    with store.begin() as session:
        take_over(session, people.account_in(session, "cy"), game_id, "stark", people.now)
    assert people.page(game_id, "cy").you == "stark"


def _subjects(people: People, name: str) -> list[str]:
    people.deliver()
    return [str(mail["Subject"]) for mail in people.mails(name)]


def test_whose_seat_is_given_to_somebody_else_is_told(people: People, store: Store, with_seat: WithSeat) -> None:
    game_id = people.game(TWO)
    people.account("cy")
    before = {name: len(_subjects(people, name)) for name in ("ada", "bo")}

    def give(session: Any, game: Any, seat: Any, now: Any) -> None:
        replace(session, game, seat, people.account_in(session, "cy"), "away", now)

    with_seat(give, game_id, "tyrell")
    (lost,) = _subjects(people, "bo")[before["bo"] :]
    (told,) = _subjects(people, "ada")[before["ada"] :]
    assert lost.endswith("someone else plays Tyrell now")
    assert told.endswith("Tyrell has a new player")


def test_a_full_lobby_offers_no_house(people: People, store: Store, lobby: Callable[..., tuple[str, str]]) -> None:
    game_id, code = lobby(edition="mother-of-dragons", players=3, house="stark")
    with store.read() as session:
        choices = choosable_houses(find_game(session, game_id))
    assert "tyrell" in choices
    assert "stark" not in choices
    for name, house in (("bo", "tyrell"), ("cy", "arryn")):
        with store.begin() as session:
            join_game(session, people.account_in(session, name), game_id, people.now, code=code, house=house)
    with store.read() as session:
        game = find_game(session, game_id)
        assert len(game.seats) == game.players
        assert choosable_houses(game) == ()


def enter(people: People, game_id: str, name: str, house: str = "tyrell", **by: str) -> str:
    """Take an offered seat; the code of the refusal, or nothing."""
    with people.store.begin() as session:
        account = people.account_in(session, name)
        try:
            take_over(session, account, game_id, house, people.now, **by)
        except (Denied, NotFound) as refused:
            return refused.code
    return ""


def code_of(people: People, game_id: str) -> str:
    with people.store.read() as session:
        return find_game(session, game_id).join_code


def invited(people: People, name: str) -> list[str]:
    account = people.account(name)
    with people.store.read() as session:
        return [line.house for line in invitations_of(session, account, people.now)]


@pytest.fixture
def private(people: People, with_seat: WithSeat) -> str:
    """A game for invited people, whose Tyrell is offered; gm masters it without a seat."""
    game_id = people.game(TWO, visibility="link", masters=("gm@rookery.example",))
    with people.store.begin() as session:
        accept_master(session, people.account_in(session, "gm"), game_id, people.now)
    with_seat(offer, game_id, "tyrell", "missed")
    return game_id


def test_nobody_comes_into_a_private_game_by_its_address_alone(people: People, private: str) -> None:
    assert people.page(private, "cy").needs_code
    assert enter(people, private, "cy") == "not-invited"
    assert enter(people, private, "cy", code="wrong") == "not-invited"
    assert enter(people, private, "cy", invitation="wrong") == "no-such-invitation"
    assert people.page(private, "cy").you is None


def test_the_code_opens_an_offered_seat_of_a_private_game(people: People, private: str) -> None:
    code = code_of(people, private)
    assert people.page(private, "ada").join_code == people.page(private, "gm").join_code == code
    assert people.page(private, "cy").join_code == ""
    with people.store.read() as session:
        assert game_by_code(session, code) == private
    assert enter(people, private, "cy", code=code) == ""
    assert people.page(private, "cy").you == "tyrell"
    with people.store.read() as session, pytest.raises(Invalid, match="unknown-code"):
        game_by_code(session, code)


def test_who_left_a_private_game_needs_no_code_for_their_house(
    people: People, private: str, with_seat: WithSeat
) -> None:
    with people.store.begin() as session:
        surrender(session, people.account_in(session, "bo"), private, people.now)
    page = people.page(private, "bo")
    assert (page.needs_code, page.may_take_over) == (False, ("tyrell",))
    assert enter(people, private, "bo") == ""


def test_who_is_invited_to_an_offered_seat_finds_and_takes_it(people: People, private: str) -> None:
    with people.store.begin() as session:
        invite(session, people.account_in(session, "gm"), private, "cy@rookery.example", "tyrell", people.now)
    assert invited(people, "cy") == ["tyrell"]
    page = people.page(private, "cy")
    assert (page.needs_code, page.kept_house) == (False, "tyrell")
    people.deliver()
    mail = people.mails("cy")[-1]
    assert "needs a substitute" in text_of(mail)
    token = link_in(mail, "invitations/")
    assert enter(people, private, "dee", invitation=token) == "", "whoever got the letter is let in, as before a game"
    assert invited(people, "cy") == []


def test_running_game_without_offered_seat_takes_no_invitations(people: People) -> None:
    game_id = people.game(TWO, visibility="link")
    with people.store.begin() as session, pytest.raises(Denied, match="not-offered"):
        invite(session, people.account_in(session, "ada"), game_id, "cy@rookery.example", None, people.now)
    assert people.page(game_id, "ada").join_code == ""


def replace_by(people: People, game_id: str, name: str, email: str) -> None:
    account, turn = people.account(name), people.page(game_id, name).turn
    assert turn is not None
    with people.store.begin() as session:
        act_on_seat(
            session,
            account,
            game_id,
            "replace",
            people.now,
            turn_number=turn.number,
            house="stark",
            email=email,
            reason="because",
        )


@pytest.mark.parametrize("says", ["yes", "no"])
def test_a_replacement_is_asked_and_seated_only_by_their_yes(people: People, private: str, says: str) -> None:
    replace_by(people, private, "gm", "new@rookery.example")
    (stark,) = (seat for seat in people.page(private, "gm").seats if seat.house == "stark")
    assert (stark.kind, stark.offered, stark.player) == ("steward", True, "")
    assert people.page(private, "ada").you is None
    assert invited(people, "new") == ["stark"]
    if says == "no":
        with people.store.begin() as session:
            decline(session, people.account_in(session, "new"), private, people.now)
        assert enter(people, private, "new", "stark") == "not-invited"
        assert enter(people, private, "ada", "stark") == "", "who had it may have it back"
    else:
        assert enter(people, private, "new", "stark") == ""
        assert people.page(private, "new").you == "stark"


def test_nobody_is_asked_to_replace_who_may_not_play_the_house(people: People, private: str) -> None:
    for email, code in (("bo@rookery.example", "already-seated"), ("ada@rookery.example", "already-seated")):
        with pytest.raises(Denied, match=code):
            replace_by(people, private, "gm", email)
    assert people.page(private, "ada").you == "stark"


def test_playing_master_invites_nobody_to_an_anonymous_game(people: People, with_seat: WithSeat) -> None:
    game_id = people.game(TWO, visibility="link", names="anonymous")
    with_seat(offer, game_id, "tyrell", "missed")
    with people.store.begin() as session, pytest.raises(Denied, match="anonymous-game"):
        invite(session, people.account_in(session, "ada"), game_id, "cy@rookery.example", "tyrell", people.now)
    assert enter(people, game_id, "cy", code=people.page(game_id, "ada").join_code) == ""
