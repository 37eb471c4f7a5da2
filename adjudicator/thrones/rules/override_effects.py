"""Effects of overrides on a position; only `apply` calls these when recorded."""

from __future__ import annotations

from typing import TypeVar

from adjudicator.engine import shuffle
from adjudicator.thrones.rules.control import controller, first_player, sort_marks
from adjudicator.thrones.rules.hooks import hooks_of
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.rules.round import become_vassal, heir
from adjudicator.thrones.state import LOANS, Board, Edition, Force, Garrison, Leader, Placed, Position, overrides as x


def _leader(board: Board, edition: Edition, override: x.SetLeader) -> None:
    """A leader in an area, in a cell, or out of the game; his token lies face up."""
    token = edition.leaders[override.leader]
    leader = board.leaders.get(override.leader)
    serves = token.house if leader is None else leader.house
    if override.area is not None:
        if token.allied:
            serves = board.forces[override.area].house
        board.leaders[override.leader] = Leader(serves, override.area)
    elif override.house is not None:
        board.leaders[override.leader] = Leader(serves, cell=override.house)
    else:
        board.leaders.pop(override.leader, None)


def _alliances(position: Position, edition: Edition, override: x.SetAlliances) -> None:
    """Set a house's alliance cards, from anywhere; returned ones go under their decks."""
    realm, decks = position.board.realm, position.hidden.decks
    if realm is None:
        return
    given_up = [card for card in realm.alliances.get(override.house, ()) if card not in override.alliances]
    for house, cards in realm.alliances.items():
        if house != override.house:
            realm.alliances[house] = [card for card in cards if card not in override.alliances]
    realm.alliances[override.house] = list(override.alliances)
    for deck in edition.alliance_decks:
        left = [card for card in decks[deck] if card not in override.alliances]
        decks[deck] = left + [card for card in given_up if edition.alliances[card].deck == deck]
        if realm.tops.get(deck) in override.alliances:
            del realm.tops[deck]


V = TypeVar("V")


def take_effect(position: Position, override: x.AnyOverride) -> None:
    """Change the position as the override says; the override was checked."""
    board, edition = position.board, edition_of(position)
    match override:
        case x.SetUnits():
            _units(board, override)
        case x.SetControl(area=area, house=house):
            _set_or_remove(board.tokens, area, house)
        case x.SetOrder(area=area, order=order):
            _set_or_remove(board.orders, area, None if order is None else Placed(board.forces[area].house, order))
        case x.SetNeutral(area=area, strength=strength):
            house = garrison_house(board, edition, area)
            if house is None:
                _set_or_remove(board.neutral, area, strength)
            else:
                _set_or_remove(board.garrisons, area, None if strength is None else Garrison(house, strength))
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
            _hand(board, edition, override)
        case x.SetDeck():
            _deck(position, override)
        case x.SetFlags(bans=bans, spent=spent):
            board.bans = board.bans if bans is None else list(bans)
            board.spent = board.spent if spent is None else list(spent)
        case x.Reseed():
            _reseed(position, override)
        case _:
            _take_other_effect(position, edition, override)
    _settle(board, edition)


def _settle(board: Board, edition: Edition) -> None:
    """Remove garrisons of lost areas and units that must not stand alone."""
    for area, garrison in list(board.garrisons.items()):
        if controller(board, edition, area) != garrison.house:
            del board.garrisons[area]
    hooks_of(edition).after_override(board, edition)


def _take_other_effect(position: Position, edition: Edition, override: x.AnyOverride) -> None:
    """Apply other overrides: gifts, vassals, leaders, weather; remarks change nothing."""
    board = position.board
    match override:
        case x.GivePower(house=house, to=to, amount=amount):
            transfer_power(board, house, to, amount)
        case x.MakeVassal(house=house, commander=commander):
            become_vassal(board, edition, house, commander or heir(board, house))
        case x.SetImprovements(area=area, marks=marks):
            _set_or_remove(board.improvements, area, sort_marks(marks) or None)
        case x.SetLoans():
            _loans(position, override)
        case x.SetLoyalty(area=area, tokens=tokens):
            _set_or_remove(board.loyalty, area, tokens or None)
        case x.SetPoints(house=house, points=points):
            board.points[house] = points
        case x.SetLeader():
            _leader(board, edition, override)
        case x.SetAlliances():
            _alliances(position, edition, override)
        case x.SetTactics(house=house, tactics=cards) if board.tactics is not None:
            board.tactics.open[house] = list(cards)
        case x.SetClaim(houses=houses) if board.realm is not None:
            board.realm.claim = list(houses)
        case x.SetWeather(place=place) if board.realm is not None:
            board.realm.weather = place


