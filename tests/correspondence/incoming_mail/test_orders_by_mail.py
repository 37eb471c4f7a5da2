"""Sheets, readiness and standing orders that come by mail."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from email import message_from_bytes
from email.utils import format_datetime
from typing import Any

import pytest
from sqlalchemy import select

from adjudicator.engine.decision import Refusal
from correspondence import tokens
from correspondence.addresses import MAIL_CONFIRMATION, genuine, read_reply_address, renew
from correspondence.closing import adjudicate
from correspondence.incoming_mail import batches, handling
from correspondence.incoming_mail.answering import confirm_mail, disown_mail, look_at_mail
from correspondence.incoming_mail.queue import KEPT, KNOWN, forget_mails
from correspondence.input_validation import Denied, NotFound, Superseded
from correspondence.models.games import Seat
from correspondence.models.mail import IncomingMail, OutgoingMail
from correspondence.models.turns import Readiness, SheetReceipt, SheetVersion, StandingOrdersVersion
from correspondence.sheets.use_cases import locate_refusal, submit_standing_orders
from correspondence.store import Store
from correspondence.turns import set_ready
from narration.notation.reading import Script
from tests.correspondence.incoming_mail.conftest import Writer
from tests.correspondence.people import People, link_in, text_of

ORDERS = "ORDERS winterfell M+1; white-harbor D+1\n"
DEFENSE = b'{"orders": {"winterfell": "defense+1"}}'


def sheet_in(ada: Writer) -> dict[str, object]:
    """The last version handed in for the open turn."""
    with ada.people.store.read() as session:
        found = session.scalars(select(SheetVersion.document).order_by(SheetVersion.id.desc()).limit(1)).one()
    return dict(json.loads(found))


def test_a_sheet_comes_by_mail_and_its_receipt_repeats_it(ada: Writer) -> None:
    """What the site's form would have kept is kept, and the email says all of it."""
    mail = ada.send(ORDERS + "READY\n")
    assert (mail.state, mail.reason) == ("done", "")
    assert sheet_in(ada)["orders"] == {"winterfell": "march+1", "white-harbor": "defense+1"}
    answer = ada.answer()
    told = text_of(answer)
    assert "version 1" in told
    assert "You are ready." in told
    assert "Winterfell" in told
    assert "ORDER" in told
    with ada.people.store.read() as session:
        signed = session.scalars(select(SheetReceipt)).one()
    words = (
        f"Receipt {signed.public_id}: chain {signed.digest[:32]}, signature {signed.signature[:16]}, salt {signed.salt}"
    )
    assert words in " ".join(told.split())
    assert mail.message_id in str(answer["References"])
    assert str(answer["To"]).endswith("<ada@rookery.example>")
    assert read_reply_address(ada.people.store.settings, str(answer["Reply-To"]).split("<")[-1].rstrip(">"))


def test_a_mail_means_the_areas_of_its_house_first(ada: Writer) -> None:
    ada.send("ORDERS sh R\n")
    assert sheet_in(ada)["orders"] == {"the-shivering-sea": "raid"}, "and not Shipbreaker Bay"


def test_what_a_mail_leaves_out_stays_as_it_was(ada: Writer) -> None:
    """Areas that a later mail names are replaced, others stay; CLEAR begins anew."""
    ada.send(ORDERS)
    ada.send("ORDER winterfell D+1\n")
    assert sheet_in(ada)["orders"] == {"winterfell": "defense+1", "white-harbor": "defense+1"}
    ada.send("CLEAR\nORDER winterfell M+1\n")
    assert sheet_in(ada)["orders"] == {"winterfell": "march+1"}


BATTLE = {
    "edition": "first-edition",
    "players": 3,
    "agenda": ["planning", "raids", "marches", "power", "end-round"],
    "setup": {"units": {"baratheon": {"moat-cailin": "F1", "shipbreaker-bay": "S1", "dragonstone": "F1"}}},
}


@pytest.mark.parametrize(
    ("unsaid", "language", "says"),
    [
        ("defaults", "en", "Moat Cailin: you chose no card, so the default plays "),
        ("defaults", "it", "Moat Cailin: non hai scelto una carta, quindi la scelta predefinita gioca "),
        ("bot", "en", "You chose no card for your battles, so the bot chooses."),
    ],
)
def test_answer_names_the_card_that_nobody_chose(
    unsaid: str, language: str, says: str, people: People, store: Store
) -> None:
    ada = Writer(people, people.game({"stark": "ada"}, players=3, scenario=json.dumps(BATTLE), unsaid=unsaid))
    with store.begin() as session:
        people.account_in(session, "ada").language = language

    ada.send("ORDERS winterfell M\nMARCH winterfell moat-cailin\n")
    assert says in " ".join(text_of(ada.answer()).split())
    ada.send("CARD strongest\n")
    assert says not in " ".join(text_of(ada.answer()).split())


