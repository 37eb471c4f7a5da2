"""What the writer of a mail wrote himself: without what he quoted, his signature, and what others put below.

    own_text("ORDERS lannisport M\\n\\nOn 20 Nov 2026 at 10:11 Rookery <r@example.org> wrote:\\n> ...")

Lines that stand between quoted ones are his: people answer above, below and in between. Beyond the head of another
mail, as Outlook writes it, and in a forwarded mail nothing is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from correspondence.mail_reading.attributions import attribution, quoted_from, separator
from correspondence.mail_reading.marker import is_marker

# What telephones and programs add, by its first words; the sentence that some add to it, too.
_SENT_FROM = (
    "sent from ", "sent with proton", "sent with tuta", "sent via ", "get outlook for ", "get bluemail for ",
    "get typeapp for ", "please excuse my brevity", "virus-free", "this email has been checked for viruses",
    "inviato da ", "inviato dal ", "inviato dall'", "inviato con ", "scarica outlook per ", "ottieni outlook per ",
    "ottieni bluemail per ", "perdonate la brevità", "perdona la brevità", "mail priva di virus",
    "questa e-mail è priva di virus", "questa e-mail è stata controllata per individuare virus",
    "enviado desde ", "enviado con ", "enviado de samsung", "obtener outlook para ", "obtén outlook para ",
    "descarga outlook para ", "obtener bluemail para ", "por favor, disculpe mi brevedad", "disculpe mi brevedad",
    "disculpa mi brevedad", "libre de virus", "este correo electrónico ha sido comprobado en busca de virus",
    "von meinem ", "gesendet von ", "envoyé de mon ", "outlook for ios", "outlook per ios", "outlook para ios",
)  # fmt: skip
_LONGEST = 160

# What lists add: a rule, and then one of these within a few lines; or the words alone.
_RULE = re.compile(r"[_=-]{10,200}|(?:-=){5,60}-?|(?:[~*] ?){10,100}")
_OF_LISTS = (
    "mailing list", "lista di distribuzione", "lista de correo", "/listinfo", "/mailman", "unsubscribe",
    "per cancellarsi", "per annullare l'iscrizione", "darse de baja", "cancelar la suscripción", "groups.io links",
    "list archives", "google groups", "google gruppi", "grupos de google",
)  # fmt: skip
_ALONE = (
    "you received this message because you are subscribed to the google groups",
    "hai ricevuto questo messaggio perché sei iscritto al gruppo",
    "has recibido este mensaje porque estás suscrito al grupo",
    "to unsubscribe from this group",
)


def is_signature(line: str) -> bool:
    """Whether this is the line that signatures begin with (RFC 3676, 4.3); the space at its end may be lost."""
    return line.rstrip() in ("--", "—", "–", "-–", "–-") and line[:1] != " "


def added_by_program(line: str) -> bool:
    """Whether a program added this line, about itself or about viruses."""
    said = line.strip().lstrip("-—– ").lower().replace("’", "'")
    return len(said) <= _LONGEST and said.startswith(_SENT_FROM)


def begins_footer(lines: Sequence[str], at: int) -> bool:
    """Whether a list's footer begins with this line."""
    line = lines[at].strip()
    if line.lower().startswith(_ALONE):
        return True
    if _RULE.fullmatch(line[:300]) is None:
        return False
    below = [other[:300].lower() for other in lines[at + 1 : at + 5]]
    return any(words in other for other in below for words in _OF_LISTS)


def own_text(text: str) -> str:
    """The writer's own lines of a text, with no empty ones at either end, and never two within."""
    lines = text.split("\n")
    kept: list[str] = []
    at, signed = 0, False
    while at < len(lines):
        line = lines[at]
        if line.lstrip(" ").startswith(">"):
            # A signature ends where a quotation begins: some programs put it between.
            line, signed = "", False
        elif is_marker(line) or separator(lines, at):
            break
        elif introduced := attribution(lines, at):
            if not quoted_from(lines, at + introduced):
                break
            at += introduced
            continue
        elif is_signature(line) or begins_footer(lines, at):
            signed = True
        if not (signed or added_by_program(line)) and (line or kept and kept[-1]):
            kept.append(line)
        at += 1
    return "\n".join(kept).strip("\n ")


def without_armour(text: str) -> str:
    """A text that was signed where it stands (OpenPGP, RFC 4880, 7) without the lines of its signature."""
    lines = text.split("\n")
    if "-----BEGIN PGP SIGNED MESSAGE-----" not in lines[:5]:
        return text
    begin = lines.index("-----BEGIN PGP SIGNED MESSAGE-----")
    empty = next((n for n in range(begin, min(len(lines), begin + 10)) if not lines[n]), begin)
    end = next((n for n, line in enumerate(lines) if line == "-----BEGIN PGP SIGNATURE-----"), len(lines))
    return "\n".join(line.removeprefix("- ") for line in lines[empty + 1 : end])
