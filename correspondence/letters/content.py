"""A whole letter, from which its text and its HTML part are both laid out."""

from __future__ import annotations

import msgspec

from correspondence.letters.moments import Deadline
from correspondence.letters.payload import Picture, Thread
from narration.plain import Block


class Content(msgspec.Struct, frozen=True, kw_only=True):
    """A whole letter: `subject` and `preview` for lists of letters, `title` and `under` for its head.

    `reply_to`: where it is answered (empty: where all letters of this service are); such a letter begins with `marker`,
    the line above which an answer is to stand.
    """

    subject: str
    preview: str
    title: str
    under: str
    blocks: tuple[Block, ...]
    footer: tuple[tuple[str, str], ...]
    thread: Thread
    deadline: Deadline | None = None
    picture: Picture | None = None
    list_id: str = ""
    unsubscribe: str = ""
    reply_to: str = ""
    marker: str = ""


def one_line(text: str) -> str:
    """Text that people typed, as one line: no control characters, no line breaks, single spaces."""
    printable = text if text.isprintable() else "".join(c if c.isprintable() else " " for c in text)
    return " ".join(printable.split())
