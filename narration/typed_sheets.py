"""Typed order sheets of any game, by the notation of its narrator."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from adjudicator import documents
from adjudicator.engine.decision import Decision, Refusal, Refused, Unreadable
from adjudicator.engine.values import Edition
from narration.memo import cached_by_identity
from narration.narrator import Voice
from narration.narrators import narrator_of
from narration.notation.cursor import Source
from narration.notation.reading import MAX_FAULTS, OpenLine, Script, read_text
from narration.notation.reference import Reference, plain_reference, reference
from narration.notation.words import COMMANDS, STANDING, spelt
from narration.notation.writing import write_text
from narration.words import N_, Words

T = TypeVar("T")
LINE = N_("line {line}")
_PLACE = re.compile(r"line ([0-9]+)(?:, column ([0-9]+))?")


def lines_of(place: str, lines: Mapping[str, int]) -> tuple[int, ...]:
    """Return the lines that set a place of the sheet, or within or around it.
    `lines` gives line numbers by places such as `marches.stoney-sept[1]`."""
    if place in lines:
        return (lines[place],)
    within = sorted({line for inner_place, line in lines.items() if inner_place.startswith((f"{place}.", f"{place}["))})
    if within:
        return tuple(within)
    while place and place not in lines:
        place = place.rpartition(".")[0]
    return (lines[place],) if place else ()


def line_of(place: str, lines: Mapping[str, int]) -> int:
    """Return the first line that sets a place of the sheet; 0 if none does.
    `lines` gives line numbers by places; lines within or around the place count too."""
    return next(iter(lines_of(place, lines)), 0)


def text_place(where: str, words: Words) -> str:
    """`line 3, column 9` in the reader's language; anything else as it is."""
    match = _PLACE.fullmatch(where)
    if match is None:
        return where
    if match[2] is None:
        return words.say(LINE, line=match[1])
    return words.say("line {line}, column {column}", line=match[1], column=match[2])


def read_plain(text: str, read: Callable[[bytes], Any], earlier: Any = None) -> Script:
    """Read a JSON text, with lines such as READY before or behind it.
    Raises Unreadable (`bad-json`, or the family's refusals)."""
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
    """Return a whole sheet as text, one instruction a line, in a language.
    Its first word discards earlier orders. `read_sheet_text` reads it back unchanged."""
    notation = narrator_of(edition).notation
    if notation is None:
        # The document, a line for each of its parts.
        return json.dumps(json.loads(documents.encode(sheet)), ensure_ascii=False, indent=1) + "\n"
    return write_text(sheet, notation, edition, modules, language)


def keywords(edition: Edition) -> frozenset[str]:
    """Return the normalized keywords of typed sheets; none if sheets are JSON."""
    notation = narrator_of(edition).notation
    if notation is None:
        return frozenset()
    return frozenset((*notation.keywords.known, *COMMANDS.known, *STANDING.known))


def begins_instruction(line: str, edition: Edition) -> bool:
    """Whether a line begins a new instruction, not a continuation.
    False where sheets are not typed in words."""
    notation = narrator_of(edition).notation
    first = spelt(_MARK.sub("", line, count=1).strip().partition(" ")[0].rstrip(":"))
    return notation is not None and first in notation.beginnings


def begins_line_for_turn(line: str, edition: Edition) -> bool:
    """Whether a line begins as one about the open turn: no standing order,
    but an instruction for the turn or a line that says whether somebody is ready."""
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
    """Return example lines for a turn in the reader's language.
    Without those that the edition does not know: a host's edition may lack names."""
    notation, examples = narrator_of(v.edition).notation, []
    if notation is None:
        return ()
    for line in narrator_of(v.edition).examples(window, questions, board, seat, pace, v):
        try:
            sheet = read_text(line, notation, v.edition, modules).sheet
        except Refused:
            continue
        examples += write_text(sheet, notation, v.edition, modules, v.words.language).splitlines()[1:]
    return tuple(examples)


def notation_reference(edition: Edition, modules: Collection[str], words: Words) -> Reference:
    """Return the help for typed orders with these modules; cached, as it is slow.
    It has no statements where sheets are typed as JSON."""
    notation = narrator_of(edition).notation
    if notation is None:
        return plain_reference(words)
    of_edition = words.of_edition(edition.id)
    return cached_by_identity(
        "typed", (edition,), *modules, words.language, make=lambda: reference(notation, edition, modules, of_edition)
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
    decisions: Collection[Decision] = (),
    partly: bool = False,
) -> Script:
    """Read a text onto the `earlier` sheet and `standing` orders; or JSON, whole.

    Ambiguous names mean those of `house`, then on `board` its areas and adjacent ones. `decisions` are its decisions if
    the turn asks one by one (`Game.own_questions`). `partly`: faulty lines are left open (`Script.open`).

    Raises Unreadable, or Ambiguous, with every fault: `where` is `line 3, column 9`, the words say what is possible.
    """
    notation = narrator_of(edition).notation
    if notation is None:
        return read_plain(text, lambda data: documents.read_sheet(edition.id, data, tuple(modules)), earlier)
    return read_text(
        text, notation, edition, modules, earlier, standing, house, board, decisions=decisions, partly=partly
    )


