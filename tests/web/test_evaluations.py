"""Evaluations over the API: asked for and read by the game's master, by nobody else."""

from __future__ import annotations

from collections.abc import Callable

from correspondence.evaluations import Findings, make_evaluations
from tests.correspondence.people import People
from tests.web.visitors import Program


def test_a_master_asks_and_reads(program: Callable[[str], Program], people: People, tasks: list[str]) -> None:
    game = people.game({"stark": "ada", "tyrell": "bea"})
    path = f"/games/{game}/evaluations"
    asked = program("ada").post(path)
    assert (asked.status_code, asked.get_json()["made_at"]) == (202, None)
    assert "turns" in tasks
    found = {game: Findings(0, ("a secret",))}
    assert make_evaluations(people.store, lambda _: found, "test", people.clock, 9) == [False]
    (line,) = program("ada").get(path).get_json()
    assert (line["agrees"], line["found"], line["differences"]) == (False, 1, [])
    for method in (program("bea").get, program("bea").post):
        refused = method(path)
        assert (refused.status_code, refused.get_json()["errors"][0]["code"]) == (403, "not-game-master")
