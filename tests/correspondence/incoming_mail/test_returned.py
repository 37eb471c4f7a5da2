"""Emails that come back: believed at their own address alone, counted once, and when nothing more is sent."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import timedelta

import pytest
from sqlalchemy import func, select

from correspondence.addresses import read_reply_address
from correspondence.incoming_mail.batches import work_off
from correspondence.incoming_mail.queue import keep_mail
from correspondence.input_validation import Denied, NotFound
from correspondence.mail.payload import SignInPayload, Thread
from correspondence.models.mail import IncomingMail, OutgoingMail, ReturnedMail, StoppedAddress
from correspondence.operations import MAILS, forget_old
from correspondence.outbox.delivery import STOPPED
from correspondence.outbox.returns import FORGOTTEN, arrives, read_return_address, return_address, score, stopped_since
from correspondence.outbox.sending import enqueue_mail, mailbox, mailbox_mail
from correspondence.outbox.smtp import SmtpTransport
from correspondence.personal_data import delete_by_link, export_account, request_deletion
from correspondence.sign_in.use_cases import (
    ask_whether_arriving,
    look_at_arriving,
    mails_arrive,
    request_address,
    request_link,
    take_address,
    use_link,
)
from correspondence.store import Store
from tests.correspondence.incoming_mail.delivery_reports import FOR_GOOD, FOR_NOW, OF_NO_FAILURE, Report, postfix
from tests.correspondence.people import People, link_in
from tests.correspondence.postoffice import PostOffice, deliver_batch, post_office

ADA = "ada@rookery.example"
MAIL_FROM = re.compile(r"MAIL FROM:<([^<>]*)>")


@dataclass
class Post:
    """Emails to ada that leave for a mail server, and reports about them that come in."""

    people: People
    office: PostOffice
    written: int = 0

    def send(self, address: str = ADA) -> str:
        """Have an email leave; the sender of its envelope."""
        self.written += 1
        with self.people.store.begin() as session:
            thread = Thread(message_id=f"{self.written}.test@rookery.example")
            expires = self.people.now + timedelta(days=1)
            payload = SignInPayload(link="https://x.example", expires_at=expires, thread=thread, written_at=expires)
            enqueue_mail(session, f"test:{self.written}", payload, address, self.people.now)
        assert self.deliver() == 1
        return self.senders()[-1]

    def deliver(self) -> int:
        """Have all emails leave."""
        transport = SmtpTransport(self.office.url, "r@rookery.example")
        left = deliver_batch(self.people.store, transport, self.people.clock, 100)
        transport.close()
        return left

    def senders(self) -> list[str]:
        """The senders of all envelopes."""
        return [found[1] for line in self.office.lines if (found := MAIL_FROM.match(line))]

    def bring(self, raw: bytes, to: str) -> str:
        """Have a mail come in; what became of it."""
        with self.people.store.begin() as session:
            keep_mail(session, raw, to, self.people.now)
        work_off(self.people.store, self.people.clock)
        with self.people.store.read() as session:
            row = session.scalars(select(IncomingMail).order_by(IncomingMail.id.desc()).limit(1)).one()
        assert row.state == "passed-over"
        return row.reason

    def fail(self, report: Callable[[Report], bytes] = postfix, address: str = ADA) -> str:
        """Have an email leave and come back; what became of the report."""
        to = self.send(address)
        return self.bring(report(Report(to, address, number=self.written)), to)

    def score(self, address: str = ADA) -> float:
        """What speaks against an address."""
        with self.people.store.read() as session:
            return score(session, address, self.people.now)

    def stops(self) -> bool:
        """Whether nothing is sent to ada any more."""
        with self.people.store.read() as session:
            return stopped_since(session, ADA) is not None

    def fail_until_it_stops(self) -> None:
        """Three days on which emails come back."""
        for outcome in ("bounce-counted", "bounce-counted", "bounce-stops"):
            assert self.fail() == outcome
            self.people.later(days=1)


@pytest.fixture
def post(people: People, store: Store) -> Iterator[Post]:
    """A mail server that takes everything."""
    with post_office() as office:
        yield Post(people, office)


def test_each_mail_has_a_sender_of_its_own(post: Post, store: Store) -> None:
    """One that no address for answers is taken for; short enough to stand before an @ for every email there may be."""
    first, second = post.send(), post.send()
    assert first != second
    for address in (first, second):
        assert address.startswith("orders+b.")
        assert read_return_address(store.settings, address) is not None
        assert read_reply_address(store.settings, address) is None
    longest = replace(store.settings, mail_in="seventeenletters1@rookery.example")
    letter = OutgoingMail(id=2**63 - 1, message_id="x@rookery.example", address=ADA)
    assert len(return_address(longest, letter).partition("@")[0]) <= 64


def test_without_mail_that_comes_in_all_have_the_same(post: Post, store: Store) -> None:
    """As the host has said who writes."""
    store.settings = replace(store.settings, mail_in="")
    assert [post.send(), post.send()] == ["r@rookery.example"] * 2


@pytest.mark.parametrize("report", FOR_GOOD.values(), ids=FOR_GOOD)
def test_refused_for_good(post: Post, report: Callable[[Report], bytes]) -> None:
    """As mail servers say it."""
    assert post.fail(report) == "bounce-counted"
    assert post.score() == 1.0


@pytest.mark.parametrize("report", FOR_NOW.values(), ids=FOR_NOW)
def test_refused_for_now(post: Post, report: Callable[[Report], bytes]) -> None:
    """Counts for less."""
    assert post.fail(report) == "bounce-counted"
    assert post.score() == 0.25


@pytest.mark.parametrize("report", OF_NO_FAILURE.values(), ids=OF_NO_FAILURE)
def test_reports_that_tell_of_no_failure(post: Post, report: Callable[[Report], bytes]) -> None:
    """Nothing is counted."""
    assert post.fail(report) == "bounce-unclear"
    assert post.score() == 0.0


def test_a_mail_that_was_delivered_says_that_others_are_too(post: Post) -> None:
    """What was counted is forgotten."""
    post.fail_until_it_stops()
    assert post.fail(lambda about: postfix(about, "delivered", "2.0.0")) == "bounce-delivered"
    assert post.score() == 0.0
    assert not post.stops()


def test_answering_programs_and_people_count_nothing(post: Post) -> None:
    """They answer to the sender of the envelope, too."""
    to = post.send()
    head = f"From: {ADA}\r\nTo: {to}\r\nMessage-ID: <1@desk.example>\r\n"
    away = f"{head}Auto-Submitted: auto-replied\r\nSubject: Automatic reply\r\n\r\nI am away.\r\n"
    assert post.bring(away.encode(), to) == "auto-reply"
    assert (
        post.bring(head.replace("<1@", "<2@").encode() + b"Subject: hello\r\n\r\nREADY\r\n", to) == "no-reply-address"
    )
    assert post.score() == 0.0


def test_who_does_not_know_the_address_can_silence_nobody(post: Post, store: Store) -> None:
    """However real the report looks, and whichever other address its writer knows."""
    for _ in range(3):
        mine, other = post.send(), post.send("eve@rookery.example")
        forged = {
            "orders@rookery.example": "bounce",
            re.sub(r"-[0-9a-f]{20}@", f"-{'0' * 20}@", mine): "bounce-unknown",
            # The number of one email with the signature of another.
            mine.partition("-")[0] + "-" + other.partition("-")[2]: "bounce-unknown",
            re.sub(r"b\.[0-9a-f]+-", "b.fffff-", mine): "bounce-unknown",
            re.sub(r"b\.[0-9a-f]+-", f"b.7{'f' * 15}-", mine): "bounce-unknown",
            re.sub(r"b\.[0-9a-f]+-", f"b.{'f' * 16}-", mine): "bounce",
        }
        for number, (to, reason) in enumerate(forged.items()):
            report = Report(to, ADA, f"{post.written - 1}.test@rookery.example", 1000 * post.written + number)
            assert post.bring(postfix(report), to) == reason, to
        post.people.later(days=1)
    assert post.score() == 0.0
    assert not post.stops()


def test_a_mail_speaks_against_its_own_reader_alone(post: Post) -> None:
    """Whoever the report says was not reached."""
    to = post.send("eve@rookery.example")
    assert post.bring(postfix(Report(to, ADA)), to) == "bounce-counted"
    assert (post.score(), post.score("eve@rookery.example")) == (0.0, 1.0)


def test_ten_times_the_same_report_counts_once(post: Post, store: Store) -> None:
    """As it is, under other ids, and days later."""
    to = post.send()
    for _ in range(10):
        assert post.bring(postfix(Report(to)), to) == "bounce-counted"
    for number in range(2, 11):
        assert post.bring(postfix(Report(to, number=number)), to) == "bounce-known"
        post.people.later(days=1)
    with store.read() as session:
        assert session.scalar(select(func.count()).select_from(ReturnedMail)) == 1
    assert post.score() == 1.0


def test_a_day_counts_once_with_the_worst_of_it(post: Post) -> None:
    """A hundred emails that come back within hours are one trouble."""
    assert post.fail(FOR_NOW["postfix"]) == "bounce-counted"
    assert post.score() == 0.25
    for _ in range(4):
        assert post.fail() == "bounce-counted"
        assert post.score() == 1.0
    post.fail(FOR_NOW["gmail"])
    assert post.score() == 1.0


def test_for_now_takes_twelve_days(post: Post) -> None:
    """Full mailboxes are emptied."""
    for _ in range(11):
        assert post.fail(FOR_NOW["exim"]) == "bounce-counted"
        post.people.later(days=1)
    assert post.fail(FOR_NOW["exim"]) == "bounce-stops"


def test_a_month_later_it_is_forgotten(post: Post) -> None:
    """And is not added to what comes then."""
    post.fail()
    post.people.later(days=1)
    post.fail()
    post.people.later(days=FORGOTTEN.days - 1)
    assert post.score() == 1.0
    post.people.later(days=1)
    assert post.score() == 0.0
    assert post.fail() == "bounce-counted"


def test_what_does_not_come_back_has_arrived(post: Post) -> None:
    """Once no mail server tries any more; what came before it is forgotten, what comes after it is not."""
    post.fail()
    post.people.later(days=1)
    post.send()
    post.people.later(days=1)
    post.fail()
    assert post.score() == 2.0
    post.people.later(days=3, hours=23)
    assert post.score() == 2.0, "it may still come back"
    post.people.later(hours=1)
    assert post.score() == 1.0
    # The email of the first day may have waited: it arrived, but before the last one came back.
    assert post.fail() == "bounce-counted"
    assert post.score() == 2.0


def test_nothing_more_is_sent_but_what_is_needed_to_come_in(post: Post, people: People, store: Store) -> None:
    """Links to sign in, and news of who may act as somebody; nobody else's emails are held up."""
    people.game({"stark": "ada", "tyrell": "bo"})
    post.deliver()
    post.fail_until_it_stops()
    people.game({"stark": "ada", "tyrell": "bo"}, title="Another game")
    with store.begin() as session:
        request_link(session, ADA, people.now)
        request_address(session, people.account_in(session, "ada"), "ada@elsewhere.example", people.now)
    post.office.taken.clear()
    post.deliver()
    to_ada = [raw for address, raw in post.office.taken if address == ADA]
    assert len(to_ada) == 2
    assert not any(b"Another game" in raw for raw in to_ada)
    assert any(address == "bo@rookery.example" for address, _ in post.office.taken)
    with store.read() as session:
        dropped = session.scalars(select(OutgoingMail).where(OutgoingMail.dropped_at.is_not(None))).all()
    assert {(one.address, one.last_error) for one in dropped} == {(ADA, STOPPED)}