class EntryLine(NamedTuple):
    """A line taken, with its continuations: first and last number, typed text,
    places it fills, and (`understood`) the documented lines for free-form words."""

    number: int
    last: int
    text: str
    places: tuple[str, ...]
    understood: str = ""


def entry_lines(script: Script, text: str, edition: Edition) -> tuple[EntryLine, ...]:
    """The lines of a text that fill its sheet."""
    rows, places = text.split("\n"), dict[int, list[str]]()
    for place, line in script.lines.items():
        places.setdefault(line, []).append(place)
    apart = {*places, *(number for number, _ in script.unread), *(open_line.number for open_line in script.open)}
    entries = []
    for first, filled in sorted(places.items()):
        last = first
        while last < len(rows) and last + 1 not in apart and _is_continuation(rows[last], edition):
            last += 1
        typed = " ".join(row.strip() for row in rows[first - 1 : last])
        entries.append(EntryLine(first, last, typed, tuple(filled), script.understood.get(first, "")))
    return tuple(entries)


def _is_continuation(line: str, edition: Edition) -> bool:
    """Return whether a line continues an entry: not new, not blank, no comment."""
    new = begins_instruction(line, edition) or begins_line_for_turn(line, edition) or ends_text(line)
    return not new and line.strip()[:1] not in ("", "#")


def text_without(text: str, entries: Iterable[EntryLine]) -> str:
    """Replace these lines by comments, which keep the lines around them together."""
    return Source(text).replacing({at: "#" for entry in entries for at in range(entry.number, entry.last + 1)}).text


def entry_texts(
    sheet: Any, edition: Edition, modules: Collection[str], language: str, lines: Mapping[str, int]
) -> dict[int, str]:
    """Return what lines of a text set, as written in a language, by number.
    `lines`: lines by places in the sheet. Empty where sheets are not typed in words."""
    notation = narrator_of(edition).notation
    if notation is None or not lines:
        return {}
    written = write_text(sheet, notation, edition, modules, language)
    try:
        script = read_text(written, notation, edition, modules)
    except Refused:
        return {}
    texts = {entry.number: " ".join(entry.text.split()) for entry in entry_lines(script, written, edition)}
    entries: dict[int, dict[str, None]] = {}
    for place, line in lines.items():
        entries.setdefault(line, {}).update((texts.get(at, ""), None) for at in lines_of(place, script.lines))
    return {line: "; ".join(filter(None, every)) for line, every in entries.items()}


def is_same_without(whole: Script, part: Script, lines: Collection[int]) -> bool:
    """Return whether a text's other lines fill as much without these as with them.
    `whole` is the text as read, `part` the text as read without `lines`."""
    return sorted(part.lines.values()) == sorted(line for line in whole.lines.values() if line not in lines)


def check_in_part(
    text: str, edition: Edition, read: Callable[[str], Script], check: Callable[[Script], T], *, partly: bool = True
) -> tuple[Script, T]:
    """Read and check a text; `partly` leaves open the lines the game disallows.

    Raises Refused where a fault is no line's, or the others mean something else without these.
    """
    whole = read(text)
    try:
        return whole, check(whole)
    except Refused as refused:
        if not partly:
            raise
        entries, faults = entry_lines(whole, text, edition), dict[int, tuple[Refusal, ...]]()
        for reason in refused.reasons:
            line = _PLACE.match(reason.where)
            at = int(line[1]) if line is not None else 0
            faults[at] = (*faults.get(at, ()), reason)

        def allowed(numbers: Collection[int]) -> bool:
            """Whether the game allows what these lines say without the others."""
            try:
                check(read(text_without(text, [entry for entry in entries if entry.number not in numbers])))
            except Refused:
                return False
            return True

        if len(faults) > MAX_FAULTS or not faults.keys() <= {entry.number for entry in entries}:
            raise
        for number, reasons in list(faults.items()):
            faults |= dict.fromkeys(_excluded_by(number, entries, set(faults), allowed), reasons)
        faulty = [entry for entry in entries if entry.number in faults]
        part = read(text_without(text, faulty))
        if not is_same_without(whole, part, faults):
            raise
        result = check(part)
    opened = [*part.open, *(OpenLine(entry.number, entry.text, faults[entry.number]) for entry in faulty)]
    return replace(
        part, open=tuple(sorted(opened, key=lambda entry: entry.number)), doubtful=True
    ).without_ready(), result


def _excluded_by(
    number: int, entries: Sequence[EntryLine], faulty: set[int], allowed: Callable[[Collection[int]], bool]
) -> list[int]:
    """Return lines of the section that are allowed only without this one.
    It is allowed by itself, so their writer has to say which counts."""
    sections = {entry.number: {place.partition(".")[0] for place in entry.places} for entry in entries}
    others = [at for at, section in sections.items() if at not in faulty and section & sections[number]]
    if not others or not allowed({number}):
        return []
    rest = sections.keys() - faulty | {number}
    return [at for at in others if not allowed({number, at})] or [at for at in others if allowed(rest - {at})]
