"""Quoted-printable, piece by piece: each is encoded by itself, so that what letters share is encoded once.

Put together, encoded pieces are the encoded text: every piece begins a line of the message, after one that ends in a
line break, the text's own or a soft one, which is none to who reads it.
"""

from __future__ import annotations

import binascii

from narration.memo import remembered

# The longest line of a message, and the sign at the end of one that goes on in the next.
LINE, SOFT = 76, "=\r\n"


def quoted(text: str) -> str:
    """A text as quoted-printable lines of at most 76 characters; `\\n` is its line break."""
    if _plain(text):
        return text.replace("\n", "\r\n")
    return binascii.b2a_qp(text.encode()).decode("ascii").replace("\n", "\r\n")


@remembered
def piece(text: str) -> str:
    """The same, as a piece after which another begins."""
    if len(text) < LINE and "=" not in text and text.isascii() and text.isprintable():
        return text + SOFT if text else ""
    lines = quoted(text)
    if lines.endswith("\n"):
        return lines
    begin = lines.rfind("\n") + 1
    if len(lines) - begin >= LINE:
        # No room for the sign that the text goes on: the line is cut before it, but never within `=C3`.
        cut = begin + LINE - 3
        while "=" in lines[cut - 2 : cut]:
            cut -= 1
        lines = lines[:cut] + SOFT + lines[cut:]
    return lines + SOFT


def _plain(text: str) -> bool:
    """Whether a text is its own encoding, as most lines of text are."""
    return (
        "=" not in text
        and text.isascii()
        and " \n" not in text
        and text[-1:] != " "
        and all(len(line) <= LINE and line.isprintable() for line in text.split("\n"))
    )
