"""What the suite leaves for the night: of twins on two databases one, and nothing that has no twin."""

from __future__ import annotations

from tests.slices import tried_on_the_other

NAMES = [f"tests/test_seats.py::test_seat_{number}" for number in range(40)]


def test_of_twins_one_is_tried_and_each_database_has_its_share() -> None:
    tests = {f"{name}[{kind}-touch]" for name in NAMES for kind in ("sqlite", "postgresql")}
    tried = {test for test in tests if not tried_on_the_other(test, tests)}
    assert {test.partition("[")[0] for test in tried} == set(NAMES)
    assert len(tried) == len(NAMES)
    assert 10 < sum("sqlite" in test for test in tried) < 30


def test_what_has_no_twin_is_always_tried() -> None:
    tests = {f"{name}[{kind}]" for name, kind in zip(NAMES, ["sqlite", "postgresql", "mouse", ""] * 10, strict=True)}
    assert not any(tried_on_the_other(test, tests) for test in tests)
