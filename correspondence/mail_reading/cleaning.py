"""Text as it may be kept: without what nobody sees, and never too long."""

from __future__ import annotations

import re

_BREAKS = re.compile("\r\n|[\r\n\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029]")
# Control characters, halves of pairs, private signs, what turns text around, and what fills a place unseen.
_UNSEEN = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f"
    "\ud800-\udfff\ue000-\uf8ff\ufeff\ufff0-\uffff\U000e0000-\U000e0fff\U000f0000-\U0010ffff]"
)
_SPACES = re.compile("[\t\u00a0\u2000-\u200a\u202f\u205f\u3000]")


def clean_text(text: str) -> str:
    """A text with `\\n` as its only line break and plain spaces as its only spaces, nothing at the ends of lines."""
    whole = _UNSEEN.sub("", _SPACES.sub(" ", _BREAKS.sub("\n", text)))
    return "\n".join([line.rstrip(" ") for line in whole.split("\n")])


def one_line(text: str, longest: int) -> str:
    """The same as one line, spaces alone between its words, of at most so many characters."""
    return " ".join(clean_text(text[: 4 * longest]).split())[:longest].rstrip()
