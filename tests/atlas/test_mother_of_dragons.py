"""What only Mother of Dragons has: a second board, vassals, loyalty, dragons, tokens that change what areas offer."""

from __future__ import annotations

import math
from itertools import combinations

import pytest

import atlas
from adjudicator import games
from adjudicator.thrones.state.board import Force, Placed, View
from adjudicator.thrones.state.edition import Edition
from atlas.svg import Piece
from atlas.theme import find_theme
from atlas.thrones import layout, pieces, standings, tokens
from atlas.thrones.cartography.outline import read_outline
from atlas.thrones.drawer import THRONES as DRAWER
from atlas.thrones.geometry import geometry, sheet_of
from atlas.thrones.house_table import signs
from atlas.thrones.scene import band_layout, scene_of
from atlas.thrones.tokens import GLYPHS, arms
from tests.atlas.positions import begun, crowded, shown, start
from tests.atlas.test_drawing import texts

NAME, WIDE = "mother-of-dragons", "mother-of-dragons-targaryen"
PAPER = find_theme("parchment")


def rules() -> Edition:
    """The edition's facts."""
    return games.edition(NAME)


def on_the_map(view: View) -> list[Piece]:
    """The pieces in the areas."""
    return list(pieces.map_pieces(scene_of(view)))


def in_the_band(view: View) -> list[Piece]:
    """The pieces on the tracks and in the lists."""
    return list(standings.standings(scene_of(view)))


def test_essos_is_drawn_where_its_house_plays() -> None:
    assert [sheet_of(rules(), start(players, edition=NAME).board) for players in (3, 7, 8)] == [NAME, NAME, WIDE]
    few = games.start(NAME, 4, "seed", (), ("stark", "tyrell", "arryn", "targaryen"))
    assert sheet_of(rules(), few.board) == WIDE
    essos = {area for area, facts in rules().areas.items() if facts.only_with}
    assert set(geometry(WIDE).areas) - set(geometry(NAME).areas) == essos
    assert "Essos" not in texts(DRAWER.draw(begun(NAME)))
    assert "Volantis" not in texts(DRAWER.draw(begun(NAME)))
    assert "Volantis" in texts(DRAWER.draw(begun(WIDE)))


def test_westeros_lies_where_it_lies_on_the_other_map() -> None:
    narrow, wide = geometry(NAME), geometry(WIDE)
    coasts = {arc.name: arc.at for arc in narrow.arcs if arc.kind in ("coast", "border", "river", "mole")}
    again = {arc.name: arc.at for arc in wide.arcs}
    assert len(coasts) > 150
    assert {name: again[name] for name in coasts} == coasts


def test_essos_lies_east_of_westeros() -> None:
    spots = geometry(WIDE).areas
    for area, facts in shown(WIDE).items():
        assert (spots[area].anchors.units[0] > 1020) == bool(facts.only_with), area


def test_outline_over_another_keeps_what_it_does_not_redraw(request: pytest.FixtureRequest) -> None:
    folder = request.config.rootpath / "atlas" / "thrones" / "cartography"
    second, narrow, wide = (
        read_outline(folder / f"{name}.toml")
        for name in ("second_edition", "mother_of_dragons", "mother_of_dragons_targaryen")
    )
    assert {line.path for line in second.lines} - {line.path for line in narrow.lines} == {
        line.path for line in second.lines if line.id and line.path not in {other.path for other in narrow.lines}
    }
    assert set(second.seeds) < set(narrow.seeds) < set(wide.seeds)
    assert (second.width, narrow.width, wide.width) == (1000, 1000, 1600)
    assert second.nodes["east-narrow"] != narrow.nodes["east-narrow"]
    assert narrow.exceptions == second.exceptions == wide.exceptions


def test_units_of_a_vassal_bear_the_mark_of_its_commander() -> None:
    view = begun(NAME)
    free = on_the_map(view)
    view.board.vassals, view.board.commanders = ["greyjoy"], {"greyjoy": "arryn"}
    mark = tokens.command("arryn")
    marked = [piece for piece in on_the_map(view) if mark in piece.svg]
    fleets = [area for area, force in view.board.forces.items() if force.house == "greyjoy"]
    assert len(marked) == len(fleets) > 0
    assert not any(mark in piece.svg for piece in free)
    for piece in marked:
        left, top, wide, high = piece.box
        assert max(left, -left - wide) <= -10
        assert max(top, -top - high) <= -18


def test_a_vassal_is_listed_with_its_commander_and_without_power() -> None:
    view = begun(WIDE)
    view.board.power["martell"] = 13
    assert "13" in texts(atlas.drawer_of(view).draw(view))
    view.board.vassals, view.board.commanders = ["martell"], {"martell": "targaryen"}
    view.board.power["martell"] = 13
    svg = atlas.drawer_of(view).draw(view)
    assert "13" not in texts(svg)
    assert "House Martell: Commander House Targaryen" in svg


