"""Commands for tests and measurements: self-play and benchmarks."""

from __future__ import annotations

import json
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TypeVar

import click

from adjudicator import games, selfplay as playing
from adjudicator.selfplay import Parity, Played
from worker import files
from worker.environment import load_editions
from worker.files import BadInput

MAX_SHOWN = 20
R = TypeVar("R")
EDITION = click.option("--edition", default="first-edition", show_default=True)
PLAYERS = click.option("--players", default=5, show_default=True)
COUNT = click.option("--games", "count", default=100, show_default=True, type=click.IntRange(1))
JOBS = click.option("--jobs", default=1, show_default=True, type=click.IntRange(1, 64), help="The number of processes.")
JSON = click.option("--json", "as_json", is_flag=True, help="One JSON object.")


@click.command()
@EDITION
@PLAYERS
@COUNT
@click.option("--seed", default="selfplay", show_default=True, help="Game n has the seed SEED-n.")
@click.option("--bots", type=click.Choice(["random", "steward"]), default="random", show_default=True)
@JOBS
@click.option("--module", "modules", multiple=True, help="An optional rule. Repeat it for more.")
@click.option("--mixed", is_flag=True, help="Draw optional rules and houses for each game.")
@click.option("--by-sheet", default="", help="A house, or all, that plays by order sheets. Bots play all houses then.")
@click.option("--unwatched", is_flag=True, help="Only play: check no invariants and no replays.")
@JSON
def selfplay(
    edition: str,
    players: int,
    count: int,
    seed: str,
    bots: str,
    jobs: int,
    modules: tuple[str, ...],
    mixed: bool,
    by_sheet: str,
    unwatched: bool,
    as_json: bool,
) -> None:
    """Let bots play games and check all invariants. Exit code 1 if one is broken."""
    with files.refusals("selfplay"):
        begun_with = games.start(edition, players, seed, modules).board.houses
    if by_sheet not in ("", "all", *begun_with):
        raise click.BadParameter(f"all, or one of {', '.join(begun_with)}", param_hint="--by-sheet")
    begun = time.perf_counter()
    play = partial(playing.play, edition, players, bots=bots, watched=not unwatched, by_sheet=by_sheet)

    def job(game_seed: str) -> Callable[[], Played]:
        parts, drawn = playing.mixture(edition, players, game_seed) if mixed else (modules, ())
        return partial(play, game_seed, modules=parts, houses=drawn)

    results = list(_run_in_processes([job(f"{seed}-{number}") for number in range(1, count + 1)], jobs, 4))
    report = summary(edition, players, results, time.perf_counter() - begun)
    click.echo(json.dumps(report) if as_json else report_text(report))
    if report["violations"] or report["finished"] != count:
        sys.exit(1)


def _call(job: Callable[[], R]) -> R:
    # At the level of the module, so that other processes find it.
    return job()


def _run_in_processes(work: Sequence[Callable[[], R]], jobs: int, chunk: int = 1) -> Iterator[R]:
    """Run jobs in `jobs` processes, or here if 1; yield results in their order.
    Each process takes `chunk` jobs at a time."""
    if jobs == 1:
        yield from map(_call, work)
        return
    with multiprocessing.get_context("spawn").Pool(jobs, load_editions) as pool:
        yield from pool.imap(_call, work, chunksize=chunk)


def summary(edition: str, players: int, results: Iterable[Played], seconds: float) -> dict[str, object]:
    """The results of a self-play run, as the command prints them."""
    played = list(results)
    rounds = sum(game.rounds for game in played)
    winners = Counter("+".join(sorted(game.winners)) for game in played if game.winners)
    violations = [f"{game.seed}: {words}" for game in played for words in game.violations]
    happened: Counter[str] = Counter()
    for game in played:
        happened.update(game.happened)
    return {
        "edition": edition,
        "players": players,
        "games": len(played),
        "finished": sum(game.finished for game in played),
        "rounds": rounds,
        "decisions": sum(game.decisions for game in played),
        "seconds": round(seconds, 3),
        "rounds_per_second": round(rounds / seconds, 1) if seconds else 0.0,
        "winners": dict(sorted(winners.items())),
        "happened": dict(sorted(happened.items())),
        "violations": len(violations),
        "violations_shown": violations[:MAX_SHOWN],
    }


def report_text(report: dict[str, object]) -> str:
    """Return a report as text, a line for each value and each row of its lists."""
    lists = {key: value for key, value in report.items() if isinstance(value, list)}
    lines = [f"{key.replace('_', ' ')}: {value}" for key, value in report.items() if key not in lists]
    return "\n".join([*lines, *(str(row) for rows in lists.values() for row in rows)])


@click.command()
@EDITION
@PLAYERS
@COUNT
@click.option("--seed", default="parity", show_default=True, help="Game n has the seed SEED-n.")
@click.option("--pace", default="bulk", show_default=True, help="A named pace of the edition.")
@JOBS
@JSON
def parity(edition: str, players: int, count: int, seed: str, pace: str, jobs: int, as_json: bool) -> None:
    """Compare live play with orders written ahead, house by house: wins and scores."""
    with files.refusals("parity"):
        games.start(edition, players, seed)
    if pace not in games.of_edition(edition).named_paces:
        paces = ", ".join(games.of_edition(edition).named_paces)
        raise BadInput(f"parity: --pace: there is no pace {pace!r}; use {paces} (unknown-pace)")
    work = [partial(playing.compare, edition, players, f"{seed}-{n}", pace) for n in range(1, count + 1)]
    result = Parity()
    for comparison in _run_in_processes(work, jobs):
        result.add(comparison)
    report = {"edition": edition, "players": players, "pace": pace, **playing.report(result)}
    click.echo(json.dumps(report) if as_json else report_text(report))


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object: metric to median.")
@click.option("--repeat", default=15, show_default=True, type=click.IntRange(1, 1000), help="Runs of each measurement.")
def bench(as_json: bool, repeat: int) -> None:
    """Run the benchmarks on this machine; prints medians of several runs."""
    from worker import measurements

    figures = measurements.measure_all(repeat)
    click.echo(json.dumps(figures) if as_json else "\n".join(f"{name}: {value}" for name, value in figures.items()))
