"""What the bot writes around orders that are given, and into a sheet that is begun."""

from __future__ import annotations

import pytest

from adjudicator import games
from adjudicator.engine.chance import Picker
from adjudicator.thrones.rules.legality import legal_answers
from adjudicator.thrones.sheet_writing import ALL, complete_sheet, suggest_briefly, write_around, write_sheet
from adjudicator.thrones.sheets.battle import BladeRule
from adjudicator.thrones.sheets.choices import BidRule
from adjudicator.thrones.sheets.kind import BotRule
from adjudicator.thrones.sheets.losses import Losses, LossRule
from adjudicator.thrones.sheets.marches import Marches, Wish
from adjudicator.thrones.sheets.sheet import EMPTY_SHEET, Sheet
from adjudicator.thrones.sheets.turn_sections import turn_sections
from adjudicator.thrones.state import decisions as d
from narration.typed_sheets import sheet_text
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


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_brief_suggestion_answers_questions_and_leaves_the_rest(edition: str, players: int) -> None:
    told, begun = 0, Sheet(blade=(BladeRule(use="never"),), steward=(BotRule(what=("marches",), keep=2),))
    for shown in turns(edition, players, "brief", 4):
        for seat in {asked.seat for asked in shown.waiting}:
            view = games.of(shown.showing).view(shown.showing, seat, shown.waiting)
            sheet, whole = suggest_briefly(view, begun), complete_sheet(view, begun)
            assert games.of(shown.showing).check_sheet(shown.showing, seat, sheet, shown.waiting).errors == ()
            assert sheet.blade == begun.blade
            assert sheet.steward == (*begun.steward, BotRule())
            assert sheet.orders == whole.orders
            said = {name for name in sheet.__struct_fields__ if getattr(sheet, name) != getattr(EMPTY_SHEET, name)}
            assert said <= {"blade", "steward", "orders", "bids", "marches"}
            told += bool(sheet.orders)
    assert told


def test_a_brief_suggestion_leaves_to_the_bot_only_once() -> None:
    shown = next(turns("first-edition", 5, "once", 1))
    view = games.of(shown.showing).view(shown.showing, "stark", shown.waiting)
    sheet = suggest_briefly(view, Sheet())
    assert sheet.steward == (BotRule(),)
    assert suggest_briefly(view, sheet) == sheet


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_a_brief_suggestion_bids_in_the_auctions_of_the_round(edition: str, players: int) -> None:
    """Whoever is asked first, there are bids for everybody: plain numbers, together no more than there is."""
    bids = 0
    for shown in turns(edition, players, "brought", 8):
        board, rules = shown.showing.board, games.edition(edition)
        if board.phase != "westeros":
            continue
        for seat in (house for house in board.houses if house not in board.vassals):
            coming = turn_sections(board, rules, seat).auctions
            sheet = suggest_briefly(games.of(shown.showing).view(shown.showing, seat, shown.waiting), Sheet())
            report = games.of(shown.showing).check_sheet(shown.showing, seat, sheet, shown.waiting)
            assert (report.errors, report.warnings) == ((), ())
            assert set(sheet.bids) == set(coming)
            assert all(isinstance(rule.amount, int) for bids in sheet.bids.values() for rule in bids)
            assert sum(bids[0].amount for bids in sheet.bids.values()) <= board.power[seat]  # type: ignore[misc]
            bids += bool(coming)
            assert sheet_text(sheet, rules, (), "en").count("\n") < 24
    assert bids


def test_what_is_begun_stays_beside_what_the_cards_bring() -> None:
    for shown in turns("first-edition", 5, "begun", 8):
        board = shown.showing.board
        if board.phase == "westeros" and "clash-of-kings" in board.revealed.values():
            begun = Sheet(bids={"fiefdoms": (BidRule(how="all"),)}, losses=Losses(general=(LossRule(keep=3),)))
            sheet = suggest_briefly(games.of(shown.showing).view(shown.showing, "stark", shown.waiting), begun)
            assert sheet.bids["fiefdoms"] == begun.bids["fiefdoms"]
            assert set(sheet.bids) > {"fiefdoms", "iron-throne"}
            assert sheet.losses == begun.losses
            return
    raise AssertionError


def test_a_stop_at_a_march_brings_that_march() -> None:
    """It is one plan, which who reads it can change; one that is begun stays."""
    told = 0
    for shown in turns("first-edition", 5, "one march", 2, "stepwise"):
        (asked, *_) = shown.waiting
        if isinstance(asked, d.ResolveMarch):
            sheet = suggest_briefly(games.of(shown.showing).view(shown.showing, asked.seat, shown.waiting), Sheet())
            assert sheet.marches.wishes == ()
            ((area, (plan,)),) = sheet.marches.areas.items()
            assert area in asked.options
            assert {move.to for move in plan.moves} <= set(asked.options[area])
            begun = Sheet(marches=Marches(wishes=(Wish(take=("any-settlement",)),)))
            view = games.of(shown.showing).view(shown.showing, asked.seat, shown.waiting)
            assert suggest_briefly(view, begun).marches == begun.marches
            told += 1
    assert told > 5
