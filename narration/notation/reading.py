"""A whole text read: free-form lines documented, lines put together to a sheet."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import msgspec

from adjudicator.engine.decision import Ambiguous, Decision, Refusal, Refused, Unreadable
from narration.notation.cursor import Fault, Source, Tongue
from narration.notation.entries import Changes, Entry, Filling
from narration.notation.free_answers import MAX_WORDS, WITHIN
from narration.notation.free_instructions import Part, Parts, keyword_of
from narration.notation.free_pieces import length, retracted_spans
from narration.notation.free_text import Asides, FreeText
from narration.notation.free_words import MARK
from narration.notation.grammar import Notation
from narration.notation.lines import Lines, not_read
from narration.notation.remarks import MAX_SHORT, WORDS, Place
from narration.notation.words import spelt

# What a line says that goes on the one above.
GOES_ON = Part("", ())
# Lines that go on those above by number: the first of them, and the text of all.
Runs = dict[int, tuple[int, str]]
# Lines that are looked at above one that goes on them.
MAX_ABOVE = 6
# What behind a correction is not meant any more.
_NOT = re.compile(r"(?<=\S) (?:not|and not|instead of|rather than|non|e non|invece di|invece del|no|y no|en vez de) .*")


def readings_by_line(
    source: Source, numbers: Iterable[int], at_fault: Collection[int], asides: Asides, free: FreeText
) -> dict[int, Parts]:
    """Return, by number, the lines with exactly one reading.
    A line without parts was withdrawn, or is empty among those `at_fault`, or a remark or about others (`asides`)."""
    meant: dict[int, Parts] = {}
    runs: Runs = {}
    for number in sorted(numbers):
        line = MARK.sub("", source.lines[number - 1], count=1)
        rest = free.correction(line)
        if length(line) > MAX_WORDS:
            continue
        if rest is not None and (corrected := _read_correction(source, number, rest, meant, free)):
            meant |= corrected
        elif (
            rest is None
            and (
                parts := (
                    free.parts(line)
                    or free.under(keyword_of(meant.get(number - 1) or ()), line)
                    or free.below(source.lines[: number - 1], line)
                    # Below others it may be a motto.
                    or (free.read_lone_name(line) if not any(map(str.strip, source.lines[: number - 1])) else [])
                )
            )
        ):
            areas = {place[2] for part in parts for place in part.places} & free.seat.own
            continued = (
                _join_with_above(source, number, line, meant, runs, free) if areas and not free.about(line) else {}
            )
            meant |= continued or {number: tuple(parts)}
        elif rest is None and (continued := _join_with_above(source, number, line, meant, runs, free)):
            meant |= continued
        elif free.passes(line, fault=number in at_fault, aside=asides.get(number, ("", WITHIN))):
            meant[number] = ()
    return meant


def _join_with_above(
    source: Source, number: int, line: str, meant: dict[int, Parts], runs: Runs, free: FreeText
) -> dict[int, Parts]:
    """Return what a line means joined with those above it, as details of their area.
    All stands at the first line; nothing if it does not continue them."""
    begin, above = runs.get(number - 1) or _above(source, number, free)
    area = free.about(above)
    if area is None or free.about(line) is not None or not any(item.ids for item in free.items(line)):
        return {}
    before = meant.get(begin) or free.parts(above)
    places = frozenset(place for part in before for place in part.places)
    for sign in (": ", " ") if not before else (", ", " "):
        text = f"{above.rstrip(' ,:;.' if sign != ' ' else ' :')}{sign}{line.strip()}"
        parts = free.parts(text)
        joined_places = frozenset(place for part in parts for place in part.places)
        if [part.fills for part in parts] == [part.fills for part in before] and not free.only_stays(line):
            continue
        if parts and places <= joined_places and all(key in (None, area) for _, _, key in joined_places):
            runs[number] = begin, text
            return {begin: tuple(parts), **dict.fromkeys(range(begin + 1, number + 1), (GOES_ON,))}
    return {}


def _above(source: Source, number: int, free: FreeText) -> tuple[int, str]:
    """Return the nearest line above about an own area, and the text from there."""
    text = ""
    for at in range(number - 1, max(0, number - 1 - MAX_ABOVE), -1):
        line = MARK.sub("", source.lines[at - 1], count=1).strip()
        sign = " " if line.endswith((":", ",")) else ", "
        text = f"{line}{sign}{text}" if text else line
        if not line or free.about(line) is not None:
            return at, text if line else ""
    return number, ""


def _read_correction(
    source: Source, number: int, rest: str, meant: dict[int, Parts], free: FreeText
) -> dict[int, Parts]:
    """Return the changes made by a line that corrects an earlier one, if any."""
    before = {at: free.singly(meant.get(at) or free.parts(source.lines[at - 1])) for at in range(1, number)}
    spoken = [at for at, parts in before.items() if parts]
    if not spoken:
        # It changes what was sent before.
        first = not any(item.ids for at in before for item in free.items(source.lines[at - 1]))
        return {number: tuple(parts)} if first and (parts := free.parts(_NOT.sub("", rest))) else {}
    rest = _NOT.sub("", rest)
    keys = [place[2] for part in before[spoken[-1]] for place in part.places if place[2]]
    several = sum(len(before[at]) for at in spoken) > 1
    if several and any(item.spelt in WORDS["several"] for item in free.items(rest)):
        return {}
    above = free.items(source.lines[spoken[-1] - 1])
    kinds = [
        "",
        *(f"{item.spelt.split()[0]} " for item in above if "order-type" in item.ids and rest[:1] in ("+", "-")),
    ]
    texts = (rest, *(f"{key} {kind}{rest}" for key in keys[-1:] for kind in dict.fromkeys((kinds[0], kinds[-1]))))
    parts = next(filter(None, map(free.parts, texts)), [])
    places = frozenset(place for part in parts for place in part.places)
    changed = {
        at: tuple(part for part in before[at] if places.isdisjoint(part.places))
        for at in spoken
        if any(not places.isdisjoint(part.places) for part in before[at])
    }
    whole = all(places.issuperset(part.places) for at in changed for part in before[at] if part not in changed[at])
    return {**changed, number: tuple(parts)} if changed and whole else {}


class OpenLine(NamedTuple):
    """A line not taken: number (from 1), text, reason and likely documented lines."""

    number: int
    text: str
    reasons: tuple[Refusal, ...]
    nearest: tuple[str, ...] = ()


@dataclass(frozen=True)
class Script:
    """What was read from a text.

    `sheet` is the whole sheet that results, `standing` the standing orders (None: none were written); `ready` is
    True or False where the text says so; `cleared`: what was sent before does not count. `lines` are lines of the text
    by places in the sheet (`marches.lannisport[0]`), of standing orders with `standing.` before them; `unread`
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

    def without_ready(self) -> Script:
        """Return the script with READY withheld if one of its lines is doubtful."""
        return self.withholding() if self.ready else self

    def withholding(self) -> Script:
        """Return the script as ready, or as withheld if one of its lines is doubtful."""
        return replace(self, ready=not self.doubtful, withheld=self.doubtful)


