"""Layout of the table's panels and the panels themselves: leaders and councils.

The drawing is tall, so that names are legible on narrow screens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache

from adjudicator.btwixt.state import Board, Edition, council_leaders, own_councils
from adjudicator.btwixt.state.events import CouncilScored
from adjudicator.engine import FrozenStruct
from atlas import lettering
from atlas.lettering import PrintedWords
from atlas.svg import capitals, disc, group, plate, round_solid, solid, tag, text
from atlas.theme import Arms, Theme, plain_arms, read_arms

WORDS = PrintedWords("btwixt/words.toml")
known, say = WORDS.supported_language, WORDS.say
ARMS: Mapping[str, Arms] = read_arms("btwixt/arms.toml")


def arms_of(leader: str) -> Arms:
    """Return a leader's arms; plain ones for a leader of another card set."""
    return ARMS.get(leader) or plain_arms(leader)


@cache
def seal(leader: str, scale: float = 1.0, turn: int = 0) -> str:
    """Return a leader's shape and letter around 0, 0, rotated in degrees (kneeling)."""
    look = arms_of(leader)
    shape = tag("path", d=look.outline, fill="#000", fill_opacity=0.25, transform="translate(1 1.5)")
    shape += round_solid(look.outline, look.colour, look.edge, 2)
    letter = capitals(look.letter, 0, 6.4, 17.5, look.mark)
    whole = group(shape, letter, scale=scale)
    return tag("g", whole, transform=f"rotate({turn})") if turn else whole


# A text is made smaller down to this part of its size; then it is cut.
MIN_SCALE = 0.86


@lru_cache(maxsize=4096)
def fit_text(words: str, font: str, size: float, room: float) -> tuple[str, float]:
    """Return a text and its size to fit a room: shrunk, then cut with an ellipsis."""
    wide = lettering.width_of(words, font, size)
    if wide <= room:
        return words, size
    smaller = max(size * room / wide, size * MIN_SCALE)
    while len(words) > 1 and lettering.width_of(words, font, smaller) > room:
        words = words.rstrip("…")[:-1].rstrip() + "…"
    return words, smaller


def line(
    words: str,
    x: float,
    y: float,
    room: float,
    *,
    size: float,
    fill: str,
    font: str = lettering.SERIF,
    anchor: str | None = None,
) -> str:
    """Draw one line of text that fits a room, its baseline at y and start at x.
    `anchor`: "middle" puts its middle at x."""
    fitted_text, fitted_size = fit_text(words.replace("'", "’"), font, size, room)
    return text(fitted_text, x, y, font=font, size=fitted_size, fill=fill, anchor=anchor)


def centred_line(
    words: str, x: float, y: float, room: float, size: float, fill: str, font: str = lettering.SERIF
) -> str:
    """Draw one line of text that fits a room, its baseline at y and middle at x."""
    return line(words, x, y, room, size=size, fill=fill, font=font, anchor="middle")


@lru_cache(maxsize=1024)
def wrap_text(words: str, font: str, size: float, room: float, most: int) -> tuple[str, ...]:
    """Return a text in at most `most` lines that fit a room; the rest is cut."""
    lines: list[str] = []
    rest = words.replace("'", "’").split()
    while rest and len(lines) < most:
        put = rest.pop(0)
        while rest and lettering.width_of(f"{put} {rest[0]}", font, size) <= room:
            put = f"{put} {rest.pop(0)}"
        lines.append(put)
    if rest:
        lines[-1] = fit_text(f"{lines[-1]} {rest[0]}…", font, size, room)[0]
    return tuple(lines)


WIDTH = 900.0
MARGIN, GAP = 16.0, 14.0
TITLE = 84.0
PANEL_WIDTH = (WIDTH - 2 * MARGIN - 2 * GAP) / 3
# How high a row of panels is, by the number of rows: five leaders need four, six need five.
HEIGHTS = {3: 352.0, 4: 300.0, 5: 286.0}
LINE = 31.0
# Lines of the band below the table: the dead, what holds for the round, counts.
BAND_LINES = 5
ROW_LINES = 2


