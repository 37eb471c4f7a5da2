"""What we bundle of others is what they published."""

from __future__ import annotations

import hashlib

import pytest

from web.assets import FOLDER

# Of the packages as they were published: htmx.org 4.0.1, dist/htmx.min.js.
VENDORED = {"htmx.min.js": "a0abb04f2f45a1f89d1d4844023245537e5e6014c87b144553e0607b4cc32130"}


@pytest.mark.parametrize("name", VENDORED)
def test_nobody_changed_what_others_wrote(name: str) -> None:
    assert hashlib.sha256((FOLDER / "vendor" / name).read_bytes()).hexdigest() == VENDORED[name]


def test_all_that_is_bundled_is_known() -> None:
    assert {path.name for path in (FOLDER / "vendor").glob("*.js")} == set(VENDORED)
