"""What-ifs by mail: a sheet is tried, others are assumed, and nothing is handed in."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from adjudicator import games
from adjudicator.engine.decision import Unreadable
from correspondence import what_ifs
from correspondence.accounts.use_cases import choose_light
from correspondence.mail_commands.reading import assumptions, split_commands
from correspondence.models.games import Message
from correspondence.models.mail import IncomingMail
from correspondence.models.turns import SheetVersion, StandingOrdersVersion, WhatIfRow
from correspondence.what_ifs import MAX_WHAT_IFS, saved_what_if
from tests.correspondence.incoming_mail.conftest import Writer
from tests.correspondence.people import text_of

FIRST = games.edition("first-edition")
PLAN = "ORDERS winterfell M+1; white-harbor D+1\nMARCH winterfell: moat-cailin rest\n"
ASSUMED = "\nASSUME lannister: ORDERS lannisport M+1\n  | raid\nASSUME tyrell:\nORDERS highgarden M\ndornish S\n\n"


def told(ada: Writer, text: str) -> str:
    """What the answer to a mail says, on one line."""
    mail = ada.send(text)
    assert (mail.state, mail.reason) == ("done", "")
    return " ".join(text_of(ada.answer()).split())


def test_a_sheet_is_tried_and_not_handed_in(ada: Writer) -> None:
    """The answer tells what would happen; the sheet that is in stays, and is what the lines are laid over."""
    ada.send("ORDERS the-shivering-sea raid\n")
    answer = told(ada, "WHATIF\n" + PLAN + ASSUMED)
    assert "A what-if: nothing was submitted." in answer
    assert "Winterfell: March +1; White Harbor: Defense +1; The Shivering Sea: Raid" in answer
    assert "Highgarden: March +0; Dornish Marches: Support" in answer
    assert "ORDERS dornish-marches support" in answer, "what was assumed is repeated as it was understood"
    assert "You can change your orders until" not in answer
    assert ada.people.count(SheetVersion) == 1


def test_the_map_is_in_the_mail_or_linked(ada: Writer) -> None:
    """A light email has no picture; both lead to the what-if as it is kept on the site."""
    ada.send("WHATIF\n" + PLAN)
    letter = ada.answer()
    assert [part.get_content_type() for part in letter.walk()].count("image/png") == 1
    with ada.people.store.begin() as session:
        choose_light(session, ada.people.account_in(session, "ada"), True)
    ada.send("WHATIF 2\n" + PLAN)
    light = ada.answer()
    assert "image/png" not in [part.get_content_type() for part in light.walk()]
    for one in (letter, light):
        assert f"/turns/{ada.people.turn(ada.game)}/what-if/1" in text_of(one)


def test_the_last_one_is_kept_among_the_what_ifs(ada: Writer) -> None:
    """In place of the one before, with what the bot filled in; and with the draw that was asked for."""
    ada.send("WHATIF\n" + PLAN)
    ada.send("WHATIF 7\n" + PLAN + ASSUMED)
    with ada.people.store.read() as session:
        row = session.scalars(select(WhatIfRow)).one()
        kept = saved_what_if(row.document, row.name, "first-edition")
    assert (kept.name, kept.draw, sorted(kept.others)) == ("By email", 7, ["lannister", "tyrell"])
    orders = kept.others["tyrell"].sheet.orders
    assert (orders["highgarden"], orders["dornish-marches"]) == ("march+0", "support")
    assert "redwyne-straights" in orders, "the steward fills in what is left open"
    with ada.people.store.begin() as session:
        row = session.get_one(WhatIfRow, row.id)
        row.name = "mine"
        for number in range(2, MAX_WHAT_IFS + 1):
            session.add(WhatIfRow(**{key: getattr(row, key) for key in KEPT}, number=number))
    assert "/what-if " in told(ada, "WHATIF")
    assert ada.people.count(WhatIfRow) == MAX_WHAT_IFS


KEPT = ("turn_id", "seat_id", "account_id", "document", "changed_at", "name")


def test_empty_what_if_tries_the_submitted_or_suggested_sheet(ada: Writer) -> None:
    """As on the page of what-ifs; other commands may stand beside."""
    assert "we used orders as the bot would write them" in told(ada, "what if?\nSTATUS\n")
    ada.send(PLAN)
    answer = told(ada, "WHATIF\n")
    assert "We used the orders you submitted." in answer
    assert "White Harbor: Defense +1" in answer


@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_three_languages(ada: Writer, language: str) -> None:
    """Each has its words for it, and is answered in its own."""
    with ada.people.store.begin() as session:
        ada.people.account_in(session, "ada").language = language
    text, said = {
        "en": ("WHAT-IF\nORDERS winterfell march+1\nASSUME Stark: READY\n", "Stark is your own house"),
        "it": (
            "IPOTESI\nORDINI grande inverno marcia+1\nSUPPONI tyrell: ORDINI alto giardino supporto\n",
            "Alto Giardino: Supporto",
        ),
        "es": ("SUPUESTO\nÓRDENES invernalia marcha+1\nSUPÓN tyrell: ÓRDENES altojardín apoyo\n", "Altojardín: Apoyo"),
    }[language]
    mail = ada.send(text)
    answer = " ".join(text_of(ada.answer()).split())
    assert mail.state == ("refused" if language == "en" else "done"), answer
    assert said in answer


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        (PLAN + "ASSUME tyrell: ORDERS highgarden M\n", "assume-without-what-if", "line 3"),
        ("WHATIF\n" + PLAN + "READY\n", "what-if-alone", "line 1"),
        ("WHATIF\nSTANDING: BLADE decisive\n", "what-if-alone", "line 1"),
        ("WHATIF\nPRESS tyrell: Shall we?\n", "what-if-alone", "line 1"),
        ("WHATIF\nASSUME tyrell: READY\n", "what-if-alone", "line 2"),
        ("WHATIF\nWHATIF 2\n", "one-what-if", "line 2"),
        ("WHATIF 0\n", "bad-number", "line 1"),
        ("WHATIF soon\n", "bad-number", "line 1"),
        ("WHATIF\nASSUME ORDERS highgarden M\n", "whom-to-assume", "line 2"),
        ("WHATIF\nASSUME storks: ORDERS highgarden M\n", "unknown-house", "line 2"),
        ("WHATIF\nASSUME stark: ORDERS winterfell M\n", "not-of-yourself", "line 2"),
        ("WHATIF\nASSUME tyrell:\n  ORDERS lowgarden M\n", "unknown-area", "line 3, column 10"),
        ("WHATIF\nASSUME tyrell: ORDERS lowgarden M\n", "unknown-area", "line 2, column 23"),
        ("WHATIF\nORDERS nowhere M\n", "unknown-area", "line 2, column 8"),
        ("WHATIF\nORDERS highgarden M\n", "no-units-there", "line 2"),
        ("WHATIF\nASSUME tyrell:\nORDERS winterfell M\n", "no-units-there", "line 3"),
        ("WHATIF\nwinterfell march\nwinterfell support\n", "said-otherwise", "line 3, column 1"),
        ("WHATIF\nASSUME tyrell: highgarden march\nhighgarden support\n", "said-otherwise", "line 3, column 1"),
    ],
)
def test_what_makes_no_sense_is_refused_by_line(ada: Writer, text: str, code: str, line: str) -> None:
    """Nothing is played, nothing is kept."""
    mail = ada.send(text)
    answer = " ".join(text_of(ada.answer()).split())
    assert (mail.state, mail.reason) == ("refused", code), answer
    assert f"{line}:" in answer
    counts = [ada.people.count(one) for one in (SheetVersion, StandingOrdersVersion, WhatIfRow, Message)]
    assert counts == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("ASSUME tyrell: ORDERS highgardn M", ("Highgarden: March +0", "ORDERS highgarden march+0")),
        ("ASSUME tyrell:\nhighgarden defence please\nno wait, support", ("ORDERS highgarden support",)),
        ("ORDERS winterfall M", ("Winterfell: March +0", "ORDERS winterfell march+0")),
        ("winterfell march\nno wait, CP", ("ORDERS winterfell consolidate-power",)),
    ],
)
def test_words_of_ones_own_are_tried_as_they_are_handed_in(ada: Writer, text: str, lines: tuple[str, ...]) -> None:
    """Also of what others are assumed to do, by what is possible there; the answer repeats what was understood."""
    answer = told(ada, f"WHATIF\n{text}\n")
    assert [line for line in lines if line not in answer] == []
    assert ada.people.count(SheetVersion) == 0


@pytest.mark.parametrize("how", [{"vouched": False}, {"sender": "eve@evil.example"}])
def test_what_nobody_vouches_for_is_not_played(
    ada: Writer, how: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It costs nothing and tells nothing: the refusal goes to the registered address."""
    monkeypatch.setattr(what_ifs, "what_if_result", None)
    mail = ada.send("WHATIF\n" + PLAN, **how)
    assert (mail.state, mail.reason) == ("refused", "what-if-not-vouched")
    assert "your registered address" in " ".join(text_of(ada.answer()).split())
    assert ada.people.count(WhatIfRow) == 0


