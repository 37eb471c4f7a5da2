"""Five people play by mail alone: replies of real mail programs, mistakes, doubts who wrote, results read from emails.

The mail server is Python here, and Postfix with Dovecot where they are installed (`make mailgame`).
"""

from __future__ import annotations

import os
import re
import smtplib
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.e2e import mail_programs
from tests.e2e.correspondents import Correspondent, mended, orders_for, typed_in
from tests.e2e.debian_mail import PROGRAMS, debian_servers, installed
from tests.e2e.house_turn import House, eventually
from tests.e2e.mail_scenes import asks_how_it_stands, live_their_lives, nobody_else_read_it, together
from tests.e2e.mail_table import results, seated, taking_mail
from tests.e2e.players import links
from tests.e2e.post import text_of
from tests.e2e.relay import CHECKED_BY, SERVICE, MailServer, relay

PEOPLE = (
    ("ned", "stark", mail_programs.gmail),
    ("cersei", "lannister", mail_programs.outlook),
    ("robert", "baratheon", mail_programs.thunderbird),
    ("balon", "greyjoy", mail_programs.apple_mail),
    ("mace", "tyrell", mail_programs.k9),
)
ROUNDS, MAX_TURNS = 3, 12


def hands_in_twice(ned: Correspondent) -> None:
    """A plan that wraps, a rule that lasts; done once however often it comes. Somebody writes in this name."""
    letter = ned.next_turn()
    march = "MARCH Winterfell: Karhold 1F\n  | stay\nSTANDING: BLADE decisive\n"
    mail = ned.reply(letter, f"# For the North!\n{orders_for(letter)}{march}")
    told = ned.answer(mail)
    assert "version 1" in told
    assert "Karhold" in told
    assert "standing orders" in told
    ned.send(mail)
    # Whoever wrote this says himself that a server has looked; the server takes that out, and the mail waits.
    forged = ned.reply(letter, "CLEAR\nREADY\n", envelope="x@elsewhere.example", vouched_by=CHECKED_BY)
    assert links(ned.answer(forged), ned.house.url, "/mail/")
    assert len(ned.answers(mail)) == 1


def makes_a_mistake(cersei: Correspondent) -> None:
    """The line is asked about, the others are taken, and READY waits; said in the answer to that email, it counts."""
    letter = cersei.next_turn()
    sheet = f"{orders_for(letter)}READY\n"
    receipt = cersei.answer_mail(cersei.reply(letter, f"ODERS lannisport blorg\n{sheet}"))
    told = text_of(receipt)
    assert [words for words in ("line 1", "ORDERS", "READY does not count yet", "version 1") if words not in told] == []
    told = cersei.answer(cersei.reply(receipt, "READY\n"))
    assert "You are ready." in told


def hesitates(robert: Correspondent) -> None:
    """First a sheet, then the word, which is taken back and given again."""
    letter = robert.next_turn()
    assert "version 1" in robert.answer(robert.reply(letter, orders_for(letter)))
    for word, answer in (("ready", "You are ready."), ("Wait", "no longer ready"), ("READY", "You are ready.")):
        assert answer in robert.answer(robert.reply(letter, word))


def asks_for_a_plan(balon: Correspondent) -> None:
    """The bot's plan comes as text, and is sent back as it is; nothing of it counts before."""
    letter = balon.next_turn()
    told = balon.answer(balon.reply(letter, "suggest"))
    assert "Nothing of this is submitted." in told
    assert "version 1" not in told
    plan = typed_in(told)
    received = balon.answer(balon.reply(letter, f"{plan}READY\n"))
    assert "version 1" in received
    assert "You are ready." in received
    assert typed_in(received) == plan


def writes_from_elsewhere(mace: Correspondent) -> None:
    """From an address that the account does not know: it waits until the page is told whose it is."""
    letter = mace.next_turn()
    mail = mace.reply(letter, f"{orders_for(letter)}READY\n", sender="mace@elsewhere.example")
    asked = mace.answer(mail)
    assert "version 1" not in asked
    page = mace.browser.get(links(asked, mace.house.url, "/mail/")[0])
    assert "mace@elsewhere.example" in page.text
    assert mace.browser.submit(page, "/mail/").status == 200
    eventually(lambda: any("version 1" in text_of(one) for one in mace.answers(mail)), "the receipt", mace.house)


FIRST_ROUND = (hands_in_twice, makes_a_mistake, hesitates, asks_for_a_plan, writes_from_elsewhere)


def play_first_round(people: list[Correspondent]) -> None:
    """Everybody at their own desk; the turn stays open until the first of them is ready too."""
    together(FIRST_ROUND, people)
    live_their_lives(people)
    ned = people[0]
    assert "You are ready." in ned.answer(ned.reply(ned.last_turn(), "READY"))


def later_turn(people: list[Correspondent]) -> None:
    """Everybody answers the email of a new turn, and mends what a card of this round forbids."""
    sent = []
    for who in people:
        letter = who.next_turn()
        text = f"CLEAR\n{orders_for(letter) or 'BID throne 1'}"
        sent.append((who, letter, text, who.reply(letter, f"{text}\nREADY\n")))
    for who, letter, text, mail in sent:
        told = who.answer(mail)
        if "version 1" not in told:
            told = who.answer(who.reply(letter, f"{mended(text, told)}READY\n"))
        assert "version 1" in told, told
        if "You are ready." not in told:
            # A line that the card forbids is open; what was taken is enough.
            assert "These lines were not accepted" in told, told
            told = who.answer(who.reply(letter, "READY\n"))
        assert "You are ready." in told


