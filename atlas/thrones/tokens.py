"""Pieces on the board and signs of houses as small drawings around 0, 0.

They are kept: the same few come again on every board, and one text each lets a picture find its sprites at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

import msgspec

from adjudicator.thrones.state import OrderToken
from atlas.lettering import PrintedWords, read_table
from atlas.svg import capitals, disc, group, round_solid, solid, stroke, tag
from atlas.theme import Arms, Theme, find_theme, plain_arms, read_arms

WORDS = PrintedWords("thrones/data/words.toml")

ARMS: Mapping[str, Arms] = read_arms("thrones/data/arms.toml")


def arms(house: str) -> Arms:
    """The arms of a house; a house without any gets a grey diamond and its initial."""
    return ARMS.get(house) or plain_arms(house)


OUTLINE = "#2a1d10"

GLYPHS: Mapping[str, str] = read_table("thrones/data/glyphs.toml")
PICTURES: Mapping[str, str] = {name: "".join(parts) for name, parts in read_table("thrones/data/pictures.toml").items()}
BADGES = {"iron-throne": "throne", "valyrian-blade": "blade", "messenger-raven": "raven"}


def glyph(name: str, fill: str, *, scale: float = 1.0, x: float = 0.0, y: float = 0.0, turn: float = 0.0) -> str:
    """A glyph by name; an unknown one is drawn as a star."""
    moves = []
    if x or y:
        moves.append(f"translate({x:g} {y:g})")
    if turn:
        moves.append(f"rotate({turn:g})")
    if scale != 1.0:
        moves.append(f"scale({scale:g})")
    data = GLYPHS.get(name, GLYPHS["star"])
    return tag("path", d=data, fill=fill, fill_rule="evenodd", transform=" ".join(moves) or None)


def picture(name: str, theme: Theme) -> str:
    """A little picture in the colours of a theme."""
    return PICTURES[name].format_map(msgspec.structs.asdict(theme))


def harbour_sign(theme: Theme) -> str:
    """An anchor on a round: the sign of a port."""
    medal = disc(10.4, theme.panel, OUTLINE, 1.5)
    return medal + glyph("anchor", "#1f4a5e" if theme.name != "night" else theme.sea_ink, scale=0.8)


def loan() -> str:
    """A coin of the Iron Bank: a debt."""
    return disc(8, "#b9bec2", OUTLINE, 1.3) + glyph("iron-bank", OUTLINE, scale=0.56)


def coin(number: int) -> str:
    """A crown's worth of Power, as a price."""
    return (
        disc(15, "#e8bf4a", OUTLINE, 1.5)
        + disc(11.6, "none", OUTLINE, 0.7, stroke_opacity=0.6)
        + capitals(str(number), 0, 6.2, 17, OUTLINE)
    )


def flag(number: int) -> str:
    """The flag of an area that gives claim, with how much."""
    return PICTURES["flag"] + capitals(str(number), 3, -1.4, 13.5, "#fff3d6")


# What the kinds of allied units are called before the kind that they are like, and the colour they have in every house.
ALLIED, ALLIED_GREEN = "allied-", "#5b9a33"
ORDER_INK = {
    "march": "#8a2f1c",
    "defense": "#22577f",
    "support": "#2f6d3c",
    "raid": "#a35a00",
    "consolidate-power": "#69418a",
    "iron-bank": "#4a4f55",
    "muster": "#69418a",
}


@cache
def _seal(house: str) -> str:
    """A house's shape in its colour, with a thin shadow."""
    look = arms(house)
    return group(
        tag("path", d=look.outline, fill="#000", fill_opacity=0.28, transform="translate(1 1.6)"),
        round_solid(look.outline, look.colour, look.edge, 1.8),
    )


@cache
def _allied_seal(house: str) -> str:
    """Draw an allied unit's shape: green, edged in the colour of the house it serves."""
    sides: dict[str, str | float] = {"x": -14, "y": -14, "width": 28, "height": 28, "rx": 10}
    return (
        tag("rect", fill="#000", fill_opacity=0.28, transform="translate(1 1.6)", **sides)
        + tag("rect", fill=ALLIED_GREEN, stroke="#23400f", stroke_width=3.4, **sides)
        + tag("rect", fill="none", stroke=arms(house).colour, stroke_width=1.8, **sides)
    )


@cache
def counter(house: str, scale: float = 1.0) -> str:
    """A house's counter: its shape with its letter."""
    look = arms(house)
    return group(
        _seal(house),
        capitals(look.letter, 0, 6.6, 18, look.mark),
        scale=scale,
    )


