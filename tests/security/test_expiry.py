"""Every kind of link, code and right: good until a moment before its time, dead at it, and nothing when used twice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

import pyotp
import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from correspondence import personal_data
from correspondence.accounts import use_cases
from correspondence.accounts.use_cases import unsubscribe
from correspondence.delegations import delegate, revoke
from correspondence.games.options import NewGame
from correspondence.input_validation import Denied, NotFound
from correspondence.lobby.invitations import INVITATION_LIFE, invite
from correspondence.lobby.use_cases import create_game, join_game
from correspondence.models.accounts import Account, SignInSession
from correspondence.sheets.use_cases import submit_sheet
from correspondence.sign_in import factors, rights, use_cases as accounts
from correspondence.sign_in.use_cases import ADDRESS_LINK_LIFE as ADDRESS_LIFE, request_address, take_address
from tests.correspondence.people import People, link_in, text_of
from tests.web.visitors import rows

SECOND = timedelta(seconds=1)


@dataclass
class Given:
    """What a kind of secret is made and used with."""

    people: People
    at: str = ""

    def ada(self, session: Session) -> Account:
        return self.people.account_in(session, "ada")

    def mail(self, part: str, name: str = "ada") -> str:
        """The link of the last email that has one."""
        self.people.deliver()
        mails = [text_of(mail) for mail in self.people.mails(name)]
        return link_in(self.people.mails(name)[max(n for n, text in enumerate(mails) if part in text)], part)

    def own_session(self, session: Session) -> int:
        """The key of ada's newest session."""
        return session.scalars(select(func.max(SignInSession.id))).one()


def ask_to_sign_in(given: Given) -> str:
    with given.people.store.begin() as session:
        accounts.request_link(session, "ada@rookery.example", given.people.now)
    return given.mail("sign-in/")


def sign_in(given: Given, link: str) -> None:
    with given.people.store.begin() as session:
        accounts.use_link(session, link, given.people.now)


def ask_for_address(given: Given) -> str:
    with given.people.store.begin() as session:
        request_address(session, given.ada(session), "nova@rookery.example", given.people.now)
    return given.mail("account/address/", "nova")


def change_address(given: Given, link: str) -> None:
    with given.people.store.begin() as session:
        take_address(session, link, given.people.now)


def ask_to_leave(given: Given) -> str:
    with given.people.store.begin() as session:
        personal_data.request_deletion(session, given.ada(session), given.people.now)
    return given.mail("account/delete/")


def leave(given: Given, link: str) -> None:
    with given.people.store.begin() as session:
        personal_data.delete_by_link(session, link, given.people.now)


def hear(given: Given) -> str:
    with given.people.store.begin() as session:
        accounts.issue_api_token(session, given.ada(session), "a thief's", given.people.now)
    return given.mail("account/not-me/")


def close_off(given: Given, link: str) -> None:
    with given.people.store.begin() as session:
        rights.close_off(session, link, given.people.now)


def ask_for_code(given: Given) -> str:
    with given.people.store.begin() as session:
        use_cases.open_session(session, given.ada(session), given.people.now)
        factors.send_code(session, given.ada(session), given.own_session(session), given.people.now)
    given.people.deliver()
    return text_of(given.people.mails("ada")[-1]).split("asked for it:", 1)[1].split()[0]


def prove(given: Given, code: str) -> None:
    with given.people.store.begin() as session:
        factors.prove(session, given.ada(session), given.own_session(session), given.people.now, code=code)


def phone(given: Given) -> str:
    """A code of the next half minute; the one that turned the factor on is used up."""
    given.people.now = given.people.now.replace(second=0)
    with given.people.store.begin() as session:
        use_cases.open_session(session, given.ada(session), given.people.now)
        totp = pyotp.TOTP(factors.new_secret())
        code = totp.at(given.people.now)
        known = given.own_session(session)
        factors.turn_on(session, given.ada(session), totp.secret, code, known, given.people.now)
    given.people.later(seconds=30)
    return totp.at(given.people.now)


def show(given: Given, code: str) -> None:
    with given.people.store.begin() as session:
        known = given.own_session(session)
        factors.show_code(session, given.ada(session), code, known, given.people.now)


def ask_to_play(given: Given) -> str:
    with given.people.store.begin() as session:
        bo = given.people.account_in(session, "bo")
        game = create_game(session, bo, NewGame(title="A lobby"), given.people.now)
        invite(session, bo, game.public_id, "ada@rookery.example", None, given.people.now)
        given.at = game.public_id
    given.people.deliver()
    return link_in(given.people.mails("ada")[-1], "invitations/")


def play(given: Given, invitation: str) -> None:
    """Somebody else has the email; whoever it is for needs no token."""
    with given.people.store.begin() as session:
        cy = given.people.account_in(session, "cy")
        join_game(session, cy, given.at, given.people.now, invitation=invitation)


@dataclass(frozen=True)
class Kind:
    """A kind of secret: how long it is good, how it is come by, how it is used."""

    life: timedelta
    make: Callable[[Given], str]
    use: Callable[[Given, str], None]


