"""Extract what a mail's writer wrote: no quotations, signature or attributions.

Attributions in unknown languages are known by a date and an address before a colon. Lines between quoted ones are the
writer's: people answer above, below and in between. Nothing is after the header of another mail, as Outlook writes it,
or in a forwarded mail.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from correspondence.mail_reading.mail import PHRASES

# What it says between its dashes, by language.
REPLY_ABOVE = {
    "en": "reply above this line",
    "it": "rispondi sopra questa riga",
    "es": "responde encima de esta línea",
}
_DASHES = re.compile(r"[-\u2010-\u2015\u2212 ]+")


def marker_line(language: str) -> str:
    """The line as an email in this language has it."""
    return f"-- {REPLY_ABOVE[language]} --"


def is_marker(line: str) -> bool:
    """Whether a line is the marker, even with dashes, spaces or accents changed."""
    return len(line) <= 80 and " ".join(_DASHES.sub(" ", line).casefold().split()) in _SAID


_SAID = frozenset(REPLY_ABOVE.values()) | {REPLY_ABOVE["es"].replace("í", "i")}


# Characters of a line that are looked at, and lines over which such a sentence may go.
MAX_LINE, MAX_LINES = 400, 4

_WORDS = PHRASES["quotation"]
_WROTE_BARE = tuple(words.rstrip(": ：") for words in _WORDS["wrote"])
# Chinese and Japanese put no spaces between figures and words.
_DATED = re.compile(
    r"(?<![0-9])(?:(?:19|20)[0-9]{2}(?![0-9])|[0-9]{1,2}[:.][0-9]{2}(?![0-9])|[0-9]{1,2}/[0-9]{1,2}/[0-9]{2}(?![0-9]))"
)
# Gmail of long ago, and of languages for which it has no sentence: "2026-11-20 10:11 GMT+01:00 Name <a@b>:".
_BARE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{1,2}:[0-9]{2} [^\n]*>:")

_DASHED = re.compile(r"[-_=*]{4,40} ?([^\W_].{3,200})")
# The same with dashes behind it: "---- On Fri, 20 Nov 2026 10:11 Rookery <r@example.org> wrote ----".
_BETWEEN_DASHES = re.compile(r"[-_=*]{2,40} ?([^\W_].{3,300}?) ?[-_=*]{2,40}")
_RULED_LINE = re.compile(r"[_\u2014\u2500-]{20,200}")

# Labels in the head of the mail before, as Outlook writes it.
_LABELS = {label: kind for kind, labels in PHRASES["labels"].items() for label in labels}
_LABEL = re.compile(r"[* ]{0,4}([A-Za-zàèéí-]{1,12}(?: [a-z]{1,2})?)[* ]{0,4}:")
# A line of such a head in any language: a word or two, a colon, something behind it.
_ANY_LABEL = re.compile(r"[* ]{0,4}[^\W\d_][^\W\d_]{0,15}(?:[ -][^\W\d_]{1,12})?[* ]{0,4}[:：][* ]{0,4}(\S.*)")
_ADDRESS = re.compile(r"[^\s@<>:;,]@[^\s@<>:;,]{1,200}\.[a-z]{2,20}", re.IGNORECASE)


def attribution(lines: Sequence[str], at: int) -> int:
    """Count the lines from here that say "On such a day somebody wrote:"; 0 if none."""
    first = lines[at].lstrip()[:MAX_LINE].lower()
    starts = first.startswith(_WORDS["starts"]) or _DATED.match(first) is not None
    joined = ""
    for count, line in enumerate(lines[at : at + MAX_LINES], 1):
        text = line[:MAX_LINE].strip()
        if not text or not (starts or count == 1):
            return 0
        joined = f"{joined} {text}" if joined else text
        if text.endswith((":", "：")) and _is_attribution(joined, is_quote_start(lines, at + count)):
            return count
    return 0


def is_quote_start(lines: Sequence[str], at: int) -> bool:
    """Whether quoted lines begin here, or after an empty line or two."""
    for line in lines[at : at + 3]:
        if line.strip():
            return line.lstrip(" ").startswith(">")
    return False


def _is_attribution(sentence: str, quoted_next: bool) -> bool:
    """Whether a sentence says who wrote the quotation below it.
    `quoted_next`: quoted lines follow, so that "wrote:" needs no date or address."""
    low = sentence.lower().replace("\u00a0", " ")
    has_date_or_address = _has_date(low) or "@" in low
    if low.endswith(_WORDS["wrote"]):
        return has_date_or_address or quoted_next
    if any(middle in low for middle in _WORDS["middle"]) or _BARE.fullmatch(sentence):
        return has_date_or_address
    # In any language: an address and a day before a colon are somebody else's words to come.
    return _ADDRESS.search(low) is not None and _has_date(low)


def _has_date(sentence: str) -> bool:
    return _DATED.search(sentence) is not None


def separator(lines: Sequence[str], at: int) -> bool:
    """Whether the rest is not the writer's: a forwarded mail, or Outlook's quoted one."""
    line = lines[at].strip()
    if not line or len(line) > MAX_LINE:
        return False
    low = line.lower().lstrip("*").rstrip("* ")
    if low in _WORDS["whole"]:
        return True
    dashed = _DASHED.fullmatch(low)
    if dashed is not None and dashed[1].startswith(_WORDS["between"]):
        return True
    between = _BETWEEN_DASHES.fullmatch(low)
    if between is not None and _has_date(low) and (_ADDRESS.search(low) or between[1].endswith(_WROTE_BARE)):
        return True
    if _RULED_LINE.fullmatch(line):
        following = next((n for n in range(at + 1, min(len(lines), at + 4)) if lines[n].strip()), -1)
        return following > 0 and _head_of_mail(lines, following)
    return _head_of_mail(lines, at)


def _head_of_mail(lines: Sequence[str], at: int) -> bool:
    """Whether a quoted mail's header begins here: three of From, date, To, Subject.
    Each with its label, From or the date first; or, in an unknown language, three lines in a row of a word and a
    colon, one with an address and one with a date, the first of them one of these two."""
    if _label(lines[at]) in ("from", "date"):
        kinds = {_label(line) for line in lines[at : at + 9]}
        if len(kinds & {"from", "date", "to", "subject"}) >= 3:
            return True
    return _looks_like_header(lines, at)


def _looks_like_header(lines: Sequence[str], at: int) -> bool:
    """Whether labelled lines begin here that look like the header of a mail.
    There are three or more in a row, in any language, each with an address or a date; both must occur."""
    addressed = dated = False
    for count, line in enumerate(lines[at : at + 9], 1):
        match = _ANY_LABEL.match(line[:MAX_LINE])
        if match is None:
            return False
        addressed = addressed or _ADDRESS.search(match[1]) is not None
        dated = dated or _has_date(match[1])
        if not (addressed or dated):
            return False
        if count >= 3 and addressed and dated:
            return True
    return False


def _label(line: str) -> str:
    match = _LABEL.match(line[:80])
    return _LABELS.get(match[1].lower(), "") if match else ""


_MAX_LENGTH = 160

# What lists add above their words.
_RULE = re.compile(r"[_=-]{10,200}|(?:-=){5,60}-?|(?:[~*] ?){10,100}")


def is_signature(line: str) -> bool:
    """Whether a line is the signature separator (RFC 3676, 4.3), trimmed or not."""
    return line.rstrip() in ("--", "—", "–", "-–", "–-") and line[:1] != " "


def added_by_program(line: str) -> bool:
    """Whether a program added this line, about itself or about viruses."""
    text = line.strip().lstrip("-—– ").lower().replace("’", "'")
    return len(text) <= _MAX_LENGTH and text.startswith(_WORDS["sent-from"])


def is_footer_start(lines: Sequence[str], at: int) -> bool:
    """Whether a list's footer begins with this line."""
    line = lines[at].strip()
    if line.lower().startswith(_WORDS["alone"]):
        return True
    if _RULE.fullmatch(line[:300]) is None:
        return False
    below = [other[:300].lower() for other in lines[at + 1 : at + 5]]
    return any(words in other for other in below for words in _WORDS["of-lists"])


