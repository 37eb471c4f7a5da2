"""Names on the maps: every language has its own, and they are large enough to be read where a map is shown."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

import atlas
from adjudicator import games
from adjudicator.thrones.state.board import Ending
from atlas.thrones.drawer import THRONES as DRAWER
from atlas.thrones.geometry import geometry
from atlas.thrones.layout import HEADING, ROW, TRACK_Y
from atlas.thrones.scene import scene_of
from atlas.thrones.standings import standings
from tests.atlas.positions import EDITIONS, SHEETS, begun, crowded, shown, start

SVG = "{http://www.w3.org/2000/svg}"
# A whole map is shown at 530 pixels at least, one of two boards at 850: nine pixels for each letter there.
MIN_TEXT_SIZE = 17.0


@pytest.mark.parametrize("edition", EDITIONS)
def test_areas_and_westeros_cards_have_names_in_every_language(edition: str) -> None:
    facts = games.edition(edition)
    named = [*facts.areas.values(), *facts.westeros.values(), *facts.orders.values(), *facts.units.values()]
    assert [one.id for one in named if not all(one.name.every())] == []


@pytest.mark.parametrize("language", ["en", "it", "es"])
@pytest.mark.parametrize("sheet", SHEETS)
def test_names_of_areas_are_never_small(sheet: str, language: str) -> None:
    words = {
        word
        for area in shown(sheet).values()
        if area.kind != "port"
        for word in area.name.say(language).replace("'", "’").split()
    }
    root = ElementTree.fromstring(DRAWER.draw(begun(sheet), atlas.Look(language=language)))
    sizes = {
        element.text: float(element.get("font-size", 0))
        for element in root.iter(f"{SVG}text")
        if element.text and element.get("paint-order") and set(element.text.split()) <= words
    }
    assert len(sizes) > len(shown(sheet)) / 2
    assert {text: size for text, size in sizes.items() if size < MIN_TEXT_SIZE} == {}


def test_the_winner_is_crowned_in_its_own_row() -> None:
    view = start(8, edition="mother-of-dragons")
    before = atlas.drawer_of(view).layers(view)["map-pieces"]
    view.board.ending = Ending((view.board.houses[3],), "settlements", 4)
    crown = next(
        piece for piece in atlas.drawer_of(view).layers(view)["map-pieces"] if piece not in before and "M-8-5" in piece
    )
    name = next(piece for piece in before if ">House Greyjoy<" in piece)
    (_, at), (_, row) = (re.findall(r"translate\(([\d.]+) ([\d.]+)\)", piece)[0] for piece in (crown, name))
    assert abs(float(at) - float(row)) < 10


@pytest.mark.parametrize("sheet", SHEETS)
def test_no_piece_covers_the_heading_of_a_track(sheet: str) -> None:
    edition, drawn = games.edition(SHEETS[sheet][0]), geometry(sheet)
    pieces = list(standings(scene_of(crowded(sheet=sheet), atlas.Look("night"))))
    for row in range(len(edition.tracks)):
        baseline = drawn.height + TRACK_Y + row * ROW - HEADING
        assert [
            piece.svg
            for piece in pieces
            if piece.x < 300 and piece.y + piece.box[1] < baseline - 1 < piece.y + piece.box[1] + piece.box[3]
        ] == []
