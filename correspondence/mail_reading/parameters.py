"""Content-Type and Content-Disposition: a value and its parameters, also those of RFC 2231."""

from __future__ import annotations

import re
from urllib.parse import unquote_to_bytes

from correspondence.mail_reading.charsets import decoded
from correspondence.mail_reading.header_fields import words_of

MOST_PARAMETERS = 40
_ESCAPED = re.compile(r"\\(.)")


def read_parameters(value: str) -> tuple[str, dict[str, str]]:
    """The value before the first `;` in lower case, and the parameters by their names in lower case."""
    first, *rest = _parts(value)
    given: dict[str, str] = {}
    for part in rest[:MOST_PARAMETERS]:
        name, _, said = part.partition("=")
        given.setdefault(name.strip().lower(), said.strip())
    return first.strip().lower(), _settled(given)


def _parts(value: str) -> list[str]:
    """The pieces between semicolons that stand in no quotation."""
    parts, begin, quoted, escaped = [], 0, False, False
    for place, sign in enumerate(value):
        if escaped:
            escaped = False
        elif sign == "\\" and quoted:
            escaped = True
        elif sign == '"':
            quoted = not quoted
        elif sign == ";" and not quoted:
            parts.append(value[begin:place])
            begin = place + 1
    return [*parts, value[begin:]]


def _settled(given: dict[str, str]) -> dict[str, str]:
    plain = {name: words_of(_unquoted(said)) for name, said in given.items() if "*" not in name}
    for name in dict.fromkeys(at.partition("*")[0] for at in given if "*" in at):
        plain[name] = _extended(name, given)
    return plain


def _unquoted(said: str) -> str:
    if said[:1] != '"':
        return said.partition("(")[0].strip() if "(" in said else said
    return _ESCAPED.sub(r"\1", said[1:].rpartition('"')[0] or said[1:])


def _extended(name: str, given: dict[str, str]) -> str:
    """A parameter in pieces (`name*0*`) or with its charset (`name*`)."""
    pieces = [f"{name}*"] if f"{name}*" in given else []
    for number in range(MOST_PARAMETERS):
        pieces += [at for at in (f"{name}*{number}*", f"{name}*{number}") if at in given]
    data, charset = b"", ""
    for place, at in enumerate(pieces):
        said = _unquoted(given[at])
        if at.endswith("*"):
            if place == 0 and said.count("'") >= 2:
                charset, _, said = said.split("'", 2)
            data += unquote_to_bytes(said)
        else:
            data += said.encode("utf-8", "replace")
    return decoded(data, charset)
