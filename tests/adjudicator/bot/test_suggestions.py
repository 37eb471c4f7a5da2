"""What the bot suggests to a person: concrete parts of a sheet, each with a reason."""

from __future__ import annotations

import pytest

from adjudicator import games
from adjudicator.engine import Suggestion
from adjudicator.thrones.sheet_writing import complete_sheet
from adjudicator.thrones.sheets.battle import BladeRule
from adjudicator.thrones.sheets.choices import BidRule
from adjudicator.thrones.sheets.kind import BotRule
from adjudicator.thrones.sheets.losses import Losses, LossRule
from adjudicator.thrones.sheets.marches import Marches, Wish
from adjudicator.thrones.sheets.sheet import EMPTY_SHEET, Sheet
from adjudicator.thrones.sheets.turn_sections import turn_sections
from adjudicator.thrones.state import View, decisions as d
from adjudicator.thrones.state.visibility import view
from adjudicator.thrones.suggestions import suggest
from narration.typed_sheets import sheet_text
from tests.adjudicator.bot.test_written_sheets import TABLES, turns
from tests.adjudicator.sheets.tables import table


def suggest_briefly(view: View, sheet: Sheet) -> Sheet:
    """The suggested sheet alone."""
    return suggest(view, sheet)[0]


def first_round(seat: str) -> View:
    """The view of a house that plans its first round."""
    shown = next(turns("first-edition", 5, "first", 1))
    view: View = games.of(shown.showing).view(shown.showing, seat, shown.waiting)
    return view


def test_marching_areas_have_concrete_goals_and_reasons() -> None:
    view = first_round("stark")

    sheet, suggestions = suggest(view, Sheet())

    marching = [area for area, order in sheet.orders.items() if str(order).startswith("march")]
    assert marching
    assert set(sheet.marches.areas) == set(marching)
    for area in marching:
        (plan,) = sheet.marches.areas[area]
        assert all(isinstance(move.units, dict) for move in plan.moves)
        (suggestion,) = [item for item in suggestions if item.area == area]
        assert suggestion.parts == (f"orders.{area}", f"marches.{area}")
        assert suggestion.reason.startswith(("free", "nearer", "attack", "likely-attack"))
    assert suggestions[-1] == Suggestion(("steward",), "rest")


def test_suggested_marches_keep_within_supply_together() -> None:
    """Two armies that march to the same area are one army then."""
    for shown in turns("first-edition", 5, "supply", 6):
        for seat in {decision.seat for decision in shown.waiting}:
            sheet = suggest_briefly(games.of(shown.showing).view(shown.showing, seat, shown.waiting), Sheet())
            report = games.of(shown.showing).check_sheet(shown.showing, seat, sheet, shown.waiting)
            assert report.errors == ()
            assert not [item for item in report.warnings if "supply" in item.code]


def test_own_orders_get_goals_and_stay() -> None:
    view = first_round("stark")

    sheet, suggestions = suggest(view, Sheet(orders={"winterfell": "march+0"}))

    assert sheet.orders["winterfell"] == "march+0"
    parts = [part for item in suggestions for part in item.parts]
    assert "orders.winterfell" not in parts
    assert ("marches.winterfell" in parts) == ("winterfell" in sheet.marches.areas)


def test_what_own_rules_leave_to_the_bot_is_not_suggested() -> None:
    sheet, _ = suggest(first_round("stark"), Sheet(steward=(BotRule(what=("marches",), keep=2),)))

    assert sheet.marches == Marches()
    assert sheet.steward == (BotRule(what=("marches",), keep=2), BotRule())


def test_suggested_cards_are_in_hand_for_attacks_and_defences() -> None:
    roles = set()
    for shown in turns("first-edition", 5, "cards", 8):
        for seat in {decision.seat for decision in shown.waiting}:
            view = games.of(shown.showing).view(shown.showing, seat, shown.waiting)
            for rule in suggest_briefly(view, Sheet()).cards.rules:
                assert rule.cards[0] in view.board.hands[seat]
                assert view.board.has_others(seat, rule.battles[0]) == (rule.role == "attacker")
                roles.add(rule.role)
    assert roles == {"attacker", "defender"}


def test_likely_attack_brings_a_card_for_the_defence() -> None:
    forces = {
        "white-harbor": ("stark", {"footman": 1}),
        "winterfell": ("stark", {"footman": 2, "knight": 2}),
        "moat-cailin": ("greyjoy", {"footman": 2}),
    }
    stay = Sheet(orders={"white-harbor": "support", "winterfell": "consolidate-power"})

    sheet, suggestions = suggest(view(table(forces, phase="planning"), "stark"), stay)

    (rule,) = sheet.cards.rules
    assert (rule.role, rule.battles) == ("defender", ("white-harbor",))
    (suggestion,) = [item for item in suggestions if item.reason == "card-defends"]
    assert suggestion == Suggestion(("cards.rules[0]",), "card-defends", "white-harbor", rule.cards[0])


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_brief_suggestion_answers_questions_and_leaves_the_rest(edition: str, players: int) -> None:
    told, begun = 0, Sheet(blade=(BladeRule(use="never"),), steward=(BotRule(what=("marches",), keep=2),))
    for shown in turns(edition, players, "brief", 4):
        for seat in {decision.seat for decision in shown.waiting}:
            view = games.of(shown.showing).view(shown.showing, seat, shown.waiting)
            sheet, whole = suggest_briefly(view, begun), complete_sheet(view, begun)
            assert games.of(shown.showing).check_sheet(shown.showing, seat, sheet, shown.waiting).errors == ()
            assert sheet.blade == begun.blade
            assert sheet.steward == (*begun.steward, BotRule())
            assert sheet.orders == whole.orders
            said = {name for name in sheet.__struct_fields__ if getattr(sheet, name) != getattr(EMPTY_SHEET, name)}
            assert said <= {"blade", "steward", "orders", "bids", "marches", "raids", "muster", "cards"}
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
