"""A mail is taken part by part: what is clear counts, other lines are left open, and READY waits for them."""

from __future__ import annotations

import json
import zlib
from dataclasses import replace
from time import perf_counter

import pytest
from sqlalchemy import select

from adjudicator.engine.decision import Refusal
from correspondence.incoming_mail.answering import confirm_mail, look_at_mail
from correspondence.mail.payload import AnswerPayload, decode_payload
from correspondence.models.accounts import Account
from correspondence.models.mail import OutgoingMail
from correspondence.models.turns import Readiness
from correspondence.sheets import use_cases
from narration.notation.reading import MAX_FAULTS, OpenLine, Script
from tests.correspondence.incoming_mail.conftest import Writer
from tests.correspondence.incoming_mail.test_half_read import WITHHELD, sheets_in
from tests.correspondence.people import link_in, text_of

CLEAR_LINE, FAULTY = "ORDERS winterfell M+1", "ORDERS white-harbor danse"


def told(ada: Writer) -> str:
    """The text of the last email, in one line."""
    return " ".join(text_of(ada.answer()).split())


def test_clear_lines_count_and_faulty_ones_are_open(ada: Writer) -> None:
    mail = ada.send(f"{FAULTY}\n{CLEAR_LINE}")

    assert mail.state == "done"
    assert sheets_in(ada) == [{"orders": {"winterfell": "march+1"}}]
    answer = told(ada)
    assert 'line 1, "ORDERS white-harbor danse": there is no order "danse"' in answer
    assert 'line 2, "ORDERS winterfell M+1": ORDERS winterfell march+1' in answer


def test_both_parts_of_the_mail_tell_of_open_lines(ada: Writer) -> None:
    ada.send(f"{FAULTY}\n{CLEAR_LINE}")

    pages = [part.get_content() for part in ada.answer().walk() if part.get_content_type().startswith("text/")]
    assert len(pages) >= 2
    assert all("These lines were not accepted" in " ".join(page.split()) for page in pages[:2])


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "it",
            ("Queste righe non sono state accettate", "La tua e-mail, riga per riga", "ORDINI grande-inverno marcia+1"),
        ),
        ("es", ("Estas líneas no se han aceptado", "Tu correo, línea por línea", "ÓRDENES invernalia marcha+1")),
    ],
)
def test_open_lines_are_told_in_the_language_of_the_reader(ada: Writer, language: str, words: tuple[str, ...]) -> None:
    with ada.people.store.begin() as session:
        session.scalars(select(Account).where(Account.email == "ada@rookery.example")).one().language = language

    ada.send(f"{FAULTY}\n{CLEAR_LINE}")

    answer = told(ada)
    assert [one for one in words if one not in answer] == []


def test_a_line_that_the_game_does_not_allow_is_open(ada: Writer) -> None:
    ada.send(f"{CLEAR_LINE}\nORDERS lannisport D+1\nBID throne 1")

    assert sheets_in(ada)[0]["orders"] == {"winterfell": "march+1"}
    assert 'line 2, "ORDERS lannisport D+1": Stark has no units in Lannisport' in told(ada)


def test_lines_that_exclude_each_other_are_open(ada: Writer) -> None:
    """Which of them counts is for their writer to say; a third one is clear."""
    mail = ada.send("ORDERS winterfell M+1\nORDERS white-harbor M+1\nORDERS the-shivering-sea raid")

    assert mail.state == "done"
    assert sheets_in(ada) == [{"orders": {"the-shivering-sea": "raid"}}]
    answer = told(ada)
    assert 'line 1, "ORDERS winterfell M+1": a house has 1 of March +1, not 2' in answer
    assert 'line 2, "ORDERS white-harbor M+1": a house has 1 of March +1, not 2' in answer


def test_a_contradiction_is_told_once_as_it_was_typed(ada: Writer) -> None:
    ada.send("winterfell support\nwinterfel raid\nshivering sea support")

    answer = told(ada)
    assert ('line 2: "winterfel raid" contradicts line 1, "Winterfell support": which one counts?') in answer
    assert answer.count("which one counts?") == 1


def test_prose_that_names_the_game_is_still_listed(ada: Writer) -> None:
    ada.send(f"{CLEAR_LINE}\n{FAULTY}\n\nSame as last round for White Harbor, please.")

    assert "These lines were not read as orders: - line 4: Same as last round for White Harbor" in told(ada)


def test_ready_waits_for_open_lines(ada: Writer) -> None:
    ada.send(f"{CLEAR_LINE}\n{FAULTY}\nREADY")

    assert WITHHELD in told(ada)
    assert ada.people.count(Readiness) == 0

    ada.send("ORDERS white-harbor D+1\nREADY")

    assert WITHHELD not in told(ada)
    assert ada.people.count(Readiness) == 1
    assert sheets_in(ada)[-1] == {"orders": {"winterfell": "march+1", "white-harbor": "defense+1"}}


def test_an_earlier_ready_is_withdrawn_by_open_lines(ada: Writer) -> None:
    ada.send(f"{CLEAR_LINE}\nREADY")
    assert ada.people.count(Readiness) == 1

    ada.send(f"ORDERS winterfell S\n{FAULTY}")

    assert WITHHELD in told(ada)
    assert ada.people.count(Readiness) == 0


def test_clear_beside_faulty_lines_alone_empties_nothing(ada: Writer) -> None:
    ada.send(CLEAR_LINE)

    mail = ada.send(f"CLEAR\n{FAULTY}")

    assert mail.state == "refused"
    assert sheets_in(ada) == [{"orders": {"winterfell": "march+1"}}]


