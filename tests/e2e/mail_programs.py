"""Replies as mail programs write them: where the quoted email stands, how it is introduced, how the text is sent."""

from __future__ import annotations

import html
from collections.abc import Callable
from email.message import EmailMessage

from tests.e2e.post import text_of

# What a person typed, the email that is answered -> the body of the reply.
Program = Callable[[EmailMessage, str, EmailMessage], None]


def _quoted(mail: EmailMessage) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text_of(mail).splitlines())


def gmail(reply: EmailMessage, text: str, mail: EmailMessage) -> None:
    """Two parts, the quotation below its line."""
    line = f"On Mon, Nov 23, 2026 at 8:15 PM Rookery <{mail['From'].addresses[0].addr_spec}> wrote:"
    reply.set_content(f"{text}\n\n{line}\n\n{_quoted(mail)}\n")
    typed = "<br>".join(html.escape(text).splitlines())
    quoted = "<br>".join(html.escape(text_of(mail)).splitlines())
    body = (
        f'<div dir="ltr">{typed}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">{line}<br></div>'
    )
    reply.add_alternative(f'{body}<blockquote class="gmail_quote">{quoted}</blockquote></div>', subtype="html")


def outlook(reply: EmailMessage, text: str, mail: EmailMessage) -> None:
    """HTML alone, the email below a rule, with its head."""
    typed = "".join(f'<p class="MsoNormal">{html.escape(line) or "&nbsp;"}</p>' for line in text.splitlines())
    quoted = "".join(f"<p>{html.escape(line)}</p>" for line in text_of(mail).splitlines())
    head = f"<b>From:</b> {html.escape(str(mail['From']))}<br><b>Sent:</b> Monday, November 23, 2026 8:15 PM<br>"
    head += f"<b>To:</b> {html.escape(str(mail['To']))}<br><b>Subject:</b> {html.escape(str(mail['Subject']))}"
    rule = f'<div style="border:none;border-top:solid #E1E1E1 1.0pt"><p class="MsoNormal">{head}</p></div>'
    reply.set_content(f"<html><body>{typed}<div>{rule}</div>{quoted}</body></html>", subtype="html", cte="base64")


def thunderbird(reply: EmailMessage, text: str, mail: EmailMessage) -> None:
    """Flowed text, with a signature and the email above what was typed."""
    introduced = f"Am 23.11.26 um 20:15 schrieb Rookery:\n{_quoted(mail)}"
    reply.set_content(
        f"{introduced}\n\n{text}\n\n-- \nRobert, first of his name\nKing's Landing\n", cte="quoted-printable"
    )
    reply.replace_header("Content-Type", "text/plain; charset=UTF-8; format=flowed")


def apple_mail(reply: EmailMessage, text: str, mail: EmailMessage) -> None:
    """A telephone: a signature of its maker's, then the quotation."""
    reply.set_content(
        f"{text}\n\nSent from my iPhone\n\n> On 23 Nov 2026, at 20:15, Rookery wrote:\n> \n{_quoted(mail)}\n"
    )


def k9(reply: EmailMessage, text: str, mail: EmailMessage) -> None:
    """Another telephone, in Italian."""
    introduced = f"Il 23 novembre 2026 20:15:00 CET, Rookery <{mail['From'].addresses[0].addr_spec}> ha scritto:"
    reply.set_content(
        f"{text}\n-- \nInviato dal mio dispositivo Android con K-9 Mail.\n\n{introduced}\n{_quoted(mail)}\n"
    )