OLD = '{"marches": {"goals": [{"take": ["moat-cailin"]}]}}'
SAID = "You wrote goals or values in an older form."


def test_an_old_form_is_said_by_the_answer(ada: Writer) -> None:
    ada.send(f"{OLD}\n")
    assert SAID in " ".join(text_of(ada.answer()).split())
    ada.send("ORDERS winterfell M\n")
    assert SAID not in " ".join(text_of(ada.answer()).split()), "it is stored in the form of today"
    with ada.people.store.begin() as session:
        for version in session.scalars(select(SheetVersion)):
            version.document = OLD.encode()
    ada.send("ORDERS winterfell M+1\n")
    assert SAID in " ".join(text_of(ada.answer()).split())


def test_readiness_and_standing_instructions(ada: Writer) -> None:
    """READY and WAIT alone hand in no sheet; STANDING lines are kept as standing orders."""
    ada.send(ORDERS)
    assert ada.send("READY").state == "done"
    assert "You are ready." in text_of(ada.answer())
    assert ada.send("WAIT").state == "done"
    assert "You are no longer ready." in text_of(ada.answer())
    assert ada.people.count(SheetVersion) == 1
    assert ada.send("STANDING: BLADE never\n").state == "done"
    assert ada.people.count(StandingOrdersVersion) == 1
    assert "standing orders are in" in text_of(ada.answer())


def test_standing_instructions_alone_are_no_sheet(ada: Writer) -> None:
    """A mail that says only what lasts hands in nothing for the turn."""
    assert ada.send("STANDING: BLADE never\n").state == "done"
    assert (ada.people.count(StandingOrdersVersion), ada.people.count(SheetVersion)) == (1, 0)


def test_the_same_mail_ten_times_is_one(ada: Writer) -> None:
    """Kept once, done once, answered once."""
    raw = ada.mail(ORDERS)
    assert [ada.keep(raw) for _ in range(10)] == [True] + [False] * 9
    again = b"Received: from elsewhere\r\n" + raw
    assert not ada.keep(again)
    assert ada.read() == 1
    assert ada.read() == 0
    assert ada.people.count(SheetVersion) == 1
    with ada.people.store.read() as session:
        kinds = session.scalars(select(OutgoingMail.kind)).all()
    assert kinds.count("answer") == 1


@pytest.mark.parametrize(
    ("sent", "again"),
    [
        (b"PRESS lannister", b"PRESS  lannister"),
        (b"hello\n", b"hello \t\n \n"),
        (b"Message-ID: ", b"Message-ID:\n  "),
        (b"Message-ID: ", b"message-id : "),
    ],
)
def test_what_a_signature_does_not_notice_makes_no_other_mail(ada: Writer, sent: bytes, again: bytes) -> None:
    """Relaxed signatures (RFC 6376) hold with other blanks; whoever has the mail could bring it again so."""
    raw = ada.mail("PRESS lannister: hello\n")
    assert sent in raw
    assert ada.keep(raw)
    assert not ada.keep(raw.replace(sent, again, 1))


def test_mail_of_mistakes_alone_is_refused_and_changes_nothing(ada: Writer) -> None:
    """Each mistake is told with its line, and READY beside them does not count."""
    ada.send(ORDERS)
    mail = ada.send("ORDER nowhere D+1\nORDER winterfall danse\nREADY\n")
    assert (mail.state, mail.reason) == ("refused", "unknown-area")
    told = text_of(ada.answer())
    assert "line 2" in told
    assert "winterfall" in told
    assert "Winterfell" in told
    assert ada.people.count(SheetVersion) == 1
    assert ada.people.count(Readiness) == 0


def test_what_the_rules_forbid_is_refused(ada: Writer) -> None:
    """The same token twice."""
    mail = ada.send("ORDERS winterfell M+1\nORDERS white-harbor M+1\n")
    assert mail.state == "refused"
    assert "1 of March +1, not 2" in text_of(ada.answer())
    assert ada.people.count(SheetVersion) == 0


