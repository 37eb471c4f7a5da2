"""A section of a sheet is named in its class; the files that name it besides only become fewer."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import msgspec

from adjudicator.btwixt.sheets.sheet import Sheet as BTwixtSheet
from adjudicator.thrones.sheets.sheet import Sheet
from tests.house.rooms import name, nodes, sources

# Pairs of a file and a section that it names, as a string or as an attribute. Lower it with each section that moves.
MAX_NAMED = 665
# Where the sections of each game may be named.
PLACES = {
    Sheet: ("adjudicator/thrones/sheets", "adjudicator/thrones/sheet_writing", "narration", "web"),
    BTwixtSheet: ("adjudicator/btwixt/sheets", "adjudicator/btwixt/sheet_writing", "narration/btwixt", "web/btwixt"),
}
CLASSES = {
    "adjudicator/thrones/sheets/sheet.py",
    "adjudicator/thrones/sheets/section_specs.py",
    "adjudicator/thrones/sheets/battle.py",
    "adjudicator/btwixt/sheets/sheet.py",
}


def named(path: Path, sections: set[str]) -> Iterator[tuple[str, str]]:
    """The sections that a file names."""
    for node in nodes(path):
        word = node.value if isinstance(node, ast.Constant) else node.attr if isinstance(node, ast.Attribute) else None
        if isinstance(word, str) and word in sections:
            yield name(path), word


def pairs() -> set[tuple[str, str]]:
    """All pairs of a file and a section."""
    every: set[tuple[str, str]] = set()
    for kind, rooms in PLACES.items():
        sections = {field.name for field in msgspec.structs.fields(kind)}
        for path in sources(*rooms):
            other_game = kind is Sheet and "btwixt" in path.parts
            if name(path) not in CLASSES and not other_game:
                every.update(named(path, sections))
    return every


def test_sections_are_named_in_few_files() -> None:
    assert len(pairs()) <= MAX_NAMED
