"""How each event changes the position; the only code that does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, assert_never, get_args

from msgspec import UNSET
from msgspec.structs import replace

from adjudicator.engine import Decided, Event
from adjudicator.thrones.rules.control import sort_marks
from adjudicator.thrones.rules.override_effects import take_effect, transfer_power
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.state import (
    CLAIM_SPACES,
    LOANS,
    TIDES,
    VASSALS,
    Aid,
    Battle,
    Board,
    Deed,
    Gain,
    Garrison,
    Leader,
    Placed,
    Position,
    add_units,
    events as e,
    less,
    take,
)
from adjudicator.thrones.state.board import Ending

T = TypeVar("T")


def apply(position: Position, event: Event) -> None:
    """Change the position by an event; KeyError for an event nobody applies."""
    APPLIERS[type(event)](position, event)


def note(position: Position, *deeds: Deed) -> None:
    """Keep what was done as deeds of this round."""
    if edition_of(position).variant.deeds_kept:
        position.board.deeds.extend(deeds)


def battle_deeds(position: Position, event: e.BattleWon) -> list[Deed]:
    """Return the deeds of a battle: who beat whom, and whom other houses helped.
    Supporters also count as opposing the other side; without a battle only the first."""
    deeds = [Deed(event.winner, "beat", event.loser, event.area)]
    board, battle = position.board, position.board.battle
    if battle is None:
        return deeds
    pledged = {board.orders[area].house: side for area, side in battle.pledges.items() if area in board.orders}
    pledged |= {aid.house: aid.side for aid in battle.aid}
    for house, side in pledged.items():
        if battle.role(house) == "none":
            helped = battle.attacker if side == "attacker" else battle.defender
            deeds.append(Deed(house, "supported", helped, battle.area))
            deeds.append(Deed(house, "opposed", battle.opponent(helped), battle.area))
    return deeds


def bury(position: Position, card: str) -> None:
    """The top wildling card goes to the bottom."""
    hidden, deck = position.hidden, position.hidden.decks["wildlings"]
    if deck.pop(0) != card:
        raise AssertionError(f"{card} was not on top of the wildling deck")
    deck.append(card)
    hidden.used["wildlings"] = min(len(deck), hidden.used.get("wildlings", 0) + 1)


def _change_loyalty(board: Board, area: str, change: int) -> None:
    count = board.loyalty.get(area, 0) + change
    if count < 0:
        raise AssertionError(f"{area} has no loyalty token")
    if count:
        board.loyalty[area] = count
    else:
        board.loyalty.pop(area, None)


def _require_part(part: T | None) -> T:
    """A part of the board that every game has in which such an event is told."""
    if part is None:
        raise AssertionError("this game has no such part")
    return part


def _phase(position: Position, event: e.PhaseEvent) -> None:
    """Apply an event of rounds, phases, rallied units, shuffles or the game's end."""
    board, hidden = position.board, position.hidden
    match event:
        case e.RoundStarted():
            board.round = event.round
            board.spent, board.bans = [], []
            board.last_deeds = board.deeds if edition_of(position).variant.deeds_kept > 1 else []
            board.revealed, board.bids, board.deeds = {}, {}, []
            if board.realm is not None:
                board.realm.spent = []
            if board.tactics is not None:
                board.tactics.forbidden = []
        case e.PhaseStarted():
            board.phase = event.phase
        case e.OrdersCleared():
            for area in event.areas:
                del board.orders[area]
        case e.UnitsRallied():
            for area in event.areas:
                force = board.forces[area]
                routed, force.routed = force.routed, {}
                add_units(board, area, force.house, routed)
        case e.GameEnded():
            board.ending = Ending(event.winners, event.reason, board.round)
        case e.DeckShuffled():
            if event.below is UNSET:
                hidden.decks[event.deck] = list(event.order)
                hidden.used.pop(event.deck, None)
            else:
                hidden.decks[event.deck][: len(event.order)] = event.order
        case _:
            assert_never(event)


