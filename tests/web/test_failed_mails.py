"""Emails that do not arrive: what hosts see, what game masters see, what the doctor and the metrics tell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from correspondence.games.access import find_game
from correspondence.models.games import GameMaster
from correspondence.models.mail import ReturnedMail, StoppedAddress
from correspondence.outbox.delivery import MailboxTransport, Refusing
from correspondence.outbox.returns import LOOKED_BACK
from correspondence.settings import Settings
from correspondence.store import Store
from tests.correspondence.people import People, link_in
from tests.correspondence.postoffice import deliver_batch
from tests.web.form_reader import forms_of
from tests.web.visitors import Browser
from worker.doctor import work
from worker.doctor.machine import Patient

WHY = "550 no such user: bo@rookery.example"


class Picky(MailboxTransport):
    """A mail server that takes nothing for bo, for good, and nothing for cy now."""

    def send(self, address: str, *rest: Any) -> None:
        if address.startswith("bo@"):
            raise Refusing(WHY, for_good=True)
        if address.startswith("cy@"):
            raise Refusing("450 the mailbox is full", for_good=False)
        super().send(address, *rest)


@pytest.fixture
def game(store: Store, people: People) -> str:
    """A game of ada, bo and cy that mae masters; hal runs the service. Its first emails were tried."""
    made = people.game({"stark": "ada", "lannister": "bo", "baratheon": "cy"}, window_hours=48)
    with store.begin() as session:
        people.account_in(session, "hal").host = True
        mae = people.account_in(session, "mae")
        since = {"since": people.now, "accepted_at": people.now}
        session.add(GameMaster(game_id=find_game(session, made).id, account_id=mae.id, **since))
    deliver_batch(store, Picky(store), people.clock, 50)
    return made


def test_a_host_sees_addresses_and_reasons(
    game: str, store: Store, people: People, signed_in: Callable[[str], Browser]
) -> None:
    hal = signed_in("hal")
    answer = hal.get("/host/mail")
    assert answer.headers["Cache-Control"] == "no-store"
    failed, waiting = answer.text.split("<caption>")[1:]
    assert "bo@rookery.example" in failed
    assert WHY in failed
    assert "cy@rookery.example" in waiting
    assert "450 the mailbox is full" in waiting
    assert "ada@rookery.example" not in answer.text
    assert "/host/mail" in hal.get("/account").text
    # The address is mended, and the next email arrives.
    assert "a later one was accepted" not in failed
    people.adjudicate(game)
    people.deliver()
    assert "a later one was accepted" in hal.get("/host/mail").text
    people.later(days=LOOKED_BACK.days, seconds=1)
    assert "No email failed in the last thirty days." in hal.get("/host/mail").text


@pytest.mark.parametrize("name", ["ada", "bo", "mae"])
def test_nobody_else_does(name: str, game: str, signed_in: Callable[[str], Browser]) -> None:
    browser = signed_in(name)
    answer = browser.get("/host/mail")
    assert answer.status_code == 403
    assert "rookery.example" not in answer.text
    assert "/host/mail" not in browser.get("/account").text


def test_a_master_sees_whom_no_mail_reaches_and_nothing_more(
    game: str, store: Store, people: People, signed_in: Callable[[str], Browser]
) -> None:
    review = f"/games/{game}/gm"
    page = signed_in("mae").get(review).text
    assert "Emails to the player of Lannister do not arrive" in page
    assert page.count("do not arrive") == 1, "what is tried again may still arrive"
    assert "bo@" not in page
    assert "no such user" not in page
    people.adjudicate(game)
    people.deliver()
    assert "do not arrive" not in signed_in("mae").get(review).text, "a later letter was accepted"


@pytest.fixture
def bo_is_gone(game: str, store: Store, people: People) -> None:
    """Emails to bo come back."""
    with store.begin() as session:
        session.add(StoppedAddress(address="bo@rookery.example", since=people.now, stopped_at=people.now))


def test_whose_mails_come_back_is_told_on_their_pages(
    bo_is_gone: None, people: People, signed_in: Callable[[str], Browser]
) -> None:
    """With a button that has an email sent; nobody else sees it."""
    bo, ada = signed_in("bo"), signed_in("ada")
    for path in ("/", "/account", "/account/mail", "/account/address"):
        page = bo.get(path).text
        assert "Emails to bo@rookery.example have bounced since" in page, path
        assert any(form.action == "/account/address/arrives" for form in forms_of(page)), path
        assert "have bounced" not in ada.get(path).text
    sent = bo.post("/account/address/arrives")
    assert (sent.status_code, sent.headers["Location"]) == (303, "/account/address")
    assert "We sent an email with a link to bo@rookery.example" in bo.get("/account/address").text
    people.deliver()
    link = "/account/address/arrives/" + link_in(people.mails("bo")[-1], "account/address/arrives/")
    page = bo.get(link)
    assert page.headers["Cache-Control"] == "no-store"
    assert "Send all other emails to bo@rookery.example again?" in page.text
    assert "have bounced since" in bo.get("/").text, "to look changes nothing"
    assert bo.post(link).headers["Location"] == "/account/address"
    assert "You get emails again." in bo.get("/account/address").text
    assert "have bounced since" not in bo.get("/").text
    bo.post("/account/address/arrives")
    assert "We sent an email" not in bo.get("/account/address").text


def test_a_master_is_told_of_the_house_and_not_of_the_address(
    bo_is_gone: None, game: str, signed_in: Callable[[str], Browser]
) -> None:
    page = signed_in("mae").get(f"/games/{game}/gm").text
    assert page.count("Emails to the player of Lannister have bounced since") == 1
    assert "bo@" not in page
    assert "of Stark have bounced" not in page


def test_a_host_sees_which_addresses_and_all_see_how_many(
    bo_is_gone: None, people: People, client: FlaskClient, signed_in: Callable[[str], Browser]
) -> None:
    with people.store.begin() as session:
        session.add(
            ReturnedMail(mail_id=1, address="bo@rookery.example", hard=True, status="5.1.1", at=people.now, counts=True)
        )
    page = signed_in("hal").get("/host/mail").text.partition("Bounced; no more emails sent there")[2]
    assert "bo@rookery.example" in page
    assert "5.1.1" in page
    assert client.get("/health").json["addresses_stopped"] == 1  # type: ignore[index]
    told = client.get("/health", headers={"Accept": "text/html"}).text
    assert "Email addresses that bounce" in told
    assert "bo@" not in told


def test_old_trouble_is_forgotten(game: str, people: People, signed_in: Callable[[str], Browser]) -> None:
    people.later(days=LOOKED_BACK.days, seconds=1)
    assert "do not arrive" not in signed_in("mae").get(f"/games/{game}/gm").text


def test_the_doctor_counts_addresses_and_says_why(game: str, store: Store, people: People) -> None:
    found = {one.code: one for one in work.mails(Patient(store.settings, {}, store, people.now))}
    assert "1 emails to 1 addresses failed for good" in found["mails-failed"].words
    assert WHY in found["mails-failed"].words
    assert found["mails-failed"].mend.endswith("/host/mail")


@pytest.mark.parametrize(
    ("lengths", "told"),
    [
        ({"adjudicate": 3, "mail": 0}, {"rookery_broker_up 1.0", 'rookery_queue_messages{queue="adjudicate"} 3.0'}),
        (None, {"rookery_broker_up 0.0"}),
    ],
)
def test_metrics_tell_the_lengths_of_queues(
    lengths: dict[str, int] | None, told: set[str], settings: Settings, store: Store, people: People
) -> None:
    from web import create_app

    app = create_app(settings, store, people.clock, queues=lambda: lengths)
    lines = set(app.test_client().get("/metrics").text.splitlines())
    assert told <= lines
    assert any(line.startswith("rookery_queue_messages{") for line in lines) == (lengths is not None)


def test_without_a_broker_nothing_is_said_of_one(client: FlaskClient) -> None:
    assert "rookery_broker" not in client.get("/metrics").text
