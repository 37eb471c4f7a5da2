"""Every code with which something is refused, and every kind of line in the audit log, is asserted by some test.

Codes are found in the syntax trees: the first argument of what is raised or told. A test asserts one where the code
stands by itself: as a whole string (`== "call-closed"`, `match="call-closed"`, a row of a table), in a conformance
case's `refused CODE`, or in a table of faults (`faults.toml`).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest

from tests.house.rooms import PACKAGES, ROOT, name, nodes, sources

REFUSING = {"Denied", "Invalid", "NotFound", "Refusal", "refuse"}
# Which argument of those that write into the audit log is the kind of the line.
NOTING = {"note": 3, "log_act": 3}
REFUSED = re.compile(r"refused ([a-z0-9-]+)")
# A table of faults: the code that is told of each.
TOLD = re.compile(r'^(?:told = \[+|code = )"([a-z0-9-]+)"', re.MULTILINE)
# A pattern that begins with a code and goes on about its place.
BEGINS = re.compile(r"([a-z0-9-]+)\.\*")
# Codes that cannot be met from outside, each with the reason why it stands there all the same.
UNMET = {
    "override-not-used": "an answer that is legal where it is asked is used; kept for a rule mended in between",
}


def _said(node: ast.Call, place: int) -> str | None:
    if len(node.args) > place and isinstance(node.args[place], ast.Constant):
        value = node.args[place].value  # type: ignore[attr-defined]
        return value if isinstance(value, str) else None
    return None


def _calls(*rooms: str) -> Iterator[tuple[str, str, ast.Call]]:
    for path in sources(*rooms):
        for node in nodes(path):
            if isinstance(node, ast.Call):
                yield name(path), _last_word(node.func), node


def _last_word(function: ast.expr) -> str:
    """The name by which a function is called, without what it belongs to; empty if it is called by none."""
    return getattr(function, "attr", getattr(function, "id", ""))


@cache
def raised() -> dict[str, str]:
    """Every code, and where it is raised first."""
    found: dict[str, str] = {}
    for where, function, node in _calls(*PACKAGES):
        code = _said(node, 0)
        if function in REFUSING and code:
            found.setdefault(code, f"{where}:{node.lineno}")
    return found


@cache
def noted() -> dict[str, str]:
    """Every kind of line in the audit log, and where one is written first."""
    found: dict[str, str] = {}
    for where, function, node in _calls("correspondence", "worker"):
        kind = _said(node, NOTING[function]) if function in NOTING else None
        if kind:
            found.setdefault(kind, f"{where}:{node.lineno}")
    return found


@cache
def asserted() -> frozenset[str]:
    """The strings of all tests, but for this one, and the codes of conformance cases."""
    found: set[str] = set()
    for path in sources("tests"):
        if path.name != "test_codes.py":
            texts = [
                node.value for node in nodes(path) if isinstance(node, ast.Constant) and isinstance(node.value, str)
            ]
            found.update(texts, (begun[1] for text in texts if (begun := BEGINS.match(text))))
    for case in (ROOT / "tests" / "cases").rglob("*.toml"):
        found.update(REFUSED.findall(case.read_text(encoding="utf-8")))
    for table in (ROOT / "tests").rglob("faults.toml"):
        found.update(TOLD.findall(table.read_text(encoding="utf-8")))
    return frozenset(found)


@pytest.mark.parametrize(("known", "least"), [(raised, 250), (noted, 30)])
def test_each_is_asserted_somewhere(known: object, least: int) -> None:
    assert callable(known)
    found: dict[str, str] = known()
    assert len(found) > least, "they are not found any more"
    assert {one: where for one, where in found.items() if one not in asserted() and one not in UNMET} == {}


def test_what_is_unmet_is_still_raised() -> None:
    assert set(UNMET) <= set(raised())
