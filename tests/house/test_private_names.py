"""What other packages keep to themselves is used here only where it is listed, with the reason.

Found, as far as syntax trees can tell: imports of private modules and names; private names that are read and that
nobody in this house gave; private methods of other packages' classes that ours replace; and what is private there
without looking so. A line that is not needed any more is a failure too, so it is noticed when such a name disappears.
"""

from __future__ import annotations

import ast
import importlib
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tests.house.rooms import PACKAGES, imports, name, nodes, sources, tree

DOCUMENTED = "documented for everybody, in spite of its name"
VIRTUAL = "kombu documents it for those who write a transport"
FIELD = "marshmallow documents it for those who write a field"
UVICORN = "uvicorn has no public way to bound a request's times; its class says what to do (ADR 22)"
PIXELS = "read eight times as fast in one function, which says what to do when it breaks (ADR 22)"
ALLOWED = {
    ("adjudicator/thrones/sheets/choices.py", "_replace"): DOCUMENTED,
    ("adjudicator/thrones/sheets/marches.py", "_replace"): DOCUMENTED,
    ("atlas/raster.py", "_imaging"): PIXELS,
    ("atlas/raster.py", "im"): PIXELS,
    ("correspondence/backups/one_game.py", "_mapping"): DOCUMENTED,
    ("narration/notation/free_answers.py", "_replace"): DOCUMENTED,
    ("narration/notation/free_text.py", "_replace"): DOCUMENTED,
    ("narration/notation/reading.py", "_replace"): DOCUMENTED,
    ("web/api/from_structs.py", "_serialize"): FIELD,
    ("web/api/from_structs.py", "_deserialize"): FIELD,
    ("web/security.py", "_get_csrf_token"): "Flask-WTF has no public way to look at a mark before it is checked",
    ("worker/broker.py", "_delete"): VIRTUAL,
    ("worker/broker.py", "_get"): VIRTUAL,
    ("worker/broker.py", "_purge"): VIRTUAL,
    ("worker/broker.py", "_put"): VIRTUAL,
    ("worker/broker.py", "_queue_bind"): VIRTUAL,
    ("worker/broker.py", "_size"): VIRTUAL,
    ("worker/edge/connection.py", "_unset_keepalive_if_required"): UVICORN,
    ("worker/edge/connection.py", "_unsupported_upgrade_warning"): UVICORN,
    ("worker/edge/connection.py", "uvicorn.protocols"): UVICORN,
    ("worker/redis_transport.py", "_get_pool"): "mends a fault of kombu 5.7; its module says what to do",
}
# Private for their packages, though they do not begin with an underscore.
MODULES = ("uvicorn.protocols", "sqlalchemy.sql.schema", "sqlalchemy.util", "sqlalchemy.event.", "kombu.utils")
# Pillow's picture within a picture; SQLAlchemy's list of who listens.
WORDS = ("im", "dispatch")


def _theirs(module: str) -> bool:
    root = module.partition(".")[0]
    return root not in PACKAGES and root not in sys.stdlib_module_names


def _private(word: str) -> bool:
    return word.startswith("_") and not word.startswith("__")


def imported(path: Path) -> Iterator[str]:
    """Private modules and names of other packages that a file imports."""
    for module, _ in imports(path):
        if _theirs(module):
            yield from (word for word in module.split(".") if _private(word))
            yield from (known for known in MODULES if module.startswith(known))


@cache
def given() -> frozenset[str]:
    """Every name that somebody in this house gave to something."""
    found: set[str] = set()
    for path in sources(*PACKAGES):
        for node in nodes(path):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                found.add(node.name)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found.add(node.id)
            elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                found.add(node.attr)
    return frozenset(found)


def read(path: Path) -> Iterator[str]:
    """Private names that a file reads, and that are nobody's here."""
    for node in nodes(path):
        if isinstance(node, ast.Attribute) and (node.attr in WORDS or _private(node.attr) and node.attr not in given()):
            yield node.attr


def replaced(path: Path) -> Iterator[str]:
    """Private methods of other packages' classes that a file's classes replace."""
    for node in tree(path).body:
        if isinstance(node, ast.ClassDef) and node.bases:
            mine = [inner.name for inner in node.body if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef)]
            if any(map(_private, mine)):
                module = importlib.import_module(name(path).removesuffix(".py").replace("/", "."))
                above = [kind for kind in getattr(module, node.name).__mro__[1:] if _theirs(kind.__module__)]
                yield from (word for word in mine if _private(word) and any(word in vars(kind) for kind in above))


LOOKS = (imported, read, replaced)


def test_private_names_of_others_are_listed() -> None:
    found = {(name(path), word) for path in sources(*PACKAGES) for look in LOOKS for word in look(path)}
    assert found == set(ALLOWED)


def test_what_is_only_called_is_still_there() -> None:
    assert hasattr(HttpToolsProtocol, "_unset_keepalive_if_required")


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("from PIL import Image, _imaging", "_imaging"),
        ("from uvicorn._types import Scope", "_types"),
        ("import celery._state", "_state"),
        ("from sqlalchemy.sql.schema import Column", "sqlalchemy.sql.schema"),
        ("image.im.paste(other.im)", "im"),
        ("engine._run_ddl_visitor(1)", "_run_ddl_visitor"),
        ("connection.dispatch.commit", "dispatch"),
    ],
)
def test_such_are_found(tmp_path: Path, written: str, found: str) -> None:
    file = tmp_path / "file.py"
    file.write_text(written, encoding="utf-8")
    assert found in [*imported(file), *read(file)]
