"""Alliance cards, their effects while held, allied units, ways and moves by cards.

Source: Storm of Swords rules: alliance cards. Cards used in battles are in `tactics`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from adjudicator.engine import Asks, Law, Pick, Refusal, shuffle
from adjudicator.thrones.rules.control import claim_track, settlements, turn_order
from adjudicator.thrones.rules.hooks import hooks_of
from adjudicator.thrones.rules.iron_bank import Hiring, pieces_of
from adjudicator.thrones.rules.marches import empties, may_leave_token, refuse_moves, splits, supply_changes
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.rules.round import set_supply
from adjudicator.thrones.rules.step_context import Game, quiet
from adjudicator.thrones.rules.storm.westeros import gain_claim, lose_claim
from adjudicator.thrones.rules.supply import fits, piece_count
from adjudicator.thrones.state import AllianceCard, Board, Edition, Force, Position, decisions as d, events as e
from adjudicator.thrones.state.decisions import March, Piece

RULE = "allied"
Pile = Mapping[str, int]


def alone(edition: Edition, *piles: Pile) -> bool:
    """Whether a group has allied units and none of its house's own."""
    # Asked of every area after every step, so the first unit of the house's own settles it.
    kinds, has_allied_units = edition.allied_kinds, False
    for pile in piles:
        for unit, count in pile.items():
            if count > 0:
                if unit not in kinds:
                    return False
                has_allied_units = True
    return has_allied_units


def _house_piles(board: Board, house: str, area: str) -> tuple[Pile, ...]:
    """The units of a house in an area, standing and routed; none for another house's."""
    force = board.force_of(house, area)
    return (force.units, force.routed) if force is not None else ()


def refuse_march(board: Board, edition: Edition, house: str, answer: March) -> Refusal | None:
    """Return why a march leaves allied units alone at either end (`allied-alone`)."""
    force = board.forces.get(answer.area)
    if force is None or not any(unit in edition.allied_kinds for unit in (*force.units, *force.routed)):
        return None
    left = Counter(force.units)
    for units in answer.moves.values():
        left.subtract(units)
    if any(count < 0 for count in left.values()):
        return None  # these units are not there at all
    groups = {to: (units, *_house_piles(board, house, to)) for to, units in answer.moves.items()}
    groups[answer.area] = (left, force.routed)
    for area, piles in groups.items():
        if alone(edition, *piles):
            words = f"allied units cannot be in {area} without a unit of {house}"
            return Refusal("allied-alone", words, f"marches.{answer.area}")
    return None


def removable(board: Board, edition: Edition, choices: Sequence[Piece], attacking: bool, to: str) -> Sequence[Piece]:
    """Return the units that may go first: those that leave no allied unit alone."""
    if not edition.allied_kinds:
        return choices
    return [piece for piece in choices if not _is_isolating(board, edition, piece, attacking, to)] or choices


def _is_isolating(board: Board, edition: Edition, piece: Piece, attacking: bool, to: str) -> bool:
    """Whether losing a unit leaves an allied one alone, at its place or at `to`."""
    battle = board.battle
    troop = Force(battle.attacker, battle.troop) if attacking and battle is not None else None
    force = troop or board.forces[piece.area]
    units, routed = Counter(force.units), Counter(force.routed)
    (routed if piece.routed else units)[piece.unit] -= 1
    if to:
        return alone(edition, units, *_house_piles(board, force.house, to))
    return alone(edition, units, routed)


def may_retreat(board: Board, edition: Edition, house: str, units: Pile, to: str) -> bool:
    """Whether beaten units may retreat to `to`; allied ones alone only to own units."""
    return not alone(edition, units, *_house_piles(board, house, to))


def remove_alone(game: Game) -> None:
    """What a step has left alone leaves the board, and its order with it."""
    board, edition = game.board, game.edition
    for area, force in list(board.forces.items()) if edition.allied_kinds else ():
        if not alone(edition, force.units, force.routed):
            continue
        placed = board.orders.get(area)
        if placed is not None and placed.house == force.house:
            game.remove_order(area, "no-units", RULE)
        for routed, pile in ((False, dict(force.units)), (True, dict(force.routed))):
            for unit, count in pile.items():
                for _ in range(count):
                    game.destroy(force.house, Piece(area, unit, routed), "allied", RULE)


