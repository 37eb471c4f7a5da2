"""Sizes: modules of at most 600 lines, functions of at most 50, names of tests of at most 60 characters, no module for
everything."""

from __future__ import annotations

from tests.house.rooms import functions, name, sources

MAX_LINES, MAX_FUNCTION_LINES, MAX_TEST_NAME = 600, 50, 60
DRAWERS = {"utils", "util", "helpers", "helper", "common", "base", "manager", "misc"}


def test_no_file_is_too_long() -> None:
    # A migration lists tables; what it does to a database is never changed again.
    kept = [path for path in sources() if "migrations/versions" not in name(path)]
    sizes = {name(path): len(path.read_text(encoding="utf-8").splitlines()) for path in kept}
    assert {path: lines for path, lines in sizes.items() if lines > MAX_LINES} == {}


def test_no_function_is_too_long() -> None:
    found = {
        f"{name(path)}:{function}": lines
        for path in sources()
        for function, lines in functions(path)
        if "migrations/versions" not in name(path)
        if lines > MAX_FUNCTION_LINES
    }
    assert found == {}


def test_no_drawer_for_everything() -> None:
    assert [name(path) for path in sources() if path.stem in DRAWERS or path.parent.name in DRAWERS] == []


def test_names_of_tests_are_short() -> None:
    tests = ((name(path), function) for path in sources("tests") for function, _ in functions(path))
    assert [one for one in tests if one[1].startswith("test_") and len(one[1]) > MAX_TEST_NAME] == []