def asked(post: Post) -> str:
    """Have ada ask for the email that proves that emails arrive; the link in it."""
    with post.people.store.begin() as session:
        assert ask_whether_arriving(session, post.people.account_in(session, "ada"), post.people.now)
    post.people.deliver()
    return link_in(post.people.mails("ada")[-1], "account/address/arrives/")


def test_a_link_in_a_mail_says_that_it_works_again(post: Post, people: People, store: Store) -> None:
    """The page it leads to changes nothing; the button does."""
    people.account("ada")
    post.fail_until_it_stops()
    token = asked(post)
    with store.read() as session:
        assert look_at_arriving(session, token, people.now) == ADA
    assert post.stops()
    with store.begin() as session:
        mails_arrive(session, token, people.now)
    assert not post.stops()
    assert post.score() == 0.0
    people.game(title="Another game")
    people.deliver()
    assert "Another game" in people.mails("ada")[-1]["Subject"]


def test_one_such_mail_in_an_hour(post: Post, people: People, store: Store) -> None:
    """And none to who gets emails."""
    people.account("ada")
    with store.begin() as session:
        assert not ask_whether_arriving(session, people.account_in(session, "ada"), people.now)
    post.fail_until_it_stops()
    asked(post)
    before = len(people.mails("ada"))
    asked(post)
    assert len(people.mails("ada")) == before
    people.later(hours=1)
    asked(post)
    assert len(people.mails("ada")) == before + 1