def test_eight_houses_fit_their_list_and_their_tracks() -> None:
    view, lay = begun(WIDE), band_layout(geometry(WIDE))
    top = geometry(WIDE).height
    assert lay.places == 8
    assert band_layout(geometry(NAME)).places == 7
    last = layout.track_spot(lay, 0, 7)[0]
    assert last + 22 < lay.dividers[0]
    counters = [piece for piece in in_the_band(view) if piece.x == round(layout.HOUSE_X + lay.houses + 8)]
    assert len(counters) == 8
    assert max(piece.y - top for piece in counters) < 303 - 17
    assert max(lay.columns) < geometry(WIDE).width - 40


def test_houses_stand_on_the_victory_track_of_the_wide_map() -> None:
    view = begun(WIDE)
    view.board.points["targaryen"] = 5
    lay, top = band_layout(geometry(WIDE)), geometry(WIDE).height
    assert lay.victory is not None
    counter = tokens.counter("targaryen", 0.6)
    spots = [piece.x for piece in in_the_band(view) if piece.svg == counter and piece.y < top + layout.ROW_Y]
    assert round(lay.victory + 5 * layout.STEP) in spots
    assert "Victory" not in texts(DRAWER.draw(begun(NAME)))


def test_rounds_bear_a_dragon_until_they_come_and_strength_rises() -> None:
    view, lay = begun(WIDE), band_layout(geometry(WIDE))
    eggs = [piece for piece in in_the_band(view) if piece.svg == layout.egg()]
    assert len(eggs) == len(view.board.growing) == 5
    assert lay.victory is not None
    weak = (round(lay.victory), geometry(WIDE).height + layout.ROW_Y)
    assert weak in {(piece.x, piece.y) for piece in in_the_band(view)}
    before = {(piece.x, piece.y) for piece in in_the_band(view)}
    view.board.growing, view.board.growth = [8, 10], {"dragon": 3}
    assert len([piece for piece in in_the_band(view) if piece.svg == layout.egg()]) == 2
    strong = (round(lay.victory + 3 * layout.ROW_STEP), geometry(WIDE).height + layout.ROW_Y)
    assert strong in {(piece.x, piece.y) for piece in in_the_band(view)} - before


def test_loyalty_lies_on_its_area_with_its_number() -> None:
    view = begun(WIDE)
    view.board.loyalty = {"oldtown": 1, "the-boneway": 3}
    laid = {piece.label: piece for piece in on_the_map(view) if "Loyalty" in piece.label}
    assert set(laid) == {"Oldtown: 1 × Loyalty", "The Boneway: 3 × Loyalty"}
    assert ">3</text>" in laid["The Boneway: 3 × Loyalty"].svg
    assert ">1</text>" not in laid["Oldtown: 1 × Loyalty"].svg


def test_tokens_that_change_an_area_are_drawn_apart() -> None:
    view = begun(NAME)
    drawings = {atlas.drawer_of(view).draw(view)}
    for marks in (["barrel"], ["crown"], ["barrel", "crown"], ["stronghold"], ["ruin"], ["crown", "ruin"]):
        view.board.improvements = {"moat-cailin": marks}
        drawings.add(atlas.drawer_of(view).draw(view))
        laid = [piece for piece in on_the_map(view) if piece.label.startswith("Moat Cailin: ")]
        assert len(laid) == len(marks)
    assert len(drawings) == 7
    site = geometry(NAME).areas["moat-cailin"].anchors.site
    view.board.improvements = {"moat-cailin": ["ruin"]}
    (ruin,) = [piece for piece in on_the_map(view) if piece.label == "Moat Cailin: Ruin"]
    assert site is not None
    assert (ruin.x, ruin.y) == tuple(map(round, site))


def test_every_order_of_the_edition_is_drawn_apart() -> None:
    view, drawings = begun(NAME), set()
    for order in rules().orders:
        view.board.orders = {"the-narrow-sea": Placed("arryn", order)}
        drawings.add(atlas.drawer_of(view).draw(view))
    assert len(drawings) == len(rules().orders)


def test_a_vassals_order_shows_both_its_uses_and_its_commander() -> None:
    view = begun(NAME)
    view.board.vassals, view.board.commanders = ["greyjoy"], {"greyjoy": "arryn"}
    view.board.forces = {}
    for order, signs_of in {
        "vassal-raid-support": ("support", "raid"),
        "vassal-defense-muster": ("defense", "consolidate-power"),
        "vassal-march": ("march",),
    }.items():
        view.board.orders = {"pyke": Placed("greyjoy", order)}
        (placed,) = [piece for piece in on_the_map(view) if piece.label == rules().orders[order].name.en]
        assert all(GLYPHS[sign] in placed.svg for sign in signs_of)
        assert tokens.command("arryn") in placed.svg
    view.board.orders = {"the-eyrie": Placed("arryn", "march+0")}
    assert tokens.command("arryn") not in atlas.drawer_of(view).draw(view).split("map-pieces")[1].split("House ")[0]


