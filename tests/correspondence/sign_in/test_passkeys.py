"""Passkeys: made and used by a device of the tests; and all that a device or a stranger may get wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from sqlalchemy import select

from correspondence.accounts.queries import passkeys_of
from correspondence.accounts.use_cases import is_strong, session_with
from correspondence.input_validation import Denied, Invalid, NotFound, UserError
from correspondence.models.accounts import Account, Passkey, SignInSession
from correspondence.personal_data import delete_by_link, export_account, request_deletion
from correspondence.sign_in import passkeys
from correspondence.sign_in.passkeys import Signed
from correspondence.sign_in.rights import end_everything, end_rights, own_program_ids
from tests.correspondence.people import People, link_in, text_of
from tests.correspondence.sign_in.authenticator import Authenticator

HERE = "the browser of ada"


def offer_to_sign_in(people: People, browser: str = HERE) -> dict[str, Any]:
    with people.store.begin() as session:
        return passkeys.sign_in_options(session, browser, people.now)


def offer_to_add(people: People, name: str = "ada") -> dict[str, Any]:
    with people.store.begin() as session:
        return passkeys.add_options(session, people.account_in(session, name), HERE, people.now)


def add(people: People, device: Authenticator, name: str = "ada", offer: dict[str, Any] | None = None) -> None:
    """As the page does it: the challenge is used up first."""
    offer = offer or offer_to_add(people, name)
    credential = device.make(offer)
    with people.store.begin() as session:
        purpose = passkeys.add_purpose(people.account_in(session, name))
        passkeys.use_challenge(session, offer["challenge"], purpose, HERE, people.now)
    with people.store.begin() as session:
        signed = Signed(credential, offer["challenge"])
        passkeys.add_passkey(session, people.account_in(session, name), signed, "phone", people.now, where="Firefox")


def sign_in(people: People, credential: str, challenge: str, browser: str = HERE) -> str:
    with people.store.begin() as session:
        passkeys.use_challenge(session, challenge, passkeys.SIGN_IN, browser, people.now)
    with people.store.begin() as session:
        return passkeys.sign_in_by_passkey(session, Signed(credential, challenge), people.now, "Firefox, Linux")[0]


def enter(people: People, device: Authenticator) -> str:
    offer = offer_to_sign_in(people)
    return sign_in(people, device.sign(offer), offer["challenge"])


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(UserError) as caught:
        act()
    return caught.value.code


@pytest.fixture
def device(people: People) -> Authenticator:
    """Ada's, with a passkey that her account has."""
    people.account("ada")
    device = Authenticator()
    add(people, device)
    return device


def test_a_passkey_signs_in_with_both_factors(people: People, device: Authenticator) -> None:
    people.later(days=1)

    token = enter(people, device)

    with people.store.read() as session:
        browser = session_with(session, token, people.now)
        assert browser is not None
        assert (browser.account.email, browser.label) == ("ada@rookery.example", "Firefox, Linux")
        assert is_strong(browser, people.now)
        (line,) = passkeys_of(session, browser.account)
        assert (line.name, line.used_at) == ("phone", people.now)
        assert session.scalars(select(Passkey.sign_count)).one() == device.count == 1


def test_the_owner_hears_of_a_passkey_that_comes_and_goes(people: People, device: Authenticator) -> None:
    people.deliver()
    assert "The passkey phone can sign in" in " ".join(text_of(people.mails("ada")[-1]).split())

    with people.store.begin() as session:
        ada = people.account_in(session, "ada")
        passkeys.remove_passkey(session, ada, passkeys_of(session, ada)[0].id, people.now)

    people.deliver()
    assert "The passkey phone can no longer sign in" in " ".join(text_of(people.mails("ada")[-1]).split())
    assert refused(lambda: enter(people, device)) == "wrong-passkey"


@pytest.mark.parametrize(
    "change",
    [
        {"origin": "https://rookery.evil.example"},
        {"origin": "http://localhost:9000"},
        {"site": "evil.example"},
        {"verifies": False},
        {"handle": b"somebody else"},
        {"handle": b""},
        {"id": b"of nobody"},
        {"key": Authenticator().key},
    ],
    ids=lambda change: "-".join(change),
)
def test_what_a_device_gets_wrong_signs_nobody_in(
    people: People, device: Authenticator, change: dict[str, Any]
) -> None:
    for name, value in change.items():
        setattr(device, name, value)

    assert refused(lambda: enter(people, device)) == "wrong-passkey"
    assert people.count(SignInSession) == 0


