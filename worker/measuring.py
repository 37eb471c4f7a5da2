"""Measurements of what players wait for, each the median of several runs on one core."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import atlas
from adjudicator import documents, games, selfplay
from adjudicator.engine.values import Position, Sheet
from worker import samples


def median_ms(run: Callable[[], object], repeat: int) -> float:
    """The median time of a run in milliseconds; the first run only warms up."""
    run()
    times = []
    for _ in range(repeat):
        begun = time.perf_counter()
        run()
        times.append((time.perf_counter() - begun) * 1000)
    return round(statistics.median(times), 3)


def everything(repeat: int) -> dict[str, float]:
    """All measurements by name; `_ms` are milliseconds, `_bytes` bytes."""
    stored, sheets = samples.planning_call()
    position = documents.decode(stored)
    rules = games.of(position)
    view = rules.view(rules.resume(position).showing, None)
    dragons, vassals = samples.planning_call(samples.DRAGONS), samples.planning_call(samples.VASSALS)
    storm = samples.suggested_call(samples.STORM, "planning", battles=2)
    numbers = iter(range(1_000_000))
    few = max(min(3, repeat), repeat // 3)
    return {
        "first_edition_round_ms": median_ms(lambda: adjudicate_round(stored, sheets), repeat),
        "first_edition_sheet_check_ms": median_ms(lambda: samples.check_all(stored, sheets), repeat),
        "first_edition_steward_game_ms": median_ms(lambda: steward_game(f"bench-{next(numbers)}"), few),
        "first_edition_random_game_ms": median_ms(lambda: random_game(f"bench-{next(numbers)}"), few),
        "position_bytes": samples.largest_position(),
        "mother_of_dragons_round_ms": median_ms(lambda: adjudicate_round(*dragons), repeat),
        "mother_of_dragons_vassals_round_ms": median_ms(lambda: adjudicate_round(*vassals), repeat),
        "mother_of_dragons_position_bytes": max(map(samples.largest_position, (samples.DRAGONS, samples.VASSALS))),
        "storm_of_swords_round_ms": median_ms(lambda: suggested_round(*storm), repeat),
        "storm_of_swords_position_bytes": samples.largest_position(samples.STORM),
        "btwixt_round_ms": median_ms(lambda: suggested_round(*samples.suggested_call()), repeat),
        "btwixt_position_bytes": samples.largest_position(samples.TABLE),
        "map_png_ms": median_ms(lambda: atlas.drawer_of(view).picture(view), few),
        "map_svg_ms": median_ms(lambda: atlas.drawer_of(view).draw(view), few),
    }


def adjudicate_round(stored: bytes, sheets: dict[str, Sheet]) -> Position:
    """A planning call from stored bytes to stored bytes, records too: what the worker does, without its database."""
    outcome = samples.resolve(documents.decode(stored), sheets)
    documents.encode(outcome.records)
    documents.encode(outcome.position)
    return outcome.position


def suggested_round(stored: bytes, sheets: dict[str, Sheet], window: str) -> Position:
    """A call with sheets that stewards wrote, from stored bytes to stored bytes."""
    outcome = samples.resolve_suggested(stored, sheets, window)
    documents.encode(outcome.records)
    documents.encode(outcome.position)
    return outcome.position


def steward_game(seed: str) -> None:
    """A whole game of five stewards."""
    selfplay.play("first-edition", 5, seed, "steward", watched=False)


def random_game(seed: str) -> None:
    """A whole game of five random players."""
    selfplay.play("first-edition", 5, seed, "random", watched=False)
