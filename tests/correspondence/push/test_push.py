"""Browsers are told what happens: sealed and signed as push services want it, nothing but what a lock screen may show,
and no more once they are gone."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from sqlalchemy import select

from correspondence.accounts.use_cases import choose_hours, choose_streams, end_session, session_with
from correspondence.deadlines.opening import send_reminders
from correspondence.deliveries import MAX_FAILURES
from correspondence.input_validation import Denied, Invalid, NotFound
from correspondence.messages import sending
from correspondence.models.mail import PushMessage, PushSubscription
from correspondence.operations import forget_old
from correspondence.personal_data import delete_by_password, export_account
from correspondence.posting import exchange
from correspondence.posting.exchange import PostFailed
from correspondence.push import subscriptions
from correspondence.push.delivery import PADDED_BYTES, Message, encrypt, encrypt_message, push_batch
from correspondence.push.subscriptions import MAX_BROWSERS, PUSHED, Offered, public_key
from correspondence.sign_in.factors import choose_password
from correspondence.sign_in.rights import end_everything
from correspondence.sign_in.use_cases import sign_out
from correspondence.store import Store
from tests.correspondence.people import People
from tests.correspondence.push.push_service import PushService, Receiver, claims_of, from_plain, push_service, tell

NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)
PLAN = b'{"orders": {"winterfell": "march+0"}, "bids": {"iron-throne": [{"amount": 3}]}}'


@pytest.fixture
def service() -> Iterator[PushService]:
    """A push service."""
    with push_service() as found:
        yield found


@pytest.fixture
def near(people: People) -> Iterator[People]:
    """People of a site that may reach this machine."""
    far, people.store = people.store, Store(replace(people.store.settings, webhooks_loopback=True))
    yield people
    people.store.close()
    people.store = far


def turn_on(people: People, name: str, offered: Offered, streams: tuple[str, ...] = PUSHED) -> str:
    """Tell a browser of somebody, who signs in in it; returns the token of the session."""
    with people.store.begin() as session:
        return tell(session, people.account_in(session, name), offered, streams, people.now)[0]


def lines(people: People, name: str) -> list[subscriptions.BrowserLine]:
    account = people.account(name)
    with people.store.read() as session:
        return subscriptions.browsers_of(session, account)


def told(service: PushService, browser: Receiver) -> list[dict[str, Any]]:
    """What a browser can read of what its push service was handed since the last look."""
    heard, service.heard = service.heard, []
    return [json.loads(browser.open(body)) for path, _, body in heard if browser.address.endswith(path)]


EXAMPLE_BODY = from_plain(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
    "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def key_of(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(from_plain(text), "big"), ec.SECP256R1())


@pytest.fixture
def example() -> Receiver:
    """The browser in the example of RFC 8291, 5."""
    return Receiver("", key_of("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), from_plain("BTBZMqHH6r4Tts7J_aSIgg"))


def test_our_reader_opens_the_example_of_the_standard(example: Receiver) -> None:
    assert example.open(EXAMPLE_BODY) == b"When I grow up, I want to be a watermelon"


def test_we_seal_the_example_as_the_standard_does(example: Receiver) -> None:
    sender, salt = key_of("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), from_plain("DGv6ra1nlYgDCS1FRnbzlw")

    body = encrypt(b"When I grow up, I want to be a watermelon", example.public, example.auth, sender, salt)

    assert body == EXAMPLE_BODY


def test_no_more_than_a_record_is_sealed(example: Receiver) -> None:
    sender = ec.generate_private_key(ec.SECP256R1())

    assert len(encrypt(b"a" * 4079, example.public, example.auth, sender, b"s" * 16)) == 16 + 4 + 1 + 65 + 4096
    with pytest.raises(ValueError, match="more than one record"):
        encrypt(b"a" * 4080, example.public, example.auth, sender, b"s" * 16)


def test_no_two_messages_are_sealed_alike(example: Receiver) -> None:
    offered = example.offered()
    message = Message("", offered.public_key, offered.auth_secret, "", b"{}", "", False, NOON)

    bodies = [encrypt_message(message) for _ in range(2)]

    assert [example.open(body) for body in bodies] == [b"{}".ljust(PADDED_BYTES)] * 2
    assert len({body[:16] for body in bodies}) == len({body[21:86] for body in bodies}) == 2


def test_a_browser_is_told_what_a_lock_screen_may_show(near: People, service: PushService) -> None:
    game = near.game({"stark": "ada", "tyrell": "bo"}, messages=("private",), title="Winter")
    browser, other = service.receiver("/ada"), service.receiver("/cy")
    turn_on(near, "ada", browser.offered())
    turn_on(near, "cy", other.offered())
    near.submit(game, "ada", PLAN)
    with near.store.begin() as session:
        for text in ("ZORSE", "ZORSE again"):
            sending.send(session, near.account_in(session, "bo"), game, "houses", ("stark",), text, near.now)
    assert push_batch(near.store, near.clock) == 1, "however many letters come together"
    near.adjudicate(game)
    assert push_batch(near.store, near.clock) == 1
    assert push_batch(near.store, near.clock) == 0, "once"
    lengths = {len(body) for _, _, body in service.heard}
    head = service.heard[-1][1]
    shown = {one["tag"].partition(":")[2]: one for one in told(service, browser)}
    assert set(shown) == {"results", "press"}
    assert shown["press"]["title"] == "Winter: new message"
    assert shown["results"]["title"].startswith("Winter: results of ")
    assert shown["results"]["body"].startswith("round 2, Westeros phase. Orders due ")
    assert shown["results"]["link"] == f"http://127.0.0.1:8000/games/{game}/turns/1"
    for hidden in ("ZORSE", "yrell", "tark", "Bo", "Ada", "iron-throne", "winterfell"):
        assert hidden not in str(shown), hidden
    assert len(lengths) == 1, "their length says nothing of them"
    key = public_key(near.store.settings.secret_key)
    claims = claims_of(head["Authorization"], key)
    assert claims["aud"] == service.root
    assert claims["sub"] == "mailto:r@rookery.example"
    assert near.now.timestamp() < claims["exp"] <= (near.now + timedelta(hours=24)).timestamp()
    assert (head["Content-Encoding"], head["Urgency"], int(head["TTL"]) > 0) == ("aes128gcm", "normal", True)
    with near.store.read() as session:
        assert set(session.scalars(select(PushMessage.body))) == {b""}, "what was told is kept no longer"


def test_whoever_is_late_is_reminded_and_not_after_the_deadline(near: People, service: PushService) -> None:
    game = near.game({"stark": "ada", "tyrell": "bo"}, title="Winter")
    browsers = {name: service.receiver(f"/{name}") for name in ("ada", "bo")}
    for name, browser in browsers.items():
        turn_on(near, name, browser.offered())
    near.submit(game, "ada", PLAN)
    turn = near.page(game).turn
    assert turn is not None
    near.now = turn.due_at - timedelta(hours=1)
    send_reminders(near.store, near.now)
    service.answers["/bo"] = 503
    push_batch(near.store, near.clock)
    assert [path for path, _, _ in service.heard] == ["/bo"] * len(service.heard), "ada's sheet is in"
    head = service.heard[0][1]
    assert (head["Urgency"], head["TTL"]) == ("high", "3600")
    first = sorted(one["title"] for one in told(service, browsers["bo"]))
    assert "Winter: you haven't submitted orders yet" in first
    near.later(minutes=2)
    service.answers.clear()
    push_batch(near.store, near.clock)
    again = told(service, browsers["bo"])
    assert sorted(one["title"] for one in again) == first, "tried again"
    assert {one["body"].partition(" due ")[0] for one in again} == {"Orders are"}
    with near.store.begin() as session:
        session.query(PushMessage).update({"next_attempt_at": near.now})
    near.later(hours=1)
    push_batch(near.store, near.clock)
    assert service.heard == []


def test_each_hears_what_they_chose_by_their_own_hours(near: People, service: PushService) -> None:
    browser = service.receiver()
    turn_on(near, "ada", browser.offered(), ("press", "deadlines"))
    game = near.game({"stark": "ada"})
    with near.store.begin() as session:
        choose_streams(session, near.account_in(session, "ada"), {"results": "off"})
    near.adjudicate(game)
    assert push_batch(near.store, near.clock) == 0
    (line,) = lines(near, "ada")
    ada = near.account("ada")
    with near.store.begin() as session:
        subscriptions.choose(session, ada, line.id, ["results"])
        choose_hours(session, ada, quiet_from=12, quiet_until=23, digest_hour=7, digest_weekday=None)
    near.adjudicate(game)
    assert 12 <= near.now.hour < 23
    with near.store.read() as session:
        leaves = session.scalars(select(PushMessage.next_attempt_at)).one()
    assert leaves == near.now.replace(hour=23, minute=0, second=0)


def test_gone_browser_is_forgotten_and_refusing_one_switched_off(near: People, service: PushService) -> None:
    for path, status in (("/gone", 410), ("/unknown", 404), ("/refused", 403), ("/busy", 429)):
        service.answers[path] = status
        turn_on(near, "ada", service.receiver(path).offered())
    ada = near.account("ada")
    with near.store.begin() as session:
        for line in subscriptions.browsers_of(session, ada):
            subscriptions.try_out(session, ada, line.id, near.now)
    assert push_batch(near.store, near.clock) == 4
    refused, busy = lines(near, "ada")
    assert ("403" in refused.trouble, "429" in busy.trouble) == (True, True)
    with near.store.read() as session:
        waits = dict(session.execute(select(PushMessage.subscription_id, PushMessage.next_attempt_at)).all())
        assert [at is None for at in waits.values()] == [True, False], "what is refused is not tried again"
    for _ in range(MAX_FAILURES - 1):
        with near.store.begin() as session:
            subscriptions.try_out(session, ada, refused.id, near.now)
        push_batch(near.store, near.clock)
    assert lines(near, "ada")[0].disabled_at == near.now
    with near.store.begin() as session, pytest.raises(Denied, match="browser-switched-off"):
        subscriptions.try_out(session, ada, refused.id, near.now)
    with near.store.begin() as session:
        subscriptions.choose(session, ada, refused.id, ["results"])
        subscriptions.try_out(session, ada, refused.id, near.now)
    assert (lines(near, "ada")[0].disabled_at, lines(near, "ada")[0].trouble) == (None, "")


def test_hostile_addresses_and_keys_are_refused(people: People) -> None:
    good = Receiver("https://push.example.org/one").offered()
    bad = (
        "http://push.example.org/one",
        "https://push.example.org:22/",
        "https://127.0.0.1/",
        "https://localhost/one",
        "https://192.168.1.1/",
        "https://me:word@push.example.org/",
        "https://[2606:4700:4700::1111]/",
        "https://push.example.org/\r\nHost: other",
        "https://push.example.org/" + "a" * 1000,
        "",
    )
    for endpoint in bad:
        with pytest.raises(Invalid, match="bad-url"):
            turn_on(people, "ada", replace(good, endpoint=endpoint))
    for keys in (
        {"public_key": ""},
        {"public_key": good.public_key[:-4]},
        {"public_key": "A" * 87},
        {"public_key": "B" * 5000},
        {"auth_secret": "AAAA"},
        {"auth_secret": "ä" * 22},
    ):
        with pytest.raises(Invalid, match="bad-push-key"):
            turn_on(people, "ada", replace(good, **keys))
    for streams in ((), ("account",), ("results", "x")):
        with pytest.raises(Invalid, match="bad-streams"):
            turn_on(people, "ada", good, streams)
    assert people.count(PushSubscription) == 0


def test_address_into_the_hosts_network_is_never_reached(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    turn_on(people, "ada", Receiver("https://push.example.org/one").offered())
    closed = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("10.0.0.1", 443))]
    monkeypatch.setattr(exchange.socket, "getaddrinfo", lambda *_, **__: closed)
    (line,), ada = lines(people, "ada"), people.account("ada")
    with people.store.begin() as session:
        subscriptions.try_out(session, ada, line.id, people.now)
    push_batch(people.store, people.clock)
    assert "open internet" in lines(people, "ada")[0].trouble
    assert lines(people, "ada")[0].disabled_at == people.now


def test_a_browser_is_somebodys_by_its_keys(people: People) -> None:
    browser = Receiver("https://push.example.org/one")
    turn_on(people, "ada", browser.offered())
    with pytest.raises(Denied, match="not-this-browser"):
        turn_on(people, "bo", Receiver(browser.address).offered())
    assert len(lines(people, "ada")) == 1
    turn_on(people, "bo", browser.offered())
    assert (lines(people, "ada"), len(lines(people, "bo"))) == ([], 1), "whoever signs in there last"
    (line,) = lines(people, "bo")
    for meddle in (
        lambda session, ada: subscriptions.choose(session, ada, line.id, ["press"]),
        lambda session, ada: subscriptions.try_out(session, ada, line.id, people.now),
        lambda session, ada: subscriptions.turn_off(session, ada, line.id),
    ):
        with people.store.begin() as session, pytest.raises(NotFound, match="no-such-browser"):
            meddle(session, people.account_in(session, "ada"))
    for number in range(MAX_BROWSERS):
        turn_on(people, "ada", Receiver(f"https://push.example.org/{number}").offered())
    with pytest.raises(Denied, match="too-many-browsers"):
        turn_on(people, "ada", Receiver("https://push.example.org/more").offered())


def test_signing_out_ends_it_and_so_does_all_that_ends_a_session(people: People) -> None:
    def made() -> tuple[str, str]:
        number = people.count(PushSubscription)
        token = turn_on(people, "ada", Receiver(f"https://push.example.org/{number}").offered())
        with people.store.read() as session:
            here = session_with(session, token, people.now)
            assert here is not None
            return token, here.public_id

    kept, _ = made()
    token, _ = made()
    with people.store.begin() as session:
        sign_out(session, token)
    _, session_id = made()
    with people.store.begin() as session:
        end_session(session, people.account_in(session, "ada"), session_id)
    assert [line.label for line in lines(people, "ada")] == ["Firefox, Linux"]
    with people.store.begin() as session:
        ada = people.account_in(session, "ada")
        subscriptions.try_out(session, ada, subscriptions.browsers_of(session, ada)[0].id, people.now)
        here = session_with(session, kept, people.now)
        assert here is not None
        end_everything(session, ada, people.now, here.id)
    assert len(lines(people, "ada")) == 1, "the browser that asks stays"
    # A session that ran out of itself takes nothing away; closing the account off does.
    people.later(days=61)
    with people.store.begin() as session:
        forget_old(session, people.now)
    assert len(lines(people, "ada")) == 1
    assert people.count(PushMessage) == 0
    with people.store.begin() as session:
        end_everything(session, people.account_in(session, "ada"), people.now)
    assert lines(people, "ada") == []


def test_it_is_among_ones_data_and_goes_with_the_account(people: People) -> None:
    turn_on(people, "ada", Receiver("https://push.example.org/one").offered(), ("press",))
    with people.store.begin() as session:
        mine = people.account_in(session, "ada")
        (found,) = json.loads(export_account(session, mine, people.now))["told_browsers"]
        assert (found["push_service"], found["streams"]) == ("https://push.example.org/one", "press")
        choose_password(session, mine, "", "a long sentence of mine", "", people.now)
    with people.store.begin() as session:
        delete_by_password(session, people.account_in(session, "ada"), "a long sentence of mine", people.now)
    assert people.count(PushSubscription) == 0


def test_another_secret_key_asks_browsers_to_subscribe_anew(near: People, service: PushService) -> None:
    turn_on(near, "ada", service.receiver().offered())
    (line,), ada = lines(near, "ada"), near.account("ada")
    with near.store.begin() as session:
        subscriptions.try_out(session, ada, line.id, near.now)
    other = Store(replace(near.store.settings, secret_key="another key"))
    push_batch(other, near.clock)
    other.close()
    assert service.heard == []
    assert "SECRET_KEY" in lines(near, "ada")[0].trouble
    assert lines(near, "ada")[0].disabled_at == near.now


def test_one_message_that_cannot_be_sent_holds_up_no_other(near: People, service: PushService) -> None:
    for name in ("ada", "bo"):
        turn_on(near, name, service.receiver(f"/{name}").offered())
        account = near.account(name)
        with near.store.begin() as session:
            subscriptions.try_out(session, account, subscriptions.browsers_of(session, account)[0].id, near.now)
    sent = []

    def sender(message: Message, _: Any) -> None:
        if message.endpoint.endswith("/ada"):
            raise ZeroDivisionError
        if message.endpoint.endswith("/bo") and not sent:
            sent.append(message)
            raise PostFailed("not now")
        sent.append(message)

    assert push_batch(near.store, near.clock, sender) == 2
    assert [line.trouble for name in ("ada", "bo") for line in lines(near, name)] == ["ZeroDivisionError", "not now"]
    near.later(seconds=31)
    assert push_batch(near.store, near.clock, sender) == 2
    assert [line.trouble for name in ("ada", "bo") for line in lines(near, name)] == ["ZeroDivisionError", ""]
