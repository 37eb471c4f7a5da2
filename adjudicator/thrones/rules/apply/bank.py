"""How the events of the Iron Bank and of tokens on areas change a position."""

from __future__ import annotations

from msgspec import UNSET

from adjudicator.thrones.rules.apply.table import applies
from adjudicator.thrones.rules.improvements import ordered
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import Bank, Position
from adjudicator.thrones.state.edition import LOANS
from adjudicator.thrones.state.troops import put


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
