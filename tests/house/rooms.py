"""What stands in which room: the files of the repository as the checks of the house see them."""

from __future__ import annotations

import ast
import gc
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("adjudicator", "atlas", "correspondence", "narration", "web", "worker")


def sources(*rooms: str) -> list[Path]:
    """The Python files of these rooms, folders or files (all packages and tests if none is named)."""
    paths: set[Path] = set()
    for room in rooms or (*PACKAGES, "tests"):
        files = [ROOT / room] if room.endswith(".py") else list((ROOT / room).rglob("*.py"))
        assert files, f"there is no {room}"
        paths.update(files)
    return sorted(paths)


def name(path: Path) -> str:
    """The path as people write it, from the root of the repository."""
    return path.relative_to(ROOT).as_posix()


@cache
def tree(path: Path) -> ast.Module:
    """The syntax tree of a file; kept, for many checks look at it, and out of the collector's sight: it would go
    through millions of nodes again and again."""
    found = ast.parse(path.read_text(encoding="utf-8"), str(path))
    gc.freeze()
    return found


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Every node of the syntax tree of a file, as `ast.walk` gives them; walked through once for all checks."""
    found = tuple(ast.walk(tree(path)))
    gc.freeze()
    return found


def functions(path: Path) -> Iterator[tuple[str, int]]:
    """Every function with the number of its lines, its docstring not counted."""
    for node in nodes(path):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if ast.get_docstring(node) is not None:
                doc = node.body[0]
                lines -= (doc.end_lineno or doc.lineno) - doc.lineno + 1
            yield node.name, lines


def imports(path: Path) -> Iterator[tuple[str, int]]:
    """Every module that a file imports, in full (`from a import b` gives `a.b`), with its line."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((f"{node.module}.{alias.name}", node.lineno) for alias in node.names)


def attributes(path: Path) -> Iterator[tuple[str, int]]:
    """Every dotted name that a file reads (`datetime.now`), with its line."""
    for node in nodes(path):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield f"{node.value.id}.{node.attr}", node.lineno
