"""Positions to draw: the start of a game, and a full board in the middle of one."""

from __future__ import annotations

from adjudicator import games
from adjudicator.thrones.state.board import Battle, Board, Force, Leader, Placed, View
from adjudicator.thrones.state.components import Area
from adjudicator.thrones.state.edition import Edition
from atlas.thrones.geometry import geometry

# Every edition with a map, and the most that play it.
EDITIONS = {"first-edition": 5, "second-edition": 6, "mother-of-dragons": 8, "storm-of-swords": 4}
# Every map: its edition, and the most that play on it.
SHEETS = {
    "first-edition": ("first-edition", 5),
    "second-edition": ("second-edition", 6),
    "mother-of-dragons": ("mother-of-dragons", 7),
    "mother-of-dragons-targaryen": ("mother-of-dragons", 8),
    "storm-of-swords": ("storm-of-swords", 4),
}


def start(players: int = 5, seat: str | None = None, edition: str = "first-edition") -> View:
    """The set-up, before the first round."""
    return games.of_edition(edition).view(games.start(edition, players, "atlas"), seat)


def begun(sheet: str, seat: str | None = None) -> View:
    """The set-up for the most that play on a map."""
    edition, players = SHEETS[sheet]
    return start(players, seat, edition)


def shown(sheet: str) -> dict[str, Area]:
    """The areas of an edition that are on a map, in the order of the data."""
    return {
        area: facts for area, facts in games.edition(SHEETS[sheet][0]).areas.items() if area in geometry(sheet).areas
    }


def crowded(seat: str | None = "tyrell", sheet: str = "first-edition") -> View:
    """Every area full: units of all kinds, some routed, every order, control tokens, a battle."""
    view = begun(sheet, seat)
    board, rules = view.board, games.edition(SHEETS[sheet][0])
    orders, houses = list(rules.orders), board.houses
    for n, (area, facts) in enumerate(shown(sheet).items()):
        house = houses[n % len(houses)]
        if facts.kind == "land":
            engines = {"siege-engine": 1} if "siege-engine" in rules.units and n % 3 == 0 else {}
            board.forces[area] = Force(
                house, {"footman": 1 + n % 4, "knight": 1 + n % 2, **engines}, {"footman": 1} if n % 5 == 0 else {}
            )
            board.tokens[area] = house
        else:
            board.forces[area] = Force(house, {"ship": 1 + n % 4}, {"ship": 1} if n % 3 == 0 else {})
        board.orders[area] = Placed(house, orders[n % len(orders)])
    board.neutral = {}
    board.round, board.phase, board.wildlings = 6, "marches", 8
    board.spent = ["valyrian-blade"]
    board.revealed = {"1": "mustering", "2": "clash-of-kings", "3": "wildling-attack"}
    if board.bank:
        board.bank.slots = list(rules.loans)[:3]
        board.loyalty = {area: 1 + n % 2 for n, area in enumerate(list(board.forces)[::4])}
        board.improvements = {area: ["barrel", "crown"] for area in list(board.forces)[::5]}
    if board.realm:
        storm(board, rules)
    board.battle = Battle("riverrun", "stark", "lannister", "seagard", "march+1", {"footman": 2, "knight": 1})
    return view


def storm(board: Board, rules: Edition) -> None:
    """Allied units, leaders up to the places there are, tactics, alliances, claim, in a storm."""
    assert board.realm is not None
    assert board.tactics is not None
    areas, houses, cards = list(board.forces), board.houses, list(rules.alliances)
    for force in list(board.forces.values())[::4]:
        force.units |= {"allied-footman": 2}
    for n, leader in enumerate(rules.leaders):
        board.leaders[leader] = Leader(houses[n % 4], area=areas[n * 2], active=n % 3 == 0)
    board.leaders["eddard-stark"] = Leader("stark", cell="lannister")
    board.tactics.open = {house: board.tactics.decks[house][n : n + 1 + n % 2] for n, house in enumerate(houses)}
    board.realm.weather, board.realm.claim = 2, [houses[n % 3] for n in range(6)]
    board.realm.alliances = {house: cards[n * 5 : n * 6] for n, house in enumerate(houses)}
    board.realm.tops, board.realm.permanent = {rules.alliances[cards[-1]].deck: cards[-1]}, {"frey": houses[1]}