class Box(FrozenStruct):
    """A rectangle: left, top, width, height."""

    x: float
    y: float
    width: float
    height: float


class Places(FrozenStruct):
    """Boxes of leaders, of councils (each after its leader), of the middle and band."""

    leaders: tuple[Box, ...]
    councils: tuple[Box, ...]
    middle: Box
    table: Box
    band: Box

    @property
    def height(self) -> float:
        """How high the whole drawing is."""
        return self.band.y + self.band.height


def _panel_cells(leaders: int, rows: int) -> Sequence[tuple[int, int]]:
    """Return the columns and rows of panels, clockwise from the upper left."""
    if leaders == 3:
        return ((0, 0), (1, 0), (2, 0), (2, 1), (1, 2), (0, 1))
    top = [(column, 0) for column in range(3)]
    right = [(2, row) for row in range(1, rows)]
    bottom = [(1, rows - 1), (0, rows - 1)]
    return [*top, *right, *bottom, *((0, row) for row in range(rows - 2, 0, -1))]


@cache
def places(leaders: int, row_of_allies: bool) -> Places:
    """Return the layout for so many leaders; `row_of_allies`: the band shows allies."""
    rows = max(3, leaders - 1)
    high = HEIGHTS[rows]
    boxes = [
        Box(MARGIN + column * (PANEL_WIDTH + GAP), TITLE + row * (high + GAP), PANEL_WIDTH, high)
        for column, row in _panel_cells(leaders, rows)
    ]
    whole = rows * high + (rows - 1) * GAP
    middle = Box(MARGIN + PANEL_WIDTH + GAP, TITLE + high + GAP, PANEL_WIDTH, whole - 2 * (high + GAP))
    table = Box(MARGIN + PANEL_WIDTH / 2, TITLE + high / 2, WIDTH - 2 * MARGIN - PANEL_WIDTH, whole - high)
    lines = BAND_LINES + (ROW_LINES if row_of_allies else 0)
    band = Box(0, TITLE + whole + GAP, WIDTH, lines * LINE + 44)
    return Places(tuple(boxes[::2]), tuple(boxes[1::2]), middle, table, band)


HEAD, ROW, SIDE = 50.0, 29.0, 12.0
# So many tokens show their numbers, of more only the sum stands there.
MAX_NUMBERS = 8
CARD_COLORS = {
    "red": ("#b3352a", "#fff3e6"),
    "green": ("#3c7d45", "#f3fff0"),
    "purple": ("#6c4a94", "#fbf2ff"),
    "event": ("#2c6fa3", "#f0f8ff"),
    "leader": ("#f6f2e6", "#33291c"),
}


class Entry(FrozenStruct):
    """A line of a panel: a number, as it counts, a name, and what sort of card it is."""

    number: int
    name: str
    sort: str = ""
    printed: int | None = None


class Table(FrozenStruct):
    """Data for drawing panels: board, values of cards and councils, colours, language."""

    board: Board
    edition: Edition
    theme: Theme
    language: str
    seat: str | None
    worth: Mapping[int, int]
    scores: Mapping[str, CouncilScored]

    def say(self, word: str, **values: object) -> str:
        """A printed word."""
        return say(word, self.language, **values)

    def house(self, house: str) -> str:
        """A leader's name."""
        house_facts = self.edition.houses.get(house)
        return house_facts.name.say(self.language) if house_facts else house


Mark = Callable[[Table, Entry, float, float], Iterator[str]]


def pile_entries(table: Table, house: str) -> list[Entry]:
    """Return the cards of a leader's bid pile, in the order they came."""
    entries = []
    for card in table.board.piles[house]:
        influence = table.edition.influence[card.card]
        sort = influence.color or influence.group
        entries.append(Entry(table.worth[card.number], influence.name.say(table.language), sort, influence.value))
    return entries


def ally_entries(table: Table, council: str) -> list[Entry]:
    """Return a council's allies, each with the power that it counts now."""
    entries = []
    for ally, counts in table.scores[council].allies.items():
        ally_card = table.edition.allies[ally]
        entries.append(Entry(counts, ally_card.name.say(table.language), "", ally_card.power))
    return entries


