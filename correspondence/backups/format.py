"""The backup format: gzipped JSON lines, the same from SQLite and from PostgreSQL.

The first line is the Header. Then for each table a line `{"table": name, "columns": [[name, kind], ...]}`, its rows as
arrays in the order of the primary key, and `{"end": name, "rows": n, "sha256": hex}` over the bytes of the rows. Then
`{"file": name, "mode": n, "content": base64}` for files of the data folder, and at the end `{"complete": true,
"sha256": hex}` over all lines before. A kind is one of KINDS; moments are ISO 8601 in UTC, bytes base64.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import BigInteger, Boolean, Column, DateTime, Float, Integer, LargeBinary, String, Table
from sqlalchemy.types import TypeEngine

from correspondence.rows import Moment

FORMAT, VERSION = "rookery-backup", 1
# The longest row is a game file that waits to be imported, as base64; a line is never read further than this.
MAX_LINE_LENGTH = 64 * 1024**2
# Of the data folder: the key, and the files of editions that the host brought; all of them together.
MAX_KEPT_LENGTH, MAX_KEPT = 1024**2, 64 * 1024**2
KINDS: dict[str, type[TypeEngine[Any]]] = {
    "boolean": Boolean,
    "moment": Moment,
    "bytes": LargeBinary,
    "real": Float,
    "number": BigInteger,
    "text": String,
}
# Those that are no text in JSON.
JSON_TYPES: dict[str, tuple[type, ...]] = {"number": (int,), "real": (float, int), "boolean": (bool, int)}
# Columns of numbers have 64 bits.
MAX_BYTES = 2**63
_encoder = msgspec.json.Encoder()


class BadBackup(ValueError):
    """An incomplete or damaged backup file; the message names the fault and its line."""


class Header(msgspec.Struct, frozen=True):
    """A backup's table revision, creation time, and scope (`all`, or a game's id)."""

    format: str
    version: int
    revision: str
    program: str
    made_at: datetime
    scope: str = "all"


@dataclass
class Part:
    """A table in a backup; after its last row, its number of rows and their digest."""

    name: str
    columns: list[tuple[str, str]]
    rows: int = 0
    sha256: str = ""
    digest: Any = field(default_factory=hashlib.sha256, repr=False)

    def add(self, line: bytes) -> None:
        """Count a row."""
        self.rows += 1
        self.digest.update(line)

    def end(self) -> bytes:
        """The line that ends it."""
        self.sha256 = self.digest.hexdigest()
        return _encoder.encode({"end": self.name, "rows": self.rows, "sha256": self.sha256})


@dataclass(frozen=True)
class BackupFile:
    """A file of the data folder within a backup."""

    name: str
    mode: int
    content: bytes


def kind_of(column: Column[Any]) -> str:
    """Return the kind of a column in backups; TypeError for an unknown type."""
    kinds: dict[str, Any] = KINDS | {"moment": (DateTime, Moment), "number": Integer}
    for kind, types in kinds.items():
        if isinstance(column.type, types):
            return kind
    raise TypeError(f"{column.table.name}.{column.name}: backups know nothing like {column.type!r}")


def columns_of(table: Table) -> list[tuple[str, str]]:
    """Return the names and kinds of a table's columns."""
    return [(str(column.name), kind_of(column)) for column in table.columns]


def row_line(values: Sequence[Any]) -> bytes:
    """A row as its line."""
    return _encoder.encode([value.isoformat() if isinstance(value, datetime) else value for value in values])


def row_values(line: bytes, kinds: Sequence[str]) -> list[Any]:
    """A row from its line; BadBackup."""
    try:
        values = msgspec.json.decode(line, type=list[Any])
        if len(values) != len(kinds):
            raise BadBackup(f"a row has {len(values)} values and not {len(kinds)}")
        return [_value(value, kind) for value, kind in zip(values, kinds, strict=True)]
    except (msgspec.MsgspecError, ValueError, TypeError, RecursionError) as fault:
        raise BadBackup(f"a row cannot be read: {fault}") from fault


def _value(value: Any, kind: str) -> Any:
    """Return a JSON value of a backup as a value of its kind; None stays None.
    Raises BadBackup if it is of another kind."""
    if value is None:
        return None
    _check(value, kind)
    if kind == "bytes":
        return base64.b64decode(value, validate=True)
    if kind == "moment":
        return datetime.fromisoformat(value)
    return float(value) if kind == "real" else value


def _check(value: Any, kind: str) -> None:
    """Raise BadBackup for a value of the wrong kind, which SQLite would accept."""
    if not isinstance(value, JSON_TYPES.get(kind, str)) or (isinstance(value, bool) and kind != "boolean"):
        raise BadBackup(f"{value!r:.60} is no {kind}")
    if isinstance(value, int) and not -MAX_BYTES <= value < MAX_BYTES:
        raise BadBackup(f"{value!r:.60} is too large a number")


