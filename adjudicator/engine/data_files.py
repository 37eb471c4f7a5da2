"""Data files of an edition: shipped or brought by a host, read and checked.

Editions' files come in as texts by name (`map`, `allies`), without `.toml`; nothing here opens them. Tables of messages
are read from beside their module, scenarios from text (TOML or JSON).
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Any, Protocol, TypeVar

import msgspec
import msgspec.inspect

from adjudicator.engine.decision import Refusal, Refusals, Unreadable

# More than these are not listed if some are near.
LISTED = 12


def name_suggestions(name: str, valid_names: Collection[str]) -> str:
    """Return known names: all if few or none is similar, else the nearest."""
    near = get_close_matches(name[:60], valid_names, n=3, cutoff=0.5) if len(valid_names) > LISTED else []
    return f"near it: {', '.join(near)}" if near else f"known: {', '.join(valid_names) or 'none'}"


def unknown_name(code: str, words: str, name: object, valid_names: Collection[str], where: str) -> Refusal:
    """A refusal in these words of a name that is not known, with those that are."""
    return Refusal(code, f"{words}; {name_suggestions(str(name), valid_names)}", where)


def unknown(sort: str, names: Iterable[str], valid_names: Collection[str], where: str) -> Refusals:
    """Return a refusal (`unknown-area`, `unknown-house` etc.) for each unknown name."""
    for name in names:
        if name not in valid_names:
            words = f"there is no {sort} {name[:60]!r} in this game; {name_suggestions(name, valid_names)}"
            yield Refusal(f"unknown-{sort}", words, where)


def twice(names: Iterable[str], where: str) -> Refusals:
    """A refusal for each name that stands there more than once."""
    for name, count in Counter(names).items():
        if count > 1:
            yield Refusal("named-twice", f"{name[:60]} is named {count} times", where)


_S = TypeVar("_S")


class Scenario(Protocol):
    """A position in plain data, and what it says of the game that begins with it."""

    @property
    def edition(self) -> str:
        """The id of the edition."""

    @property
    def players(self) -> int:
        """How many seats play."""

    @property
    def houses(self) -> Sequence[str]:
        """The seats that are played, where the others are not; none named: by the seed."""

    @property
    def modules(self) -> Sequence[str]:
        """The optional parts of the rules."""


def plain_scenario(text: str) -> dict[str, Any]:
    """Read scenario fields from TOML or a JSON object; Unreadable (`bad-scenario`)."""
    try:
        if text.lstrip().startswith("{"):
            return msgspec.json.decode(text, type=dict[str, Any])
        return tomllib.loads(text)
    except (msgspec.MsgspecError, ValueError, RecursionError) as fault:
        raise Unreadable(Refusal("bad-scenario", str(fault), "")) from fault


def scenario_from(plain: object, kind: type[_S]) -> _S:
    """Convert plain data to a scenario of a type.

    Raises Unreadable (`bad-scenario`) with the field at fault."""
    try:
        return msgspec.convert(plain, kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as fault:
        raise Unreadable(Refusal.of_data("bad-scenario", fault)) from fault


# Whoever writes a file by hand writes less than this.
MAX_FILE_BYTES = 1024 * 1024
# The ids of editions that hosts brought: that of the program's own, and what stands for their files.
DIGITS = 8
BROUGHT = re.compile(rf"([a-z]+(?:-[a-z]+)*)-([0-9a-f]{{{DIGITS}}})")


class DataFiles(ABC):
    """The data files of a game's editions, shipped with it or brought by a host.

    `base`: the edition that hosts may play with files of their own; empty (the default): none.
    """

    base = ""

    @abstractmethod
    def names(self, edition: str) -> tuple[str, ...]:
        """The names of an edition's files."""

    @abstractmethod
    def own(self, edition: str) -> Mapping[str, str]:
        """The files that come with the program."""

    @abstractmethod
    def read(self, edition: str, texts: Mapping[str, str]) -> Any:
        """Build the edition of these files; raise Unreadable with every fatal fault."""

    @abstractmethod
    def faults(self, edition: Any) -> Iterable[Refusal]:
        """What is wrong in an edition that could be read."""

    @abstractmethod
    def warnings(self, edition: Any) -> Iterable[Refusal]:
        """What may be left as it is, and might be better."""

    @abstractmethod
    def counted(self, edition: Any) -> Mapping[str, int]:
        """Count what an edition is made of, by name."""

    def keep(self, edition: Any) -> None:
        """Make an edition that a host brought one of the game's."""
        raise NotImplementedError

    def host_edition_id(self, texts: Mapping[str, str]) -> str:
        """Return a host edition's id: that of `base` and a digest of the files."""
        whole = "\0".join(texts[name] for name in self.names(self.base))
        return f"{self.base}-{hashlib.sha256(whole.encode()).hexdigest()[:DIGITS]}"