def armies(board: Board, edition: Edition, house: str) -> Counter[str]:
    """How many allied units of each kind the alliance cards of a house allow it."""
    allowed: Counter[str] = Counter()
    for card in owned_alliances(board, edition, house):
        allowed.update(card.values.get("units", {}))
    return allowed


def reduce_allied(game: Game, house: str, because: str) -> Asks[None]:
    """Make a house that lost Army cards give up excess allied units, of its choice."""
    board, edition = game.board, game.edition
    allowed = armies(board, edition, house)
    for unit in edition.allied_kinds:
        for owed in range(piece_count(board, house, unit) - allowed[unit], 0, -1):
            pieces = pieces_of(board, edition, (unit,), house)
            question = d.PickUnit(**game.seat_of(house), choices=pieces, because=because, owed=owed)
            piece = yield from game.ask_or_force(question)
            game.destroy(house, piece, because, RULE)


ALLIANCES = "alliances"
# With the mercenaries and outlaws nobody makes a permanent alliance.
OUTLAWS = "mercenaries"
# So many cards of a house make a permanent alliance.
PERMANENT = 3
TAKE = "take-power"
# What goes back under its deck as soon as it has done something.
PASSING = ("plots", "filthy-accusations")


def owned_alliances(board: Board, edition: Edition, house: str, effect: str = "") -> list[AllianceCard]:
    """The alliance cards of a house, all or those with an effect."""
    realm = board.realm
    cards = [edition.alliances[card] for card in realm.alliances.get(house, ())] if realm is not None else []
    return [card for card in cards if effect in ("", card.effect)]


def open_decks(position: Position, edition: Edition, house: str) -> tuple[str, ...]:
    """Return alliance decks a house may draw from: not another's permanent alliance."""
    realm, decks = position.board.realm, position.hidden.decks
    if realm is None:
        return ()
    return tuple(
        deck for deck in edition.alliance_decks if decks.get(deck) and realm.permanent.get(deck, house) == house
    )


def turn_up(game: Game) -> None:
    """The top card of each deck is turned up where it lies face down."""
    realm, decks = game.board.realm, game.position.hidden.decks
    for deck in game.edition.alliance_decks if realm is not None else ():
        if realm is not None and decks.get(deck) and deck not in realm.tops:
            game.tell(e.AllianceTurned(deck=deck, card=decks[deck][0]), ALLIANCES)


def draw(game: Game, house: str, deck: str, because: str) -> Asks[None]:
    """A house takes the top card of a deck, as it lies."""
    realm, card = game.board.realm, game.position.hidden.decks[deck][0]
    unseen = realm is not None and deck not in realm.tops
    game.tell(e.AllianceTaken(house=house, card=card, because=because, deck=deck, unseen=unseen), ALLIANCES)
    yield from arrive(game, house, card)


def arrive(game: Game, house: str, name: str) -> Asks[None]:
    """Carry out a new card's immediate effect and a possible permanent alliance."""
    card = game.edition.alliances[name]
    effect = AT_ONCE.get(card.effect)
    if effect is not None:
        yield from effect(game, house, card)
    if game.board.ending is not None:
        return
    if card.effect in PASSING:
        use_up(game, house, card)
    ally(game, house, card.deck)


def use_up(game: Game, house: str, card: AllianceCard) -> None:
    """A card goes under its deck."""
    game.tell(e.AllianceLost(house=house, card=card.id, deck=card.deck, because="used"), ALLIANCES)


def ally(game: Game, house: str, deck: str) -> None:
    """Make a permanent alliance after a new card, if it suffices and none exists."""
    realm = game.board.realm
    mine = [
        card
        for card in owned_alliances(game.board, game.edition, house)
        if card.deck == deck and card.effect not in PASSING
    ]
    if realm is not None and deck != OUTLAWS and len(mine) >= PERMANENT and deck not in realm.permanent:
        game.tell(e.AllianceMade(house=house, deck=deck), ALLIANCES)


def end_alliance(game: Game, deck: str, captor: str = "") -> None:
    """End the permanent alliance with a deck, since its leader changed sides.

    The former ally needs a further card to have it again (T-33); the `captor` has just got one.
    """
    realm = game.board.realm
    if realm is not None and deck in realm.permanent:
        game.tell(e.AllianceEnded(house=realm.permanent[deck], deck=deck), ALLIANCES)
    if captor:
        ally(game, captor, deck)


def own_ground(board: Board, edition: Edition, house: str) -> tuple[str, ...]:
    """Areas with units of the house's own colour, in the order of the data."""
    return tuple(
        area
        for area in edition.in_order(board.forces)
        if board.forces[area].house == house
        and any(not edition.units[unit].allied for unit in (*board.forces[area].units, *board.forces[area].routed))
    )


