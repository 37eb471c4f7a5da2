"""What A Storm of Swords brings: weather and fords, claim, leaders, tactics and alliances; leaders on the old board."""

from __future__ import annotations

import msgspec
import pytest

import atlas
from adjudicator import games
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.state.board import Force, Leader, View
from adjudicator.thrones.state.edition import Edition
from atlas.svg import Piece
from atlas.thrones import chart, pieces, scene, standings
from atlas.thrones.drawer import THRONES as DRAWER
from atlas.thrones.geometry import geometry, undrawn
from atlas.thrones.scene import scene_of
from tests.atlas.positions import crowded, start
from tests.atlas.test_drawing import texts

NAME = "storm-of-swords"
OPTIONS = ("storm-cards", "storm-westeros", "tactics", "leaders")


def rules() -> Edition:
    """The edition's facts."""
    return games.edition(NAME)


def on_the_map(view: View) -> list[Piece]:
    """The pieces in the areas."""
    return list(pieces.map_pieces(scene_of(view)))


def below(view: View) -> list[Piece]:
    """The pieces on the tracks, in the band and in the table."""
    return list(standings.standings(scene_of(view)))


def labels(found: list[Piece], begin: str) -> list[str]:
    """The labels that begin so."""
    return [piece.label for piece in found if piece.label.startswith(begin)]


def begun(players: int = 4) -> View:
    """The set-up."""
    return start(players, edition=NAME)


@pytest.mark.parametrize(("place", "open_"), [(0, True), (1, True), (2, False), (3, False)])
def test_the_weather_shows_on_its_wheel_and_in_the_fords(place: int, open_: bool) -> None:
    view = begun()
    assert view.board.realm is not None
    view.board.realm.weather = place
    drawn, wheel = on_the_map(view), labels(below(view), "Weather")
    assert wheel == [f"Weather: {'Fair' if open_ else 'Storm'}"]
    assert len(labels(drawn, "Open ford: ")) == (len(geometry(NAME).fords) if open_ else 0)
    assert len(labels(drawn, "Closed ford: ")) == (0 if open_ else len(geometry(NAME).fords))
    assert f"({'open' if open_ else 'closed'} fords)" in " ".join(atlas.drawer_of(view).lines(view))


def test_boards_without_weather_lack_wheel_claim_and_table() -> None:
    for edition in ("first-edition", "second-edition"):
        words = texts(DRAWER.draw(start(edition=edition)))
        assert not {"Claim", "Tactics", "Alliances"} & set(words.split())


def test_the_storm_board_has_no_wildlings() -> None:
    assert "Wildlings" not in texts(DRAWER.draw(begun()))
    assert not any("Wildlings" in line for line in DRAWER.lines(begun()))


def test_claim_tokens_lie_from_the_highest_number_down() -> None:
    view = begun()
    assert view.board.realm is not None
    view.board.realm.claim = ["stark", "lannister", "stark"]
    assert labels(below(view), "Claim ") == ["Claim 6: House Stark", "Claim 5: House Lannister", "Claim 4: House Stark"]
    spots = [round(piece.x) for piece in below(view) if piece.label.startswith("Claim ")]
    assert spots == sorted(spots, reverse=True)
    assert "Claim track: 6 House Stark, 5 House Lannister, 4 House Stark." in atlas.drawer_of(view).lines(view)


def test_flags_and_towns_are_printed_where_the_data_has_them() -> None:
    svg = DRAWER.draw(begun())
    flags, towns = "M-7-13Q-1-16 4-13T13-13V1Q7 4 2 1T-7 1Z", "M-13 9V1L-8.4-4L-3.8 1V9ZM3.8 9V1"
    # Two more flags are the heads of the track and of the houses' column.
    assert svg.count(flags) == len(rules().claimed) + 2
    assert svg.count(towns) == sum(area.town for area in rules().areas.values())
    assert flags not in DRAWER.draw(start())


def test_leaders_stand_in_their_areas_as_they_lie() -> None:
    view = begun()
    view.board.leaders = {"robb-stark": Leader("stark", area="the-twins")}
    up = [piece for piece in on_the_map(view) if piece.label.startswith("Robb Stark")]
    view.board.leaders["robb-stark"].active = True
    down = [piece for piece in on_the_map(view) if piece.label.startswith("Robb Stark")]
    robb = rules().leaders["robb-stark"]
    assert [piece.label for piece in (*up, *down)] == [
        f"Robb Stark ({robb.idle})",
        f"Robb Stark ({robb.marching}, face down)",
    ]
    assert up[0].svg != down[0].svg
    assert (up[0].x, up[0].y) == tuple(map(round, geometry(NAME).areas["the-twins"].anchors.leaders or ()))


def test_many_leaders_in_an_area_stay_within_their_room() -> None:
    view = begun()
    view.board.leaders = {leader: Leader("stark", area="the-twins") for leader in rules().leaders}
    spots = [piece.x for piece in on_the_map(view) if piece.label.split(" (")[0] in names()]
    assert len(spots) == len(rules().leaders)
    assert max(spots) - min(spots) <= 50


def names() -> set[str]:
    """The names of all leaders."""
    return {leader.name.en for leader in rules().leaders.values()}


def test_captives_are_in_the_row_of_their_captor() -> None:
    view = begun()
    assert view.board.leaders["eddard-stark"].cell == "lannister"
    (captive,) = [piece for piece in below(view) if piece.label.startswith("Eddard Stark")]
    row = view.board.houses.index("lannister")
    top = geometry(NAME).height + scene.BAND + scene.HEAD
    assert top + row * scene.ROW < captive.y < top + (row + 1) * scene.ROW
    told = atlas.drawer_of(view).lines(view)
    (line,) = [line for line in told if line.startswith("Prison cells: Eddard Stark")]
    assert told.index(line) > told.index(next(line for line in told if line.startswith("House Lannister.")))