# How what msgspec expects is written in TOML.
WRITTEN = {
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "str": 'a text in quotes, as "text"',
    "array": "a list, as [1, 2]",
    "object": "a table, as { key = 1 }",
    "null": "nothing",
}


def base_of(edition: str) -> str:
    """Return the edition whose rules a host's edition uses; "" for other ids."""
    match = BROUGHT.fullmatch(edition)
    return match[1] if match else ""


def read_toml(texts: Mapping[str, str], names: Iterable[str], faults: list[Refusal]) -> dict[str, dict[str, Any]]:
    """Parse TOML files by name; `faults` gets `bad-data` for missing or invalid ones."""
    tables: dict[str, dict[str, Any]] = {}
    for name in names:
        file = f"{name}.toml"
        if name not in texts:
            faults.append(Refusal("bad-data", "this file is missing", file))
            continue
        try:
            tables[name] = tomllib.loads(texts[name])
        except RecursionError:
            faults.append(Refusal("bad-data", "brackets within brackets, too deep to be read", file))
        except ValueError as fault:
            # A number of thousands of digits is refused by Python itself.
            words = f"this is no TOML: {fault}; a line is `key = value`, `[table]`, `[[row]]` or a comment after #"
            faults.append(Refusal("bad-data", words, file))
    return tables


def convert(row: Any, kind: Any, where: str, faults: list[Refusal]) -> Any | None:
    """Convert plain data to a type; else None, adding the place to `faults`."""
    try:
        return msgspec.convert(row, kind, str_keys=True)
    except msgspec.ValidationError as fault:
        words, _, place = str(fault).partition(" - at `")
        words = _explain_fault(words, _types_at(msgspec.inspect.type_info(kind), place))
        faults.append(Refusal("bad-data", words, ", ".join(filter(None, (where, place.strip("`$."))))))
    except (OverflowError, RecursionError) as fault:
        faults.append(Refusal("bad-data", str(fault), where))
    return None


def rows_by_id(
    rows: Iterable[Any],
    kind: Any,
    file: str,
    faults: list[Refusal],
    whole: Callable[[Any, str], Any] = lambda row, where: row,
) -> dict[str, Any]:
    """Convert rows of a file by id, each made `whole`; `bad-data`, `duplicate-id`."""
    values: dict[str, Any] = {}
    for number, row in enumerate(rows, 1):
        row_id = row.get("id") if isinstance(row, dict) else None
        where = f"{file}.toml: {row_id if isinstance(row_id, str) else f'number {number}'}"
        value = convert(whole(row, where), kind, where, faults)
        if value is None:
            continue
        if value.id in values:
            faults.append(Refusal("duplicate-id", f"there are two of the id {value.id!r}", where))
        values[value.id] = value
    return values