def leader_panel(table: Table, house: str, box: Box) -> str:
    """Draw a leader: name, hand, kneeling, bid pile; at the end the small council."""
    board, theme, look = table.board, table.theme, arms_of(house)
    marked = house == table.seat or (board.ending is not None and house in board.ending.winners)
    parts = [
        _paper(box, 10, theme.panel, theme.gold if marked else theme.panel_line, marked=marked),
        solid(_head(box.width), look.colour, look.edge, 1.6),
        group(seal(house, 1.12, 90 if house in board.kneeling else 0), x=28, y=HEAD / 2),
        line(table.house(house), 54, 34, box.width - 54 - 62, size=25, fill=look.mark, font=lettering.CAPITALS),
        _hand(board.hands[house], box.width - 33, look.mark, look.colour),
        *_figure(table, house, box.width),
        *_entries(table, pile_entries(table, house), HEAD + 42, box, _card),
    ]
    name = f"leader-{house}"
    return group(*parts, x=box.x, y=box.y, id=name, data_place=name, data_name=table.house(house))


def _figure(table: Table, house: str, width: float) -> Iterator[str]:
    """Draw a leader's total, or at the end the small council's power, and any status."""
    board, theme = table.board, table.theme
    begin = SIDE
    if board.first == house:
        yield _first(theme, SIDE + 9, HEAD + 22)
        begin += 28
    label, number = table.say("total"), sum(entry.number for entry in pile_entries(table, house))
    if board.opened:
        label = table.say("small").capitalize()
        number = min(table.scores[council].power for council in own_councils(board, house))
    yield line(label, begin, HEAD + 29, 190, size=21, fill=theme.faint)
    begin += min(190.0, lettering.width_of(label, lettering.SERIF, 21)) + 10
    yield capitals(str(number), begin, HEAD + 31, 27, theme.ink, anchor=None)
    status, ink = special(table, house)
    if status:
        begin += lettering.width_of(str(number), lettering.CAPITALS, 27) + 10
        right = width - SIDE
        yield line(status, right, HEAD + 29, right - begin, size=21, fill=ink, font=lettering.ITALIC, anchor="end")


def special(table: Table, house: str) -> tuple[str, str]:
    """Return label and colour for a leader who won the bid or kneels, else empty."""
    board, theme = table.board, table.theme
    if board.won is not None and board.won.house == house:
        return table.say("won"), theme.gold
    return (table.say("kneels"), theme.faint) if house in board.kneeling else ("", theme.ink)


def council_panel(table: Table, council: str, box: Box, *, swapped: bool = False) -> str:
    """Draw a council: its leaders, power, tokens and allies.
    `swapped`: its second leader sits on the left of the drawing."""
    board, theme = table.board, table.theme
    council_state, score = board.councils[council], table.scores[council]
    first, second = council_leaders(board, council)
    mine = table.seat in (first, second)
    parts = [
        _paper(box, 26, theme.land, theme.gold if mine else theme.border, marked=mine),
        group(seal(second if swapped else first, 0.9), x=30, y=30),
        group(seal(first if swapped else second, 0.9), x=box.width - 30, y=30),
    ]
    middle = box.width / 2
    parts.append(capitals(str(score.power), middle, 40, 32, theme.ink))
    if council_state.tokens:
        parts.append(_coins(table, council, middle))
    else:
        parts.append(centred_line(table.say("council"), middle, 66, box.width - 90, 20, theme.faint, lettering.ITALIC))
    parts += _entries(table, ally_entries(table, council), 78, box, _ally)
    name, label = f"council-{council}", f"{table.house(first)}–{table.house(second)}"
    return group(*parts, x=box.x, y=box.y, id=name, data_place=name, data_name=label)


def _paper(box: Box, rx: float, fill: str, edge: str, *, marked: bool) -> str:
    """What a panel is drawn on; of one that is `marked` the edge is wide."""
    return plate((None, None, box.width, box.height), fill, edge, 4 if marked else 1.6, rx=rx)


