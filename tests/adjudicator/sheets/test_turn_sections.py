"""Sheets without what is for other turns: nothing that a turn uses is lost, and nothing stays that it cannot ask."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from adjudicator import documents, games
from adjudicator.btwixt.game import BTWIXT
from adjudicator.btwixt.sheets import choices, sheet as b
from adjudicator.btwixt.sheets.choices import RankRule
from adjudicator.engine.bulk import TurnInput
from adjudicator.engine.chance import Picker
from adjudicator.engine.sheet.document import sections_of
from adjudicator.engine.step import Answered, Outcome
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.sheets.battle import BladeRule, CardRule, Cards, KnightRule, SupportRule, TakeBackRule, Texts
from adjudicator.thrones.sheets.choices import BidRule, ChoiceRule, Hostages, OfferRule, ReplyRule, TieRule, Ties
from adjudicator.thrones.sheets.kind import BotRule
from adjudicator.thrones.sheets.losses import Losses, LossRule, RetreatRule
from adjudicator.thrones.sheets.marches import Marches, MarchPlan
from adjudicator.thrones.sheets.muster import LoanRule, Muster, MusterRule, Want
from adjudicator.thrones.sheets.orders import RaidRule, Raids, RavenRule
from adjudicator.thrones.sheets.sheet import EMPTY_SHEET, Sheet
from adjudicator.thrones.sheets.turn_sections import OCCASIONS, WILDLING_MUSTER, Prospect, TurnSections
from adjudicator.thrones.state.decisions import PlaceOrders
from tests.adjudicator.sheets.random_sheets import random_sheet
from tests.bots_turns import bots_turns
from tests.slices import often

TABLES = [
    ("first-edition", 3, ()),
    ("first-edition", 5, ("storm-cards", "storm-westeros", "tactics", "leaders", "wildling-cards")),
    ("second-edition", 6, ()),
    ("mother-of-dragons", 8, ()),
    ("storm-of-swords", 4, ()),
    ("btwixt", 4, ()),
    ("btwixt", 3, ("draft",)),
]
# Cards to keep and a programme, though no turn asks both.
BOTH = b.Sheet(bid=(choices.BidRule(play=("lowest",)),), keep=(RankRule(first=("highest",)),))
# Every step of a Westeros phase; those that no section names ask for choices alone, or for nothing.
STEPS = frozenset(
    (
        WILDLING_MUSTER,
        *("westeros-card", "choose-effect", "game-of-thrones", "hidden-schemes", "swing-the-sword", "loyalty-move"),
        *("supply", "mustering", "clash-of-kings", "auction", "claim-westeros"),
        *("wildling-attack", "loyalty", "loyalty-text"),
    )
)


def decided(shown: Outcome[Any], sheets: dict[str, Any]) -> list[tuple[str, Any]]:
    """What is decided in a turn with these sheets."""
    window = games.of(shown.showing).window(shown.showing, shown.waiting[0], "bulk")
    position = documents.decode(documents.encode(shown.position))
    outcome = games.of(position).resolve(position, TurnInput(window=window, sheets=sheets))
    return [(one.decision, one.answer) for one in outcome.entries if isinstance(one, Answered)]


@pytest.mark.parametrize(("edition", "players", "modules"), TABLES)
def test_nothing_that_a_turn_uses_is_left_out(edition: str, players: int, modules: tuple[str, ...]) -> None:
    """Whatever a sheet says: the turn comes to the same with what is left of it."""
    pick, smaller = Picker("asked", edition), 0
    for shown in bots_turns(edition, players, modules, "asked", often(8, 40)):
        whole = {}
        for house in games.of(shown.showing.board).played(shown.showing.board):
            written = games.of(shown.showing).suggest_sheet(
                games.of(shown.showing).view(shown.showing, house, shown.waiting)
            )
            before = BOTH if edition == "btwixt" else random_sheet(pick, edition=edition)
            whole[house] = games.of(written).overlay(before, written)
        left = {
            house: games.of(shown.showing).restrict_sheet(shown.showing, house, one, shown.waiting)
            for house, one in whole.items()
        }
        smaller += left != whole
        assert decided(shown, left) == decided(shown, whole)
    assert smaller


def everything(edition: str) -> Sheet:
    """A sheet that says something of each part."""
    order = MusterRule(wants=(Want(unit="footman"),))
    return Sheet(
        orders={"winterfell": "march+0"},
        raven=(RavenRule(),),
        raids=Raids(areas={"winterfell": (RaidRule(),)}),
        marches=Marches(areas={"winterfell": (MarchPlan(),)}),
        support=(SupportRule(),),
        cards=Cards(rules=(CardRule(cards=("strongest",)),)),
        texts=Texts(take_back=(TakeBackRule(),), knight=(KnightRule(),)),
        blade=(BladeRule(),),
        losses=Losses(supply=(LossRule(),), casualties=(LossRule(),), general=(LossRule(),)),
        retreat=(RetreatRule(areas=("winterfell",)),),
        bids={"iron-throne": (BidRule(),), "wildlings": (BidRule(),)},
        ties=Ties(tracks=(TieRule(houses=("me",)),), lowest=(TieRule(houses=("me",)),)),
        muster=Muster(areas={"winterfell": (order,)}),
        choices={"iron-throne": (ChoiceRule(pick=("stark",)),), "support": (ChoiceRule(pick=("accept",)),)},
        loans=(LoanRule(loan="sellsword-company"),),
        hostages=Hostages(offers=(OfferRule(power=2),), replies=(ReplyRule(),)),
        steward=(BotRule(what=("marches", "muster")), BotRule()),
    )


def said(sheet: Any) -> set[str]:
    """The parts of which a sheet says something, sections by their fields and mappings by their keys."""
    found = set()
    for name, value in msgspec.to_builtins(sheet).items():
        parts = {key for key, one in value.items() if one} if isinstance(value, dict) else ()
        found |= {f"{name}.{part}" for part in parts} if parts else {name} if value else set()
    return found


def westeros(edition: str, players: int, card: str) -> Any:
    """A position in a Westeros phase in which one card is still to be carried out."""
    position = games.start(edition, players, "cards")
    board = position.board
    board.phase, board.revealed = "westeros", {"1": card}
    step = type(position.progress.agenda[0])
    agenda = [step("westeros-card", {"deck": "1"}), step("return-westeros"), step("planning")]
    position.progress = msgspec.structs.replace(position.progress, agenda=agenda)
    return position


WESTEROS = [
    ("supply", {"losses.supply", "losses.general"}),
    ("mustering", {"muster.areas"}),
    ("game-of-thrones", set()),
    ("clash-of-kings", {"bids.iron-throne", "ties.tracks"}),
    (
        "wildling-attack",
        {"bids.wildlings", "ties.lowest", "muster.areas", "texts.take_back"}
        | {"losses.supply", "losses.casualties", "losses.general"},
    ),
]


@pytest.mark.parametrize(("step", "wanted"), WESTEROS)
def test_a_westeros_phase_asks_what_its_cards_ask(step: str, wanted: set[str]) -> None:
    """No loans, offers, House cards, orders or marches."""
    edition = games.edition("second-edition")
    card = next(one.id for one in edition.westeros.values() if one.step == step)
    left = THRONES.restrict_sheet(westeros("second-edition", 6, card), "stark", everything("second-edition"), ())
    assert said(left) - {"steward"} == wanted
    what = ("muster",) if "muster.areas" in wanted else ()
    assert [rule.what for rule in left.steward] == [*([what] if what else []), ()]


def test_a_card_that_was_carried_out_asks_nothing_more() -> None:
    """Only what is still on the agenda counts, not every card that lies open."""
    edition = games.edition("second-edition")
    by_step = {one.step: one.id for one in edition.westeros.values()}
    position = westeros("second-edition", 6, by_step["mustering"])
    position.board.revealed["2"] = by_step["clash-of-kings"]
    left = games.of(position).restrict_sheet(position, "stark", everything("second-edition"), ())
    assert "bids.iron-throne" not in said(left)


def planning(edition: str, players: int) -> Outcome[Any]:
    """The first planning of a game."""
    return games.of_edition(edition).resume(games.start(edition, players, "planning"))


NO_AUCTIONS = {"bids.iron-throne", "bids.wildlings", "ties.tracks", "ties.lowest", "losses.supply"}


@pytest.mark.parametrize(("edition", "players"), [("first-edition", 3), ("mother-of-dragons", 8)])
def test_a_round_asks_for_no_bids(edition: str, players: int) -> None:
    """Nor for anything else of the Westeros phase; musters and loans stay while an order may lie that brings them."""
    shown = planning(edition, players)
    found = said(games.of(shown.showing).restrict_sheet(shown.showing, "stark", everything(edition), shown.waiting))
    assert not found & {*NO_AUCTIONS, "choices.iron-throne", "hostages.offers", "hostages.replies"}
    assert {"orders.winterfell", "cards.rules", "blade", "retreat", "marches.areas", "choices.support"} <= found
    known = edition_of(shown.showing)
    assert ("muster.areas" in found) == any(order.musters for order in known.orders.values())
    assert ("loans" in found) == (known.bank is not None)


def test_loans_and_musters_need_an_order_that_brings_them() -> None:
    """A sheet that names an order for each area, and none of these, asks the bank for nothing."""
    shown = planning("mother-of-dragons", 8)
    asked = next(one for one in shown.waiting if one.seat == "stark")
    orders = dict.fromkeys(getattr(asked, "areas"), "defense+1")  # noqa: B009
    brings = {"defense+1": set(), "sea-iron-bank": {"loans"}, "consolidate-power-special": {"muster.areas"}}
    for token, wanted in brings.items():
        sheet = msgspec.structs.replace(everything("mother-of-dragons"), orders={**orders, "winterfell": token})
        found = said(games.of(shown.showing).restrict_sheet(shown.showing, "stark", sheet, shown.waiting))
        assert found & {"loans", "muster.areas"} == wanted


def test_offers_are_for_leaders_who_are_or_may_be_held() -> None:
    """Once all of a house are dead it has nobody to bargain for."""
    shown = planning("storm-of-swords", 4)
    sheet = everything("storm-of-swords")
    assert {"hostages.offers", "hostages.replies"} <= said(
        games.of(shown.showing).restrict_sheet(shown.showing, "stark", sheet, ())
    )
    leaders = shown.showing.board.leaders
    for name, one in leaders.items():
        if one.house == "stark":
            leaders[name] = msgspec.structs.replace(one, area="", cell="")
    found = said(games.of(shown.showing).restrict_sheet(shown.showing, "stark", sheet, ()))
    assert ("hostages.offers" in found, "hostages.replies" in found) == (False, True)


def test_answers_to_questions_that_do_not_wait_are_left_out() -> None:
    shown = planning("first-edition", 3)
    mine = next(one for one in shown.waiting if one.seat == "stark")
    given = games.of(shown.showing).bot_answer(shown.showing, mine).answer
    sheet = Sheet(answers={mine.id: given, "d999-place-bid-stark": given})
    assert set(games.of(shown.showing).restrict_sheet(shown.showing, "stark", sheet, shown.waiting).answers) == {
        mine.id
    }


def test_a_claim_is_tied_as_highest_and_lowest() -> None:
    """No places on tracks are at stake there."""
    left = THRONES.restrict_sheet(
        westeros("storm-of-swords", 4, "claim-westeros"), "stark", everything("storm-of-swords"), ()
    )
    assert {"ties.lowest"} == {part for part in said(left) if part.startswith(("ties", "bids"))}


def test_every_occasion_that_a_section_names_is_known() -> None:
    named = frozenset().union(*(one.all.union(one.when.likely) for one in sections_of(Sheet).values()))
    assert named <= STEPS.union(OCCASIONS)


@pytest.mark.parametrize(("edition", "players", "modules"), TABLES[:5])
def test_what_is_likely_may_be_asked(edition: str, players: int, modules: tuple[str, ...]) -> None:
    """Of a house of whose sheet nothing is known a turn asks no more than it may."""
    for shown in bots_turns(edition, players, modules, "likely", often(8, 40)):
        board = shown.showing.board
        for house in games.of(board).played(board):
            asked = next((one for one in shown.waiting if one.house == house), None)
            orders = asked if isinstance(asked, PlaceOrders) else None
            turn = TurnSections(Prospect(board, edition_of(shown.showing), house, EMPTY_SHEET, orders))
            assert [name for name in turn.sections if turn.likely(name) and not turn.touches(name)] == []


@pytest.mark.parametrize("edition", ["first-edition", "second-edition", "mother-of-dragons", "storm-of-swords"])
def test_every_step_of_a_westeros_phase_is_known(edition: str) -> None:
    """One that is forgotten would end in an error where the turn opens."""
    cards = games.edition(edition).westeros.values()
    steps = {name for card in cards for name in (card.step, *(option.step for option in card.options)) if name}
    assert steps <= STEPS


def test_a_draft_asks_which_cards_are_kept_and_a_round_all_else() -> None:
    keep, programme = RankRule(first=("highest",)), choices.BidRule(play=("lowest",))
    left = b.BotRule(kinds=("keep", "bid"))
    sheet = b.Sheet(bid=(programme,), keep=(keep,), steward=(left,))
    drafting = BTWIXT.resume(games.start("btwixt", 3, "draft", ("draft",)))
    bidding = BTWIXT.resume(games.start("btwixt", 3, "draft", ()))
    seat = drafting.showing.board.houses[0]
    found = games.of(drafting.showing).restrict_sheet(drafting.showing, seat, sheet, drafting.waiting)
    assert found == b.Sheet(keep=(keep,), steward=(b.BotRule(kinds=("keep",)),))
    seat = bidding.showing.board.houses[0]
    found = games.of(bidding.showing).restrict_sheet(bidding.showing, seat, sheet, bidding.waiting)
    assert found == b.Sheet(bid=(programme,), steward=(b.BotRule(kinds=("bid",)),))
