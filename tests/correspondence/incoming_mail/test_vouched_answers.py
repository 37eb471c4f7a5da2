"""Who plays is answered, whatever they send and whoever else writes; nobody's program is answered for ever."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from correspondence.addresses import ANY_TURN
from correspondence.deadlines.opening import send_reminders
from correspondence.incoming_mail import handling
from correspondence.models.accounts import Account
from correspondence.models.mail import IncomingMail, OutgoingMail
from correspondence.models.turns import SheetVersion
from tests.correspondence.incoming_mail.conftest import Writer
from tests.correspondence.people import text_of

ORDERS = "ORDERS winterfell M+1; white-harbor D+1\n"
BARE = "orders@rookery.example"


def answers(ada: Writer) -> int:
    """How many answers her mails got."""
    with ada.people.store.read() as session:
        return list(session.scalars(select(OutgoingMail.kind))).count("answer")


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six mails an hour are read of who plays, and two of others."""
    monkeypatch.setattr(handling, "MAX_TRUSTED", 6)
    monkeypatch.setattr(handling, "MAX_DOUBTFUL", 2)


@pytest.mark.usefixtures("few")
def test_a_flood_of_others_silences_nobody(ada: Writer) -> None:
    for _ in range(9):
        ada.send(ORDERS, vouched=False)

    assert ada.send(ORDERS).state == "done"
    assert "version 1" in text_of(ada.answer())


@pytest.mark.usefixtures("few")
def test_the_mails_of_who_plays_leave_others_their_budget(ada: Writer) -> None:
    for _ in range(6):
        ada.send("STATUS")

    assert ada.send(ORDERS, vouched=False).state == "waiting"


@pytest.mark.usefixtures("few")
def test_the_first_mail_too_many_is_answered(ada: Writer) -> None:
    """And those that were put aside count for nothing: an hour after the last that was read all are read again."""
    for number in range(6):
        assert ada.send(f"STATUS\n# {number}").state == "done"
    before = answers(ada)

    found = [ada.send(ORDERS).reason for _ in range(3)]

    assert found == ["too-many-mails"] * 3
    assert answers(ada) == before + 1
    assert "so this one was not read" in " ".join(text_of(ada.answer()).split())
    ada.people.later(minutes=50)
    ada.send(ORDERS)
    ada.people.later(minutes=11)
    assert ada.send(ORDERS).state == "done"


def test_mails_that_were_put_aside_leave_no_bytes(ada: Writer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handling, "MAX_DOUBTFUL", 0)

    mail = ada.send(ORDERS, vouched=False)

    assert (mail.reason, mail.raw, mail.stored_bytes) == ("too-many-mails", b"", 0)


SEALED = {"Content-Type": "application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m"}
OPAQUE = {"Content-Type": "application/pkcs7-mime; smime-type=signed-data; name=smime.p7m"}
PGP = {"Content-Type": 'multipart/encrypted; protocol="application/pgp-encrypted"; boundary=b'}


@pytest.mark.parametrize(
    ("headers", "code", "words"),
    [
        (SEALED, "mail-encrypted", "without encryption"),
        (OPAQUE, "mail-encrypted", "without encryption"),
        (PGP, "mail-encrypted", "without encryption"),
        ({"List-Id": "<x.example>"}, "mail-marked", "looks like one from a mailing list"),
        ({"Precedence": "bulk"}, "mail-marked", "looks like one from a mailing list"),
    ],
)
def test_who_plays_is_told_of_what_was_not_read(ada: Writer, headers: dict[str, str], code: str, words: str) -> None:
    """Once a day for each reason; of others' mails nobody is told."""

    def bring(vouched: bool) -> IncomingMail:
        raw = ada.mail("READY\n", vouched=vouched).decode()
        for name, value in headers.items():
            kept = [line for line in raw.split("\n") if not line.startswith(f"{name}:")]
            raw = "\n".join([f"{name}: {value}", *kept])
        if "multipart" in headers.get("Content-Type", ""):
            raw = raw.replace("READY", "--b\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n--b--")
        assert ada.keep(raw.encode())
        ada.read()
        with ada.people.store.read() as session:
            return session.scalars(select(IncomingMail).order_by(IncomingMail.id.desc()).limit(1)).one()

    assert bring(False).state == "passed-over"
    assert answers(ada) == 0
    mail = bring(True)
    assert (mail.state, mail.reason) == ("refused", code)
    assert words in " ".join(text_of(ada.answer()).split())
    bring(True)
    assert answers(ada) == 1
    ada.people.later(days=1)
    bring(True)
    assert answers(ada) == 2


