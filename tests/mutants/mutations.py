"""The changes that a mutation run makes to a module, one at a time, as edits of its syntax tree.

A :class:`Mutation` is named by its file, its function, the text of its line and what was changed, never by a line's
number, so that a reason kept for a survivor lives on when lines move.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

ID = re.compile(r"[a-z0-9][a-z0-9.+-]*")
_COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
_REACHED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
_CALLED = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list", "reversed": "list"}


class Mutation(NamedTuple):
    """One change: where, and how to find it again in the tree.

    `path` is relative to the repository, `function` the outermost function (empty: the module or a class body),
    `line` the text of the line, `change` what is done, `nth` which of several equal ones. `node` counts the nodes of
    the tree in the order of `ast.walk`, `variant` the changes of that node. `number` is the line's, for reading only.
    """

    path: str
    function: str
    line: str
    change: str
    nth: int
    number: int
    node: int
    variant: int
    inside: bool

    @property
    def key(self) -> tuple[str, str, str, str, int]:
        """What names the mutation for ever: file, function, line, change, and which of several equal ones."""
        return (self.path, self.function, self.line, self.change, self.nth)


Edit = Callable[[], None]


def _swap(node: ast.AST, field: str, value: object) -> Edit:
    return lambda: setattr(node, field, value)


def _comparisons(node: ast.Compare) -> Iterator[tuple[str, Edit]]:
    for place, op in enumerate(node.ops):
        for other in _COMPARED.get(type(op), ()):
            ops = [*node.ops[:place], other(), *node.ops[place + 1 :]]
            yield f"{type(op).__name__} -> {other.__name__}", _swap(node, "ops", ops)


def _joined(node: ast.BoolOp) -> Iterator[tuple[str, Edit]]:
    other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield f"{type(node.op).__name__} -> {type(other).__name__}", _swap(node, "op", other)
    for place in range(len(node.values)):
        kept = [*node.values[:place], *node.values[place + 1 :]]
        kept = kept if len(kept) > 1 else [kept[0], kept[0]]
        yield f"without part {place + 1}", _swap(node, "values", kept)


def _truth(node: ast.If | ast.IfExp | ast.While) -> Iterator[tuple[str, Edit]]:
    for value in (True, False):
        if not (isinstance(node, ast.While) and value):
            yield f"if {value}", _swap(node, "test", ast.copy_location(ast.Constant(value), node.test))


def _filters(node: ast.comprehension) -> Iterator[tuple[str, Edit]]:
    for place in range(len(node.ifs)):
        yield f"without filter {place + 1}", _swap(node, "ifs", [*node.ifs[:place], *node.ifs[place + 1 :]])


def _constants(node: ast.Constant) -> Iterator[tuple[str, Edit]]:
    value = node.value
    if isinstance(value, bool):
        yield f"{value} -> {not value}", _swap(node, "value", not value)
    elif isinstance(value, int):
        yield f"{value} -> {value + 1}", _swap(node, "value", value + 1)
        if value > 0:
            yield f"{value} -> {value - 1}", _swap(node, "value", value - 1)
    elif isinstance(value, str) and ID.fullmatch(value):
        yield f"'{value}' -> 'mutant'", _swap(node, "value", "mutant")


def _turns(node: ast.Call) -> Iterator[tuple[str, Edit]]:
    if isinstance(node.func, ast.Name) and node.func.id in _CALLED:
        other = _CALLED[node.func.id]
        yield f"{node.func.id} -> {other}", _swap(node, "func", ast.copy_location(ast.Name(other, ast.Load()), node))


def _operators(node: ast.BinOp | ast.AugAssign) -> Iterator[tuple[str, Edit]]:
    other = _REACHED.get(type(node.op))
    if other is not None:
        yield f"{type(node.op).__name__} -> {other.__name__}", _swap(node, "op", other())


def _slices(node: ast.Slice) -> Iterator[tuple[str, Edit]]:
    for field in ("lower", "upper"):
        if getattr(node, field) is not None:
            yield f"without {field}", _swap(node, field, None)


def _literals(node: ast.Tuple | ast.List | ast.Set) -> Iterator[tuple[str, Edit]]:
    if len(node.elts) > 1 and isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
        for place in range(len(node.elts)):
            yield f"without item {place + 1}", _swap(node, "elts", [*node.elts[:place], *node.elts[place + 1 :]])


def _returns(node: ast.Return) -> Iterator[tuple[str, Edit]]:
    if node.value is not None and not (isinstance(node.value, ast.Constant) and node.value.value is None):
        yield "return None", _swap(node, "value", ast.copy_location(ast.Constant(None), node.value))


def _negations(node: ast.UnaryOp) -> Iterator[tuple[str, Edit]]:
    if isinstance(node.op, ast.Not):
        twice = ast.copy_location(ast.UnaryOp(ast.Not(), node.operand), node.operand)
        yield "without not", _swap(node, "operand", twice)
    if isinstance(node.op, ast.USub):
        yield "without minus", _swap(node, "op", ast.UAdd())


def _changes(node: ast.AST) -> Iterator[tuple[str, Edit]]:
    """Every change of one node itself; statements as a whole are dropped by their parents."""
    match node:
        case ast.Compare():
            yield from _comparisons(node)
        case ast.BoolOp():
            yield from _joined(node)
        case ast.If() | ast.IfExp() | ast.While():
            yield from _truth(node)
        case ast.comprehension():
            yield from _filters(node)
        case ast.Constant():
            yield from _constants(node)
        case ast.Call():
            yield from _turns(node)
        case ast.BinOp() | ast.AugAssign():
            yield from _operators(node)
        case ast.Slice():
            yield from _slices(node)
        case ast.Tuple() | ast.List() | ast.Set():
            yield from _literals(node)
        case ast.Return():
            yield from _returns(node)
        case ast.UnaryOp():
            yield from _negations(node)


def _dropped(node: ast.AST) -> Iterator[tuple[str, Edit, int]]:
    """Statements of a block left out, with their lines: turns, `yield from`, assignments that add; loops ended early
    or not at all.
    """
    for field in ("body", "orelse"):
        block = getattr(node, field, None)
        if not isinstance(block, list):
            continue
        for place, statement in enumerate(block):
            nothing = ast.copy_location(ast.Pass(), statement)
            without = [*block[:place], nothing, *block[place + 1 :]]
            said = ast.unparse(statement).split("\n")[0]
            if isinstance(statement, ast.AugAssign | ast.Delete) or (
                isinstance(statement, ast.Expr) and not isinstance(statement.value, ast.Constant)
            ):
                yield f"without `{said}`", _swap(node, field, without), statement.lineno
            elif isinstance(statement, ast.Continue):
                other: ast.stmt = ast.copy_location(ast.Break(), statement)
                ended = [*block[:place], other, *block[place + 1 :]]
                yield "continue -> break", _swap(node, field, ended), statement.lineno
            elif isinstance(statement, ast.Break):
                yield "without break", _swap(node, field, without), statement.lineno


def _annotations(tree: ast.Module) -> set[int]:
    """Nodes that change nothing a rule does: annotations, words of refusals and texts, docstrings, asserts."""
    skipped: list[ast.AST] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.arg | ast.AnnAssign) and node.annotation is not None:
            skipped.append(node.annotation)
        elif isinstance(node, ast.FunctionDef) and node.returns is not None:
            skipped.append(node.returns)
        elif isinstance(node, ast.JoinedStr | ast.Assert | ast.Import | ast.ImportFrom) or _aside(node):
            skipped.append(node)
        elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id in _GENERIC:
            skipped.append(node.slice)
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in _WORDED:
            skipped.extend(node.args[1:])
        elif isinstance(node, ast.ClassDef):
            skipped.extend(keyword for keyword in node.keywords)
    return {id(inner) for outer in skipped for inner in ast.walk(outer)}


def _aside(node: ast.AST) -> bool:
    """Whether a statement speaks to readers and type checkers only."""
    if isinstance(node, ast.Assign):
        return ast.unparse(node.targets[0]) == "__all__"
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)


_GENERIC = {"dict", "list", "tuple", "set", "frozenset", "type", "Literal", "Generator", "Callable", "Iterator"}
# Beyond the code of a refusal its arguments are words for people and the place.
_WORDED = {"Refusal", "TypeVar", "ParamSpec", "cast"}


def _places(tree: ast.Module) -> dict[int, tuple[str, bool]]:
    """For every node its outermost function with its class, and whether it lies in the body of that function."""
    found: dict[int, tuple[str, bool]] = {}

    def visit(body: list[ast.stmt], prefix: str) -> None:
        for statement in body:
            if isinstance(statement, ast.ClassDef):
                visit(statement.body, f"{prefix}{statement.name}.")
            elif isinstance(statement, ast.FunctionDef):
                inner = {id(one) for part in statement.body for one in ast.walk(part)}
                for one in ast.walk(statement):
                    found[id(one)] = (f"{prefix}{statement.name}", id(one) in inner or one is statement)

    visit(tree.body, "")
    return found


class _Edited(NamedTuple):
    """An edit that waits to be made: of which tree, where, what it does."""

    tree: ast.Module
    function: str
    inside: bool
    node: int
    variant: int
    line: int
    change: str
    edit: Edit


def _edits(source: str) -> Iterator[_Edited]:
    tree = ast.parse(source)
    skipped, places = _annotations(tree), _places(tree)
    for number, node in enumerate(ast.walk(tree)):
        if id(node) in skipped:
            continue
        function, inside = places.get(id(node), ("", False))
        if isinstance(node, ast.BinOp) and not inside:
            continue  # a union of types
        line = getattr(node, "lineno", None) or getattr(getattr(node, "target", None), "lineno", 0)
        changes = [*((change, edit, line) for change, edit in _changes(node)), *_dropped(node)]
        for variant, (change, edit, at) in enumerate(changes):
            yield _Edited(tree, function, inside, number, variant, at, change, edit)


def mutations_of(root: Path, path: str) -> list[Mutation]:
    """Every mutation of a module, in the order of its tree."""
    source = (root / path).read_text(encoding="utf-8")
    lines, seen, found = source.splitlines(), Counter[tuple[str, str, str]](), []
    for one in _edits(source):
        text = lines[one.line - 1].strip() if one.line else ""
        seen[(one.function, text, one.change)] += 1
        nth = seen[(one.function, text, one.change)]
        found.append(Mutation(path, one.function, text, one.change, nth, one.line, one.node, one.variant, one.inside))
    return found


def mutated(root: Path, mutation: Mutation) -> ast.Module:
    """The tree of a module with one mutation made. KeyError if the module no longer has it."""
    source = (root / mutation.path).read_text(encoding="utf-8")
    for one in _edits(source):
        if (one.node, one.variant, one.change) == (mutation.node, mutation.variant, mutation.change):
            one.edit()
            return ast.fix_missing_locations(one.tree)
    raise KeyError(mutation)