def play_by_mail(house: House, server: MailServer) -> None:
    """Three rounds; the emails tell what came of each."""
    people, game = seated(house, server, PEOPLE)
    play_first_round(people)
    turns = 1
    while (newest := rounds_told(people[0], turns)) <= ROUNDS:
        turns += 1
        assert turns < MAX_TURNS, newest
        if turns == 2:
            asks_how_it_stands(people[0])
        later_turn(people)
    for who in people:
        told = eventually(lambda who=who: len(results(who)) == turns and results(who), "every result", house)
        first = told[0]
        assert re.search(r"Stark +Winterfell: March", first), first
        assert "Karhold" in first
        assert sum("All orders are revealed" in text for text in told) == ROUNDS
        assert not any("You had not submitted orders" in text for text in told), told
    nobody_else_read_it(people)
    assert people[0].browser.get(f"/games/{game}").status == 200


def rounds_told(who: Correspondent, turns: int) -> int:
    """The round that is asked for in the email with the results of the last turn, once it is there."""
    told = eventually(lambda: len(results(who)) >= turns and results(who), f"the results of call {turns}", who.house)
    found = re.findall(r"CURRENT TURN: ROUND (\d+)", told[-1])
    assert found, told[-1]
    return int(found[0])


def test_five_people_play_by_mail_alone(tmp_path: Path) -> None:
    with relay() as server, taking_mail(tmp_path, server) as house:
        play_by_mail(house, server)


PASSED = f"{CHECKED_BY}; dmarc=pass header.from=players.example"
# What a filter for headers may overlook: a name between quotation marks, a comment before it, one after it, a space
# before the colon, an escape; and the plain form, and OpenDKIM's name, which OpenDMARC believes.
FORGED = (
    f'Authentication-Results: "{CHECKED_BY}"; dmarc=pass header.from=players.example',
    f"Authentication-Results: (by) {PASSED}",
    f"Authentication-Results: {CHECKED_BY} (by); dmarc=pass header.from=players.example",
    f"Authentication-Results : {PASSED}",
    f'Authentication-Results: "{CHECKED_BY[0]}\\{CHECKED_BY[1:]}"; dmarc=pass header.from=players.example',
    f"Authentication-Results: {PASSED}",
    "Authentication-Results: dkim.rookery.example; dkim=pass header.d=players.example",
)


def signed_unsigned_forged_replayed(ned: Correspondent, server: MailServer) -> None:
    """Mails in his name, brought by whoever likes to."""
    letter = ned.next_turn()
    assert "version 1" in ned.answer(ned.reply(letter, orders_for(letter)))
    address = letter["Reply-To"].addresses[0].addr_spec
    asked = [in_his_name(ned, address, f"forged.{number}") for number in range(len(FORGED))]
    for mail, header in zip(asked, FORGED, strict=True):
        raw = f"{header}\r\n".encode() + mail.as_bytes(policy=mail.policy.clone(linesep="\r\n"))
        server.bring(raw, ned.address, address)
    unsigned = in_his_name(ned, address, "unsigned")
    server.bring(unsigned.as_bytes(policy=unsigned.policy.clone(linesep="\r\n")), ned.address, address)
    # He signed this for somebody else.
    replayed = in_his_name(ned, "friend@elsewhere.example", "replayed")
    server.send(replayed, ned.address, address)
    for mail in (*asked, unsigned, replayed):
        assert links(ned.answer(mail), ned.house.url, "/mail/"), mail["Message-ID"]
    invented = address.replace("+", "+x", 1)
    with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
        server.send(in_his_name(ned, invented, "invented"), ned.address, invented)
    assert refused.value.recipients[invented][0] == 550
    ned.send(signed := in_his_name(ned, address, "signed"))
    assert "version 2" in ned.answer(signed)


def in_his_name(ned: Correspondent, to: str, name: str) -> EmailMessage:
    """A mail that begins his sheet anew."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = ned.address, to, "Re: orders"
    mail["Message-ID"] = f"<{name}@desk.example>"
    mail.set_content("CLEAR\nORDERS winterfell D+1\n")
    return mail


# `make mailgame` asks for these; the whole suite has the game above, which needs nothing installed.
WHOLE = os.environ.get("ROOKERY_MAIL_GAME") == "full"


@pytest.mark.skipif(not installed(), reason=f"{', '.join(PROGRAMS)} are not installed, or may not be started")
class TestDebian:
    """The same with the mail server of a host."""

    __test__ = WHOLE

    def test_five_people_play_through_postfix(self, tmp_path: Path) -> None:
        """Their emails lie with Dovecot; what they send comes by LMTP."""
        with debian_servers() as (server, _), taking_mail(tmp_path, server) as house:
            play_by_mail(house, server)

    def test_whose_mail_it_is_tell_opendkim_and_opendmarc(self, tmp_path: Path) -> None:
        """What is signed counts at once; what is not, is forged or was signed for others waits, and nobody takes a mail
        to an address that was invented."""
        with debian_servers() as (server, _), taking_mail(tmp_path, server) as house:
            people, _ = seated(house, server, PEOPLE[:3])
            signed_unsigned_forged_replayed(people[0], server)

    def test_a_mailbox_is_read_over_imap(self, tmp_path: Path) -> None:
        """The first round again; the service's mail lies with Dovecot too."""
        with debian_servers(into_mailbox=True) as (server, boxes):
            # Dovecot writes a Received line of its own above what Postfix and the filters wrote.
            box = {"MAIL_IN_BOX": boxes.address_of(SERVICE), "MAIL_IN_CHECKED_BELOW": "1"}
            with taking_mail(tmp_path, server, "--mailbox", **box) as house:
                people, _ = seated(house, server, PEOPLE)
                play_first_round(people)
                assert rounds_told(people[0], 1) in (1, 2)