MAX_LETTERS = 64 * 1024
MAX_LINES = 2000
MAX_ENTRIES = 600
# So many faults are told of one text; who mends them learns the rest.
MAX_FAULTS = 30
# Lines that one entry may be wrapped into without a sign that says so.
MAX_WRAPPED = 4
# Faults that say all themselves.
PLAIN = frozenset(("question", "said-otherwise", "number-too-large", "bad-json"))
# What stands before places in standing orders.
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
    decisions: Collection[Decision] = (),
    partly: bool = False,
) -> Script:
    """Read a text onto the `earlier` sheet and `standing` orders.

    Names mean the writer's own first (`house`), then those adjacent on `board`. `decisions` are the writer's only open
    decisions. `partly`: faulty lines are left open if the others mean the same without them; READY is then ignored.

    Raises Unreadable, or Ambiguous, with at most MAX_FAULTS faults: `text-too-long`, `unknown-keyword`,
    `unexpected-word`, `unknown-area` etc., and the refusals of conditions and of too large sheets. `where` is `line 3,
    column 9`.
    """
    if len(text) > MAX_LETTERS:
        raise Unreadable(Refusal("text-too-long", f"a text has at most {MAX_LETTERS} characters, not {len(text)}"))
    source = Source(text)
    if len(source.starts) > MAX_LINES:
        raise Unreadable(Refusal("text-too-long", f"a text has at most {MAX_LINES} lines, not {len(source.starts)}"))
    if text.lstrip().startswith("{"):
        # A sheet in JSON is a whole one.
        whole = notation.read(text.encode(errors="replace"), edition, tuple(modules))
        return Script(whole, cleared=True, said=True)
    facts = notation.seat(edition, house, board)
    questions = notation.questions(decisions)
    chosen = {option for question in questions for option in question.options}
    seat = replace(facts, near=facts.near | chosen, prompts=notation.prompts(decisions), questions=questions)
    tongue = replace(notation.tongue(edition, modules), mine=seat.own, near=facts.near)

    def attempt(source: Source) -> Attempt:
        reading = _Reading(source, notation, tongue)
        try:
            return reading, reading.script(edition, modules, earlier, standing)
        except Refused as refused:
            return reading, refused

    # Where nobody is known to have typed it, only the documented form has a meaning.
    free = FreeText(notation, tongue, seat) if house else None
    return _read(source, attempt, free, partly=partly)


