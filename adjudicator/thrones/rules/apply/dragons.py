"""How the events of Mother of Dragons change a position: the bank, loyalty, vassals, Power given."""

from __future__ import annotations

from msgspec import UNSET

from adjudicator.thrones.rules.apply.battle import applies
from adjudicator.thrones.rules.control import ordered
from adjudicator.thrones.rules.edict_effects import hand_over
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import Bank, Board, Garrison, Position, put
from adjudicator.thrones.state.edition import LOANS, VASSALS


def _bank_of(position: Position) -> Bank:
    """The Iron Bank of a game that has one."""
    bank = position.board.bank
    if bank is None:
        raise AssertionError("there is no Iron Bank in this game")
    return bank


@applies(e.AreaImproved)
def _area_improved(position: Position, event: e.AreaImproved) -> None:
    lying = position.board.improvements.get(event.area, [])
    position.board.improvements[event.area] = ordered([*lying, event.mark])


@applies(e.LoansMoved)
def _loans_moved(position: Position, event: e.LoansMoved) -> None:
    hidden, deck = position.hidden, position.hidden.decks[LOANS]
    buried = hidden.used.get(LOANS, 0)
    if event.returned:
        deck.append(event.returned)
        buried += 1
    if event.revealed and deck.pop(0) != event.revealed:
        raise AssertionError(f"{event.revealed} was not on top of the loans")
    if buried:
        hidden.used[LOANS] = min(buried, len(deck))
    _bank_of(position).slots = list(event.slots)


@applies(e.BankTokenTaken)
def _bank_token_taken(position: Position, event: e.BankTokenTaken) -> None:
    _bank_of(position).token = event.house


@applies(e.LoanTaken)
def _loan_taken(position: Position, event: e.LoanTaken) -> None:
    bank = _bank_of(position)
    bank.slots[bank.slots.index(event.loan)] = ""
    bank.loans[event.house] = [*bank.loans.get(event.house, []), event.loan]
    position.board.power[event.house] -= event.cost


@applies(e.InterestPaid)
def _interest_paid(position: Position, event: e.InterestPaid) -> None:
    position.board.power[event.house] -= event.paid


@applies(e.UnitHired)
def _unit_hired(position: Position, event: e.UnitHired) -> None:
    put(position.board, event.at, event.house, {event.unit: 1})


@applies(e.DeckSearched)
def _deck_searched(position: Position, event: e.DeckSearched) -> None:
    hidden, deck = position.hidden, position.hidden.decks[event.deck]
    seen = (*event.top, *event.bottom)
    if sorted(deck[: len(seen)]) != sorted(seen):
        raise AssertionError(f"{seen} were not on top of deck {event.deck}")
    deck[: len(seen)] = event.top
    if event.below is not UNSET:
        place = len(deck) - event.below
        deck[place:place] = event.bottom
        return
    deck.extend(event.bottom)
    if event.bottom:
        hidden.used[event.deck] = min(len(deck), hidden.used.get(event.deck, 0) + len(event.bottom))


def _lay(board: Board, area: str, change: int) -> None:
    count = board.loyalty.get(area, 0) + change
    if count < 0:
        raise AssertionError(f"{area} has no loyalty token")
    if count:
        board.loyalty[area] = count
    else:
        board.loyalty.pop(area, None)


@applies(e.LoyaltyPlaced)
def _placed(position: Position, event: e.LoyaltyPlaced) -> None:
    _lay(position.board, event.area, 1)


@applies(e.LoyaltyMoved)
def _moved(position: Position, event: e.LoyaltyMoved) -> None:
    _lay(position.board, event.area, -1)
    _lay(position.board, event.to, 1)


@applies(e.LoyaltyGained)
def _gained(position: Position, event: e.LoyaltyGained) -> None:
    _lay(position.board, event.area, -event.tokens)
    position.board.points[event.house] = event.points


@applies(e.HomeLost)
def _home_lost(position: Position, event: e.HomeLost) -> None:
    position.board.points[event.house] = event.points
    position.board.lost_homes.append(event.house)


@applies(e.HomeRegained)
def _home_regained(position: Position, event: e.HomeRegained) -> None:
    board = position.board
    board.points[event.house] = event.points
    board.lost_homes.remove(event.house)
    board.garrisons[event.area] = Garrison(event.house, event.garrison)


@applies(e.UnitGrew)
def _grew(position: Position, event: e.UnitGrew) -> None:
    position.board.growth[event.unit] = event.strength
    position.board.growing.remove(event.round)


@applies(e.UnitPlaced)
def _unit_placed(position: Position, event: e.UnitPlaced) -> None:
    put(position.board, event.area, event.house, {event.unit: 1})


@applies(e.BidsGivenAway)
def _given_away(position: Position, event: e.BidsGivenAway) -> None:
    bids = position.board.bids[event.auction]
    for house, amount in event.gifts.items():
        bids[house] += amount


@applies(e.CardAdded)
def _card_added(position: Position, event: e.CardAdded) -> None:
    board = position.board
    board.hands[event.house].remove(event.card)
    board.discards[event.house].append(event.card)
    if board.battle is not None:
        board.battle.added[event.house] = event.card


@applies(e.VassalsReleased)
def _released(position: Position, event: e.VassalsReleased) -> None:
    position.board.commanders = {}


@applies(e.VassalPassed)
def _passed(position: Position, event: e.VassalPassed) -> None:
    """Whose sets are left is known from what was told before."""


@applies(e.VassalClaimed)
def _claimed(position: Position, event: e.VassalClaimed) -> None:
    position.board.commanders[event.house] = event.commander


@applies(e.VassalHandDrawn)
def _drawn(position: Position, event: e.VassalHandDrawn) -> None:
    hidden = position.hidden
    deck = hidden.decks[VASSALS]
    if tuple(deck[: len(event.cards)]) != event.cards:
        raise AssertionError(f"{event.cards} are not on top of the vassals' cards")
    del deck[: len(event.cards)]
    hidden.hands[event.house] = list(event.cards)


@applies(e.CardWeakened)
def _weakened(position: Position, event: e.CardWeakened) -> None:
    if position.board.battle is not None:
        position.board.battle.weakened.append(event.house)


@applies(e.PowerGiven)
def _given(position: Position, event: e.PowerGiven) -> None:
    hand_over(position.board, event.house, event.to, event.amount)
