"""Joins modules of one topic by a plan, and rewrites every import of them.

    python .ci/join_modules.py .ci/joins.toml

The plan is a list of `[[join]]` with the path of the `target`, its `doc` string, the paths of its `sources` (names
alone mean the target's folder) and perhaps `rename`, for top-level names that two of them share:
`"losses._rank" = "_loss_rank"`. Nothing is written if a name would mean two things or files would import each other in
a circle. Run `ruff check --fix` and `ruff format` afterwards; import contracts are mended by hand.
"""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
PACKAGES = ("adjudicator", "narration", "atlas", "correspondence", "worker", "web")
FOLDERS = (*PACKAGES, "tests", "docs", ".ci")
Import = ast.Import | ast.ImportFrom


class Edit(NamedTuple):
    """Replaces the text between two offsets."""

    start: int
    end: int
    text: str


class Source:
    """A Python file: its text, its tree, offsets of nodes."""

    def __init__(self, path: Path, text: str | None = None) -> None:
        self.path, self.text = path, path.read_text() if text is None else text
        self.tree = ast.parse(self.text)
        self._lines = [0]
        for line in self.text.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line.encode()))
        self._bytes = self.text.encode()

    def offset(self, line: int, column: int) -> int:
        """The offset in bytes of a place."""
        return self._lines[line - 1] + column

    def span(self, node: Any) -> tuple[int, int]:
        """The first and last offset of a node."""
        first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", []))])
        column = 0 if first != node.lineno else node.col_offset
        return self.offset(first, column), self.offset(node.end_lineno, node.end_col_offset)

    def edited(self, edits: Iterable[Edit]) -> str:
        """The text with all edits."""
        text = self._bytes
        for edit in sorted(set(edits), reverse=True):
            text = text[: edit.start] + edit.text.encode() + text[edit.end :]
        return text.decode()

    def imports(self) -> Iterator[Import]:
        """Every import of the file."""
        return (node for node in ast.walk(self.tree) if isinstance(node, Import))


class Group(NamedTuple):
    """The modules that become one, with the names that change."""

    target: str
    doc: str
    sources: tuple[str, ...]
    rename: dict[tuple[str, str], str]


def dotted(path: str) -> str:
    """The name of the module of a path."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def path_of(module: str) -> Path:
    """The file of a module."""
    path = ROOT / module.replace(".", "/")
    package = path / "__init__.py"
    return package if package.exists() and not path.with_suffix(".py").exists() else path.with_suffix(".py")


def read_plan(path: Path) -> list[Group]:
    """The groups of a plan."""
    groups = []
    for one in tomllib.loads(path.read_text())["join"]:
        folder = one["target"].rpartition("/")[0]
        paths = (name if "/" in name else f"{folder}/{name}.py" for name in one["sources"])
        names = {path.rpartition("/")[2].removesuffix(".py"): path for path in paths}
        sources = tuple(dotted(path) for path in names.values())
        rename = {}
        for key, new in one.get("rename", {}).items():
            name, _, old = key.rpartition(".")
            rename[dotted(names[name]), old] = new
        groups.append(Group(dotted(one["target"]), one["doc"], sources, rename))
    return groups


def bound(tree: ast.Module) -> dict[str, str]:
    """The names that a module binds at its top level, each with where it is from (empty: from here)."""
    names: dict[str, str] = {}
    body = list(tree.body)
    while body:
        node = body.pop(0)
        match node:
            case ast.FunctionDef() | ast.ClassDef() | ast.AsyncFunctionDef():
                names[node.name] = ""
            case ast.ImportFrom():
                names |= {one.asname or one.name: f"{node.module}.{one.name}" for one in node.names}
            case ast.Import():
                names |= {one.asname or one.name.partition(".")[0]: one.name for one in node.names}
            case ast.If() | ast.Try() | ast.With() | ast.For():
                body += [*node.body, *getattr(node, "orelse", [])]
                if isinstance(node, ast.For):
                    names |= {one.id: "" for one in ast.walk(node.target) if isinstance(one, ast.Name)}
            case _:
                stored = (one for one in ast.walk(node) if isinstance(one, ast.Name))
                names |= {one.id: "" for one in stored if isinstance(one.ctx, ast.Store)}
    return names


def is_plain(value: ast.expr) -> bool:
    """Whether two assignments of the same text mean the same."""
    return isinstance(value, ast.Constant) or ast.unparse(value) == "structlog.get_logger(__name__)"


def constant(tree: ast.Module, name: str) -> str:
    """How a constant is written that is assigned alone; empty for anything else."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and [ast.unparse(one) for one in node.targets] == [name]:
            return ast.unparse(node) if is_plain(node.value) else ""
    return ""


