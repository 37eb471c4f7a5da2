"""What the bot writes around orders that are given, and into a sheet that is begun."""

from __future__ import annotations

import pytest

from adjudicator import games
from adjudicator.engine.chance import Picker
from adjudicator.thrones.rules.legality import legal_answers
from adjudicator.thrones.sheet_writing import ALL, complete_sheet, write_around, write_sheet
from adjudicator.thrones.sheets.battle import BladeRule
from adjudicator.thrones.sheets.kind import BotRule
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state import decisions as d
from tests.adjudicator.bot.test_written_sheets import TABLES, turns


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_any_order_can_be_given_and_the_others_lie_beside_it(edition: str, players: int) -> None:
    """Every area gets an order as long as tokens are left, and what comes out could be handed in."""
    pick, tried = Picker(f"completed {edition} {players}", "orders"), 0
    for shown in turns(edition, players, "all orders", 4):
        board = shown.showing.board
        foreseen = [asked for house in board.houses for asked in games.of(shown.showing).foreseen(shown.showing, house)]
        for asked in (one for one in (*shown.waiting, *foreseen) if isinstance(one, d.PlaceOrders)):
            sample = legal_answers(shown.showing, asked).sample(pick)
            assert isinstance(sample, d.Orders)
            area = next(iter(sample.orders))
            view = games.of(shown.showing).view(shown.showing, asked.seat, shown.waiting)
            sheet = complete_sheet(view, Sheet(orders={area: sample.orders[area]}, blade=(BladeRule(use="never"),)))
            assert games.of(shown.showing).check_sheet(shown.showing, asked.seat, sheet, shown.waiting).errors == ()
            assert sheet.orders[area] == sample.orders[area]
            assert set(sheet.orders) == set(asked.areas)
            assert sheet.blade == (BladeRule(use="never"),)
            (rule,) = sheet.steward
            assert "raven" not in rule.what, "orders that are given stay"
            tried += 1
    assert tried >= 4 * players


def test_his_own_orders_given_lead_to_his_own_sheet() -> None:
    for shown in turns("first-edition", 5, "his own", 2):
        view = games.of(shown.showing).view(shown.showing, "stark", shown.waiting)
        own = write_sheet(view)
        first = dict(list(own.orders.items())[:1])
        assert write_around(view, {str(area): str(order) for area, order in first.items()}).orders == own.orders
        assert complete_sheet(view, Sheet()) == own
        assert own == Sheet(orders=own.orders, steward=(ALL,))


def test_an_order_that_is_none_stays_to_be_refused() -> None:
    shown = next(turns("first-edition", 5, "refused", 1))
    view = games.of(shown.showing).view(shown.showing, "stark", shown.waiting)
    sheet = write_around(view, {"winterfell": "dance", "white-harbor": "none"})
    assert (sheet.orders["winterfell"], sheet.orders["white-harbor"]) == ("dance", "none")
    (error,) = games.of(shown.showing).check_sheet(shown.showing, "stark", sheet, shown.waiting).errors
    assert (error.code, error.where) == ("unknown-order", "orders.winterfell")


def test_rules_for_the_bot_that_are_begun_stay_alone() -> None:
    shown = next(turns("first-edition", 5, "rules", 1))
    view = games.of(shown.showing).view(shown.showing, "stark", shown.waiting)
    begun = Sheet(steward=(BotRule(what=("marches",), keep=2),))
    assert complete_sheet(view, begun).steward == begun.steward
