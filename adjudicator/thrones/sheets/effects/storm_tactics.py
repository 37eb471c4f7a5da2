"""Tactics cards of A Storm of Swords: which is chosen, and what they ask."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.thrones.rules.storm.alliances import PERMANENT, held
from adjudicator.thrones.rules.storm.tactics import DECLINE, TACTICS, TAKE, choosers, met, to_choose
from adjudicator.thrones.sheets.effects.effect import Effect, listed
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.components import TacticsCard
from adjudicator.thrones.state.edition import Edition
from adjudicator.thrones.steward.feud import inclination
from adjudicator.thrones.steward.outlook import Outlook
from adjudicator.thrones.steward.planning import Wishing, power_value
from adjudicator.thrones.steward.sight import Sight

PAY = "pay"
# Alliances pay for the longer the sooner they are made.
EARLY = 0.25
# What an attack on a city, a threatened city, claim and the rest are worth as reasons for a card.
ATTACK, THREAT, CLAIM, SECOND = 2.6, 6.0, 6.0, 0.4


def _planned(sight: Sight) -> set[str]:
    """Where the house would attack as things stand."""
    wishing = Wishing(sight, tuple(area for area in sight.own() if sight.board.forces[area].units))
    return {area for area in wishing.fights.values() if area is not None}


def _settlements(sight: Sight) -> list[str]:
    return [area for area in sight.chart.settled if sight.owner[area] == sight.house]


def _forge(sight: Sight, card: TacticsCard) -> float:
    left = sight.edition.rounds - sight.board.round
    affordable = sight.board.power[sight.house] >= int(card.values["cost"])
    return (1.2 + EARLY * left) if affordable else 0.0


def _control(sight: Sight, card: TacticsCard) -> float:
    planned = [area for area in _planned(sight) if sight.facts(area).settlement != "none"]
    return ATTACK if planned else 0.9


def _hold(sight: Sight, card: TacticsCard) -> float:
    outlook = Outlook(sight)
    risk = max((outlook.loss(area, float(sight.strength(area))) for area in _settlements(sight)), default=0.0)
    return 0.8 + THREAT * max(0.0, risk - 0.1)


def _hostages(sight: Sight, card: TacticsCard) -> float:
    board = sight.board
    owners = [leader.house for leader in board.leaders.values() if leader.cell == sight.house]
    held = any(leader.cell for leader in board.leaders.values() if leader.house == sight.house)
    return sum(0.9 * min(2, board.power[owner]) for owner in owners) + 1.2 * held


def _objective(sight: Sight, card: TacticsCard) -> float:
    """Claim, if what it asks is done already, or planned."""
    if met(sight.board, sight.edition, sight.house, card):
        return CLAIM
    areas = {*card.values.get("areas", ()), card.values.get("area", "")}
    return 0.6 * CLAIM if areas & _planned(sight) else 0.1


REASONS = {
    "careful-planning": lambda sight, card: 1.0 + 0.5 * power_value(sight),
    "control-westeros": _control,
    "forge-alliances": _forge,
    "hold-territory": _hold,
    "manage-troops": lambda sight, card: 0.7,
    "secure-hostages": _hostages,
    "support-allies": lambda sight, card: 0.6,
    "objective": _objective,
}


def _tactic(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """The card that suits what the house plans, fears, or has."""
    card = sight.edition.tactics.get(choice)
    return REASONS[card.effect](sight, card) if card is not None else 0.0


def _careful(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Power, unless another card is worth more than what is given up for it."""
    if choice == TAKE:
        return 2 * power_value(sight)
    return _tactic(sight, decision, choice) - SECOND - 2 * power_value(sight) if choice != DECLINE else 0.0


def _deck(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """The deck of which the house has most cards; with what is open on top."""
    if choice in (PAY, DECLINE):
        return _replaced(sight, decision, choice)
    mine = sum(card.deck == choice for card in held(sight.board, sight.edition, sight.house))
    realm = sight.board.realm
    top = realm.tops.get(choice) if realm is not None else None
    return 1.0 + min(mine, PERMANENT) + (LIKED.get(sight.edition.alliances[top].effect, 1.0) if top else 0.8)


# What alliance cards are worth to anybody.
LIKED = {
    "army": 2.5,
    "leadership": 2.0,
    "political-support": 2.4,
    "plots": 1.6,
    "military-support": 1.5,
    "supplies": 1.3,
}


def _replaced(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """A Support order is had back for Power where the house has some left, and units that count."""
    strong = sight.strength(decision.subject) > 2 if decision.subject in sight.board.forces else False
    return float((choice == PAY) == (strong and sight.board.power[sight.house] >= 4))


def _ally(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Help against the greater menace."""
    battle = sight.board.battle
    if choice in (PAY, DECLINE) or battle is None:
        return _replaced(sight, decision, choice) if choice == PAY else 0.5
    side = inclination(sight, sight.house, battle.area, battle.attacker, battle.defender)
    return float(battle.role(choice) == side)


def _secured(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Power; own leaders before others; the track on which the house rises most."""
    board = sight.board
    if choice in board.tracks:
        places = board.tracks[choice]
        return float(places.index(sight.house) - places.index(decision.subject))
    if choice in board.leaders:
        return 2.0 if board.leaders[choice].house == sight.house else 1.0
    return 1.0 if choice == TAKE else 0.5


def _cards(board: Board, edition: Edition, house: str) -> tuple[str, ...]:
    found = to_choose(board, house) if board.phase in ("planning", "westeros") else ()
    return found if len(found) > 1 else ()


def _second(board: Board, edition: Edition, house: str, card: TacticsCard) -> Mapping[str, tuple[str, ...]]:
    others = tuple(one for one in to_choose(board, house) if one != card.id)
    return {"": (*others, TAKE)}


def _decks(board: Board, edition: Edition, house: str, card: TacticsCard) -> Mapping[str, tuple[str, ...]]:
    permanent = board.realm.permanent if board.realm is not None else {}
    decks = tuple(deck for deck in edition.alliance_decks if permanent.get(deck, house) == house)
    return {"": (*decks, DECLINE), "replace": (PAY, DECLINE)}


def _allies(board: Board, edition: Edition, house: str, card: TacticsCard) -> Mapping[str, tuple[str, ...]]:
    others = tuple(other for other in board.houses if other != house)
    return {"": (*others, DECLINE), "replace": (PAY, DECLINE)}


def _freed(board: Board, edition: Edition, house: str, card: TacticsCard) -> Mapping[str, tuple[str, ...]]:
    held = tuple(name for name, leader in board.leaders.items() if leader.cell not in ("", house))
    found = {"": (TAKE, DECLINE), "track": (*edition.tracks, DECLINE)}
    return {**found, "leader": (*held, DECLINE)} if held else found


# What the choice of the cards asks.
RULES = (
    Effect(
        name=TACTICS,
        names=("tactic",),
        moment="tactics",
        liking=_tactic,
        offers=listed(_cards),
        at_once=lambda position: choosers(position.board),
    ),
)
EFFECTS = (
    *RULES,
    Effect(name="careful-planning", names=("tactic",), liking=_careful, offers=_second),
    Effect(name="forge-alliances", names=("ally",), liking=_deck, offers=_decks),
    Effect(name="secure-hostages", names=("leader", "track"), liking=_secured, offers=_freed),
    Effect(name="support-allies", names=("house",), liking=_ally, offers=_allies),
)
