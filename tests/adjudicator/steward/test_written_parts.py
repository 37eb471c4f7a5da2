"""Parts of written sheets one by one: each says what the steward would do when it is asked."""

from __future__ import annotations

from collections import Counter
from itertools import product

from adjudicator import face, parity
from adjudicator.kernel.decision import Decision
from adjudicator.thrones.rules.iron_bank.track import offers
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.sheet_writing import write_sheet
from adjudicator.thrones.sheet_writing.auctions import write_bids
from adjudicator.thrones.sheet_writing.loans import write_loans
from adjudicator.thrones.sheet_writing.outlook import Desk
from adjudicator.thrones.sheets.conditions.sums import Sum
from adjudicator.thrones.sheets.resolver import resolve
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.answers import Amount, Pick
from adjudicator.thrones.state.board import Position
from adjudicator.thrones.steward import steward


def test_marches_by_worth_are_those_of_the_steward() -> None:
    found = parity.compare("first-edition", 5, "worths")
    assert found.asked["resolve-march"] > 20
    assert found.agreed["resolve-march"] >= 0.85 * found.asked["resolve-march"]
    assert "resolve-march" not in found.defaults


def planning(edition: str, players: int, seed: str) -> tuple[Position, tuple[Decision, ...]]:
    """The first call of a game."""
    shown = face.resume(face.start(edition, players, seed))
    return shown.showing, tuple(shown.waiting)


def test_who_holds_a_badge_writes_what_its_cards_ask() -> None:
    showing, waiting = planning("second-edition", 6, "badges")
    edition = face.edition("second-edition")
    cards = [card for card in edition.westeros.values() if card.options and card.chooser]
    assert len(cards) >= 3
    for card in cards:
        for seat in showing.board.houses:
            sheet = write_sheet(face.view(showing, seat, waiting))
            mine = showing.board.holders[card.chooser] == seat
            assert (card.id in sheet.choices) == mine, (card.id, seat)
            if mine:
                options = tuple(option.id for option in card.options)
                question = d.PickEffect(seat=seat, house=seat, because=card.id, choices=options)
                assert sheet.choices[card.id][0].pick == (steward(showing, question).answer.choice,)  # type: ignore[attr-defined]


def test_bids_are_shares_of_what_is_at_hand() -> None:
    showing, waiting = planning("first-edition", 5, "bids")
    seat = showing.board.houses[0]
    sheet = Sheet(bids=write_bids(Desk(face.view(showing, seat, waiting), seat)))
    assert all(isinstance(sheet.bids[track][0].amount, Sum) for track in face.edition("first-edition").tracks)
    for power in (3, 9, 15):
        showing.board.power[seat] = power
        for auction in sheet.bids:
            question = d.PlaceBid(id="d1", seat=seat, house=seat, auction=auction, up_to=power)
            given = resolved(showing, question, sheet)
            live = steward(showing, question).answer
            assert isinstance(given, Amount)
            assert isinstance(live, Amount)
            assert abs(given.power - live.power) <= 2, (auction, power)


def resolved(showing: Position, question: Decision, sheet: Sheet) -> object:
    """What a sheet answers to a question."""
    return resolve(showing, question, sheet, None).answer


def test_loans_that_pay_are_named_with_the_most_they_may_cost() -> None:
    showing, waiting = planning("mother-of-dragons", 8, "loans")
    board, edition = showing.board, face.edition("mother-of-dragons")
    assert board.bank is not None
    answers: Counter[tuple[int, bool]] = Counter()
    for first in range(0, len(edition.loans) - 2, 3):
        board.bank.slots = list(edition.loans)[first : first + 3]
        for seat in board.houses:
            board.power[seat] = 9
            sheet = Sheet(loans=write_loans(Desk(face.view(showing, seat, waiting), seat)))
            assert sheet.loans[-1].loan == ""
            costs = offers(board, edition, seat)
            question = d.TakeLoan(seat=seat, house=seat, area="braavos", costs=costs, choices=(*costs, "decline"))
            for power in (9, 1):
                board.power[seat] = power
                live = steward(showing, question).answer
                assert isinstance(live, Pick)
                assert resolved(showing, question, sheet) == live, (seat, power, costs)
                answers[power, live.choice == "decline"] += 1
    assert all(answers[9, declined] for declined in (True, False)), answers


def test_vassals_are_claimed_by_their_use_and_get_their_orders() -> None:
    found = parity.compare("mother-of-dragons", 4, "vassals")
    assert found.asked["place-vassal-orders"] > 5
    assert found.agreed["choose-vassal"] == found.asked["choose-vassal"]
    assert found.agreed["place-vassal-orders"] >= 0.7 * found.asked["place-vassal-orders"]
    assert not {"choose-vassal", "place-vassal-orders"} & found.defaults.keys()


def test_alliances_are_written_for_what_lies_open_then() -> None:
    """Whatever comes to lie on the decks, the sheet forges what the steward would; plots go by the Power at hand."""
    showing, waiting = planning("storm-of-swords", 4, "decks")
    edition, realm = edition_of(showing), showing.board.realm
    assert realm is not None
    sheet, met = write_sheet(face.view(showing, "stark", waiting)), set()
    held = {card for cards in realm.alliances.values() for card in cards}
    decks = edition.alliance_decks
    for tops in product(*([card for card in cards if card not in held][:3] for cards in decks.values())):
        realm.tops = dict(zip(decks, tops, strict=True))
        question = d.PickEffect(seat="stark", house="stark", because="forge-alliances", choices=(*decks, "decline"))
        given = resolve(showing, question, sheet, None)
        assert given.answer == steward(showing, question).answer
        met.add(given.answer)
    assert len(met) >= 3
    plots = d.PickEffect(seat="stark", house="stark", because="arryn-plots", choices=("greyjoy", "take-power"))
    for power in range(20):
        showing.board.power["stark"] = power
        assert resolve(showing, plots, sheet, None).answer == steward(showing, plots).answer
