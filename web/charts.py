"""Figures over the rounds as drawings, with a table of each for whoever reads rather than looks.

Lines are told apart by colour, by dashes and by the letter at their end; lines that run together lie beside each other.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from atlas.drawers import arms
from correspondence.archive.statistics import Course
from narration.narrators import narrator_of
from narration.voice import Voice

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 240, 30, 46, 14, 26
# How far letters at the ends of lines lie apart at least.
LETTER = 18
DASHES = ("", "8 4", "3 4", "12 4 3 4", "1 5", "6 2 1 2", "14 6", "2 2 8 2")
# So many lines of a grid at most.
GRID = 8


@dataclass(frozen=True)
class ChartLine:
    """A figure of a house, round by round, as points of a drawing; `end` is where its letter stands."""

    house: str
    values: tuple[int, ...]
    points: str
    colour: str
    dashes: str
    end: tuple[float, float]
    letter: str


@dataclass(frozen=True)
class Chart:
    """A drawing of one figure of all houses. `across` and `up` are the labels with their places."""

    title: str
    rounds: tuple[int, ...]
    lines: tuple[ChartLine, ...]
    across: tuple[tuple[float, int], ...]
    up: tuple[tuple[float, int], ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - 6


def charts_of(course: Course, v: Voice) -> list[Chart]:
    """A drawing of each figure that the game's family tells of a round; none for a game with one round."""
    if len(course.rounds) < 2:
        return []
    told = [narrator_of(v.edition).round_figures(one.board, one.standings, v) for one in course.rounds]
    by_round = [dict(figures.lines) for figures in told]
    # One order for all drawings; whoever has figures in some rounds only has no line.
    order = [house for house in v.edition.houses if all(house in figures for figures in by_round)]
    numbers = tuple(one.round for one in course.rounds)
    return [
        chart(title, numbers, {house: [int(figures[house][place]) for figures in by_round] for house in order})
        for place, title in enumerate(told[0].head)
        if all(figures[house][place].lstrip("-").isdigit() for figures in by_round for house in order)
    ]


def chart(title: str, rounds: tuple[int, ...], values: Mapping[str, Sequence[int]]) -> Chart:
    """A drawing of the values of each house at the end of the rounds, of which there are two at least."""
    most = max((max(row) for row in values.values()), default=1) or 1
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def x(place: int) -> float:
        return round(LEFT + wide * place / (len(rounds) - 1), 1)

    def y(value: float) -> float:
        return round(TOP + high * (1 - value / most), 1)

    lines, taken = [], set[float]()
    for number, (house, row) in enumerate(values.items()):
        aside = (number - (len(values) - 1) / 2) * 1.6
        points = " ".join(f"{x(place)},{y(value) + aside:.1f}" for place, value in enumerate(row))
        end = _free(y(row[-1]) + 5, taken)
        taken.add(end)
        sign, dashes = arms(house), DASHES[number % len(DASHES)]
        lines.append(ChartLine(house, tuple(row), points, sign.tint, dashes, (WIDTH - RIGHT + 10, end), sign.letter))
    step = -(-most // GRID)
    return Chart(
        title=title,
        rounds=rounds,
        lines=tuple(lines),
        across=tuple((x(place), number) for place, number in enumerate(rounds)),
        up=tuple((y(value), value) for value in range(0, most + 1, step)),
    )


def _free(wanted: float, taken: Collection[float]) -> float:
    """The height nearest to the one wanted, within the chart, at which a letter lies on no other."""
    heights = sorted(range(TOP, HEIGHT, 2), key=lambda height: abs(height - wanted))
    free = (height for height in (wanted, *heights) if all(abs(height - other) >= LETTER for other in taken))
    return next(free, wanted)
