"""Commands by mail: being told, emails to others, votes, absences."""

from __future__ import annotations

from datetime import date

import pytest
from sqlalchemy import select

from adjudicator import games
from adjudicator.engine.decision import Unreadable
from correspondence.incoming_mail.answering import confirm_mail, look_at_mail
from correspondence.mail_commands.reading import (
    MAX_COMMANDS,
    Absence,
    Ballot,
    Command,
    History,
    MessageCommand,
    Parted,
    Question,
    Tell,
    read_commands,
    split_commands,
)
from correspondence.models.accounts import Absence as AbsenceRow
from correspondence.models.games import Ballot as BallotRow, Message, Vote
from correspondence.models.mail import OutgoingMail
from correspondence.models.turns import SheetVersion
from tests.correspondence.incoming_mail.conftest import Writer
from tests.correspondence.people import link_in, text_of

TODAY = date(2026, 11, 24)


def read(text: str) -> tuple[Command, ...]:
    """The commands of a text."""
    return read_commands(split_commands(text).commands, games.edition("first-edition"), TODAY)


COMMANDS = [
    ("STATUS", [Tell("status")]),
    ("status.", [Tell("status")]),
    ("Stato", [Tell("status")]),
    ("estado", [Tell("status")]),
    ("history", [History(1)]),
    ("HISTORY 3", [History(3)]),
    ("storia 2.", [History(2)]),
    ("VOTE yes", [Ballot("yes", "")]),
    ("voto sì", [Ballot("yes", "")]),
    ("vote draw no", [Ballot("no", "draw")]),
    ("VOTE extend 24: Ada is ill", [Question("extend", "24", "Ada is ill")]),
    ("VOTE pace slow: we all travel", [Question("pace", "slow", "we all travel")]),
    ("voto ritmo veloce", [Question("pace", "fast", "")]),
    ("votar ritmo 48", [Question("pace", "48", "")]),
    ("VOTE resume", [Question("pause", "resume", "")]),
    ("VOTE finish", [Question("end", "", "")]),
    ("votar tablas", [Question("draw", "", "")]),
    ("votar empate", [Question("draw", "", "")]),
    ("VOTO patta", [Question("draw", "", "")]),
    ("VOTO pareggio sì", [Ballot("yes", "draw")]),
    ("VOTE replace Lannister", [Question("replace", "lannister", "")]),
    ("ABSENCE 2027-01-02", [Absence(date(2027, 1, 2), date(2027, 1, 2), "")]),
    ("absence 24.12. to 2.1.: skiing", [Absence(date(2026, 12, 24), date(2027, 1, 2), "skiing")]),
    ("assenza 24/12 - 31/12", [Absence(date(2026, 12, 24), date(2026, 12, 31), "")]),
    ("PRESS lannister: Shall we?", [MessageCommand("houses", ("lannister",), "Shall we?")]),
    ("press Lann & tyrell: a\nb\n\nc\nEND", [MessageCommand("houses", ("lannister", "tyrell"), "a\nb\n\nc")]),
    ("PRESS all:\nHear me.", [MessageCommand("public", (), "Hear me.")]),
    ("MESSAGE lannister: Shall we?", [MessageCommand("houses", ("lannister",), "Shall we?")]),
    ("message all: Hear me.", [MessageCommand("public", (), "Hear me.")]),
    ("Message-ID: <a@b>", []),
    ("messaggio anonimo: psst", [MessageCommand("anonymous", (), "psst")]),
    (
        "PRESS stark: one\nPRESS baratheon: two",
        [MessageCommand("houses", ("stark",), "one"), MessageCommand("houses", ("baratheon",), "two")],
    ),
    ("PRESS stark: one\nEND\nSTATUS", [MessageCommand("houses", ("stark",), "one"), Tell("status")]),
]


@pytest.mark.parametrize(("text", "found"), COMMANDS)
def test_commands_are_read(text: str, found: list[Command]) -> None:
    """In three languages, in capitals or small emails."""
    assert read(text) == tuple(found)