@pytest.mark.parametrize(
    "headers",
    [{"X-Autoreply": "no"}, {"X-Auto-Reply": "No"}, {"Auto-Submitted": "no"}],
    ids=lambda one: next(iter(one)),
)
def test_marks_that_say_no_are_none(ada: Writer, headers: dict[str, str]) -> None:
    assert ada.send(ORDERS, **{name.replace("-", "_"): value for name, value in headers.items()}).state == "done"


@pytest.mark.parametrize("headers", [{"Auto_Submitted": "auto-replied"}, {"Return_Path": "<>"}, {"X_Autoreply": "yes"}])
def test_programs_are_not_answered(ada: Writer, headers: dict[str, str]) -> None:
    assert ada.send("I am away.", **headers).state == "passed-over"
    assert answers(ada) == 0


def test_a_mark_of_byte_order_before_the_head_is_passed_over(ada: Writer) -> None:
    raw = ada.mail(ORDERS).replace(b"Authentication-Results", b"X-Other: x\nAuthentication-Results", 1)
    assert ada.keep(b"\xef\xbb\xbf" + raw)
    ada.read()

    assert ada.people.count(SheetVersion) == 1


def test_a_program_that_answers_answers_is_answered_once(ada: Writer) -> None:
    """One that says nowhere that it is one, and writes the same each time."""
    for _ in range(12):
        ada.send("Thank you for your mail.\nI shall read it when I am back.")

    assert answers(ada) == 1


def test_ever_changing_mails_are_answered_a_few_times(ada: Writer) -> None:
    for number in range(12):
        ada.send(f"Thank you for your mail, which is number {number}.")

    assert answers(ada) == handling.MAX_NOTHING
    ada.people.later(days=1, minutes=1)
    ada.send("Thank you.")
    assert answers(ada) == handling.MAX_NOTHING + 1


def test_the_same_mistake_is_told_once_a_day(ada: Writer) -> None:
    for _ in range(5):
        assert ada.send("ORDER winterfell danse\n").state == "refused"
    assert answers(ada) == 1
    ada.send("ORDER winterfell dance\n")
    assert answers(ada) == 2


def test_mails_ask_programs_not_to_answer(ada: Writer) -> None:
    ada.send(ORDERS)

    letter = ada.answer()

    assert str(letter["Auto-Submitted"]).startswith("auto-")
    assert "OOF" in str(letter["X-Auto-Response-Suppress"])
    assert "NDR" not in str(letter["X-Auto-Response-Suppress"]).split(", ")


def test_the_same_id_with_other_words_is_another_mail(ada: Writer) -> None:
    first, second = ada.mail(ORDERS), ada.mail("ORDER winterfell D+1\n")
    name = f"{ada.game}.ada."
    second = second.replace(f"{name}2@".encode(), f"{name}1@".encode())

    assert ada.keep(first)
    assert not ada.keep(b"Received: from x by y\r\n" + first.replace(b"\n", b"\r\n") + b"\r\n")
    assert ada.keep(second)


def test_a_receipt_keeps_the_subject_of_its_thread(ada: Writer) -> None:
    ada.send(ORDERS)
    assert str(ada.answer()["Subject"]) == "Re: A game, round 1"
    ada.send("ORDER winterfell danse\n")
    assert "mistake" in str(ada.answer()["Subject"])
    ada.send("STATUS", vouched=False)
    assert "received" in str(ada.answer()["Subject"])