class Joining:
    """One run: what becomes of every module and name, what stands in the way, and the edits."""

    def __init__(self, groups: list[Group]) -> None:
        self.groups = groups
        self.group = {module: group for group in groups for module in group.sources}
        self.faults: list[str] = []

    def new_name(self, module: str, name: str) -> str:
        """What a top-level name of a module is called afterwards."""
        group = self.group.get(module)
        return group.rename.get((module, name), name) if group else name

    def changes(self, module: str) -> bool:
        """Whether others must name a module otherwise, or something in it."""
        group = self.group[module]
        return group.target != module or any(where == module for where, _ in group.rename)

    def edits(self, source: Source, module: str) -> list[Edit]:
        """What changes in a file: imports, and the names of modules that they bring."""
        edits = []
        own = self.group.get(module)
        for node in source.imports():
            if isinstance(node, ast.Import):
                edits += self._plain_import(source, node)
            elif node.module and not node.level:
                edits += self._from_import(source, node, own)
        if own is not None:
            edits += self._renamed(source, module, own)
        return edits

    def _plain_import(self, source: Source, node: ast.Import) -> list[Edit]:
        edits = []
        for one in node.names:
            if one.name in self.group and self.group[one.name].target != one.name:
                if one.asname is None:
                    self.faults.append(f"{source.path}:{node.lineno} imports {one.name} by its whole name")
                start, end = source.span(node)
                edits.append(Edit(start, end, f"import {self.group[one.name].target} as {one.asname}"))
        return edits

    def _from_import(self, source: Source, node: ast.ImportFrom, own: Group | None) -> list[Edit]:
        module, edits, lines, changed = str(node.module), list[Edit](), list[str](), False
        group = self.group.get(module)
        for one in node.names:
            full = f"{module}.{one.name}"
            if full in self.group and (own is self.group[full] or self.changes(full)):
                changed = True
                edits += self._module_import(source, node, full, one.asname, own, lines)
            elif group is not None:
                changed = True
                new = self.new_name(module, one.name)
                used = one.asname or one.name
                if group is own:
                    if used != new:
                        edits += self._names(source, used, new)
                elif one.asname or new == one.name:
                    lines.append(f"from {group.target} import {new}" + (f" as {one.asname}" if one.asname else ""))
                else:
                    lines.append(f"from {group.target} import {new}")
                    edits += self._names(source, used, new)
            else:
                lines.append(f"from {module} import {one.name}" + (f" as {one.asname}" if one.asname else ""))
        if not changed:
            return []
        start, end = source.span(node)
        indent = " " * node.col_offset
        return [*edits, Edit(start, end, f"\n{indent}".join(lines) or ("pass" if indent else ""))]

    def _module_import(
        self, source: Source, node: ast.ImportFrom, full: str, alias: str | None, own: Group | None, lines: list[str]
    ) -> list[Edit]:
        """A module that is imported whole: its attributes are named by the new module, or stand here themselves."""
        group = self.group[full]
        local, (folder, _, name) = alias or full.rpartition(".")[2], group.target.rpartition(".")
        edits = []
        stored = {
            one.id for one in ast.walk(source.tree) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
        }
        stored |= {one.arg for one in ast.walk(source.tree) if isinstance(one, ast.arg)}
        if group is not own:
            if not alias and name != local and name in stored:
                self.faults.append(f"{source.path}:{node.lineno} {name} would be hidden by a local name")
            lines.append(f"from {folder} import {name}" + (f" as {alias}" if alias else ""))
        attributes = {id(one.value): one for one in ast.walk(source.tree) if isinstance(one, ast.Attribute)}
        for one in ast.walk(source.tree):
            if not isinstance(one, ast.Name) or one.id != local:
                if isinstance(one, ast.arg) and one.arg == local:
                    self.faults.append(f"{source.path}:{one.lineno} {local} is a parameter and a module")
                continue
            attribute = attributes.get(id(one))
            if attribute is None and isinstance(one.ctx, ast.Load) and group is not own:
                edits.append(Edit(*source.span(one), alias or name))
                continue
            if attribute is None or isinstance(one.ctx, ast.Store):
                self.faults.append(f"{source.path}:{one.lineno} {local} is used as more than a module")
                continue
            new = self.new_name(full, attribute.attr)
            start, end = source.span(attribute)
            if group is own:
                if new in stored:
                    self.faults.append(f"{source.path}:{one.lineno} {local}.{new} would be hidden by a local name")
                edits.append(Edit(start, end, new))
            elif alias is None or new != attribute.attr:
                edits.append(Edit(start, end, f"{alias or name}.{new}"))
        return edits

    def _renamed(self, source: Source, module: str, own: Group) -> list[Edit]:
        edits = []
        for (where, old), new in own.rename.items():
            if where == module:
                edits += self._names(source, old, new)
        return edits

    def _names(self, source: Source, old: str, new: str) -> list[Edit]:
        """Every use of a name, its definition too."""
        edits = []
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Name) and node.id == old:
                edits.append(Edit(*source.span(node), new))
            elif isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == old:
                word = "class " if isinstance(node, ast.ClassDef) else "def "
                start = source.offset(node.lineno, node.col_offset) + len(word)
                edits.append(Edit(start, start + len(old), new))
            elif isinstance(node, ast.arg) and node.arg == old:
                self.faults.append(f"{source.path}:{node.lineno} {old} is a parameter too")
        return edits

    def check(self, group: Group) -> list[str]:
        """The sources in the order of their imports; faults where two of them bind one name."""
        trees = {module: ast.parse(path_of(module).read_text()) for module in group.sources}
        owner: dict[str, tuple[str, str]] = {}
        for module, tree in trees.items():
            for name, origin in bound(tree).items():
                base = origin.rpartition(".")[0]
                if base in trees or origin in trees or name == "annotations":
                    continue
                new = self.new_name(module, name) if not origin else name
                if base in self.group:
                    origin = f"{self.group[base].target}.{self.new_name(base, origin.rpartition('.')[2])}"
                before = owner.setdefault(new, (module, origin or module))
                if before[1] == before[0] and constant(trees[before[0]], name) == constant(tree, name) != "":
                    continue
                if before[1] != (origin or module):
                    self.faults.append(f"{group.target}: {new} is of {before} and of {(module, origin)}")
        needs = {module: self._needs(tree, trees) - {module} for module, tree in trees.items()}
        order: list[str] = []
        while len(order) < len(trees):
            free = [one for one in trees if one not in order and needs[one] <= set(order)]
            if not free:
                self.faults.append(f"{group.target}: circle among {set(trees) - set(order)}")
                return list(trees)
            order.append(free[0])
        return order

    def _needs(self, tree: ast.Module, among: dict[str, ast.Module]) -> set[str]:
        needs = set()
        for node in tree.body:
            if isinstance(node, ast.ImportFrom):
                needs |= {node.module} if node.module in among else set()
                needs |= {full for one in node.names if (full := f"{node.module}.{one.name}") in among}
        return {str(one) for one in needs}

    def joined(self, group: Group, order: list[str]) -> str:
        """The text of the new module."""
        imports, bodies, more = list[str](), list[str](), list[str]()
        constants = set[str]()
        for module in order:
            source = Source(path_of(module))
            text = source.edited(self.edits(source, module))
            new = Source(source.path, text)
            body = list(new.tree.body)
            doc = ast.get_docstring(new.tree)
            if doc is not None:
                body = body[1:]
                more += doc.split("\n\n")[1:]
            rest = text.encode()
            for node in reversed(body):
                if isinstance(node, ast.Assign) and is_plain(node.value):
                    written = ast.unparse(node)
                    if written in constants:
                        start, end = new.span(node)
                        rest = rest[:start] + rest[end:]
                    constants.add(written)
                if isinstance(node, Import):
                    start, end = new.span(node)
                    line_end = text.encode().find(b"\n", end)
                    if rest[end:line_end].strip().startswith(b"#"):
                        end = line_end
                    imports.append(rest[start:end].decode())
                    rest = rest[:start] + rest[end:]
            if doc is not None:
                _, end = new.span(new.tree.body[0])
                rest = rest[end:]
            bodies.append(rest.decode().strip())
        # The order in which the imports stood is restored by ruff.
        lines = [line for line in dict.fromkeys(imports) if "__future__" not in line]
        doc = "\n\n".join([group.doc, *more])
        head = f'"""{doc}\n"""' if "\n" in doc else f'"""{doc}"""'
        return "\n".join(
            [head, "", "from __future__ import annotations", "", *lines, "", "", "\n\n\n".join(bodies), ""]
        )


