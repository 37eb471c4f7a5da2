"""How each edict changes a position. `apply` calls it when the edict is told; nobody else does."""

from __future__ import annotations

from typing import TypeVar

from adjudicator.engine import shuffle
from adjudicator.thrones.rules.control import controller, first_player, ordered
from adjudicator.thrones.rules.hooks import hooks_of
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.rules.round import become_vassal, heir
from adjudicator.thrones.state import LOANS, Board, Edition, Force, Garrison, Leader, Placed, Position, edicts as x


def _leader(board: Board, edition: Edition, edict: x.SetLeader) -> None:
    """A leader in an area, in a cell, or out of the game; his token lies face up."""
    token = edition.leaders[edict.leader]
    known = board.leaders.get(edict.leader)
    serves = token.house if known is None else known.house
    if edict.area is not None:
        if token.allied:
            serves = board.forces[edict.area].house
        board.leaders[edict.leader] = Leader(serves, edict.area)
    elif edict.house is not None:
        board.leaders[edict.leader] = Leader(serves, cell=edict.house)
    else:
        board.leaders.pop(edict.leader, None)


def _alliances(position: Position, edition: Edition, edict: x.SetAlliances) -> None:
    """The alliance cards of a house, taken from wherever they are; those it gives up go under their decks."""
    realm, decks = position.board.realm, position.hidden.decks
    if realm is None:
        return
    given_up = [card for card in realm.alliances.get(edict.house, ()) if card not in edict.alliances]
    for house, held in realm.alliances.items():
        if house != edict.house:
            realm.alliances[house] = [card for card in held if card not in edict.alliances]
    realm.alliances[edict.house] = list(edict.alliances)
    for deck in edition.alliance_decks:
        left = [card for card in decks[deck] if card not in edict.alliances]
        decks[deck] = left + [card for card in given_up if edition.alliances[card].deck == deck]
        if realm.tops.get(deck) in edict.alliances:
            del realm.tops[deck]


V = TypeVar("V")


def take_effect(position: Position, edict: x.AnyEdict) -> None:
    """Change the position as the edict says; the edict was checked."""
    board, edition = position.board, edition_of(position)
    match edict:
        case x.SetUnits():
            _units(board, edict)
        case x.SetControl(area=area, house=house):
            _put(board.tokens, area, house)
        case x.SetOrder(area=area, order=order):
            _put(board.orders, area, None if order is None else Placed(board.forces[area].house, order))
        case x.SetNeutral(area=area, strength=strength):
            house = garrison_house(board, edition, area)
            if house is None:
                _put(board.neutral, area, strength)
            else:
                _put(board.garrisons, area, None if strength is None else Garrison(house, strength))
        case x.SetPower(house=house, power=power):
            board.power[house] = power
        case x.SetTrack(track=track, houses=houses):
            board.tracks[track] = list(houses)
            board.holders[edition.badges[track]] = first_player(board, houses)
        case x.SetSupply(house=house, supply=supply):
            board.supply[house] = supply
        case x.SetWildlings(strength=strength):
            board.wildlings = strength
        case x.SetHand():
            _hand(board, edition, edict)
        case x.SetDeck():
            _deck(position, edict)
        case x.SetFlags(bans=bans, spent=spent):
            board.bans = board.bans if bans is None else list(bans)
            board.spent = board.spent if spent is None else list(spent)
        case x.Reseed():
            _reseed(position, edict)
        case _:
            _take_other_effect(position, edition, edict)
    _settle(board, edition)


def _settle(board: Board, edition: Edition) -> None:
    """Garrisons whose area is another's now are gone; what must not stand alone does not."""
    for area, garrison in list(board.garrisons.items()):
        if controller(board, edition, area) != garrison.house:
            del board.garrisons[area]
    hooks_of(edition).after_edict(board, edition)


def _take_other_effect(position: Position, edition: Edition, edict: x.AnyEdict) -> None:
    """Gifts, vassals, leaders, weather and the like. Edicts that only say something change nothing."""
    board = position.board
    match edict:
        case x.GivePower(house=house, to=to, amount=amount):
            hand_over(board, house, to, amount)
        case x.MakeVassal(house=house, commander=commander):
            become_vassal(board, edition, house, commander or heir(board, house))
        case x.SetImprovements(area=area, marks=marks):
            _put(board.improvements, area, ordered(marks) or None)
        case x.SetLoans():
            _loans(position, edict)
        case x.SetLoyalty(area=area, tokens=tokens):
            _put(board.loyalty, area, tokens or None)
        case x.SetPoints(house=house, points=points):
            board.points[house] = points
        case x.SetLeader():
            _leader(board, edition, edict)
        case x.SetAlliances():
            _alliances(position, edition, edict)
        case x.SetTactics(house=house, tactics=cards) if board.tactics is not None:
            board.tactics.open[house] = list(cards)
        case x.SetClaim(houses=houses) if board.realm is not None:
            board.realm.claim = list(houses)
        case x.SetWeather(place=place) if board.realm is not None:
            board.realm.weather = place


