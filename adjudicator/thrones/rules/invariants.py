"""Invariants of every position, for self-play and tests; checks yield words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from adjudicator.engine import Decision, kind_of, shuffle
from adjudicator.thrones.rules.control import claim_track, controller, improvement_fault, remaining_tokens, sort_marks
from adjudicator.thrones.rules.hooks import hooks_of
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.rules.supply import piece_count, units_over_supply
from adjudicator.thrones.state import LOANS, Board, Edition, Position

Check = Callable[[Board, Edition], Iterator[str]]


def broken(position: Position, *, feeding: bool = False) -> list[str]:
    """Return all faults of a position; `feeding` while supply losses are chosen."""
    board, edition = position.board, edition_of(position)
    faults = [words for check in CHECKS for words in check(board, edition)]
    if not feeding:
        faults += check_supply(board, edition)
    faults += hooks_of(edition).broken(position, edition, feeding)
    return [*faults, *(words for check in (check_decks, check_loans) for words in check(position, edition))]


def feeds(waiting: Sequence[Decision]) -> bool:
    """Whether a decision asks what to give up, so armies or allies may exceed limits."""
    return any(kind_of(decision) in ("disband-for-supply", "pick-unit") for decision in waiting)


def check_pieces(board: Board, edition: Edition) -> Iterator[str]:
    """No house has more units of a kind than pieces, no pile is empty or negative."""
    for house in board.houses:
        for unit in edition.units:
            count, limit = piece_count(board, house, unit), edition.limit(house, unit)
            if count > limit:
                yield f"{house} has {count} {unit}, the box holds {limit}"
    for area, force in board.forces.items():
        if force.size() < 1 or any(n < 1 for pile in (force.units, force.routed) for n in pile.values()):
            yield f"{area} holds an empty force"


def check_units(board: Board, edition: Edition) -> Iterator[str]:
    """Check that units stand on the map, on their terrain, and not beside neutrals."""
    for area, force in board.forces.items():
        if area not in edition.areas:
            yield f"{area} is not on the map"
            continue
        terrain = edition.areas[area].kind
        for unit in {**force.units, **force.routed}:
            if edition.units[unit].terrain != ("sea" if terrain == "port" else terrain):
                yield f"{area}: a {unit} cannot stand in {terrain}"
        if area in board.neutral:
            yield f"{area}: {force.house} stands in a neutral area"
        # While a step is under way ships of others than the master of their land may lie in a port.
        if area in edition.ports and force.size() > edition.port_limit:
            yield f"{area} holds {force.size()} ships"
    for area, garrison in board.garrisons.items():
        if controller(board, edition, area) != garrison.house:
            yield f"{area}: the garrison of {garrison.house} is not master there"


def check_tokens(board: Board, edition: Edition) -> Iterator[str]:
    """Check that Power in front and on the board is 0 or more and within the tokens."""
    for house in board.houses:
        laid = sum(1 for owner in board.tokens.values() if owner == house) + claim_track(board).count(house)
        if board.power[house] < 0:
            yield f"{house} has {board.power[house]} Power"
        if board.power[house] + laid > edition.power_tokens:
            yield f"{house} has {board.power[house]} + {laid} Power tokens of {edition.power_tokens}"


def check_orders(board: Board, edition: Edition) -> Iterator[str]:
    """Check that orders of a kind do not exceed tokens and lie only with units."""
    placed = Counter((order.house, order.order) for order in board.orders.values())
    for (house, order), count in placed.items():
        # What no house places has no copies: cards lay it.
        if edition.orders[order].copies and count > edition.orders[order].copies:
            yield f"{house} has {count} orders {order}"
    for area, order_token in board.orders.items():
        fighting = board.battle is not None and area in (board.battle.origin, board.battle.area)
        if not fighting and board.force_of(order_token.house, area) is None:
            yield f"{area}: an order of {order_token.house} without its units"


def check_cards(board: Board, edition: Edition) -> Iterator[str]:
    """Check that each House card is once in a hand, among the used, or in the battle."""
    for house in (house for house in board.houses if house not in board.vassals):
        own = sorted(edition.hands(board.modules)[house])
        gone = [card for card in board.removed if card in edition.cards and edition.cards[card].house == house]
        present_cards = board.hands[house] + board.discards[house] + gone
        if sorted(present_cards) != own:
            played = board.battle.cards.get(house) if board.battle else None
            if sorted([*present_cards, *([played] if played else [])]) != own:
                yield f"{house}: hand {board.hands[house]} and discards {board.discards[house]} are not its cards"


def check_vassals(board: Board, edition: Edition) -> Iterator[str]:
    """Check that vassals have no Power, cards or badge, and a player as commander."""
    for house in board.vassals:
        if board.power[house] or board.hands[house] or board.discards[house] or house in board.holders.values():
            yield f"{house} is a vassal and has Power, cards or a badge"
    for house, commander in board.commanders.items():
        if commander in board.vassals or commander not in board.houses:
            yield f"{house} is commanded by {commander}"


def check_tracks(board: Board, edition: Edition) -> Iterator[str]:
    """Every track lists every house once; supply and wildlings stand on their tracks."""
    for track in edition.tracks:
        if sorted(board.tracks[track]) != sorted(board.houses):
            yield f"track {track} is {board.tracks[track]}"
    for house, supply in board.supply.items():
        if not 0 <= supply < len(edition.supply_limits):
            yield f"{house} has supply {supply}"
    if board.wildlings not in edition.wildling_track:
        yield f"the wildlings stand at {board.wildlings}"
    if not 0 <= board.round <= edition.rounds:
        yield f"round {board.round}"


def check_supply(board: Board, edition: Edition) -> Iterator[str]:
    """No house has larger or more armies than its supply allows."""
    for house in board.houses:
        if not 0 <= board.supply[house] < len(edition.supply_limits):
            continue  # `check_tracks` says so
        over = units_over_supply(board, edition, house)
        if over:
            yield f"{house} has {over} units more than supply {board.supply[house]} allows"


def check_decks(position: Position, edition: Edition) -> Iterator[str]:
    """Check that decks are whole; turned-up cards lie on the table until returned."""
    for deck, entries in edition.decks.items():
        if deck not in edition.decks_with(position.board.houses, edition.modules):
            continue  # not in play, or shuffled anew whenever it is used
        full_deck = Counter({entry.card: 0 for entry in entries})
        for entry in entries:
            full_deck[entry.card] += entry.copies
        there = Counter(position.hidden.decks[deck])
        shown = position.board.revealed.get(deck)
        if there != full_deck and there + Counter([shown] if shown else []) != full_deck:
            yield f"deck {deck} is not whole: {dict(full_deck - there)} missing, {dict(there - full_deck)} too many"


def check_improvements(board: Board, edition: Edition) -> Iterator[str]:
    """Check that area tokens lie where allowed, in order, and are not too many."""
    if remaining_tokens(board, edition) < 0:
        yield f"there are {-remaining_tokens(board, edition)} tokens on areas too many"
    for area, marks in board.improvements.items():
        fault = improvement_fault(edition.areas[area], marks)
        if fault or not marks or marks != sort_marks(marks):
            yield f"{area}: the tokens {marks} cannot lie so; {fault}"


def check_loans(position: Position, edition: Edition) -> Iterator[str]:
    """Check that each loan exists once, save of players who left (M-26); vassals none."""
    bank = position.board.bank
    if bank is None:
        return
    taken = [loan for loans in bank.loans.values() for loan in loans]
    there = [*position.hidden.decks[LOANS], *(loan for loan in bank.slots if loan), *taken]
    vassals = position.board.vassals
    gone = set(edition.loans) - set(there)
    if len(set(there)) != len(there) or not set(there) <= set(edition.loans) or (gone and not vassals):
        yield f"the loans are {sorted(there)}"
    for house in {*bank.loans, bank.token} & set(vassals):
        yield f"{house} has no player, and loans or the token of Braavos"


def check_cause(board: Board, edition: Edition) -> Iterator[str]:
    """Check loyalty winners: last on tracks, tokens in play, strength, home counted."""
    causes = {house: cause for house, cause in edition.causes.items() if house in board.houses}
    if sorted(causes) != sorted(board.points):
        yield f"points are kept for {sorted(board.points)}"
    for area, count in board.loyalty.items():
        if edition.areas[area].kind != "land" or count < 1 or not causes:
            yield f"{count} loyalty tokens in {area}"
    for house, cause in causes.items():
        wrong = [track for track in edition.tracks if board.tracks[track][-1] != house]
        if wrong or house in board.holders.values():
            yield f"{house} does not stand last on {wrong}, or holds a badge"
        if sum(board.loyalty.values()) > cause.tokens:
            yield f"{sum(board.loyalty.values())} loyalty tokens lie on the board, the box holds {cause.tokens}"
        if len(board.growing) + board.growth.get(cause.grows, 0) != len(cause.rounds):
            yield f"the {cause.grows} counts {board.growth}, the round track holds {board.growing}"
        least = 0 if house in board.lost_homes else 1
        if board.points[house] < least:
            yield f"{house} has {board.points[house]} points, of which {least} for its home"


def check_deeds(board: Board, edition: Edition) -> Iterator[str]:
    """Check notes of two rounds: known areas and houses; the fallen were attacked."""
    for deeds in (board.deeds, board.last_deeds):
        attacked = {frozenset((deed.house, deed.other)) for deed in deeds if deed.what == "attacked"}
        for deed in deeds:
            if deed.house not in board.houses or deed.other not in board.houses or deed.house == deed.other:
                yield f"a deed of {deed.house} to {deed.other} is noted"
            elif deed.area not in edition.areas:
                yield f"a deed in {deed.area} is noted"
            elif deed.what == "beat" and frozenset((deed.house, deed.other)) not in attacked:
                yield f"a deed without an attack is noted: {deed.house} beat {deed.other}"


CHECKS: tuple[Check, ...] = (
    check_cause,
    check_pieces,
    check_units,
    check_tokens,
    check_orders,
    check_cards,
    check_vassals,
    check_tracks,
    check_improvements,
    check_deeds,
)


def reshuffled(showing: Position, salt: str) -> Position:
    """Return the position with all that is hidden drawn anew, by `salt`.
    No view may differ, or it leaks what is hidden."""
    return replace(
        showing,
        hidden=replace(
            showing.hidden,
            seed=f"not {showing.hidden.seed}",
            decks={deck: shuffle(salt, deck, cards) for deck, cards in showing.hidden.decks.items()},
            hands={house: cards[:-1] for house, cards in showing.hidden.hands.items()},
        ),
    )
