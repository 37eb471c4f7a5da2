"""A section of a sheet is named where its class or specification stands; other files that name it become fewer."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec

from adjudicator.btwixt.sheets.sheet import Sheet as BTwixtSheet
from adjudicator.engine.sheet.document import Section
from adjudicator.thrones.sheets.sheet import Sheet
from tests.house.rooms import name, nodes, sources

# Pairs of a file and a section that it names, as a string or as an attribute. Lower it with each section that moves.
MAX_NAMED = 374
# Where the sections of each game may be named.
PLACES = {
    Sheet: ("adjudicator/thrones/sheets", "adjudicator/thrones/sheet_writing.py", "narration", "web"),
    BTwixtSheet: ("adjudicator/btwixt/sheets", "adjudicator/btwixt/what_if.py", "narration/btwixt", "web/btwixt"),
}


def file_of(module: str) -> str:
    """The file of a module of this repository."""
    return f"{module.replace('.', '/')}.py"


def parts(hint: Any) -> Iterator[Any]:
    """A type and everything that it is made of."""
    yield hint
    for inner in (*get_args(hint), *getattr(hint, "__metadata__", ())):
        yield from parts(inner)


def homes(kind: type[msgspec.Struct]) -> set[tuple[str, str]]:
    """The files where each section has its class, or its specification, and the class of sheets itself."""
    found = {(file_of(kind.__module__), field.name) for field in msgspec.structs.fields(kind)}
    ours = {key: module for key, module in sys.modules.items() if key.startswith("adjudicator.")}
    for section, hint in get_type_hints(kind, include_extras=True).items():
        for part in parts(hint):
            if isinstance(part, type) and issubclass(part, msgspec.Struct):
                found.add((file_of(part.__module__), section))
            elif isinstance(part, Section):
                marked = (key for key, module in ours.items() if any(one is part for one in vars(module).values()))
                found.update((file_of(key), section) for key in marked)
    return found


def named(path: Path, sections: set[str]) -> Iterator[tuple[str, str]]:
    """The sections that a file names; messages for people may be the same words."""
    messages = {
        id(argument)
        for node in nodes(path)
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in ("N_", "say")
        for argument in node.args
    }
    for node in nodes(path):
        if id(node) in messages:
            continue
        word = node.value if isinstance(node, ast.Constant) else node.attr if isinstance(node, ast.Attribute) else None
        if isinstance(word, str) and word in sections:
            yield name(path), word


def pairs() -> set[tuple[str, str]]:
    """All pairs of a file and a section that has its home elsewhere."""
    every: set[tuple[str, str]] = set()
    for kind, rooms in PLACES.items():
        sections = {field.name for field in msgspec.structs.fields(kind)}
        for path in sources(*rooms):
            other_game = kind is Sheet and "btwixt" in path.parts
            if not other_game:
                every.update({*named(path, sections)} - homes(kind))
    return every


def test_sections_are_named_in_few_files() -> None:
    assert len(pairs()) <= MAX_NAMED


def test_each_section_has_a_home() -> None:
    for kind in PLACES:
        assert {section for _, section in homes(kind)} == {field.name for field in msgspec.structs.fields(kind)}
