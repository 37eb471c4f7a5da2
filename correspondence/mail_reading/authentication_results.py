"""Authentication-Results (RFC 8601): what servers found out about who sent a mail. Read here, believed elsewhere.

A header that breaks the grammar has no results at all: half of one could say what the server did not. The grammar lets
one name be written in many ways, of which the filters of a mail server know one: a bare name right before the
semicolon. Names that are written otherwise are read, so that they are seen, and are not `plain`.
"""

from __future__ import annotations

import re

from correspondence.mail_reading.header_fields import Fields
from correspondence.mail_reading.mail import AuthenticationResult, MethodResult

# Headers, characters of one, and what one may find.
MOST_HEADERS, MOST_LENGTH, MOST_RESULTS = 20, 4096, 50
_SPACE = " \t\r\n"
_PLAIN = re.compile(r"[ \t]*[A-Za-z0-9._-]+;")


class _Broken(ValueError):
    """What is read is no such header."""


def read_authentication(fields: Fields) -> tuple[AuthenticationResult, ...]:
    """The results of all such headers, topmost first."""
    found: list[AuthenticationResult] = []
    received = 0
    for place, (name, value) in enumerate(fields.fields):
        received += name == "received"
        if name == "authentication-results" and len(found) < MOST_HEADERS:
            plain = place not in fields.odd and _PLAIN.match(value) is not None
            found.append(_result_header(value, received, plain))
    return tuple(found)


def _result_header(value: str, below: int, plain: bool) -> AuthenticationResult:
    server = ""
    try:
        if len(value) > MOST_LENGTH:
            raise _Broken
        first, *rest = _clauses(value)
        if any("=" in (name, sign) for name, sign, _ in _pairs(first)):
            # Microsoft's servers leave their name out.
            rest = [first, *rest]
        else:
            server = _server(first)
        return AuthenticationResult(server, _results(rest), below, plain)
    except _Broken:
        return AuthenticationResult(server, (), below, plain)


def _server(clause: list[str]) -> str:
    words = "".join(clause).split()
    # A version may follow the name.
    if not words or len(words) > 2 or (len(words) == 2 and not words[1].isdigit()):
        raise _Broken
    return words[0].replace("\x00", "").lower()


def _results(clauses: list[list[str]]) -> tuple[MethodResult, ...]:
    found = []
    for number, clause in enumerate(clauses):
        if not "".join(clause).strip():
            if number == len(clauses) - 1 and number:
                continue
            raise _Broken
        if [word.lower() for word in "".join(clause).split()] == ["none"]:
            if len(clauses) > 1 and "".join(clauses[1]).strip():
                raise _Broken
            return ()
        found.append(_result(_pairs(clause)))
        if len(found) > MOST_RESULTS:
            raise _Broken
    return tuple(found)


def _result(pairs: list[tuple[str, str, str]]) -> MethodResult:
    if not pairs or any(sign != "=" for _, sign, _ in pairs):
        raise _Broken
    (method, _, result), *more = pairs
    method = method.partition("/")[0].lower()
    if not method or not result or not result.isascii():
        raise _Broken
    return MethodResult(method, result.lower(), tuple((name, value) for name, _, value in more))


def _clauses(value: str) -> list[list[str]]:
    """The clauses between semicolons, without comments; each as its signs, those that were quoted behind a NUL."""
    clauses: list[list[str]] = [[]]
    quoted, escaped, depth = False, False, 0
    for sign in value.replace("\x00", " "):
        if escaped:
            escaped = False
            if not depth:
                clauses[-1].append("\x00" + sign)
        elif sign == "\\" and (quoted or depth):
            escaped = True
        elif quoted:
            quoted = sign != '"'
            # An empty quotation is a value, too.
            clauses[-1].append("\x00" + sign if quoted else "\x00")
        elif sign == "(":
            depth += 1
        elif sign == ")":
            depth -= 1
            clauses[-1].append(" ")
        elif depth:
            continue
        elif sign == '"':
            quoted = True
        elif sign == ";":
            clauses.append([])
        else:
            clauses[-1].append(sign)
        if depth < 0:
            raise _Broken
    if quoted or escaped or depth:
        raise _Broken
    return clauses


def _pairs(clause: list[str]) -> list[tuple[str, str, str]]:
    """Name, sign and value of each `name = value`; without a sign what has none."""
    found: list[tuple[str, str, str]] = []
    at = _skip(clause, 0)
    while at < len(clause):
        name, at = _word(clause, at, "=")
        at = _skip(clause, at)
        if at < len(clause) and clause[at] == "=":
            value, at = _word(clause, _skip(clause, at + 1), "")
            found.append((name.lower(), "=", value))
        else:
            found.append((name.lower(), "", ""))
        at = _skip(clause, at)
    return found


def _skip(clause: list[str], at: int) -> int:
    while at < len(clause) and clause[at] in _SPACE:
        at += 1
    return at


def _word(clause: list[str], at: int, until: str) -> tuple[str, int]:
    begin = at
    while at < len(clause) and clause[at] not in _SPACE and clause[at] != (until or None):
        at += 1
    return "".join(sign[1:] if sign[0] == "\x00" else sign for sign in clause[begin:at]), at
