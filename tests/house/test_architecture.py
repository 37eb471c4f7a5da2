"""The page that shows the way of a sheet names files that exist."""

from __future__ import annotations

import re

import pytest

from tests.house.rooms import ROOT

PAGES = ("docs/architecture.md", "CONTRIBUTING.md")
FILE = re.compile(r"`([\w./-]+\.(?:py|md|toml))`")


@pytest.mark.parametrize("page", PAGES)
def test_every_file_named_exists(page: str) -> None:
    named = set(FILE.findall((ROOT / page).read_text(encoding="utf-8")))
    assert named, "the page names no files"
    # A file of a family or a room may be named from there.
    missing = {one for one in named if "/" in one and not (ROOT / one).exists()}
    assert missing == set()
