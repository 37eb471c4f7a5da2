"""Nothing that a test brings is known to the next one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from correspondence.host_editions import EDITIONS, watch
from correspondence.store import Store
from tests.brought_editions import card_set, forgotten


@pytest.fixture(autouse=True)
def clean() -> Iterator[None]:
    """Only the program's own editions are known."""
    with forgotten():
        yield


@pytest.fixture
def folder(store: Store) -> Path:
    """Where what is added lies, and is looked for: other stores may have been made since."""
    watch(store.settings.data_dir)
    return store.settings.data_dir / EDITIONS


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A set of one's own: the house set with one figure changed."""
    return card_set(tmp_path / "mine", ("allies", "power = 5", "power = 6"))