Attempt = tuple["_Reading", Script | Refused]


def _read(source: Source, attempt: Callable[[Source], Attempt], free: FreeText | None, *, partly: bool) -> Script:
    """Read a text with free-form lines; `partly` leaves out faulty lines."""
    reading, result = attempt(source)
    meant: dict[int, Parts] = {}
    now, tried, aside = source, set[int](), Asides()
    # Behind lines that are read now others stand by themselves that seemed to go on them.
    while free is not None:
        # The lines that the documented form does not read.
        unclear = {*_lines_at_fault(result), *dict(reading.unread)} - reading.headings - tried
        if not unclear:
            break
        tried |= unclear
        aside |= reading.aside
        meant |= readings_by_line(source, unclear, set(_lines_at_fault(result)), aside, free)
        now = source.replacing({at: "; ".join(part.text for part in parts) or "#" for at, parts in meant.items()})
        if unclear.isdisjoint(meant):
            break
        reading, result = attempt(now)
    others = {at: source.lines[at - 1].strip() for at, parts in meant.items() if not parts}
    opened: dict[int, OpenLine] = {}
    while True:
        left = {at: line for at, line in others.items() if at not in opened}
        doubtful = False
        if free is not None:
            doubtful, result = _judge_ignored_lines(source, reading, result, left, free, partly=partly)
        if not isinstance(result, Refused):
            break
        faulty = _open_lines(source, reading, result, free) if partly else {}
        if not faulty or not faulty.keys().isdisjoint(opened) or len(opened) > MAX_FAULTS:
            raise result
        opened |= faulty
        now = now.replacing(dict.fromkeys(faulty, "#"))
        reading, result = attempt(now)
    understood = {at: "; ".join(part.text for part in parts) for at, parts in meant.items() if at not in opened}
    unread = tuple(sorted({*result.unread, *left.items()}))
    script = replace(result, understood={at: text for at, text in understood.items() if text}, unread=unread)
    lines = [opened[at] for at in sorted(opened)]
    if free is not None:
        lines = [line._replace(nearest=free.nearest(line.text)) for line in lines]
    # Behind a keyword that is a common word, too, something may have been meant.
    chance = any(at in aside and not aside[at][1].beside and len(aside[at][0].split()) <= MAX_SHORT for at in left)
    return replace(script, open=tuple(lines), doubtful=doubtful or chance or bool(opened)).without_ready()


def _judge_ignored_lines(
    source: Source,
    reading: _Reading,
    result: Script | Refused,
    others: Mapping[int, str],
    free: FreeText,
    *,
    partly: bool,
) -> tuple[bool, Script | Refused]:
    """Check ignored lines for possible orders, and return what was read.
    Refuses lines that seem to order or change something."""
    begun = sorted(reading.source.line(entry.begin) for entry in reading.entries)
    command_lines = [reading.source.line(at) for at in (reading.said_at, reading.cleared_at) if at >= 0]
    first, doubtful = min([*begun, *command_lines], default=0), False
    faults: list[Refusal] = []
    for number, line in sorted({*reading.unread, *others.items()}):
        following = next((at + 1 for at in range(number, len(source.lines)) if source.lines[at].strip()), 0)
        place = Place(bool(begun or command_lines), 0 < number < first, following in (*begun, *command_lines))
        if len(faults) >= MAX_FAULTS:
            break
        if (
            number in others
            and not (number + 1 in begun and free.of_others(free.items(line)))
            or free.behalf_of(line.rstrip(" :"))
        ):
            continue
        verdict = free.verdict(line, place)
        if partly and free.may_order(line, answered=not isinstance(result, Refused) and result.said):
            verdict = "open"
        alone = partly and all(at == number or free.says_nothing(text) for at, text in enumerate(source.lines, 1))
        # The name of a card in a line of its own may be meant, below others too.
        readable = partly and (free.has_readings(line) or bool(free.read_lone_name(line)))
        if readable or alone and not place.beside and free.may_mean(line):
            verdict = "open"
        doubtful = doubtful or verdict != ""
        if verdict == "open" or verdict and reading.cleared:
            fault = not_read(source, source.starts[number - 1])
            fault.expected = "" if partly else " / ".join(free.nearest(line))
            faults.append(source.refusal(fault))
            altered = free.altered(line, place, {at: source.lines[at - 1] for at in begun})
            if verdict == "open" and altered is not None:
                reading.beside[number] = altered
    for number in begun:
        _, sign, note = source.lines[number - 1].partition(" #")
        if sign and free.verdict(note, WITHIN) == "open" and free.altered(note, WITHIN, {}) is not None:
            faults.append(source.refusal(not_read(source, source.starts[number - 1])))
    if faults:
        result = Unreadable(*(result.reasons if isinstance(result, Refused) else ()), *faults[:MAX_FAULTS])
    return doubtful, result


