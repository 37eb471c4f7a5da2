"""How the page of results explains an answer: the numbers that decided, and every instruction that was passed over."""

from __future__ import annotations

from collections.abc import Callable

from flask.testing import FlaskClient

from adjudicator import games
from adjudicator.thrones.sheets.conditions.tree import parse_condition
from adjudicator.thrones.sheets.marches import Marches, MarchPlan, Move
from adjudicator.thrones.sheets.sheet import Sheet, write_sheet
from tests.correspondence.people import People
from tests.web.visitors import Browser

FIRST = games.edition("first-edition")


def plan(text: str, to: str = "moat-cailin") -> MarchPlan:
    """Everyone goes there, if."""
    return MarchPlan(when=parse_condition(text, FIRST), moves=(Move(to=to),))


def test_numbers_on_the_page_and_the_rest_folded(
    people: People, running_game: str, signed_in: Callable[[str], Browser], client: FlaskClient
) -> None:
    passed = tuple(plan(f"power > 5 and units in moat-cailin > {n}") for n in range(6))
    plans = (*passed, plan("power >= 2 and moat-cailin is empty"))
    orders = {"winterfell": "march+0", "white-harbor": "support", "the-shivering-sea": "support"}
    people.submit(running_game, "ada", write_sheet(Sheet(orders=orders, marches=Marches(areas={"winterfell": plans}))))
    people.adjudicate(running_game)
    page = signed_in("ada").get(f"/games/{running_game}/turns/1").text
    assert "rule 7; condition met: my Power: 5, needed at least 2; Moat Cailin is empty: yes)" in page
    assert "rule 1: its condition did not hold: my Power: 5, needed more than 5." in page
    before, _, folded = page.partition("<details><summary>2 more instructions were skipped</summary>")
    assert "rule 4: its condition" in before
    assert "rule 6: its condition" not in before
    assert "rule 6: its condition" in folded.partition("</details>")[0]
    assert "needed at least 2" not in client.get(f"/games/{running_game}/turns/1").text, "nobody else is told"