def _westeros(position: Position, event: e.WesterosEvent) -> None:
    """Apply an event of the Westeros phase: cards, bids, tracks, supply and so on."""
    board, hidden = position.board, position.hidden
    match event:
        case e.WesterosRevealed():
            deck = hidden.decks[event.deck]
            if deck.pop(0) != event.card:
                raise AssertionError(f"{event.card} was not on top of deck {event.deck}")
            board.revealed[event.deck] = event.card
        case e.WesterosReturned():
            hidden.decks[event.deck].append(event.card)
            hidden.used[event.deck] = hidden.used.get(event.deck, 0) + 1
        case e.WesterosResolved() | e.WildlingsFought() | e.EffectChosen():
            pass  # It only explains.
        case e.OrdersBanned():
            board.bans.extend(event.bans)
        case e.WildlingsMoved():
            board.wildlings = event.after
        case e.SupplyChanged():
            board.supply[event.house] = event.after
        case e.BidsRevealed():
            board.bids[event.auction] = dict(event.bids)
            for house, bid in event.bids.items():
                board.power[house] -= bid
        case e.TrackSet():
            board.tracks[event.track] = list(event.houses)
        case e.BadgeTaken():
            board.holders[event.badge] = event.house
        case e.WildlingCardShown():
            board.wildling_card = event.card
        case e.WildlingCardDrawn():
            board.wildling_card = ""
            bury(position, event.card)
        case e.UnitMustered():
            add_units(board, event.at, event.house, {event.unit: 1})
        case _:
            assert_never(event)


def _order(position: Position, event: e.OrderEvent) -> None:
    board = position.board
    match event:
        case e.OrdersRevealed():
            board.orders = dict(event.orders)
        case e.RavenLooked():
            board.spent.append("messenger-raven")
            if event.buried:
                bury(position, event.card)
        case e.OrderMoved():
            board.orders[event.to] = board.orders.pop(event.area)
        case e.RavenUsed():
            if event.area:
                board.orders[event.area] = replace(board.orders[event.area], order=event.after)
                board.spent.append("messenger-raven")
        case e.OrderRaided():
            del board.orders[event.target]
            note(position, Deed(event.house, "raided", event.victim, event.target))
        case e.OrderRemoved():
            del board.orders[event.area]
            if board.battle is not None and board.battle.winner is None:
                board.battle.pledges.pop(event.area, None)
        case _:
            assert_never(event)


def _move(position: Position, event: e.MoveEvent) -> None:
    board = position.board
    match event:
        case e.UnitsMoved():
            take(board, event.origin, event.units)
            add_units(board, event.to, event.house, event.units)
        case e.ShipsSeized():
            add_units(board, event.area, event.house, {event.unit: event.count})
        case e.NeutralOvercome():
            del board.neutral[event.area]
        case e.NeutralHeld():
            pass  # It only explains.
        case e.UnitDestroyed():
            if event.attacking and board.battle is not None:
                less(board.battle.troop, event.unit)
            else:
                take(board, event.area, {event.unit: 1}, routed=event.routed)
        case e.UnitUpgraded():
            if event.attacking and board.battle is not None:
                less(board.battle.troop, event.before)
                board.battle.troop[event.after] = board.battle.troop.get(event.after, 0) + 1
            else:
                add_units(board, event.area, event.house, {event.after: 1}, routed=event.routed)
                take(board, event.area, {event.before: 1}, routed=event.routed)
        case _:
            assert_never(event)


def _power(position: Position, event: e.PowerEvent) -> None:
    board = position.board
    match event:
        case e.PowerGained():
            board.power[event.house] += event.amount
        case e.PowerSpent():
            board.power[event.house] -= event.amount
        case e.TokenPlaced():
            board.tokens[event.area] = event.house
            # A vassal has no Power; his tokens come from the pool for nothing.
            board.power[event.house] -= event.house not in board.vassals
        case e.TokenRemoved():
            del board.tokens[event.area]
        case e.CardTakenBack():
            board.discards[event.house].remove(event.card)
            board.hands[event.house].append(event.card)
        case _:
            assert_never(event)


