"""A slice of the week: a few games for half a day, in two processes on one database."""

from __future__ import annotations

import json

from click.testing import CliRunner

from tests.bench.week import main


def test_a_slice_of_the_week() -> None:
    result = CliRunner().invoke(main, ["--games", "24", "--days", "0.5", "--seed", "a slice"])
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    assert told["faults"] == []
    assert told["adjudications"]["total"] > 0
    assert told["letters"]["total"] >= 5 * told["adjudications"]["total"]
    assert set(told["core_ms_each"]) == {"adjudications", "letters", "sheets", "pages"}
    assert all(cost > 0 for cost in told["core_ms_each"].values())