class Writer:
    """Writes lines into a file and keeps their digest."""

    def __init__(self, path: Path) -> None:
        # Fast rather than small: what is large is compressed or drawn anew.
        self._file = gzip.open(path, "wb", compresslevel=4)  # noqa: SIM115  closed by `close`
        self._digest = hashlib.sha256()

    def line(self, line: bytes) -> None:
        """Write one."""
        self._digest.update(line)
        self._file.write(line + b"\n")

    def tell(self, **fields: Any) -> None:
        """Write one that is an object."""
        self.line(_encoder.encode(fields))

    def complete(self) -> None:
        """Write the last line and close."""
        self._file.write(_encoder.encode({"complete": True, "sha256": self._digest.hexdigest()}) + b"\n")
        self._file.close()

    def close(self) -> None:
        """Close, whole or not."""
        self._file.close()


Event = Header | Part | list[Any] | BackupFile


def read(path: Path) -> Iterator[Event]:
    """Yield a backup's content: header, each table (a Part) and its rows, then files.

    A Part's count and digest are set and checked when its last row has been yielded. Raises BadBackup if damaged or
    incomplete, at the latest at the end: store nothing before.
    """
    try:
        with gzip.open(path, "rb") as lines:
            yield from _events(lines)
    except (OSError, EOFError, zlib.error) as fault:
        raise BadBackup(f"the file cannot be read: {fault}") from fault


def _lines(file: Any) -> Iterator[bytes]:
    """Yield lines without unpacking all at once; BadBackup for one that is too long."""
    number = 0
    while line := file.readline(MAX_LINE_LENGTH + 1):
        number += 1
        if len(line) > MAX_LINE_LENGTH:
            raise BadBackup(f"line {number} is longer than {MAX_LINE_LENGTH // 1024**2} MB")
        yield line


def _events(file: Any) -> Iterator[Event]:
    """Yield what the lines of a backup hold, checking their order and digests.
    Raises BadBackup, for a file that is cut off at its end."""
    digest, part, ended, number, files_size = hashlib.sha256(), None, False, 0, 0
    for number, ended_line in enumerate(_lines(file), 1):
        line = ended_line.rstrip(b"\n")
        if ended:
            raise BadBackup(f"line {number}: something follows the last line")
        if line.startswith(b"["):
            if part is None:
                raise BadBackup(f"line {number}: a row outside a table")
            part.add(line)
            digest.update(line)
            yield _row(line, part, number)
            continue
        fields = _object(line, number)
        if "complete" in fields:
            if fields.get("sha256") != digest.hexdigest():
                raise BadBackup("the file was changed or damaged: its digest is another")
            ended = True
            continue
        digest.update(line)
        if number == 1:
            yield _header(line)
        elif "table" in fields:
            try:
                table = msgspec.convert([fields["table"], fields["columns"]], tuple[str, list[tuple[str, str]]])
            except (msgspec.ValidationError, KeyError) as fault:
                raise BadBackup(f"line {number}: this is no table: {fault}") from fault
            if unknown := [kind for _, kind in table[1] if kind not in KINDS]:
                raise BadBackup(f"line {number}: table {table[0]} has a column of an unknown kind, {unknown[0]!r}")
            part = Part(*table)
            yield part
        elif "end" in fields:
            if part is None or line != part.end():
                raise BadBackup(f"line {number}: table {fields['end']} has other rows than it says")
            part = None
        elif "file" in fields:
            files_size += len(line)
            yield _parse_file(fields, number, files_size)
        else:
            raise BadBackup(f"line {number}: nothing of a backup")
    if not ended:
        raise BadBackup(f"the file is cut off after line {number}")


def _row(line: bytes, part: Part, number: int) -> list[Any]:
    """A row of a table."""
    try:
        return row_values(line, [kind for _, kind in part.columns])
    except BadBackup as fault:
        raise BadBackup(f"line {number}, table {part.name}: {fault}") from fault


def _parse_file(fields: dict[str, Any], number: int, total: int) -> BackupFile:
    """Read a line that holds a file; BadBackup if it is malformed or too large.
    `number` is the line's, `total` the size of all such lines so far in bytes."""
    try:
        name, mode, content = msgspec.convert([fields["file"], fields["mode"], fields["content"]], tuple[str, int, str])
        file = BackupFile(name, mode, base64.b64decode(content, validate=True))
    except (msgspec.ValidationError, KeyError, ValueError) as fault:
        raise BadBackup(f"line {number}: this is no file: {fault}") from fault
    if total > MAX_KEPT:
        raise BadBackup(f"line {number}: a backup holds {MAX_KEPT // 1024**2} MB of files at most")
    if len(file.content) > MAX_KEPT_LENGTH:
        raise BadBackup(f"line {number}: a backup holds files of {MAX_KEPT_LENGTH // 1024} KB at most")
    return file


def _object(line: bytes, number: int) -> dict[str, Any]:
    try:
        return msgspec.json.decode(line, type=dict[str, Any])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        raise BadBackup(f"line {number}: {fault}") from fault


def _header(line: bytes) -> Header:
    """Read the first line of a backup; BadBackup for another format or version."""
    try:
        header = msgspec.json.decode(line, type=Header)
    except msgspec.MsgspecError as fault:
        raise BadBackup(f"this is no backup of Rookery: {fault}") from fault
    if header.format != FORMAT:
        raise BadBackup(f"this is no backup of Rookery but {header.format!r}")
    if header.version != VERSION:
        raise BadBackup(f"this backup has form {header.version}, this version of Rookery reads form {VERSION}")
    return header
