"""Which function applies which event, how those of a battle change a position, and which deeds are noted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from adjudicator.engine.journal import Event
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import Deed, Position, less, put, take
from adjudicator.thrones.state.edition import TIDES, VASSALS

Applier = Callable[[Position, Any], None]
APPLIERS: dict[type[Event], Applier] = {}


def applies(*kinds: type[Event]) -> Callable[[Applier], Applier]:
    """Register a function as the applier of these events."""

    def register(function: Applier) -> Applier:
        for kind in kinds:
            APPLIERS[kind] = function
        return function

    return register


def note(position: Position, *deeds: Deed) -> None:
    """Keep what was done as deeds of this round."""
    if edition_of(position).variant.deeds_kept:
        position.board.deeds.extend(deeds)


def of_battle(position: Position, event: e.BattleWon) -> list[Deed]:
    """Who beat whom in the battle at hand, and which others helped."""
    found = [Deed(event.winner, "beat", event.loser, event.area)]
    board, battle = position.board, position.board.battle
    if battle is None:
        return found
    pledged = {board.orders[area].house: side for area, side in battle.pledges.items() if area in board.orders}
    pledged |= {aid.house: aid.side for aid in battle.aid}
    for house, side in pledged.items():
        if battle.role(house) == "none":
            helped = battle.attacker if side == "attacker" else battle.defender
            found.append(Deed(house, "supported", helped, battle.area))
            found.append(Deed(house, "opposed", battle.opponent(helped), battle.area))
    return found


@applies(e.GarrisonRemoved)
def _garrison_removed(position: Position, event: e.GarrisonRemoved) -> None:
    del position.board.garrisons[event.area]


@applies(e.BattleStarted)
def _battle_started(position: Position, event: e.BattleStarted) -> None:
    battle = event.battle
    note(position, Deed(battle.attacker, "attacked", battle.defender, battle.area))
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
        copied={},
        bought={},
        leaders=list(battle.leaders),
        aid=[],
        gains=[],
    )


@applies(e.SupportGiven)
def _support_given(position: Position, event: e.SupportGiven) -> None:
    battle = position.board.battle
    if battle is not None and event.side != "none":
        battle.pledges[event.area] = event.side


@applies(e.CardCopied)
def _card_copied(position: Position, event: e.CardCopied) -> None:
    if position.board.battle is not None:
        position.board.battle.copied[event.house] = event.card


@applies(e.StrengthBought)
def _strength_bought(position: Position, event: e.StrengthBought) -> None:
    position.board.power[event.house] -= event.power
    if position.board.battle is not None:
        position.board.battle.bought[event.house] = event.power


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
    note(position, *of_battle(position, event))


@applies(e.UnitsRetreated)
def _units_retreated(position: Position, event: e.UnitsRetreated) -> None:
    board = position.board
    if event.attacking and board.battle is not None:
        for unit, count in event.units.items():
            less(board.battle.troop, unit, count)
    else:
        take(board, event.area, event.units)
    put(board, event.to, event.house, event.units, routed=event.upright is not True)
    if board.battle is not None and (event.house in board.vassals or board.leaders):
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
