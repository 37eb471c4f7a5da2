"""Sheet documents: their sections; read within limits, written, overlaid.

- `class RavenRule(Rule): section: ClassVar = Section("raven", Occasions(("raven-held",), ("round",)))`

Where a class serves several sections, or none does, the section is an annotation of the sheet's field. A part is named
as in a sheet: `raven`, `losses.supply`, `bids.fiefdoms`. A game's `turn_sections.py` defines its occasions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from typing import Any, Generic, NamedTuple, TypeVar, get_args, get_type_hints

import msgspec
from msgspec.structs import replace

from adjudicator.engine.decision import Refusal, Refusals, Refused, Unreadable
from adjudicator.engine.sheet.conditions import Junctions, Otherwise, own_condition, too_deep
from adjudicator.engine.sheet.fields import (
    MAX_SHOWN,
    Node,
    Phrase,
    Shape,
    Text,
    TextField,
    nodes,
    shape_of,
    text_fields,
    text_names,
)
from adjudicator.engine.values import MAX_SHEET_BYTES, SheetReport

# What a slot of a phrase shows; its words for an empty list are told.
_SLOT = re.compile(r"\{[^{}|]*")


class Occasions(NamedTuple):
    """Occasions of a game that need a sheet's part: `likely` now, `possible` ever.

    Without others only the likely ones are possible.
    """

    likely: tuple[str, ...] = ()
    possible: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        """The occasions after which nobody can be sure that it is not asked."""
        return self.possible or self.likely


@dataclass(frozen=True, eq=False)
class Section:
    """What a section of a sheet is: messages for people, and when it is asked.

    `name` stands in sentences, `title` above it and `short` in lists of sections (if they are other words); `help` says
    what it is for. `when` says when all of it is asked, `parts` when fields or keys of it are asked apart. `moment`
    is a word of a game for what is sure when it answers, `moments` are words for what is sure besides when a part does.
    """

    name: str = ""
    when: Occasions = Occasions()
    parts: Mapping[str, Occasions] = field(default_factory=dict)
    title: str = ""
    short: str = ""
    help: str = ""
    moment: str = ""
    moments: Mapping[str, str] = field(default_factory=dict)

    @property
    def heading(self) -> str:
        """Return what stands above the section: its title, or else its name.

        A name has a small first letter."""
        return self.title or self.name

    @property
    def label(self) -> str:
        """Its heading in lists of sections."""
        return self.short or self.heading

    def sure(self, part: str) -> tuple[str, str]:
        """What is sure when a part of it answers."""
        return self.moment, self.moments.get(part, "")

    @property
    def all(self) -> frozenset[str]:
        """The occasions that may ask for anything of it."""
        return frozenset(occasion for when in (self.when, *self.parts.values()) for occasion in when.all)


@cache
def sections_of(kind: type[msgspec.Struct]) -> dict[str, Section]:
    """Return the sections of a class of sheets by the names of its fields.

    Fields without a section are left out."""
    hints = get_type_hints(kind, include_extras=True)
    pairs = ((name, _section_of(hints[name])) for name in kind.__struct_fields__)
    return {name: section for name, section in pairs if section is not None}


def _section_of(hint: Any) -> Section | None:
    """Return the section that a type or the first class in it declares.

    None if there is none."""
    own = (*getattr(hint, "__metadata__", ()), getattr(hint, "section", None))
    inner = (_section_of(part) for part in get_args(hint))
    return next((candidate for candidate in (*own, *inner) if isinstance(candidate, Section)), None)


def messages(kind: type[msgspec.Struct], part: type[Any]) -> Iterator[tuple[str, str]]:
    """Yield the texts of sheets' sections and `part` phrases, each with a file."""
    for section in sections_of(kind).values():
        for text in filter(None, (section.title, section.name, section.short, section.help)):
            yield text, _source_path(kind)
    yield from _phrases(part)


def _phrases(part: type[Any]) -> Iterator[tuple[str, str]]:
    """Yield the phrases of all subclasses of `part`, each with its file.

    Texts without a letter are left out."""
    for inner in part.__subclasses__():
        phrase = vars(inner).get("phrase", Phrase())
        for text in (*phrase.either.values(), *phrase.parts.values()):
            if any(letter.isalpha() for letter in _SLOT.sub("", text)):
                yield text, _source_path(inner)
        yield from _phrases(inner)


