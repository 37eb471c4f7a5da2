"""Figures of the tree: what counts as a token, which code is that of sheets, what a way passes."""

from __future__ import annotations

from pathlib import Path

from adjudicator.engine.sheet.fields import nodes
from adjudicator.thrones.sheets.battle import BladeRule
from adjudicator.thrones.sheets.sheet import Sheet
from tests.bench import survey


def test_docstrings_and_comments_are_no_tokens(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(
        '"""What it is."""\n\n# Why.\nx = "a"\n\n\ndef f():\n    """Does it."""\n    return x\n', encoding="utf-8"
    )

    assert survey.size([path]) == survey.Size(lines=9, tokens=10, modules=1)


def test_sheets_are_a_part_of_the_product() -> None:
    sizes = survey.sizes()

    assert 0 < sizes["sheets"]["lines"] < sizes["product"]["lines"]
    assert sizes["product"]["tokens"] > sizes["product"]["lines"]


def test_a_way_counts_product_files_alone() -> None:
    sheet = Sheet(blade=(BladeRule(use="never"),))

    way = survey.way(lambda: sheet, nodes)

    assert way.files == 1
    assert way.depth > 1
