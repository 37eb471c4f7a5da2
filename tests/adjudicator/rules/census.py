"""Second opinions: what the board must obey, counted afresh without the rules' own code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from adjudicator import games
from adjudicator.engine.step import Record
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import Board

FIRST = games.edition("first-edition")
LIMITS = {"footman": 10, "knight": 4, "ship": 6}
SUPPLY = ((2, 2), (3, 2), (3, 2, 2), (3, 2, 2, 2), (3, 3, 2, 2), (4, 3, 2, 2), (4, 3, 2, 2, 2))


def census(board: Board) -> Counter[tuple[str, str]]:
    """How many units of each kind every house has, those in a battle too."""
    found: Counter[tuple[str, str]] = Counter()
    for force in board.forces.values():
        for pile in (force.units, force.routed):
            for unit, count in pile.items():
                found[(force.house, unit)] += count
    if board.battle is not None:
        for unit, count in board.battle.troop.items():
            found[(board.battle.attacker, unit)] += count
    return +found


def accounted(begin: Counter[tuple[str, str]], records: Iterable[Record]) -> Counter[tuple[str, str]]:
    """How many units there must be after these events: only mustering, upgrades and deaths change their number."""
    found = Counter(begin)
    for record in records:
        match record.event:
            case e.UnitMustered(house=house, unit=unit):
                found[(house, unit)] += 1
            case e.UnitUpgraded(house=house, before=before, after=after):
                found[(house, before)] -= 1
                found[(house, after)] += 1
            case e.UnitDestroyed(house=house, unit=unit):
                found[(house, unit)] -= 1
    return +found


def _fed(sizes: list[int], supply: int) -> bool:
    """Whether armies can be matched with the flags of a supply level, the largest with the largest."""
    armies = sorted((size for size in sizes if size > 1), reverse=True)
    flags = SUPPLY[supply]
    return len(armies) <= len(flags) and all(size <= flag for size, flag in zip(armies, flags, strict=False))


def hungry(board: Board) -> Iterator[str]:
    """Houses whose armies exceed their supply; attackers are an army where they attack."""
    for house in board.houses:
        sizes = [f.size() for f in board.forces.values() if f.house == house]
        if board.battle is not None and board.battle.attacker == house:
            sizes.append(sum(board.battle.troop.values()))
        if not _fed(sizes, board.supply[house]):
            yield f"{house} has armies {sorted(sizes)} at supply {board.supply[house]}"


def faults(board: Board) -> Iterator[str]:
    """Limits of pieces and tokens, terrain, and one house to an area."""
    for (house, unit), count in census(board).items():
        if count > LIMITS[unit]:
            yield f"{house} has {count} {unit}"
    for house in board.houses:
        laid = sum(1 for owner in board.tokens.values() if owner == house)
        if not 0 <= board.power[house] <= 20 - laid:
            yield f"{house} has {board.power[house]} Power and {laid} tokens laid"
        cards = Counter(board.hands[house] + board.discards[house])
        if board.battle is not None and house in board.battle.cards:
            cards[board.battle.cards[house]] += 1
        if cards != Counter(FIRST.hands()[house]):
            yield f"{house} has the cards {dict(cards)}"
    for area, force in board.forces.items():
        sea = FIRST.areas[area].kind == "sea"
        if any((unit == "ship") != sea for unit in (*force.units, *force.routed)):
            yield f"{area} holds {force}"
        if area in board.neutral or board.tokens.get(area, force.house) != force.house:
            yield f"{area} belongs to two"
    for area in board.tokens:
        if FIRST.areas[area].kind == "sea":
            yield f"a token lies at sea in {area}"
