"""How mail programs answer: what each puts around a quotation, how it breaks lines, and what its HTML looks like.

Written from how such mails look; the people and addresses in them are made up.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.correspondence.mail_reading.mime import body, escaped, flowed, head, mail, parts, quoted, wrapped
from tests.correspondence.mail_reading.sheets import REPLY_TO, SUBJECT

WHO = f"Rookery <{REPLY_TO}>"
LINK = f'<a href="mailto:{REPLY_TO}">{REPLY_TO}</a>'


@dataclass(frozen=True)
class Program:
    """A mail program: the sentence before a quotation, by language, and how it makes a mail out of a text."""

    name: str
    introduces: dict[str, str]
    writes: Callable[[Program, str, str, str], bytes]
    # What it puts below what is typed.
    signs: dict[str, str] | None = None

    def answer(self, own: str, letter: str, language: str) -> bytes:
        """An answer typed above the email."""
        return self.writes(self, own, letter, language)


def _fields(language: str, *more: str) -> str:
    return head(f"Re: {SUBJECT[language]}", *more)


def _below(program: Program, own: str, language: str, between: str = "\n\n") -> str:
    return own + (between + program.signs[language] if program.signs else "")


def divs(text: str) -> str:
    """Lines as Gmail has them."""
    return "".join(f'<div dir="auto">{escaped(line) or "<br>"}</div>' for line in text.split("\n"))


def breaks(text: str) -> str:
    """Lines as most have them."""
    return "<br>\n".join(map(escaped, text.split("\n")))


def paragraphs(text: str) -> str:
    """Lines as Outlook has them."""
    lines = (escaped(line) or "&nbsp;" for line in text.split("\n"))
    return "\n".join(f'<p class="MsoNormal"><span lang="EN-GB">{line}<o:p></o:p></span></p>' for line in lines)


def gmail(program: Program, own: str, letter: str, language: str) -> bytes:
    says = program.introduces[language]
    plain = f"{wrapped(own)}\n\n{wrapped(says)}\n\n{quoted(wrapped(letter))}\n"
    html = (
        f'<div dir="ltr">{divs(own)}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" '
        f'class="gmail_attr">{escaped(says).replace(REPLY_TO, LINK)}<br></div><blockquote class="gmail_quote" '
        f'style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">{breaks(letter)}'
        "</blockquote></div>"
    )
    both = parts("alternative", body(plain, more='; format="fixed"'), body(html, "html", encoding="quoted-printable"))
    return mail(_fields(language), both)


def apple(program: Program, own: str, letter: str, language: str) -> bytes:
    says = program.introduces[language]
    plain = f"{_below(program, own, language)}\n\n> {says}\n> \n{quoted(letter)}\n"
    if not program.signs:
        plain = f"{own}\n\n\n{says}\n\n{quoted(letter)}\n"
    html = (
        '<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body dir="auto">'
        f"{divs(own)}<br>{f'<div>{program.signs[language]}</div>' if program.signs else ''}<div><br><blockquote "
        f'type="cite">{escaped(says)}<br><br></blockquote></div><blockquote type="cite"><div dir="ltr">'
        f"{breaks(letter)}</div></blockquote></body></html>"
    )
    plain_part = body(flowed(plain), encoding="quoted-printable", more=";\n\tformat=flowed; delsp=no")
    return mail(
        _fields(language, "X-Mailer: iPhone Mail (24B80)"), parts("alternative", plain_part, body(html, "html"))
    )


def thunderbird(program: Program, own: str, letter: str, language: str) -> bytes:
    plain = f"{own}\n\n{program.introduces[language]}\n{quoted(letter)}\n"
    return mail(
        _fields(language, "User-Agent: Mozilla Thunderbird"),
        body(flowed(plain), charset="UTF-8", more="; format=flowed"),
    )


def thunderbird_html(program: Program, own: str, letter: str, language: str) -> bytes:
    says = program.introduces[language]
    html = (
        '<!DOCTYPE html>\n<html>\n  <head>\n    <meta http-equiv="Content-Type" content="text/html; charset=UTF-8">\n'
        f'  </head>\n  <body>\n    <p>{breaks(own)}</p>\n    <div class="moz-cite-prefix">{says}<br>\n    </div>\n'
        '    <blockquote type="cite" cite="mid:x@example.org">\n      <pre wrap="" class="moz-quote-pre">'
        f"{escaped(letter)}</pre>\n    </blockquote>\n  </body>\n</html>"
    )
    return mail(_fields(language), body(html, "html"))


def plain_text(program: Program, own: str, letter: str, language: str) -> bytes:
    """Programs that send text as it stands."""
    text = f"{_below(program, own, language)}\n\n{program.introduces[language]}\n{quoted(letter)}\n"
    return mail(_fields(language), body(text))


def plain_and_html(program: Program, own: str, letter: str, language: str) -> bytes:
    """Programs that quote in both, and break lines in neither."""
    says = program.introduces[language]
    plain = f"{_below(program, own, language)}\n\n{says}\n\n{quoted(letter)}\n"
    html = (
        f"<html><body>{breaks(_below(program, own, language))}<br><br><div>{escaped(says)}</div>"
        f'<blockquote class="quote" style="border-left: 1px solid">{breaks(letter)}</blockquote></body></html>'
    )
    return mail(_fields(language), parts("alternative", body(plain, encoding="base64"), body(html, "html")))


def unquoted(program: Program, own: str, letter: str, language: str) -> bytes:
    """Programs that put nothing before quoted lines: the head of the mail, or the sentence, alone says so."""
    text = f"{_below(program, own, language)}\n\n{program.introduces[language]}\n\n{letter}\n"
    return mail(_fields(language), body(text, encoding="quoted-printable"))


def outlook(program: Program, own: str, letter: str, language: str) -> bytes:
    said = program.introduces[language]
    labels = "<br>\n".join(
        f"<b>{label}:</b>{escaped(value)}" for label, _, value in (line.partition(":") for line in said.split("\n"))
    )
    html = (
        '<html xmlns:o="urn:schemas-microsoft-com:office:office">\n<head>\n<!--[if !mso]><style>v\\:* {x:y}</style>'
        "<![endif]--><style><!--\np.MsoNormal {margin:0cm; font-size:11.0pt}\n--></style></head>\n"
        f'<body lang="EN-GB" link="blue"><div class="WordSection1">\n{paragraphs(own)}\n<p class="MsoNormal">'
        '<o:p>&nbsp;</o:p></p>\n<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm">'
        f'<p class="MsoNormal"><span>{labels}<o:p></o:p></span></p></div>\n{paragraphs(letter)}</div></body></html>'
    )
    plain = f"{own}\n\n{said}\n\n{letter}\n"
    each = body(plain, charset="windows-1252", encoding="quoted-printable"), body(html, "html")
    return mail(_fields(language, "X-Mailer: Microsoft Outlook 16.0"), parts("alternative", *each))


def outlook_html(program: Program, own: str, letter: str, language: str) -> bytes:
    said = program.introduces[language].replace("_" * 32 + "\n", "")
    html = (
        f'<html><body><div class="elementToProof">{breaks(own)}</div><div id="appendonsend"></div>\n'
        '<hr style="display:inline-block;width:98%" tabindex="-1">\n<div id="divRplyFwdMsg" dir="ltr">'
        f'<font face="Calibri">{breaks(said)}</font><div>&nbsp;</div></div><div>{breaks(letter)}</div></body></html>'
    )
    return mail(_fields(language), body(html, "html", charset="utf-8", encoding="base64"))


def yahoo(program: Program, own: str, letter: str, language: str) -> bytes:
    says = program.introduces[language]
    plain = f" {own}\n\n    {says}  \n \n {letter}   \n"
    html = (
        f'<html><head></head><body><div class="ydp1yahoo-style-wrap"><div dir="ltr">{divs(own)}</div></div><div id='
        f'"ydp2yahoo_quoted_1" class="ydp2yahoo_quoted"><div style="font-family:Arial"><div>{escaped(says)}</div>'
        f"<div><br></div><div><br></div><div>{breaks(letter)}</div></div></div></body></html>"
    )
    return mail(_fields(language), parts("alternative", body(plain), body(html, "html")))


def _block(labels: str, date: str, language: str, rule: str = "") -> str:
    names = labels.split()
    values = (WHO, date, "Ada Lovelace <ada@post.example.org>", SUBJECT[language])
    lines = [f"{name}: {value}" for name, value in zip(names, values, strict=True)]
    return "\n".join([rule, *lines] if rule else lines)


_LABELS = {"en": "From Sent To Subject", "it": "Da Inviato A Oggetto", "es": "De Enviado Para Asunto"}
_DATES = {
    "en": "Friday, 20 November 2026 10:11",
    "it": "venerdì 20 novembre 2026 10:11",
    "es": "viernes, 20 de noviembre de 2026 10:11",
}


def blocks(rule: dict[str, str] | str = "", labels: dict[str, str] = _LABELS) -> dict[str, str]:
    """The head of the mail before, in each language."""
    rules = rule if isinstance(rule, dict) else dict.fromkeys(_LABELS, rule)
    return {at: _block(labels[at], _DATES[at], at, rules[at]) for at in _LABELS}


def says(en: str, it: str, es: str) -> dict[str, str]:
    """A sentence in each language; `{who}` is us."""
    return {at: said.format(who=WHO) for at, said in (("en", en), ("it", it), ("es", es))}


PROGRAMS = (
    Program("gmail", says("On Fri, Nov 20, 2026 at 10:11 AM {who} wrote:",
        "Il giorno ven 20 nov 2026 alle ore 10:11 {who} ha scritto:",
        "El vie, 20 nov 2026 a las 10:11, Rookery (<" + REPLY_TO + ">) escribió:"), gmail),
    Program("apple-mail", says("On 20 Nov 2026, at 10:11, {who} wrote:",
        "Il giorno 20 nov 2026, alle ore 10:11, {who} ha scritto:",
        "El 20 nov 2026, a las 10:11, {who} escribió:"), apple),
    Program("iphone", says("On 20 Nov 2026, at 10:11, {who} wrote:",
        "Il giorno 20 nov 2026, alle ore 10:11, {who} ha scritto:",
        "El 20 nov 2026, a las 10:11, {who} escribió:"), apple,
        says("Sent from my iPhone", "Inviato da iPhone", "Enviado desde mi iPhone")),
    Program("thunderbird", says("On 20/11/2026 10:11, Rookery wrote:", "Il 20/11/2026 10:11, Rookery ha scritto:",
        "El 20/11/2026 a las 10:11, Rookery escribió:"), thunderbird),
    Program("thunderbird-html", says("On 20/11/2026 10:11, Rookery wrote:",
        "Il 20/11/26 10:11, Rookery ha scritto:", "El 20/11/26 a las 10:11, Rookery escribió:"), thunderbird_html),
    Program("k9", says("On November 20, 2026 10:11:12 AM GMT+01:00, {who} wrote:",
        "Il 20 novembre 2026 10:11:12 CET, {who} ha scritto:",
        "El 20 de noviembre de 2026 10:11:12 CET, {who} escribió:"), plain_and_html,
        says("-- \nSent from my Android device with K-9 Mail. Please excuse my brevity.",
        "-- \nInviato dal mio dispositivo Android con K-9 Mail. Perdonate la brevità.",
        "-- \nEnviado desde mi dispositivo Android con K-9 Mail. Por favor, disculpe mi brevedad.")),
    Program("fairemail", says("Nov 20, 2026 10:11:12 AM {who}:", "20 nov 2026 10:11:12 {who}:",
        "20 nov 2026 10:11:12 {who}:"), plain_and_html),
    Program("outlook", blocks(), outlook),
    Program("outlook-web", blocks("_" * 32), outlook_html),
    Program("outlook-phone", blocks("_" * 32), unquoted, says(
        "Get Outlook for iOS<https://aka.ms/o0ukef>", "Scarica Outlook per iOS<https://aka.ms/o0ukef>",
        "Obtener Outlook para Android<https://aka.ms/AAb9ysg>")),
    Program("outlook-express", blocks(says("-----Original Message-----", "-----Messaggio originale-----",
        "-----Mensaje original-----")), unquoted),
    Program("windows-mail", blocks(), unquoted, says("Sent from Mail for Windows", "Inviato da Posta per Windows",
        "Enviado desde Correo para Windows")),
    Program("samsung", blocks(says("-------- Original message --------", "-------- Messaggio originale --------",
        "-------- Mensaje original --------"), {"en": "From Date To Subject", "it": "Da Data A Oggetto",
        "es": "De Fecha Para Asunto"}), unquoted, says("Sent from my Galaxy", "Inviato dal mio Galaxy",
        "Enviado desde mi Galaxy")),
    Program("zimbra", blocks(says("----- Original Message -----", "----- Messaggio originale -----",
        "----- Mensaje original -----")), unquoted),
    Program("yahoo", says("On Friday, November 20, 2026 at 10:11:12 AM GMT+1, {who} wrote:",
        "Il venerdì 20 novembre 2026 alle ore 10:11:12 CET, {who} ha scritto:",
        "En viernes, 20 de noviembre de 2026, 10:11:12 CET, {who} escribió:"), yahoo),
    Program("proton", says("On Friday, November 20th, 2026 at 10:11 AM, {who} wrote:",
        "venerdì 20 novembre 2026 10:11, {who} ha scritto:",
        "El viernes, 20 de noviembre de 2026 a las 10:11, {who} escribió:"), plain_and_html,
        says("Sent with Proton Mail secure email.", "Inviato con l'email sicura Proton Mail.",
        "Enviado con el correo seguro de Proton Mail.")),
    Program("roundcube", says("On 2026-11-20 10:11, Rookery wrote:", "Il 2026-11-20 10:11 Rookery ha scritto:",
        "El 2026-11-20 10:11, Rookery escribió:"), plain_text),
    Program("evolution", says("On Fri, 2026-11-20 at 10:11 +0100, Rookery wrote:",
        "Il giorno ven, 20/11/2026 alle 10.11 +0100, Rookery ha scritto:",
        "El vie, 20-11-2026 a las 10:11 +0100, Rookery escribió:"), plain_text),
    Program("kmail", says("On Friday, 20 November 2026 10:11:12 CET Rookery wrote:",
        "In data venerdì 20 novembre 2026 10:11:12 CET, Rookery ha scritto:",
        "En viernes, 20 de noviembre de 2026 10:11:12 CET, Rookery escribió:"), plain_text),
    Program("claws", says("On Fri, 20 Nov 2026 10:11:12 +0100\n{who} wrote:\n",
        "Il giorno Fri, 20 Nov 2026 10:11:12 +0100\n{who} ha scritto:\n",
        "El Fri, 20 Nov 2026 10:11:12 +0100\n{who} escribió:\n"), plain_text),
    Program("gnus", says("{who} writes:\n", "{who} scrive:\n", "{who} escribe:\n"), plain_text),
    Program("libero", says("Il 20/11/2026 10:11 CET {who} ha scritto:\n", "Il 20/11/2026 10:11 CET {who} ha scritto:\n",
        "Il 20/11/2026 10:11 CET {who} ha scritto:\n"), unquoted),
    Program("tuta", says("20 Nov 2026, 10:11 by " + REPLY_TO + ":\n", "20 nov 2026, 10:11 da " + REPLY_TO + ":\n",
        "20 nov 2026, 10:11 por " + REPLY_TO + ":\n"), plain_and_html,
        says("-- \nSent with Tuta", "--\nInviato con Tuta", "-- \nEnviado con Tuta")),
)  # fmt: skip
