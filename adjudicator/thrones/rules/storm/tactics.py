"""Tactics cards: what they do at once, and what is done with them at the end of the round (Storm of Swords rules:
tactics cards).

What lasts is in `lasting_tactics`; the choice of the cards in `planning`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from adjudicator.engine.asking import Asks
from adjudicator.engine.step import Play, Step
from adjudicator.thrones.rules.control import controller, players_of, turn_order
from adjudicator.thrones.rules.march_legality import options
from adjudicator.thrones.rules.march_step import carry_out
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.rules.storm.alliances import draw, open_decks
from adjudicator.thrones.rules.storm.claim import gain_claim
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.components import TacticsCard
from adjudicator.thrones.state.edition import Edition

# What asks for a tactics card, and the rule that its events follow.
TACTICS = "tactics"
TAKE, DECLINE = "take-power", "decline"


def open_cards(board: Board, edition: Edition, house: str, effect: str) -> Iterator[TacticsCard]:
    """The open tactics cards of a house with an effect."""
    tactics = board.tactics
    for card in tactics.open.get(house, ()) if tactics is not None else ():
        if edition.tactics[card].effect == effect:
            yield edition.tactics[card]


def lasting(board: Board, edition: Edition, house: str, effect: str) -> bool:
    """Whether what lasts of a tactics card with this effect holds for a house: until cards are chosen again."""
    return next(open_cards(board, edition, house, effect), None) is not None


def to_choose(board: Board, house: str) -> tuple[str, ...]:
    """The tactics cards that a house may choose now; none if it may choose none."""
    tactics = board.tactics
    if tactics is None or house in tactics.barred:
        return ()
    return tuple(card for card in tactics.decks.get(house, ()) if card not in tactics.forbidden)


def choosers(board: Board) -> list[str]:
    """The houses that choose a tactics card, in turn order; those that have only one come last, as nobody asks them."""
    found = [house for house in players_of(board) if to_choose(board, house)]
    return sorted(found, key=lambda house: len(to_choose(board, house)) == 1)


def tactics(game: Game) -> list[Step]:
    """In turn order each house does what its tactics card does at once."""
    board = game.board
    game.tell(e.PhaseStarted(phase="tactics"), TACTICS)
    chosen = board.tactics.open if board.tactics is not None else {}
    return [Step("tactic", {"house": house}) for house in turn_order(board) if house in chosen]


def tactic(game: Game, house: str) -> Play:
    """A house does what its tactics card does at once."""
    tactics = game.board.tactics
    for card in list(tactics.open.get(house, ())) if tactics is not None else ():
        yield from _at_once(game, house, game.edition.tactics[card])
    return []


def _at_once(game: Game, house: str, card: TacticsCard) -> Asks[None]:
    """What a card does at once, if it does anything."""
    effect = AT_ONCE.get(card.effect)
    if effect is not None:
        yield from effect(game, house, card)


def _spend(game: Game, house: str, amount: int, card: str) -> None:
    game.tell(e.PowerSpent(house=house, amount=amount, because=card), TACTICS)


def _careful_planning(game: Game, house: str, card: TacticsCard) -> Asks[None]:
    """Power, or for Power another card, which is used as if it had been chosen; none that is forbidden (T-25)."""
    board, cost = game.board, int(card.values["cost"])
    open_ = board.tactics.open[house] if board.tactics is not None else []
    more = tuple(one for one in to_choose(board, house) if one not in open_) if board.power[house] >= cost else ()
    question = d.PickEffect(seat=game.seat(house), house=house, because=card.id, choices=(*more, TAKE))
    answer = yield from game.ask_or_force(question)
    if answer.choice == TAKE:
        game.gain_power(house, int(card.values["power"]), card.id, TACTICS)
        return
    _spend(game, house, cost, card.id)
    game.tell(e.TacticAdded(house=house, card=answer.choice, because=card.id), TACTICS)
    yield from _at_once(game, house, game.edition.tactics[answer.choice])


def _forge_alliances(game: Game, house: str, card: TacticsCard) -> Asks[None]:
    """For Power the top card of an alliance deck, as it lies."""
    cost = int(card.values["cost"])
    decks = open_decks(game.position, game.edition, house)
    if not decks or game.board.power[house] < cost:
        return
    deck = yield from game.pick(house, card.id, (*decks, DECLINE))
    if deck != DECLINE:
        _spend(game, house, cost, card.id)
        yield from draw(game, house, deck, card.id)


def free_to_enter(board: Board, edition: Edition, house: str, area: str) -> bool:
    """Whether an area is nobody else's: no opponent controls it, and no neutral force holds it."""
    return area not in board.neutral and controller(board, edition, area) in (None, house)