def test_allied_units_are_green_and_bear_the_mark_of_their_house() -> None:
    view = begun()
    view.board.forces = {"the-twins": Force("stark", {"allied-footman": 2})}
    (drawn,) = [piece for piece in on_the_map(view) if piece.label.startswith("The Twins: 2")]
    view.board.forces["the-twins"].house = "greyjoy"
    (other,) = [piece for piece in on_the_map(view) if piece.label.startswith("The Twins: 2")]
    assert drawn.label == "The Twins: 2 × allied footman"
    assert drawn.svg != other.svg
    assert all("#5b9a33" in piece.svg for piece in (drawn, other))


def test_garrisons_show_their_strength_in_kings_landing_too() -> None:
    svg = [piece.svg for piece in on_the_map(begun()) if "M-12-11H-7V-7.5" in piece.svg]
    assert len(svg) == 5
    assert sum(">6</text>" in one for one in svg) == 1


def test_tactics_and_alliances_are_in_the_table() -> None:
    view = begun()
    board = view.board
    assert board.realm is not None
    assert board.tactics is not None
    board.tactics.open = {"stark": ["careful-planning", "manage-troops"]}
    board.realm.alliances, board.realm.permanent = {"stark": ["frey-army"]}, {"tyrell": "baratheon"}
    board.realm.tops = {"arryn": "arryn-plots"}
    found = {piece.label for piece in below(view)}
    assert {"Careful Planning", "Manage Troops", "Frey Army", "House Arryn: Arryn Plots"} <= found
    assert {"House Frey: Card face down", "Permanent alliance: Baratheon"} <= found
    told = atlas.drawer_of(view).lines(view)
    assert "Tactics: Careful Planning, Manage Troops." in told
    assert "Alliances, House Arryn: Arryn Plots." in told
    assert "Alliances, House Tyrell: Card face down. Permanent alliance: House Baratheon." in told


def test_chosen_tactics_lie_face_down() -> None:
    view = begun()
    assert view.board.tactics is not None
    assert labels(below(view), "Card face down") == []
    view.board.tactics.laid = True
    assert len(labels(below(view), "Card face down")) == len(view.board.houses)


def test_a_house_with_many_alliances_keeps_to_its_column() -> None:
    view = begun()
    assert view.board.realm is not None
    view.board.realm.alliances = {"stark": list(rules().alliances)}
    cards = {card.name.en for card in rules().alliances.values()}
    chips = [piece for piece in below(view) if piece.label in cards]
    assert len(chips) == len(cards)
    assert max(piece.x + piece.box[0] + piece.box[2] for piece in chips) <= geometry(NAME).width - 24


def test_what_is_laid_in_the_seas_stays_clear_of_the_land() -> None:
    drawn, view = geometry(NAME), crowded(None, NAME)
    x, y = chart.WEATHER
    boxes = [(x - 112, y - 112, x + 112, y + 112)]
    end = chart.CLAIM_X + 5 * chart.CLAIM_STEP + 22
    boxes.append((chart.CLAIM_X - 22, chart.CLAIM_Y - 40, end, chart.CLAIM_Y + 22))
    coasts = [spot for arc in drawn.arcs if arc.kind in ("coast", "island") for spot in arc.points()]
    for west, north, east, south in boxes:
        assert not [spot for spot in coasts if west < spot[0] < east and north < spot[1] < south]
    assert len(labels(below(view), "Claim ")) == chart.CLAIM_PLACES


def test_first_edition_options_add_table_and_leaders() -> None:
    plain = THRONES.view(games.start("first-edition", 5, "atlas"), None)
    with_them = THRONES.view(games.start("first-edition", 5, "atlas", OPTIONS), None)
    added = DRAWER.size("first-edition", with_them.board)[1] - DRAWER.size("first-edition", plain.board)[1]
    assert added == scene.HEAD + 5 * scene.ROW + scene.FOOT
    words = texts(atlas.drawer_of(with_them).draw(with_them))
    assert "Prison cells" in words
    assert "Alliances" not in words
    assert "Prison cells" not in texts(atlas.drawer_of(plain).draw(plain))
    assert any(
        "Winterfell: " in line and "Robb Stark (" in line for line in atlas.drawer_of(with_them).lines(with_them)
    )
    assert atlas.drawer_of(with_them).picture(with_them, width=400).startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("area", "changes", "what"),
    [
        ("goldengrove", {"land": ("silverhall", "crakehall")}, "a border between bitterbridge and goldengrove"),
        ("blackwater", {"rivers": ("roseroad",), "land": ()}, "a border between blackwater and"),
        ("duskendale", {"fords": ("kingswood",)}, "a ford between duskendale and kingswood"),
        ("pyke", {"arrows": ("cape-of-eagles", "seagard")}, "an arrow between pyke and seagard"),
        ("pyke", {"arrows": ("cape-of-eagles",)}, "an arrow between pyke and the-crag"),
    ],
)
def test_a_corrected_map_that_is_not_redrawn_is_told(area: str, changes: dict[str, tuple[str, ...]], what: str) -> None:
    data = msgspec.structs.replace(rules())
    data.areas = {**data.areas, area: msgspec.structs.replace(data.areas[area], **changes)}
    # The other side of each line keeps silent, so that what the area says decides.
    for name, facts in list(data.areas.items()):
        if name != area:
            said = {key: getattr(facts, key) for key in ("land", "fords", "rivers", "arrows")}
            silent = {key: tuple(near for near in nears if near != area) for key, nears in said.items()}
            data.areas[name] = msgspec.structs.replace(facts, **silent)
    assert any(what in one.words for one in undrawn(data))
    assert undrawn(rules()) == []
