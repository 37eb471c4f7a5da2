"""No file knows, by way of others, a file that knows it; imports inside functions count too."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.house.rooms import PACKAGES, ROOT, nodes

STEPS = "adjudicator.thrones.rules.step_context"
# Who imports whom all the same, and why: a Game has hooks, and what hangs on them is given a Game; types alone.
ALLOWED = {("adjudicator.thrones.rules.hooks", STEPS)}


def module_of(path: Path) -> str:
    """The dotted name of a file."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imports(files: dict[str, Path]) -> dict[str, set[str]]:
    """Which of these modules each of them imports, anywhere in its text."""
    return {name: {*imported(nodes(path), files)} - {name} for name, path in files.items()}


def imported(module: Iterable[ast.AST], known: dict[str, Path]) -> list[str]:
    found = []
    for node in module:
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                below = f"{node.module}.{alias.name}"
                found.append(below if below in known else node.module)
        elif isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
    return [one for one in found if one in known]


def circle(graph: dict[str, set[str]]) -> list[str]:
    """A circle of modules, empty if there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_file_imports_itself_by_way_of_others() -> None:
    files = {module_of(path): path for room in PACKAGES for path in sorted((ROOT / room).rglob("*.py"))}
    graph = imports(files)
    for one, other in ALLOWED:
        graph[one].remove(other)
    assert circle(graph) == []


@pytest.mark.parametrize("text", ["from b import x", "import b", "def f():\n    from b import x"])
def test_a_circle_is_found(text: str, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(text)
    (tmp_path / "b.py").write_text("from a import y")
    found = circle(imports({"a": tmp_path / "a.py", "b": tmp_path / "b.py"}))
    assert set(found) == {"a", "b"}