def files() -> Iterator[Path]:
    """Every file that may name a module."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in listed.splitlines():
        if name.endswith((".py", ".md", ".toml", ".html", ".cfg", ".txt")) and (ROOT / name).exists():
            yield ROOT / name


def circles(joining: Joining) -> list[str]:
    """Circles of imports among files after the join."""
    graph: dict[str, set[str]] = defaultdict(set)
    modules = {dotted(str(path.relative_to(ROOT))): path for path in files() if path.suffix == ".py"}
    new = {module: joining.group[module].target if module in joining.group else module for module in modules}
    for module, path in modules.items():
        if not module.startswith(PACKAGES):
            continue
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ImportFrom) and node.module:
                for one in node.names:
                    full = f"{node.module}.{one.name}"
                    to = full if full in modules else node.module
                    if to in new and new[to] != new[module]:
                        graph[new[module]].add(new[to])
    return [" -> ".join(circle) for circle in _components(graph)]


def _components(graph: dict[str, set[str]]) -> list[list[str]]:
    """Components of more than one module (Tarjan)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    result: list[list[str]] = []
    sys.setrecursionlimit(10_000)

    def visit(node: str) -> None:
        index[node] = low[node] = len(index)
        stack.append(node)
        for to in graph.get(node, ()):
            if to not in index:
                visit(to)
                low[node] = min(low[node], low[to])
            elif to in stack:
                low[node] = min(low[node], index[to])
        if low[node] == index[node]:
            component = []
            while True:
                component.append(stack.pop())
                if component[-1] == node:
                    break
            if len(component) > 1:
                result.append(component)

    for node in list(graph):
        if node not in index:
            visit(node)
    return result