def _fight(position: Position, event: e.FightEvent) -> None:
    """Apply an event of a battle up to its cards: start, support, cards revealed."""
    board = position.board
    match event:
        case e.BattleStarted():
            begun = event.battle
            note(position, Deed(begun.attacker, "attacked", begun.defender, begun.area))
            take(board, begun.origin, begun.troop)
            sides = begun.area, begun.attacker, begun.defender, begun.origin, begun.order
            board.battle = Battle(*sides, dict(begun.troop), leaders=list(begun.leaders))
        case e.SupportGiven():
            if board.battle is not None and event.side != "none":
                board.battle.pledges[event.area] = event.side
        case e.StrengthsDeclared():
            pass  # It only explains.
        case e.CardsRevealed():
            battle = _require_part(board.battle)
            battle.cards = dict(event.cards)
            for house, card in event.cards.items():
                hand = position.hand(house)
                hand.remove(card)
                if not hand and house not in board.vassals:
                    battle.used_up.append(house)
        case e.TextSilenced():
            _require_part(board.battle).silenced.append(event.house)
        case _:
            assert_never(event)


def _card(position: Position, event: e.CardEvent) -> None:
    """Apply an event of cards in a battle (exchanged, drawn, copied) or the blade."""
    board, hidden = position.board, position.hidden
    match event:
        case e.CardSubstituted():
            house, cards = event.house, _require_part(board.battle).cards
            del cards[house]
            (board.discards[house] if event.discarded else position.hand(house)).append(event.before)
            if event.after:
                position.hand(house).remove(event.after)
                cards[house] = event.after
        case e.TideDrawn():
            hidden.decks[TIDES].remove(event.card)
            if event.replaces:
                board.spent.append("valyrian-blade")
            _require_part(board.battle).tides[event.house] = event.card
        case e.CardCopied():
            _require_part(board.battle).copied[event.house] = event.card
        case e.StrengthBought():
            board.power[event.house] -= event.power
            _require_part(board.battle).bought[event.house] = event.power
        case e.CardRemoved():
            board.discards[event.house].remove(event.card)
            board.removed.append(event.card)
        case e.BladeUsed():
            board.spent.append("valyrian-blade")
            _require_part(board.battle).blade = event.house
        case _:
            assert_never(event)


def _aftermath(position: Position, event: e.AftermathEvent) -> None:
    """Apply an event after a battle is decided: winner, retreat, cards, the end."""
    board, hidden = position.board, position.hidden
    match event:
        case e.BattleWon():
            if board.battle is not None:
                board.battle.winner = event.winner
            note(position, *battle_deeds(position, event))
        case e.UnitsRetreated():
            if event.attacking and board.battle is not None:
                for unit, count in event.units.items():
                    less(board.battle.troop, unit, count)
            else:
                take(board, event.area, event.units)
            add_units(board, event.to, event.house, event.units, routed=event.upright is not True)
            if board.battle is not None and (event.house in board.vassals or board.leaders):
                board.battle.retreated = event.to
        case e.AttackersReturned():
            if board.battle is not None:
                board.battle.troop = {}
            add_units(board, event.to, event.house, event.units)
        case e.GarrisonRemoved():
            del board.garrisons[event.area]
        case e.AreaTaken():
            if board.battle is not None:
                board.battle.troop = {}
            add_units(board, event.area, event.house, event.units)
        case e.CardDiscarded():
            hand = position.hand(event.house)
            if event.card in hand:
                hand.remove(event.card)
            if event.house in board.vassals:
                return  # all its cards go back among the others after the battle
            if event.returned:
                board.hands[event.house].extend(event.returned)
                board.discards[event.house] = [c for c in board.discards[event.house] if c not in event.returned]
            if event.card not in event.returned:
                board.discards[event.house].append(event.card)
        case e.BattleEnded():
            board.battle = None
            hidden.hands = {}
            for deck in (TIDES, VASSALS):
                hidden.decks.pop(deck, None)
        case _:
            assert_never(event)


def _bank(position: Position, event: e.BankEvent) -> None:
    """Apply an event of the Iron Bank: tokens, loans, units, searches, interest."""
    board, hidden = position.board, position.hidden
    match event:
        case e.AreaImproved():
            lying = board.improvements.get(event.area, [])
            board.improvements[event.area] = sort_marks([*lying, event.mark])
        case e.LoansMoved():
            deck = hidden.decks[LOANS]
            buried = hidden.used.get(LOANS, 0)
            if event.returned:
                deck.append(event.returned)
                buried += 1
            if event.revealed and deck.pop(0) != event.revealed:
                raise AssertionError(f"{event.revealed} was not on top of the loans")
            if buried:
                hidden.used[LOANS] = min(buried, len(deck))
            _require_part(board.bank).slots = list(event.slots)
        case e.BankTokenTaken():
            _require_part(board.bank).token = event.house
        case e.LoanTaken():
            bank = _require_part(board.bank)
            bank.slots[bank.slots.index(event.loan)] = ""
            bank.loans[event.house] = [*bank.loans.get(event.house, []), event.loan]
            board.power[event.house] -= event.cost
        case e.UnitHired():
            add_units(board, event.at, event.house, {event.unit: 1})
        case e.DeckSearched():
            deck = hidden.decks[event.deck]
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
        case e.InterestPaid():
            board.power[event.house] -= event.paid
        case _:
            assert_never(event)


