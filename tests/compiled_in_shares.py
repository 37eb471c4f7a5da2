"""What has no bytecode yet is compiled once, not once in each test process."""

from __future__ import annotations

import compileall
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest

ROOMS = ("adjudicator", "atlas", "correspondence", "narration", "web", "worker", "tests")


def compile_share(root: Path, number: int, of: int) -> None:
    """Compile one of so many shares of the program and of the tests, while the other processes compile theirs.

    Modules of tests are imported: pytest rewrites their assertions as it compiles them, which takes longest of all.
    What cannot be compiled or imported is left to whoever collects it, and is told there.
    """
    files = sorted(path for room in ROOMS for path in (root / room).rglob("*.py"))
    tests = [path for path in files if path.name.startswith("test_")]
    for path in sorted(set(files) - set(tests))[number::of]:
        compileall.compile_file(path, quiet=2)
    for path in tests[number::of]:
        with suppress(Exception, pytest.skip.Exception, pytest.fail.Exception):
            import_module(".".join(path.relative_to(root).with_suffix("").parts))
