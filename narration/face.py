"""Games in words, whatever family they are of: each is told by its family's narrator.

paragraphs = tell(records, edition("first-edition"), translator("en"), seat="stark")
print(plain(paragraphs))
"""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.kernel.event import Record
from adjudicator.kernel.family import Edition
from narration.families import NARRATORS, Narrator, narrator
from narration.paragraph import Paragraph
from narration.records import Parted
from narration.voice import Voice
from narration.words import Words


def voice(edition: Edition, words: Words, seat: str | None = None) -> Voice:
    """The voice of an edition for a reader; `seat` is theirs, None for everyone's story."""
    return narrator(edition.id).voice(edition, words, seat)


def narrator_of(v: Voice) -> Narrator:
    """The narrator whose voice this is."""
    return narrator(v.edition.id)


def tell(
    records: Iterable[Record] | Parted, edition: Edition, words: Words, seat: str | None = None
) -> list[Paragraph]:
    """The story of some records, in order.

    `seat` is the house whose own choices are told beside what came of them; None tells everybody's that the records
    hold (records for spectators hold none). Records may hold typed events or plain data as read from JSON.
    """
    return narrator(edition.id).tell(records, edition, words, seat)


def headline(records: Iterable[Record] | Parted, v: Voice) -> str:
    """What mattered most among some records, in a few words."""
    return narrator_of(v).headline(records, v)


def module_label(module: str) -> str:
    """What an optional part of the rules is called by whichever family has it, to be translated; its id for none."""
    return next((label for narrator in NARRATORS.values() if (label := narrator.module_label(module))), module)