@pytest.mark.parametrize(
    "prose",
    [
        "Help me, please, I do not know what to do",
        "status of my orders?",
        "Map attached",
        "history will judge us",
        "press on, friends",
        "Vote for me or else you will see",
        "absence makes the heart grow fonder",
        "ORDERS winterfell M+1",
    ],
)
def test_sentences_are_no_commands(prose: str) -> None:
    """What begins with such a word in small emails and goes on as a sentence stays where it was."""
    assert split_commands(prose) == Parted(prose, ())


def test_lines_keep_their_numbers() -> None:
    """What is left of the text has its lines where they were."""
    text = "STATUS\nORDERS winterfell M+1\nPRESS stark: hello\nmore\nEND\nREADY\n"
    assert split_commands(text).text.split("\n") == ["", "ORDERS winterfell M+1", "", "", "", "READY", ""]


FAULTS = [
    ("PRESS stork: hello", "unknown-house", "line 1"),
    ("\nPRESS : hello", "no-addressee", "line 2"),
    ("PRESS hello", "no-addressee", "line 1"),
    ("PRESS stark:\n\n", "empty-message", "line 1"),
    ("PRESS stark: yes\nORDERS winterfell M+1", "orders-in-message", "line 1"),
    ("PRESS stark: yes\n\nREADY", "orders-in-message", "line 1"),
    ("PRESS stark: yes\n1. ORDERS winterfell M+1", "orders-in-message", "line 1"),
    ("PRESS stark: yes\n- MARCH winterfell: karhold", "orders-in-message", "line 1"),
    ("VOTE maybe", "unknown-vote", "line 1"),
    ("VOTE", "unknown-vote", "line 1"),
    ("VOTE draw now", "unknown-vote", "line 1"),
    ("VOTE extend soon", "bad-number", "line 1"),
    ("VOTE pace gently", "unknown-pace", "line 1"),
    ("VOTE replace storks", "unknown-house", "line 1"),
    ("HISTORY 99", "bad-number", "line 1"),
    ("HISTORY of mine", "bad-number", "line 1"),
    ("ABSENCE soon", "unknown-day", "line 1"),
    ("ABSENCE 31.2.", "unknown-day", "line 1"),
    ("ABSENCE 1.1. 2.1. 3.1.", "unknown-day", "line 1"),
    ("STATUS\n" * (MAX_COMMANDS + 1), "too-many-commands", ""),
]


@pytest.mark.parametrize(("text", "code", "where"), FAULTS)
def test_faults_have_their_code_and_line(text: str, code: str, where: str) -> None:
    """Nothing is guessed."""
    with pytest.raises(Unreadable) as caught:
        read(text)
    assert [(one.code, one.where) for one in caught.value.reasons] == [(code, where)]


def test_a_mail_that_only_speaks_of_marches_is_sent(table: tuple[Writer, Writer]) -> None:
    """Words of instructions in a sentence, or in small emails, are no instructions."""
    found = read("PRESS lannister: I march on you.\nMarch is near. Support me!\nI will be ready.")
    assert isinstance(found[0], MessageCommand)


def test_status_map_and_history_are_told(ada: Writer) -> None:
    """Each tells what the pages tell; the map comes in an email of its own."""
    ada.send("ORDERS winterfell M+1; white-harbor D+1\n")
    assert ada.send("STATUS\nMAP\nHISTORY\nHELP").state == "done"
    ada.people.deliver()
    letters = [text_of(one) for one in ada.people.mails("ada")[-2:]]
    told = next(one for one in letters if "WHAT YOU CAN TYPE" in one)
    assert "Your orders are in: version 1" in told
    assert "Stark (you): " in told.split("THE BOARD IN WORDS")[1]
    assert "MESSAGE all" in told
    board = next(one for one in ada.people.mails("ada")[-2:] if "WHAT YOU CAN TYPE" not in text_of(one))
    assert any(part.get_content_type() == "image/png" for part in board.walk())


def test_status_without_a_sheet(ada: Writer) -> None:
    """It says that none is in."""
    ada.send("STATUS")
    assert "You haven't submitted orders." in text_of(ada.answer())


def test_mails_reach_those_they_are_for(table: tuple[Writer, Writer]) -> None:
    """What is typed below PRESS is what the other house reads, and the receipt repeats it."""
    ada, bo = table
    assert ada.send("PRESS lannister: Shall we?\n\nI keep north.\n").state == "done"
    told = text_of(ada.answer())
    assert "I keep north." in told
    with ada.people.store.read() as session:
        assert session.scalars(select(Message.body)).all() == ["Shall we?\n\nI keep north."]