def _types_at(kind: msgspec.inspect.Type, place: str) -> list[Any]:
    """Return the types that may stand at a place such as `$.abilities[0].do`.

    `kind` is the type of `$`; empty if the place is in none."""
    types = _each(kind)
    for key, _ in re.findall(r"\.([^.\[\]`]+)|(\[)", place):
        inner: list[Any] = []
        for type_info in types:
            if key and isinstance(type_info, msgspec.inspect.StructType):
                inner += [field.type for field in type_info.fields if field.encode_name == key]
                inner += [msgspec.inspect.LiteralType((type_info.tag,))] if type_info.tag_field == key else []
            elif not key:
                inner += getattr(type_info, "item_types", ()) or [
                    getattr(type_info, part) for part in ("item_type", "value_type") if hasattr(type_info, part)
                ]
        types = [type_info for part in inner for type_info in _each(part)]
    return types


def _each(kind: Any) -> list[Any]:
    """The types of a union; any other type alone."""
    return list(kind.types) if isinstance(kind, msgspec.inspect.UnionType) else [kind]


def _explain_fault(fault: str, types: list[Any]) -> str:
    """Explain a msgspec error to authors of files: what is wrong, what is possible."""
    quoted = re.search(r"[`'](.*)[`']", fault)
    name = quoted[1] if quoted else ""
    values = [str(value) for entry in types for value in getattr(entry, "values", ())]
    tags = [str(entry.tag) for entry in types if getattr(entry, "tag", None) is not None]
    fields = [field.encode_name for entry in types for field in getattr(entry, "fields", ())]
    if fault.startswith("Object contains unknown field"):
        return f"{name!r:.60} is nothing that can be said here; {name_suggestions(name, dict.fromkeys(fields))}"
    if fault.startswith("Object missing required field"):
        return f"{name!r} is missing"
    if fault.startswith("Invalid") and (values or tags):
        return f"{name!r:.60} is none of {', '.join(dict.fromkeys(values or tags))}"
    expected = re.fullmatch(r"Expected `([^`]*)`(.*?)(?:, got `([^`]*)`)?", fault)
    if expected is None:
        return fault
    may = " or ".join(WRITTEN.get(entry, entry) for entry in expected[1].split(" | "))
    got = f", not {WRITTEN.get(expected[3], expected[3])}" if expected[3] else ""
    those = f": {', '.join(dict.fromkeys(values))}" if values else ""
    return f"it must be {may}{expected[2]}{those}{got}"


def raise_all(faults: list[Refusal]) -> None:
    """Unreadable with all of them, if there are any."""
    if faults:
        raise Unreadable(*faults)


class InContext(str):
    """A message with a context (msgctxt), which tells it from equal words elsewhere."""

    context: str

    def __new__(cls, message: str, context: str) -> InContext:
        text = super().__new__(cls, message)
        text.context = context
        return text


class Counted(str):
    """A message for several things, with its `singular`; the value in `slot` counts."""

    singular: str
    slot: str

    def __new__(cls, many: str, singular: str, count: str) -> Counted:
        text = super().__new__(cls, many)
        text.singular, text.slot = singular, count
        return text


def word_tables(module: str) -> dict[str, Any]:
    """Read a module's tables of messages from `words.toml` beside it.

    The catalogs collect every text in that file; `{ text = "me", context = "person" }` is one with a context,
    and `{ one = ..., many = ..., count = "n" }` one that counts by a value. `module` is the module's `__name__`.
    """
    package, _, name = module.rpartition(".")
    tables: dict[str, Any] = _word_file(package)[name.replace("_", "-")]
    return tables


@cache
def _word_file(package: str) -> dict[str, Any]:
    tables: dict[str, Any] = _mark_messages(
        tomllib.loads(files(package).joinpath("words.toml").read_text(encoding="utf-8"))
    )
    return tables


def _mark_messages(value: Any) -> Any:
    """Mark the messages in tables that have contexts or plurals.

    They become InContext and Counted; everything else stays."""
    if isinstance(value, list):
        return [_mark_messages(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    if value.keys() == {"text", "context"}:
        return InContext(value["text"], value["context"])
    if value.keys() == {"one", "many", "count"}:
        return Counted(value["many"], value["one"], value["count"])
    return {name: _mark_messages(inner) for name, inner in value.items()}