def transfer_power(board: Board, house: str, to: str, amount: int) -> None:
    """Move Power from one house to another."""
    board.power[house] -= amount
    board.power[to] += amount


def garrison_house(board: Board, edition: Edition, area: str) -> str | None:
    """The house whose garrison can stand in an area; None where none can."""
    home = edition.areas[area].home_of
    return home if home in board.houses and home is not None and edition.houses[home].garrison else None


def _set_or_remove(places: dict[str, V], key: str, value: V | None) -> None:
    if value is None:
        places.pop(key, None)
    else:
        places[key] = value


def _units(board: Board, override: x.SetUnits) -> None:
    """The units, and what cannot stay beside them: others' orders and control tokens."""
    counts = ({unit: n for unit, n in sorted(pile.items()) if n} for pile in (override.units, override.routed))
    units, routed = counts
    if override.house is None or not (units or routed):
        board.forces.pop(override.area, None)
    else:
        board.forces[override.area] = Force(override.house, units, routed)
    force, order = board.forces.get(override.area), board.orders.get(override.area)
    if order is not None and board.force_of(order.house, override.area) is None:
        del board.orders[override.area]
    if force is not None and board.tokens.get(override.area, force.house) != force.house:
        del board.tokens[override.area]


def _hand(board: Board, edition: Edition, override: x.SetHand) -> None:
    own = edition.hands(board.modules)[override.house]
    board.hands[override.house] = [card for card in own if card in override.hand]
    left = [card for card in own if card not in override.hand and card not in board.removed]
    board.discards[override.house] = left


def _deck(position: Position, override: x.SetDeck) -> None:
    """Put the cards of an override on top of a deck, in its order.
    Raises ValueError for a card that is not in the deck."""
    rest = list(position.hidden.decks[override.deck])
    for card in override.order:
        rest.remove(card)
    position.hidden.decks[override.deck] = [*override.order, *rest]
    # Cards brought up from those put back are still to come; of the others as many as before lie at the bottom.
    used = min(position.hidden.used.get(override.deck, 0), len(rest))
    _set_or_remove(position.hidden.used, override.deck, used or None)


def _loans(position: Position, override: x.SetLoans) -> None:
    """Set a house's loans, taken from anywhere; returned ones go under the deck."""
    bank, hidden = position.board.bank, position.hidden
    if bank is None:
        return
    before = bank.loans.get(override.house, [])
    given_up = [loan for loan in before if loan not in override.loans]
    ahead = len(hidden.decks[LOANS]) - hidden.used.get(LOANS, 0)
    drawn = sum(loan in override.loans for loan in hidden.decks[LOANS][:ahead])
    bank.slots = ["" if loan in override.loans else loan for loan in bank.slots]
    others = {h: [k for k in debt if k not in override.loans] for h, debt in bank.loans.items() if h != override.house}
    bank.loans = {house: loans for house, loans in {**others, override.house: list(override.loans)}.items() if loans}
    hidden.decks[LOANS] = [*(loan for loan in hidden.decks[LOANS] if loan not in override.loans), *given_up]
    _set_or_remove(hidden.used, LOANS, len(hidden.decks[LOANS]) - ahead + drawn or None)


def _reseed(position: Position, override: x.Reseed) -> None:
    """Set a new seed and commitment and shuffle all undrawn cards by it.
    Cards put back stay at the bottom, open ones on top."""
    hidden, edition = position.hidden, edition_of(position)
    hidden.seed, position.commitment = override.seed, override.commitment
    for deck, cards in hidden.decks.items():
        order = edition.every_deck[deck]
        cut = len(cards) - hidden.used.get(deck, 0)
        top = 1 if position.board.realm is not None and deck in position.board.realm.tops else 0
        ahead = sorted(cards[top:cut], key=order.index)
        hidden.decks[deck] = cards[:top] + shuffle(override.seed, f"deck-{deck}/reseed", ahead) + cards[cut:]