def _manage_troops(game: Game, house: str, card: TacticsCard) -> Asks[None]:
    """Units and leaders go from one own area to another next to it; an order that nobody is left for goes."""
    board, edition = game.board, game.edition
    found = {
        area: tuple(to for to in options(board, edition, house, area) if controller(board, edition, to) == house)
        for area in sorted(board.forces, key=edition.area_order.__getitem__)
        if board.forces[area].house == house
    }
    goals = {area: to for area, to in found.items() if to}
    if not goals:
        return
    answer = yield from game.ask(d.MoveTroops(seat=game.seat(house), house=house, because=card.id, options=goals))
    yield from carry_out(game, house, answer)
    placed = board.orders.get(answer.area)
    if placed is not None and answer.area not in board.forces:
        gone = e.OrderRemoved(house=house, area=answer.area, order=placed.order, because=card.id)
        game.tell(gone, TACTICS)


def hostages(board: Board, house: str, owner: str) -> list[str]:
    """The leaders of another house in the cell of a house."""
    return [name for name, leader in board.leaders.items() if leader.cell == house and leader.house == owner]


def _secure_hostages(game: Game, house: str, card: TacticsCard) -> Asks[None]:
    """For each hostage its owner gives up Power, as far as there is some, and the captor takes as much from the
    pool."""
    board = game.board
    for owner in list(turn_order(board)):
        amount = min(int(card.values["power"]) * len(hostages(board, house, owner)), board.power[owner])
        if amount < 1:
            continue
        answer = yield from game.pick(house, card.id, (TAKE, DECLINE), owner)
        if answer == TAKE:
            _spend(game, owner, amount, card.id)
            game.gain_power(house, amount, card.id, TACTICS)


AT_ONCE: Mapping[str, Callable[[Game, str, TacticsCard], Asks[None]]] = {
    "careful-planning": _careful_planning,
    "forge-alliances": _forge_alliances,
    "manage-troops": _manage_troops,
    "secure-hostages": _secure_hostages,
}


def round_ends(game: Game) -> None:
    """In turn order each house whose objective is met gains claim for it; that card and those used up leave the game.
    They hold on until cards are chosen again.
    """
    board, edition = game.board, game.edition
    tactics = board.tactics
    for house in list(turn_order(board)) if tactics is not None else ():
        for card in [edition.tactics[one] for one in tactics.open.get(house, ())] if tactics is not None else ():
            if card.effect == "objective" and met(board, edition, house, card):
                game.tell(e.TacticRemoved(house=house, card=card.id, because="objective"), TACTICS)
                gain_claim(game, house, int(card.values.get("claim", 1)), card.id, TACTICS)
            elif card.values.get("used_up"):
                game.tell(e.TacticRemoved(house=house, card=card.id, because="used"), TACTICS)
            if board.ending is not None:
                return


def met(board: Board, edition: Edition, house: str, card: TacticsCard) -> bool:
    """Whether what an objective asks for has been done."""
    areas = tuple(card.values.get("areas", ())) or (str(card.values.get("area", "")),)
    return OBJECTIVES[card.values["kind"]](board, edition, house, areas)


def _control_any(board: Board, edition: Edition, house: str, areas: tuple[str, ...]) -> bool:
    return any(controller(board, edition, area) == house for area in areas)


def _won_as_attacker(board: Board, edition: Edition, house: str, areas: tuple[str, ...]) -> bool:
    """A battle won this round by an attack, in one of the areas, if any are named."""
    attacked = {(deed.other, deed.area) for deed in board.deeds if deed.house == house and deed.what == "attacked"}
    beaten = {(deed.other, deed.area) for deed in board.deeds if deed.house == house and deed.what == "beat"}
    return any(areas in (("",), ()) or area in areas for _, area in attacked & beaten)


# By kind of objective, as the data name it.
OBJECTIVES: Mapping[str, Callable[[Board, Edition, str, tuple[str, ...]], bool]] = {
    "control-area": _control_any,
    "control-any-of": _control_any,
    "win-battle-as-attacker": _won_as_attacker,
}
