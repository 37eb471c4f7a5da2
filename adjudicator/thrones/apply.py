"""How each event changes the position; the only code that does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from adjudicator.kernel.event import Decided, Event
from adjudicator.thrones import events as e
from adjudicator.thrones.board import Bank, Ending, Position
from adjudicator.thrones.edict_effects import take_effect
from adjudicator.thrones.edition import LOANS
from adjudicator.thrones.improvements import ordered
from adjudicator.thrones.targaryen.effects import TARGARYEN
from adjudicator.thrones.troops import less, put, take

Applier = Callable[[Position, Any], None]
# Decks that are shuffled for a battle and gone after it.
TIDES, VASSALS = "tides", "vassals"
APPLIERS: dict[type[Event], Applier] = {**TARGARYEN}


def applies(*kinds: type[Event]) -> Callable[[Applier], Applier]:
    """Register a function as the applier of these events."""

    def register(function: Applier) -> Applier:
        for kind in kinds:
            APPLIERS[kind] = function
        return function

    return register


def apply(position: Position, event: Event) -> None:
    """Change the position as the event says. Raises KeyError for an event nobody applies."""
    APPLIERS[type(event)](position, event)


def bank_of(position: Position) -> Bank:
    """The Iron Bank of a game that has one."""
    bank = position.board.bank
    if bank is None:
        raise AssertionError("there is no Iron Bank in this game")
    return bank


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


@applies(e.RoundStarted)
def _round_started(position: Position, event: e.RoundStarted) -> None:
    board = position.board
    board.round = event.round
    board.spent, board.bans = [], []
    board.revealed, board.bids = {}, {}


@applies(e.PhaseStarted)
def _phase_started(position: Position, event: e.PhaseStarted) -> None:
    position.board.phase = event.phase


@applies(e.DeckShuffled)
def _deck_shuffled(position: Position, event: e.DeckShuffled) -> None:
    position.hidden.decks[event.deck] = list(event.order)
    position.hidden.used.pop(event.deck, None)


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


@applies(e.CardTakenBack)
def _card_taken_back(position: Position, event: e.CardTakenBack) -> None:
    position.board.discards[event.house].remove(event.card)
    position.board.hands[event.house].append(event.card)


@applies(e.UnitMustered)
def _unit_mustered(position: Position, event: e.UnitMustered) -> None:
    put(position.board, event.at, event.house, {event.unit: 1})


@applies(e.UnitUpgraded)
def _unit_upgraded(position: Position, event: e.UnitUpgraded) -> None:
    board = position.board
    if event.attacking and board.battle is not None:
        less(board.battle.troop, event.before)
        board.battle.troop[event.after] = board.battle.troop.get(event.after, 0) + 1
    else:
        put(board, event.area, event.house, {event.after: 1}, routed=event.routed)
        take(board, event.area, {event.before: 1}, routed=event.routed)


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
        _bury(position, event.card)


@applies(e.WildlingCardDrawn)
def _wildling_card_drawn(position: Position, event: e.WildlingCardDrawn) -> None:
    _bury(position, event.card)


def _bury(position: Position, card: str) -> None:
    """The top wildling card goes to the bottom."""
    hidden, deck = position.hidden, position.hidden.decks["wildlings"]
    if deck.pop(0) != card:
        raise AssertionError(f"{card} was not on top of the wildling deck")
    deck.append(card)
    hidden.used["wildlings"] = min(len(deck), hidden.used.get("wildlings", 0) + 1)


@applies(e.ShipsSeized)
def _ships_seized(position: Position, event: e.ShipsSeized) -> None:
    put(position.board, event.area, event.house, {event.unit: event.count})


@applies(e.GarrisonRemoved)
def _garrison_removed(position: Position, event: e.GarrisonRemoved) -> None:
    del position.board.garrisons[event.area]


@applies(e.OrdersCleared)
def _orders_cleared(position: Position, event: e.OrdersCleared) -> None:
    for area in event.areas:
        del position.board.orders[area]


@applies(e.UnitsMoved)
def _units_moved(position: Position, event: e.UnitsMoved) -> None:
    take(position.board, event.origin, event.units)
    put(position.board, event.to, event.house, event.units)


@applies(e.TokenPlaced)
def _token_placed(position: Position, event: e.TokenPlaced) -> None:
    board = position.board
    board.tokens[event.area] = event.house
    # A vassal has no Power; his tokens come from the pool for nothing.
    board.power[event.house] -= event.house not in board.vassals


@applies(e.TokenRemoved)
def _token_removed(position: Position, event: e.TokenRemoved) -> None:
    del position.board.tokens[event.area]


@applies(e.NeutralOvercome)
def _neutral_overcome(position: Position, event: e.NeutralOvercome) -> None:
    del position.board.neutral[event.area]


@applies(e.BattleStarted)
def _battle_started(position: Position, event: e.BattleStarted) -> None:
    battle = event.battle
    take(position.board, battle.origin, battle.troop)
    position.board.battle = msgspec.structs.replace(
        battle,
        troop=dict(battle.troop),
        pledges={},
        cards={},
        silenced=[],
        used_up=[],
        tides={},
        added={},
        weakened=[],
    )


@applies(e.SupportGiven)
def _support_given(position: Position, event: e.SupportGiven) -> None:
    battle = position.board.battle
    if battle is not None and event.side != "none":
        battle.pledges[event.area] = event.side


@applies(e.CardsRevealed)
def _cards_revealed(position: Position, event: e.CardsRevealed) -> None:
    board = position.board
    if board.battle is None:
        raise AssertionError("cards without a battle")
    board.battle.cards = dict(event.cards)
    for house, card in event.cards.items():
        hand = position.hand(house)
        hand.remove(card)
        if not hand and house not in board.vassals:
            board.battle.used_up.append(house)


@applies(e.TextSilenced)
def _text_silenced(position: Position, event: e.TextSilenced) -> None:
    if position.board.battle is not None:
        position.board.battle.silenced.append(event.house)


@applies(e.CardSubstituted)
def _card_substituted(position: Position, event: e.CardSubstituted) -> None:
    board, house = position.board, event.house
    if board.battle is None:
        raise AssertionError("cards without a battle")
    del board.battle.cards[house]
    (board.discards[house] if event.discarded else position.hand(house)).append(event.before)
    if event.after:
        position.hand(house).remove(event.after)
        board.battle.cards[house] = event.after


@applies(e.TideDrawn)
def _tide_drawn(position: Position, event: e.TideDrawn) -> None:
    position.hidden.decks[TIDES].remove(event.card)
    if event.replaces:
        position.board.spent.append("valyrian-blade")
    if position.board.battle is not None:
        position.board.battle.tides[event.house] = event.card


@applies(e.BladeUsed)
def _blade_used(position: Position, event: e.BladeUsed) -> None:
    position.board.spent.append("valyrian-blade")
    if position.board.battle is not None:
        position.board.battle.blade = event.house


@applies(e.BattleWon)
def _battle_won(position: Position, event: e.BattleWon) -> None:
    if position.board.battle is not None:
        position.board.battle.winner = event.winner


@applies(e.UnitsRetreated)
def _units_retreated(position: Position, event: e.UnitsRetreated) -> None:
    board = position.board
    if event.attacking and board.battle is not None:
        for unit, count in event.units.items():
            less(board.battle.troop, unit, count)
    else:
        take(board, event.area, event.units)
    put(board, event.to, event.house, event.units, routed=True)
    if board.battle is not None and event.house in board.vassals:
        board.battle.retreated = event.to


@applies(e.AttackersReturned)
def _attackers_returned(position: Position, event: e.AttackersReturned) -> None:
    board = position.board
    if board.battle is not None:
        board.battle.troop = {}
    put(board, event.to, event.house, event.units)


@applies(e.AreaTaken)
def _area_taken(position: Position, event: e.AreaTaken) -> None:
    board = position.board
    if board.battle is not None:
        board.battle.troop = {}
    put(board, event.area, event.house, event.units)


@applies(e.CardDiscarded)
def _card_discarded(position: Position, event: e.CardDiscarded) -> None:
    board, hand = position.board, position.hand(event.house)
    if event.card in hand:
        hand.remove(event.card)
    if event.house in board.vassals:
        return  # all its cards go back among the others after the battle
    if event.returned:
        board.hands[event.house].extend(event.returned)
        board.discards[event.house] = [c for c in board.discards[event.house] if c not in event.returned]
    if event.card not in event.returned:
        board.discards[event.house].append(event.card)


@applies(e.CardRemoved)
def _card_removed(position: Position, event: e.CardRemoved) -> None:
    position.board.discards[event.house].remove(event.card)
    position.board.removed.append(event.card)


@applies(e.BattleEnded)
def _battle_ended(position: Position, event: e.BattleEnded) -> None:
    position.board.battle = None
    position.hidden.hands = {}
    for deck in (TIDES, VASSALS):
        position.hidden.decks.pop(deck, None)


@applies(e.UnitsRallied)
def _units_rallied(position: Position, event: e.UnitsRallied) -> None:
    board = position.board
    for area in event.areas:
        force = board.forces[area]
        routed, force.routed = force.routed, {}
        put(board, area, force.house, routed)


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
    bank_of(position).slots = list(event.slots)


@applies(e.BankTokenTaken)
def _bank_token_taken(position: Position, event: e.BankTokenTaken) -> None:
    bank_of(position).token = event.house


@applies(e.LoanTaken)
def _loan_taken(position: Position, event: e.LoanTaken) -> None:
    bank = bank_of(position)
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
    deck.extend(event.bottom)
    if event.bottom:
        hidden.used[event.deck] = min(len(deck), hidden.used.get(event.deck, 0) + len(event.bottom))


@applies(e.EdictIssued)
def _edict_issued(position: Position, event: e.EdictIssued) -> None:
    take_effect(position, event.edict)


@applies(e.GameEnded)
def _game_ended(position: Position, event: e.GameEnded) -> None:
    position.board.ending = Ending(event.winners, event.reason, position.board.round)