def test_links_that_are_over(post: Post, people: People, store: Store) -> None:
    """Too old, of another address, or made up."""
    people.account("ada")
    post.fail_until_it_stops()
    token = asked(post)
    with store.read() as session, pytest.raises(NotFound, match="no-such-link"):
        look_at_arriving(session, token[:-1], people.now)
    with store.begin() as session, pytest.raises(Denied, match="link-expired"):
        mails_arrive(session, token, people.now + timedelta(hours=24))
    people.later(seconds=1)
    with store.begin() as session:
        request_address(session, people.account_in(session, "ada"), "ada@elsewhere.example", people.now)
    people.deliver()
    with store.read() as session:
        address = "ada@elsewhere.example"
        raw = mailbox_mail(session, mailbox(session, 1, address)[0].id).decode()
    change = re.search(r"account/address/([\w-]{20,})", raw.replace("=\r\n", ""))
    assert change is not None
    with store.begin() as session:
        take_address(session, change[1], people.now)
    assert not post.stops(), "nothing is kept of an address that is nobody's any more"
    with store.begin() as session, pytest.raises(Denied, match="link-used"):
        mails_arrive(session, token, people.now)


def test_signing_in_by_a_mail_says_so_too(post: Post, people: People, store: Store) -> None:
    """For the link stood in an email."""
    people.account("ada")
    post.fail_until_it_stops()
    with store.begin() as session:
        request_link(session, ADA, people.now)
    people.deliver()
    assert post.stops()
    with store.begin() as session:
        use_link(session, link_in(people.mails("ada")[-1], "sign-in/"), people.now)
    assert not post.stops()


def test_what_is_known_of_somebody(post: Post, people: People, store: Store) -> None:
    """It stands in their data, and goes with their account."""
    people.account("ada")
    post.fail_until_it_stops()
    with store.begin() as session:
        ada = people.account_in(session, "ada")
        assert json.loads(export_account(session, ada, people.now))["mail_comes_back_since"].startswith("2026-11-21")
        request_deletion(session, ada, people.now)
    people.deliver()
    with store.begin() as session:
        delete_by_link(session, link_in(people.mails("ada")[-1], "account/delete/"), people.now)
    assert people.count(ReturnedMail) == people.count(StoppedAddress) == 0


def test_old_returns_are_forgotten_and_stopped_addresses_are_not(post: Post, people: People, store: Store) -> None:
    """Until their owners say so."""
    post.fail_until_it_stops()
    people.later(days=MAILS.days - 1)
    with store.begin() as session:
        forget_old(session, people.now)
    assert people.count(ReturnedMail) == 1
    assert post.stops()
    with store.begin() as session:
        arrives(session, ADA)
    assert not post.stops()
