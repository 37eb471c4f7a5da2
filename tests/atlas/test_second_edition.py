"""What only some editions have: ports, garrisons, siege engines, areas out of play, stars by the number of players."""

from __future__ import annotations

import pytest

import atlas
from adjudicator import games
from adjudicator.thrones.state.board import CLOSED, Force, Garrison, Placed, View
from adjudicator.thrones.state.edition import Edition
from atlas.svg import Piece
from atlas.theme import find_theme
from atlas.thrones import layout, pieces, standings
from atlas.thrones.drawer import THRONES as DRAWER
from atlas.thrones.geometry import geometry
from atlas.thrones.scene import band_layout, scene_of
from atlas.thrones.tokens import GLYPHS
from tests.atlas.positions import start
from tests.atlas.test_drawing import texts

NAME = "second-edition"
PAPER = find_theme("parchment")


def rules() -> Edition:
    """The edition's facts."""
    return games.edition(NAME)


def on_the_map(view: View) -> list[Piece]:
    """The pieces in the areas."""
    return list(pieces.map_pieces(scene_of(view)))


def on_the_tracks(view: View) -> list[Piece]:
    """The pieces in the band below the map."""
    return list(standings.standings(scene_of(view)))


def stars(view: View) -> list[int]:
    """How many stars lie below the places of the King's Court."""
    counts = {layout.stars(count, PAPER.name): count for count in (1, 2, 3)}
    return [counts[piece.svg] for piece in on_the_tracks(view) if piece.svg in counts]


def test_every_port_bears_an_anchor() -> None:
    svg = DRAWER.draw(start(6, edition=NAME))
    assert svg.count(GLYPHS["anchor"]) == len(rules().ports) == 8
    assert GLYPHS["anchor"] not in DRAWER.draw(start())


def test_pieces_in_port_are_smaller_and_within_their_harbour() -> None:
    view = start(6, edition=NAME)
    board = view.board
    board.forces = {"port-of-pyke": Force("greyjoy", {"ship": 3}), "ironmans-bay": Force("greyjoy", {"ship": 3})}
    board.orders = {area: Placed("greyjoy", "support+1") for area in board.forces}
    board.neutral, board.garrisons = {}, {}
    bay_fleet, bay_order, port_fleet, port_order = on_the_map(view)
    assert (port_fleet.box[2], port_order.box[2]) == pytest.approx(
        (bay_fleet.box[2] * pieces.IN_PORT, bay_order.box[2] * pieces.IN_PORT)
    )
    assert port_fleet.label == "Port of Pyke: 3 × ship"


def test_garrisons_show_strength_until_they_fall() -> None:
    view = start(6, edition=NAME)
    with_them = on_the_map(view)
    view.board.garrisons = {"winterfell": Garrison("stark", 4)}
    one = on_the_map(view)
    view.board.garrisons = {}
    assert len(with_them) - len(on_the_map(view)) == 6
    (wall,) = [piece for piece in one if piece not in on_the_map(view)]
    assert ">4</text>" in wall.svg
    assert (wall.x, wall.y) == tuple(map(round, geometry(NAME).areas["winterfell"].anchors.token or ()))


def test_siege_engines_have_a_sign_of_their_own() -> None:
    assert len({GLYPHS[kind] for kind in rules().units}) == 4
    view = start(6, edition=NAME)
    view.board.forces["winterfell"] = Force("stark", {"siege-engine": 2})
    svg = atlas.drawer_of(view).draw(view)
    assert GLYPHS["siege-engine"] in svg
    assert "Winterfell: 2 × siege engine" in svg.lower().replace("winterfell", "Winterfell")


def test_areas_out_of_play_are_hatched_and_bear_no_number() -> None:
    view = start(3, edition=NAME)
    closed = {area for area, value in view.board.neutral.items() if value == CLOSED}
    svg = atlas.drawer_of(view).draw(view)
    assert len(closed) == 12
    assert {area for area in rules().areas if f'id="closed-{area}"' in svg} == closed
    assert str(CLOSED) not in texts(svg)
    assert "closed-" not in DRAWER.draw(start(6, edition=NAME))


def test_neutral_forces_show_what_they_are_worth() -> None:
    view = start(4, edition=NAME)
    shown = [piece for piece in on_the_map(view) if "#9a9488" in piece.svg]
    assert len(shown) == len(view.board.neutral) == 12
    view.board.neutral["oldtown"] = 17
    assert ">17</text>" in atlas.drawer_of(view).draw(view)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_court_stars_follow_the_number_of_players(players: int) -> None:
    assert stars(start(players, edition=NAME)) == ([3, 2, 1] if players < 5 else [3, 3, 2, 1])


def test_six_houses_fit_their_tracks() -> None:
    view = start(6, edition=NAME)
    view.board.supply = dict.fromkeys(view.board.houses, 3)
    right = layout.track_spot(band_layout(geometry(NAME)), 0, 5)[0]
    assert right + 22 < 326
    x, top = round(layout.SUPPLY_X + 3 * layout.SUPPLY_STEP), geometry(NAME).height
    level = [piece.y - top for piece in on_the_tracks(view) if piece.x == x and 40 < piece.y - top < layout.SUPPLY_Y]
    assert len(level) == 6
    # The last house stays above the line of cards.
    assert max(piece.y - top for piece in on_the_tracks(view) if piece.x == round(layout.HOUSE_X + 8)) < 303 - 17 - 18
    assert min(level) >= 58
    assert max(level) <= layout.SUPPLY_Y


def test_every_order_of_the_edition_is_drawn_apart() -> None:
    view = start(6, edition=NAME)
    drawings = set()
    for order in rules().orders:
        view.board.orders = {"winterfell": Placed("stark", order)}
        drawings.add(atlas.drawer_of(view).draw(view))
    assert len(drawings) == len(rules().orders)
