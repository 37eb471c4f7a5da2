"""`python -m tests.bench.typed_sheets`: what it costs to make a sheet of a text of sixty lines, and to check it.

Milliseconds of processor time a text, the median of many, beside what a fixed piece of Python takes here and now.
Asked are 20 for the text; it is read within a mail, before anything is locked.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable
from functools import partial

import click

from adjudicator import documents, games
from adjudicator.engine.values import Sheet
from narration.typed_sheets import read_sheet_text, sheet_text
from tests.bench import stages
from worker import measurements

LINES = 60


def texts() -> dict[str, str]:
    """For each house of a planning turn its sheet as text, with wishes for cards until it has so many lines."""
    _, sheets = measurements.planning_turn()
    edition = games.edition(measurements.FIRST.edition)
    found = {}
    for house, sheet in sheets.items():
        lines = sheet_text(sheet, edition, (), "en").rstrip("\n").split("\n")
        lines += [f"CARD defender: weakest if lead > {number} and round < 9" for number in range(LINES - len(lines))]
        found[house] = "\n".join(lines[:LINES])
    return found


def median(times: int, work: Callable[[], object]) -> float:
    """Milliseconds of processor time."""
    taken = []
    for _ in range(times):
        began = time.process_time()
        work()
        taken.append(1000 * (time.process_time() - began))
    return statistics.median(taken)


def measure(times: int) -> dict[str, object]:
    """Text to sheet, and the sheet checked in its position; of the house with which it takes longest."""
    edition = games.edition(measurements.FIRST.edition)
    position = documents.decode(measurements.planning_turn()[0])
    outcome = games.of(position).resume(position)

    def read(text: str) -> Sheet:
        return read_sheet_text(text, edition, ()).sheet

    def check(house: str, text: str) -> None:
        report = games.of(outcome.showing).check_sheet(outcome.showing, house, read(text), outcome.waiting)
        if report.errors:
            raise RuntimeError(f"the sheet of {house} is refused: {report.errors[0].words}")

    found = texts()
    return {
        "lines": LINES,
        "letters": max(map(len, found.values())),
        "text_to_sheet_ms": round(max(median(times, partial(read, text)) for text in found.values()), 2),
        "text_to_checked_sheet_ms": round(max(median(times, partial(check, *one)) for one in found.items()), 2),
        "calibration_ms": round(stages.calibration()),
    }


@click.command()
@click.option("--times", default=50, show_default=True, type=click.IntRange(1, 10_000))
def main(times: int) -> None:
    """Measure, and print the figures."""
    click.echo(json.dumps(measure(times)))


if __name__ == "__main__":
    main()
