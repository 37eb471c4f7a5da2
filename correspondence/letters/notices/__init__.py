"""What a kind of notice is: the stream it belongs to and its words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

Stream = Literal["results", "reminders", "deadlines", "games", "press", "gm", "account"]
STREAMS: tuple[Stream, ...] = get_args(Stream)


@dataclass(frozen=True)
class NoticeWords:
    """The words of a notice, as templates (marked with `N_`) that the notice's values and moments fill.

    `{title}` is the game's, `{site}` the service's name. A paragraph one of whose values is empty is left out. `button`
    is what the link says; without it there is no button. `urgent` notices wait neither for a digest nor for the end of
    quiet hours, and cannot be turned off.
    """

    stream: Stream
    subject: str
    paragraphs: tuple[str, ...]
    button: str = ""
    urgent: bool = False


def notice(stream: Stream, subject: str, *paragraphs: str, button: str = "", urgent: bool = False) -> NoticeWords:
    """The words of a notice, in the order in which a letter shows them."""
    return NoticeWords(stream, subject, paragraphs, button, urgent)