def _army(game: Game, house: str, card: AllianceCard) -> Asks[None]:
    """Place allied units where the house has units, within supply; forgo the rest."""
    question = d.PlaceUnits(
        **game.seat_of(house),
        loan=card.id,
        units=dict(card.values["units"]),
        areas=own_ground(game.board, game.edition, house),
    )
    hiring = Hiring(game.board, game.edition, question)
    if any(hiring.possible(unit) for unit in question.units):
        answer = yield from game.ask(question)
        for want in answer.wants:
            game.tell(e.UnitHired(house=house, unit=want.unit, at=want.at, loan=card.id), ALLIANCES)


def _leadership(game: Game, house: str, card: AllianceCard) -> Asks[None]:
    """Place the allied leader beside own units; without any he leaves the game."""
    board, name = game.board, str(card.values["leader"])
    there = board.leaders.get(name)
    areas = own_ground(board, game.edition, house)
    if areas:
        area = yield from game.pick_or_force(house, card.id, areas)
        before = there.area if there is not None else ""
        moved = e.LeaderMoved(house=house, leader=name, before=before, area=area, because=card.id)
        game.tell(moved, ALLIANCES)
    elif there is not None:
        game.tell(e.LeaderKilled(house=there.house, leader=name, card="", by=house, because=card.id), ALLIANCES)


def _plots(game: Game, house: str, card: AllianceCard) -> Asks[None]:
    """Power, or for Power a random card of the same deck from another house."""
    board, cost = game.board, int(card.values["cost"])
    victims = tuple(
        other
        for other in turn_order(board)
        if other != house
        and any(alliance.deck == card.deck for alliance in owned_alliances(board, game.edition, other))
    )
    choices = (*(victims if board.power[house] >= cost else ()), TAKE)
    answer = yield from game.pick_or_force(house, card.id, choices)
    if answer == TAKE:
        game.gain_power(house, int(card.values["power"]), card.id, ALLIANCES)
        return
    game.spend_power(house, cost, card.id, ALLIANCES)
    yield from _steal(game, house, answer, card)


def _steal(game: Game, house: str, victim: str, card: AllianceCard) -> Asks[None]:
    """Steal a random card, with the victim's excess allied units and leader."""
    victim_cards = {alliance.id for alliance in owned_alliances(game.board, game.edition, victim)}
    candidates = [alliance for alliance in game.edition.alliance_decks[card.deck] if alliance in victim_cards]
    stolen = shuffle(game.position.hidden.seed, game.purpose(card.id), candidates)[0]
    game.tell(e.AllianceTaken(house=house, card=stolen, because=card.id, victim=victim), ALLIANCES)
    yield from reduce_allied(game, victim, card.id)
    yield from arrive(game, house, stolen)


@quiet
def _political_support(game: Game, house: str, card: AllianceCard) -> None:
    """Give a house the card's claim if it has at most as many settlements as it says."""
    if settlements(game.board, game.edition, house) <= int(card.values["most"]):
        gain_claim(game, house, int(card.values.get("claim", 1)), card.id, ALLIANCES)


@quiet
def _supplies(game: Game, house: str, card: AllianceCard) -> None:
    """The supply marker moves up."""
    most = len(game.edition.supply_limits) - 1
    set_supply(game, house, min(most, game.board.supply[house] + int(card.values.get("barrels", 1))), ALLIANCES)


def _accuse(game: Game, house: str, card: AllianceCard) -> Asks[None]:
    """Any token may leave the claim track (T-37)."""
    accused = tuple(other for other in turn_order(game.board) if other in claim_track(game.board))
    if accused:
        answer = yield from game.pick_or_decline(house, card.id, accused)
        if answer:
            yield from lose_claim(game, answer, card.id, house, ALLIANCES)


AT_ONCE: Mapping[str, Callable[[Game, str, AllianceCard], Asks[None]]] = {
    "army": _army,
    "leadership": _leadership,
    "plots": _plots,
    "political-support": _political_support,
    "supplies": _supplies,
    "filthy-accusations": _accuse,
}


# Alliance cards: all fords are open and all arrows free; rivers can be crossed anywhere.
TRANSPORT, GALLEYS = "transport", "galleys"