def test_a_passkey_names_its_own_account_alone(people: People, device: Authenticator) -> None:
    people.account("bo")
    other = Authenticator()
    add(people, other, "bo")
    # Bo's device signs with its key, for the passkey of Ada.
    other.id, other.handle = device.id, device.handle

    assert refused(lambda: enter(people, other)) == "wrong-passkey"


def test_a_challenge_is_signed_in_its_place(people: People, device: Authenticator) -> None:
    first, second = offer_to_sign_in(people), offer_to_sign_in(people)

    assert refused(lambda: sign_in(people, device.sign(first), second["challenge"])) == "wrong-passkey"


@pytest.mark.parametrize("counts", [True, False])
def test_a_challenge_is_used_once(people: People, device: Authenticator, counts: bool) -> None:
    device.counts = counts
    offer = offer_to_sign_in(people)
    credential = device.sign(offer)
    sign_in(people, credential, offer["challenge"])

    for minutes in (0, 4, 60):
        people.later(minutes=minutes)
        assert refused(lambda: sign_in(people, credential, offer["challenge"])) == "passkey-expired"
    assert people.count(SignInSession) == 1


def test_a_challenge_is_of_its_browser_purpose_and_service(people: People, device: Authenticator) -> None:
    offer, new = offer_to_sign_in(people), offer_to_add(people)
    credential = device.sign(offer)

    assert refused(lambda: sign_in(people, credential, offer["challenge"], "another")) == "passkey-expired"
    assert refused(lambda: sign_in(people, device.sign(new), new["challenge"])) == "passkey-expired"
    for false in ("", "0-9999999999999.x", "ü", offer["challenge"].replace("-", "-9", 1)):
        assert refused(partial(sign_in, people, credential, false)) == "passkey-expired"
    people.account("bo")
    assert refused(lambda: add(people, Authenticator(), "bo", new)) == "passkey-expired"


def test_a_challenge_is_good_for_five_minutes(people: People, device: Authenticator) -> None:
    early, late = offer_to_sign_in(people), offer_to_sign_in(people)
    signed = [device.sign(offer) for offer in (early, late)]
    people.now += passkeys.CHALLENGE_LIFE - timedelta(seconds=1)
    sign_in(people, signed[0], early["challenge"])

    people.now += timedelta(seconds=1)

    assert refused(lambda: sign_in(people, signed[1], late["challenge"])) == "passkey-expired"


def test_a_copied_passkey_is_noticed_by_its_counter(people: People, device: Authenticator) -> None:
    copy = Authenticator(handle=device.handle, id=device.id, key=device.key)
    enter(people, device)
    enter(people, device)

    assert refused(lambda: enter(people, copy)) == "wrong-passkey"
    enter(people, device)


def test_a_passkey_that_is_shared_by_devices_does_not_count(people: People) -> None:
    people.account("ada")
    device = Authenticator(counts=False)
    add(people, device)

    assert enter(people, device) != enter(people, device)


@pytest.mark.parametrize(
    "hostile",
    [
        "",
        "null",
        "[" * 50_000,
        "{}",
        '{"id": 1}',
        '{"id": "x", "response": {}}',
        '{"id": "x", "response": {"userHandle": "€"}}',
        '{"id": "\\ud800", "response": {"userHandle": "-"}}',
    ],
)
def test_what_is_no_credential_is_refused(people: People, device: Authenticator, hostile: str) -> None:
    def act() -> None:
        challenge = offer_to_sign_in(people)["challenge"]
        sign_in(people, hostile, challenge)

    assert refused(act) == "wrong-passkey"
    with people.store.begin() as session:
        ada = people.account_in(session, "ada")
        signed = Signed(hostile, "x")
        assert refused(lambda: passkeys.add_passkey(session, ada, signed, "x", people.now)) == "passkey-refused"


@pytest.mark.parametrize("part", ["clientDataJSON", "authenticatorData", "signature", "attestationObject"])
def test_parts_that_are_malformed_are_refused(people: People, device: Authenticator, part: str) -> None:
    new = part == "attestationObject"
    offer = offer_to_add(people) if new else offer_to_sign_in(people)
    credential = json.loads(device.make(offer) if new else device.sign(offer))
    with people.store.begin() as session:
        ada = people.account_in(session, "ada")
        values: tuple[object, ...] = ("", "A", "e30", "W10", "MQ", "eyJjaGFsbGVuZ2UiOjF9", 7, None, [], "ÿ")
        for value in values:
            credential["response"][part] = value
            signed = Signed(json.dumps(credential), offer["challenge"])
            act = partial(passkeys.add_passkey, account=ada, name="x") if new else passkeys.sign_in_by_passkey
            with pytest.raises(Denied, match="passkey-refused" if new else "wrong-passkey"):
                act(session, signed=signed, now=people.now)