def _source_path(kind: type[Any]) -> str:
    """Return the path of the file that defines a class."""
    return f"{kind.__module__.replace('.', '/')}.py"


class Parts:
    """The parts of a sheet that a turn asks for; `comes`: whether an occasion arises."""

    def __init__(self, sections: Mapping[str, Section], comes: Callable[[str], bool]) -> None:
        self.sections, self.comes = sections, comes

    def may(self, part: str) -> bool:
        """Whether all of a part may be asked before the turn ends; True if uncertain."""
        name, _, below = part.partition(".")
        section = self.sections.get(name, Section())
        return self._any(section.when.all, section.parts.get(below, Occasions()).all)

    def likely(self, part: str) -> bool:
        """Whether a part, or anything of a section, is asked as things stand."""
        name, _, below = part.partition(".")
        section = self.sections[name]
        parts = [section.parts.get(below, Occasions())] if below else section.parts.values()
        return self._any(section.when.likely, *(when.likely for when in parts))

    def touches(self, name: str) -> bool:
        """Whether a section may be asked; never for other fields, such as direct answers."""
        return name in self.sections and self._any(self.sections[name].all)

    def _any(self, *occasions: Iterable[str]) -> bool:
        return any(self.comes(occasion) for several in occasions for occasion in several)

    def restrict(self, sheet: Any) -> Any:
        """Return a sheet, or a part with the same sections, without what is not asked."""
        nothing, changes = type(sheet)(), dict[str, Any]()
        for name in sheet.__struct_fields__:
            value, empty = getattr(sheet, name), getattr(nothing, name)
            if name not in self.sections or value == empty or self.may(name):
                continue
            if isinstance(value, dict):
                changes[name] = {key: rules for key, rules in value.items() if self.may(f"{name}.{key}")}
            elif isinstance(value, msgspec.Struct):
                dropped = (part for part in value.__struct_fields__ if not self.may(f"{name}.{part}"))
                changes[name] = replace(value, **{part: getattr(empty, part) for part in dropped})
            else:
                changes[name] = empty
        return replace(sheet, **changes) if changes else sheet


def restrict_bot(
    rules: Sequence[Any], field_name: str, parts: Collection[str], also: Collection[str] = ()
) -> tuple[Any, ...]:
    """Restrict rules that leave parts to the bot to these parts.

    `field_name`: where a rule names its parts, none for all; those in `also` stay beside some."""
    if any(isinstance(rule.when, Otherwise) for rule in rules):
        # What stands behind `else` means the rules before it.
        return tuple(rules)
    changed = []
    for rule in rules:
        names = getattr(rule, field_name)
        if not names or any(name in parts for name in names):
            rest = tuple(name for name in names if name in parts or name in also)
            changed.append(replace(rule, **{field_name: rest}))
    return tuple(changed)


MAX_BYTES = MAX_SHEET_BYTES
MAX_RULES = 200
# More in one list are more than a form shows, so that they would be lost when it is saved.
MAX_LISTED = 60
# More names in one part of a sheet than any edition has of a sort, and letters of a name that no id has.
MAX_NAMES, MAX_NAME = 300, 200
# Only so many faults of one sheet are reported.
MAX_FAULTS = 30
# A sheet of two hundred rules may deserve a word about each.
MAX_WARNINGS = 250
# Texts of one sheet: a condition for each rule, and those that say when to stop; and letters of all of them.
MAX_TEXTS, MAX_LETTERS = MAX_RULES + 20, 64 * 1024

# A step of a path as msgspec writes it; the key of a mapping is not named there: so many keys are tried.
_STEPS, _ANY_KEY, _MAX_KEYS = re.compile(r"\.([\w-]+)|\[(\d+|\.\.\.)\]"), "...", 300
# What may be too long, or hold what is.
_LARGE = (str, dict, tuple, list, msgspec.Struct)
Parse = Callable[[str, Any, Collection[str]], Any]
S = TypeVar("S", bound=msgspec.Struct)


