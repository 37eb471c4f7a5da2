"""Additions of A Storm of Swords: shared steps, set-up, and checks of positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from adjudicator.engine import Asks, Play, Refusal, Step, shuffle
from adjudicator.thrones.rules import bidding, card_texts, marches, round as rounds, supply
from adjudicator.thrones.rules.control import claim_track, facts_of, turn_order
from adjudicator.thrones.rules.hooks import Hooks, merge_texts
from adjudicator.thrones.rules.marches import next_house, orders_of
from adjudicator.thrones.rules.step_context import Game, StepFunction, quiet
from adjudicator.thrones.rules.storm import alliances, hostages, leaders, tactics, westeros
from adjudicator.thrones.rules.storm.alliances import alone, armies
from adjudicator.thrones.rules.storm.hostages import is_leader_hostage, negotiate
from adjudicator.thrones.rules.storm.leaders import activate, ready
from adjudicator.thrones.rules.storm.tactics import income_barred
from adjudicator.thrones.rules.supply import piece_count
from adjudicator.thrones.state import (
    CLAIM_SPACES,
    Battle,
    Board,
    Edition,
    Hidden,
    Leader,
    Position,
    Realm,
    Setup,
    Tactics,
)
from adjudicator.thrones.state.decisions import March
from adjudicator.thrones.state.events import Item

POWER = "consolidate-power"
# Types of orders that have a part of the action phase in which they are carried out.
IN_TURN = ("raid", "march", POWER)
# The module that puts leaders into the game on another board.
LEADERS = "leaders"


def rallies_late(board: Board) -> bool:
    """Whether routed units lie until the end of the round (Storm of Swords rules)."""
    return LEADERS in board.modules or board.tactics is not None


def raid(game: Game, after: str, kept: Sequence[str] = ()) -> Play:
    """Resolve one raid of the next house, or turn one of its leaders instead.
    `after` is the house to go on after (empty: none); `kept` are areas of unused two-use orders."""
    house = next_house(game.board, game.edition, "raid", after, kept)
    if house is not None and (yield from activate(game, house, ("raid",))):
        return [Step("raid", {"after": game.turn_of(house), **({"kept": list(kept)} if kept else {})})]
    return (yield from marches.raid(game, after, kept))


def marches_begin(game: Game) -> list[Step]:
    """Begin marches; leaders whose orders are never carried out may go first."""
    steps = marches.marches_begin(game)
    early = [house for house in turn_order(game.board) if ready(game.board, game.edition, house, _others(game.edition))]
    return [*(Step("lead", {"house": house}) for house in early), *steps]


def _others(edition: Edition) -> frozenset[str]:
    """The types of orders that have no part of the action phase to themselves."""
    return frozenset(order.type for order in edition.orders.values()) - frozenset(IN_TURN)


def lead(game: Game, house: str) -> Play:
    """Let a house turn leaders by orders like support, before all marches."""
    again = yield from activate(game, house, _others(game.edition))
    return [Step("lead", {"house": house})] if again else []


def march(game: Game, after: str) -> Play:
    """Resolve the next house's march and battle, or turn a leader of it instead.
    `after` is the house to go on after in turn order; empty at the start."""
    house = next_house(game.board, game.edition, "march", after)
    if house is None and rallies_late(game.board):
        return []
    if house is not None and (yield from activate(game, house, ("march",))):
        return [Step("march", {"after": game.turn_of(house)})]
    return (yield from marches.march(game, after))


def collecting_begins(game: Game) -> list[Step]:
    """Collect Power at once for all, unless leaders or alliances are in the game."""
    if not game.board.leaders and game.board.realm is None:
        return bidding.consolidate(game)
    return bidding.collecting_begins(game)


def collect(game: Game, after: str) -> Play:
    """Carry out one Consolidate Power order or turn a leader; offers may follow.
    `after` is the house to go on after in turn order; empty at the start."""
    board = game.board
    house = next_house(board, game.edition, POWER, after)
    if house is None:
        return []
    if not (yield from activate(game, house, (POWER,))):
        area = yield from _first(game, house, orders_of(board, game.edition, house, POWER))
        barred = income_barred(board, game.edition, house, area)
        game.gain_power(house, 0 if barred else 1 + facts_of(board, game.edition, area).power, POWER, "power", area)
        yield from negotiate(game, house, area)
        game.remove_order(area, "spent", "power")
    return [Step("collect", {"after": game.turn_of(house)})]


def _first(game: Game, house: str, areas: Sequence[str]) -> Asks[str]:
    """Return which order a house carries out first, asked while it can matter.

    It matters while another holds a leader of the house, for whom it may offer its Power by then, or while a leader can
    still be turned and march.
    """
    board, edition = game.board, game.edition
    plain = not is_leader_hostage(board, house) and not any(
        ready(board, edition, owner, (POWER,)) for owner in turn_order(board)
    )
    return (yield from game.pick_or_force(house, POWER, areas[::-1], only=areas[0] if plain else ""))


def end_round(game: Game) -> list[Step]:
    """Raise routed units, remove orders, and find the winner at the end (RULE-10)."""
    if rallies_late(game.board) and not game.edition.variant.rally_at_clean_up:
        marches.rally(game)
    return rounds.end_round(game)


STEPS: dict[str, StepFunction] = {
    "raid": raid,
    "marches": quiet(marches_begin),
    "lead": lead,
    "march": march,
    "power": quiet(collecting_begins),
    "collect": collect,
    "end-round": quiet(end_round),
}


# The board that some tactics cards are not made for, by whether an edition's game is decided by claim.
BOARD = {True: "storm", False: "throne"}


def lay_out(edition: Edition, setup: Setup, players: Sequence[str], board: Board, hidden: Hidden) -> None:
    """Everything that the set-up has besides units, Power and places on the tracks."""
    for module in board.modules:
        board.neutral |= setup.revised.get(module, {})
    # Leaders stand with the units of the house that they serve, or are in a cell; those of cards are still to come.
    for leader, area in setup.leaders.items() if edition.leaders else ():
        board.leaders[leader] = Leader(board.forces[area].house, area=area)
    for leader, holder in setup.cells.items() if edition.leaders else ():
        board.leaders[leader] = Leader(edition.leaders[leader].house, cell=holder)
    if edition.tactics:
        # Each house has those that are its own or everybody's, as far as they are used on this board.
        cards = [card for card in edition.tactics.values() if card.board in ("", BOARD[bool(edition.claimed)])]
        decks = {house: [card.id for card in cards if card.house in ("", house)] for house in board.houses}
        board.tactics = Tactics(decks)
    if edition.alliances:
        # Decks are shuffled without the cards that houses begin with.
        dealt = {card for cards in setup.alliances.values() for card in cards}
        board.realm = Realm(alliances={house: list(cards) for house, cards in setup.alliances.items()})
        for deck, names in edition.alliance_decks.items():
            left = [card for card in names if card not in dealt]
            hidden.decks[deck] = shuffle(hidden.seed, f"deck-{deck}/start", left)


def broken(position: Position, edition: Edition, feeding: bool) -> Iterator[str]:
    """Return the faults of these rules; `feeding` is that of `invariants.broken`."""
    board = position.board
    yield from check_claim(board, edition)
    yield from check_allied(board, edition)
    yield from check_leaders(board, edition)
    yield from () if feeding else check_armies(board, edition)
    yield from check_alliances(position, edition)


def check_claim(board: Board, edition: Edition) -> Iterator[str]:
    """Check the claim track (six tokens at most, houses in play) and the weather."""
    track = claim_track(board)
    if len(track) > CLAIM_SPACES:
        yield f"{len(track)} tokens lie on the claim track"
    for house in set(track) - set(board.houses):
        yield f"a token of {house} lies on the claim track"
    if board.realm is not None and edition.weather and not 0 <= board.realm.weather < len(edition.weather):
        yield f"the weather marker lies at {board.realm.weather}"


def check_allied(board: Board, edition: Edition) -> Iterator[str]:
    """Check that allied units have own units beside them, save in battle."""
    for area, force in board.forces.items() if board.battle is None else ():
        if alone(edition, force.units, force.routed):
            yield f"{area}: allied units of {force.house} stand alone"


def check_armies(board: Board, edition: Edition) -> Iterator[str]:
    """No house has more allied units than its Army cards have."""
    for house in board.houses if edition.allied_kinds else ():
        allowed = armies(board, edition, house)
        for unit in edition.allied_kinds:
            if piece_count(board, house, unit) > allowed[unit]:
                yield f"{house} has more {unit} than its cards"


def check_leaders(board: Board, edition: Edition) -> Iterator[str]:
    """Check that leaders stand with own units or in a foe's cell, never allied ones."""
    for name, leader in board.leaders.items():
        if bool(leader.area) == bool(leader.cell):
            yield f"{name} is in {leader.area!r} and in the cell of {leader.cell!r}"
        elif leader.cell and (leader.cell not in board.houses or leader.cell == leader.house):
            yield f"{name} is in the cell of {leader.cell}"
        elif leader.cell and (leader.active or edition.leaders[name].allied):
            yield f"{name} cannot be a hostage so"
        elif leader.area and board.battle is None and board.force_of(leader.house, leader.area) is None:
            yield f"{name} stands in {leader.area} without units of {leader.house}"


