"""The table of B'Twixt as it is drawn: whole, within its edges, and without anything hidden."""

from __future__ import annotations

from io import BytesIO
from xml.etree import ElementTree

import msgspec
import pytest
from PIL import Image

from adjudicator.btwixt.editions.loading import HOUSE
from adjudicator.btwixt.rules.bidding import StepRules
from adjudicator.btwixt.rules.legality import legal_answers
from adjudicator.btwixt.rules.seasons import set_up
from adjudicator.btwixt.rules.visibility import reshuffled, view
from adjudicator.btwixt.state.position import Piled, Position, View
from adjudicator.engine.chance import Picker
from adjudicator.engine.decision import Decision, Source, SourcedAnswer
from adjudicator.engine.step import advance
from atlas import lettering
from atlas.btwixt.drawer import BTWIXT
from atlas.btwixt.panels import WIDTH, WORDS, arms_of, places
from atlas.svg import Look
from atlas.theme import THEMES

MODULES = {3: (), 4: ("advanced", "revealed-allies"), 5: ("draft-of-kings",), 6: ("short-game", "advanced")}
EVERY = 23


def positions(players: int) -> list[Position]:
    """Positions of a game of random players: the beginning, moments of it, the end."""
    picker, found = Picker("drawn", str(players)), []
    decode, encode = msgspec.json.Decoder(Position).decode, msgspec.json.Encoder().encode
    asked = 0

    def oracle(position: Position, decision: Decision) -> SourcedAnswer:
        nonlocal asked
        asked += 1
        if asked % EVERY == 1:
            found.append(decode(encode(position)))
        return SourcedAnswer(legal_answers(position, decision).sample(picker), Source("player"))

    begun = set_up(HOUSE, players, "drawn", MODULES[players], (), 0)
    return [*found, advance(StepRules(HOUSE), begun, oracle).position]


def crowded(players: int) -> Position:
    """As much on the table as there can be: fourteen allies in a council, ten cards in every pile."""
    position = set_up(HOUSE, players, "crowded", ("advanced", "revealed-allies"), (), 0)
    board = position.board
    allies = sorted(HOUSE.allies, key=lambda ally: -len(HOUSE.allies[ally].name.en))
    board.current = max(allies, key=lambda ally: len(HOUSE.allies[ally].text.en))
    allies.remove(board.current)
    board.tokens_on_current = 4
    for number, held in enumerate(board.councils.values()):
        held.allies, held.tokens = [allies.pop() for _ in range(4 if number else 14)], 12
    board.dead, board.row = allies[:8], allies[8:]
    cards = sorted(HOUSE.influence, key=lambda card: -len(HOUSE.influence[card].name.en))
    for place, house in enumerate(board.houses):
        board.piles[house] = [Piled(10 * place + n, cards[n], house) for n in range(10)]
    board.kneeling, board.round, board.space, board.season = board.houses[:], 9, 2, "autumn"
    return position


def everything() -> list[tuple[int, Position]]:
    return [(players, one) for players in MODULES for one in (*positions(players), crowded(players))]


def boxes(svg: str) -> list[tuple[float, float, float, float]]:
    """The box of every line of text, on the paper: left, top, right, bottom."""
    found: list[tuple[float, float, float, float]] = []

    def walk(element: ElementTree.Element, x: float, y: float) -> None:
        moved = element.get("transform", "")
        if moved.startswith("translate("):
            east, south = moved.removeprefix("translate(").split(")")[0].split()
            x, y = x + float(east), y + float(south)
        elif moved.startswith("rotate") or "scale" in moved:
            return
        if element.tag.endswith("}text"):
            size = float(element.get("font-size", "0"))
            italic, bold = element.get("font-style") == "italic", element.get("font-weight") == "700"
            font = lettering.ITALIC if italic else lettering.CAPITALS if bold else lettering.SERIF
            wide = lettering.width_of(element.text or "", font, size)
            share = {"middle": 0.5, "end": 1.0}.get(element.get("text-anchor", ""), 0.0)
            left, base = x + float(element.get("x", "0")) - wide * share, y + float(element.get("y", "0"))
            found.append((left, base - size * 0.62, left + wide, base + size * 0.12))
        for inside in element:
            walk(inside, x, y)

    walk(ElementTree.fromstring(svg), 0, 0)
    return found


