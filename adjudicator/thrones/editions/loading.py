"""Reading an edition's data files; every fault is named with file and place.

Rulings stand in `data/<edition>/rulings.md`. The first link at the top names the edition whose rulings hold as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, TypeVar

import msgspec

from adjudicator.engine import Refusal, base_of, convert, raise_all, read_toml, rows_by_id, unknown_name
from adjudicator.engine.rulings import HEADING, Ruling, read_rulings
from adjudicator.thrones.state import BankRules, DeckEntry, Edition, House, Setup, components as c

T = TypeVar("T")
_NEEDED: Any = object()


class TableReader:
    """Reads TOML tables by name and collects faults (`bad-data`, `duplicate-id`)."""

    def __init__(self, tables: Mapping[str, Mapping[str, Any]]) -> None:
        self.tables = tables
        self.faults: list[Refusal] = []

    def value(self, file: str, key: str, kind: Any, otherwise: Any = _NEEDED) -> Any:
        """What stands under a key as a value of a type; `otherwise` where nothing does."""
        table = self.tables.get(file, {})
        if key not in table:
            if otherwise is _NEEDED:
                self.faults.append(Refusal("bad-data", f"{key!r} is missing", f"{file}.toml"))
                return None
            return otherwise
        return convert(table[key], kind, f"{file}.toml: {key}", self.faults)

    def fields(self, file: str, kind: Any, names: Iterable[str]) -> dict[str, Any]:
        """Return a type's named fields from a file; those with defaults may be absent."""
        fields = {field.name: field for field in msgspec.structs.fields(kind)}
        return {
            name: self.value(file, name, fields[name].type, _NEEDED if fields[name].required else fields[name].default)
            for name in names
        }

    def rows(self, file: str, key: str, kind: type[T], *, needed: bool = True, more: Any = None) -> dict[str, T]:
        """The rows under a key by their ids; `more` is laid over each."""
        rows = self.value(file, key, list[dict[str, Any]], _NEEDED if needed else [])
        return self.rows_of(rows or [], kind, file, more)

    def rows_of(self, rows: list[dict[str, Any]], kind: type[T], file: str, more: Any = None) -> dict[str, T]:
        """Convert rows to structs of a type, by id; `more` is laid over each row.
        Faults are collected in `faults`, also unknown fields; `file` names their place."""

        def whole(row: dict[str, Any], where: str) -> dict[str, Any]:
            self.keys_of(row, kind, where)
            return {**row, **(more or {})}

        return rows_by_id(rows, kind, file, self.faults, whole)

    def keys_of(self, row: Mapping[str, Any], kind: Any, where: str, also: tuple[str, ...] = ()) -> None:
        """Add a fault for each key of a row that is no field of `kind` nor in `also`."""
        fields = (*kind.__struct_encode_fields__, *also)
        for key in row:
            if key not in fields:
                words = f"{key!r:.60} is nothing that can be said here"
                self.faults.append(unknown_name("bad-data", words, key, fields, where))


BANK = "bank"
Texts = Mapping[str, str]
Tables = dict[str, dict[str, Any]]


def own_texts(edition: str) -> dict[str, str]:
    """The data files of an edition that come with the program, by name."""
    folder = files("adjudicator.thrones.editions").joinpath("data", edition)
    toml_files = [file for file in folder.iterdir() if file.name.endswith(".toml")]
    return {file.name.removesuffix(".toml"): file.read_text(encoding="utf-8") for file in sorted(toml_files, key=str)}


def _rows_by_id(rows: Any) -> dict[str, Any] | None:
    """Rows that all have an id, by it; None for anything else."""
    if not isinstance(rows, list) or not all(isinstance(row, dict) and "id" in row for row in rows):
        return None
    return {str(row["id"]): row for row in rows}