def test_wait_counts_beside_open_lines(ada: Writer) -> None:
    ada.send("READY")

    mail = ada.send(f"WAIT\n{FAULTY}")

    assert mail.state == "done"
    assert ada.people.count(Readiness) == 0
    assert "danse" in told(ada)


def test_standing_instructions_are_taken_in_part_too(ada: Writer) -> None:
    ada.send("STANDING: BLADE always\nSTANDING: BLADE sideways")

    answer = told(ada)
    assert 'line 1, "STANDING: BLADE always": BLADE always' in answer
    assert 'line 2, "STANDING: BLADE sideways"' in answer


def test_commands_are_done_beside_open_lines(ada: Writer) -> None:
    mail = ada.send(f"{CLEAR_LINE}\n{FAULTY}\nABSENCE 2027-01-02")

    assert mail.state == "done"
    assert "You are away from 2027-01-02" in told(ada)


def test_a_faulty_command_refuses_the_mail(ada: Writer) -> None:
    mail = ada.send(f"{CLEAR_LINE}\nABSENCE soon")

    assert (mail.state, mail.reason) == ("refused", "unknown-day")
    assert sheets_in(ada) == []


def test_a_what_if_stays_strict(ada: Writer) -> None:
    mail = ada.send(f"WHATIF\n{CLEAR_LINE}\n{FAULTY}")

    assert (mail.state, mail.reason) == ("refused", "unknown-order")


def test_lines_below_one_that_goes_on_are_one_entry(ada: Writer) -> None:
    ada.send("ORDERS winterfell\n  M+1\n  | S\nORDERS white-harbor D+1")

    assert 'line 2, "M+1 | S": ORDERS winterfell march+1 | support' in told(ada) or (
        'line 1, "ORDERS winterfell M+1 | S": ORDERS winterfell march+1 | support' in told(ada)
    )


def test_an_unvouched_mail_waits_with_its_open_lines(ada: Writer) -> None:
    ada.send(f"{CLEAR_LINE}\n{FAULTY}", vouched=False)

    letter = ada.answer()
    with ada.people.store.read() as session:
        waiting = look_at_mail(session, link_in(letter, "mail/"), ada.people.now)
    assert [line.number for line in waiting.open] == [2]
    assert "These lines were not accepted" in text_of(letter)
    assert "Reply with WRONG" not in text_of(letter)
    assert sheets_in(ada) == []

    with ada.people.store.begin() as session:
        confirm_mail(session, link_in(letter, "mail/"), ada.people.now)
    assert sheets_in(ada) == [{"orders": {"winterfell": "march+1"}}]


def test_words_of_ones_own_are_told_as_understood(ada: Writer, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is typed in words of one's own is told by what it filled, open lines with what may be meant by them."""
    read = use_cases.read_sheet_text

    def understanding(text: str, *rest: object, **how: object) -> Script:
        script = read(text.replace("wf m0", "ORDERS winterfell M").replace("wh s?", "#"), *rest, **how)  # type: ignore[arg-type]
        nearest = ("ORDERS white-harbor support", "ORDERS white-harbor special-support")
        line = OpenLine(2, "wh s?", (Refusal("several-readings", "this may mean several orders", "line 2"),), nearest)
        return replace(script, understood={1: "ORDERS winterfell march"}, open=(line,)).without_ready()

    monkeypatch.setattr(use_cases, "read_sheet_text", understanding)
    ada.send("wf m0\nwh s?")

    answer = told(ada)
    assert 'line 1, "wf m0": ORDERS winterfell march' in answer
    assert ("For line 2, send the one you mean: ORDERS white-harbor support ORDERS white-harbor special") in answer


def test_a_refused_mail_brings_what_may_be_meant(ada: Writer, monkeypatch: pytest.MonkeyPatch) -> None:
    read = use_cases.read_sheet_text

    def open_alone(text: str, *rest: object, **how: object) -> Script:
        line = OpenLine(1, text, (Refusal("several-readings", "this may mean several", "line 1"),), ("RAVEN look",))
        return replace(read("", *rest, **how), open=(line,))  # type: ignore[arg-type]

    monkeypatch.setattr(use_cases, "read_sheet_text", open_alone)
    mail = ada.send("raven")

    assert (mail.state, mail.reason) == ("refused", "several-readings")
    assert "For line 1, send the one you mean: RAVEN look" in told(ada)


def test_answers_of_earlier_releases_are_still_read(ada: Writer) -> None:
    """What waits in the outbox from before has no lines."""
    ada.send(f"{CLEAR_LINE}\n{FAULTY}")
    with ada.people.store.read() as session:
        newest = session.scalars(select(OutgoingMail.payload).order_by(OutgoingMail.id.desc()).limit(1)).one()
    document = json.loads(zlib.decompress(newest))
    for name in ("lines", "open"):
        assert document.pop(name)

    earlier = decode_payload(zlib.compress(json.dumps(document).encode()))

    assert isinstance(earlier, AnswerPayload)
    assert (earlier.lines, earlier.open, earlier.corrected) == ((), (), False)


def test_a_long_text_with_a_fault_is_refused_whole(ada: Writer) -> None:
    """Reading it again and again would take a worker's time; so would more lines at fault than are told."""
    lines = [CLEAR_LINE, *(f"\nwinterfell danse {n}" for n in range(use_cases.MAX_LINES_IN_PART))]
    begun = perf_counter()

    assert ada.send("\n".join(lines)).state == "refused"
    assert perf_counter() - begun < 5
    assert ada.send("\n".join(lines[: use_cases.MAX_LINES_IN_PART // 2])).state == "refused"
    assert sheets_in(ada) == []

    assert ada.send("\n".join(lines[:MAX_FAULTS])).state == "done"
    assert sheets_in(ada) == [{"orders": {"winterfell": "march+1"}}]
    assert perf_counter() - begun < 10
