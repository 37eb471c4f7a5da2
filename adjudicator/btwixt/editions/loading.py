"""Reading a card set's data files into an Edition; a fault in a file is named with file and place."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Any, TypeVar

import msgspec

from adjudicator.btwixt.state.cards import Ally, Influence, Leader
from adjudicator.btwixt.state.edition import CardSet, Edition
from adjudicator.kernel.names import Names
from adjudicator.kernel.refusal import Refusal, Unreadable

T = TypeVar("T")
FILES = ("set", "leaders", "allies", "influence")
EDITION = "btwixt"


class SetFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`set.toml`."""

    name: Names
    tokens: dict[int, int]
    counts: dict[str, int]
    reconstructions: tuple[str, ...] = ()


def own_texts() -> dict[str, str]:
    """The data files of the set that comes with the program, by name."""
    folder = files("adjudicator.btwixt.editions").joinpath("data", "house")
    return {name: folder.joinpath(f"{name}.toml").read_text(encoding="utf-8") for name in FILES}


def read_tables(texts: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """The tables of data files by name. Raises Unreadable (`bad-data`) for one that is no TOML, or missing."""
    found = {}
    for name in FILES:
        if name not in texts:
            raise Unreadable(Refusal("bad-data", "this file is missing", f"{name}.toml"))
        try:
            found[name] = tomllib.loads(texts[name])
        except tomllib.TOMLDecodeError as fault:
            raise Unreadable(Refusal("bad-data", str(fault), f"{name}.toml")) from fault
    return found


def _rows(table: Mapping[str, Any], key: str, kind: type[T], file: str) -> dict[str, T]:
    rows: Iterable[Any] = table.get(key, ())
    found: dict[str, T] = {}
    for place, row in enumerate(rows if isinstance(rows, list) else ()):
        where = f"{file}.toml: {row.get('id', place) if isinstance(row, dict) else place}"
        value = _value(row, kind, where)
        if row["id"] in found:
            raise Unreadable(Refusal("bad-data", "there are two of this id", where))
        found[row["id"]] = value
    return found


def _value(row: Any, kind: type[T], where: str) -> T:
    try:
        return msgspec.convert(row, kind, str_keys=True)
    except msgspec.ValidationError as fault:
        raise Unreadable(Refusal("bad-data", str(fault), where)) from fault


def fingerprint(texts: Mapping[str, str]) -> str:
    """A few letters that stand for the files: the same for the same files."""
    whole = "\0".join(texts[name] for name in FILES)
    return hashlib.sha256(whole.encode()).hexdigest()[:8]


def read_edition(texts: Mapping[str, str], name: str = EDITION) -> Edition:
    """The edition of this id with the cards of these files (`set`, `leaders`, `allies`, `influence`: TOML).

    Raises Unreadable (`bad-data`) with file and place; what fits no rule, but can be read, `faults_of` finds.
    """
    tables = read_tables(texts)
    whole = _value(tables["set"], SetFile, "set.toml")
    cards = CardSet(
        allies=_rows(tables["allies"], "ally", Ally, "allies"),
        influence=_rows(tables["influence"], "influence", Influence, "influence"),
        tokens=whole.tokens,
        counts=whole.counts,
    )
    return Edition(
        id=name,
        name=whole.name,
        houses=_rows(tables["leaders"], "leader", Leader, "leaders"),
        cards=cards,
        reconstructions=whole.reconstructions,
    )
