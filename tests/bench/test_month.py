"""A slice of the month: a few games over twelve days or more, with everything that happens in them, the service's own
absence too; and had again as it was."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from tests.bench.month import simulate
from tests.slices import often

# As seldom as the service may look what is due, and not be taken for away.
STEP = timedelta(minutes=10)


def test_a_slice_of_the_month(tmp_path: Path) -> None:
    games = often(4, 6)
    told, found = simulate(tmp_path, games=games, days=often(12, 13), seed="a slice", step=STEP)
    assert found == []
    assert told["adjudicated"] > 10, told
    assert told["published"] > 0, told
    assert told["handed over"] > 25 * games, told


def test_a_month_can_be_had_again_as_it_was(tmp_path: Path) -> None:
    games, days = 3, often(2, 4)
    (tmp_path / "first").mkdir()
    (tmp_path / "again").mkdir()
    first, _ = simulate(tmp_path / "first", games=games, days=days, seed="again", step=STEP)
    again, _ = simulate(tmp_path / "again", games=games, days=days, seed="again", step=STEP)
    assert first == again
    assert first["handed over"] > 10