def test_a_fault_of_the_sheet_has_the_line_that_says_it() -> None:
    """The line of the place, or of the part that it lies in; none for what no line says."""
    script = Script(None, lines={"marches.winterfell[0]": 7})
    found = [
        locate_refusal(Refusal("x", "y", where), script).where
        for where in ("marches.winterfell[0]", "marches.winterfell[0].when", "orders", "")
    ]
    assert found == ["line 7", "line 7", "orders", ""]
    lasting = Script(None, lines={"blade[0]": 1, "standing.blade[0]": 4})
    assert locate_refusal(Refusal("x", "y", "blade[0].when"), lasting, "standing.").where == "line 4"
    assert locate_refusal(Refusal("x", "y", "raven"), lasting, "standing.").where == "raven"


@pytest.mark.parametrize("how", [{"vouched": False}, {"sender": "eve@evil.example"}])
def test_a_mail_that_nobody_vouches_for_waits_for_its_player(ada: Writer, how: dict[str, object]) -> None:
    """Knowing the address is not enough; the registered address gets a link, and a POST behind it does it."""
    mail = ada.send(ORDERS, **how)
    assert (mail.state, mail.reason) == ("waiting", "not-vouched-for")
    assert ada.people.count(SheetVersion) == 0
    letter = ada.answer()
    assert str(letter["To"]).endswith("<ada@rookery.example>")
    token = link_in(letter, "mail/")
    people = ada.people
    for _ in range(2):
        with people.store.read() as session:
            assert look_at_mail(session, token, people.now).sheet is not None
    with people.store.begin() as session:
        assert confirm_mail(session, token, people.now) == ada.game
    assert sheet_in(ada)["orders"]
    with people.store.begin() as session, pytest.raises(Denied, match="mail-confirmed"):
        confirm_mail(session, token, people.now)


def test_a_mail_of_somebody_else_is_thrown_away(ada: Writer) -> None:
    """And with it the addresses that its writer may know."""
    people, old = ada.people, ada.address()
    token = tokens.sign(people.store.settings.secret_key, MAIL_CONFIRMATION, ada.send(ORDERS, vouched=False).public_id)
    with people.store.begin() as session:
        assert disown_mail(session, token, people.now) == (ada.game, True)
    with people.store.begin() as session, pytest.raises(Denied, match="mail-confirmed"):
        disown_mail(session, token, people.now)
    assert ada.send(ORDERS, to=old).reason == "unknown-reply-address"
    assert ada.send(ORDERS).state == "done"


def test_links_that_are_no_good(ada: Writer) -> None:
    """Unknown, too old, of a turn that is over."""
    people = ada.people
    mail = ada.send(ORDERS, vouched=False)
    token = tokens.sign(people.store.settings.secret_key, MAIL_CONFIRMATION, mail.public_id)
    with people.store.read() as session:
        with pytest.raises(NotFound, match="no-such-mail"):
            look_at_mail(session, token[:-1] + "x", people.now)
        with pytest.raises(Denied, match="mail-too-old"):
            look_at_mail(session, token, people.now + timedelta(days=4))
    people.adjudicate(ada.game)
    with people.store.read() as session, pytest.raises(Denied, match="turn-closed"):
        look_at_mail(session, token, people.now)


def test_an_answer_to_the_mail_of_a_turn_that_is_over(ada: Writer) -> None:
    """It is not taken for the next turn."""
    old = ada.address()
    ada.people.adjudicate(ada.game)
    mail = ada.send(ORDERS, to=old)
    assert (mail.state, mail.reason) == ("refused", "turn-closed")
    assert ada.people.count(SheetVersion) == 0


def test_automatic_answers_are_passed_over_without_one(ada: Writer) -> None:
    """So are mails to nobody, and to addresses that were never made."""
    before = ada.people.count(OutgoingMail)
    assert ada.send("I am away", Auto_Submitted="auto-replied").reason == "auto-reply"
    assert ada.send(ORDERS, to="orders@rookery.example", vouched=False).reason == "no-reply-address"
    forged = ada.address()
    local, _, domain = forged.partition("@")
    flipped = local[:-1] + ("0" if local[-1] != "0" else "1")
    assert ada.send(ORDERS, to=f"{flipped}@{domain}").reason == "unknown-reply-address"
    assert ada.people.count(OutgoingMail) == before


def test_addresses_end_when_they_are_renewed(ada: Writer) -> None:
    """And with the account that holds the seat."""
    people, old = ada.people, ada.address()
    with people.store.begin() as session:
        seat = session.scalars(select(Seat).where(Seat.account_id.is_not(None))).one()
        told = read_reply_address(people.store.settings, old)
        assert told is not None
        assert genuine(people.store.settings, told, seat)
        renew(seat)
        assert not genuine(people.store.settings, told, seat)
        seat.account = None
        assert not genuine(people.store.settings, told, seat)
        session.rollback()


