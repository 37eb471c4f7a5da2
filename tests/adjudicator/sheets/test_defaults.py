"""Published defaults: who hands in nothing gains nothing, who wrote a sheet does not lose by what it leaves out."""

from __future__ import annotations

import pytest

from adjudicator import games
from adjudicator.engine.bulk import TurnInput
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.rules.card_odds import by_strength
from adjudicator.thrones.sheets.battle import AvoidRule, BladeRule, Cards
from adjudicator.thrones.sheets.orders import default_orders
from adjudicator.thrones.sheets.resolver import default_policies, policy_words
from adjudicator.thrones.sheets.sheet import EMPTY_SHEET, Sheet
from adjudicator.thrones.state import decisions as d, events as e
from adjudicator.thrones.state.board import Battle, Force
from tests.adjudicator.bot.test_written_sheets import TABLES
from tests.adjudicator.sheets.tables import asked, table

FIRST = games.edition("first-edition")
LION = "lannister"
SOMETHING = Sheet(blade=(BladeRule(use="never"),))


def played(sheet: Sheet | None, troop: dict[str, int], role: str = "attacker") -> tuple[str | None, str]:
    """Which card Lannister's default plays in Blackwater against a footman, and the name of the default."""
    mine, theirs = (LION, "baratheon") if role == "attacker" else ("baratheon", LION)
    battle = Battle(
        area="blackwater", attacker=mine, defender=theirs, origin="stoney-sept", order="march+0", troop=troop
    )
    position = table({"blackwater": (theirs, {"footman": 1})}, {"stoney-sept": (mine, "march+0")}, battle)
    hand = tuple(position.board.hands[LION])
    question = d.ChooseHouseCard(
        seat=LION, house=LION, area="blackwater", role=role, opponent="baratheon", choices=hand
    )
    given = asked(question, position, sheet)
    assert isinstance(given.answer, d.CardChoice)
    return given.answer.card, given.source.rule


def test_an_attacker_plays_what_is_enough_else_the_strongest() -> None:
    ranked = by_strength(FIRST, FIRST.hands()[LION])
    assert played(SOMETHING, {"knight": 5}) == (ranked[-1], "enough-else-strongest"), "any card is enough"
    assert played(SOMETHING, {"footman": 1})[0] == ranked[0], "none is"
    assert played(SOMETHING, {"footman": 1}, "defender")[0] == ranked[0]


@pytest.mark.parametrize("missing", [None, EMPTY_SHEET])
def test_who_handed_in_nothing_attacks_with_the_weakest(missing: Sheet | None) -> None:
    ranked = by_strength(FIRST, FIRST.hands()[LION])
    assert played(missing, {"footman": 1}) == (ranked[-1], "")
    assert played(missing, {"footman": 1}, "defender") == (ranked[0], "")


def test_cards_to_avoid_are_kept_by_the_default_too() -> None:
    ranked = by_strength(FIRST, FIRST.hands()[LION])
    avoid = Sheet(cards=Cards(avoid=(AvoidRule(cards=(ranked[0],)),)))
    assert played(avoid, {"footman": 1}) == (ranked[1], "enough-else-strongest")


@pytest.mark.parametrize(("sheet", "first"), [(SOMETHING, LION), (None, "stark")])
def test_who_settles_a_tie_comes_first_if_it_wrote_a_sheet(sheet: Sheet | None, first: str) -> None:
    question = d.SettleTie(seat=LION, house=LION, auction="fiefdoms", houses=("stark", LION, "greyjoy"))
    answer = asked(question, table(), sheet).answer
    assert isinstance(answer, d.Ranked)
    assert answer.houses[0] == first
    assert (answer.houses[-1] == LION) == (sheet is None)


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_a_missing_sheet_gains_nothing(edition: str, players: int) -> None:
    """A house that never hands in anything among bots: it takes, raids, musters, bids and borrows nothing."""
    position = games.start(edition, players, "missing")
    absent, acted = position.board.houses[1], 0
    while True:
        shown = games.of(position).resume(position)
        board = shown.showing.board
        if board.ending is not None or board.round > 6:
            break
        others = frozenset(house for house in board.houses if house != absent)
        turn = TurnInput(window=games.of(shown.showing).window(shown.showing, shown.waiting[0], "bulk"), bots=others)
        outcome = games.of(shown.position).resolve(shown.position, turn)
        for record in outcome.records:
            event = record.event
            took = isinstance(event, e.UnitsMoved | e.UnitMustered | e.OrderRaided | e.BattleStarted)
            house = event.battle.attacker if isinstance(event, e.BattleStarted) else getattr(event, "house", "")
            assert not (took and house == absent), event
        for entry in outcome.answers:
            if entry.seat == absent:
                acted += 1
                assert entry.source.by in ("default", "forced")
                assert entry.source.rule == ""
                assert not isinstance(entry.answer, d.Amount) or entry.answer.power == 0
                ranked = entry.answer.houses if isinstance(entry.answer, d.Ranked) else ()
                assert absent not in ranked or ranked[-1] == absent
        position = outcome.position
    assert acted > 6


def test_every_default_has_words() -> None:
    for edition in THRONES.editions.values():
        assert all(policy_words(kind, "", edition).endswith(".") for kind in default_policies())
    assert "surely wins" in policy_words("choose-house-card", "enough-else-strongest", FIRST)
    assert policy_words("choose-house-card", "", FIRST).endswith("the weakest when attacking.")
    assert policy_words("no-such-kind", "", FIRST) == ""


def test_default_places_useless_orders_last() -> None:
    position = games.start("mother-of-dragons", 8, "sea orders")
    edition = games.edition("mother-of-dragons")

    def laid(kind: str, count: int) -> list[str]:
        areas = tuple(area for area, facts in edition.areas.items() if facts.kind == kind)[:count]
        position.board.forces = {area: Force("stark", {"footman": 1}) for area in areas}
        question = d.PlaceOrders(seat="stark", house="stark", areas=areas, stars=0, bans=())
        found = default_orders(position, question, {})
        assert len(found) == count
        return list(found.values())

    own = [token for token in edition.orders.values() if not (token.special or token.vassal)]
    at_sea, tokens = {token.id for token in own if token.works_at}, sum(token.copies for token in own)
    assert at_sea == {"sea-march-1", "sea-support", "sea-iron-bank"}
    assert not at_sea & {*laid("land", 3)}
    assert not at_sea & {*laid("land", tokens - len(at_sea))}
    assert at_sea <= {*laid("land", tokens)}
    assert laid("sea", 3) == ["support", "support", "sea-support"]