def _loyalty(position: Position, event: e.LoyaltyEvent) -> None:
    """Apply an event of loyalty tokens, or of the house that wins by them."""
    board = position.board
    match event:
        case e.LoyaltyPlaced():
            _change_loyalty(board, event.area, 1)
        case e.LoyaltyMoved():
            _change_loyalty(board, event.area, -1)
            _change_loyalty(board, event.to, 1)
        case e.LoyaltyGained():
            _change_loyalty(board, event.area, -event.tokens)
            board.points[event.house] = event.points
        case e.HomeLost():
            board.points[event.house] = event.points
            board.lost_homes.append(event.house)
        case e.HomeRegained():
            board.points[event.house] = event.points
            board.lost_homes.remove(event.house)
            board.garrisons[event.area] = Garrison(event.house, event.garrison)
        case e.UnitGrew():
            board.growth[event.unit] = event.strength
            board.growing.remove(event.round)
        case e.UnitPlaced():
            add_units(board, event.area, event.house, {event.unit: 1})
        case e.BidsGivenAway():
            bids = board.bids[event.auction]
            for house, amount in event.gifts.items():
                bids[house] += amount
        case _:
            assert_never(event)


def _vassal(position: Position, event: e.VassalEvent) -> None:
    """Apply an event of vassals: claims, their cards, and Power given by players."""
    board, hidden = position.board, position.hidden
    match event:
        case e.CardAdded():
            board.hands[event.house].remove(event.card)
            board.discards[event.house].append(event.card)
            if board.battle is not None:
                board.battle.added[event.house] = event.card
        case e.VassalsReleased():
            board.commanders = {}
        case e.VassalClaimed():
            board.commanders[event.house] = event.commander
        case e.VassalPassed():
            pass  # Whose sets are left is known from what was told before.
        case e.VassalHandDrawn():
            deck = hidden.decks[VASSALS]
            if tuple(deck[: len(event.cards)]) != event.cards:
                raise AssertionError(f"{event.cards} are not on top of the vassals' cards")
            del deck[: len(event.cards)]
            hidden.hands[event.house] = list(event.cards)
        case e.CardWeakened():
            _require_part(board.battle).weakened.append(event.house)
        case e.PowerGiven():
            transfer_power(board, event.house, event.to, event.amount)
        case _:
            assert_never(event)


def _leader(position: Position, event: e.LeaderEvent) -> None:
    """Apply an event that turns, moves, captures or kills a leader."""
    board = position.board
    match event:
        case e.LeaderTurned():
            board.leaders[event.leader].active = event.active
            if event.order:
                del board.orders[event.area]
        case e.LeaderMoved():
            leader = board.leaders.setdefault(event.leader, Leader(event.house))
            leader.house, leader.area = event.house, event.area
            if board.battle is not None and event.leader in board.battle.leaders:
                board.battle.leaders.remove(event.leader)
        case e.LeaderTaken():
            leader = board.leaders[event.leader]
            leader.active = False
            if board.battle is not None and event.leader in board.battle.leaders:
                board.battle.leaders.remove(event.leader)
            if event.joins:
                leader.house, leader.area = event.house, event.area
                _require_part(board.realm).alliances[event.victim].remove(event.joins)
                _require_part(board.realm).alliances.setdefault(event.house, []).append(event.joins)
            else:
                leader.area, leader.cell = "", event.house
        case e.HostageMoved():
            leader = board.leaders[event.leader]
            leader.area, leader.cell = event.area, "" if event.area else event.house
        case e.LeaderKilled():
            del board.leaders[event.leader]
            for pile in (board.hands.get(event.house, []), board.discards.get(event.house, [])):
                if event.card in pile:
                    pile.remove(event.card)
                    board.removed.append(event.card)
        case e.OfferMade() | e.OfferAnswered():
            pass  # What follows is told besides.
        case _:
            assert_never(event)