def test_an_answer_to_an_old_mail_tries_nothing(ada: Writer) -> None:
    """Its lines were meant for another turn."""
    old = ada.address()
    ada.people.adjudicate(ada.game)
    mail = ada.send("WHATIF\n" + PLAN, to=old)
    assert (mail.state, mail.reason) == ("refused", "turn-closed")


def test_no_turn_nothing_to_try(ada: Writer) -> None:
    """A game that waits for nobody plays nothing."""
    to = ada.address("0" * 12)
    with ada.people.store.begin() as session:
        from correspondence.models.turns import Turn

        session.scalars(select(Turn)).one().status = "held"
    mail = ada.send("WHATIF\n", to=to)
    assert (mail.state, mail.reason) == ("refused", "no-open-turn")


def test_lines_of_others_are_told_apart() -> None:
    """Each keeps its place; a line with a keyword of its own ends what was assumed on one line."""
    text = "ASSUME tyrell: ORDERS highgarden M\n  oldtown D\nMARCH a\nAssume we win\n\nsupponi lann:\nCARD x\n\n"
    text += "READY\nEND\nASSUME x: y"
    apart = assumptions(text, FIRST)
    assert apart.text.split("\n") == ["", "", "MARCH a", "Assume we win", "", "", "", "", "READY", "END", "ASSUME x: y"]
    tyrell, lannister = apart.assumed
    assert tyrell.text.split("\n")[:2] == ["               ORDERS highgarden M", "  oldtown D"]
    assert (tyrell.line, lannister.house, lannister.line) == (1, "lannister", 6)
    assert lannister.text.split("\n")[6] == "CARD x"
    with pytest.raises(Unreadable, match="whom-to-assume"):
        assumptions("ASSUME nothing", FIRST)


def test_a_question_in_a_sentence_is_no_command() -> None:
    """Nor is a sentence that begins with such words."""
    for prose in ("What if he attacks me?", "Suppose we win", "ipotesi di lavoro"):
        assert split_commands(prose).commands == ()


def test_the_same_mail_ten_times_is_played_once(ada: Writer) -> None:
    """As with everything that comes by mail."""
    raw = ada.mail("WHATIF\n" + PLAN)
    for _ in range(10):
        ada.keep(raw)
    assert ada.read() == 1
    assert ada.people.count(IncomingMail) == 1
