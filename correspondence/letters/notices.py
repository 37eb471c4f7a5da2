"""What notices say, from `words.toml`: their streams and their words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from narration.words import word_tables

Stream = Literal["results", "reminders", "deadlines", "games", "press", "gm", "account"]


@dataclass(frozen=True)
class NoticeWords:
    """The words of a notice, as templates that the notice's values and moments fill.

    `{title}` is the game's, `{site}` the service's name. A paragraph one of whose values is empty is left out. `button`
    is what the link says; without it there is no button. `urgent` notices wait neither for a digest nor for the end of
    quiet hours, and cannot be turned off.
    """

    stream: Stream
    subject: str
    paragraphs: tuple[str, ...]
    button: str = ""
    urgent: bool = False


def _read() -> dict[str, NoticeWords]:
    found = {}
    for urgency, streams in word_tables(__name__).items():
        for stream, groups in streams.items():
            for group in groups:
                for what, words in group["kinds"].items():
                    subject, *paragraphs = (group["subject"], *words) if "subject" in group else words
                    paragraphs += group.get("after", ())
                    button = group.get("button", "")
                    found[what] = NoticeWords(stream, subject, tuple(paragraphs), button, urgency == "urgent")
    return found


NOTICES = _read()
# Those about who may act as the reader; all of them are urgent.
SECURITY_LETTERS = [what for what, words in NOTICES.items() if words.stream == "account" and words.urgent]
# Why a game is paused, by the code of its reason; who has none of these wrote a reason of their own.
WHY_PAUSED = {
    what.removeprefix("paused-"): words.paragraphs[0] for what, words in NOTICES.items() if what.startswith("paused-")
}