def _tactics(position: Position, event: e.TacticsEvent) -> None:
    board = position.board
    match event:
        case e.TacticsLaid():
            tactics = _require_part(board.tactics)
            tactics.open, tactics.barred, tactics.laid = {}, [], True
        case e.TacticsRevealed():
            tactics = _require_part(board.tactics)
            tactics.open, tactics.laid = {house: [card] for house, card in event.cards.items()}, False
        case e.TacticAdded():
            _require_part(board.tactics).open[event.house].append(event.card)
        case e.TacticRemoved():
            _require_part(board.tactics).decks[event.house].remove(event.card)
        case e.TacticsBarred():
            tactics = _require_part(board.tactics)
            if event.house:
                tactics.barred.append(event.house)
            else:
                tactics.forbidden.append(event.card)
        case e.OrderPlaced():
            board.orders[event.area] = Placed(event.house, event.order)
        case _:
            assert_never(event)


def _alliance(position: Position, event: e.AllianceEvent) -> None:
    """Apply an event of alliance cards, or of strength cards give in a battle."""
    board, hidden = position.board, position.hidden
    match event:
        case e.AllianceTurned():
            _require_part(board.realm).tops[event.deck] = event.card
        case e.AllianceTaken():
            realm = _require_part(board.realm)
            if event.victim:
                realm.alliances[event.victim].remove(event.card)
            else:
                if hidden.decks[event.deck].pop(0) != event.card:
                    raise AssertionError(f"{event.card} was not on top of deck {event.deck}")
                realm.tops.pop(event.deck, None)
            realm.alliances.setdefault(event.house, []).append(event.card)
        case e.AllianceLost():
            _require_part(board.realm).alliances[event.house].remove(event.card)
            if event.removed:
                board.removed.append(event.card)
            else:
                hidden.decks[event.deck].append(event.card)
        case e.AllianceMade():
            _require_part(board.realm).permanent[event.deck] = event.house
        case e.AllianceEnded():
            del _require_part(board.realm).permanent[event.deck]
        case e.AidGiven():
            if board.battle is not None:
                board.battle.aid.append(Aid(event.house, event.side, event.card, event.strength))
        case e.BonusGained():
            if board.battle is not None:
                gain = Gain(event.house, event.card, event.strength, event.swords, event.fortifications)
                board.battle.gains.append(gain)
        case e.CardSpent():
            _require_part(board.realm).spent.append(event.card)
        case _:
            assert_never(event)


def _claim(position: Position, event: e.ClaimEvent) -> None:
    board = position.board
    match event:
        case e.ClaimGained():
            track = _require_part(board.realm).claim
            if event.out:
                track.pop(0)
            if event.paid:
                board.power[event.house] -= 1
            track.append(event.house)
        case e.ClaimLost():
            track = _require_part(board.realm).claim
            track.pop(track.index(event.house) if event.space is UNSET else CLAIM_SPACES - event.space)
        case e.WeatherChanged():
            _require_part(board.realm).weather = event.place
        case e.LossSpared():
            if board.battle is not None:
                board.battle.spared += 1
        case _:
            assert_never(event)


_GROUPS: tuple[tuple[Any, Callable[[Position, Any], None]], ...] = (
    (e.PhaseEvent, _phase),
    (e.WesterosEvent, _westeros),
    (e.OrderEvent, _order),
    (e.MoveEvent, _move),
    (e.PowerEvent, _power),
    (e.FightEvent, _fight),
    (e.CardEvent, _card),
    (e.AftermathEvent, _aftermath),
    (e.BankEvent, _bank),
    (e.LoyaltyEvent, _loyalty),
    (e.VassalEvent, _vassal),
    (e.LeaderEvent, _leader),
    (e.TacticsEvent, _tactics),
    (e.AllianceEvent, _alliance),
    (e.ClaimEvent, _claim),
)
APPLIERS: dict[type[Event], Callable[[Position, Any], None]] = {
    kind: function for group, function in _GROUPS for kind in get_args(group)
}
APPLIERS[Decided] = lambda position, event: None  # It only explains.
APPLIERS[e.OverrideIssued] = lambda position, event: take_effect(position, event.override)
