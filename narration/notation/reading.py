"""A whole text read: lines put together to statements, statements to a sheet."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import msgspec

from adjudicator.engine.decision import Ambiguous, Decision, Refusal, Refused, Unreadable
from narration.notation.cursor import Fault, Source, Token, Tongue, shown, tokens
from narration.notation.entries import Changes, Entry, Filling
from narration.notation.free_instructions import Part
from narration.notation.free_lines import documented
from narration.notation.free_text import FreeText
from narration.notation.grammar import Notation
from narration.notation.lines import Lines
from narration.notation.remarks import WORDS, Ordered, Remark, ordered
from narration.notation.words import spelt


class OpenLine(NamedTuple):
    """A line that was not taken: its number (from 1), its text, why, and documented lines that may be meant by it."""

    number: int
    text: str
    reasons: tuple[Refusal, ...]
    nearest: tuple[str, ...] = ()


@dataclass(frozen=True)
class Script:
    """What was read from a text.

    `sheet` is the whole sheet that results, `standing` the standing instructions (None: none were written); `ready` is
    True or False where the text says so; `cleared`: what was sent before does not count. `lines` are lines of the text
    by places in the sheet (`marches.lannisport[0]`), of standing instructions with `standing.` before them; `unread`
    are lines that were passed over as prose. `doubtful`: one of these may have been meant as an instruction;
    `withheld`: so READY does not count (`ready` is False). `open` are lines that were not taken, where a text is read
    in part; `understood` what lines in words of one's own were taken to mean, as documented lines, by number.
    """

    sheet: Any
    standing: Any = None
    ready: bool | None = None
    cleared: bool = False
    said: bool = False
    lines: dict[str, int] = field(default_factory=dict)
    unread: tuple[tuple[int, str], ...] = ()
    doubtful: bool = False
    withheld: bool = False
    open: tuple[OpenLine, ...] = ()
    understood: dict[int, str] = field(default_factory=dict)

    def held_back(self) -> Script:
        """The same where READY, if it is said, does not count."""
        return self.withholding() if self.ready else self

    def withholding(self) -> Script:
        """The same where its writer says that they are ready, which does not count if a line is doubtful."""
        return replace(self, ready=not self.doubtful, withheld=self.doubtful)


MAX_LETTERS = 64 * 1024
MAX_LINES = 2000
MAX_ENTRIES = 600
# So many faults are told of one text; who mends them learns the rest.
MAX_FAULTS = 30
# Words of a line in which a word may be misspelt; longer ones are sentences.
MAX_MISSPELT = 5
# Lines that one entry may be wrapped into without a sign that says so.
MAX_WRAPPED = 4
# Faults that say all themselves.
PLAIN = frozenset(("question", "said-otherwise", "number-too-large", "bad-json"))
# What stands before places in standing instructions.
LASTING = "standing."
Places = dict[str, int]
_DIFFERENCE = re.compile(r"(?<!\S)[0-9]+ - [0-9]+(?!\S)")


def read_text(
    text: str,
    notation: Notation,
    edition: Any,
    modules: Collection[str] = (),
    earlier: Any = None,
    standing: Any = None,
    house: str = "",
    board: Any = None,
    *,
    asked: Collection[Decision] = (),
    partly: bool = False,
) -> Script:
    """What a text says, laid over the `earlier` sheet and `standing` instructions; names mean what is its writer's own
    first, if `house` is known, and of the areas of a `board` what is next to that. `asked` are the only decisions that
    its writer is asked for. `partly`: lines with faults are left open, if the others mean the same without them, and
    READY does not count beside them.

    Raises Unreadable, or Ambiguous, with every fault (MAX_FAULTS at most): `text-too-long`, `unknown-keyword`,
    `unexpected-word`, `unknown-area` and its like, what conditions are refused for, and what sheets are refused for
    that are too large. `where` is `line 3, column 9`.
    """
    if len(text) > MAX_LETTERS:
        raise Unreadable(Refusal("text-too-long", f"a text has at most {MAX_LETTERS} letters, not {len(text)}"))
    source = Source(text)
    if len(source.starts) > MAX_LINES:
        raise Unreadable(Refusal("text-too-long", f"a text has at most {MAX_LINES} lines, not {len(source.starts)}"))
    if text.lstrip().startswith("{"):
        # A sheet in JSON is a whole one.
        whole = notation.read(text.encode(errors="replace"), edition, tuple(modules))
        return Script(whole, cleared=True, said=True)
    facts = notation.seat(edition, house, board)
    questions = notation.questions(asked)
    chosen = {one for question in questions for one in question.options}
    seat = replace(facts, near=facts.near | chosen, prompts=notation.prompts(asked), questions=questions)
    tongue = replace(notation.tongue(edition, modules), mine=seat.own, near=facts.near)

    def attempt(source: Source) -> Attempt:
        reading = _Reading(source, notation, tongue, seat.allows)
        try:
            return reading, reading.script(edition, modules, earlier, standing)
        except Refused as refused:
            return reading, refused

    # Where nobody is known to have typed it, only the documented form has a meaning.
    free = FreeText(notation, tongue, seat) if house else None
    return _read(source, attempt, free, partly=partly)


Attempt = tuple["_Reading", Script | Refused]


def _read(source: Source, attempt: Callable[[Source], Attempt], free: FreeText | None, *, partly: bool) -> Script:
    """What a text says, with lines in words of one's own, and without those at fault where it is read `partly`."""
    reading, result = attempt(source)
    meant: dict[int, tuple[Part, ...]] = {}
    now, tried = source, set[int]()
    # Behind lines that are read now others stand by themselves that seemed to go on them.
    while free is not None and (unclear := _unclear(reading, result, free) - tried):
        tried |= unclear
        meant |= documented(source, unclear, set(_lines_at_fault(result)), free)
        now = source.replacing({at: "; ".join(part.text for part in parts) or "#" for at, parts in meant.items()})
        if unclear.isdisjoint(meant):
            break
        reading, result = attempt(now)
    opened: dict[int, OpenLine] = {}
    while isinstance(result, Refused):
        faulty = _open_lines(source, reading, result, free) if partly else {}
        if not faulty or not faulty.keys().isdisjoint(opened) or len(opened) > MAX_FAULTS:
            raise result
        opened |= faulty
        now = now.replacing(dict.fromkeys(faulty, "#"))
        reading, result = attempt(now)
    for at, text in result.unread if partly and free is not None else ():
        if at not in opened and free is not None and free.may_order(text, answered=result.said):
            why = source.refusal(reading.not_read(source.starts[at - 1]))
            opened[at] = OpenLine(at, text, (why,))
    understood = {at: "; ".join(part.text for part in parts) for at, parts in meant.items() if at not in opened}
    passed = [(at, source.lines[at - 1].strip()) for at, parts in meant.items() if not parts]
    others = {one for one in passed if free is not None and free.is_of_others(one[1])}
    unread = tuple(sorted(one for one in {*result.unread, *others} if one[0] not in opened))
    script = replace(result, understood={at: text for at, text in understood.items() if text}, unread=unread)
    if not opened:
        return script
    lines = [opened[at] for at in sorted(opened)]
    if free is not None:
        lines = [line._replace(nearest=free.nearest(line.text)) for line in lines]
    return replace(script, open=tuple(lines), doubtful=True).held_back()


