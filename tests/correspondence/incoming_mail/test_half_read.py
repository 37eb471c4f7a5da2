"""A turn never closes on orders that were half read: READY beside lines that were not, contradictions, CLEAR."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import select

from correspondence.models.turns import Readiness, SheetVersion
from tests.correspondence.incoming_mail.conftest import Writer
from tests.correspondence.people import text_of

WITHHELD = "READY does not count yet"


def sheets_in(ada: Writer) -> list[dict[str, object]]:
    with ada.people.store.read() as session:
        found = session.scalars(select(SheetVersion.document).order_by(SheetVersion.id)).all()
    return [json.loads(one) for one in found]


@pytest.mark.parametrize(
    "text",
    [
        "Please put a defense order on Dragonstone.\n\nready",
        "5 power for the watch\nready",
        "Watch: 4\nready",
        "Same as last round please.\nReady",
        "Metti una difesa a Roccia del Drago.\n\npronto",
        "5 potere ai bruti\npronto",
        "Come il round scorso, per favore.\npronto",
        "Pon una defensa en Rocadragón.\n\nlisto",
        "5 de poder para la guardia\nlisto",
        "Lo mismo que la última ronda, por favor.\nlisto",
        "I am not\nready",
    ],
)
def test_ready_beside_what_may_be_orders_alone_is_refused(ada: Writer, text: str) -> None:
    """The house is not ready, and the answer says which line was not read."""
    mail = ada.send(text)

    told = " ".join(text_of(ada.answer()).split())
    assert mail.state == "refused"
    assert text.partition("\n")[0] in told
    assert "You are ready." not in told
    assert ada.people.count(Readiness) == 0


def test_ready_is_withheld_beside_orders_that_were_read(ada: Writer) -> None:
    """They are in; what was not read keeps the turn open, also where an earlier mail had said READY."""
    ada.send("READY")
    assert ada.people.count(Readiness) == 1

    ada.send("ORDERS winterfell M+1\n\nSame as last round for White Harbor, please.\n\nREADY\n")

    told = " ".join(text_of(ada.answer()).split())
    assert sheets_in(ada) == [{"orders": {"winterfell": "march+1"}}]
    assert WITHHELD in told
    assert "Same as last round for White Harbor" in told
    assert ada.people.count(Readiness) == 0


def test_an_order_in_a_sentence_is_read_and_ready_counts(ada: Writer) -> None:
    """It has one meaning at this position; nothing is left to wait for."""
    ada.send("ORDERS winterfell M+1\n\nPlease put a defense order on White Harbor.\n\nREADY\n")

    told = " ".join(text_of(ada.answer()).split())
    assert sheets_in(ada) == [{"orders": {"winterfell": "march+1", "white-harbor": "defense+1"}}]
    assert WITHHELD not in told
    assert 'line 3, "Please put a defense order on White Harbor.": ORDERS white-harbor defense+1' in told
    assert ada.people.count(Readiness) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Hi all, Stark here. Orders for round 1:\n\nORDERS winterfell M+1\nREADY\n\nCheers\nNed Stark",
        "ORDERS winterfell M+1\n\nI hope it works. See you at 8:30!\n\nI'm ready",
        "Ciao, ecco gli ordini di Stark:\n\nORDINI grande inverno marcia+1\nsono pronta",
        "ÓRDENES invernalia marcha+1\n\nLos veo el domingo\n\nestoy listo",
        "1. Winterfell march+1\n2. READY!",
    ],
)
def test_ready_beside_a_greeting_counts(ada: Writer, text: str) -> None:
    """Names of houses in greetings, rounds and times of day are no orders."""
    ada.send(text)

    assert WITHHELD not in " ".join(text_of(ada.answer()).split())
    assert ada.people.count(Readiness) == 1
    assert sheets_in(ada) == [{"orders": {"winterfell": "march+1"}}]


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        ("winterfell march\nwinterfell support", "winterfell march", "winterfell support"),
        ("BID throne 3\nBID throne 2", "BID throne 3", "BID throne 2"),
        ("march winterfell: karhold\nmarch winterfell: moat cailin", "karhold", "moat cailin"),
        ("ORDERS winterfell M\n\nRookery said\n\nORDERS winterfell D+1\nREADY", "winterfell M", "winterfell D+1"),
    ],
)
def test_an_area_ordered_twice_is_asked_about(ada: Writer, text: str, first: str, second: str) -> None:
    """Nothing of it is handed in, and both lines are named."""
    mail = ada.send(f"{text}\nREADY")

    told = " ".join(text_of(ada.answer()).split())
    assert (mail.state, mail.reason) == ("refused", "said-otherwise")
    assert "contradicts line 1" in told
    assert first in told
    assert second in told
    assert sheets_in(ada) == []
    assert ada.people.count(Readiness) == 0


@pytest.mark.parametrize("text", ["BID throne 1\n{}\n{}", "{}\nBID throne 1\n{}", "{}\n{}\nBID throne 1"])
def test_an_area_ordered_twice_is_open_beside_what_is_clear(ada: Writer, text: str) -> None:
    """Which of the two counts is not decided by their places in the mail; READY waits for the answer."""
    first, second = "ORDERS winterfell M", "ORDERS winterfell S"
    mail = ada.send(f"{text.format(first, second)}\nREADY")

    told = " ".join(text_of(ada.answer()).split())
    assert mail.state == "done"
    assert sheets_in(ada) == [{"bids": {"iron-throne": [{"amount": 1}]}}]
    before = told.partition("Your email, line by line")[0]
    assert [one for one in ("winterfell m", "winterfell s") if one not in before.casefold()] == []
    assert "contradicts line" in told
    assert WITHHELD in told
    assert ada.people.count(Readiness) == 0


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("winterfell march\nno wait, CP", "consolidate-power"),
        ("grande inverno marcia\nanzi supporto", "support"),
        ("invernalia marcha\nmejor apoyo", "support"),
        ("ORDERS winterfell M\n\nNo wait, make that a defence", "defense+1"),
    ],
)
def test_a_correction_takes_the_place_of_the_line_before(ada: Writer, text: str, order: str) -> None:
    """And READY counts, for nothing is open."""
    mail = ada.send(f"{text}\nREADY")

    assert mail.state == "done"
    assert sheets_in(ada) == [{"orders": {"winterfell": order}}]
    assert f": ORDERS winterfell {order}" in " ".join(text_of(ada.answer()).split())
    assert ada.people.count(Readiness) == 1


def test_a_correction_leaves_the_other_lines_alone(ada: Writer) -> None:
    """It corrects the last area that was spoken of, or the one that it names."""
    ada.send("winterfell march\nwhite harbor defence\nno wait, CP")
    assert sheets_in(ada)[-1] == {"orders": {"winterfell": "march+0", "white-harbor": "consolidate-power"}}

    ada.send("winterfell march\nwhite harbor defence\nno wait, winterfell CP")
    assert sheets_in(ada)[-1] == {"orders": {"winterfell": "consolidate-power", "white-harbor": "defense+1"}}


@pytest.mark.parametrize(
    "text",
    [
        "winterfell march\nno wait, something else",
        "ORDERS winterfell M\n\nscratch that",
        "winterfell march\nbut only if Greyjoy stays away",
        "ORDERS winterfell M\nREADY\n\nSwap them.",
    ],
)
def test_an_order_taken_back_is_asked_about(ada: Writer, text: str) -> None:
    """No order is in that its writer has taken back."""
    mail = ada.send(text)

    assert (mail.state, mail.reason) == ("refused", "not-read")
    assert text.splitlines()[-1] in " ".join(text_of(ada.answer()).split())
    assert sheets_in(ada) == []


@pytest.mark.parametrize("text", ["CLEAR\nSame as before", "CLEAR\n\nWatch: 4", "CLEAR\nNothing special\nREADY"])
def test_clear_above_lines_that_were_not_read_empties_nothing(ada: Writer, text: str) -> None:
    """The sheet that is in stays."""
    ada.send("ORDERS winterfell M+1")

    mail = ada.send(text)

    assert (mail.state, mail.reason) == ("refused", "not-read")
    assert sheets_in(ada) == [{"orders": {"winterfell": "march+1"}}]


def test_clear_above_a_numbered_list_keeps_the_list(ada: Writer) -> None:
    """Its lines are orders like those of bullets."""
    ada.send("CLEAR\n1. Winterfell march+1\n2) White Harbour supprot\n(3) READY!!\n")

    assert sheets_in(ada) == [{"orders": {"winterfell": "march+1", "white-harbor": "support"}}]


def test_a_refusal_repeats_what_was_typed(ada: Writer) -> None:
    """So that it can be mended and sent again; but to nobody whose mail no server vouches for."""
    text = "Orders winterfell marhc to the moon\n\nBID throne lots"

    ada.send(f"{text}\nBID fiefdoms more", vouched=False)
    assert "What you wrote:" not in text_of(ada.answer())

    ada.send(text)
    answer = text_of(ada.answer())
    assert "What you wrote:" in answer
    assert all(line in map(str.strip, answer.splitlines()) for line in text.split("\n"))
