"""Median times of what players wait for, on one core, and the games measured."""

from __future__ import annotations

import itertools
import statistics
import time
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import atlas
from adjudicator import documents, games, selfplay
from adjudicator.engine import Decision, Oracle, Outcome, Position, Sheet, SourcedAnswer, TurnInput, kind_of

SEED, ROUND = "a game to measure", 4
PLANNING = f"r{ROUND}-planning"
MIN_BATTLES = 5


class Sample(NamedTuple):
    """What is measured: edition, players, and player houses where others are vassals."""

    edition: str
    players: int
    houses: tuple[str, ...] = ()

    def start(self, seed: str) -> Position:
        """A game of it."""
        return games.start(self.edition, self.players, seed, (), self.houses)


FIRST = Sample("first-edition", 5)
DRAGONS = Sample("mother-of-dragons", 8)
STORM = Sample("storm-of-swords", 4)
TABLE = Sample("btwixt", 5)
VASSALS = Sample("mother-of-dragons", 5, ("stark", "lannister", "greyjoy", "martell", "targaryen"))


@cache
def planning_turn(sample: Sample = FIRST) -> tuple[bytes, dict[str, Sheet]]:
    """Return the stored planning position of a middle round and each player's sheet.

    The sheets order and march what bots do there, with second choices, conditions and preferences around it.
    """
    for number in itertools.count(1):
        stored, sheets = _planning_turn(sample, f"{SEED} {number}")
        if not sheets:
            continue
        outcome = resolve(stored, sheets)
        # The round is played to its end, with battles in it.
        if outcome.showing.board.round > ROUND and _battles(outcome) >= MIN_BATTLES:
            return stored, sheets
    raise AssertionError("seeds never end")


def _planning_turn(sample: Sample, seed: str) -> tuple[bytes, dict[str, Sheet]]:
    """The planning turn of a game, if it gets there, and the sheets."""
    bot = selfplay.find_oracle("steward", seed)
    begin = sample.start(seed)
    rules = games.of(begin)
    before = rules.advance(begin, _oracle_until(bot, _asks_for_orders))
    stored = documents.encode(before.position)
    if not before.waiting:
        return stored, {}
    after = rules.advance(
        documents.decode(stored), _oracle_until(bot, lambda position, _: position.board.round != ROUND)
    )
    board = before.showing.board
    players = rules.played(board)
    return stored, {house: rules.sheet_as_played(before.showing, house, after.answers) for house in players}


def _battles(outcome: Outcome[Position]) -> int:
    return sum(kind_of(record.event) == "battle-won" for record in outcome.records)


def _asks_for_orders(position: Position, decision: Decision) -> bool:
    return position.board.round >= ROUND and kind_of(decision) == "place-orders"


def _oracle_until(oracle: Oracle, stops: Callable[[Position, Decision], bool]) -> Oracle:
    """Return an oracle that answers as `oracle` until `stops` is true, then None."""
    return lambda position, decision: None if stops(position, decision) else oracle(position, decision)


@cache
def suggested_turn(sample: Sample = TABLE, part: str = "", battles: int = 0) -> tuple[bytes, dict[str, Any], str]:
    """Return a middle round's stored opening position, bots' sheets and window.

    Works for any family whose bots write sheets. `part` names the turn of the round where there are several, as
    `planning`; `battles` is the number of battles fought in it.
    """
    for number in itertools.count():
        stored, sheets, window = _turn_of_game(sample, f"{SEED} {number}" if number else SEED, part)
        if not battles or (sheets and _battles(resolve(stored, sheets, window)) >= battles):
            return stored, sheets, window
    raise AssertionError("seeds never end")


def _turn_of_game(sample: Sample, seed: str, part: str) -> tuple[bytes, dict[str, Any], str]:
    """The turn of a game, if it gets there, the sheets and the window."""
    bot = selfplay.find_oracle("steward", seed)

    def opens(position: Position, decision: Decision) -> bool:
        return position.round >= ROUND and (
            not part or games.of(position).window(position, decision, "bulk") == f"r{ROUND}-{part}"
        )

    begin = sample.start(seed)
    rules = games.of(begin)
    outcome = rules.advance(begin, _oracle_until(bot, opens))
    shown, waiting = outcome.showing, outcome.waiting
    if not waiting:
        return documents.encode(outcome.position), {}, ""
    sheets = {house: rules.suggest_sheet(rules.view(shown, house, waiting)) for house in rules.played(shown.board)}
    return documents.encode(outcome.position), sheets, rules.window(shown, waiting[0], "bulk")