class SheetDocuments(Generic[S]):
    """Reads, writes, bounds and overlays the sheets of a game.

    `kind` is the class of its sheets, `rule` that of the rules in them, `parsers` read text by kind of text field,
    `junctions` are its conditions that hold others; `examples` of texts stand in its schema; `upgrade` rewrites the
    JSON of an older release.
    """

    def __init__(
        self,
        kind: type[S],
        rule: type[Any],
        parsers: Mapping[str, Parse],
        junctions: Junctions,
        examples: str,
        upgrade: Callable[[bytes], bytes] = lambda data: data,
    ) -> None:
        self.kind, self.rule, self.shape = kind, rule, _shape(kind)
        self._parsers, self._junctions, self._examples, self._upgrade = parsers, junctions, examples, upgrade
        self._decoder = msgspec.json.Decoder(kind)
        self._encoder = msgspec.json.Encoder()
        # The sheet that was walked last: a check of a sheet asks for its nodes a dozen times.
        self._walked: tuple[S | None, list[Node]] = (None, [])

    def read(self, data: bytes, edition: Any = None, modules: Collection[str] = ()) -> S:
        """Read a sheet from its JSON, untrusted, within limits.

        At most 256 KB, 200 rules, 60 entries in a list, conditions 20 deep and 100 large. An edition and its game's
        modules allow text conditions. Raises Unreadable with the place in `where`: `sheet-too-large`, `bad-json`,
        `bad-sheet`, `too-many-rules`, `list-too-long`, `name-too-long`, `condition-too-deep`, `condition-too-large`, or
        a parser's refusal.
        """
        if len(data) > MAX_BYTES:
            raise Unreadable(Refusal("sheet-too-large", f"orders have at most {MAX_BYTES} bytes, not {len(data)}"))
        document: Any = None
        try:
            data = self._upgrade(data)
            try:
                sheet = self._decoder.decode(data)
            except msgspec.ValidationError:
                if edition is None:
                    raise
                document = self._decode_with_trees(data, edition, modules)
                sheet = msgspec.convert(document, self.kind)
        except RecursionError as fault:
            raise Unreadable(too_deep()) from fault
        except msgspec.ValidationError as fault:
            document = document_of(data) if document is None else document
            raise Unreadable(sheet_fault(fault, document, lambda part: msgspec.convert(part, self.kind))) from fault
        except (msgspec.DecodeError, UnicodeDecodeError) as fault:
            raise Unreadable(Refusal("bad-json", f"this is not JSON: {fault}")) from fault
        faults = self.over_limits(sheet)
        if faults:
            raise Unreadable(*faults)
        return sheet

    def read_ahead(self, data: bytes) -> S | bytes:
        """Read a sheet, or return the bytes if its game must be known. Raises as `read`."""
        try:
            return self.read(data)
        except Unreadable:
            if len(data) <= MAX_BYTES and next(text_fields(document_of(data), self.shape), None) is not None:
                return data
            raise

    def write(self, sheet: S) -> bytes:
        """The sheet as JSON without empty sections; the empty sheet is `{}`."""
        return self._encoder.encode(sheet)

    def describe(self, parts: dict[str, Any]) -> dict[str, Any]:
        """The named parts of a JSON Schema, in which trees may be text as well."""
        text = {"type": "string", "description": f"On one line, as on the form: {self._examples}."}
        names = text_names(self.shape)
        for part in parts.values():
            for name, schema in part.get("properties", {}).items():
                if name in names and "anyOf" in schema and text not in schema["anyOf"]:
                    schema["anyOf"] = [*schema["anyOf"], text]
        return parts

    def nodes(self, sheet: S) -> list[Node]:
        """Every name, text, list and struct of a sheet with its place."""
        last, every = self._walked
        if last is not sheet:
            every = nodes(sheet)
            self._walked = sheet, every
        return every

    def rules(self, part: Any, where: str = "") -> list[tuple[str, Any]]:
        """Return every rule of a sheet or part with its place: `marches.lannisport[0]`."""
        every = self.nodes(part) if isinstance(part, self.kind) and not where else nodes(part, None, where)
        return [(node.where, node.value) for node in every if isinstance(node.value, self.rule)]

    def conditions(self, sheet: S) -> Iterator[tuple[str, Any]]:
        """Yield every condition of a sheet with its rule's place, or its own."""
        for node in self.nodes(sheet):
            if isinstance(node.kind, Text) and node.kind.parser != "amount":
                condition = own_condition(node.value)
                if condition is not None:
                    yield node.where.removesuffix(".when"), condition

    def amounts(self, sheet: S) -> Iterator[tuple[str, Any]]:
        """Every amount of a sheet that is no number, with its place."""
        for node in self.nodes(sheet):
            if isinstance(node.kind, Text) and node.kind.parser == "amount":
                yield node.where, node.value

    def without_blanks(self, sheet: S) -> S:
        """The sheet without keys that have no rules; they say nothing."""
        filled: S = _drop_blanks(sheet, _shape(type(sheet)))
        return filled

    def overlay(self, earlier: S, later: S) -> S:
        """The earlier sheet with every section that the later one fills replaced.

        A section whose keys all have no rules fills nothing. Mappings of structs (direct answers, vassals) are joined.
        """
        later, changes, empty = self.without_blanks(later), {}, type(later)()
        for name in later.__struct_fields__:
            section = getattr(later, name)
            if section == getattr(empty, name):
                continue
            if isinstance(section, dict) and all(isinstance(part, msgspec.Struct) for part in section.values()):
                section = {**getattr(earlier, name), **section}
            changes[name] = section
        return replace(earlier, **changes)

    def over_limits(self, sheet: S) -> list[Refusal]:
        """Return what exceeds a sheet's limits, names first; at most MAX_FAULTS."""
        outgrown = list(islice(_excess_names(sheet), MAX_FAULTS)) if self._may_outgrow(sheet) else []
        return outgrown or list(islice(self._beyond(sheet), MAX_FAULTS))

    def report(self, sheet: S, errors: Iterable[Refusal], warnings: Iterable[Refusal]) -> SheetReport:
        """Return a report of what exceeds limits, else of errors, else of warnings."""
        faults = self.over_limits(sheet) or list(islice(errors, MAX_FAULTS))
        return SheetReport(tuple(faults), () if faults else tuple(islice(warnings, MAX_WARNINGS)))

    def _decode_with_trees(self, data: bytes, edition: Any, modules: Collection[str]) -> Any:
        """Decode a sheet's document with a parsed tree in place of each text.

        Raises Unreadable: `too-many-rules`, `sheet-too-large`, or the faults of the texts."""
        document = msgspec.json.decode(data)
        texts = list(text_fields(document, self.shape))
        if len(texts) > MAX_TEXTS:
            raise Unreadable(Refusal("too-many-rules", f"at most {MAX_TEXTS} conditions are allowed, not {len(texts)}"))
        if sum(len(text.part[text.field]) for text in texts) > MAX_LETTERS:
            words = f"all conditions together have at most {MAX_LETTERS} characters"
            raise Unreadable(Refusal("sheet-too-large", words))
        faults = list(islice(self._parsed(texts, edition, modules), MAX_FAULTS))
        if faults:
            raise Unreadable(*faults)
        return document

    def _parsed(self, texts: Iterable[TextField], edition: Any, modules: Collection[str]) -> Refusals:
        """Replace each text by its tree, and yield the faults of those unreadable.

        A fault has the place of its text."""
        for text in texts:
            try:
                tree = self._parsers[text.kind.parser](text.part[text.field], edition, modules)
                text.part[text.field] = msgspec.to_builtins(tree)
            except Refused as refused:
                yield from (Refusal(reason.code, reason.words, text.where) for reason in refused.reasons)

    def _may_outgrow(self, sheet: S) -> bool:
        """Whether a name may be too long or a part too large; checks JSON for speed."""
        data = self._encoder.encode(sheet)
        pieces = set(data.split(b'"'))
        return b"\\" in data or len(pieces) > MAX_NAMES or max(map(len, pieces)) > MAX_NAME

    def _beyond(self, sheet: S) -> Refusals:
        """Too many rules, too long lists, too large conditions."""
        count = len(self.rules(sheet))
        if count > MAX_RULES:
            yield Refusal("too-many-rules", f"at most {MAX_RULES} rules are allowed, not {count}")
            return
        for node in self.nodes(sheet):
            listed = node.kind is tuple and not (node.value and isinstance(node.value[0], self.rule))
            if listed and len(node.value) > MAX_LISTED:
                words = f"a list has at most {MAX_LISTED} entries, not {len(node.value)}"
                yield Refusal("list-too-long", words, node.where)
        for where, condition in self.conditions(sheet):
            outgrown = self._junctions.outgrown(condition, f"{where}.when")
            if outgrown is not None:
                yield outgrown