@cache
def power_token(house: str) -> str:
    """A power token marking control: the counter on a small golden rim."""
    look = arms(house)
    rim = stroke(look.outline, "#4a3500", 8) + stroke(look.outline, "#e2b84c", 5.5)
    return group(rim, counter(house), scale=0.62)


def home_shield(house: str, theme: Theme) -> str:
    """The printed shield of a house on its home area."""
    look = arms(house)
    field = tag("path", d=look.outline, fill=look.tint, fill_opacity=0.5)
    outline = stroke(look.outline, theme.ink, 1.6, stroke_dasharray="3 2")
    letter = capitals(look.letter, 0, 6.4, 17, theme.ink)
    return group(field, outline, letter, scale=0.66, opacity=0.85)


@cache
def unit(house: str, kind: str, routed: bool = False) -> str:
    """Draw a unit: house shape and glyph; routed ones on their side, pale, struck out."""
    look = arms(house)
    turn = 90 if routed else 0
    if kind.startswith(ALLIED):
        parts = [_allied_seal(house), glyph(kind.removeprefix(ALLIED), "#f6ffe4", scale=0.9, turn=turn, x=1, y=2)]
        parts.append(group(command(house), x=-10.5, y=-11, scale=0.84))
    else:
        parts = [_seal(house), glyph(kind, look.mark, scale=0.98, turn=turn)]
    if routed:
        strike = tag("path", d="M-13 12L13-12", stroke="#8b1a10", stroke_width=2.4, stroke_linecap="round")
        return group(*parts, opacity=0.62) + strike
    return "".join(parts)


@cache
def _count(house: str, number: int) -> str:
    """How many there are, on a round at the lower right."""
    return disc(8.4, "#fffdf5", arms(house).edge, 1.4, cx=11, cy=10.5) + capitals(
        str(number), 11, 15.3, 13.5, "#20160c"
    )


@lru_cache(maxsize=512)
def bid(house: str, amount: int) -> str:
    """An offer of power: its number on a round with the edge of its house."""
    number = capitals(str(amount), 0, 5.2, 14.5 if amount < 100 else 10, "#20160c")
    return disc(14, "#fffdf5", arms(house).edge, 2.6) + number


@cache
def ranked_counter(house: str, number: int) -> str:
    """Draw a house's counter with its place among tied houses; 0: without number."""
    return counter(house, 0.8) + (group(_count(house, number), scale=0.9) if number else "")


@cache
def command(house: str) -> str:
    """The small mark of the house that commands a vassal."""
    return disc(9.4, "#fffdf5", "#4a3b2a", 1.2) + counter(house, 0.46)


def units(house: str, standing: Mapping[str, int], routed: Mapping[str, int], commander: str = "") -> tuple[str, float]:
    """Draw a force's units in a row, a token for each kind; return half its width too.

    Those of a vassal bear the mark of its `commander`.
    """
    return _draw_units(house, tuple(standing.items()), tuple(routed.items()), commander)


@lru_cache(maxsize=2048)
def _draw_units(
    house: str, standing: tuple[tuple[str, int], ...], routed: tuple[tuple[str, int], ...], commander: str
) -> tuple[str, float]:
    """Draw units in a row, standing then routed; return half its width too."""
    shown = [(k, n, False) for k, n in standing if n] + [(k, n, True) for k, n in routed if n]
    scale, step = {1: (1.14, 31.0), 2: (1.14, 31.0), 3: (1.0, 27.0)}.get(len(shown), (0.86, 26.0))
    start = -step * (len(shown) - 1) / 2
    drawn = [group(unit(house, kind, lying), x=start + n * step) for n, (kind, _, lying) in enumerate(shown)]
    # Counts come last, so that no neighbour covers them.
    drawn += [group(_count(house, count), x=start + n * step) for n, (_, count, _) in enumerate(shown) if count > 1]
    if commander:
        # At the foot, where no name stands.
        drawn.append(group(command(commander), x=start - 12.5, y=12.5, scale=0.92))
    return group(*drawn, scale=scale), scale * (step * (len(shown) - 1) / 2 + 22)