def resolve(stored: bytes, sheets: dict[str, Any], window: str = PLANNING) -> Outcome[Position]:
    """Adjudicate a turn in bulk."""
    position = documents.decode(stored)
    return games.of(position).resolve(position, TurnInput(window=window, sheets=sheets))


def check_all(stored: bytes, sheets: dict[str, Sheet]) -> None:
    """Check every house's sheet as the site does when it is handed in."""
    position = documents.decode(stored)
    shown = games.of(position).resume(position)
    for house, sheet in sheets.items():
        games.of(shown.showing).check_sheet(shown.showing, house, sheet, shown.waiting)


@cache
def largest_position(sample: Sample = FIRST) -> int:
    """Return the largest stored position's bytes in a bots' game, at any question."""
    bot = selfplay.find_oracle("steward", SEED)
    answered: set[str] = set()

    def ask(position: Position, decision: Decision) -> SourcedAnswer | None:
        if decision.id not in answered:
            answered.add(decision.id)
            return None
        return bot(position, decision)

    position, largest = sample.start(SEED), 0
    while True:
        outcome = games.of(position).advance(position, ask)
        stored = documents.encode(outcome.position)
        largest = max(largest, len(stored))
        if not outcome.waiting:
            return largest
        position = documents.decode(stored)


def median_ms(run: Callable[[], object], repeat: int) -> float:
    """The median time of a run in milliseconds; the first run only warms up."""
    run()
    times = []
    for _ in range(repeat):
        begun = time.perf_counter()
        run()
        times.append((time.perf_counter() - begun) * 1000)
    return round(statistics.median(times), 3)


def measure_all(repeat: int) -> dict[str, float]:
    """Run all measurements and return their figures by name.
    `_ms` are medians of up to `repeat` runs in milliseconds, `_bytes` are sizes in bytes."""
    stored, sheets = planning_turn()
    position = documents.decode(stored)
    rules = games.of(position)
    view = rules.view(rules.resume(position).showing, None)
    dragons, vassals = planning_turn(DRAGONS), planning_turn(VASSALS)
    storm = suggested_turn(STORM, "planning", battles=2)
    numbers = iter(range(1_000_000))
    few = max(min(3, repeat), repeat // 3)

    def play(bots: str) -> None:
        selfplay.play("first-edition", 5, f"bench-{next(numbers)}", bots, watched=False)

    return {
        "first_edition_round_ms": median_ms(lambda: adjudicate_round(stored, sheets), repeat),
        "first_edition_sheet_check_ms": median_ms(lambda: check_all(stored, sheets), repeat),
        "first_edition_steward_game_ms": median_ms(lambda: play("steward"), few),
        "first_edition_random_game_ms": median_ms(lambda: play("random"), few),
        "position_bytes": largest_position(),
        "mother_of_dragons_round_ms": median_ms(lambda: adjudicate_round(*dragons), repeat),
        "mother_of_dragons_vassals_round_ms": median_ms(lambda: adjudicate_round(*vassals), repeat),
        "mother_of_dragons_position_bytes": max(map(largest_position, (DRAGONS, VASSALS))),
        "storm_of_swords_round_ms": median_ms(lambda: adjudicate_round(*storm), repeat),
        "storm_of_swords_position_bytes": largest_position(STORM),
        "btwixt_round_ms": median_ms(lambda: adjudicate_round(*suggested_turn()), repeat),
        "btwixt_position_bytes": largest_position(TABLE),
        "map_png_ms": median_ms(lambda: atlas.drawer_of(view).picture(view), few),
        "map_svg_ms": median_ms(lambda: atlas.drawer_of(view).draw(view), few),
    }


def adjudicate_round(stored: bytes, sheets: dict[str, Sheet], window: str = PLANNING) -> Position:
    """Resolve a turn from stored bytes to stored bytes and records, as workers do."""
    outcome = resolve(stored, sheets, window)
    documents.encode(outcome.records)
    documents.encode(outcome.position)
    return outcome.position
