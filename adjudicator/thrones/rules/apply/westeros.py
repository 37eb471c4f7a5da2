"""How the events of the Westeros phase and its decks change a position."""

from __future__ import annotations

from msgspec import UNSET

from adjudicator.thrones.rules.apply.table import applies
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import Position
from adjudicator.thrones.state.troops import put


@applies(e.DeckShuffled)
def _deck_shuffled(position: Position, event: e.DeckShuffled) -> None:
    hidden = position.hidden
    if event.below is UNSET:
        hidden.decks[event.deck] = list(event.order)
        hidden.used.pop(event.deck, None)
    else:
        hidden.decks[event.deck][: len(event.order)] = event.order


@applies(e.WesterosRevealed)
def _westeros_revealed(position: Position, event: e.WesterosRevealed) -> None:
    deck = position.hidden.decks[event.deck]
    if deck.pop(0) != event.card:
        raise AssertionError(f"{event.card} was not on top of deck {event.deck}")
    position.board.revealed[event.deck] = event.card


@applies(e.WesterosReturned)
def _westeros_returned(position: Position, event: e.WesterosReturned) -> None:
    position.hidden.decks[event.deck].append(event.card)
    position.hidden.used[event.deck] = position.hidden.used.get(event.deck, 0) + 1


@applies(e.OrdersBanned)
def _orders_banned(position: Position, event: e.OrdersBanned) -> None:
    position.board.bans.extend(event.bans)


@applies(e.WildlingsMoved)
def _wildlings_moved(position: Position, event: e.WildlingsMoved) -> None:
    position.board.wildlings = event.after


@applies(e.SupplyChanged)
def _supply_changed(position: Position, event: e.SupplyChanged) -> None:
    position.board.supply[event.house] = event.after


@applies(e.BidsRevealed)
def _bids_revealed(position: Position, event: e.BidsRevealed) -> None:
    board = position.board
    board.bids[event.auction] = dict(event.bids)
    for house, bid in event.bids.items():
        board.power[house] -= bid


@applies(e.TrackSet)
def _track_set(position: Position, event: e.TrackSet) -> None:
    position.board.tracks[event.track] = list(event.houses)


@applies(e.BadgeTaken)
def _badge_taken(position: Position, event: e.BadgeTaken) -> None:
    position.board.holders[event.badge] = event.house


@applies(e.UnitMustered)
def _unit_mustered(position: Position, event: e.UnitMustered) -> None:
    put(position.board, event.at, event.house, {event.unit: 1})


@applies(e.WildlingCardShown)
def _wildling_card_shown(position: Position, event: e.WildlingCardShown) -> None:
    position.board.wildling_card = event.card


@applies(e.WildlingCardDrawn)
def _wildling_card_drawn(position: Position, event: e.WildlingCardDrawn) -> None:
    position.board.wildling_card = ""
    bury(position, event.card)


def bury(position: Position, card: str) -> None:
    """The top wildling card goes to the bottom."""
    hidden, deck = position.hidden, position.hidden.decks["wildlings"]
    if deck.pop(0) != card:
        raise AssertionError(f"{card} was not on top of the wildling deck")
    deck.append(card)
    hidden.used["wildlings"] = min(len(deck), hidden.used.get("wildlings", 0) + 1)
