"""The data files of an edition: as they come with the program, as a host may bring others, read and checked.

Nothing here reads a file: texts are handed in by name (`map`, `allies`), without `.toml`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from typing import Any, Protocol

import msgspec

from adjudicator.kernel.refusal import Refusal, Unreadable

# Whoever writes a file by hand writes less than this.
MOST_FILE_BYTES = 1024 * 1024
# The ids of editions that hosts brought: that of the program's own, and what stands for their files.
BROUGHT = re.compile(r"([a-z]+(?:-[a-z]+)*)-([0-9a-f]{8})")


class DataFiles(Protocol):
    """What a family says of the data files of its editions. An edition's id may also be one that a host brought."""

    def names(self, edition: str) -> tuple[str, ...]:
        """The names of an edition's files."""

    def own(self, edition: str) -> Mapping[str, str]:
        """The files that come with the program."""

    def read(self, edition: str, texts: Mapping[str, str]) -> Any:
        """The edition that these files make. Raises Unreadable with every fault for which they cannot be read."""

    def faults(self, edition: Any) -> Iterable[Refusal]:
        """What is wrong in an edition that could be read."""

    def warnings(self, edition: Any) -> Iterable[Refusal]:
        """What may be left as it is, and might be better."""

    def counted(self, edition: Any) -> Mapping[str, int]:
        """How many there are of what an edition is made of, by name."""


class BroughtFiles(DataFiles, Protocol):
    """What a family says besides where hosts bring files of their own for one of its editions."""

    @property
    def base(self) -> str:
        """The edition that hosts may play with files of their own."""

    def keep(self, edition: Any) -> None:
        """Make an edition that a host brought one of the family's."""

    def brought_id(self, texts: Mapping[str, str]) -> str:
        """The id of the edition that a host's own files make."""


def base_of(edition: str) -> str:
    """The edition of the program whose rules a host's own one has; empty for ids of another form."""
    found = BROUGHT.fullmatch(edition)
    return found[1] if found else ""


def read_toml(texts: Mapping[str, str], names: Iterable[str], faults: list[Refusal]) -> dict[str, dict[str, Any]]:
    """The tables of these files by name; `faults` gets one (`bad-data`) for each that is missing, or no TOML."""
    found: dict[str, dict[str, Any]] = {}
    for name in names:
        file = f"{name}.toml"
        if name not in texts:
            faults.append(Refusal("bad-data", "this file is missing", file))
            continue
        try:
            found[name] = tomllib.loads(texts[name])
        except RecursionError:
            faults.append(Refusal("bad-data", "brackets within brackets, too deep to be read", file))
        except ValueError as fault:
            # A number of thousands of digits is refused by Python itself.
            faults.append(Refusal("bad-data", f"this is no TOML: {fault}", file))
    return found


def convert(row: Any, kind: Any, where: str, faults: list[Refusal]) -> Any | None:
    """A value of a type from plain data, None if it is none: then `faults` gets the place within it."""
    try:
        return msgspec.convert(row, kind, str_keys=True)
    except msgspec.ValidationError as fault:
        words, _, place = str(fault).partition(" - at `")
        faults.append(Refusal("bad-data", words, ", ".join(filter(None, (where, place.strip("`$."))))))
    except (OverflowError, RecursionError) as fault:
        faults.append(Refusal("bad-data", str(fault), where))
    return None


def raise_all(faults: list[Refusal]) -> None:
    """Unreadable with all of them, if there are any."""
    if faults:
        raise Unreadable(*faults)
