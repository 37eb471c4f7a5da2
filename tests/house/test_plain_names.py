"""Names and docstrings that a stranger reads once (CONTRIBUTING.md). Each allowance may only fall."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.rooms import PACKAGES, name, nodes, sources

# They say that something happened, not what the thing is.
VAGUE = {"found", "one", "said", "told", "kept", "held", "made", "asked", "wanted", "given", "known"}
# Fields of stored documents, mostly.
MAX_VAGUE = 49
OLD_BOUNDS = ("MOST_", "LONGEST_", "LARGEST_", "FEWEST_")
MAX_FIRST_LINE = 80


def bindings(path: Path) -> Iterator[str]:
    """Every name that a file assigns or takes as a parameter, once for each time."""
    for node in nodes(path):
        match node:
            case ast.arg(arg=text) | ast.Name(id=text, ctx=ast.Store()):
                yield text
            case ast.MatchAs(name=str(text)) | ast.MatchStar(name=str(text)) | ast.ExceptHandler(name=str(text)):
                yield text


def product() -> Iterator[Path]:
    return (path for path in sources(*PACKAGES) if "migrations" not in path.parts)


def test_names_say_what_things_are() -> None:
    vague = [(name(path), text) for path in product() for text in bindings(path) if text in VAGUE]

    assert len(vague) == MAX_VAGUE, vague


def test_bounds_are_called_max_and_min() -> None:
    assert [(name(path), text) for path in product() for text in bindings(path) if text.startswith(OLD_BOUNDS)] == []


def test_first_lines_of_docstrings_are_short() -> None:
    documented = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module
    docstrings = [
        (name(path), ast.get_docstring(node))
        for path in product()
        for node in nodes(path)
        if isinstance(node, documented)
    ]
    long = [(path, text) for path, text in docstrings if text and len(text.splitlines()[0]) > MAX_FIRST_LINE]

    assert long == []


@pytest.mark.parametrize(
    "text",
    ["found = 1", "def area(kept): ...", "lambda one: 1", "for told in names: ...", "match x:\n    case [*said]: ..."],
)
def test_a_vague_name_is_seen(tmp_path: Path, text: str) -> None:
    (tmp_path / "module.py").write_text(text)

    assert VAGUE.intersection(bindings(tmp_path / "module.py"))
