"""Lines of the last mail are taken back by their numbers: WRONG 3."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from sqlalchemy import update

from adjudicator import games
from adjudicator.engine.decision import Unreadable
from correspondence.incoming_mail.answering import confirm_mail
from correspondence.incoming_mail.queue import KEPT, forget_mails
from correspondence.mail_commands.reading import Wrong, read_commands, split_commands
from correspondence.models.mail import IncomingMail
from correspondence.models.turns import Readiness, SheetVersion
from correspondence.sheets.use_cases import submit_sheet
from tests.correspondence.incoming_mail.conftest import Writer
from tests.correspondence.incoming_mail.test_half_read import sheets_in
from tests.correspondence.incoming_mail.test_part_by_part import told
from tests.correspondence.people import link_in, text_of

ORDERS = "ORDERS winterfell M+1\nORDERS white-harbor D+1\nSUPPORT winterfell: me"
LEFT = {"orders": {"winterfell": "march+1"}, "support": [{"areas": ["winterfell"]}]}


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("WRONG 3", (3,)),
        ("wrong 3.", (3,)),
        ("Wrong: 3, 5", (3, 5)),
        ("WRONG lines 3 and 5", (3, 5)),
        ("WRONG #3 #3", (3,)),
        ("SBAGLIATO 3", (3,)),
        ("sbagliate righe 3 e 5", (3, 5)),
        ("sbagliata riga 3", (3,)),
        ("MAL 3", (3,)),
        ("mal 3 y 5", (3, 5)),
        ("incorrecta línea 3", (3,)),
        ("wrong", None),
        ("wrong area, sorry", None),
        ("mal asunto", None),
    ],
)
def test_the_command_is_read(text: str, numbers: tuple[int, ...] | None) -> None:
    commands = read_commands(split_commands(text).commands, games.edition("first-edition"), date(2026, 11, 24))

    assert commands == ((Wrong(1, numbers),) if numbers else ())


@pytest.mark.parametrize("text", ["WRONG", "WRONG area", "MAL 3 veces", "WRONG 99999"])
def test_a_command_without_lines_is_refused(text: str) -> None:
    with pytest.raises(Unreadable, match="bad-number"):
        read_commands(split_commands(text).commands, games.edition("first-edition"), date(2026, 11, 24))


def test_a_line_is_taken_back(ada: Writer) -> None:
    ada.send(ORDERS)

    mail = ada.send("WRONG 2")

    assert mail.state == "done"
    assert sheets_in(ada)[-1] == LEFT
    answer = told(ada)
    assert "Line 2 of your last email is withdrawn: > ORDERS white-harbor D+1" in answer
    assert "What is left of your last email, line by line:" in answer
    assert 'line 3, "SUPPORT winterfell: me"' in answer


def test_what_stood_before_the_mail_comes_back(ada: Writer) -> None:
    ada.send("ORDERS winterfell S\nBID throne 1")
    ada.send("ORDERS winterfell M+1\nORDERS white-harbor D+1")

    ada.send("WRONG 1")

    assert sheets_in(ada)[-1]["orders"] == {"winterfell": "support", "white-harbor": "defense+1"}


def test_several_lines_are_taken_back_at_once(ada: Writer) -> None:
    ada.send(ORDERS)

    ada.send("SBAGLIATO 1 e 3")

    assert sheets_in(ada)[-1] == {"orders": {"white-harbor": "defense+1"}}


def test_numbers_stay_from_one_correction_to_the_next(ada: Writer) -> None:
    ada.send(ORDERS)
    ada.send("WRONG 2")
    ada.send("STATUS")
    ada.send("WHATIF\nORDERS winterfell S")
    ada.send("Thank you!")

    ada.send("MAL 3\n\n¡Gracias!")

    assert sheets_in(ada)[-1] == {"orders": {"winterfell": "march+1"}}
    assert ada.send("WRONG 2").reason == "no-such-line"


def test_lines_beside_take_the_place_of_what_was_wrong(ada: Writer) -> None:
    ada.send(ORDERS)

    ada.send("WRONG 2\nORDERS white-harbor S\nREADY")
    assert sheets_in(ada)[-1]["orders"] == {"winterfell": "march+1", "white-harbor": "support"}
    assert ada.people.count(Readiness) == 1

    ada.send("WRONG 2")
    assert sheets_in(ada)[-1] == LEFT


def test_a_correction_withdraws_ready(ada: Writer) -> None:
    ada.send(f"{ORDERS}\nREADY")
    assert ada.people.count(Readiness) == 1

    ada.send("WRONG 1")

    assert ada.people.count(Readiness) == 0
    assert "You are no longer ready." in told(ada)


def test_a_line_goes_with_those_that_go_on_it(ada: Writer) -> None:
    ada.send("ORDERS\nwinterfell M+1\n  | S\nwhite-harbor D+1")

    ada.send("WRONG 2")

    assert sheets_in(ada)[-1] == {"orders": {"white-harbor": "defense+1"}}


def test_the_mail_of_open_lines_is_corrected_too(ada: Writer) -> None:
    ada.send("ORDERS winterfell M+1\nORDERS karhold danse\nORDERS lannisport D\nORDERS white-harbor D+1")

    ada.send("WRONG 1")

    assert sheets_in(ada)[-1] == {"orders": {"white-harbor": "defense+1"}}


def test_there_is_no_last_mail(ada: Writer) -> None:
    mail = ada.send("WRONG 1")

    assert (mail.state, mail.reason) == ("refused", "no-last-mail")
    assert "none of your emails has given orders for this turn" in told(ada)


@pytest.mark.parametrize("number", [2, 4, 9])
def test_there_is_no_such_line(ada: Writer, number: int) -> None:
    """An open line, one of prose, and one below the last."""
    ada.send("ORDERS winterfell M+1\nORDERS white-harbor danse\n\nBest wishes")

    mail = ada.send(f"WRONG {number}")

    assert (mail.state, mail.reason) == ("refused", "no-such-line")
    assert "lines with orders: 1" in told(ada)
    assert ada.people.count(SheetVersion) == 1


def test_standing_instructions_are_not_taken_back(ada: Writer) -> None:
    ada.send("ORDERS winterfell M+1\nSTANDING: BLADE always")

    assert ada.send("WRONG 2").reason == "no-such-line"


def test_a_version_of_another_way_is_not_changed(ada: Writer) -> None:
    ada.send(ORDERS)
    people = ada.people
    with people.store.begin() as session:
        account = people.account_in_read(session, "ada")
        submit_sheet(session, account, people.turn(ada.game), b'{"orders": {"winterfell": "support"}}', people.now)

    mail = ada.send("WRONG 1")

    assert (mail.state, mail.reason) == ("refused", "newer-version")
    assert sheets_in(ada)[-1] == {"orders": {"winterfell": "support"}}


def test_a_mail_that_is_not_kept_cannot_be_corrected(ada: Writer) -> None:
    ada.send(ORDERS)
    with ada.people.store.begin() as session:
        forget_mails(session, ada.people.now + KEPT + timedelta(days=1))

    mail = ada.send("WRONG 1")

    assert (mail.state, mail.reason) == ("refused", "mail-not-kept")


def test_a_line_that_others_need_is_not_taken_back(ada: Writer) -> None:
    """Without it the lines below would say nothing."""
    ada.send("MARCH winterfell: karhold\nwhite-harbor: winterfell")

    mail = ada.send("WRONG 1")

    assert (mail.state, mail.reason) == ("refused", "read-otherwise")
    assert "send all of it again" in told(ada)


def test_a_mail_that_reads_otherwise_by_now_is_not_corrected(ada: Writer) -> None:
    """Its version must come out of it again."""
    ada.send(ORDERS)
    with ada.people.store.begin() as session:
        session.execute(update(SheetVersion).values(document=b'{"orders":{"winterfell":"raid"}}'))

    assert ada.send("WRONG 1").reason == "read-otherwise"


def test_a_what_if_takes_nothing_back(ada: Writer) -> None:
    ada.send(ORDERS)

    assert ada.send("WHATIF\nWRONG 1").reason == "what-if-alone"


def test_an_unvouched_correction_waits(ada: Writer) -> None:
    ada.send(ORDERS)

    assert ada.send("WRONG 2", vouched=False).state == "waiting"

    letter = ada.answer()
    assert "Line 2 of your last email is withdrawn" in " ".join(text_of(letter).split())
    assert ada.people.count(SheetVersion) == 1
    with ada.people.store.begin() as session:
        confirm_mail(session, link_in(letter, "mail/"), ada.people.now)
    assert sheets_in(ada)[-1] == LEFT


def test_a_correction_counts_for_what_was_in_when_it_came(ada: Writer) -> None:
    """A mail that is confirmed late changes none that came after it."""
    ada.send(ORDERS)
    ada.send("WRONG 2", vouched=False)
    link = link_in(ada.answer(), "mail/")
    ada.people.now += timedelta(minutes=1)
    ada.send("ORDERS winterfell S\nORDERS white-harbor S")

    with pytest.raises(Unreadable, match="newer-version"), ada.people.store.begin() as session:
        confirm_mail(session, link, ada.people.now)


def test_mails_of_other_turns_are_not_looked_at(ada: Writer) -> None:
    ada.send(ORDERS)
    with ada.people.store.begin() as session:
        session.execute(update(IncomingMail).values(turn_id=None))

    assert ada.send("WRONG 1").reason == "mail-not-kept"