def _lines_at_fault(result: Script | Refused) -> Iterator[int]:
    """The lines that reasons name."""
    for reason in result.reasons if isinstance(result, Refused) else ():
        for number in re.findall(r"\bline ([0-9]+)", f"{reason.where} {reason.words}"):
            yield int(number)


def _open_lines(source: Source, reading: _Reading, refused: Refused, free: FreeText | None) -> dict[int, OpenLine]:
    """Return the faulty lines by number, and those that they may withdraw.
    Empty if a fault belongs to no line, or the lines affected are unclear."""
    reasons: dict[int, list[Refusal]] = {}
    begun = {reading.source.line(entry.begin) for entry in reading.entries}
    for reason in refused.reasons:
        numbers = [int(number) for number in re.findall(r"\bline ([0-9]+)", f"{reason.where} {reason.words}")]
        if not numbers or reason.code == "too-many-rules":
            return {}
        beside = reading.beside.get(numbers[0], set())
        if numbers[0] in reading.beside and not beside:
            return {}
        corrects = free is not None and retracted_spans(source.lines[numbers[0] - 1])
        before = [max(above)] if corrects and (above := {at for at in begun if at < numbers[0]}) else []
        for number in {*(numbers if reason.code == "said-otherwise" else numbers[:1]), *beside, *before}:
            reasons.setdefault(number, []).append(reason)
    return {at: OpenLine(at, source.lines[at - 1].strip(), tuple(why)) for at, why in reasons.items()}


