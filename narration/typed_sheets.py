"""Sheets as typed text, whatever game they are of, by the notation of its narrator."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from adjudicator import documents
from adjudicator.engine.decision import Decision
from adjudicator.engine.refusal import Refused
from adjudicator.engine.values import Edition
from narration.memo import of_the_same
from narration.narrators import narrator_of
from narration.notation.commands import COMMANDS, STANDING
from narration.notation.plain_notation import read_plain, write_plain
from narration.notation.reading import read_text
from narration.notation.reference import Reference, plain_reference, reference
from narration.notation.said import spelt
from narration.notation.script import Script as Script
from narration.notation.text_places import line_of as line_of
from narration.notation.text_places import lines_of as lines_of
from narration.notation.text_places import text_place as text_place
from narration.notation.writing import write_text
from narration.voice import Voice
from narration.words import Words

# What stands before the lines of a list.
_MARK = re.compile(r"[ \t*+\u2022-]*(?:\(?[0-9]{1,2}[.)])?[ \t]*")
# A line that is longer is no command.
LONGEST_COMMAND = 40


def sheet_text(sheet: Any, edition: Edition, modules: Collection[str], language: str) -> str:
    """A whole sheet as text in a reader's language, one instruction a line; it begins with the word that forgets what
    was sent before. `read_sheet_text` reads it back unchanged."""
    notation = narrator_of(edition).notation
    if notation is None:
        return write_plain(documents.encode(sheet))
    return write_text(sheet, notation, edition, modules, language)


def keywords(edition: Edition) -> frozenset[str]:
    """The words, spelt plainly, with which lines of typed sheets begin; none where sheets are not typed in words."""
    notation = narrator_of(edition).notation
    if notation is None:
        return frozenset()
    return frozenset((*notation.keywords.known, *COMMANDS.known, *STANDING.known))


def begins_instruction(line: str, edition: Edition) -> bool:
    """Whether a line of a typed sheet begins with a word that begins something new, and does not go on the one before;
    where sheets are not typed in words none does."""
    notation = narrator_of(edition).notation
    first = spelt(_MARK.sub("", line, count=1).strip().partition(" ")[0].rstrip(":"))
    if notation is None or not first:
        return False
    behalf = notation.behalf.words.every() if notation.behalf is not None else ()
    known = {*keywords(edition), *map(spelt, behalf)}
    return any(first == word.partition(" ")[0] for word in known)


def begins_line_for_call(line: str, edition: Edition) -> bool:
    """Whether a line of a typed text begins as one about the open call does: an instruction that does not stand for all
    calls, or that somebody is ready or not."""
    plain = spelt(_MARK.sub("", line, count=1).strip())
    command = COMMANDS.known.get(plain.strip(" .!:,"), "") if len(line) < LONGEST_COMMAND else ""
    if command or narrator_of(edition).notation is None:
        return command not in ("", "end") or line.lstrip().startswith("{")
    first = plain.partition(" ")[0].rstrip(":")
    lasting = any(first == word.partition(" ")[0] for word in STANDING.known)
    return begins_instruction(line, edition) and not lasting


def ends_text(line: str) -> bool:
    """Whether nothing below a line of a typed sheet is read."""
    return (
        line.rstrip() == "--"
        or len(line) < LONGEST_COMMAND
        and COMMANDS.known.get(spelt(line.strip(" \t.!:,"))) == "end"
    )


def typed_examples(
    window: str, questions: Collection[Decision], board: Any, seat: str, pace: str, v: Voice, modules: Collection[str]
) -> tuple[str, ...]:
    """Lines of a typed sheet as a call takes it, in the reader's language; none that say what the edition does not
    know, as one that a host brought may not know the names of an example."""
    notation, found = narrator_of(v.edition).notation, []
    if notation is None:
        return ()
    for line in narrator_of(v.edition).examples(window, questions, board, seat, pace, v):
        try:
            sheet = read_text(line, notation, v.edition, modules).sheet
        except Refused:
            continue
        found += write_text(sheet, notation, v.edition, modules, v.words.language).splitlines()[1:]
    return tuple(found)


def notation_reference(edition: Edition, modules: Collection[str], words: Words) -> Reference:
    """How sheets of an edition with these optional parts are typed, for a reader; without statements where they are
    typed as JSON. Every example is read and written for it, so it is kept for the next who asks."""
    return of_the_same("typed", (edition,), *modules, words.language, make=lambda: _reference(edition, modules, words))


def _reference(edition: Edition, modules: Collection[str], words: Words) -> Reference:
    notation = narrator_of(edition).notation
    if notation is None:
        return plain_reference(words)
    return reference(notation, edition, modules, words)


def read_sheet_text(
    text: str,
    edition: Edition,
    modules: Collection[str],
    earlier: Any = None,
    standing: Any = None,
    *,
    house: str = "",
    board: Any = None,
) -> Script:
    """What a text says in a game with these modules, laid over the `earlier` sheet and `standing` instructions; JSON is
    read as the whole sheet. Names that may be several mean what is the own of `house`, if it is given, and on the
    `board` its areas and those next to them.

    Raises Unreadable, or Ambiguous, with every fault: `where` is `line 3, column 9`, the words say what was understood
    and what is possible. Nothing is half read.
    """
    notation = narrator_of(edition).notation
    if notation is None:
        return read_plain(text, lambda data: documents.read_sheet(edition.id, data, tuple(modules)), earlier)
    return read_text(text, notation, edition, modules, earlier, standing, house, board)
