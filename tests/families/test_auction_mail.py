"""A game that nobody foresaw, by mail: what its emails and the answers to mails say is its own, or of no game."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from correspondence.store import Store
from tests.correspondence.incoming_mail.conftest import SERVER, Writer
from tests.correspondence.people import People, text_of


@pytest.fixture
def red(people: People, store: Store) -> Writer:
    """Ada, who plays Red, where mail is taken."""
    store.settings = replace(store.settings, mail_in="orders@rookery.example", mail_in_checked_by=SERVER)
    return Writer(people, people.game({"red": "ada", "blue": "bo"}, edition="auction", players=3))


def told(red: Writer, text: str, state: str = "done") -> str:
    """All that a mail is answered with."""
    red.people.deliver()
    before = len(red.people.mails("ada"))
    assert red.send(text).state == state
    red.people.deliver()
    return "\n".join(text_of(one) for one in red.people.mails("ada")[before:])


def test_its_first_mail_says_how_it_is_answered(red: Writer) -> None:
    red.people.deliver()
    text = " ".join(text_of(red.people.mails("ada")[-1]).split())
    assert "Reply to this email with your orders as JSON, above the quoted text." in text
    assert "Send MAP to get the current board." in text
    assert "one instruction per line" not in text
    assert "WHATIF" not in text
    assert "Seat Player Worth Coins" in text


def test_what_can_be_typed(red: Writer) -> None:
    text = told(red, "HELP\n")
    flat = " ".join(text.split())
    assert "You type the orders of this game as JSON. SUGGEST sends you some" in flat
    assert "MESSAGE blue, green: ..." in flat
    assert "replace blue or finish" in flat
    assert "the current board, in a separate email" in flat
    for foreign in ("WHATIF", "ASSUME", "border", "tyrell", "stark", "house"):
        assert foreign not in flat


def test_a_plan_can_be_sent_back(red: Writer) -> None:
    text = told(red, "SUGGEST\n")
    assert "A line with BOT" not in text
    document = re.search(r"^\{.*?^\}", text, re.MULTILINE | re.DOTALL)
    assert document is not None
    assert "lamp" in document[0]
    answer = " ".join(told(red, document[0] + "\nREADY\n").split())
    assert "Your orders are in: version 1." in answer
    assert "Open your orders" in answer


def test_the_board_and_what_happened(red: Writer) -> None:
    assert "The board comes in a separate email." in told(red, "MAP\n")
    assert "There are no results yet." in told(red, "HISTORY\n")
    old = red.address()
    red.people.adjudicate(red.game)
    assert "WHAT HAPPENED: ROUND 1" in told(red, "HISTORY\n")
    red.send('{"lots": {"lamp": 1}}', to=old)
    text = " ".join(text_of(red.answer()).split())
    assert "It is for a turn that has ended: round 1." in text
    assert "Current turn: round 2. Orders are due " in text


def test_there_are_no_what_ifs(red: Writer) -> None:
    text = told(red, "WHATIF\n", "refused")
    assert "This game has no what-ifs." in text
    assert "mended" not in text
