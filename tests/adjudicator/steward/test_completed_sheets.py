"""What the steward writes around orders that are given, and into a sheet that is begun."""

from __future__ import annotations

import pytest

from adjudicator import face
from adjudicator.kernel.chance import Picker
from adjudicator.thrones.rules.legality import legal_answers
from adjudicator.thrones.sheet_writing import complete_sheet, suggest_briefly, write_around, write_sheet
from adjudicator.thrones.sheets.sheet import EMPTY_SHEET, BladeRule, Sheet, StewardRule
from adjudicator.thrones.state import answers as a
from adjudicator.thrones.state import decisions as d
from tests.adjudicator.steward.test_written_sheets import TABLES, calls


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_any_order_can_be_given_and_the_others_lie_beside_it(edition: str, players: int) -> None:
    """Every area gets an order as long as tokens are left, and what comes out could be handed in."""
    pick, tried = Picker(f"completed {edition} {players}", "orders"), 0
    for shown in calls(edition, players, "completed", 4):
        board = shown.showing.board
        foreseen = [asked for house in board.houses for asked in face.foreseen(shown.showing, house)]
        for asked in (one for one in (*shown.waiting, *foreseen) if isinstance(one, d.PlaceOrders)):
            sample = legal_answers(shown.showing, asked).sample(pick)
            assert isinstance(sample, a.Orders)
            area = next(iter(sample.orders))
            view = face.view(shown.showing, asked.seat, shown.waiting)
            sheet = complete_sheet(view, Sheet(orders={area: sample.orders[area]}, blade=(BladeRule(use="never"),)))
            assert face.check_sheet(shown.showing, asked.seat, sheet, shown.waiting).errors == ()
            assert sheet.orders[area] == sample.orders[area]
            assert set(sheet.orders) == set(asked.areas)
            assert sheet.blade == (BladeRule(use="never"),)
            assert area not in {rule.area for rule in sheet.raven}
            tried += 1
    assert tried >= 4 * players


def test_his_own_orders_given_lead_to_his_own_sheet() -> None:
    for shown in calls("first-edition", 5, "his own", 2):
        view = face.view(shown.showing, "stark", shown.waiting)
        own = write_sheet(view)
        first = dict(list(own.orders.items())[:1])
        assert write_around(view, {str(area): str(order) for area, order in first.items()}).orders == own.orders
        assert complete_sheet(view, Sheet()) == own


def test_an_order_that_is_none_stays_to_be_refused() -> None:
    shown = next(calls("first-edition", 5, "refused", 1))
    view = face.view(shown.showing, "stark", shown.waiting)
    sheet = write_around(view, {"winterfell": "dance", "white-harbor": "none"})
    assert (sheet.orders["winterfell"], sheet.orders["white-harbor"]) == ("dance", "none")
    (error,) = face.check_sheet(shown.showing, "stark", sheet, shown.waiting).errors
    assert (error.code, error.where) == ("unknown-order", "orders.winterfell")


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_a_brief_suggestion_says_what_is_asked_and_leaves_the_rest_to_him(edition: str, players: int) -> None:
    told, begun = 0, Sheet(blade=(BladeRule(use="never"),), steward=(StewardRule(what=("marches",), keep=2),))
    for shown in calls(edition, players, "brief", 4):
        for seat in {asked.seat for asked in shown.waiting}:
            view = face.view(shown.showing, seat, shown.waiting)
            sheet, whole = suggest_briefly(view, begun), complete_sheet(view, begun)
            assert face.check_sheet(shown.showing, seat, sheet, shown.waiting).errors == ()
            assert sheet.blade == begun.blade
            assert sheet.steward == (*begun.steward, StewardRule())
            assert sheet.marches == EMPTY_SHEET.marches
            # Of choices that which is asked.
            assert len(sheet.choices) <= len(view.waiting)
            if whole.marches != EMPTY_SHEET.marches:
                assert sheet.orders == whole.orders
                told += 1
    assert told


def test_a_brief_suggestion_leaves_to_him_only_once() -> None:
    shown = next(calls("first-edition", 5, "once", 1))
    view = face.view(shown.showing, "stark", shown.waiting)
    sheet = suggest_briefly(view, Sheet())
    assert sheet.steward == (StewardRule(),)
    assert suggest_briefly(view, sheet) == sheet