def test_files_that_were_not_read_are_named(ada: Writer) -> None:
    boundary = b"--b\nContent-Type: text/plain\n\n" + ORDERS.encode()
    boundary += b"--b\nContent-Type: application/pdf; name=orders.pdf\n\nx\n--b--\n"
    head = ada.mail(ORDERS).partition(b"\n\n")[0]
    head = b"\n".join(line for line in head.split(b"\n") if not line.startswith(b"Content-T"))
    assert ada.keep(head + b"\nContent-Type: multipart/mixed; boundary=b\n\n" + boundary)
    ada.read()

    told = text_of(ada.answer())

    assert "version 1" in told
    assert "orders.pdf" in told


def test_a_content_type_that_is_none_is_plain_text(ada: Writer) -> None:
    raw = ada.mail(ORDERS).replace(b"Content-Type: text/plain", b"Content-Type: text")
    assert b"Content-Type: text;" in raw
    assert ada.keep(raw)
    ada.read()

    assert ada.people.count(SheetVersion) == 1


def mail_to(ada: Writer, kind: str) -> OutgoingMail:
    """The last email of a kind that she was written."""
    ada.people.deliver()
    with ada.people.store.read() as session:
        mine = select(OutgoingMail).join(Account, Account.id == OutgoingMail.account_id)
        mine = mine.where(Account.name == "Ada", OutgoingMail.kind == kind)
        return session.scalars(mine.order_by(OutgoingMail.id.desc()).limit(1)).one()


def test_reply_to_the_bare_address_is_for_its_threads_game(ada: Writer) -> None:
    ada.people.deliver()
    letter = ada.people.mails("ada")[-1]
    reference = str(letter["Message-ID"])

    mail = ada.send(ORDERS, to=BARE, In_Reply_To=reference)

    assert (mail.state, mail.reason) == ("done", "")
    assert ada.people.count(SheetVersion) == 1


def test_late_reply_to_the_bare_address_is_not_for_the_next_turn(ada: Writer) -> None:
    ada.people.deliver()
    reference = str(ada.people.mails("ada")[-1]["Message-ID"])
    ada.people.later(minutes=1)
    ada.people.adjudicate(ada.game)

    mail = ada.send(ORDERS, to=BARE, In_Reply_To=reference)

    assert (mail.state, mail.reason) == ("refused", "turn-closed")


def test_a_mail_for_no_game_is_told_what_to_do_once_a_day(ada: Writer) -> None:
    ada.people.deliver()
    before = len(ada.people.mails("ada"))

    assert [ada.send(ORDERS, to=BARE).reason for _ in range(2)] == ["no-reply-address"] * 2
    assert ada.send(ORDERS, to=BARE, vouched=False).reason == "no-reply-address"
    assert ada.send("x", to=BARE, sender="eve@evil.example").reason == "no-reply-address"

    told = ada.answer()
    assert len(ada.people.mails("ada")) == before + 1
    assert "your email had no effect" in str(told["Subject"])


def test_others_take_no_seat_by_its_thread(table: tuple[Writer, Writer]) -> None:
    ada, bo = table
    ada.people.deliver()
    reference = str(ada.people.mails("ada")[-1]["Message-ID"])

    mail = bo.send("READY", to=BARE, In_Reply_To=reference)

    assert mail.state == "done"
    with ada.people.store.read() as session:
        named = session.scalars(select(Account.name).join(IncomingMail, IncomingMail.account_id == Account.id)).all()
    assert named == ["Bo"]


def test_a_reminder_is_answered_where_it_counts(ada: Writer) -> None:
    people = ada.people
    people.deliver()
    page = people.page(ada.game)
    assert page.turn is not None
    people.now = page.turn.closes_at
    people.later(hours=-1)
    assert send_reminders(people.store, people.now)
    letter = ada.answer()

    assert letter["Reply-To"].addresses[0].addr_spec == ada.address()
    assert "reply above this line" in text_of(letter)
    assert ada.address(ANY_TURN) != ada.address()
