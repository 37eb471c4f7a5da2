"""The band below the table: allies that lie open, the dead, what holds for the round, and how much is left."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.btwixt.state.edition import REVEALED_ALLIES
from atlas import lettering
from atlas.btwixt.layout import LINE, MARGIN, ROW_LINES, WIDTH, Box
from atlas.btwixt.lettered import line
from atlas.btwixt.panels import Table
from atlas.btwixt.words import say
from atlas.svg import group, tag

SIZE = 22.0
ROOM = WIDTH - 2 * MARGIN


def band(table: Table, box: Box) -> str:
    """The whole band."""
    theme = table.theme
    parts = [
        tag("rect", width=box.width, height=box.height, fill=theme.panel),
        tag("path", d=f"M0 0H{box.width:g}M0 5H{box.width:g}", stroke=theme.gold, stroke_width=1.6),
    ]
    top = LINE + 8
    lists = [("dead", allies_named(table, table.board.dead), 2)]
    if REVEALED_ALLIES in table.board.modules:
        lists.insert(0, ("row", allies_named(table, table.board.row), ROW_LINES))
    if held := holding(table):
        lists.append(("holding", held, 1))
    for name, items, most in lists:
        title = say(name, table.language)
        drawn, used = _list(table, title, items, top, most)
        parts += _place(name, title, drawn) if name == "dead" else drawn
        top += used * LINE
    for number, told in enumerate(counts(table)):
        drawn = [line(told, MARGIN, top, ROOM, size=SIZE, fill=theme.ink)]
        # The discard pile is counted on the second line.
        parts += _place("discard", say("discard", table.language), drawn) if number else drawn
        top += LINE
    return group(*parts, x=box.x, y=box.y)


def _place(name: str, title: str, drawn: Sequence[str]) -> list[str]:
    """What can be touched under a name."""
    return [tag("g", *drawn, id=name, data_place=name, data_name=title)]


def allies_named(table: Table, allies: Sequence[str]) -> list[str]:
    """Allies, each with its power."""
    known = table.edition.allies
    return [f"{known[ally].name.say(table.language)} ({known[ally].power})" for ally in allies]


def holding(table: Table) -> list[str]:
    """Allies and cards whose text holds until the round ends; the current ally stands in the middle."""
    board, edition = table.board, table.edition
    found = [edition.allies[ally].name.say(table.language) for ally in board.active if ally != board.current]
    for one in board.lasting:
        found.append(f"{edition.influence[one.card].name.say(table.language)} ({table.house(one.house)})")
    return found


def counts(table: Table) -> tuple[str, str]:
    """How much is left of everything, in two lines."""
    board = table.board

    def told(*pairs: tuple[str, int]) -> str:
        return "  ·  ".join(f"{say(word, table.language)}: {count}" for word, count in pairs)

    out = [("removed", len(board.removed))] if board.removed else []
    return (
        told(("ally-deck", board.allies_left), ("supply", board.tokens_left)),
        told(("influence-deck", board.cards_left), ("discard", len(board.discard)), *out),
    )


def _list(table: Table, title: str, items: Sequence[str], top: float, most: int) -> tuple[list[str], int]:
    """A titled list on so many lines at most, and how many it took; what does not fit is counted."""
    theme = table.theme
    begin = MARGIN + lettering.width_of(title, lettering.ITALIC, SIZE) + 14
    drawn = [line(title, MARGIN, top, 200, size=SIZE, fill=theme.faint, font=lettering.ITALIC)]
    lines = broken(items or [say("none", table.language)], begin, most, table.language)
    for place, told in enumerate(lines):
        x = begin if place == 0 else MARGIN
        drawn.append(line(told, x, top + place * LINE, WIDTH - MARGIN - x, size=SIZE, fill=theme.ink))
    return drawn, len(lines)


def broken(items: Sequence[str], begin: float, lines: int, language: str) -> list[str]:
    """Items on lines, the first of which begins further right; the last tells how many are not shown."""
    found, left = [""], list(items)
    while left:
        start = begin if len(found) == 1 else MARGIN
        last = len(found) == lines
        more = say("others", language, n=len(left)) if last else ""
        put = f"{found[-1]}, {left[0]}" if found[-1] else left[0]
        reserve = lettering.width_of(f", {more}", lettering.SERIF, SIZE) if last and len(left) > 1 else 0.0
        if lettering.width_of(put, lettering.SERIF, SIZE) + reserve <= WIDTH - MARGIN - start or not found[-1]:
            found[-1] = put
            left.pop(0)
        elif last:
            found[-1] = f"{found[-1]}, {more}"
            break
        else:
            found[-1] += ","
            found.append("")
    return found