def main(plan: str) -> None:
    """Join by a plan."""
    joining = Joining(read_plan(Path(plan)))
    texts = {group.target: joining.joined(group, joining.check(group)) for group in joining.groups}
    outside = {}
    for path in files():
        if path.suffix == ".py" and dotted(str(path.relative_to(ROOT))) not in joining.group:
            source = Source(path)
            if edits := joining.edits(source, ""):
                outside[path] = source.edited(edits)
    joining.faults += [f"circle: {circle}" for circle in circles(joining)]
    if joining.faults:
        sys.exit("\n".join(dict.fromkeys(joining.faults)))
    for path, text in outside.items():
        path.write_text(text)
    for module in joining.group:
        path_of(module).unlink()
    for target, text in texts.items():
        folder = ROOT / target.replace(".", "/")
        if folder.is_dir():
            left = [path for path in folder.rglob("*.py") if len(ast.parse(path.read_text()).body) > 1]
            if left:
                sys.exit(f"{folder} still holds {left}")
            shutil.rmtree(folder)
        folder.with_suffix(".py").write_text(text)
    _rename_in_texts(joining)


def _rename_in_texts(joining: Joining) -> None:
    """Dotted names and paths in strings, docs and settings."""
    new = {module: group.target for module, group in joining.group.items() if module != group.target}
    if not new:
        return
    names = new | {old.replace(".", "/") + ".py": to.replace(".", "/") + ".py" for old, to in new.items()}
    pattern = re.compile(r"(?<![\w./])(" + "|".join(sorted(map(re.escape, names), key=len, reverse=True)) + r")(?!\w)")
    for path in files():
        text = path.read_text()
        changed = pattern.sub(lambda match: names[match[1]], text)
        if changed != text:
            path.write_text(changed)


if __name__ == "__main__":
    main(sys.argv[1])
