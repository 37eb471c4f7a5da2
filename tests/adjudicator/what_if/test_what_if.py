"""What-ifs: which sheets count, which chance is drawn, how far they go."""

from __future__ import annotations

import msgspec
import pytest

from adjudicator import documents, games
from adjudicator.engine.bulk import Pace
from adjudicator.engine.chance import Draw, draw_of
from adjudicator.engine.decision import Illegal
from adjudicator.engine.step import Decided, Event
from adjudicator.engine.what_if import Supposed, public_salt, suppose
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.sheet_writing import complete_sheet
from adjudicator.thrones.sheets.battle import CardRule, Cards
from adjudicator.thrones.sheets.choices import BidRule
from adjudicator.thrones.sheets.fields import NO_ORDER
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import Placed
from adjudicator.thrones.what_if import Assumed, guess_sheet
from tests.adjudicator.what_if.secrets import Stop, stops


def first_stop(pace: Pace = "bulk", edition: str = "first-edition", players: int = 5) -> Stop:
    return next(stops(edition, players, "what if", pace, 3))


def supposed(stop: Stop, sheets: dict[str, Sheet | dict[str, str]], pace: Pace = "bulk", number: int = 1) -> Supposed:
    """What lannister supposes: of each house a sheet, or orders alone."""
    given = {house: Assumed(sheet=one) if isinstance(one, Sheet) else Assumed(one) for house, one in sheets.items()}
    return suppose(THRONES, documents.decode(stop.stored), "lannister", stop.records, given, pace=pace, number=number)


def draw(stop: Stop, house: str) -> Draw:
    """How near-equal choices of a house are drawn in what lannister supposes first."""
    return draw_of(public_salt(THRONES.view(stop.shown.showing, "lannister", stop.shown.waiting)), house)


def events_of(found: Supposed, kind: type[Event]) -> list[Event]:
    return [record.event for record in found.records if isinstance(record.event, kind)]


def by(found: Supposed, seat: str) -> set[str]:
    """Who decided for a seat: its sheet, the defaults."""
    decided = [event for event in events_of(found, Decided) if isinstance(event, Decided) and event.seat == seat]
    return {str(event.source["by"]) for event in decided} if decided else set()


def orders_of(found: Supposed, house: str) -> dict[str, str]:
    revealed = next(event for event in events_of(found, e.OrdersRevealed) if isinstance(event, e.OrdersRevealed))
    return {area: placed.order for area, placed in revealed.orders.items() if placed.house == house}


def test_assumed_sheet_is_played_and_others_are_guessed() -> None:
    stop = first_stop()
    found = supposed(stop, {"stark": Sheet(orders={"winterfell": "defense+1"})})
    assert orders_of(found, "stark")["winterfell"] == "defense+1"
    assert found.sheets["stark"] == Sheet(orders={"winterfell": "defense+1"})
    guessed = guess_sheet(THRONES.view(stop.shown.showing, "tyrell", stop.shown.waiting), draw=draw(stop, "tyrell"))
    assert found.sheets["tyrell"] == guessed
    assert orders_of(found, "tyrell") == {area: o for area, o in guessed.orders.items() if o != NO_ORDER}


def test_a_sheet_that_is_begun_is_completed_by_the_bot() -> None:
    """What it says stays; one that breaks a rule is refused at its house, as a whole one is."""
    stop = first_stop()
    begun = {"stark": Sheet(orders={"winterfell": ("march+0", "raid")}, blade=())}
    found = suppose(THRONES, documents.decode(stop.stored), "lannister", stop.records, {}, begun=begun)
    view = THRONES.view(stop.shown.showing, "stark", stop.shown.waiting)
    assert found.sheets["stark"] == complete_sheet(view, begun["stark"], draw(stop, "stark"))
    assert orders_of(found, "stark")["winterfell"] == "march+0"
    assert len(orders_of(found, "stark")) > 1
    for house, code in (("stark", "no-units-there"), ("arryn", "unknown-house")):
        wrong = {house: Sheet(orders={"lannisport": "raid"})}
        with pytest.raises(Illegal, match=code) as refused:
            suppose(THRONES, documents.decode(stop.stored), "lannister", stop.records, {}, begun=wrong)
        assert refused.value.reasons[0].where.startswith(house)


