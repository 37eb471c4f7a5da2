"""The lines with which mail programs say that what follows is somebody else's.

Those that say so in words not known here are known by a date and an address before a colon.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

# Characters of a line that are looked at, and lines over which such a sentence may go.
MOST_LINE, MOST_LINES = 400, 4

# "On ... wrote:" and its like. Languages that nobody plays in cost nothing here, and their quotations would be orders.
_WROTE = (
    "wrote:", "wrote :", "writes:", "ha scritto:", "hai scritto:", "scrisse:", "scriveva:", "scrive:",
    "escribió:", "escribio:", "ha escrito:", "escribe:", "schrieb:", "a écrit :", "a écrit:", "escreveu:", "schreef:",
    "skrev:", "napisał:", "napisał(a):", "said:", "kirjoitti:", "写道:", "写道：", "のメール:", "написал:", "написала:",
)  # fmt: skip
_WROTE_BARE = tuple(words.rstrip(": ：") for words in _WROTE)
_STARTS = (
    "on ",
    "en ",
    "il ",
    "el ",
    "am ",
    "le ",
    "op ",
    "den ",
    "em ",
    "il giorno ",
    "in data ",
    "at ",
    "nel giorno ",
)
# With the verb in the middle: "Am 20.11.2026 schrieb Rookery:", "Rookery ha scritto il 20/11/2026 alle 10:11:".
_MIDDLE = (
    " schrieb ",
    " ha scritto il ",
    " wrote on ",
    " escribió el ",
    " ha scritto in data ",
    " skrev ",
    " schreef ",
)
# Chinese and Japanese put no spaces between figures and words.
_DATED = re.compile(
    r"(?<![0-9])(?:(?:19|20)[0-9]{2}(?![0-9])|[0-9]{1,2}[:.][0-9]{2}(?![0-9])|[0-9]{1,2}/[0-9]{1,2}/[0-9]{2}(?![0-9]))"
)
# Gmail of long ago, and of languages for which it has no sentence: "2026-11-20 10:11 GMT+01:00 Name <a@b>:".
_BARE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{1,2}:[0-9]{2} [^\n]*>:")

# Beyond these, nothing is the writer's.
_BETWEEN = (
    "original message", "messaggio originale", "messaggio originario", "mensaje original", "reply message",
    "forwarded message", "forwarded by", "messaggio inoltrato", "inoltrato da", "mensaje reenviado", "reenviado por",
    "ursprüngliche nachricht", "weitergeleitete nachricht", "message d'origine", "message transféré",
    "mensagem original", "mensagem encaminhada",
)  # fmt: skip
_WHOLE = frozenset({
    "begin forwarded message:", "inizio messaggio inoltrato:", "inicio del mensaje reenviado:",
    "anfang der weitergeleiteten nachricht:", "início da mensagem reencaminhada:",
})  # fmt: skip
_DASHED = re.compile(r"[-_=*]{4,40} ?([^\W_].{3,200})")
# The same with dashes behind it: "---- On Fri, 20 Nov 2026 10:11 Rookery <r@example.org> wrote ----".
_BETWEEN_DASHES = re.compile(r"[-_=*]{2,40} ?([^\W_].{3,300}?) ?[-_=*]{2,40}")
_RULE = re.compile(r"[_\u2014\u2500-]{20,200}")

# The head of the mail before, as Outlook writes it. Which label is of which kind, in all our languages at once.
_LABELS = {
    "from": "from", "da": "from", "de": "from", "von": "from",
    "sent": "date", "date": "date", "inviato": "date", "data": "date", "enviado": "date", "enviado el": "date",
    "fecha": "date", "gesendet": "date", "datum": "date", "envoyé": "date",
    "to": "to", "a": "to", "para": "to", "an": "to", "à": "to",
    "subject": "subject", "oggetto": "subject", "asunto": "subject", "betreff": "subject", "objet": "subject",
    "cc": "cc", "ccn": "cc", "cco": "cc", "reply-to": "cc", "rispondi a": "cc", "responder a": "cc",
}  # fmt: skip
_LABEL = re.compile(r"[* ]{0,4}([A-Za-zàèéí-]{1,12}(?: [a-z]{1,2})?)[* ]{0,4}:")
# A line of such a head in any language: a word or two, a colon, something behind it.
_ANY_LABEL = re.compile(r"[* ]{0,4}[^\W\d_][^\W\d_]{0,15}(?:[ -][^\W\d_]{1,12})?[* ]{0,4}[:：][* ]{0,4}(\S.*)")
_ADDRESS = re.compile(r"[^\s@<>:;,]@[^\s@<>:;,]{1,200}\.[a-z]{2,20}", re.IGNORECASE)


def attribution(lines: Sequence[str], at: int) -> int:
    """How many lines from here on say "On such a day somebody wrote:"; 0 if they do not."""
    first = lines[at].lstrip()[:MOST_LINE].lower()
    starts = first.startswith(_STARTS) or _DATED.match(first) is not None
    joined = ""
    for count, line in enumerate(lines[at : at + MOST_LINES], 1):
        said = line[:MOST_LINE].strip()
        if not said or not (starts or count == 1):
            return 0
        joined = f"{joined} {said}" if joined else said
        if said.endswith((":", "：")) and _says_so(joined, quoted_from(lines, at + count)):
            return count
    return 0


def quoted_from(lines: Sequence[str], at: int) -> bool:
    """Whether quoted lines begin here, or after an empty line or two."""
    for line in lines[at : at + 3]:
        if line.strip():
            return line.lstrip(" ").startswith(">")
    return False


def _says_so(sentence: str, quoted_next: bool) -> bool:
    low = sentence.lower().replace("\u00a0", " ")
    known = _dated(low) or "@" in low
    if low.endswith(_WROTE):
        return known or quoted_next
    if any(middle in low for middle in _MIDDLE) or _BARE.fullmatch(sentence):
        return known
    # In any language: an address and a day before a colon are somebody else's words to come.
    return _ADDRESS.search(low) is not None and _dated(low)


def _dated(sentence: str) -> bool:
    return _DATED.search(sentence) is not None


def separator(lines: Sequence[str], at: int) -> bool:
    """Whether nothing is the writer's from this line on: a forwarded mail, or the one before as Outlook keeps it."""
    line = lines[at].strip()
    if not line or len(line) > MOST_LINE:
        return False
    low = line.lower().lstrip("*").rstrip("* ")
    if low in _WHOLE:
        return True
    dashed = _DASHED.fullmatch(low)
    if dashed is not None and dashed[1].startswith(_BETWEEN):
        return True
    between = _BETWEEN_DASHES.fullmatch(low)
    if between is not None and _dated(low) and (_ADDRESS.search(low) or between[1].endswith(_WROTE_BARE)):
        return True
    if _RULE.fullmatch(line):
        following = next((n for n in range(at + 1, min(len(lines), at + 4)) if lines[n].strip()), -1)
        return following > 0 and _head_of_mail(lines, following)
    return _head_of_mail(lines, at)


def _head_of_mail(lines: Sequence[str], at: int) -> bool:
    """Whether the head of another mail begins here: three of From, date, To and Subject, each with its label, From or
    the date first; or, in a language not known here, three lines of a word and a colon one below the other, one with an
    address and one with a date, the first of them one of these two."""
    if _label(lines[at]) in ("from", "date"):
        kinds = {_label(line) for line in lines[at : at + 9]}
        if len(kinds & {"from", "date", "to", "subject"}) >= 3:
            return True
    return _head_by_shape(lines, at)


def _head_by_shape(lines: Sequence[str], at: int) -> bool:
    addressed = dated = False
    for count, line in enumerate(lines[at : at + 9], 1):
        found = _ANY_LABEL.match(line[:MOST_LINE])
        if found is None:
            return False
        addressed = addressed or _ADDRESS.search(found[1]) is not None
        dated = dated or _dated(found[1])
        if not (addressed or dated):
            return False
        if count >= 3 and addressed and dated:
            return True
    return False


def _label(line: str) -> str:
    found = _LABEL.match(line[:80])
    return _LABELS.get(found[1].lower(), "") if found else ""
