"""Taking what an edition is made of out of its tables: every fault is kept, with file and place, until all is read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from adjudicator.engine.data_files import convert
from adjudicator.engine.refusal import Refusal
from adjudicator.engine.scenario_names import no_choice

T = TypeVar("T")
_NEEDED: Any = object()


class TableReader:
    """Reads tables (of TOML files, by name) and collects faults (`bad-data`, `duplicate-id`)."""

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

    def rows(self, file: str, key: str, kind: type[T], *, needed: bool = True, more: Any = None) -> dict[str, T]:
        """The rows under a key by their ids; `more` is laid over each."""
        rows = self.value(file, key, list[dict[str, Any]], _NEEDED if needed else [])
        return self.rows_of(rows or [], kind, file, more)

    def rows_of(self, rows: list[dict[str, Any]], kind: type[T], file: str, more: Any = None) -> dict[str, T]:
        """The same of rows as they are."""
        found: dict[str, T] = {}
        for number, row in enumerate(rows, 1):
            said = row.get("id")
            where = f"{file}.toml: {said if isinstance(said, str) else f'number {number}'}"
            self.keys_of(row, kind, where)
            value = convert({**row, **(more or {})}, kind, where, self.faults)
            if value is None:
                continue
            if value.id in found:
                self.faults.append(Refusal("duplicate-id", f"there are two of the id {value.id!r}", where))
            found[value.id] = value
        return found

    def keys_of(self, row: Mapping[str, Any], kind: Any, where: str, also: tuple[str, ...] = ()) -> None:
        """Note what stands in a row and is no field of its type, nor one of `also`."""
        fields = (*kind.__struct_encode_fields__, *also)
        for key in row:
            if key not in fields:
                words = f"{key!r:.60} is nothing that can be said here"
                self.faults.append(no_choice("bad-data", words, key, fields, where))
