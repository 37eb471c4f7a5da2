"""The link of an invitation's email: whom it signs in, once, and what whoever invites sees and does."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from correspondence.acceptance import Acceptance, accept, decline_by_link, look_at_invitation
from correspondence.input_validation import Denied, Invalid, NotFound
from correspondence.lobby.invitations import SentInvitation, decline, invite, resend, revoke, sent_invitations
from correspondence.lobby.use_cases import join_game
from correspondence.models import Account, Invitation, OutgoingMail, SignInSession
from correspondence.seats import offer
from correspondence.sign_in.rights import end_rights
from correspondence.sign_in.use_cases import issue_api_token
from tests.correspondence.people import People, link_in
from tests.correspondence.sign_in.authenticator import stored_passkey

Lobby = Callable[..., tuple[str, str]]


def invited(people: People, game_id: str, name: str = "bo", house: str | None = None, by: str = "ada") -> str:
    """Invite somebody; the token of the email."""
    with people.store.begin() as session:
        invite(session, people.account_in(session, by), game_id, f"{name}@rookery.example", house, people.now)
    people.deliver()
    return link_in(people.mails(name)[-1], "invitations/")


def come(people: People, token: str, name: str = "", **options: Any) -> Acceptance:
    """Accept, signed in as somebody or not at all."""
    with people.store.begin() as session:
        account = people.account_in(session, name) if name else None
        return accept(
            session, token, account, people.now, label="Firefox", language="it", zone="Europe/Rome", **options
        )


def lines(people: People, game_id: str, name: str = "ada") -> list[SentInvitation]:
    with people.store.read() as session:
        return sent_invitations(session, people.account_in_read(session, name), game_id, people.now)


def signs_in(people: People, token: str) -> bool:
    with people.store.read() as session:
        return look_at_invitation(session, token, people.now).signs_in


def test_a_link_makes_an_account_with_a_seat_and_signs_it_in(people: People, lobby: Lobby) -> None:
    game_id, _ = lobby()
    token = invited(people, game_id, house="tyrell")
    with people.store.read() as session:
        page = look_at_invitation(session, token, people.now)
    assert (page.inviter, page.email, page.is_new, page.signs_in) == ("Ada", "bo@rookery.example", True, True)

    seat = come(people, token)

    assert people.page(game_id, "bo").you == "tyrell"
    with people.store.read() as session:
        account = people.account_in_read(session, "bo")
        assert (account.language, account.zone) == ("it", "Europe/Rome")
        assert session.scalars(select(SignInSession.account_id)).all() == [account.id]
    assert seat.session_token
    with pytest.raises(Denied, match="invitation-used"):
        come(people, token)
    with people.store.read() as session:
        assert look_at_invitation(session, token, people.now).used


def test_a_link_works_for_two_weeks(people: People, lobby: Lobby) -> None:
    game_id, _ = lobby()
    token = invited(people, game_id)
    people.later(days=14)
    with pytest.raises(Denied, match="invitation-used"):
        come(people, token)
    assert lines(people, game_id)[0].state == "expired"


def password(people: People, game_id: str) -> None:
    with people.store.begin() as session:
        people.account_in(session, "bo").password_hash = "hash"


def second_factor(people: People, game_id: str) -> None:
    with people.store.begin() as session:
        people.account_in(session, "bo").totp_secret = "sealed"


def passkey(people: People, game_id: str) -> None:
    with people.store.begin() as session:
        stored_passkey(session, people.account_in(session, "bo"), people.now)


def host(people: People, game_id: str) -> None:
    with people.store.begin() as session:
        people.account_in(session, "bo").host = True


def token_for_programs(people: People, game_id: str) -> None:
    with people.store.begin() as session:
        issue_api_token(session, people.account_in(session, "bo"), "robot", people.now)


def links_ended(people: People, game_id: str) -> None:
    with people.store.begin() as session:
        end_rights(session, people.account_in(session, "bo"), people.now)


def other_game(people: People, game_id: str) -> None:
    people.game({"stark": "eve", "tyrell": "bo"})


@pytest.mark.parametrize("has", [password, passkey, second_factor, host, token_for_programs, links_ended, other_game])
def test_a_link_signs_in_nobody_with_more_than_an_address(
    people: People, lobby: Lobby, has: Callable[[People, str], None]
) -> None:
    game_id, _ = lobby()
    token = invited(people, game_id)
    people.account("bo")
    assert signs_in(people, token), "who has nothing yet is signed in"
    has(people, game_id)

    assert not signs_in(people, token)
    with pytest.raises(Denied, match="sign-in-first"):
        come(people, token)
    with people.store.read() as session:
        assert session.scalars(select(SignInSession.id)).all() == []
    assert come(people, token, "bo").session_token == "", "the seat waited"


def test_a_link_of_an_earlier_version_signs_nobody_in(people: People, lobby: Lobby) -> None:
    game_id, _ = lobby()
    token = invited(people, game_id, house="tyrell")
    with people.store.begin() as session:
        session.scalars(select(Invitation)).one().expires_at = people.now + timedelta(days=60)
    assert not signs_in(people, token)
    with people.store.begin() as session:
        cy = people.account_in(session, "cy")
        assert join_game(session, cy, game_id, people.now, invitation=token).house == "tyrell"


def test_the_link_to_pass_on_admits_and_signs_nobody_in(people: People, lobby: Lobby) -> None:
    game_id, _ = lobby()
    invited(people, game_id, house="tyrell")
    (line,) = lines(people, game_id)
    shared = line.link.rpartition("=")[2]
    assert line.link.startswith(f"http://127.0.0.1:8000/games/{game_id}?invitation=")
    with pytest.raises(NotFound, match="no-such-invitation"):
        come(people, shared)
    with people.store.begin() as session:
        cy = people.account_in(session, "cy")
        with pytest.raises(NotFound, match="no-such-invitation"):
            join_game(session, cy, game_id, people.now, invitation=shared[:-1] + "x")
        assert join_game(session, cy, game_id, people.now, invitation=shared).house == "tyrell"
    (line,) = lines(people, game_id)
    assert (line.state, line.answered_by, line.link) == ("accepted", "cy@rookery.example", "")


def test_an_invitation_sent_again_ends_the_links_before(people: People, lobby: Lobby) -> None:
    game_id, _ = lobby()
    first = invited(people, game_id, house="tyrell")
    (line,) = lines(people, game_id)
    with people.store.begin() as session:
        resend(session, people.account_in(session, "ada"), game_id, line.id, people.now)
    people.deliver()
    second = link_in(people.mails("bo")[-1], "invitations/")
    assert second != first
    assert lines(people, game_id)[0].link != line.link
    with pytest.raises(NotFound, match="no-such-invitation"):
        come(people, first)
    assert lines(people, game_id)[0].house == "tyrell"
    come(people, second)
    with people.store.begin() as session, pytest.raises(Denied, match="invitation-used"):
        resend(session, people.account_in(session, "ada"), game_id, line.id, people.now)


def test_a_revoked_invitation_admits_nobody(people: People, lobby: Lobby) -> None:
    game_id, _ = lobby()
    token = invited(people, game_id)
    (line,) = lines(people, game_id)
    with people.store.begin() as session:
        revoke(session, people.account_in(session, "ada"), game_id, line.id, people.now)
    (line,) = lines(people, game_id)
    assert (line.state, line.link, line.may_resend) == ("revoked", "", True)
    with pytest.raises(Denied, match="invitation-used"):
        come(people, token)
    assert people.page(game_id, "bo").needs_code


def test_who_declines_is_listed_so(people: People, lobby: Lobby) -> None:
    game_id, _ = lobby()
    with people.store.begin() as session:
        decline_by_link(session, invited(people, game_id), people.now)
    invited(people, game_id, "cy")
    with people.store.begin() as session:
        decline(session, people.account_in(session, "cy"), game_id, people.now)
    assert [(line.state, line.may_resend) for line in lines(people, game_id)] == [("declined", False)] * 2


def test_an_email_that_could_not_be_delivered_is_listed_so(people: People, lobby: Lobby) -> None:
    game_id, _ = lobby()
    invited(people, game_id)
    with people.store.begin() as session:
        session.scalars(select(OutgoingMail).where(OutgoingMail.kind == "invitation")).one().failed_at = people.now
    assert lines(people, game_id)[0].state == "not-delivered"


def test_players_see_and_end_their_own_invitations_alone(people: People, lobby: Lobby) -> None:
    game_id, _ = lobby()
    invited(people, game_id)
    come(people, link_in(people.mails("bo")[-1], "invitations/"))
    invited(people, game_id, "cy", by="bo")
    (mine,) = lines(people, game_id, "bo")
    assert mine.email == "cy@rookery.example"
    assert [line.inviter for line in lines(people, game_id)] == ["bo", "Ada"]
    other = lines(people, game_id)[1]
    for act in (resend, revoke):
        with people.store.begin() as session, pytest.raises(NotFound, match="no-such-invitation"):
            act(session, people.account_in(session, "bo"), game_id, other.id, people.now)


def test_nobody_is_told_who_came_to_an_anonymous_game(people: People, lobby: Lobby) -> None:
    game_id, _ = lobby(names="anonymous")
    come(people, invited(people, game_id))
    with people.store.begin() as session:
        decline_by_link(session, invited(people, game_id, "cy"), people.now)
    assert [(line.state, line.answered_by) for line in lines(people, game_id)] == [("closed", "")] * 2


def test_a_link_takes_an_offered_seat(people: People, with_seat: Callable[..., None]) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "eve"}, visibility="link")
    with_seat(offer, game_id, "tyrell", "missed")
    come(people, invited(people, game_id, "bo"))
    assert people.page(game_id, "bo").you == "tyrell"


def test_a_house_that_is_taken_leaves_the_invitation_as_it_was(people: People, lobby: Lobby) -> None:
    game_id, _ = lobby()
    token = invited(people, game_id)
    with pytest.raises(Invalid, match="house-taken"):
        come(people, token, house=people.page(game_id).you)
    with people.store.read() as session:
        assert session.scalar(select(Account.id).filter_by(email="bo@rookery.example")) is None
    assert come(people, token).session_token