def test_a_mail_at_the_very_deadline_counts(ada: Writer) -> None:
    """It came in time and is read after it: the turn waits for it."""
    people = ada.people
    turn = people.page(ada.game).turn
    assert turn is not None
    people.now = turn.closes_at - timedelta(milliseconds=1)
    ada.keep(ada.mail(ORDERS))
    people.later(seconds=2)
    assert not adjudicate(people.store, turn.id, "test", people.clock)
    assert ada.read() == 1
    assert sheet_in(ada)["orders"]
    assert adjudicate(people.store, turn.id, "test", people.clock)


def test_a_mail_after_the_deadline_holds_nothing_up(ada: Writer) -> None:
    """Nor does one that nobody could read for minutes."""
    people = ada.people
    turn = people.page(ada.game).turn
    assert turn is not None
    to = ada.address()
    raw = ada.mail(ORDERS)
    people.now = turn.closes_at + timedelta(seconds=1)
    ada.keep(raw, to)
    assert adjudicate(people.store, turn.id, "test", people.clock)
    assert ada.read() == 1
    with people.store.read() as session:
        assert session.scalars(select(IncomingMail)).one().reason == "turn-closed"


def test_a_later_sheet_of_the_site_stands(ada: Writer) -> None:
    """A mail that came before it and was read after it does not replace it, until its player says so."""
    people = ada.people
    ada.keep(ada.mail(ORDERS))
    people.later(seconds=5)
    people.submit(ada.game, document=DEFENSE)
    ada.read()
    with people.store.read() as session:
        mail = session.scalars(select(IncomingMail)).one()
    assert (mail.state, mail.reason) == ("waiting", "older")
    assert sheet_in(ada)["orders"] == {"winterfell": "defense+1"}


def dated(moment: datetime) -> str:
    """A moment as a mail is dated with it."""
    return format_datetime(moment)


def send_dated(ada: Writer, text: str, date: str | None, to: str = "") -> IncomingMail:
    """Have a mail come in with this Date (None: with none) and be read."""
    raw = message_from_bytes(ada.mail(text))
    del raw["Date"]
    if date is not None:
        raw["Date"] = date
    ada.keep(raw.as_bytes(), to)
    assert ada.read() == 1
    with ada.people.store.read() as session:
        return session.scalars(select(IncomingMail).order_by(IncomingMail.id.desc()).limit(1)).one()


def waiting_token(ada: Writer, mail: IncomingMail) -> str:
    """The token of the link by which a mail is looked at."""
    return tokens.sign(ada.people.store.settings.secret_key, MAIL_CONFIRMATION, mail.public_id)


def test_mail_delayed_behind_the_site_waits_for_a_yes(ada: Writer) -> None:
    """Its receipt says what is in, what it would hand in, and whose that is; a yes lets it count."""
    people, written = ada.people, ada.people.now
    people.later(minutes=20)
    people.submit(ada.game, document=DEFENSE)
    people.later(minutes=1)

    mail = send_dated(ada, ORDERS, dated(written))

    assert (mail.state, mail.reason) == ("waiting", "older")
    assert sheet_in(ada)["orders"] == {"winterfell": "defense+1"}
    answer = ada.answer()
    told = " ".join(text_of(answer).split())
    assert "you have sent something newer" in str(answer["Subject"])
    assert "Version 1 of your orders is in:" in told
    assert "by you, on the site" in told
    assert "WHAT YOUR EMAIL WOULD SUBMIT" in told.upper()
    token = waiting_token(ada, mail)
    with people.store.read() as session:
        look = look_at_mail(session, token, people.now)
    assert (look.older, look.upon) == (True, (1, 0))
    with people.store.begin() as session:
        assert confirm_mail(session, token, people.now, look.upon) == ada.game
    assert sheet_in(ada)["orders"] == {"winterfell": "march+1", "white-harbor": "defense+1"}
    assert people.count(SheetVersion) == 2


