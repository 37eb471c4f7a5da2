"""What alliance cards do as long as they are held, but for battles and ways (Storm of Swords rules: alliance cards)."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.engine.asking import Asks
from adjudicator.engine.refusal import Refusal
from adjudicator.thrones.rules.raids import raid_reach
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.rules.storm import ways
from adjudicator.thrones.rules.storm.alliances import held, use_up
from adjudicator.thrones.rules.storm.lasting_tactics import replace_support
from adjudicator.thrones.state.answers import Raid
from adjudicator.thrones.state.board import Board, Placed
from adjudicator.thrones.state.edition import Edition

# What lets a raid reach further.
RAIDERS = "raiders"


def more_barrels(board: Board, edition: Edition, house: str) -> int:
    """Barrels that come with cards."""
    return sum(int(card.values["barrels"]) for card in held(board, edition, house, "supplies"))


def income_barred(board: Board, edition: Edition, house: str, area: str) -> bool:
    """Whether a Consolidate Power order of a house in an area brings nothing: next to it stand allied units of another
    house whose army bars that."""
    barring = {
        other
        for other in board.houses
        if other != house and any(card.values.get("blocks_power") for card in held(board, edition, other, "army"))
    }
    near = [board.forces.get(to) for to in edition.neighbours[area]] if barring else []
    return any(
        force is not None
        and force.house in barring
        and any(edition.units[unit].allied for unit in (*force.units, *force.routed))
        for force in near
    )


def _usual_reach(board: Board, edition: Edition, house: str, area: str) -> tuple[str, ...]:
    """Where a raid reaches without the raiders."""
    return (*raid_reach(edition, area), *ways.raid_beyond(board, edition, house, area))


def raid_beyond(board: Board, edition: Edition, house: str, area: str) -> Sequence[str]:
    """Where a raid reaches besides: over fords in storms; with the raiders two spaces away, and along arrows on which
    the house might march."""
    further = ways.raid_beyond(board, edition, house, area)
    if not held(board, edition, house, RAIDERS):
        return further
    near = _usual_reach(board, edition, house, area)
    beyond = [to for one in near for to in _usual_reach(board, edition, house, one)]
    facts = edition.areas[area]
    arrows = {*facts.arrows, *(to for _, to in facts.house_arrows)}
    beyond += [to for to in ways.more_ways(board, edition, house, area) if to in arrows]
    return (*further, *(to for to in dict.fromkeys(beyond) if to != area and to not in near))


def _by_raiders(board: Board, edition: Edition, house: str, answer: Raid) -> list[str]:
    """The targets of a raid that only the raiders reach."""
    near = _usual_reach(board, edition, house, answer.area)
    return [target for target in answer.targets if target not in near]


def refuse_raid(board: Board, edition: Edition, house: str, answer: Raid) -> Refusal | None:
    """Why a raid needs the raiders too often (`raiders-go-once`): they are used up with one target."""
    if board.realm is None or len(_by_raiders(board, edition, house, answer)) < 2:
        return None
    words = f"the raiders reach one area for a raid, not {' and '.join(answer.targets)}"
    return Refusal("raiders-go-once", words, f"raids.{answer.area}")


def raided(game: Game, house: str, answer: Raid, removed: Sequence[tuple[str, Placed]]) -> Asks[None]:
    """The raiders are used up if they were needed; whose Support order went may replace it."""
    if game.board.realm is not None and _by_raiders(game.board, game.edition, house, answer):
        use_up(game, house, held(game.board, game.edition, house, RAIDERS)[0])
    yield from replace_support(game, removed)
