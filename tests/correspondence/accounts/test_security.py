"""Passwords, second factors, sessions, addresses: who may act as somebody."""

from __future__ import annotations

import pyotp
import pytest

from correspondence.accounts import use_cases
from correspondence.accounts.use_cases import open_session, session_with
from correspondence.input_validation import Denied, Invalid, NotFound
from correspondence.models.accounts import Account, SignInSession
from correspondence.sign_in import factors
from correspondence.sign_in.factors import prove
from correspondence.sign_in.use_cases import make_link, pending_address, request_address, take_address, use_link
from tests.correspondence.people import People, link_in, text_of

SENTENCE = "crows before hoes? no: ravens"


@pytest.fixture
def ada(people: People) -> Account:
    account = people.account("ada")
    with people.store.begin() as session:
        factors.choose_password(session, account, "", SENTENCE, "", people.now)
    return people.account("ada")


def sign_in(people: People, password: str, code: str = "", name: str = "ada") -> str:
    """As the page does it: the attempt is counted first."""
    email = f"{name}@rookery.example"
    with people.store.begin() as session:
        factors.count_sign_in_attempt(session, email, "192.0.2.1", people.now)
    with people.store.begin() as session:
        return factors.sign_in_by_password(session, email, password, code, people.now, "Firefox, Linux")[1]


def refused(people: People, password: str, code: str = "", name: str = "ada") -> str:
    with pytest.raises(Denied) as caught:
        sign_in(people, password, code, name)
    return caught.value.code


def turn_on(people: People) -> tuple[pyotp.TOTP, list[str]]:
    token, account = sign_in(people, SENTENCE), people.account("ada")
    totp = pyotp.TOTP(factors.new_secret())
    with people.store.begin() as session:
        known = use_cases.session_with(session, token, people.now)
        assert known is not None
        codes = factors.turn_on(session, account, totp.secret, totp.at(people.now), known.id, people.now)
        assert use_cases.is_strong(known, people.now)
    return totp, codes


def test_a_password_signs_in_and_is_kept_as_argon2id(people: People, ada: Account) -> None:
    token = sign_in(people, SENTENCE)
    with people.store.read() as session:
        known = use_cases.session_with(session, token, people.now)
        assert known is not None
        assert (known.account.email, known.label, known.strong_at) == (ada.email, "Firefox, Linux", None)
        kept = session.query(Account.password_hash).scalar()
        assert kept.startswith("$argon2id$")
    people.deliver()
    assert "has a password" in people.mails("ada")[-1]["Subject"]


def test_wrong_and_unknown_are_refused_alike_and_only_so_often(people: People, ada: Account) -> None:
    people.account("bo")
    assert {
        refused(people, SENTENCE + "!"),
        refused(people, SENTENCE, name="bo"),
        refused(people, SENTENCE, name="no"),
    } == {"wrong-password"}
    for _ in range(4):
        assert refused(people, "no") == "wrong-password"
    assert refused(people, SENTENCE) == "too-many-attempts"
    people.later(minutes=16)
    for _ in range(4):
        assert refused(people, "no") == "wrong-password"
    sign_in(people, SENTENCE)
    # A good one forgets the bad ones before it.
    assert refused(people, "no") == "wrong-password"


def test_one_place_may_not_try_all_addresses(people: People, ada: Account) -> None:
    for number in range(factors.MAX_FROM_PLACE):
        assert refused(people, "no", name=f"nobody{number}") == "wrong-password"
    assert refused(people, SENTENCE) == "too-many-attempts"


@pytest.mark.parametrize(
    ("new", "code"),
    [("short", "too-short"), ("ada@rookery.example", "easy"), ("aaaaaaaaaaaa", "easy"), ("x" * 201, "too-long")],
)
def test_bad_passwords(people: People, new: str, code: str) -> None:
    account = people.account("ada")
    with people.store.begin() as session, pytest.raises(Invalid, match=code):
        factors.choose_password(session, account, "", new, "", people.now)


def test_new_password_needs_the_old_and_ends_other_sessions(people: People, ada: Account) -> None:
    mine, other = sign_in(people, SENTENCE), sign_in(people, SENTENCE)
    with people.store.begin() as session, pytest.raises(Denied, match="wrong-password"):
        factors.choose_password(session, ada, "no", "another sentence", mine, people.now)
    with people.store.begin() as session:
        factors.choose_password(session, ada, SENTENCE, "another sentence", mine, people.now)
    with people.store.read() as session:
        assert use_cases.session_with(session, mine, people.now) is not None
        assert use_cases.session_with(session, other, people.now) is None
    assert refused(people, SENTENCE) == "wrong-password"
    with people.store.begin() as session:
        factors.remove_password(session, ada, "another sentence", people.now)
    assert refused(people, "another sentence") == "wrong-password"