def _head(width: float) -> str:
    """The coloured upper part of a leader's panel."""
    return f"M0 {HEAD}V10Q0 0 10 0H{width - 10:g}Q{width:g} 0 {width:g} 10V{HEAD}Z"


def _hand(count: int, x: float, ink: str, paper: str) -> str:
    """Cards in hand, as a small fan with their number."""
    back = plate((x - 21, 10, 24, 31), paper, ink, 1.6, rx=4)
    front = plate((x - 10, 10, 30, 31), ink, paper, 1.6, rx=4)
    return back + front + capitals(str(count), x + 5, 32.5, 20, paper)


def _first(theme: Theme, x: float, y: float) -> str:
    """The first player token."""
    crown = f"M{x - 10:g} {y + 8:g}L{x - 11:g} {y - 6:g}L{x - 5:g} {y:g}L{x:g} {y - 10:g}L{x + 5:g} {y:g}"
    return solid(f"{crown}L{x + 11:g} {y - 6:g}L{x + 10:g} {y + 8:g}Z", theme.gold, "#3a2800", 1.2)


def _coins(table: Table, council: str, x: float) -> str:
    """The tokens of a council: their number face down, or what they show."""
    board, theme, y = table.board, table.theme, 66
    opened = board.opened.get(council)
    if opened is not None:
        numbers = "·".join(map(str, sorted(opened)))
        label = numbers if len(opened) <= MAX_NUMBERS else f"{table.say('tokens')} {sum(opened)}"
    else:
        label = f"+ {board.councils[council].tokens} ×"
    wide = lettering.width_of(label, lettering.SERIF, 21)
    begin = x - (wide + 24) / 2
    coin = disc(9.5, "#d9b44a", "#5a4210", 1.6, cx=begin + wide + 15, cy=y - 7)
    coin += disc(5.5, "none", "#5a4210", 1.2, cx=begin + wide + 15, cy=y - 7)
    return line(label, begin, y, 200, size=21, fill=theme.ink) + coin


def _entries(table: Table, entries: Sequence[Entry], top: float, box: Box, mark: Mark) -> Iterator[str]:
    """Yield the panel lines that fit: the last ones, below a count of the others."""
    room = int((box.height - top - 8) // ROW)
    shown, folded = list(entries), 0
    if len(shown) > room:
        folded = len(shown) - room + 1
        shown = shown[folded:]
        rest = sum(folded_entry.number for folded_entry in entries[:folded])
        note = table.say("more", n=folded, sum=rest)
        yield line(
            note, SIDE + 38, top + 21, box.width - SIDE * 2 - 38, size=21, fill=table.theme.faint, font=lettering.ITALIC
        )
    for place, entry in enumerate(shown, 1 if folded else 0):
        yield from mark(table, entry, top + place * ROW, box.width)


def _card(table: Table, entry: Entry, top: float, width: float) -> Iterator[str]:
    """An influence card: its worth in the colour of its sort, and its name."""
    fill, ink = CARD_COLORS.get(entry.sort, CARD_COLORS["leader"])
    yield plate((SIDE, top + 1, 30, 26), fill, "#2a1c0a", 1.2, rx=4)
    yield capitals(str(entry.number), SIDE + 15, top + 21, 19, ink)
    yield from _entry_name(table, entry, top, width)


def _ally(table: Table, entry: Entry, top: float, width: float) -> Iterator[str]:
    """An ally: its power and its name."""
    theme = table.theme
    yield disc(13, theme.face, "#2a1c0a", 1.4, cx=SIDE + 15, cy=top + 14)
    yield capitals(str(entry.number), SIDE + 15, top + 20.5, 18, "#2f2419")
    yield from _entry_name(table, entry, top, width)


def _entry_name(table: Table, entry: Entry, top: float, width: float) -> Iterator[str]:
    """The name of an entry; behind it what is printed, where that is another number."""
    changed = f" ({entry.printed})" if entry.printed not in (None, entry.number) else ""
    ink = table.theme.ink
    yield line(f"{entry.name}{changed}", SIDE + 38, top + 21, width - SIDE * 2 - 38, size=22, fill=ink)