def hand_over(board: Board, house: str, to: str, amount: int) -> None:
    """Power of one house becomes another's."""
    board.power[house] -= amount
    board.power[to] += amount


def garrison_house(board: Board, edition: Edition, area: str) -> str | None:
    """The house whose garrison can stand in an area; None where none can."""
    home = edition.areas[area].home_of
    return home if home in board.houses and home is not None and edition.houses[home].garrison else None


def _put(places: dict[str, V], key: str, value: V | None) -> None:
    if value is None:
        places.pop(key, None)
    else:
        places[key] = value


def _units(board: Board, edict: x.SetUnits) -> None:
    """The units, and what cannot stay beside them: others' orders and control tokens."""
    counts = ({unit: n for unit, n in sorted(pile.items()) if n} for pile in (edict.units, edict.routed))
    units, routed = counts
    if edict.house is None or not (units or routed):
        board.forces.pop(edict.area, None)
    else:
        board.forces[edict.area] = Force(edict.house, units, routed)
    force, order = board.forces.get(edict.area), board.orders.get(edict.area)
    if order is not None and (force is None or force.house != order.house):
        del board.orders[edict.area]
    if force is not None and board.tokens.get(edict.area, force.house) != force.house:
        del board.tokens[edict.area]


def _hand(board: Board, edition: Edition, edict: x.SetHand) -> None:
    own = edition.hands(board.modules)[edict.house]
    board.hands[edict.house] = [card for card in own if card in edict.hand]
    left = [card for card in own if card not in edict.hand and card not in board.removed]
    board.discards[edict.house] = left


def _deck(position: Position, edict: x.SetDeck) -> None:
    rest = list(position.hidden.decks[edict.deck])
    for card in edict.order:
        rest.remove(card)
    position.hidden.decks[edict.deck] = [*edict.order, *rest]
    # Cards brought up from those put back are still to come; of the others as many as before lie at the bottom.
    used = min(position.hidden.used.get(edict.deck, 0), len(rest))
    _put(position.hidden.used, edict.deck, used or None)


def _loans(position: Position, edict: x.SetLoans) -> None:
    """The loans of a house, taken from wherever they are; those it gives up go under the deck."""
    bank, hidden = position.board.bank, position.hidden
    if bank is None:
        return
    before = bank.loans.get(edict.house, [])
    given_up = [loan for loan in before if loan not in edict.loans]
    ahead = len(hidden.decks[LOANS]) - hidden.used.get(LOANS, 0)
    drawn = sum(loan in edict.loans for loan in hidden.decks[LOANS][:ahead])
    bank.slots = ["" if loan in edict.loans else loan for loan in bank.slots]
    others = {h: [k for k in kept if k not in edict.loans] for h, kept in bank.loans.items() if h != edict.house}
    bank.loans = {house: kept for house, kept in {**others, edict.house: list(edict.loans)}.items() if kept}
    hidden.decks[LOANS] = [*(loan for loan in hidden.decks[LOANS] if loan not in edict.loans), *given_up]
    _put(hidden.used, LOANS, len(hidden.decks[LOANS]) - ahead + drawn or None)


def _reseed(position: Position, edict: x.Reseed) -> None:
    """Cards still to come are shuffled by the new seed, from the order of the data; those put back stay below, one that
    lies face up on top."""
    hidden, edition = position.hidden, edition_of(position)
    hidden.seed, position.commitment = edict.seed, edict.commitment
    for deck, cards in hidden.decks.items():
        order = edition.every_deck[deck]
        cut = len(cards) - hidden.used.get(deck, 0)
        top = 1 if position.board.realm is not None and deck in position.board.realm.tops else 0
        ahead = sorted(cards[top:cut], key=order.index)
        hidden.decks[deck] = cards[:top] + shuffle(edict.seed, f"deck-{deck}/reseed", ahead) + cards[cut:]
