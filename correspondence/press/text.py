"""The text of a message, before it is kept: paragraphs of visible characters, nothing else."""

from __future__ import annotations

import re

from correspondence.characters import settled, unseen
from correspondence.errors import Invalid
from narration.words import N_

LONGEST_BODY = 8000
_BREAKS = re.compile(r"\r\n|[\r\n\v\f\x85\u2028\u2029]")


def body(typed: str, field: str = "body") -> str:
    """Paragraphs with an empty line between them. Invalid: `empty`, `too-long`, `too-many-marks`,
    `control-characters`."""
    text = _BREAKS.sub("\n", settled(typed, field, LONGEST_BODY)).replace("\t", " ")
    if any(map(unseen, text.split("\n"))):
        raise Invalid("control-characters", N_("The text has characters that cannot be shown."), field)
    text = re.sub(r"\n{3,}", "\n\n", "\n".join(line.rstrip() for line in text.split("\n"))).strip()
    if not text:
        raise Invalid("empty", N_("Something has to stand here."), field)
    if len(text) > LONGEST_BODY:
        words = N_("This is longer than {longest} characters; it has {length}.")
        raise Invalid("too-long", words, field, longest=LONGEST_BODY, length=len(text))
    return text


def paragraphs(text: str) -> tuple[str, ...]:
    """The paragraphs of a kept text; single line breaks stay inside of them."""
    return tuple(filter(None, text.split("\n\n")))


def snippet(text: str, longest: int = 140) -> str:
    """The beginning of a text on one line."""
    line = " ".join(text.split())
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"