def test_dragons_have_a_sign_of_their_own() -> None:
    view = begun(WIDE)
    view.board.forces["norvos"] = Force("targaryen", {"dragon": 2, "knight": 1})
    assert "Norvos: 2 × dragon, 1 × knight" in atlas.drawer_of(view).draw(view)
    assert len({tokens.unit("targaryen", kind) for kind in rules().units}) == len(rules().units)


# How a colour looks to people without red, green or blue cones: linear sRGB to linear sRGB (Machado and others, 2009).
BLIND = {
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def seen(colour: str, eye: str) -> tuple[float, float, float]:
    """A colour as lightness and two opponents (CIE Lab) for an eye."""
    linear = []
    for at in (1, 3, 5):
        value = int(colour[at : at + 2], 16) / 255
        linear.append(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)
    if eye in BLIND:
        mixed = [sum(a * b for a, b in zip(row, linear, strict=True)) for row in BLIND[eye]]
        linear = [min(1.0, max(0.0, value)) for value in mixed]
    red, green, blue = linear
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116 for value in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


@pytest.mark.parametrize("eye", ["all", *BLIND])
def test_houses_are_told_apart_without_colour(eye: str) -> None:
    """Colours that lie near each other for an eye come with shapes and letters that do not."""
    looks = {house: arms(house) for house in rules().houses}
    assert len({look.outline for look in looks.values()}) == len({look.letter for look in looks.values()}) == 8
    for one, other in combinations(looks, 2):
        apart = math.dist(seen(looks[one].colour, eye), seen(looks[other].colour, eye))
        assert apart > 15, f"{one} and {other}: {apart:.1f}"
        apart = math.dist(seen(looks[one].tint, eye), seen(looks[other].tint, eye))
        assert apart > 12, f"lands of {one} and {other}: {apart:.1f}"
    for house, look in looks.items():
        # Marks and letters stand out from what they are drawn on by their lightness alone.
        assert abs(seen(look.mark, eye)[0] - seen(look.colour, eye)[0]) > 38, house


def test_a_full_board_has_no_piece_beyond_the_paper() -> None:
    for sheet in (NAME, WIDE):
        view, drawn = crowded(sheet=sheet), geometry(sheet)
        for piece in (*on_the_map(view), *in_the_band(view)):
            left, top, wide, high = piece.box
            assert 0 <= piece.x + left < piece.x + left + wide <= drawn.width, piece.label
            assert 0 <= piece.y + top < piece.y + top + high <= drawn.height + 330, piece.label


def test_the_iron_bank_shows_its_loans_and_their_prices() -> None:
    view = begun(WIDE)
    assert view.board.bank is not None
    view.board.bank.slots = ["", "", "loyal-maester"]
    svg = atlas.drawer_of(view).draw(view)
    assert "The Iron Bank of Braavos" in texts(svg)
    assert "Loyal Maester" in texts(svg)
    assert "The Iron Bank of Braavos: Loyal Maester (7)" in svg
    view.board.bank.slots = ["loyal-maester", "pyromancer", ""]
    assert "The Iron Bank of Braavos: Loyal Maester (1)" in atlas.drawer_of(view).draw(view)
    assert "Iron Bank" not in texts(DRAWER.draw(begun(NAME)))


def test_every_loan_has_signs_of_its_own() -> None:
    view, drawings = begun(WIDE), set()
    assert view.board.bank is not None
    for loan in rules().loans.values():
        drawings.add(signs(loan, PAPER))
        assert GLYPHS["star"] not in signs(loan, PAPER)
        view.board.bank.slots = ["", loan.id, ""]
        for language in ("en", "it", "es"):
            written, name = (
                texts(atlas.drawer_of(view).draw(view, atlas.Look(language=language))),
                loan.name.say(language).replace("'", "’"),
            )
            assert all(word in written for word in name.split())
    assert len(drawings) == len(rules().loans) == 12


def test_debts_and_the_token_of_braavos_show() -> None:
    view = begun(WIDE)
    assert view.board.bank is not None
    plain = {(piece.x, piece.svg) for piece in in_the_band(view)}
    view.board.bank.loans, view.board.bank.token = {"stark": ["pyromancer", "spymaster"]}, "tyrell"
    new = [piece for piece in in_the_band(view) if (piece.x, piece.svg) not in plain]
    assert [piece.x for piece in new if ">2</text>" in piece.svg] == [band_layout(geometry(WIDE)).columns[2]]
    assert any(tokens.counter("tyrell", 0.95) in piece.svg and "-1" in piece.svg for piece in new)