def shown(position: Position, seat: str | None = None) -> View:
    return view(position, seat)


@pytest.mark.parametrize("language", ["en", "it", "es", "de"])
def test_every_drawing_is_whole_and_within_its_edges(language: str) -> None:
    for _, position in everything():
        svg = BTWIXT.draw(shown(position), Look(theme="night", language=language))
        wide, high = BTWIXT.size("btwixt", position.board)
        root = ElementTree.fromstring(svg)
        assert root.get("viewBox") == f"0 0 {wide} {high}"
        for left, top, right, bottom in boxes(svg):
            assert min(left, top) >= 0
            assert right <= wide + 0.5
            assert bottom <= high


@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_no_words_lie_on_others(language: str) -> None:
    for _, position in everything():
        found = boxes(BTWIXT.draw(shown(position), Look(language=language)))
        for number, one in enumerate(found):
            for other in found[:number]:
                apart = (
                    one[2] <= other[0] + 1 or other[2] <= one[0] + 1 or one[3] <= other[1] + 1 or other[3] <= one[1] + 1
                )
                assert apart, (one, other)


def test_words_name_everything_that_is_drawn() -> None:
    for _, position in everything():
        board = position.board
        text = "\n".join(BTWIXT.lines(shown(position), "en"))
        for house in board.houses:
            assert HOUSE.houses[house].name.en in text
        lying = [ally for held in board.councils.values() for ally in held.allies]
        for ally in (*lying, *board.row, *board.dead, *([board.current] if board.current else [])):
            assert HOUSE.allies[ally].name.en in text
        for card in (card.card for pile in board.piles.values() for card in pile):
            assert HOUSE.influence[card].name.en in text


def test_nothing_hidden_is_drawn() -> None:
    for position in (one for players in MODULES for one in positions(players)):
        seats = (None, position.board.houses[0])
        for seat in seats:
            other = reshuffled(position, "otherwise")
            assert BTWIXT.draw(shown(position, seat)) == BTWIXT.draw(shown(other, seat))
            assert BTWIXT.lines(shown(position, seat)) == BTWIXT.lines(shown(other, seat))


@pytest.mark.parametrize("theme", list(THEMES))
def test_pictures(theme: str) -> None:
    seen = shown(crowded(6), None)
    wide, high = BTWIXT.size("btwixt", seen.board)
    for few in (False, True):
        png = BTWIXT.picture(seen, Look(theme=theme), width=390, few=few)
        with Image.open(BytesIO(png)) as image:
            assert image.size == (390, pytest.approx(390 * high / wide, abs=1))
        assert len(png) < 150_000
    with pytest.raises(ValueError, match="200 to 3000"):
        BTWIXT.picture(seen, width=100)
    with pytest.raises(LookupError):
        BTWIXT.draw(seen, Look(theme="neon"))
    assert BTWIXT.arrows(()) == ()


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_each_council_lies_between_its_leaders(players: int) -> None:
    where = places(players, False)
    for number, council in enumerate(where.councils):
        for leader in (where.leaders[number], where.leaders[(number + 1) % players]):
            apart = abs(council.x - leader.x) / leader.width + abs(council.y - leader.y) / leader.height
            assert apart < 2.3
    panels = [*where.leaders, *where.councils, where.middle, where.band]
    for number, one in enumerate(panels):
        assert one.x >= 0
        assert one.x + one.width <= WIDTH
        for other in panels[:number]:
            assert (
                one.x + one.width <= other.x
                or other.x + other.width <= one.x
                or one.y + one.height <= other.y
                or other.y + other.height <= one.y
            )


def test_leaders_differ_in_letter_shape_and_colour() -> None:
    looks = [arms_of(leader) for leader in HOUSE.houses]
    for part in ("letter", "outline", "colour"):
        assert len({getattr(look, part) for look in looks}) == len(HOUSE.houses)
    assert all(arms_of(leader).letter == HOUSE.houses[leader].letter for leader in HOUSE.houses)
    assert arms_of("somebody").letter == "S"


def test_the_words_of_all_languages() -> None:
    assert {len(list(filter(None, words))) for words in WORDS.table.values()} == {len(lettering.LANGUAGES)}