def _shape(kind: Any) -> Shape:
    shape = shape_of(kind)
    assert shape is not None, kind
    return shape


def _drop_blanks(value: Any, shape: Shape) -> Any:
    """Return a part of a sheet without keys that have no rules or say nothing."""
    if isinstance(value, dict) and shape.values is not None:
        if shape.values.items is not None and shape.values.items.fields:
            return {key: rules for key, rules in value.items() if rules}
        if shape.values.fields:
            parts = {key: _drop_blanks(part, shape.values) for key, part in value.items()}
            return {key: part for key, part in parts.items() if part != type(part)()}
    elif isinstance(value, msgspec.Struct):
        fields = {name: (getattr(value, name), inner) for name, *_, inner in shape.fields}
        filled = {name: _drop_blanks(part, inner) for name, (part, inner) in fields.items()}
        # What says nothing stays the default that documents leave out.
        changed = {name: part for name, part in filled.items() if part != fields[name][0]}
        return replace(value, **changed) if changed else value
    return value


def _excess_names(sheet: Any) -> Refusals:
    """Names that are too long, and parts with too many of them, wherever they stand."""
    waiting = [("", sheet)]
    while waiting:
        where, part = waiting.pop()
        inner: Iterable[tuple[str, Any]] = ()
        if isinstance(part, str):
            if len(part) > MAX_NAME:
                words = f'a name has at most {MAX_NAME} characters; "{part[:20]}..." has {len(part)}'
                yield Refusal("name-too-long", words, where)
        elif isinstance(part, msgspec.Struct):
            names = zip(part.__struct_fields__, part.__struct_encode_fields__, strict=True)
            inner = ((f"{where}.{step}" if where else step, getattr(part, name)) for name, step in names)
        elif isinstance(part, dict):
            if len(part) > MAX_NAMES:
                words = f"at most {MAX_NAMES} names are allowed here, not {len(part)}"
                yield Refusal("list-too-long", words, where)
                continue
            waiting.extend((where, key) for key in part if len(str(key)) > MAX_NAME)
            inner = ((f"{where}.{str(key)[:MAX_NAME]}", value) for key, value in part.items())
        elif isinstance(part, tuple | list):
            inner = ((f"{where}[{number}]", value) for number, value in enumerate(part))
        waiting.extend([(place, value) for place, value in inner if isinstance(value, _LARGE)])