def test_orders_alone_are_completed_by_the_bot() -> None:
    stop = first_stop()
    view = THRONES.view(stop.shown.showing, "stark", stop.shown.waiting)
    marching = guess_sheet(view, Assumed({"winterfell": "march+0"}), draw(stop, "stark"))
    assert marching.orders["winterfell"] == "march+0"
    assert {"winterfell"} < set(marching.orders) <= set(THRONES.suggest_sheet(view).orders)
    (rule,) = marching.steward
    assert "marches" in rule.what
    assert marching.marches == Sheet().marches
    found = supposed(stop, {"stark": {"winterfell": "march+0"}})
    assert found.sheets["stark"] == marching
    assert orders_of(found, "stark")["winterfell"] == "march+0"


def test_the_raven_of_a_guess_leaves_assumed_orders_as_they_are() -> None:
    stop = first_stop()
    stop.shown.showing.board.holders["messenger-raven"] = "stark"
    view = THRONES.view(stop.shown.showing, "stark", stop.shown.waiting)
    guessed = guess_sheet(view, Assumed({"winterfell": "raid"}))
    lying = {area: Placed("stark", str(order)) for area, order in guessed.orders.items() if order != NO_ORDER}
    board = msgspec.structs.replace(view.board, orders=lying)
    (whole,) = THRONES.suggest_sheet(msgspec.structs.replace(view, board=board, waiting=[])).steward
    assert "raven" in whole.what
    (rule,) = guessed.steward
    assert {*whole.what} - {*rule.what} == {"raven"}
    assert guessed.raven == ()


def test_assumed_cards_and_bids_precede_guesses() -> None:
    stop = first_stop()
    view = THRONES.view(stop.shown.showing, "stark", stop.shown.waiting)
    guessed = THRONES.suggest_sheet(view)
    found = guess_sheet(view, Assumed(cards=("arya-stark",), bids={"iron-throne": 4}))
    assert found.cards.rules == (CardRule(cards=("arya-stark",)),)
    assert found.bids == {**guessed.bids, "iron-throne": (BidRule(how="up-to", amount=4),)}
    assert found.marches == guessed.marches


def test_ones_own_sheet_is_never_guessed() -> None:
    found = supposed(first_stop(), {})
    assert found.sheets["lannister"] == Sheet()
    assert by(found, "lannister") <= {"default", "forced"}
    assert "sheet" in by(found, "tyrell")


def test_standing_orders_fill_the_sheet_of_the_seat() -> None:
    stop = first_stop()
    standing = Sheet(orders={"lannisport": "defense+1"})
    position = documents.decode(stop.stored)
    found = suppose(THRONES, position, "lannister", stop.records, {}, standing=standing)
    assert orders_of(found, "lannister")["lannisport"] == "defense+1"
    assert "standing" in by(found, "lannister")


def test_same_number_draws_the_same_chance() -> None:
    stop = first_stop()
    assert supposed(stop, {}) == supposed(stop, {})
    cards = {
        tuple(event.card for event in events_of(supposed(stop, {}, number=n), e.WesterosRevealed))  # type: ignore[attr-defined]
        for n in range(1, 9)
    }
    assert len(cards) > 3


def test_returned_cards_come_last() -> None:
    for stop in stops("first-edition", 5, "put back", "bulk", 3, ()):
        gone = {(r.event.deck, r.event.card) for r in stop.records if isinstance(r.event, e.WesterosReturned)}
        if stop.shown.showing.board.phase == "planning" and stop.shown.showing.round == 3:
            break
    assert len(gone) == 6
    copies = {
        (deck, entry.card): entry.copies for deck, es in games.edition("first-edition").decks.items() for entry in es
    }
    single = {one for one in gone if copies[one] == 1}
    shuffled = {r.event.deck for r in stop.records if isinstance(r.event, e.DeckShuffled)}
    for number in range(1, 20):
        for event in events_of(supposed(stop, {}, number=number), e.WesterosRevealed):
            assert isinstance(event, e.WesterosRevealed)
            if event.deck not in shuffled and event.card != "winter-is-coming":
                assert (event.deck, event.card) not in single or _reshuffled(supposed(stop, {}, number=number), event)