def check_alliances(position: Position, edition: Edition) -> Iterator[str]:
    """Check that alliance cards are in a deck, with a house or out; open ones on top."""
    board, hidden = position.board, position.hidden
    realm = board.realm
    if realm is None or not edition.alliances:
        return
    there = Counter(card for cards in realm.alliances.values() for card in cards)
    there.update(card for card in board.removed if card in edition.alliances)
    for deck, cards in edition.alliance_decks.items():
        pile = hidden.decks.get(deck, [])
        there.update(pile)
        if not set(pile) <= set(cards):
            yield f"the deck {deck} holds {pile}"
        if deck in realm.tops and realm.tops[deck] not in pile[:1]:
            yield f"{realm.tops[deck]} lies open, and is not on top of its deck"
    if there != Counter(list(edition.alliances)):
        yield f"the alliance cards are {dict(there)}"


TEXTS = merge_texts(card_texts.TEXTS, tactics.TEXTS)


def _settle(game: Game) -> Asks[None]:
    """What stands alone, and orders without units, leave the board."""
    alliances.remove_alone(game)
    yield from supply.settle(game)
    leaders.gather(game)


def _battle_items(board: Board, edition: Edition, battle: Battle, house: str) -> Sequence[Item]:
    tactical = tactics.battle_items(board, edition, battle, house)
    return [*tactical, *leaders.battle_items(board, edition, battle, house)]