KINDS = {
    "sign-in link": Kind(accounts.LINK_LIFE, ask_to_sign_in, sign_in),
    "address change": Kind(ADDRESS_LIFE, ask_for_address, change_address),
    "deletion": Kind(personal_data.LINK_LIFE, ask_to_leave, leave),
    "not me": Kind(use_cases.NOT_ME_LIFE, hear, close_off),
    "code by letter": Kind(factors.CODE_LIFE, ask_for_code, prove),
    # Its own half minute, and the one after it for a clock that is late.
    "code of a phone": Kind(timedelta(seconds=60), phone, show),
    "invitation": Kind(INVITATION_LIFE, ask_to_play, play),
}
LIVES = {
    "sign-in link": timedelta(minutes=30),
    "address change": timedelta(hours=24),
    "deletion": timedelta(hours=24),
    "not me": timedelta(days=7),
    "code by letter": timedelta(minutes=15),
    "code of a phone": timedelta(seconds=60),
    "invitation": timedelta(days=14),
}


def test_lives_are_what_is_promised() -> None:
    assert {name: kind.life for name, kind in KINDS.items()} == LIVES


@pytest.mark.parametrize("name", KINDS)
def test_good_until_its_time_and_once(people: People, name: str) -> None:
    kind, given = KINDS[name], Given(people)
    people.account("ada")
    secret = kind.make(given)
    people.now += kind.life - SECOND
    kind.use(given, secret)
    kept = rows(people.store)
    with pytest.raises((Denied, NotFound)):
        kind.use(given, secret)
    assert rows(people.store) == kept, "using it twice does nothing"


@pytest.mark.parametrize("name", KINDS)
def test_dead_at_its_time(people: People, name: str) -> None:
    kind, given = KINDS[name], Given(people)
    people.account("ada")
    secret = kind.make(given)
    people.now += kind.life
    kept = rows(people.store)
    with pytest.raises((Denied, NotFound)):
        kind.use(given, secret)
    assert rows(people.store) == kept


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize(
    ("life", "holds"),
    [
        (timedelta(days=60), lambda known, now: known.expires_at > now),
        (timedelta(hours=12), use_cases.is_strong),
        (timedelta(minutes=15), use_cases.is_proved),
    ],
)
def test_sessions_and_what_they_proved(people: People, life: timedelta, holds: Callable[..., bool], late: bool) -> None:
    with people.store.begin() as session:
        token = use_cases.open_session(session, people.account_in(session, "ada"), people.now, strong=True)
    people.now += life - (timedelta() if late else SECOND)
    with people.store.read() as session:
        known = use_cases.session_with(session, token, people.now)
        assert (known is not None and holds(known, people.now)) is not late


def test_a_join_code_lets_in_until_the_game_begins(people: People) -> None:
    with people.store.begin() as session:
        bo = people.account_in(session, "bo")
        game = create_game(session, bo, NewGame(title="A lobby", players=3), people.now)
        game_id, code = game.public_id, game.join_code
    for name in ("cy", "dee"):
        with people.store.begin() as session:
            join_game(session, people.account_in(session, name), game_id, people.now, code=code)
    for name, wanted in (("cy", "game-started"), ("eve", "game-started")):
        people.account(name)
        kept = rows(people.store)
        with people.store.begin() as session, pytest.raises(Denied, match=wanted):
            join_game(session, people.account_in(session, name), game_id, people.now, code=code)
        assert rows(people.store) == kept


def test_a_right_to_act_holds_within_its_time(people: People) -> None:
    game = people.game({"stark": "ada"}, window_hours=72.0)
    people.account("cy")
    begin, until = people.now + timedelta(hours=1), people.now + timedelta(hours=5)
    with people.store.begin() as session:
        ada = people.account_in(session, "ada")
        right = delegate(session, ada, game, "cy@rookery.example", begin, until, people.now)
    turn = people.turn(game)
    for moment, good in ((begin - SECOND, False), (begin, True), (until - SECOND, True), (until, False)):
        people.now = moment
        with people.store.begin() as session:
            cy = people.account_in(session, "cy")
            if good:
                submit_sheet(session, cy, turn, b"{}", people.now)
            else:
                with pytest.raises(Denied, match="not-your-seat"):
                    submit_sheet(session, cy, turn, b"{}", people.now)
    kept = rows(people.store)
    with people.store.begin() as session:
        revoke(session, people.account_in(session, "cy"), game, right.public_id, people.now)
    assert rows(people.store) == kept, "ending what is over does nothing"


def test_the_end_of_mails_has_no_end_and_twice_is_once(people: People) -> None:
    people.game({"stark": "ada"})
    link = Given(people).mail("unsubscribe/")
    people.later(days=900)
    for _ in range(2):
        with people.store.begin() as session:
            assert unsubscribe(session, link, people.now).ended
        kept = rows(people.store)
    assert rows(people.store) == kept


def test_a_password_that_was_changed_ends_links_that_wait(people: People) -> None:
    given = Given(people)
    people.account("ada")
    secrets = {name: KINDS[name].make(given) for name in ("sign-in link", "address change", "deletion")}
    people.later(seconds=1)
    with people.store.begin() as session:
        factors.choose_password(session, given.ada(session), "", "a long sentence", "", people.now)
    for name, secret in secrets.items():
        with pytest.raises((Denied, NotFound)):
            KINDS[name].use(given, secret)
    # What is asked for from now on is good.
    for name in secrets:
        KINDS[name].use(given, KINDS[name].make(given))