def test_yes_to_an_older_mail_counts_for_what_was_shown(ada: Writer) -> None:
    people, written = ada.people, ada.people.now
    people.later(minutes=20)
    people.submit(ada.game, document=DEFENSE)
    mail = send_dated(ada, ORDERS, dated(written))
    people.submit(ada.game, document=b'{"orders": {"winterfell": "raid"}}')

    with pytest.raises(Superseded) as refused, people.store.begin() as session:
        confirm_mail(session, waiting_token(ada, mail), people.now, (1, 0))

    assert refused.value.version == 2
    assert sheet_in(ada)["orders"] == {"winterfell": "raid"}
    with people.store.begin() as session:
        assert disown_mail(session, waiting_token(ada, mail), people.now) == (ada.game, False)


def test_older_standing_instructions_and_ready_wait_too(ada: Writer) -> None:
    people, written = ada.people, ada.people.now
    ada.send("STANDING: BLADE never\n")
    people.later(minutes=20)
    people.submit(ada.game, document=DEFENSE)
    with people.store.begin() as session:
        submit_standing_orders(session, people.account_in(session, "ada"), ada.game, b"{}", people.now)
    people.later(minutes=1)

    standing = send_dated(ada, "STANDING: BLADE always\n", dated(written))
    assert standing.reason == "older"
    assert "Version 2 of your standing orders is in:" in " ".join(text_of(ada.answer()).split())
    assert send_dated(ada, "READY\n", dated(written)).reason == "older"
    assert "It says that you are ready." in text_of(ada.answer())
    assert send_dated(ada, "WAIT\n", dated(written)).state == "done"
    assert people.count(StandingOrdersVersion) == 2
    assert people.count(Readiness) == 0


@pytest.mark.parametrize("by_mail", [True, False], ids=["mail", "site"])
def test_ready_older_than_a_withdrawal_waits(ada: Writer, by_mail: bool) -> None:
    people, written = ada.people, ada.people.now
    people.later(minutes=20)
    if by_mail:
        ada.send("WAIT\n")
    else:
        with people.store.begin() as session:
            set_ready(session, people.account_in(session, "ada"), people.turn(ada.game), False, people.now)
    people.later(minutes=1)

    late = send_dated(ada, "READY\n", dated(written))

    assert (late.reason, people.count(Readiness)) == ("older", 0)
    assert "Since then you have said that you are not ready." in " ".join(text_of(ada.answer()).split())
    with people.store.begin() as session:
        confirm_mail(session, waiting_token(ada, late), people.now, (0, 0))
    assert people.count(Readiness) == 1


def test_mails_that_come_in_the_wrong_order(ada: Writer) -> None:
    """The later one is in, the earlier one waits, within a minute as well as within an hour."""
    people = ada.people
    first = people.now + timedelta(seconds=10)
    people.later(minutes=1)
    assert send_dated(ada, "ORDER winterfell D+1\n", dated(first + timedelta(seconds=20))).state == "done"
    people.later(seconds=5)
    assert send_dated(ada, ORDERS, dated(first)).reason == "older"
    assert sheet_in(ada)["orders"] == {"winterfell": "defense+1"}


def test_mails_in_quick_succession_each_count(ada: Writer) -> None:
    """One after the other as they were written, though the second was written before the first had come; in one batch
    too."""
    people, first = ada.people, ada.people.now
    people.later(seconds=30)
    assert send_dated(ada, "ORDER winterfell M+1\n", dated(first)).state == "done"
    people.later(seconds=5)
    assert send_dated(ada, "ORDER winterfell D+1\n", dated(first + timedelta(seconds=20))).state == "done"
    ada.keep(ada.mail("ORDER winterfell R\n"))
    ada.keep(ada.mail("ORDER winterfell S\n"))
    assert ada.read() == 2
    assert sheet_in(ada)["orders"] == {"winterfell": "support"}
    assert people.count(SheetVersion) == 4


@pytest.mark.parametrize(
    "date", [None, "yesterday", "Thu, 01 Jan 1970 00:00:00 +0000", "Sat, 01 Jan 2050 00:00:00 +0000"]
)
def test_dates_that_cannot_be_right_count_as_the_arrival(ada: Writer, date: str | None) -> None:
    """None, one that cannot be read, one of before the turn whose address it answers, one of years ahead."""
    ada.people.submit(ada.game, document=DEFENSE)
    ada.people.later(minutes=20)
    assert send_dated(ada, ORDERS, date).state == "done"
    assert ada.people.count(SheetVersion) == 2


def test_slow_clock_of_minutes_is_allowed(ada: Writer) -> None:
    people = ada.people
    people.later(hours=1)
    people.submit(ada.game, document=DEFENSE)
    people.later(minutes=1)
    assert send_dated(ada, ORDERS, dated(people.now - timedelta(minutes=4))).state == "done"
    people.submit(ada.game, document=DEFENSE)
    people.later(minutes=1)
    assert send_dated(ada, ORDERS, dated(people.now - timedelta(minutes=7))).reason == "older"