class _Reading(Lines):
    """Reads one text."""

    def __init__(self, source: Source, notation: Notation, tongue: Tongue) -> None:
        super().__init__(source, notation, tongue)
        # Lines that take back what others say, with those others as far as it is clear.
        self.beside: dict[int, set[int]] = {}
        # Lines at fault that may be remarks, with what they say besides a keyword.
        self.aside: Asides = {}
        # Commands that may be headings.
        self.headings: set[int] = set()

    def script(self, edition: Any, modules: Collection[str], earlier: Any, standing: Any) -> Script:
        """What the text says. Raises Unreadable or Ambiguous with all faults."""
        self.read_lines()
        changes = {name: Changes(self.notation) for name in ("sheet", "standing")}
        if len(self.entries) > MAX_ENTRIES:
            self.faults.append(Fault("too-many-rules", f"a text has at most {MAX_ENTRIES} instructions", 0))
        for scope, whose in self.behalves:
            changes[scope].behalves[whose] = None
        begun: Places = {}
        fillings = self._read_entries() if len(self.faults) < MAX_FAULTS else []
        for entry, filling in fillings:
            begin = entry.start
            prefix, filled = LASTING if entry.scope == "standing" else "", changes[entry.scope]
            for place in filled.apply_filling(filling):
                begun.setdefault(prefix + place, begin)
            for place in filled.contradicted:
                self.faults.append(self.contradiction(begin, begun[prefix + place]))
                if entry.statement.shape == "rules-by-key":
                    self.faults[-1].example = entry.statement.first_example
            filled.contradicted.clear()
        self._refuse_headings({self.source.line(entry.begin) for entry, _ in fillings})
        self._raise()
        lines = {place: self.source.line(begin) for place, begin in begun.items()}
        for change_set in changes.values():
            change_set.in_sequence(self.tongue.sequences)
        empty = self.notation.sheet()
        has_sheet = "sheet" in (*(entry.scope for entry, _ in fillings), *(scope for scope, _ in self.behalves))
        onto = empty if self.cleared or earlier is None else earlier
        whole = self._sheet(changes["sheet"], onto, edition, modules, lines)
        lasting = None
        if self.has_standing:
            onto = empty if standing is None else standing
            under = {place.removeprefix(LASTING): line for place, line in lines.items() if place.startswith(LASTING)}
            lasting = self._sheet(changes["standing"], onto, edition, modules, under)
        return Script(whole, lasting, self.ready, self.cleared, has_sheet, lines, tuple(self.unread))

    def _refuse_headings(self, begun: set[int]) -> None:
        """Refuse lowercase commands just above orders, maybe headings, and differences."""
        for at in (self.said_at, self.cleared_at, self.ended_at):
            text, number = self.source.line_text(at) if at >= 0 else "", self.source.line(at)
            above = number + 1 in begun or at == self.ended_at and number < max(begun, default=0)
            if text and not text.isupper() and above and (at != self.said_at or number < min(begun)):
                self.faults.append(not_read(self.source, at))
                self.headings.add(number)
        for entry in self.entries:
            # "3 - 2" may be a sum, or two numbers.
            if not self._loud(entry) and _DIFFERENCE.search(" ".join(token.text for token in entry.tokens)):
                self.faults.append(not_read(self.source, entry.begin))

    def _loud(self, entry: Entry) -> bool:
        """Whether an entry's keyword is in capitals, as users of the notation write it."""
        return self.keyword(entry).isupper()

    def _read_entries(self) -> list[tuple[Entry, Filling]]:
        """Read all entries; a line unread by itself may continue the one before."""
        pairs: list[tuple[Entry, Filling]] = []
        entries, place = self.entries[:MAX_ENTRIES], 0
        while place < len(entries) and len(self.faults) < MAX_FAULTS:
            entry = entries[place]
            reading, after = self._read_wrapped(entries, place)
            if isinstance(reading, Fault):
                self.faults.append(reading)
                if self._is_aside(entry, reading):
                    words = self.source.text[entry.start : entry.tokens[-1].end] if entry.tokens else ""
                    aside = Place(beside=entry.soft, above=False, near=False)
                    self.aside[self.source.line(entry.start)] = words, aside
                begin, end = self.source.line(entry.start), self.source.line(reading.at)
                before = (
                    pairs[-1][0] if pairs and entry.soft and not self._begins(entry.tokens, entry.statement) else None
                )
                if (
                    before is not None
                    and self._loud(before)
                    and spelt(self.keyword(before)) in self.notation.beginnings
                ):
                    begin = self.source.line(before.start)
                if begin < end:
                    # What goes on the lines above says something of them.
                    self.beside.setdefault(end, set()).update(range(begin, end))
            else:
                pairs.append((entry, reading))
            place = after
        return pairs

    def _read_wrapped(self, entries: list[Entry], place: int) -> tuple[Filling | Fault, int]:
        """Read the entry at a place with the lines that continue it.
        Returns what it fills, or its fault, and the place of the next entry."""
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

    def _is_aside(self, entry: Entry, fault: Fault) -> bool:
        """Whether a faulty entry may be a remark: its first word is no intended keyword."""
        if entry.soft:
            return fault.at == entry.start and fault.code.startswith("unknown-")
        return not self._loud(entry) and spelt(self.keyword(entry)) in WORDS["common"]

    def _raise(self) -> None:
        if not self.faults:
            return
        first_faults = sorted(self.faults, key=lambda fault: fault.at)[:MAX_FAULTS]
        kind = Ambiguous if all(fault.ambiguous for fault in first_faults) else Unreadable
        raise kind(*(self.source.refusal(fault) for fault in first_faults))

    def _sheet(self, changes: Changes, onto: Any, edition: Any, modules: Collection[str], places: Places) -> Any:
        """Build the sheet within its bounds. Raises Unreadable with the faulty lines."""
        try:
            return self.notation.read(self.notation.write(changes.onto(onto)), edition, tuple(modules))
        except Refused as refused:
            reasons = [msgspec.structs.replace(fault, where=_where(fault.where, places)) for fault in refused.reasons]
            raise type(refused)(*reasons) from refused


def _where(place: str, places: Places) -> str:
    """Return the line that set a place of the sheet, else the place itself.
    `places` are lines by the places that they set."""
    under = [prefix for prefix in places if place.startswith(prefix)]
    return f"line {places[max(under, key=len)]}" if under else place
