"""Emails that can be answered: whatever a program does with the email below, only what is typed above is read."""

from __future__ import annotations

from email.message import EmailMessage

import msgspec
import pytest

from correspondence.mail.payload import ResultsPayload
from correspondence.mail_reading import read_mail
from correspondence.mail_reading.quotation import REPLY_ABOVE, is_marker, marker_line
from narration.words import LANGUAGES
from tests.correspondence.mail import samples
from tests.correspondence.mail.reading import render
from tests.correspondence.mail_reading.mail_programs import PROGRAMS, Program, breaks
from tests.correspondence.mail_reading.mime import body, head, mail, parts
from tests.correspondence.mail_reading.sheets import GREETING, SHORT

REPLY = "rookery+c9.k7f3q2.0123456789abcdef0123@play.example.org"


def answerable(reply: str = REPLY) -> ResultsPayload:
    """An email of a turn that can be answered by mail, or (no address) cannot."""
    payload = samples.results()
    return msgspec.structs.replace(payload, links=msgspec.structs.replace(samples.LINKS, reply=reply))


def part(language: str, subtype: str = "plain", reply: str = REPLY) -> str:
    """One part of the email."""
    reader = msgspec.structs.replace(samples.ADA, language=language)
    found = render(answerable(reply), recipient=reader, site=samples.SITE).get_body((subtype,))
    assert isinstance(found, EmailMessage)
    return str(found.get_content())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_mail_that_can_be_answered_begins_with_the_line(language: str) -> None:
    text, page = part(language), part(language, "html")
    assert text.startswith(marker_line(language) + "\n\n")
    assert sum(map(is_marker, text.split("\n"))) == 1
    assert page.index(REPLY_ABOVE[language]) < page.index("<h1")
    assert page.count(REPLY_ABOVE[language]) == 1


def test_other_mails_have_no_such_line() -> None:
    text, page = part("en", reply=""), part("en", "html", reply="")
    assert not any(map(is_marker, text.split("\n")))
    assert REPLY_ABOVE["en"] not in page


@pytest.mark.parametrize("program", PROGRAMS, ids=[program.name for program in PROGRAMS])
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_answer_by_each_program_is_what_was_typed(program: Program, language: str) -> None:
    own = f"{GREETING[language]}\n\n{SHORT[language]}"
    # What its alphabet lacks a program writes as question marks.
    mail = part(language).encode("windows-1252", "replace").decode("windows-1252")
    assert read_mail(program.answer(own, mail, language)).text == own


# Sentences before a quotation that no list holds, and programs that put nothing before the lines of the email.
UNKNOWN = ("Rookery kirjutas 20.11.2026:", "2026\u5e7411\u670820\u65e5 Rookery:", "")


@pytest.mark.parametrize("says", UNKNOWN)
@pytest.mark.parametrize("language", LANGUAGES)
def test_unmarked_quotation_is_cut_at_the_line(language: str, says: str) -> None:
    own = f"{SHORT[language]}\n\n{says}".strip()
    plain = body(f"{own}\n\n{part(language)}")
    page = body(f"<html><body>{breaks(own)}<br><br>{part(language, 'html')}</body></html>", "html")
    for content in (plain, page, parts("alternative", plain, page)):
        assert read_mail(mail(head("Re: Winter Table"), content)).text == own
    without = read_mail(mail(head("Re: Winter Table"), body(f"{own}\n\n{part(language, reply='')}"))).text
    assert without != own, "without the line such a letter would be taken for the writer's own words"


@pytest.mark.parametrize("changed", [str.upper, lambda line: line.replace("--", "\u2014"), lambda line: f"  {line} "])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_line_is_known_however_a_program_changed_it(language: str, changed: object) -> None:
    assert callable(changed)
    whole = part(language).replace(marker_line(language), changed(marker_line(language)), 1)
    own = SHORT[language]
    assert read_mail(mail(head("Re: Winter Table"), body(f"{own}\n\n{whole}"))).text == own


def test_answers_between_quoted_lines_count() -> None:
    """The line cuts only where it is no quotation itself."""
    quoted = "\n".join(f"> {line}" for line in part("en").split("\n")[:12])
    own = SHORT["en"]
    assert read_mail(mail(head("Re: Winter Table"), body(f"{quoted}\n\n{own}\n"))).text == own
