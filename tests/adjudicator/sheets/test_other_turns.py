"""Instructions that the open turn does not ask for, special orders that need a card, and choices that never apply: each
is warned of, and what the turn does come to is not."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator import games
from adjudicator.engine.step import Outcome
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.rules.iron_bank import offers
from adjudicator.thrones.rules.storm.tactics import stars_by_card
from adjudicator.thrones.rules.vassals import foreseen
from adjudicator.thrones.sheets.choices import BidRule, TieRule, Ties
from adjudicator.thrones.sheets.kind import BotRule
from adjudicator.thrones.sheets.muster import LoanRule
from adjudicator.thrones.sheets.orders import ClaimRule
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.sheets.turn_sections import turn_sections
from adjudicator.thrones.state.board import Position
from narration.typed_sheets import read_sheet_text
from tests.adjudicator.bot.test_written_sheets import TABLES, turns

CODES = (
    *("star-needs-card", "bid-not-asked", "ties-not-asked", "kept-for-later", "muster-not-ahead"),
    *("tactics-not-asked", "loan-without-bank", "loan-without-order", "choice-said-elsewhere"),
)


def found(shown: Outcome[Position], seat: str, sheet: Sheet, **more: Any) -> list[str]:
    """The codes and places of these warnings."""
    report = games.of(shown.showing).check_sheet(shown.showing, seat, sheet, shown.waiting, **more)
    assert report.errors == ()
    return [f"{one.code} {one.where}" for one in report.warnings if one.code in CODES]


def shown_in(phase: str, edition: str = "first-edition", players: int = 5, *cards: str) -> Outcome[Position]:
    """The first turn of a phase, of Westeros with one of these cards turned up if any are named."""
    for shown in turns(edition, players, "other calls", 10):
        revealed = shown.showing.board.revealed.values()
        if shown.showing.board.phase == phase and (not cards or set(cards) & set(revealed)):
            return shown
    raise AssertionError((phase, cards))


def typed(text: str, edition: str) -> Sheet:
    """A sheet as it is typed."""
    return read_sheet_text(text, games.edition(edition), ()).sheet


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_bids_are_warned_of_where_none_are_asked(edition: str, players: int) -> None:
    warned = asked = 0
    for shown in turns(edition, players, "bids elsewhere", 5):
        board, rules = shown.showing.board, games.edition(edition)
        for seat in (house for house in board.houses if house not in board.vassals):
            coming = turn_sections(board, rules, seat).auctions
            for auction in rules.tracks:
                told = found(shown, seat, Sheet(bids={auction: (BidRule(amount=0),)}))
                expected = [] if auction in coming else [f"bid-not-asked bids.{auction}"]
                assert told == expected
                warned += bool(told)
                asked += not told
    assert warned
    assert asked


def test_standing_instructions_are_for_every_turn() -> None:
    shown = shown_in("planning")
    sheet = Sheet(bids={"fiefdoms": (BidRule(amount=1),)}, ties=Ties(tracks=(TieRule(houses=("me",)),)))
    assert found(shown, "stark", sheet) == ["bid-not-asked bids.fiefdoms", "ties-not-asked ties.tracks"]
    report = games.of(shown.showing).check_sheet(shown.showing, "stark", sheet, (), lasting=True)
    assert [one for one in report.warnings if one.code in CODES] == []


def test_ties_are_warned_of_by_what_they_settle() -> None:
    rule = (TieRule(houses=("me",)),)
    ties = Sheet(ties=Ties(tracks=rule, highest=rule))
    assert found(shown_in("westeros", "first-edition", 5, "clash-of-kings"), "stark", ties) in (
        ["ties-not-asked ties.highest"],
        [],
    )
    shown = shown_in("planning")
    shown.showing.board.phase, shown.showing.board.revealed = "westeros", {"III": "wildling-attack"}
    assert found(shown, "stark", ties) == ["ties-not-asked ties.tracks"]


def test_what_is_written_before_the_orders_is_kept_for_them() -> None:
    shown = shown_in("westeros")
    sheet = typed("ORDERS winterfell march\nMARCH winterfell: moat-cailin\nBLADE never", "first-edition")
    assert found(shown, "stark", sheet) == [f"kept-for-later {name}" for name in ("orders", "marches", "blade")]
    told = games.of(shown.showing).check_sheet(shown.showing, "stark", sheet, shown.waiting).warnings
    assert "kept for later turns of the round" in told[0].words
    assert found(shown_in("planning"), "stark", sheet) == []


def test_musters_are_warned_of_by_what_brings_them() -> None:
    """Orders muster later in the round in some editions, in others nothing does."""
    for edition, players, code in (("first-edition", 5, "muster-not-ahead"), ("second-edition", 6, "kept-for-later")):
        shown = shown_in("planning", edition, players)
        board = shown.showing.board
        board.phase, board.revealed = "westeros", {"I": "supply"}
        sheet = typed("MUSTER winterfell: knight", edition)
        assert found(shown, "stark", sheet) == [f"{code} muster"]
        board.revealed = {"I": "mustering"}
        assert found(shown, "stark", sheet) == []


def test_loans_are_warned_of_without_a_bank_or_an_order() -> None:
    """With five houses nobody plays that one which brings the bank."""
    shown = shown_in("planning", "mother-of-dragons", 8)
    rules, board = games.edition("mother-of-dragons"), shown.showing.board
    seat = next(house for house in board.houses if any(_sea(board, area, house) for area in board.forces))
    loan = next(iter(offers(board, rules, seat)))
    own = [area for area, force in board.forces.items() if force.house == seat]
    sea = next(area for area in own if _sea(board, area, seat))
    plain = Sheet(orders=dict.fromkeys(own, "none"), loans=(LoanRule(loan=loan),))
    assert found(shown, seat, plain) == ["loan-without-order loans"]
    assert found(shown, seat, Sheet(orders={**plain.orders, sea: "sea-iron-bank"}, loans=plain.loans)) == []
    # Areas without an order may come to have one.
    assert found(shown, seat, Sheet(loans=plain.loans, steward=(BotRule(),))) == []
    board.bank = None
    assert found(shown, seat, plain) == ["loan-without-bank loans"]


def _sea(board: Any, area: str, house: str) -> bool:
    return bool(board.forces[area].house == house and games.edition("mother-of-dragons").areas[area].kind == "sea")


def test_tactics_are_warned_of_where_none_are_chosen() -> None:
    sheet = typed("TACTICS careful-planning", "storm-of-swords")
    told = []
    for shown in turns("storm-of-swords", 4, "tactics", 3, "raven"):
        board = shown.showing.board
        told.append((board.phase, *found(shown, "stark", sheet)))
        if board.phase == "planning":
            assert board.tactics is not None
            board.tactics.barred = ["stark"]
            assert found(shown, "stark", sheet) == ["tactics-not-asked choices.tactics"]
    assert set(told) == {
        ("planning",),
        ("raven", "tactics-not-asked choices.tactics"),
        ("westeros", "kept-for-later choices.tactics"),
    }


def test_vassals_are_chosen_before_the_orders_are_turned_up() -> None:
    for shown in turns("mother-of-dragons", 5, "claims", 2, "raven"):
        board = shown.showing.board
        report = games.of(shown.showing).check_sheet(
            shown.showing,
            "stark",
            Sheet(claims=(ClaimRule(pick=("pass",)),)),
            shown.waiting,
            pace="raven",
        )
        codes = [one.code for one in report.warnings if one.code in ("claims-not-asked", "kept-for-later")]
        assert codes == {"planning": [], "raven": ["claims-not-asked"], "westeros": ["kept-for-later"]}[board.phase]


def starred(text: str, *, house: str = "greyjoy") -> list[str]:
    """What is said of special orders while tactics cards are chosen; the house has its three areas by then."""
    shown = shown_in("planning", "storm-of-swords", 4)
    board, rules = shown.showing.board, games.edition("storm-of-swords")
    court = [one for one in board.tracks["kings-court"] if one != house]
    board.tracks["kings-court"] = [court[0], court[1], house, *court[2:]]
    (asked,) = foreseen(board, rules, house)
    assert (asked.stars, max(stars_by_card(board, rules, house).values())) == (2, 1)
    first, second = asked.areas[:2]
    return found(shown, house, typed(text.format(first=first, second=second), "storm-of-swords"))


def test_a_special_order_that_only_a_card_allows_is_warned_of() -> None:
    orders = "ORDERS {first} march+1; {second} defense+2\n"
    (told,) = starred(orders)
    assert told.startswith("star-needs-card orders.")
    assert starred(orders + "TACTICS careful-planning") == []
    assert starred(orders + "TACTICS hold-territory") == [told]
    # On a condition it is not sure which card comes.
    assert starred(orders + "TACTICS careful-planning if power > 3 | hold-territory") == [told]
    # One special order is sure, and who names another besides is content.
    assert starred("ORDERS {first} march+1; {second} defense+1") == []
    assert starred("ORDERS {first} march+1; {second} defense+2 | defense+1") == []


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("CHOOSE cersei-lannister: riverrun", "REMOVE"),
        ("CHOOSE renly-baratheon: riverrun", "KNIGHT"),
        ("CHOOSE tyrion-lannister: send-back", ""),
        ("CHOOSE port: 2", ""),
    ],
)
def test_choices_that_another_statement_answers_are_warned_of(text: str, statement: str) -> None:
    shown = shown_in("planning")
    report = THRONES.check_sheet(shown.showing, "lannister", typed(text, "first-edition"), shown.waiting)
    told = [one.words for one in report.warnings if one.code == "choice-said-elsewhere"]
    assert [words.rpartition(" ")[2] for words in told] == ([statement] if statement else [])