def _unclear(reading: _Reading, result: Script | Refused, free: FreeText) -> set[int]:
    """The lines that the documented form does not read, or in which it may say something else."""
    unclear = {*_lines_at_fault(result), *(number for number, _ in reading.unread)}
    # "Pyke: nothing" may answer another question than which order lies there.
    bare = reading.bare.items()
    return unclear | {number for number, one in bare if one is None or not free.seat.asks_for(one)}


def _lines_at_fault(result: Script | Refused) -> Iterator[int]:
    """The lines that reasons name."""
    for reason in result.reasons if isinstance(result, Refused) else ():
        for number in re.findall(r"\bline ([0-9]+)", f"{reason.where} {reason.words}"):
            yield int(number)


def _open_lines(source: Source, reading: _Reading, refused: Refused, free: FreeText | None) -> dict[int, OpenLine]:
    """The lines at fault by number, and those that they may take back; none if one fault is no line's, or it cannot be
    said which lines are meant otherwise."""
    reasons: dict[int, list[Refusal]] = {}
    begun = {reading.source.line(entry.begin) for entry in reading.entries}
    for reason in refused.reasons:
        numbers = [int(number) for number in re.findall(r"\bline ([0-9]+)", f"{reason.where} {reason.words}")]
        if not numbers or reason.code == "too-many-rules":
            return {}
        beside = reading.beside.get(numbers[0], set())
        if numbers[0] in reading.beside and not beside:
            return {}
        corrects = free is not None and free.takes_back(source.lines[numbers[0] - 1])
        before = [max(above)] if corrects and (above := {at for at in begun if at < numbers[0]}) else []
        for number in {*(numbers if reason.code == "said-otherwise" else numbers[:1]), *beside, *before}:
            reasons.setdefault(number, []).append(reason)
    return {at: OpenLine(at, source.lines[at - 1].strip(), tuple(why)) for at, why in reasons.items()}


