"""Answers to our emails: above the quotation, below it, and in between, by each program in three languages."""

from __future__ import annotations

from collections.abc import Iterator

from tests.correspondence.mail_reading.mail_programs import PROGRAMS, Program, breaks, gmail
from tests.correspondence.mail_reading.mime import Made, body, escaped, flowed, head, mail, quoted
from tests.correspondence.mail_reading.sheets import (
    CLOSING,
    GREETING,
    LANGUAGES,
    LONG,
    MAIL,
    ODD,
    SHEETS,
    SHORT,
    SUBJECT,
    UNMARKED,
)


def above() -> Iterator[Made]:
    """What most people send: a sheet above what the program quotes."""
    for number, program in enumerate(PROGRAMS):
        for turn, language in enumerate(LANGUAGES):
            orders = SHEETS[(number + turn) % 3][language]
            polite = (number + turn) % 2 == 0
            own = f"{GREETING[language]}\n\n{orders}\n\n{CLOSING[language]}" if polite else orders
            letter = (MAIL, UNMARKED)[(number + turn) % 4 > 1][language]
            name = f"above-{program.name}-{language}"
            yield Made(name, program.answer(own, letter, language), text=own, orders=orders)


def _quoting() -> list[Program]:
    names = {"thunderbird", "roundcube", "evolution", "kmail", "claws", "gnus", "k9", "fairemail"}
    return [program for program in PROGRAMS if program.name in names]


def _fields(language: str) -> str:
    return head(f"Re: {SUBJECT[language]}")


def _plain(program: Program, language: str, text: str) -> bytes:
    said = f"{program.introduces[language]}\n{text}\n"
    if program.name == "thunderbird":
        return mail(_fields(language), body(flowed(said), more="; format=flowed"))
    return mail(_fields(language), body(said, encoding="quoted-printable"))


def below() -> Iterator[Made]:
    """A sheet below the quotation, and a signature below it."""
    for number, program in enumerate(_quoting()):
        for turn, language in enumerate(LANGUAGES):
            orders = (LONG, ODD)[(number + turn) % 2][language]
            text = f"{quoted(MAIL[language])}\n\n{orders}\n\n-- \nAda Lovelace\nhttps://ada.example.org"
            yield Made(f"below-{program.name}-{language}", _plain(program, language, text), text=orders, orders=orders)


def between() -> Iterator[Made]:
    """Lines put between those of the email, each below what it answers."""
    for program in _quoting():
        for language in LANGUAGES:
            asked, own = UNMARKED[language].split("\n"), SHORT[language].split("\n")
            text = "\n".join([
                quoted("\n".join(asked[:4])),
                f"\n{own[0]}\n",
                quoted("\n".join(asked[4:7])),
                f"\n{own[1]}\n",
                quoted("\n".join(asked[7:])),
                f"\n{own[2]}",
            ])  # fmt: skip
            said = "\n\n".join(own)
            yield Made(f"between-{program.name}-{language}", _plain(program, language, text), text=said, orders=said)


def between_in_html() -> Iterator[Made]:
    """The same in the HTML of Gmail, which closes and opens its quotation around each answer."""
    for language in LANGUAGES:
        asked, own = UNMARKED[language].split("\n"), SHORT[language].split("\n")
        quote = '<blockquote class="gmail_quote" style="margin:0 0 0 .8ex;border-left:1px #ccc solid">{}</blockquote>'
        says = escaped(PROGRAMS[0].introduces[language])
        html = (
            f'<div class="gmail_quote"><div dir="ltr" class="gmail_attr">{says}<br></div>'
            f"{quote.format(breaks(chr(10).join(asked[:4])))}<div>{escaped(own[0])}</div>"
            f"{quote.format(breaks(chr(10).join(asked[4:7])))}<div>{escaped(own[1])}<br>{escaped(own[2])}</div></div>"
        )
        said = f"{own[0]}\n\n{own[1]}\n{own[2]}"
        raw = mail(_fields(language), body(html, "html", encoding="quoted-printable"))
        yield Made(f"between-gmail-html-{language}", raw, text=said, orders=said)


_SIGNATURES = {
    "dashes": "-- \nAda Lovelace\nLORD 12 Lannisport",
    "dashes-bare": "--\nAda",
    "android": "Sent from my Android phone",
    "galaxy-it": "Inviato dal mio dispositivo Samsung Galaxy",
    "movil-es": "Enviado desde mi móvil",
    "yahoo-it": "Inviato da Yahoo Mail per iPhone",
    "ipad": "Sent from my iPad",
    "outlook-es": "Obtener Outlook para iOS",
    "avast": "-- \nThis email has been checked for viruses by Avast antivirus software.\nwww.avast.com",
    "avg-it": "Mail priva di virus. www.avg.com",
    "mailman": "_______________________________________________\nRavens mailing list\nravens@lists.example.org\n"
    "https://lists.example.org/listinfo/ravens",
}


def signed() -> Iterator[Made]:
    """New mails, without a quotation, and what stands below their sheets."""
    for number, (name, signature) in enumerate(_SIGNATURES.items()):
        language = LANGUAGES[number % 3]
        orders = ODD[language]
        fields = head("orders", answer=False)
        raw = mail(fields, body(f"{orders}\n\n{signature}\n"))
        yield Made(f"signed-{name}", raw, text=orders, orders=orders, references=())


def above_signature_and_quotation() -> Iterator[Made]:
    """The signature between the sheet and the quotation, as Gmail has it, and one more answer at the very end."""
    for language in LANGUAGES:
        own = SHORT[language].split("\n")
        text = f"{own[0]}\n\n-- \nAda\n\n{PROGRAMS[0].introduces[language]}\n\n{quoted(MAIL[language])}\n\n{own[1]}\n"
        said = f"{own[0]}\n\n{own[1]}"
        raw = mail(_fields(language), body(text))
        yield Made(f"signature-between-{language}", raw, text=said, orders=said)


def long_threads() -> Iterator[Made]:
    """A quotation of quotations."""
    for language in LANGUAGES:
        orders, earlier = LONG[language], SHORT[language]
        says = PROGRAMS[0].introduces[language]
        letter = f"{MAIL[language]}\n\n{says}\n{quoted(earlier)}\n{quoted(quoted(MAIL[language]))}"
        raw = gmail(PROGRAMS[0], orders, letter, language)
        yield Made(f"thread-{language}", raw, text=orders, orders=orders)


def answers() -> Iterator[Made]:
    """All of them."""
    for made in (above, below, between, between_in_html, signed, above_signature_and_quotation, long_threads):
        yield from made()