def test_each_code_counts_once(people: People, ada: Account) -> None:
    totp, _ = turn_on(people)
    assert refused(people, SENTENCE) == "code-needed"
    # The code that turned it on is used up.
    assert refused(people, SENTENCE, totp.at(people.now)) == "wrong-code"
    people.later(seconds=30)
    code = totp.at(people.now)
    token = sign_in(people, SENTENCE, f"{code[:3]} {code[3:]}")
    with people.store.read() as session:
        known = use_cases.session_with(session, token, people.now)
        assert known is not None
        assert use_cases.is_strong(known, people.now)
        people.later(hours=12)
        assert not use_cases.is_strong(known, people.now)
    # A phone that is half a minute late is good enough, two minutes are not.
    late = totp.at(people.now)
    people.later(seconds=30)
    sign_in(people, SENTENCE, late)
    old = totp.at(people.now)
    people.later(minutes=2)
    assert refused(people, SENTENCE, old) == "wrong-code"


def test_recovery_codes_stand_for_the_phone_once(people: People, ada: Account) -> None:
    totp, codes = turn_on(people)
    assert len(set(codes)) == 10
    sign_in(people, SENTENCE, codes[0].upper())
    assert refused(people, SENTENCE, codes[0]) == "wrong-code"
    people.deliver()
    assert "left: 9" in text_of(people.mails("ada")[-1])
    people.later(minutes=1)
    with people.store.begin() as session:
        fresh = factors.renew_recovery_codes(session, ada, totp.at(people.now), people.now)
    assert refused(people, SENTENCE, codes[1]) == "wrong-code"
    with people.store.begin() as session:
        factors.turn_off(session, ada, fresh[0], people.now)
    sign_in(people, SENTENCE)


def test_browsers_are_listed_and_signed_out(people: People) -> None:
    ada, tokens = people.account("ada"), []
    with people.store.begin() as session:
        tokens = [use_cases.open_session(session, ada, people.now, label) for label in ("one", "two", "three")]
    with people.store.read() as session:
        lines = use_cases.sessions_of(session, ada, tokens[1], people.now)
        assert lines[0].label == "two"
        assert [line.current for line in lines] == [True, False, False]
    with people.store.begin() as session:
        use_cases.end_session(session, ada, next(line.id for line in lines if line.label == "one"))
    with people.store.begin() as session, pytest.raises(NotFound):
        use_cases.end_session(session, people.account_in(session, "eve"), lines[0].id)
    assert people.count(SignInSession) == 2


def test_an_address_changes_by_the_link_sent_there(people: People) -> None:
    game = people.game({"stark": "ada"}, window_hours=12.0)
    ada = people.account("ada")
    with people.store.begin() as session:
        old_link = make_link(session, ada.email, people.now, people.now.replace(year=2027))
        request_address(session, ada, "Nova@Rookery.example", people.now)
    people.deliver()
    assert "nova@rookery.example" in text_of(people.mails("ada")[-1])
    late = link_in(people.mails("nova")[-1], "account/address/")
    people.later(hours=25)
    with people.store.begin() as session:
        with pytest.raises(Denied, match="link-expired"):
            take_address(session, late, people.now)
        request_address(session, ada, "nova@rookery.example", people.now)
        wanted = pending_address(session, ada, people.now)
        assert wanted is not None
        assert wanted.email == "nova@rookery.example"
    people.deliver()
    token = link_in(people.mails("nova")[-1], "account/address/")
    people.adjudicate(game)
    with people.store.begin() as session:
        take_address(session, token, people.now)
    people.deliver()
    # What waited when the address changed goes to the new one; the old one gets its last email.
    assert "round 1" in people.mails("nova")[-1]["Subject"].lower()
    assert "another address" in people.mails("ada")[-1]["Subject"]
    with people.store.begin() as session:
        with pytest.raises(Denied, match="link-used"):
            take_address(session, token, people.now)
        with pytest.raises(NotFound):
            use_link(session, old_link, people.now)


def test_a_taken_address_is_told_to_itself_alone(people: People) -> None:
    ada = people.account("ada")
    people.account("bo")
    with people.store.begin() as session:
        request_address(session, ada, "bo@rookery.example", people.now)
        assert pending_address(session, ada, people.now) is not None
    people.deliver()
    assert "has an account already" in people.mails("bo")[-1]["Subject"]
    assert "account/address/" not in text_of(people.mails("bo")[-1])
    for number in range(4):
        with people.store.begin() as session:
            request_address(session, ada, f"new{number}@rookery.example", people.now)
    with people.store.begin() as session, pytest.raises(Denied, match="too-many-attempts"):
        request_address(session, ada, "one-more@rookery.example", people.now)


def test_an_address_that_got_an_account_meanwhile_is_not_taken(people: People) -> None:
    ada = people.account("ada")
    with people.store.begin() as session:
        request_address(session, ada, "nova@rookery.example", people.now)
    people.deliver()
    token = link_in(people.mails("nova")[-1], "account/address/")
    people.account("nova")
    with people.store.begin() as session, pytest.raises(Denied, match="address-taken"):
        take_address(session, token, people.now)
    with people.store.read() as session:
        assert people.account_in_read(session, "ada").id == ada.id


def test_whoever_proves_nothing_has_proved_nothing(people: People) -> None:
    with people.store.begin() as session:
        ada = people.account_in(session, "ada")
        session.flush()
        token = open_session(session, ada, people.now)
        found = session_with(session, token, people.now)
        assert found is not None
        with pytest.raises(Denied, match="proof-needed"):
            prove(session, ada, found.id, people.now)
        assert found.proved_at is None or not found.proved_at > people.now