def warner(words: Mapping[str, str]) -> Callable[..., Refusal]:
    """What makes a warning of a code, a place and values, in the words of its code."""

    def warn(code: str, where: str, **values: object) -> Refusal:
        return Refusal(code, words[code].format(**values), where)

    return warn


def document_of(data: bytes) -> Any:
    """Decode plain data from JSON; return None for data that is not JSON."""
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def sheet_fault(fault: Exception, document: Any = None, convert: Callable[[Any], Any] | None = None) -> Refusal:
    """Translate a msgspec fault and its path, as to `bids.iron-throne[0]`."""
    words, _, path = str(fault).partition(" - at `")
    path = path.rstrip("`").removeprefix("key in ").removeprefix("`")
    where, steps, part = "", list[str | int](), document
    for name, index in _STEPS.findall(path.removeprefix("$")):
        step: str | int = name or (index if index == _ANY_KEY else int(index))
        if step == _ANY_KEY:
            step = _key_at_fault(words, steps, part, convert) if convert is not None else "*"
        where += f"[{step}]" if isinstance(step, int) else f".{step}"
        steps.append(step)
        part = _inside(part, step)
    return Refusal("bad-sheet", words, where.removeprefix("."))


def _inside(part: Any, step: str | int) -> Any:
    try:
        return part[step]
    except (KeyError, IndexError, TypeError):
        return None


def _key_at_fault(words: str, steps: Sequence[str | int], part: Any, convert: Callable[[Any], Any]) -> str:
    """Return the key of the part refused in these words; a star if none is."""
    for key, value in islice(part.items(), _MAX_KEYS) if isinstance(part, dict) else ():
        alone: Any = {key: value}
        for step in reversed(steps):
            alone = [alone] if isinstance(step, int) else {step: alone}
        try:
            convert(alone)
        except (msgspec.ValidationError, RecursionError) as fault:
            if str(fault).partition(" - at `")[0] == words:
                return str(key)[:MAX_SHOWN]
    return "*"
