"""What a loan does, in small signs that need no words: units, barrels, crowns, what is seen or lost."""

from __future__ import annotations

from typing import Any

from adjudicator.thrones.state.components import Loan
from atlas import lettering
from atlas.svg import group, tag, text
from atlas.theme import Theme
from atlas.thrones import symbols

INK, RED = "#2f2419", "#a31d12"
STEP, ROW = 30.0, 4


def signs(loan: Loan, theme: Theme) -> str:
    """All signs of a loan, in rows of four around 0, 0."""
    found = [sign for part in loan.parts for sign in _signs(part, theme)]
    rows = [found[n : n + ROW] for n in range(0, len(found), ROW)]
    top = -15.5 * (len(rows) - 1)
    return "".join(
        group(sign, x=(n - (len(row) - 1) / 2) * STEP, y=top + at * STEP)
        for at, row in enumerate(rows)
        for n, sign in enumerate(row)
    )


def _signs(part: dict[str, Any], theme: Theme) -> list[str]:
    marks = {"crown": symbols.crown(), "barrel": symbols.barrel(), "stronghold": symbols.stronghold(theme)}
    match part["does"]:
        case "gain-power":
            return [symbols.crown(), _number(f"+{part['power']}")]
        case "more-supply":
            return [_upward(), group(symbols.barrel(), scale=1.0)]
        case "improve":
            return [laid(marks[part["mark"]])] * part["areas"]
        case "burn-castle":
            return [group(symbols.ruin(), scale=1.1), laid(marks["crown"]), laid(marks["barrel"])]
        case "place-units":
            return [symbols.glyph(kind, INK, scale=1.2) for kind, count in part["units"].items() for _ in range(count)]
        case "kill":
            return [symbols.glyph(kind, INK, scale=1.2) + _struck() for kind in part["units"]]
        case "look-at-deck":
            return [_eye(), _number(f"{part['cards']}")]
        case _:
            return [symbols.glyph("star", theme.gold, scale=2)]


def laid(sign: str) -> str:
    """A sign as a token that lies on the board: on a round with a golden rim."""
    round_ = tag("circle", r=13, fill="#fff6dc", stroke="#a67c2d", stroke_width=2)
    return round_ + group(sign, scale=0.86)


def _number(words: str) -> str:
    return text(words, 0, 7, font=lettering.CAPITALS, size=20, fill=INK)


def _struck() -> str:
    return tag("path", d="M-11 11L11-11", stroke=RED, stroke_width=3, stroke_linecap="round")


def _upward() -> str:
    return tag("path", d="M-6 9V-1H-11L0-11L11-1H6V9Z", fill="#2f6d3c")


def _eye() -> str:
    return tag("path", d="M-13 0Q0-13 13 0Q0 13-13 0Z", fill="none", stroke=INK, stroke_width=2.2) + tag(
        "circle", r=4.6, fill=INK
    )
