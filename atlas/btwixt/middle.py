"""The middle of the table and the band below: season, round, the ally that is bid for, the dead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from adjudicator.btwixt.rules.seasons import rounds_in_season
from adjudicator.btwixt.state.edition import REVEALED_ALLIES
from adjudicator.btwixt.state.position import SEASONS
from atlas import lettering
from atlas.btwixt.layout import LINE, MARGIN, ROW_LINES, WIDTH, Box, line, wrapped
from atlas.btwixt.panels import Table
from atlas.svg import capitals, disc, group, plate, tag

TRACK = 74.0
# The size of an ally's text: where there is less room and more.
TEXT, LARGE_TEXT, LARGE = 20.5, 24.0, 320.0
WOOD = {"parchment": "#dcc492", "night": "#40362a"}


def table_top(box: Box, table: Table) -> str:
    """The table around which all sit."""
    theme = table.theme
    outer = plate(
        (box.x, box.y, box.width, box.height), WOOD[theme.name], theme.border, 3, rx=min(box.width, box.height) / 2.4
    )
    inner = plate(
        (box.x + 9, box.y + 9, box.width - 18, box.height - 18),
        "none",
        theme.gold,
        1.2,
        rx=min(box.width, box.height) / 2.4 - 9,
    )
    return outer + inner


def middle(table: Table, box: Box) -> str:
    """Season, round, and the current ally's card."""
    card = min(box.height - TRACK, 420.0)
    top = TRACK + (box.height - TRACK - card) / 2
    ally = table.edition.allies.get(table.board.current)
    place: dict[str, Any] = {}
    if ally is not None:
        place = {"id": "ally", "data_place": "ally", "data_name": ally.name.say(table.language)}
    return group(
        *_seasons(table, box.width),
        *_rounds(table, box.width),
        group(*_ally(table, box.width, card), x=0, y=top, **place),
        x=box.x,
        y=box.y,
    )


def _seasons(table: Table, width: float) -> Iterator[str]:
    """The three seasons, the present one in bold letters."""
    theme, board = table.theme, table.board
    for place, season in enumerate(SEASONS):
        now = season == board.season
        yield line(
            table.say(season),
            width * (2 * place + 1) / 6,
            20,
            width / 3 - 6,
            size=20 if now else 19,
            fill=theme.ink if now else theme.faint,
            font=lettering.CAPITALS if now else lettering.ITALIC,
            anchor="middle",
        )


def _rounds(table: Table, width: float) -> Iterator[str]:
    """The rounds of a season as spaces."""
    theme, board = table.theme, table.board
    count = rounds_in_season(len(board.houses))
    step = min(38.0, width / count)
    for number in range(1, count + 1):
        x = width / 2 + (number - (count + 1) / 2) * step
        now, past = number == board.space, number < board.space
        fill = theme.gold if now else theme.panel_line if past else theme.panel
        yield disc(15, fill, theme.coast, 1.4, cx=x, cy=47)
        ink = "#20170a" if now or (past and theme.name != "night") else theme.ink
        yield capitals(str(number), x, 53.6, 18, ink)


def _ally(table: Table, width: float, height: float) -> Iterator[str]:
    """The current ally: power, name, tokens on it and what it says; else what there is to say instead."""
    theme, board = table.theme, table.board
    ally = board.current
    paper = tag("rect", width=width, height=height, rx=12, fill=theme.panel, stroke=theme.gold, stroke_width=2.4)
    yield paper
    if ally not in table.edition.allies:
        yield from _instead(table, width, height)
        return
    known = table.edition.allies[ally]
    yield line(
        table.say("current"),
        width / 2,
        26,
        width - 24,
        size=19,
        fill=theme.faint,
        font=lettering.ITALIC,
        anchor="middle",
    )
    yield disc(22, theme.face, "#2a1c0a", 2, cx=34, cy=58)
    yield capitals(str(known.power), 34, 68, 29, "#2f2419")
    room = width - 66 - 10
    name = wrapped(known.name.say(table.language), lettering.CAPITALS, 24, room, 2)
    for place, part in enumerate(name):
        y = 66 + (place - (len(name) - 1) / 2) * 27
        yield line(part, 64, y, room, size=24, fill=theme.ink, font=lettering.CAPITALS)
    top = 112.0
    if board.tokens_on_current:
        yield _tokens(table, width, top)
        top += 28
    size = LARGE_TEXT if height > LARGE else TEXT
    leading = size * 1.17
    most = max(1, int((height - top - 6) // leading))
    for place, part in enumerate(wrapped(known.text.say(table.language), lettering.SERIF, size, width - 28, most)):
        yield line(part, 14, top + place * leading, width - 28, size=size, fill=theme.ink)


def _tokens(table: Table, width: float, y: float) -> str:
    count = table.board.tokens_on_current
    told = f"{table.say('tokens')}: {count}"
    wide = lettering.width_of(told, lettering.SERIF, 21)
    coin = disc(9.5, "#d9b44a", "#5a4210", 1.6, cx=14 + wide + 16, cy=y - 7)
    return line(told, 14, y, width - 60, size=21, fill=table.theme.ink) + coin


def _instead(table: Table, width: float, height: float) -> Iterator[str]:
    """What stands in the middle where no ally is bid for."""
    board, theme = table.board, table.theme
    if board.ending is not None:
        first = table.say("victory")
        second = ", ".join(map(table.house, board.ending.winners)) or "–"
    elif board.won is not None and board.won.ally:
        known = table.edition.allies[board.won.ally]
        first, second = (
            known.name.say(table.language),
            table.say("claimed", house=table.house(board.won.house)),
        )
    else:
        first, second = table.say("draft" if board.phase == "draft" else "no-ally"), ""
    for place, part in enumerate(wrapped(first, lettering.CAPITALS, 25, width - 24, 2)):
        yield line(
            part,
            width / 2,
            height / 2 - 36 + place * 30,
            width - 24,
            size=25,
            fill=theme.ink,
            font=lettering.CAPITALS,
            anchor="middle",
        )
    for place, part in enumerate(wrapped(second, lettering.SERIF, 24, width - 24, 3)):
        yield line(part, width / 2, height / 2 + 32 + place * 30, width - 24, size=24, fill=theme.ink, anchor="middle")


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
        title = table.say(name)
        drawn, used = _list(table, title, items, top, most)
        parts += _band_place(name, title, drawn) if name == "dead" else drawn
        top += used * LINE
    for number, told in enumerate(counts(table)):
        drawn = [line(told, MARGIN, top, ROOM, size=SIZE, fill=theme.ink)]
        # The discard pile is counted on the second line.
        parts += _band_place("discard", table.say("discard"), drawn) if number else drawn
        top += LINE
    return group(*parts, x=box.x, y=box.y)


def _band_place(name: str, title: str, drawn: Sequence[str]) -> list[str]:
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
        return "  ·  ".join(f"{table.say(word)}: {count}" for word, count in pairs)

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
    lines = _broken(table, items or [table.say("none")], begin, most)
    for place, told in enumerate(lines):
        x = begin if place == 0 else MARGIN
        drawn.append(line(told, x, top + place * LINE, WIDTH - MARGIN - x, size=SIZE, fill=theme.ink))
    return drawn, len(lines)


def _broken(table: Table, items: Sequence[str], begin: float, lines: int) -> list[str]:
    """Items on lines, the first of which begins further right; the last tells how many are not shown."""
    found, left = [""], list(items)
    while left:
        start = begin if len(found) == 1 else MARGIN
        last = len(found) == lines
        more = table.say("others", n=len(left)) if last else ""
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
