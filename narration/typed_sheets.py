"""Sheets as typed text, whatever game they are of, by the notation of its narrator."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

from adjudicator import documents
from adjudicator.engine.decision import Decision, Refusal, Refused, Unreadable
from adjudicator.engine.values import Edition
from narration.memo import of_the_same
from narration.narrator import Voice
from narration.narrators import narrator_of
from narration.notation.cursor import Source
from narration.notation.reading import Script, read_text
from narration.notation.reference import Reference, plain_reference, reference
from narration.notation.words import COMMANDS, STANDING, spelt
from narration.notation.writing import write_text
from narration.words import N_, Words

LINE = N_("line {line}")
_PLACE = re.compile(r"line ([0-9]+)(?:, column ([0-9]+))?")


def lines_of(place: str, lines: Mapping[str, int]) -> tuple[int, ...]:
    """The lines of a text that say what stands at a place of its sheet, or within it, or else around it."""
    if place in lines:
        return (lines[place],)
    within = sorted({line for said, line in lines.items() if said.startswith((f"{place}.", f"{place}["))})
    if within:
        return tuple(within)
    while place and place not in lines:
        place = place.rpartition(".")[0]
    return (lines[place],) if place else ()


def line_of(place: str, lines: Mapping[str, int]) -> int:
    """The first of these lines; 0 if none says it."""
    return next(iter(lines_of(place, lines)), 0)


def text_place(where: str, words: Words) -> str:
    """`line 3, column 9` in the reader's language; anything else as it is."""
    found = _PLACE.fullmatch(where)
    if found is None:
        return where
    if found[2] is None:
        return words.say(LINE, line=found[1])
    return words.say("line {line}, column {column}", line=found[1], column=found[2])


def write_plain(data: bytes) -> str:
    """The document of a sheet, a line for each of its parts."""
    return json.dumps(json.loads(data), ensure_ascii=False, indent=1) + "\n"


def read_plain(text: str, read: Callable[[bytes], Any], earlier: Any = None) -> Script:
    """A text of JSON, with lines such as READY before or behind it. Raises Unreadable (`bad-json`, or what the family
    says of the sheet)."""
    ready, cleared, rest = None, False, list[str]()
    for line in Source(text).lines:
        command = COMMANDS.known.get(spelt(line.strip())) if len(line) < 40 else None
        if command == "end" or line.rstrip() == "--":
            break
        if command is None:
            rest.append(line)
        elif command == "clear":
            cleared = True
        else:
            ready = command == "ready"
    document = "\n".join(rest).strip()
    if not document:
        return Script(earlier if earlier is not None and not cleared else read(b"{}"), None, ready, cleared)
    if not document.startswith("{"):
        words = "this game's sheets are written as JSON, which begins with a bracket"
        raise Unreadable(Refusal("bad-json", words, "line 1, column 1"))
    return Script(read(document.encode(errors="replace")), None, ready, True, True)


# What stands before the lines of a list.
_MARK = re.compile(r"[ \t*+\u2022-]*(?:\(?[0-9]{1,2}[.)])?[ \t]*")
# A line that is longer is no command.
MAX_COMMAND = 40


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
    return notation is not None and first in notation.beginnings


def begins_line_for_call(line: str, edition: Edition) -> bool:
    """Whether a line of a typed text begins as one about the open call does: an instruction that does not stand for all
    calls, or that somebody is ready or not."""
    plain = spelt(_MARK.sub("", line, count=1).strip())
    command = COMMANDS.known.get(plain.strip(" .!:,"), "") if len(line) < MAX_COMMAND else ""
    if command or narrator_of(edition).notation is None:
        return command not in ("", "end") or line.lstrip().startswith("{")
    first = plain.partition(" ")[0].rstrip(":")
    return begins_instruction(line, edition) and first not in STANDING.begins


def ends_text(line: str) -> bool:
    """Whether nothing below a line of a typed sheet is read."""
    return (
        line.rstrip() == "--" or len(line) < MAX_COMMAND and COMMANDS.known.get(spelt(line.strip(" \t.!:,"))) == "end"
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
    notation = narrator_of(edition).notation
    if notation is None:
        return plain_reference(words)
    return of_the_same(
        "typed", (edition,), *modules, words.language, make=lambda: reference(notation, edition, modules, words)
    )


def read_sheet_text(
    text: str,
    edition: Edition,
    modules: Collection[str],
    earlier: Any = None,
    standing: Any = None,
    *,
    house: str = "",
    board: Any = None,
    asked: Collection[Decision] = (),
    partly: bool = False,
) -> Script:
    """What a text says in a game with these modules, laid over the `earlier` sheet and `standing` instructions; JSON is
    read as the whole sheet. Names that may be several mean what is the own of `house`, if it is given, and on the
    `board` its areas and those next to them. `asked` are its decisions if the call asks one by one
    (`Game.own_questions`). `partly`: lines with faults are left open (`Script.open`).

    Raises Unreadable, or Ambiguous, with every fault: `where` is `line 3, column 9`, the words say what was understood
    and what is possible. Nothing is half read.
    """
    notation = narrator_of(edition).notation
    if notation is None:
        return read_plain(text, lambda data: documents.read_sheet(edition.id, data, tuple(modules)), earlier)
    return read_text(text, notation, edition, modules, earlier, standing, house, board, asked=asked, partly=partly)
