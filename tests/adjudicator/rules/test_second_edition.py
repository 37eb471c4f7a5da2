"""Second opinions on whole random games of the second edition: between steps nothing is left undone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from adjudicator import games
from adjudicator.engine import step as engine
from adjudicator.engine.chance import Picker
from adjudicator.selfplay import random_player
from adjudicator.thrones.game import THRONES, ThronesRules
from adjudicator.thrones.state.board import CLOSED, Board, Position
from adjudicator.thrones.state.events import GarrisonRemoved, UnitDestroyed, UnitUpgraded
from tests.adjudicator.case_checks import sums

SECOND = games.edition("second-edition")
LIMITS = {"footman": 10, "knight": 5, "siege-engine": 2, "ship": 6}
EDITION = "second-edition"
every_count = pytest.mark.parametrize("players", [3, 4, 5, 6])


def master(board: Board, area: str) -> str | None:
    """Who holds a land area: units, token, home."""
    if area in board.forces:
        return board.forces[area].house
    home = SECOND.areas[area].home_of
    return board.tokens.get(area) or (home if home in board.houses else None)


def undone(board: Board) -> Iterator[str]:
    """What must not be so when a step is over."""
    pieces: Counter[tuple[str, str]] = Counter()
    for area, force in board.forces.items():
        kind = SECOND.areas[area].kind
        for unit, count in (*force.units.items(), *force.routed.items()):
            pieces[(force.house, unit)] += count
            if (unit == "ship") == (kind == "land"):
                yield f"a {unit} in {area}"
        if kind == "port" and master(board, SECOND.areas[area].land[0]) != force.house:
            yield f"ships of {force.house} in {area}"
        if kind == "port" and force.size() > 3:
            yield f"{force.size()} ships in {area}"
        if board.neutral.get(area) == CLOSED:
            yield f"{force.house} in closed {area}"
        if force.routed and force.routed.get("siege-engine"):
            yield f"a routed siege engine in {area}"
    yield from (f"{house} has {count} {unit}" for (house, unit), count in pieces.items() if count > LIMITS[unit])
    for area, placed in board.orders.items():
        if area not in board.forces or board.forces[area].house != placed.house:
            yield f"an order of {placed.house} in {area}"
    for area, garrison in board.garrisons.items():
        if master(board, area) != garrison.house:
            yield f"the garrison of {garrison.house} in {area}"
    for area in board.tokens:
        if SECOND.areas[area].kind != "land" or area in board.neutral:
            yield f"a token in {area}"


@every_count
@pytest.mark.parametrize("seed", ["one", "two", "three", "four", "five"])
def test_nothing_is_left_undone_between_steps(players: int, seed: str) -> None:
    found: list[str] = []

    def watch(position: Position) -> None:
        where = position.progress.agenda[0].name
        found.extend(f"before {where}, round {position.round}: {words}" for words in undone(position.board))

    start = games.start(EDITION, players, seed)
    outcome = engine.advance(ThronesRules(SECOND), start, random_player(Picker(seed, "players")), watch)
    assert found == []
    assert sums(outcome.records) == []
    assert outcome.showing.board.ending is not None


def test_what_only_this_edition_knows_happens() -> None:
    seen: Counter[str] = Counter()
    for number in range(12):
        oracle = random_player(Picker(f"happens {number}", "players"))
        for record in THRONES.advance(games.start(EDITION, 6, f"happens {number}"), oracle).records:
            event = record.event
            seen[type(event).__name__] += 1
            match event:
                case UnitDestroyed(because="port-lost"):
                    seen["ships lost in port"] += 1
                case UnitUpgraded(after="siege-engine"):
                    seen["siege engines"] += 1
    wanted = {GarrisonRemoved.__name__, "ships lost in port", "siege engines", "RavenLooked"}
    wanted |= {"WildlingCardDrawn", "CardSubstituted", "EffectChosen", "OrderMoved", "AttackersReturned"}
    assert {name: seen[name] for name in wanted if not seen[name]} == {}


@every_count
def test_an_override_keeps_garrisons_and_their_homes_together(players: int) -> None:
    from adjudicator.thrones.state import overrides as x

    position = THRONES.resume(games.start(EDITION, players, "edicts")).position
    taken = THRONES.issue(position, x.SetUnits(area="winterfell", house="lannister", units={"footman": 1}), "so", "gm")
    assert "winterfell" not in taken.showing.board.garrisons
    refused = THRONES.check_override(taken.position, x.SetNeutral(area="winterfell", strength=2))
    assert [error.code for error in refused.errors] == ["house-holds-it"]
    freed = THRONES.issue(taken.position, x.SetUnits(area="winterfell"), "so", "gm")
    again = THRONES.issue(freed.position, x.SetNeutral(area="winterfell", strength=3), "so", "gm")
    assert again.showing.board.garrisons["winterfell"].strength == 3
    deck = THRONES.check_override(again.position, x.SetDeck(deck="wildlings", order=("crow-killers",)))
    assert deck.errors == ()