class _Reading(Lines):
    """Reads one text."""

    def __init__(self, source: Source, notation: Notation, tongue: Tongue, allows: Callable[[Filling], bool]) -> None:
        super().__init__(source, notation, tongue)
        # What the board allows; without a keyword nothing else is meant.
        self.allows = allows
        # Lines that take back what others say, with those others as far as it is clear.
        self.beside: dict[int, set[int]] = {}

    def script(self, edition: Any, modules: Collection[str], earlier: Any, standing: Any) -> Script:
        """What the text says. Raises Unreadable or Ambiguous with all faults."""
        self.read_lines()
        changes = {name: Changes(self.notation) for name in ("sheet", "standing")}
        if len(self.entries) > MAX_ENTRIES:
            self.faults.append(Fault("too-many-rules", f"a text has at most {MAX_ENTRIES} instructions", 0))
        for scope, whose in self.behalves:
            changes[scope].behalves[whose] = None
        begun: Places = {}
        read = self._put() if len(self.faults) < MAX_FAULTS else []
        for entry, filling in read:
            begin = entry.tokens[0].start if entry.tokens else entry.begin
            prefix, filled = LASTING if entry.scope == "standing" else "", changes[entry.scope]
            for place in filled.put(filling):
                begun.setdefault(prefix + place, begin)
            for place in filled.contradicted:
                self.faults.append(self.contradiction(begin, begun[prefix + place]))
                if entry.statement.shape == "rules-by-key":
                    self.faults[-1].example = entry.statement.first_example
            filled.contradicted.clear()
        doubtful = self._doubts([entry for entry, _ in read])
        self._raise()
        found = {place: self.source.line(begin) for place, begin in begun.items()}
        for one in changes.values():
            one.in_sequence(self.tongue.sequences)
        empty = self.notation.sheet()
        said = "sheet" in (*(entry.scope for entry, _ in read), *(scope for scope, _ in self.behalves))
        onto = empty if self.cleared or earlier is None else earlier
        whole = self._sheet(changes["sheet"], onto, edition, modules, found)
        lasting = None
        if self.has_standing:
            onto = empty if standing is None else standing
            under = {place.removeprefix(LASTING): line for place, line in found.items() if place.startswith(LASTING)}
            lasting = self._sheet(changes["standing"], onto, edition, modules, under)
        script = Script(whole, lasting, self.ready, self.cleared, said, found, tuple(self.unread), doubtful)
        return script.withholding() if self.ready else script

    def _doubts(self, entries: list[Entry]) -> bool:
        """Look at the lines that were read as prose. Those that take back what was read are refused, and where people
        write as they speak those, too, that have the shape of an instruction: nothing is half read. Whether one
        of the others may have been an instruction as well."""
        first = min((entry.begin for entry in entries), default=len(self.source.text))
        loud = all(self._loud(entry) for entry in entries)
        begun = {self.source.line(entry.begin) for entry in entries}
        doubtful = self._headed(begun)
        ready = self.source.line(self.said_at) if self.ready else 0
        contradicted = any(fault.code == "said-otherwise" for fault in self.faults)
        spoken = self._spoken(entries, loud=loud)
        for number, _ in list(self.unread):
            begin = self.source.starts[number - 1]
            words = self._tokens(self.source.lines[number - 1], begin)
            if words is None:
                # It has a broken piece of JSON in it.
                self.faults.append(self.not_read(begin))
                continue
            remark, below = self.remark(words), begin > first
            # What contradicts itself is asked about already.
            bent = bool(entries) and not contradicted and self._bends(remark, number, begun, spoken, below=below)
            altered = bool(entries) and not contradicted and not spoken.loud and remark.instructs
            # The sheet would be emptied, and nothing put in its place.
            emptied = self.cleared and (remark.instructs or not entries and self._below_clear(begin, remark))
            if bent or altered or emptied:
                self.faults.append(self.not_read(begin))
            elif self._next_line(number) in begun and self.addresses(remark):
                self.faults.append(self.not_for_a_vassal(self.source.line_text(begin), begin))
                self.beside[number] = set()
            apart = remark.named and not remark.named & spoken.named
            if bent and (remark.revokes or not (below or apart)):
                named = ((entry, self.remark(entry.tokens).named) for entry in entries)
                self.beside[number] = {self.source.line(entry.begin) for entry, names in named if names & remark.named}
                above = [self.source.line(entry.begin) for entry in entries if entry.begin < begin]
                if above and remark.amounts and spoken.numbers and not self.beside[number]:
                    # "Make it a bit more."
                    self.beside[number] = {max(above)}
            doubtful = doubtful or remark.speaks(above=bool(entries) and not below) or remark.unfinished
            if ready and (number > ready or number + 1 == ready):
                doubtful = doubtful or remark.unsettles(above=number < ready)
        return doubtful

    def _bends(self, remark: Remark, number: int, begun: set[int], spoken: Ordered, *, below: bool) -> bool:
        """Whether a line that was read as prose alters what was read beside it."""
        near = self._next_line(number) in begun
        return (near or not below) and remark.belies(near=near) or below and (remark.takes_back or remark.bends(spoken))

    def _spoken(self, entries: list[Entry], *, loud: bool) -> Ordered:
        """What entries speak of. What stands behind them as a comment must not alter them."""
        for entry in () if loud else entries:
            # "3 - 2" may be a sum, or two numbers.
            if _DIFFERENCE.search(" ".join(token.text for token in entry.tokens)):
                self.faults.append(self.not_read(entry.begin))
        notes = [(entry, self._note(entry)) for entry in entries]
        if not self.unread and not any(note for _, note in notes):
            return ordered((), loud=loud)
        spoken = ordered([self.remark(entry.tokens) for entry in entries], loud=loud)
        for entry, note in notes:
            remark = self.remark(note) if note else None
            if remark is not None and (remark.corrects or spoken.numbers and remark.numbers):
                self.faults.append(self.not_read(entry.begin))
        return spoken

    def _note(self, entry: Entry) -> list[Token]:
        """The words of the comment behind an entry."""
        line = self.source.line_text(entry.begin)
        text = line.partition(" #")[2] if '"' not in line and "{" not in line else ""
        return self._tokens(text.replace("#", " "), entry.begin) or []

    @staticmethod
    def _tokens(text: str, begin: int) -> list[Token] | None:
        """The words of a line; None if it has a broken piece of JSON in it."""
        try:
            return tokens(text, begin)
        except Fault:
            return None

    def _next_line(self, number: int) -> int:
        """The number of the next line below one that is not empty."""
        rest = range(number, len(self.source.starts))
        return next((at + 1 for at in rest if self.source.lines[at].strip()), 0)

    def _headed(self, begun: set[int]) -> bool:
        """Look at commands in small letters just above orders, which may be headings: with a colon they are refused,
        and READY without one does not count."""
        doubtful = False
        for at in (self.said_at, self.cleared_at):
            text = self.source.line_text(at) if at >= 0 else ""
            if text.isupper() or not text or self.source.line(at) + 1 not in begun:
                continue
            if text.endswith(":"):
                self.faults.append(self.not_read(at))
            doubtful = doubtful or at == self.said_at and self.source.line(at) < min(begun)
        at = self.ended_at
        if at >= 0 and (max(begun, default=0) > self.source.line(at) or max(self.said_at, self.cleared_at) > at):
            self.faults.append(self.not_read(at))
        return doubtful

    def _below_clear(self, begin: int, remark: Remark) -> bool:
        """Whether a line that was not read may say what is to stand in the place of what CLEAR forgets: one that speaks
        of the game, or that stands close below."""
        between = self.source.text[self.cleared_at : begin]
        close = bool(between) and all(line.strip() for line in between.split("\n")[:-1])
        return remark.speaks(above=False) or remark.takes_back or close

    def _possible(self, entry: Entry, filling: Filling) -> bool:
        """Whether the board allows what an entry says, of those that have no keyword of their own."""
        allowed = self.allows(filling)
        if not allowed and not self._loud(entry):
            self.bare[self.source.line(entry.begin)] = None
        return allowed or spelt(self.keyword(entry)) in self.notation.keywords.begins

    def _loud(self, entry: Entry) -> bool:
        """Whether the keyword of an entry is in capitals, as whoever knows the notation writes it."""
        return self.keyword(entry).isupper()

    def _put(self) -> list[tuple[Entry, Filling]]:
        """What every entry says; a line that says nothing by itself is tried as the end of the one before."""
        found: list[tuple[Entry, Filling]] = []
        entries, place = self.entries[:MAX_ENTRIES], 0
        while place < len(entries) and len(self.faults) < MAX_FAULTS:
            entry = entries[place]
            read, after = self._longest(entries, place)
            if not isinstance(read, Fault) and not self._possible(entry, read):
                begin = entry.tokens[0].start if entry.tokens else entry.begin
                read = Fault("not-possible", f'"{shown(self.source.line_text(begin))}" cannot be done here', begin)
            if isinstance(read, Fault):
                fault = self._unless_prose(entry, read)
                self.faults += [fault] if fault is not None else []
                begin, end = self.source.line(entry.tokens[0].start), self.source.line(read.at)
                before = (
                    found[-1][0] if found and entry.soft and not self._begins(entry.tokens, entry.statement) else None
                )
                if (
                    before is not None
                    and self._loud(before)
                    and spelt(self.keyword(before)) in self.notation.beginnings
                ):
                    begin = self.source.line(before.tokens[0].start)
                if begin < end:
                    # What goes on the lines above says something of them.
                    self.beside.setdefault(end, set()).update(range(begin, end))
            else:
                found.append((entry, read))
            place = after
        return found

    def _longest(self, entries: list[Entry], place: int) -> tuple[Filling | Fault, int]:
        """What an entry says, with those lines behind it that go on it; and where the next begins."""
        entry = entries[place]
        read = self._try(entry)
        after = place + 1
        whole = entry
        for ahead in range(place + 1, min(len(entries), place + 1 + MAX_WRAPPED)):
            following = entries[ahead]
            if not following.soft or following.statement is not entry.statement:
                break
            if not isinstance(read, Fault) and not isinstance(self._try(following), Fault):
                break
            whole = whole.going_on(following.tokens)
            joined = self._try(whole)
            if not isinstance(joined, Fault):
                read, after = joined, ahead + 1
        return read, after

    def _try(self, entry: Entry) -> Filling | Fault:
        try:
            return self.read(entry)
        except Fault as fault:
            fault.example = "" if fault.code in PLAIN or fault.ambiguous else self.statement.first_example
            return fault

    def _unless_prose(self, entry: Entry, fault: Fault) -> Fault | None:
        """What is wrong with an entry; None for a line that is a remark, which is passed over: it names nothing of the
        game, no sign stands in it, and its first word means nothing, or is a keyword only by chance."""
        chance = not entry.soft and not self._loud(entry) and spelt(self.keyword(entry)) in WORDS["common"]
        first = entry.soft and fault.at == entry.tokens[0].start and fault.code.startswith("unknown-")
        if not (chance or first):
            return fault
        remark = self.remark(entry.tokens)
        if first and remark.takes_back:
            self.beside[self.source.line(fault.at)] = set()
            return self.not_read(fault.at)
        # Whole sentences are near everything.
        short = len(entry.tokens) <= MAX_MISSPELT and not remark.polite
        if "did you mean" in fault.words and short and (chance or entry.tokens[0].spelt not in WORDS["common"]):
            return fault
        if any(token.spelt in (">", ":", "|", "@") for token in entry.tokens):
            return fault
        if remark.kinds:
            return fault if chance else self.not_read(fault.at)
        self.pass_over(entry.begin if chance else fault.at)
        return None

    def _raise(self) -> None:
        if not self.faults:
            return
        told = sorted(self.faults, key=lambda fault: fault.at)[:MAX_FAULTS]
        kind = Ambiguous if all(fault.ambiguous for fault in told) else Unreadable
        raise kind(*(self.source.refusal(fault) for fault in told))

    def _sheet(self, changes: Changes, onto: Any, edition: Any, modules: Collection[str], places: Places) -> Any:
        """The sheet, as its own reader has it, within its bounds. Raises Unreadable with the lines at fault."""
        try:
            return self.notation.read(self.notation.write(changes.onto(onto)), edition, tuple(modules))
        except Refused as refused:
            reasons = [msgspec.structs.replace(one, where=_where(one.where, places)) for one in refused.reasons]
            raise type(refused)(*reasons) from refused


def _where(place: str, places: Places) -> str:
    """The line that said what stands at a place of the sheet; the place itself if none did."""
    under = [known for known in places if place.startswith(known)]
    return f"line {places[max(under, key=len)]}" if under else place
