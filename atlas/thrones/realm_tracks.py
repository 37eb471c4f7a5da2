"""What A Storm of Swords has in its seas: the claim track, and the weather around the compass."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache

from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import Edition
from atlas import lettering
from atlas.parts import Piece, square
from atlas.svg import group, stroke, tag, text
from atlas.theme import Theme
from atlas.thrones import ornament, symbols, tokens
from atlas.thrones.words import say

# The claim track: its first place, from one to the next, and how many there are.
CLAIM_X, CLAIM_Y, CLAIM_STEP, CLAIM_PLACES = 72.0, 214.0, 45.0, 6
# The weather: middle, how far its places are from there, and the rose within.
WEATHER, RING, ROSE = (926.0, 158.0), 88.0, 38.0


def claim_slots(theme: Theme, language: str) -> str:
    """The empty claim track with its numbers."""
    middle = CLAIM_X + CLAIM_STEP * (CLAIM_PLACES - 1) / 2
    parts = [
        text(say("claim", language), middle, CLAIM_Y - 29, font=lettering.CAPITALS, size=15, fill=theme.sea_ink),
        group(
            symbols.flag(),
            x=middle - lettering.width_of(say("claim", language), lettering.CAPITALS, 15) / 2 - 14,
            y=CLAIM_Y - 33,
            scale=0.8,
        ),
    ]
    for n in range(CLAIM_PLACES):
        x = CLAIM_X + n * CLAIM_STEP
        look: dict[str, str | float] = {"fill": theme.panel, "fill_opacity": 0.85, "stroke": theme.coast}
        parts.append(tag("circle", cx=x, cy=CLAIM_Y, r=19, stroke_width=1.3, **look))
        parts.append(text(str(n + 1), x, CLAIM_Y + 5.4, font=lettering.CAPITALS, size=15, fill=theme.faint))
    return group(*parts, data_track="claim")


def claims(board: Board, edition: Edition, language: str) -> Iterator[Piece]:
    """The tokens on the claim track, the oldest on the highest number."""
    if board.realm is None:
        return
    for n, house in enumerate(board.realm.claim):
        number = max(1, CLAIM_PLACES - n)
        name = edition.houses[house].name.say(language) if house in edition.houses else house
        label = f"{say('claim', language)} {number}: {name}"
        yield square(tokens.counter(house, 1.0), CLAIM_X + (number - 1) * CLAIM_STEP, CLAIM_Y, 22, label)


def weather_wheel(edition: Edition, theme: Theme) -> str:
    """The compass with the places of the weather marker around it: sun where it is fair, cloud where it storms."""
    parts = [
        tag("circle", r=RING, fill="none", stroke=theme.gold, stroke_width=1.4, stroke_opacity=0.8),
        tag("circle", r=RING - 5, fill="none", stroke=theme.gold, stroke_width=0.7, stroke_dasharray="1 4"),
        ornament.compass(0, 0, ROSE, theme),
    ]
    for place, weather in enumerate(edition.weather):
        x, y = _place(place, len(edition.weather))
        sign = _sun() if weather == "fair" else _cloud()
        parts.append(tag("circle", cx=x, cy=y, r=22, fill=theme.panel, stroke=theme.coast, stroke_width=1.4))
        parts.append(group(sign, x=x, y=y))
    return group(*parts, x=WEATHER[0], y=WEATHER[1])


def weather(board: Board, edition: Edition, language: str) -> Iterator[Piece]:
    """The weather marker: a ring of gold around the place where it lies."""
    if board.realm is None or not edition.weather:
        return
    place = board.realm.weather % len(edition.weather)
    x, y = _place(place, len(edition.weather))
    label = f"{say('weather', language)}: {say(edition.weather[place], language)}"
    yield square(_marker(), WEATHER[0] + x, WEATHER[1] + y, 29, label)


def _place(place: int, places: int) -> tuple[float, float]:
    """Where a place lies from the middle: the first in the west, the next ones as a clock goes."""
    angle = math.pi + 2 * math.pi * place / places
    return round(RING * math.cos(angle), 1), round(RING * math.sin(angle), 1)


@cache
def _marker() -> str:
    return (
        tag("circle", r=24.5, fill="none", stroke="#2a1c0a", stroke_width=7)
        + tag("circle", r=24.5, fill="none", stroke="#f3c64a", stroke_width=4.4)
        + "".join(
            tag("circle", cx=x, cy=y, r=2.4, fill="#8a1f14") for x, y in ((0, -24.5), (24.5, 0), (0, 24.5), (-24.5, 0))
        )
    )


def _sun() -> str:
    rays = "".join(
        f"M{9.5 * math.cos(a):.1f} {9.5 * math.sin(a):.1f}L{14.5 * math.cos(a):.1f} {14.5 * math.sin(a):.1f}"
        for a in (math.pi * n / 4 for n in range(8))
    )
    disc = tag("circle", r=7, fill="#f3c64a", stroke="#8a5a00", stroke_width=1.4)
    return stroke(rays, "#b47a10", 2.2, stroke_linecap="round") + disc


def _cloud() -> str:
    cloud = "M-11 3A5 5 0 0 1-9-6A7 7 0 0 1 4-8A5.6 5.6 0 0 1 10-1.4A3.4 3.4 0 0 1 9.4 3Z"
    rain = stroke("M-7 6L-9 12M-1 6L-3 12M5 6L3 12", "#2f6f9a", 2, stroke_linecap="round")
    return tag("path", d=cloud, fill="#8794a0", stroke="#2c3a45", stroke_width=1.4, stroke_linejoin="round") + rain
