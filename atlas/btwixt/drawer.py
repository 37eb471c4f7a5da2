"""Drawing of B'Twixt: the centre of the table, the band below, and the drawer.

Draws only what is open, so nothing hidden from everybody can affect a drawing. The reader's own panels have a golden
edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from adjudicator.btwixt.rules.scoring import council_scores, values
from adjudicator.btwixt.rules.seasons import edition_of, rounds_in_season
from adjudicator.btwixt.state import REVEALED_ALLIES, SEASONS, Board, View, councils_of
from atlas import lettering, raster
from atlas.btwixt.panels import (
    ARMS,
    LINE,
    MARGIN,
    ROW_LINES,
    WIDTH,
    Box,
    Entry,
    Places,
    Table,
    ally_entries,
    centred_line,
    council_panel,
    known,
    leader_panel,
    line,
    pile_entries,
    places,
    wrap_text,
)
from atlas.drawer import Drawer
from atlas.svg import PLAIN, Look, capitals, disc, group, plate, tag, words
from atlas.theme import find_theme

TRACK = 74.0
# The size of an ally's text: where there is less room and more.
TEXT, LARGE_TEXT, LARGE = 20.5, 24.0, 320.0
WOOD = {"parchment": "#dcc492", "night": "#40362a"}


def table_top(box: Box, table: Table) -> str:
    """The table around which all sit."""
    theme = table.theme
    rx = min(box.width, box.height) / 2.4
    outer = plate((box.x, box.y, box.width, box.height), WOOD[theme.name], theme.border, 3, rx=rx)
    inside = (box.x + 9, box.y + 9, box.width - 18, box.height - 18)
    return outer + plate(inside, "none", theme.gold, 1.2, rx=rx - 9)


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
        x, now = width * (2 * place + 1) / 6, season == board.season
        look = (20, theme.ink, lettering.CAPITALS) if now else (19, theme.faint, lettering.ITALIC)
        yield centred_line(table.say(season), x, 20, width / 3 - 6, *look)


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
    """Yield the current ally: power, name, tokens and text; else a status message."""
    theme, board = table.theme, table.board
    ally = board.current
    yield plate((None, None, width, height), theme.panel, theme.gold, 2.4, rx=12)
    if ally not in table.edition.allies:
        yield from _status_message(table, width, height)
        return
    ally_card = table.edition.allies[ally]
    yield centred_line(table.say("current"), width / 2, 26, width - 24, 19, theme.faint, lettering.ITALIC)
    yield disc(22, theme.face, "#2a1c0a", 2, cx=34, cy=58)
    yield capitals(str(ally_card.power), 34, 68, 29, "#2f2419")
    room = width - 66 - 10
    name = wrap_text(ally_card.name.say(table.language), lettering.CAPITALS, 24, room, 2)
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
    for place, part in enumerate(
        wrap_text(ally_card.text.say(table.language), lettering.SERIF, size, width - 28, most)
    ):
        yield line(part, 14, top + place * leading, width - 28, size=size, fill=theme.ink)


def _tokens(table: Table, width: float, y: float) -> str:
    count = table.board.tokens_on_current
    label = f"{table.say('tokens')}: {count}"
    wide = lettering.width_of(label, lettering.SERIF, 21)
    coin = disc(9.5, "#d9b44a", "#5a4210", 1.6, cx=14 + wide + 16, cy=y - 7)
    return line(label, 14, y, width - 60, size=21, fill=table.theme.ink) + coin


def _status_message(table: Table, width: float, height: float) -> Iterator[str]:
    """What stands in the middle where no ally is bid for."""
    board, theme = table.board, table.theme
    if board.ending is not None:
        first = table.say("victory")
        second = ", ".join(map(table.house, board.ending.winners)) or "–"
    elif board.won is not None and board.won.ally:
        ally_card = table.edition.allies[board.won.ally]
        first, second = (
            ally_card.name.say(table.language),
            table.say("claimed", house=table.house(board.won.house)),
        )
    else:
        first, second = table.say("draft" if board.phase == "draft" else "no-ally"), ""
    for place, part in enumerate(wrap_text(first, lettering.CAPITALS, 25, width - 24, 2)):
        y = height / 2 - 36 + place * 30
        yield centred_line(part, width / 2, y, width - 24, 25, theme.ink, lettering.CAPITALS)
    for place, part in enumerate(wrap_text(second, lettering.SERIF, 24, width - 24, 3)):
        yield centred_line(part, width / 2, height / 2 + 32 + place * 30, width - 24, 24, theme.ink)


SIZE = 22.0
ROOM = WIDTH - 2 * MARGIN


def band(table: Table, box: Box) -> str:
    """The whole band."""
    theme = table.theme
    parts = [
        plate((None, None, box.width, box.height), theme.panel),
        tag("path", d=f"M0 0H{box.width:g}M0 5H{box.width:g}", stroke=theme.gold, stroke_width=1.6),
    ]
    top = LINE + 8
    lists = [("dead", ally_labels(table, table.board.dead), 2)]
    if REVEALED_ALLIES in table.board.modules:
        lists.insert(0, ("row", ally_labels(table, table.board.row), ROW_LINES))
    if lasting_effects := lasting_entries(table):
        lists.append(("holding", lasting_effects, 1))
    for name, items, most in lists:
        title = table.say(name)
        drawn, used = _draw_list(table, title, items, top, most)
        parts += _band_place(name, title, drawn) if name == "dead" else drawn
        top += used * LINE
    for number, count_text in enumerate(counts(table)):
        drawn = [line(count_text, MARGIN, top, ROOM, size=SIZE, fill=theme.ink)]
        # The discard pile is counted on the second line.
        parts += _band_place("discard", table.say("discard"), drawn) if number else drawn
        top += LINE
    return group(*parts, x=box.x, y=box.y)


def _band_place(name: str, title: str, drawn: Sequence[str]) -> list[str]:
    """What can be touched under a name."""
    return [tag("g", *drawn, id=name, data_place=name, data_name=title)]


def ally_labels(table: Table, allies: Sequence[str]) -> list[str]:
    """Allies, each with its power."""
    ally_cards = table.edition.allies
    return [f"{ally_cards[ally].name.say(table.language)} ({ally_cards[ally].power})" for ally in allies]


def lasting_entries(table: Table) -> list[str]:
    """Return allies and cards that last until the round ends, as printed lines.
    The current ally is left out."""
    board, edition = table.board, table.edition
    entries = [edition.allies[ally].name.say(table.language) for ally in board.active if ally != board.current]
    for effect in board.lasting:
        entries.append(f"{edition.influence[effect.card].name.say(table.language)} ({table.house(effect.house)})")
    return entries


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


def _draw_list(table: Table, title: str, items: Sequence[str], top: float, most: int) -> tuple[list[str], int]:
    """Draw a titled list in at most `most` lines; return it and the lines used."""
    theme = table.theme
    begin = MARGIN + lettering.width_of(title, lettering.ITALIC, SIZE) + 14
    drawn = [line(title, MARGIN, top, 200, size=SIZE, fill=theme.faint, font=lettering.ITALIC)]
    lines = _broken(table, items or [table.say("none")], begin, most)
    for place, text in enumerate(lines):
        x = begin if place == 0 else MARGIN
        drawn.append(line(text, x, top + place * LINE, WIDTH - MARGIN - x, size=SIZE, fill=theme.ink))
    return drawn, len(lines)


def _broken(table: Table, items: Sequence[str], begin: float, lines: int) -> list[str]:
    """Return items broken into lines, the first indented; the last counts the omitted."""
    rows, left = [""], list(items)
    while left:
        start = begin if len(rows) == 1 else MARGIN
        last = len(rows) == lines
        more = table.say("others", n=len(left)) if last else ""
        put = f"{rows[-1]}, {left[0]}" if rows[-1] else left[0]
        reserve = lettering.width_of(f", {more}", lettering.SERIF, SIZE) if last and len(left) > 1 else 0.0
        if lettering.width_of(put, lettering.SERIF, SIZE) + reserve <= WIDTH - MARGIN - start or not rows[-1]:
            rows[-1] = put
            left.pop(0)
        elif last:
            rows[-1] = f"{rows[-1]}, {more}"
            break
        else:
            rows[-1] += ","
            rows.append("")
    return rows


def describe_table(table: Table) -> list[str]:
    """Return sentences about season, round, current ally, leaders and the rest."""
    board = table.board
    sentences = [_moment(table), *_ending_and_ally(table)]
    councils = councils_of(board.houses)
    for house, council in zip(board.houses, councils, strict=True):
        sentences += [_leader(table, house), _council(table, council)]
    if board.row:
        sentences.append(f"{table.say('row')}: {', '.join(ally_labels(table, board.row))}.")
    if board.dead:
        sentences.append(f"{table.say('dead')}: {', '.join(ally_labels(table, board.dead))}.")
    if lasting := lasting_entries(table):
        sentences.append(f"{table.say('holding')}: {', '.join(lasting)}.")
    return [*sentences, *(f"{count_text.replace('  ·  ', '. ')}." for count_text in counts(table))]


def _moment(table: Table) -> str:
    board = table.board
    phase = table.say("over" if board.ending else board.phase)
    where = table.say("of-season", n=board.space, all=rounds_in_season(len(board.houses))) if board.space else ""
    when = ", ".join(filter(None, (table.say(board.season), where)))
    return f"{table.say('round')} {board.round}: {when}. {phase}."


def _ending_and_ally(table: Table) -> Iterator[str]:
    """Yield sentences on the winners, if the game is over, and the current ally."""
    board = table.board
    if board.ending is not None:
        yield f"{table.say('victory')}: {', '.join(map(table.house, board.ending.winners)) or '–'}."
    ally_card = table.edition.allies.get(board.current)
    if ally_card is not None:
        tokens = f", {table.say('tokens')} {board.tokens_on_current}" if board.tokens_on_current else ""
        label = f"{ally_card.name.say(table.language)} ({ally_card.power}{tokens})"
        yield f"{table.say('current')}: {label}. {ally_card.text.say(table.language)}"


def _entries(entries: Sequence[Entry]) -> str:
    return ", ".join(f"{entry.name} {entry.number}" for entry in entries)


def _leader(table: Table, house: str) -> str:
    """A leader: hand, total, pile, what is special."""
    board = table.board
    pile = pile_entries(table, house)
    parts = [f"{table.say('hand')}: {board.hands[house]}"]
    parts += [f"{table.say('total')}: {sum(entry.number for entry in pile)}" + (f" ({_entries(pile)})" if pile else "")]
    parts += [table.say("first")] if board.first == house else []
    parts += [table.say("kneels")] if house in board.kneeling else []
    parts += [table.say("won")] if board.won is not None and board.won.house == house else []
    return f"{table.house(house)}. {'. '.join(parts)}."


def _council(table: Table, council: str) -> str:
    """A council: its power, tokens and allies."""
    board = table.board
    first, second = (table.house(house) for house in council.split("-"))
    council_state = board.councils[council]
    allies = _entries(ally_entries(table, council)) or table.say("empty")
    opened = board.opened.get(council)
    shown = f" ({', '.join(map(str, opened))})" if opened else ""
    tokens = f" {table.say('tokens')}: {council_state.tokens}{shown}." if council_state.tokens else ""
    power = f"{table.say('power')} {table.scores[council].power}"
    return f"{table.say('council')} {first}–{second}: {power}. {allies}.{tokens}"


class BtwixtDrawer(Drawer):
    """Draws the table."""

    arms = ARMS

    def draw(self, view: View, look: Look = PLAIN) -> str:
        """Return a view as an SVG document, without `arrows`. LookupError: unknown theme."""
        table, where = self._table(view, look.theme, look.language), _places(view.board)
        (shown,) = self.layers(view, look).items()
        heading = f"{look.title or table.edition.name.say(look.language)}, {table.say('round')} {view.board.round}"
        return tag(
            "svg",
            tag("title", words(heading), id="map-title"),
            tag("desc", words("\n".join(describe_table(table))), id="map-words"),
            tag("g", *shown[1], id=shown[0]),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {WIDTH:g} {where.height:g}",
            width=WIDTH,
            height=where.height,
            role="graphics-document",
            aria_labelledby="map-title",
            aria_describedby="map-words",
        )

    def layers(self, view: View, look: Look = PLAIN) -> dict[str, tuple[str, ...]]:
        """Everything, part by part, in the group `map-table`."""
        table = self._table(view, look.theme, look.language)
        return {"map-table": tuple(tag("g", part) for part in _draw_table(table, _places(view.board), look.title))}

    def picture(
        self, view: View, look: Look = PLAIN, *, width: int = 1000, cache: Path | None = None, few: bool = False
    ) -> bytes:
        """Return a view as a PNG of `width` pixels; `few` uses a third of the colours.
        Raises ValueError for a width outside 200 to 3000."""
        image = raster.render_rgba(self.draw(view, look), width).convert("RGB")
        return raster.png(image, raster.few_colours(image) if few else b"")

    def size(self, edition_id: str, board: Board) -> tuple[int, int]:
        """How wide and high the drawing is, in its own units."""
        return round(WIDTH), round(_places(board).height)

    def lines(self, view: View, language: str = "en") -> list[str]:
        """The table in words; nothing is told that the drawing does not show or count."""
        return describe_table(self._table(view, "parchment", language))

    def _table(self, view: Any, theme: str, language: str) -> Table:
        board, edition = view.board, edition_of(view)
        scores = {score.council: score for score in council_scores(board, edition, board.opened)}
        worth = values(board, edition)
        return Table(board, edition, find_theme(theme), known(language), view.seat, worth, scores)


def _places(board: Board) -> Places:
    return places(len(board.houses), REVEALED_ALLIES in board.modules)


def _draw_table(table: Table, where: Places, title: str | None) -> Iterable[str]:
    """Everything on the paper."""
    board, theme = table.board, table.theme
    yield plate((None, None, WIDTH, where.height), theme.halo)
    phase = table.say("over" if board.ending else board.phase)
    below = f"{table.say('round')} {board.round} · {table.say(board.season)} · {phase}"
    room = WIDTH - 2 * MARGIN
    name = title or table.edition.name.say(table.language)
    yield centred_line(name, WIDTH / 2, 40, room, 34, theme.ink, lettering.CAPITALS)
    yield centred_line(below, WIDTH / 2, 70, room, 23, theme.faint, lettering.ITALIC)
    yield table_top(where.table, table)
    following = (*where.leaders[1:], where.leaders[0])
    for number, (house, council) in enumerate(zip(board.houses, councils_of(board.houses), strict=True)):
        panel = where.leaders[number]
        yield leader_panel(table, house, panel)
        yield council_panel(table, council, where.councils[number], swapped=following[number].x < panel.x)
    yield middle(table, where.middle)
    yield band(table, where.band)


BTWIXT = BtwixtDrawer()
