"""The adjudicator stays pure, shared code knows no edition by name, and nothing knows the machine it was written on."""

from __future__ import annotations

import ast
import re
import subprocess
import sys

import pytest

from tests.house.rooms import ROOT, attributes, imports, name, nodes, sources

THIRD_PARTY = {"msgspec", "lark", "adjudicator", "__future__"}
# What would let the outside in: clocks, chance, files, the network, the environment.
FORBIDDEN = {
    "asyncio",
    "io",
    "os",
    "pathlib",
    "random",
    "secrets",
    "shutil",
    "socket",
    "sqlite3",
    "subprocess",
    "sys",
    "tempfile",
    "threading",
    "time",
    "urllib",
    "uuid",
}
CLOCKS = {"datetime.now", "datetime.utcnow", "datetime.today", "date.today", "time.time"}
# Data files come with the package, and only editions read them.
READS_DATA = re.compile(r"adjudicator/thrones/editions/loading\.py")


def test_the_adjudicator_imports_nothing_impure() -> None:
    found = []
    for path in sources("adjudicator"):
        for module, line in imports(path):
            root = module.partition(".")[0]
            if root in THIRD_PARTY or (root in sys.stdlib_module_names and root not in FORBIDDEN):
                continue
            if not (READS_DATA.fullmatch(name(path)) and root == "pathlib"):
                found.append(f"{name(path)}:{line} imports {module}")
    assert found == []


def test_the_adjudicator_asks_no_clock() -> None:
    found = [
        f"{name(path)}:{line} {dotted}"
        for path in sources("adjudicator", "atlas", "correspondence")
        for dotted, line in attributes(path)
        if dotted in CLOCKS
    ]
    assert found == []


def test_shared_code_asks_no_edition_by_name() -> None:
    found = []
    for path in sources("adjudicator", "atlas", "correspondence", "web", "worker"):
        for node in nodes(path):
            if isinstance(node, ast.Compare):
                text = ast.unparse(node)
                if re.search(r"\bedition(\.id|_id)?\b *(==|!=|in) *['\"({\[]", text):
                    found.append(f"{name(path)}:{node.lineno} {text}")
    assert found == []


def test_core_knows_no_framework() -> None:
    found = [
        f"{name(path)}:{line} imports {module}"
        for path in sources("correspondence", "atlas", "adjudicator")
        for module, line in imports(path)
        if module.partition(".")[0] in {"flask", "celery", "kombu", "werkzeug", "marshmallow", "flask_smorest"}
    ]
    assert found == []


def tracked_files() -> list[str]:
    """Every text file under version control; all of the checkout's where there is no git."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode == 0:
        return [file for file in listed.stdout.split("\0") if file]
    return [name(path) for path in sources()]


@pytest.mark.parametrize("pattern", [r"/(?:work|root|farm|home)/[a-z]", r"/tmp/[a-z]", r"\bxxx\b|\bfixme\b|\btodo\b"])
def test_no_file_names_a_machine_or_is_left_undone(pattern: str) -> None:
    found = []
    for file in tracked_files():
        path = ROOT / file
        if file.startswith("tests/house/") or not path.is_file():
            continue
        if "todo" in pattern and path.suffix == ".po":
            continue  # in Spanish it means everything
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        if "/notation" in file or "/typing/" in file:
            text = re.sub(r"\btodo\b", "all", text, flags=re.IGNORECASE)  # the same word, in what people type
        for number, line in enumerate(text.splitlines(), start=1):
            if re.search(pattern, line, re.IGNORECASE if "todo" in pattern else 0):
                found.append(f"{file}:{number} {line.strip()[:80]}")
    assert found == []
