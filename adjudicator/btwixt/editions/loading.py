"""Read a card set's data files into an Edition; faults name file and place."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from itertools import groupby
from operator import attrgetter
from typing import Any

from adjudicator.btwixt.editions import data_check
from adjudicator.btwixt.rules.seasons import EDITIONS, register
from adjudicator.btwixt.state import Ally, CardSet, Edition, Influence, Leader
from adjudicator.engine import DataFiles, FrozenStruct, Names, Refusal, convert, raise_all, read_toml, rows_by_id
from adjudicator.engine.rulings import Ruling, read_rulings

FILES = ("set", "leaders", "allies", "influence")
# What each of the other files lists.
ROWS: dict[str, tuple[str, Any]] = {
    "leaders": ("leader", Leader),
    "allies": ("ally", Ally),
    "influence": ("influence", Influence),
}
EDITION = "btwixt"
# How the name of a set that a host brought goes on.
BROUGHT = Names(
    en=" with this host's own cards", it=" con le carte di chi ospita", es=" con las cartas propias del anfitrión"
)


class SetFile(FrozenStruct, kw_only=True, forbid_unknown_fields=True):
    """`set.toml`."""

    name: Names
    tokens: dict[int, int]
    counts: dict[str, int]
    reconstructions: tuple[str, ...] = ()


def own_texts() -> dict[str, str]:
    """The data files of the set that comes with the program, by name."""
    folder = files("adjudicator.btwixt.editions").joinpath("data", "house")
    return {name: folder.joinpath(f"{name}.toml").read_text(encoding="utf-8") for name in FILES}


def _rows(table: Mapping[str, Any], file: str, faults: list[Refusal]) -> dict[str, Any]:
    """The rows of a file by id."""
    key, kind = ROWS[file]
    for other in table:
        if other != key:
            faults.append(Refusal("bad-data", f"[[{key}]] is all that stands here, not {other!r:.60}", f"{file}.toml"))
    rows = table.get(key, [])
    if not isinstance(rows, list):
        faults.append(Refusal("bad-data", f"[[{key}]] has two brackets on each side", f"{file}.toml"))
        return {}
    return rows_by_id(rows, kind, file, faults)


def read_edition(texts: Mapping[str, str], name: str = EDITION) -> Edition:
    """Read the edition from TOML `texts`: `set`, `leaders`, `allies`, `influence`.

    Raises Unreadable (`bad-data`, `duplicate-id`) with file and place of every fault. Readable data that breaks rules
    is left to `data_check.faults`.
    """
    faults: list[Refusal] = []
    tables = read_toml(texts, FILES, faults)
    whole = convert(tables["set"], SetFile, "set.toml", faults) if "set" in tables else None
    rows = {file: _rows(tables[file], file, faults) for file in ROWS if file in tables}
    raise_all(faults)
    assert isinstance(whole, SetFile)
    return Edition(
        id=name,
        name=whole.name if name == EDITION else whole.name.followed(BROUGHT),
        houses=rows["leaders"],
        cards=CardSet(allies=rows["allies"], influence=rows["influence"], tokens=whole.tokens, counts=whole.counts),
        reconstructions=whole.reconstructions,
        # Which of them are offered, the host says.
        offered=name == EDITION,
    )


class CardFiles(DataFiles):
    """The files of the set that comes with the program, and of those that hosts bring."""

    base = EDITION
    faults = staticmethod(data_check.faults)
    warnings = staticmethod(data_check.warnings)
    counted = staticmethod(data_check.counted)

    def names(self, edition: str) -> tuple[str, ...]:
        """Return the names of the four files of which every set consists."""
        return FILES

    def own(self, edition: str) -> Mapping[str, str]:
        """The files that come with the program."""
        return own_texts()

    def read(self, edition: str, texts: Mapping[str, str]) -> Edition:
        """The edition that these files make; Unreadable."""
        return read_edition(texts, edition)

    def keep(self, edition: Edition) -> None:
        """Make it one of those that positions can name."""
        register(edition)


DATA = CardFiles()


@cache
def rulings() -> tuple[tuple[str, tuple[Ruling, ...]], ...]:
    """The rulings by parts of the rules, as they are listed."""
    source = files("adjudicator.btwixt.editions").joinpath("data", "house", "rulings.md").read_text(encoding="utf-8")
    return tuple((part, tuple(group)) for part, group in groupby(read_rulings(source), key=attrgetter("part")))


HOUSE = register(read_edition(own_texts()))


__all__ = ["EDITIONS", "HOUSE"]