@pytest.mark.parametrize("change", [{"origin": "http://127.0.0.1:8000"}, {"site": "x.example"}, {"verifies": False}])
def test_a_device_that_gets_it_wrong_adds_nothing(people: People, change: dict[str, Any]) -> None:
    people.account("ada")

    assert refused(lambda: add(people, Authenticator(**change))) == "passkey-refused"
    assert people.count(Passkey) == 0


def test_a_passkey_is_added_once_and_to_one_account(people: People, device: Authenticator) -> None:
    people.account("bo")

    assert refused(lambda: add(people, device)) == "passkey-refused"
    assert refused(lambda: add(people, device, "bo")) == "passkey-refused"
    excluded = offer_to_add(people)["options"]["excludeCredentials"]
    assert [len(entry["id"]) for entry in excluded] == [43]


def test_passkeys_are_bounded_in_number_and_name(people: People, device: Authenticator) -> None:
    offer = offer_to_add(people)
    for _ in range(passkeys.MAX_PASSKEYS - 1):
        add(people, Authenticator())

    assert refused(lambda: offer_to_add(people)) == "too-many-passkeys"
    assert refused(lambda: add(people, Authenticator(), offer=offer)) == "too-many-passkeys"
    with people.store.begin() as session:
        ada = people.account_in(session, "ada")
        line = passkeys_of(session, ada)[0]
        passkeys.rename_passkey(session, ada, line.id, "my phone")
        for name in ("", "x" * 61):
            with pytest.raises(Invalid):
                passkeys.rename_passkey(session, ada, line.id, name)
        assert passkeys_of(session, ada)[0].name == "my phone"


def test_nobody_changes_the_passkeys_of_others(people: People, device: Authenticator) -> None:
    people.account("bo")
    with people.store.begin() as session:
        line, bo = passkeys_of(session, people.account_in(session, "ada"))[0], people.account_in(session, "bo")
        with pytest.raises(NotFound, match="no-such-passkey"):
            passkeys.rename_passkey(session, bo, line.id, "mine")
        with pytest.raises(NotFound, match="no-such-passkey"):
            passkeys.remove_passkey(session, bo, line.id, people.now)


def test_attempts_count_with_those_by_password(people: People) -> None:
    with people.store.begin() as session:
        for _ in range(30):
            passkeys.count_passkey_attempt(session, "192.0.2.1", people.now)
        with pytest.raises(Denied, match="too-many-attempts"):
            passkeys.count_passkey_attempt(session, "192.0.2.1", people.now)


def test_passkeys_end_with_other_access_unless_chosen(people: People, device: Authenticator) -> None:
    add(people, Authenticator())
    with people.store.begin() as session:
        ada = people.account_in(session, "ada")
        first, _ = passkeys_of(session, ada)

        end_rights(session, ada, people.now, exempt_ids=own_program_ids(session, ada, [first.id, "none"]))
        assert passkeys_of(session, ada) == [first]

        end_everything(session, ada, people.now)
        assert passkeys_of(session, ada) == []


def test_ones_data_name_passkeys_without_their_keys(people: People, device: Authenticator) -> None:
    with people.store.read() as session:
        document = json.loads(export_account(session, people.account_in_read(session, "ada"), people.now))

    (line,) = document["passkeys"]
    assert (set(line), line["name"], line["used_at"]) == ({"name", "made_at", "used_at"}, "phone", None)


def test_a_deleted_account_has_no_passkeys(people: People, device: Authenticator) -> None:
    with people.store.begin() as session:
        request_deletion(session, people.account_in(session, "ada"), people.now)
    people.deliver()
    with people.store.begin() as session:
        delete_by_link(session, link_in(people.mails("ada")[-1], "account/delete/"), people.now)

    assert people.count(Passkey) == 0
    assert refused(lambda: enter(people, device)) == "wrong-passkey"
    with people.store.read() as session:
        assert session.scalars(select(Account.deleted_at)).one() == people.now