def _reshuffled(found: Supposed, card: e.WesterosRevealed) -> bool:
    """Whether the deck was shuffled within the what-if."""
    return any(isinstance(r.event, e.DeckShuffled) and r.event.deck == card.deck for r in found.records)


@pytest.mark.parametrize("pace", ["bulk", "raven", "stepwise", ("choose-house-card",)], ids=str)
def test_a_what_if_ends_where_the_turn_would(pace: Pace) -> None:
    ends = 0
    for stop in stops("first-edition", 5, "ends", pace, 2, ()):
        found = supposed(stop, {}, pace)
        window = THRONES.window(stop.shown.showing, stop.shown.waiting[0], pace)
        assert found.before == THRONES.view(stop.shown.showing, "lannister", stop.shown.waiting)
        assert found.records, window
        if pace == "raven" and window.endswith("-planning"):
            assert found.after.board.phase == "raven" or not found.after.board.orders
            ends += 1
        if pace == "bulk" and window.endswith("-planning"):
            assert found.after.board.round > stop.shown.showing.round
            ends += 1
    assert ends or pace not in ("bulk", "raven")


def test_a_card_that_is_assumed_is_played_at_a_stop_for_cards() -> None:
    pace: Pace = ("choose-house-card",)
    for stop in stops("first-edition", 5, "cards", pace, 6):
        battle = stop.shown.showing.board.battle
        if battle is not None and "lannister" not in (battle.attacker, battle.defender):
            house = battle.attacker
            hand = stop.shown.showing.board.hands[house]
            assumed = Sheet(cards=Cards(rules=(CardRule(cards=(hand[-1],)),)))
            found = supposed(stop, {house: assumed}, pace)
            revealed = events_of(found, e.CardsRevealed)[0]
            assert isinstance(revealed, e.CardsRevealed)
            assert revealed.cards[house] == hand[-1]
            return
    raise AssertionError("no battle between others was found")


def test_guesses_give_way_to_orders_that_are_assumed() -> None:
    stop = first_stop()
    view = THRONES.view(stop.shown.showing, "stark", stop.shown.waiting)
    guessed = THRONES.suggest_sheet(view)
    for area in guessed.orders:
        for other, order in guessed.orders.items():
            if other != area and order != NO_ORDER:
                swapped = guess_sheet(view, Assumed({area: order}))
                assert swapped.orders[area] == order
                assert (
                    not games.of(stop.shown.showing)
                    .check_sheet(stop.shown.showing, "stark", swapped, stop.shown.waiting)
                    .errors
                )


def test_invalid_assumed_sheets_are_refused_with_their_house() -> None:
    stop = first_stop()
    with pytest.raises(Illegal) as refused:
        supposed(
            stop,
            {
                "lannister": Sheet(orders={"winterfell": "march+0"}),
                "stark": {"winterfell": "no-such-order"},
                "martell": Sheet(),
            },
        )
    assert [(one.code, one.where) for one in refused.value.reasons] == [
        ("no-units-there", "orders.winterfell"),
        ("unknown-order", "stark.orders.winterfell"),
        ("unknown-house", "martell"),
    ]


def test_what_is_seen_is_ones_own_view() -> None:
    found = supposed(first_stop(), {})
    assert (found.before.seat, found.after.seat) == ("lannister", "lannister")


def test_a_game_that_is_over_has_no_turn() -> None:
    position = games.start("first-edition", 3, "over")
    shown = THRONES.resume(position)
    ended = THRONES.issue(
        shown.position, documents.read_override("first-edition", b'{"kind": "end-game"}'), "enough", "gm"
    )
    with pytest.raises(ValueError, match="no call"):
        suppose(THRONES, ended.position, "stark", [], {})