@cache
def order(house: str, token: OrderToken | None, commander: str = "") -> str:
    """Draw an order token in a ring of its house's colour; without a token, face down.

    A token of a vassal's own set bears the mark of its `commander`.
    """
    look = arms(house)
    shadow = tag("circle", r=17.5, fill="#000", fill_opacity=0.28, cx=1, cy=1.8)
    rim = shadow + disc(17.2, look.edge) + disc(16, look.colour)
    face = disc(12.6, "#fffaf0" if token else "#e9dcbd", look.edge, 0.9)
    if token is None:
        stitches = disc(10.8, "none", look.edge, 1.2, stroke_dasharray="1.6 2.2")
        return rim + face + stitches + counter(house, 0.5)
    ink = ORDER_INK.get(token.type, "#4a3b2a")
    parts = [rim, face, glyph(token.type if token.type in GLYPHS else "star", ink, scale=0.86)]
    # Marches show even +0.
    if token.type == "march" or token.modifier:
        strength = f"{'−' if token.modifier < 0 else '+'}{abs(token.modifier)}"
        pill = {"x": 1.5, "y": 6.0, "width": 18.5, "height": 13.5, "rx": 6.7, "stroke_width": 1.2}
        parts.append(tag("rect", fill=ink, stroke="#fffaf0", **pill))
        parts.append(capitals(strength, 10.7, 16.6, 11.5, "#fffaf0"))
    if token.works_at:
        # It works at sea only: a wave at its foot.
        parts.append(group(PICTURES["waves"], x=-11, y=11))
    parts += [_besides(use) for use in token.uses]
    if commander:
        parts.append(group(command(commander), x=-11, y=11))
    if token.special:
        star = solid(GLYPHS["star"], "#f7c948", "#5a3d00", 1.1)
        parts.append(group(star, x=-11, y=-11.5, scale=1.2))
    return "".join(parts)


@cache
def _besides(use: str) -> str:
    """What an order is besides, small at its upper left."""
    ink = ORDER_INK.get(use, "#4a3b2a")
    sign = glyph(use if use in GLYPHS else "consolidate-power", ink, scale=0.54)
    return group(disc(8.4, "#fffaf0", ink, 1.3), sign, x=-11.5, y=-11)


@cache
def neutral(strength: int) -> str:
    """A neutral force: a stone shield with its strength."""
    return PICTURES["shield"] + capitals(str(strength), 0, 8, 20, "#2a261f")


@cache
def garrison(house: str, strength: int) -> str:
    """A garrison: a battlement in its house's colour with its strength."""
    look = arms(house)
    wall = "M-12-11H-7V-7.5H-2.6V-11H2.6V-7.5H7V-11H12V11H-12Z"
    return (
        tag("path", d=wall, fill="#000", fill_opacity=0.28, transform="translate(1 1.6)")
        + round_solid(wall, look.colour, look.edge, 1.8)
        + capitals(str(strength), 0, 8.2, 18, look.mark)
    )


@cache
def battle() -> str:
    """Crossed swords on a red round: here is a battle."""
    return disc(16, "#7d1410", "#fff0d0", 2.2) + glyph("swords", "#fff0d0", scale=1.05)


@cache
def loyalty(count: int) -> str:
    """Draw loyalty tokens on an area: a golden dragon on dark, a count if several."""
    parts = [
        tag("circle", r=11.4, fill="#000", fill_opacity=0.28, cx=1, cy=1.6),
        disc(11.4, "#321040", "#e2b84c", 1.8),
        glyph("dragon", "#f3cf6b", scale=0.86),
    ]
    if count > 1:
        parts.append(disc(7.2, "#fffdf5", "#321040", 1.2, cx=9.5, cy=8.5))
        parts.append(capitals(str(count), 9.5, 12.8, 12, "#20160c"))
    return "".join(parts)


@cache
def improvement_token(mark: str) -> str:
    """Draw the token that changes what an area offers: an icon in a golden rim."""
    round_ = disc(10.4, "#fff6dc", "#a67c2d", 2)
    shadow = tag("circle", r=10.4, fill="#000", fill_opacity=0.28, cx=1, cy=1.6)
    return shadow + round_ + group(PICTURES[mark], scale=0.78)


@cache
def castle_token(mark: str) -> str:
    """A token over a castle: a stronghold in its place, or its ruin."""
    rim = "#a67c2d" if mark == "stronghold" else "#a31d12"
    sides = {"x": -18, "y": -18, "width": 36, "height": 34, "rx": 7}
    return (
        tag("rect", fill="#000", fill_opacity=0.28, transform="translate(1.2 1.8)", **sides)
        + tag("rect", fill="#fff6dc", stroke=rim, stroke_width=2, **sides)
        + group(picture(mark, find_theme("parchment")), scale=0.92)
    )