def more_ways(board: Board, edition: Edition, house: str, area: str) -> Sequence[str]:
    """Where a house may march and retreat besides what borders an area."""
    facts = edition.areas[area]
    if board.realm is None or not board.realm.alliances.get(house):
        return (*facts.arrows, *(to for owner, to in facts.house_arrows if owner == house))
    carried, rowed = owned_alliances(board, edition, house, TRANSPORT), owned_alliances(board, edition, house, GALLEYS)
    own = (to for owner, to in facts.house_arrows if carried or owner == house)
    return (*facts.arrows, *own, *(facts.fords if carried or rowed else ()), *(facts.rivers if rowed else ()))


def march_destinations(edition: Edition, area: str) -> Sequence[str]:
    """Return where one may march from an area with all alliances in any weather."""
    facts = edition.areas[area]
    return (*facts.arrows, *(to for _, to in facts.house_arrows), *facts.fords, *facts.rivers)


def raid_beyond(board: Board, edition: Edition, house: str, area: str) -> Sequence[str]:
    """Where a raid reaches besides: over fords in storms."""
    facts = edition.areas[area]
    if not owned_alliances(board, edition, house, TRANSPORT):
        return ()
    return tuple(to for to in facts.fords if to not in facts.land)


def support_beyond(board: Board, edition: Edition, area: str, battle_area: str) -> bool:
    """Whether an area may support a battle beyond its borders: over a ford in a storm."""
    placed = board.orders.get(area)
    over = battle_area in edition.areas[area].fords
    return over and placed is not None and bool(owned_alliances(board, edition, placed.house, TRANSPORT))


def _refuse(position: Position, decision: d.MoveTroops, answer: March) -> Refusal | None:
    """Why this move is not legal."""
    board, edition, house = position.board, edition_of(position), decision.house
    where = f"troops.{answer.area}"
    if answer.area not in decision.options:
        return Refusal("no-troops-there", f"{decision.because} cannot move units out of {answer.area}", "troops")
    refusal = hooks_of(edition).refuse_march(board, edition, house, answer)
    if refusal is not None:
        return refusal
    if not answer.moves:
        words = "a Power token can be left only where all units leave"
        return Refusal("token-needs-empty-area", words, where) if answer.leave_token else None
    refusal = refuse_moves(board, edition, house, answer, decision.options[answer.area])
    if refusal is not None:
        return refusal
    if len(answer.moves) > 1:
        return Refusal("one-goal-a-move", f"{decision.because} moves units to only one area", where)
    going = next(iter(answer.moves.values()), {})
    if decision.most and any(count > decision.most.get(unit, 0) for unit, count in going.items()):
        return Refusal("units-did-not-march", "only units that have just marched can go on", where)
    if not fits(board, edition, house, supply_changes(answer)):
        return Refusal("supply-exceeded", "the armies after this move would exceed the supply limits", where)
    if answer.leave_token and not (empties(board, answer) and may_leave_token(board, edition, house, answer.area)):
        words = "no token can be left: units stay, it is the home area, it has a token, or no Power is available"
        return Refusal("token-not-allowed", words, where)
    return None


def _able(position: Position, decision: d.MoveTroops, area: str) -> dict[str, int]:
    """The units that may go from an area."""
    units = position.board.forces[area].units
    return {unit: min(count, decision.most.get(unit, 0)) for unit, count in units.items()} if decision.most else units


def _every(position: Position, decision: d.MoveTroops) -> Iterator[March]:
    """Every legal move, and for each area none."""
    for area, destinations in decision.options.items():
        yield March(area)
        units = _able(position, decision, area)
        for to in destinations:
            for moves in splits(units, (to,)):
                for token in (False, True) if moves else ():
                    answer = March(area, moves, leave_token=token)
                    if _refuse(position, decision, answer) is None:
                        yield answer


def _sample(position: Position, decision: d.MoveTroops, pick: Pick) -> March:
    """Return a random legal move of troops, or none after eight illegal tries."""
    areas = list(decision.options)
    for _ in range(8):
        area = areas[pick(len(areas))]
        destinations = decision.options[area]
        if not destinations:
            continue
        going = {unit: pick(count + 1) for unit, count in _able(position, decision, area).items()}
        moves = {destinations[pick(len(destinations))]: {unit: count for unit, count in going.items() if count}}
        answer = March(area, moves if any(moves.values()) else {})
        if _refuse(position, decision, answer) is None:
            return answer
    return March(areas[0])


TROOPS = Law(March, _refuse, _every, _sample)