def _battle_icons(board: Board, edition: Edition, battle: Battle, house: str) -> tuple[int, int]:
    swords, towers = tactics.battle_icons(board, edition, battle, house)
    # Leaders whose tokens lie face down bring swords.
    marching = [name for name in battle.leaders if house == battle.attacker and board.leaders[name].active]
    return swords + sum(edition.leaders[name].swords for name in marching), towers


def _march_items(board: Board, edition: Edition, house: str, answer: March, to: str) -> Sequence[Item]:
    tactical = tactics.march_items(board, edition, house, answer, to)
    return [*tactical, *leaders.march_items(board, edition, house, answer, to)]


def _refuse_march(board: Board, edition: Edition, house: str, answer: March) -> Refusal | None:
    refusal = alliances.refuse_march(board, edition, house, answer)
    return refusal or leaders.refuse_march(board, edition, house, answer)


STORM_HOOKS = Hooks(
    texts=TEXTS,
    after_set_up=lay_out,
    after_step=_settle,
    bid_bonus=westeros.bid_bonus,
    more_ways=alliances.more_ways,
    ways_to_come=alliances.march_destinations,
    more_stars=tactics.more_stars,
    orders_to_come=tactics.possible_special_orders,
    more_barrels=tactics.more_barrels,
    raid_beyond=tactics.raid_beyond,
    refuse_raid=tactics.refuse_raid,
    raided=tactics.raided,
    battle_items=_battle_items,
    battle_icons=_battle_icons,
    march_items=_march_items,
    after_march=tactics.after_march,
    round_ends=tactics.round_ends,
    support_beyond=alliances.support_beyond,
    refuse_march=_refuse_march,
    removable=alliances.removable,
    may_retreat=alliances.may_retreat,
    broken=broken,
    beside_units=leaders.beside_units,
    completed=leaders.completed,
    more_marches=leaders.more_marches,
    leading=leaders.leading,
    marched=leaders.marched,
    set_out=leaders.set_out,
    destroyed=leaders.destroyed,
    won=hostages.won,
    retreated=hostages.retreated,
    after_override=leaders.settle_leaders,
)