def own_text(text: str) -> str:
    """Return the writer's own lines, trimmed, with single empty lines within."""
    lines = text.split("\n")
    own_lines: list[str] = []
    at, signed = 0, False
    while at < len(lines):
        line = lines[at]
        if line.lstrip(" ").startswith(">"):
            # A signature ends where a quotation begins: some programs put it between.
            line, signed = "", False
        elif is_marker(line) or separator(lines, at):
            break
        elif introduced := attribution(lines, at):
            if not is_quote_start(lines, at + introduced):
                break
            at += introduced
            continue
        elif is_signature(line) or is_footer_start(lines, at):
            signed = True
        if not (signed or added_by_program(line)) and (line or own_lines and own_lines[-1]):
            own_lines.append(line)
        at += 1
    return "\n".join(own_lines).strip("\n ")


def without_armour(text: str) -> str:
    """Return a clear-signed text (OpenPGP, RFC 4880, 7) without its signature."""
    lines = text.split("\n")
    if "-----BEGIN PGP SIGNED MESSAGE-----" not in lines[:5]:
        return text
    begin = lines.index("-----BEGIN PGP SIGNED MESSAGE-----")
    empty = next((n for n in range(begin, min(len(lines), begin + 10)) if not lines[n]), begin)
    end = next((n for n, line in enumerate(lines) if line == "-----BEGIN PGP SIGNATURE-----"), len(lines))
    return "\n".join(line.removeprefix("- ") for line in lines[empty + 1 : end])