def test_old_mail_without_orders_is_done_as_ever(ada: Writer) -> None:
    people, written = ada.people, ada.people.now
    people.later(minutes=20)
    people.submit(ada.game, document=DEFENSE)
    assert send_dated(ada, "STATUS\n", dated(written)).state == "done"


def test_ready_without_a_sheet_is_said(ada: Writer) -> None:
    assert ada.send("READY").state == "done"
    assert "You haven't submitted orders for this turn" in " ".join(text_of(ada.answer()).split())
    ada.send(ORDERS)
    ada.send("READY")
    assert "You haven't submitted orders for this turn" not in " ".join(text_of(ada.answer()).split())


def test_sheet_that_comes_while_a_mail_is_read_alone(ada: Writer, monkeypatch: pytest.MonkeyPatch) -> None:
    """The mail is laid over it: what it leaves out stays."""
    understood = handling.understood

    def submit_first(*what: Any) -> Any:
        read = understood(*what)
        monkeypatch.setattr(handling, "understood", understood)
        ada.people.submit(ada.game, document=b'{"orders": {"white-harbor": "defense+1"}}')
        return read

    monkeypatch.setattr(handling, "understood", submit_first)
    assert ada.send("ORDER winterfell M+1\nSTATUS\n").state == "done"
    assert sheet_in(ada)["orders"] == {"winterfell": "march+1", "white-harbor": "defense+1"}


def test_a_mail_that_cannot_be_read_is_set_aside(ada: Writer, monkeypatch: pytest.MonkeyPatch) -> None:
    """After three tries, for a host to look at; others are read."""

    def fails(*_: object) -> None:
        raise RuntimeError("no")

    people = ada.people
    monkeypatch.setattr(handling, "read_mail", fails)
    ada.keep(ada.mail(ORDERS))
    for _ in range(3):
        assert ada.read() == 0
        people.later(minutes=3)
    with people.store.read() as session:
        row = session.scalars(select(IncomingMail)).one()
        assert (row.state, row.attempts) == ("failed", 3)
        assert "RuntimeError" in row.trouble
    monkeypatch.undo()
    assert ada.read() == 0


def test_a_reader_that_dies_each_time(ada: Writer) -> None:
    """Its claims are counted: the fourth sets the mail aside."""
    people = ada.people
    ada.keep(ada.mail(ORDERS))
    for _ in range(4):
        batches._claim(people.store, people.now)
        people.later(minutes=3)
    with people.store.read() as session:
        assert session.scalars(select(IncomingMail)).one().state == "failed"


def test_a_mailbox_is_not_filled_by_who_knows_an_address(ada: Writer) -> None:
    """Ten doubtful mails an hour are answered; its player is heard all the same, and after an hour everybody."""
    people = ada.people
    found = [ada.send(ORDERS, vouched=False).reason for _ in range(12)]
    assert found == ["not-vouched-for"] * 10 + ["too-many-mails"] * 2
    assert people.deliver() == people.count(OutgoingMail)
    assert sum("is this email from you" in str(letter["Subject"]) for letter in people.mails("ada")) == 10
    assert ada.send(ORDERS).state == "done"
    people.later(minutes=61)
    assert ada.send(ORDERS, vouched=False).reason == "not-vouched-for"


def test_a_mail_that_is_longer_than_what_is_read(ada: Writer) -> None:
    """Nobody guesses what its end says."""
    mail = ada.send("ORDERS winterfell M+1\n" + "# note\n" * 50_000)
    assert (mail.state, mail.reason) == ("refused", "mail-too-long")


def test_mails_of_one_address_are_read_in_their_order(ada: Writer) -> None:
    """The second is not claimed before the first is done."""
    ada.keep(ada.mail("ORDER winterfell M+1"))
    ada.keep(ada.mail("ORDER winterfell D+1"))
    assert len(batches._claim(ada.people.store, ada.people.now)) == 1


def test_mails_are_forgotten(ada: Writer) -> None:
    """First what they say, later that they came."""
    people = ada.people
    ada.send(ORDERS)
    with people.store.begin() as session:
        forget_mails(session, people.now + KEPT + timedelta(hours=1))
        assert session.scalars(select(IncomingMail)).one().raw == b""
        forget_mails(session, people.now + KNOWN + timedelta(hours=1))
        session.expire_all()
        assert session.scalars(select(IncomingMail)).all() == []