def _merge_tables(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """Merge tables: rows with the same id are replaced, other rows are appended."""
    merged_table = dict(below)
    for key, value in above.items():
        under = below.get(key)
        rows, over = _rows_by_id(under), _rows_by_id(value)
        if rows is not None and over:
            merged_table[key] = list({**rows, **over}.values())
        elif isinstance(value, dict) and isinstance(under, dict):
            merged_table[key] = {**under, **value}
        else:
            merged_table[key] = value
    return merged_table


def read_tables(edition: str, basis: str = "", texts: Texts | None = None) -> Tables:
    """Read an edition's files over its `basis`, or `texts`; Unreadable (`bad-data`)."""
    faults: list[Refusal] = []
    mine = own_texts(edition)
    tables = read_toml(mine if texts is None else texts, mine, faults)
    raise_all(faults)
    if not basis:
        return tables
    below = read_tables(basis)
    return {**below, **{name: _merge_tables(below.get(name, {}), table) for name, table in tables.items()}}


def _setups(reader: TableReader, file: str) -> dict[str, dict[int, Setup]]:
    """Set-ups by module and number of players; one row may serve several numbers."""
    setups: dict[str, dict[int, Setup]] = {}
    for number, row in enumerate(reader.value(file, "setup", list[dict[str, Any]]) or [], 1):
        part = TableReader({file: {"players": row.get("players"), f"number {number}": row}})
        counts = part.value(file, "players", int | list[int])
        setup = part.value(file, f"number {number}", Setup)
        part.keys_of(row, Setup, f"{file}.toml: set-up number {number}", ("players",))
        reader.faults += part.faults
        for players in counts if isinstance(counts, list) else (counts,):
            if players is not None and setup is not None:
                setups.setdefault(setup.module, {})[players] = setup
    return {module: dict(sorted(own.items())) for module, own in setups.items()}


def _house_cards(reader: TableReader, modules: Iterable[str]) -> dict[str, c.HouseCard]:
    """Return the House cards of an edition and its modules (`cards-MODULE.toml`)."""
    cards = reader.rows("cards", "card", c.HouseCard)
    for module in modules:
        if f"cards-{module}" in reader.tables:
            cards |= reader.rows(f"cards-{module}", "card", c.HouseCard, more={"module": module})
    return cards


def _bank(reader: TableReader) -> BankRules | None:
    """The rules and loans of the Iron Bank; None for an edition without one."""
    if BANK not in reader.tables:
        return None
    bank_fields = reader.fields(BANK, BankRules, ("house", "area", "costs", "discount"))
    return BankRules(**bank_fields, loans=reader.rows(BANK, "loan", c.Loan))


# Fields of an edition that stand under their own names in a file.
OF_RULES = ("modules", "variant", "offered", "weather", "community")
OF_SETUP = (
    *("rounds", "tracks", "badges", "stars", "supply_limits", "wildling_track", "power_tokens"),
    *("wildlings_start", "port_limit", "improvement_tokens"),
)


def build(folder: str, basis: str = "", texts: Texts | None = None, **code: Any) -> Edition:
    """Build an Edition over its `basis`; Unreadable (`bad-data`, `duplicate-id`)."""
    reader = TableReader(read_tables(folder, basis, texts))
    fields = {
        **reader.fields("rules", Edition, OF_RULES),
        "areas": reader.rows("map", "area", c.Area),
        "orders": reader.rows("orders", "order", c.OrderToken),
        "units": reader.rows("setup", "unit", c.UnitKind),
        "houses": reader.rows("setup", "house", House),
        "setups": _setups(reader, "setup").get("", {}),
        "module_setups": _setups(reader, "setups") if "setups" in reader.tables else {},
        **reader.fields("setup", Edition, OF_SETUP),
        "westeros": reader.rows("westeros", "card", c.WesterosCard),
    }

    def of_modules(key: str, kind: Any) -> dict[str, Any]:
        """A table by module, without those of the basis that this edition does not have."""
        table = reader.value("rules", key, dict[str, kind], {}) or {}
        return {module: row for module, row in table.items() if not basis or module in (fields["modules"] or ())}

    decks: dict[str, dict[str, tuple[DeckEntry, ...]]] = {}
    for deck, entries in (reader.value("westeros", "deck", dict[str, tuple[DeckEntry, ...]]) or {}).items():
        for entry in entries:
            own = decks.setdefault(entry.module, {})
            own[deck] = (*own.get(deck, ()), entry)
    fields |= {
        "decks": decks.pop("", {}),
        "module_decks": decks,
        "wildling_cards": reader.rows("westeros", "wildling", c.WildlingCard, needed=False),
        "tide_cards": reader.rows("westeros", "tide", c.TideCard, needed=False),
        "cards": _house_cards(reader, fields["modules"] or ()),
        "citations": reader.value("rules", "rule", dict[str, str]),
        "bank": _bank(reader),
        "leaders": reader.rows("leaders", "leader", c.LeaderToken, needed=False),
        "tactics": reader.rows("tactics", "card", c.TacticsCard, needed=False),
        "alliances": reader.rows("alliances", "card", c.AllianceCard, needed=False),
        "needs": of_modules("module_needs", tuple[str, ...]),
        "copies": of_modules("module_copies", dict[str, dict[str, int]]),
        "brings": of_modules("module_brings", tuple[str, ...]),
        "targets": of_modules("targets", int),
    }
    # What is pieced together: of every game, then of each part that is played by choice.
    always = reader.value("rules", "reconstructions", tuple[str, ...]) or ()
    options = of_modules("option_reconstructions", tuple[str, ...])
    fields["reconstructions"] = (*always, *(point for points in options.values() for point in points))
    fields["option_reconstructions"] = options
    raise_all(reader.faults)
    return Edition(id=folder, **fields, **code)


_ALSO = re.compile(r"\]\(\.\./(?P<edition>[a-z-]+)/rulings\.md\)")


@cache
def rulings(edition: str) -> tuple[Ruling, ...]:
    """Return an edition's own rulings in order; ValueError names an unreadable one."""
    return read_rulings(_source(edition))


@cache
def rulings_base(edition: str) -> str:
    """Return the edition whose rulings this one inherits, or an empty string."""
    intro, *_ = HEADING.split(_source(edition), maxsplit=1)
    match = _ALSO.search(intro)
    return match["edition"] if match else ""


def _source(edition: str) -> str:
    return (
        files("adjudicator.thrones.editions")
        .joinpath("data", base_of(edition) or edition, "rulings.md")
        .read_text(encoding="utf-8")
    )
