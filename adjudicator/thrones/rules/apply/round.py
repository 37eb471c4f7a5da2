"""How the events of a round outside battle change a position: orders, Westeros, what a house has, overrides."""

from __future__ import annotations

import msgspec
from msgspec import UNSET

from adjudicator.engine.journal import Decided, Event
from adjudicator.thrones.rules.apply.battle import applies, note
from adjudicator.thrones.rules.edict_effects import take_effect
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import Deed, Ending, Position, less, put, take


@applies(e.RoundStarted)
def _round_started(position: Position, event: e.RoundStarted) -> None:
    board = position.board
    board.round = event.round
    board.spent, board.bans = [], []
    board.last_deeds = board.deeds if edition_of(position).variant.deeds_kept > 1 else []
    board.revealed, board.bids, board.deeds = {}, {}, []
    if board.realm is not None:
        board.realm.spent = []
    if board.tactics is not None:
        board.tactics.forbidden = []


@applies(e.PhaseStarted)
def _phase_started(position: Position, event: e.PhaseStarted) -> None:
    position.board.phase = event.phase


@applies(e.OrdersCleared)
def _orders_cleared(position: Position, event: e.OrdersCleared) -> None:
    for area in event.areas:
        del position.board.orders[area]


@applies(e.UnitsRallied)
def _units_rallied(position: Position, event: e.UnitsRallied) -> None:
    board = position.board
    for area in event.areas:
        force = board.forces[area]
        routed, force.routed = force.routed, {}
        put(board, area, force.house, routed)


@applies(e.GameEnded)
def _game_ended(position: Position, event: e.GameEnded) -> None:
    position.board.ending = Ending(event.winners, event.reason, position.board.round)


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


@applies(e.OrdersRevealed)
def _orders_revealed(position: Position, event: e.OrdersRevealed) -> None:
    position.board.orders = dict(event.orders)


@applies(e.RavenUsed)
def _raven_used(position: Position, event: e.RavenUsed) -> None:
    if event.area:
        board = position.board
        board.orders[event.area] = msgspec.structs.replace(board.orders[event.area], order=event.after)
        board.spent.append("messenger-raven")


@applies(e.OrderRaided)
def _order_raided(position: Position, event: e.OrderRaided) -> None:
    del position.board.orders[event.target]
    note(position, Deed(event.house, "raided", event.victim, event.target))


@applies(e.OrderRemoved)
def _order_removed(position: Position, event: e.OrderRemoved) -> None:
    board = position.board
    del board.orders[event.area]
    if board.battle is not None and board.battle.winner is None:
        board.battle.pledges.pop(event.area, None)


@applies(e.OrderMoved)
def _order_moved(position: Position, event: e.OrderMoved) -> None:
    orders = position.board.orders
    orders[event.to] = orders.pop(event.area)


@applies(e.RavenLooked)
def _raven_looked(position: Position, event: e.RavenLooked) -> None:
    position.board.spent.append("messenger-raven")
    if event.buried:
        bury(position, event.card)


@applies(e.ShipsSeized)
def _ships_seized(position: Position, event: e.ShipsSeized) -> None:
    put(position.board, event.area, event.house, {event.unit: event.count})


@applies(e.UnitsMoved)
def _units_moved(position: Position, event: e.UnitsMoved) -> None:
    take(position.board, event.origin, event.units)
    put(position.board, event.to, event.house, event.units)


@applies(e.NeutralOvercome)
def _neutral_overcome(position: Position, event: e.NeutralOvercome) -> None:
    del position.board.neutral[event.area]


@applies(e.UnitDestroyed)
def _unit_destroyed(position: Position, event: e.UnitDestroyed) -> None:
    board = position.board
    if event.attacking and board.battle is not None:
        less(board.battle.troop, event.unit)
    else:
        take(board, event.area, {event.unit: 1}, routed=event.routed)


@applies(e.PowerGained)
def _power_gained(position: Position, event: e.PowerGained) -> None:
    position.board.power[event.house] += event.amount


@applies(e.PowerSpent)
def _power_spent(position: Position, event: e.PowerSpent) -> None:
    position.board.power[event.house] -= event.amount


@applies(e.CardTakenBack)
def _card_taken_back(position: Position, event: e.CardTakenBack) -> None:
    position.board.discards[event.house].remove(event.card)
    position.board.hands[event.house].append(event.card)


@applies(e.UnitUpgraded)
def _unit_upgraded(position: Position, event: e.UnitUpgraded) -> None:
    board = position.board
    if event.attacking and board.battle is not None:
        less(board.battle.troop, event.before)
        board.battle.troop[event.after] = board.battle.troop.get(event.after, 0) + 1
    else:
        put(board, event.area, event.house, {event.after: 1}, routed=event.routed)
        take(board, event.area, {event.before: 1}, routed=event.routed)


@applies(e.TokenPlaced)
def _token_placed(position: Position, event: e.TokenPlaced) -> None:
    board = position.board
    board.tokens[event.area] = event.house
    # A vassal has no Power; his tokens come from the pool for nothing.
    board.power[event.house] -= event.house not in board.vassals


@applies(e.TokenRemoved)
def _token_removed(position: Position, event: e.TokenRemoved) -> None:
    del position.board.tokens[event.area]


@applies(
    Decided,
    e.WesterosResolved,
    e.WildlingsFought,
    e.StrengthsDeclared,
    e.NeutralHeld,
    e.EffectChosen,
)
def _nothing(position: Position, event: Event) -> None:
    """These events only explain."""


@applies(e.EdictIssued)
def _edict_issued(position: Position, event: e.EdictIssued) -> None:
    take_effect(position, event.edict)