def test_orders_and_commands_of_one_mail_are_atomic(table: tuple[Writer, Writer]) -> None:
    """A fault in either leaves both undone."""
    ada, bo = table
    order = "ORDERS winterfell M+1\n"
    bad = ada.send(order + "PRESS stork: hello\n")
    assert (bad.state, bad.reason) == ("refused", "unknown-house")
    assert "line 2" in text_of(ada.answer())
    assert ada.people.count(SheetVersion) == 0
    also = ada.send("PRESS lannister: hello\nEND\nORDERS nowhere M+1\n")
    assert (also.state, also.reason) == ("refused", "unknown-area")
    assert ada.people.count(Message) == 0
    again = ada.send("ORDERS winterfell M+1\nPRESS nobody: x\nVOTE perhaps")
    assert again.state == "refused"
    assert ada.send(order + "PRESS lannister: hello\n").state == "done"
    assert (ada.people.count(SheetVersion), ada.people.count(Message)) == (1, 1)


def test_votes_are_asked_for_and_cast(table: tuple[Writer, Writer]) -> None:
    """The one who asks says yes; the other's ballot comes by mail too."""
    ada, bo = table
    assert ada.send("VOTE extend 12: travelling").state == "done"
    assert "move the deadline by 12 h" in text_of(ada.answer())
    assert bo.send("VOTE no").state == "done"
    assert (ada.people.count(Vote), ada.people.count(BallotRow)) == (1, 2)
    assert (bo.send("VOTE draw yes").state, ada.people.count(BallotRow)) == ("refused", 2)
    assert "no such open vote" in text_of(bo.answer())
    assert ada.send("VOTE draw").state == "done"
    several = bo.send("VOTE yes")
    assert (several.state, several.reason) == ("refused", "which-vote")
    assert bo.send("VOTE draw yes").state == "done"


def test_absences_are_entered(ada: Writer) -> None:
    """By the writer's own days; what cannot be is refused in words."""
    first, last = ada.people.now.date().replace(month=12, day=24), ada.people.now.date().replace(month=12, day=27)
    assert ada.send(f"ABSENCE {first} {last}: skiing").state == "done"
    assert ada.people.count(AbsenceRow) == 1
    refused = ada.send(f"ABSENCE {last} {first}")
    assert (refused.state, refused.reason) == ("refused", "bad-days")


@pytest.mark.parametrize("how", [{"vouched": False}, {"sender": "eve@evil.example"}])
def test_what_binds_waits_for_its_player(table: tuple[Writer, Writer], how: dict[str, object]) -> None:
    """An email to others is repeated and waits; being told something is no act, and goes to the registered address."""
    ada, bo = table
    assert ada.send("STATUS", **how).state == "done"
    mail = ada.send("PRESS lannister: Attack me.\n", **how)
    assert (mail.state, mail.reason) == ("waiting", "not-vouched-for")
    assert ada.people.count(Message) == 0
    letter = ada.answer()
    assert "Attack me." in text_of(letter)
    token = link_in(letter, "mail/")
    with ada.people.store.begin() as session:
        assert look_at_mail(session, token, ada.people.now).acts[0][1]["text"] == "Attack me."
        confirm_mail(session, token, ada.people.now)
    assert ada.people.count(Message) == 1


def test_a_command_is_done_once_however_often_its_mail_comes(table: tuple[Writer, Writer]) -> None:
    """The same mail ten times is one email."""
    ada, bo = table
    raw = ada.mail("PRESS lannister: once\n")
    for _ in range(10):
        ada.keep(raw)
    ada.read()
    assert ada.people.count(Message) == 1
    with ada.people.store.read() as session:
        assert session.scalars(select(OutgoingMail.kind)).all().count("answer") == 1


def test_a_mail_whose_orders_are_all_quoted_is_told_so(ada: Writer) -> None:
    """Nothing of them is done."""
    assert ada.send("Here they are.\n\n> ORDERS winterfell M+1\n> READY\n").state == "done"
    told = " ".join(text_of(ada.answer()).split())
    assert "Quoted lines are not read" in told
    assert ada.people.count(SheetVersion) == 0
