"""The drawing as text: complete, escaped, the same every time."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

import atlas
from adjudicator import games
from adjudicator.thrones.state.board import Ending, Placed
from atlas.theme import THEMES
from atlas.thrones.drawer import THRONES as DRAWER
from atlas.thrones.tokens import arms
from tests.atlas.positions import EDITIONS, SHEETS, begun, crowded, shown, start

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> str:
    """All words on the drawing, lines joined by spaces."""
    return " ".join(element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text"))


@pytest.mark.parametrize("theme", sorted(THEMES))
@pytest.mark.parametrize("sheet", SHEETS)
def test_every_area_is_a_titled_path(theme: str, sheet: str) -> None:
    root = ElementTree.fromstring(DRAWER.draw(begun(sheet), atlas.Look(theme=theme)))
    titles = {
        path.get("id"): path.findtext(f"{SVG}title")
        for path in root.iter(f"{SVG}path")
        if path.find(f"{SVG}title") is not None
    }
    assert titles == {f"area-{area.id}": area.name.en for area in shown(sheet).values()}


@pytest.mark.parametrize("sheet", SHEETS)
def test_ids_are_unique(sheet: str) -> None:
    for view in (crowded(sheet=sheet), start(3, edition=SHEETS[sheet][0])):
        ids = re.findall(r'\bid="([^"]+)"', atlas.drawer_of(view).draw(view))
        assert len(ids) == len(set(ids))


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_whole_name_of_every_area_is_written(sheet: str) -> None:
    words = texts(DRAWER.draw(begun(sheet)))
    for area in shown(sheet).values():
        if area.kind == "port":
            # An anchor stands for the name of a port.
            assert area.name.en not in words
            continue
        for word in area.name.en.replace("'", "’").split():
            assert word in words, area.id


def test_names_are_written_in_the_language_asked_for() -> None:
    assert "Grande Inverno" in texts(DRAWER.draw(start(), atlas.Look(language="it")))
    assert "Trono di Spade" in texts(DRAWER.draw(start(), atlas.Look(language="it")))


def test_a_hostile_title_stays_text() -> None:
    svg = DRAWER.draw(start(), atlas.Look(title='"><script>alert(1)</script>&'))
    assert "<script" not in svg
    assert '"><script>alert(1)</script>&' in texts(svg)


def test_characters_that_xml_forbids_are_left_out() -> None:
    svg = DRAWER.draw(start(), atlas.Look(title="Win\x00ter\ud800 \u2014 \x1bfell"))
    assert "Winter \u2014 fell" in texts(svg)
    assert DRAWER.picture(start(), atlas.Look(title="Win\x00ter\ud800")).startswith(b"\x89PNG")


def test_the_winner_is_crowned() -> None:
    view = start()
    plain = atlas.drawer_of(view).draw(view)
    view.board.ending = Ending(("stark",), "settlements", 4)
    assert atlas.drawer_of(view).draw(view) != plain
    assert "The end" in texts(atlas.drawer_of(view).draw(view))


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_same_view_is_drawn_the_same(sheet: str) -> None:
    assert DRAWER.draw(crowded(sheet=sheet)) == DRAWER.draw(crowded(sheet=sheet))


def test_a_face_down_order_tells_the_house_only() -> None:
    view = start()
    drawings = set()
    for order in ("face-down", "hidden"):
        view.board.orders = {"winterfell": Placed("stark", order)}
        drawings.add(atlas.drawer_of(view).draw(view))
    view.board.orders = {"winterfell": Placed("stark", "march+1")}
    shown = atlas.drawer_of(view).draw(view)
    assert len(drawings) == 1
    assert shown not in drawings
    assert "March +1" in shown


def test_units_routed_units_and_counts_show() -> None:
    view = start()
    plain = atlas.drawer_of(view).draw(view)
    view.board.forces["winterfell"].routed = {"footman": 3}
    routed = atlas.drawer_of(view).draw(view)
    assert routed != plain
    assert "Winterfell: 4 × footman, 1 × knight" in routed


def test_arrows_are_drawn_and_must_join_areas() -> None:
    move = atlas.Arrow("winterfell", "moat-cailin", "stark")
    assert DRAWER.draw(start(), atlas.Look(arrows=[move])) != DRAWER.draw(start())
    with pytest.raises(KeyError, match="nowhere"):
        DRAWER.draw(start(), atlas.Look(arrows=[atlas.Arrow("winterfell", "nowhere", "stark")]))


def test_an_unknown_theme_is_named() -> None:
    with pytest.raises(LookupError, match="sepia.*parchment"):
        DRAWER.draw(start(), atlas.Look(theme="sepia"))


def test_houses_differ_in_colour_shape_and_letter() -> None:
    rules = games.edition("mother-of-dragons")
    houses = [arms(house) for house in rules.houses]
    assert len(houses) == 8
    for aspect in ("colour", "outline", "letter", "tint"):
        assert len({getattr(look, aspect) for look in houses}) == len(houses), aspect
    letters = {house.id: house.letter for house in rules.houses.values()}
    assert letters == {house: arms(house).letter for house in letters}


@pytest.mark.parametrize(
    ("edition", "players"), [(name, n) for name, most in EDITIONS.items() for n in range(3, most + 1)]
)
def test_every_number_of_players_can_be_drawn(edition: str, players: int) -> None:
    view = start(players, edition=edition)
    words = texts(atlas.drawer_of(view).draw(view))
    assert all(games.edition(edition).houses[house].name.en in words for house in view.board.houses)
