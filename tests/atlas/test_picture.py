"""The drawing as PNG: letters have ink, both ways to a picture agree, and it stays small."""

from __future__ import annotations

import io
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier, Event
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

import atlas
from adjudicator import games
from adjudicator.thrones.state.board import CLOSED, View
from atlas import raster
from atlas.lettering import font_files
from atlas.raster import Sprite, SpriteCache
from atlas.svg import Piece
from atlas.theme import THEMES
from atlas.thrones.cartography.build import EVERY, palettes as chosen
from atlas.thrones.drawer import THRONES as DRAWER, empty, paint_view
from atlas.thrones.geometry import geometry, palettes
from atlas.thrones.scene import scene_of
from tests.atlas.positions import SHEETS, begun, crowded, shown, start
from tests.slices import in_turn

# A real board, and one with everything everywhere.
MAX_BYTES = {"mother-of-dragons-targaryen": 440_000, "storm-of-swords": 400_000}
MAX_FOR_ALL = {
    "first-edition": 360_000,
    "second-edition": 400_000,
    "mother-of-dragons": 440_000,
    "mother-of-dragons-targaryen": 620_000,
    "storm-of-swords": 520_000,
}


def opened(png: bytes) -> Image.Image:
    """A PNG as an RGB picture."""
    return Image.open(io.BytesIO(png)).convert("RGB")


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_name_has_ink(sheet: str) -> None:
    svg, width = DRAWER.draw(begun(sheet)), round(geometry(sheet).width)
    unwritten = svg.replace("<text", '<text display="none"')
    written, blank = (raster.render_rgba(drawing, width).convert("RGB") for drawing in (svg, unwritten))
    difference = ImageChops.difference(written, blank).convert("L").point(lambda value: 255 if value > 60 else 0)
    for area, shape in geometry(sheet).areas.items():
        if shown(sheet)[area].kind == "port":
            continue
        (x, y), (wide, high) = shape.anchors.name, shape.anchors.room
        box = (round(x - wide / 2), round(y - high / 2), round(x + wide / 2), round(y + high / 2))
        inked = ImageStat.Stat(difference.crop(box)).sum[0] / 255
        assert inked > 80, f"{area} has {inked:.0f} inked pixels"


def test_the_fonts_are_bundled_with_their_licence() -> None:
    fonts = [Path(name) for name in font_files()]
    assert all(font.suffix == ".ttf" and font.stat().st_size < 200_000 for font in fonts)
    licences = list(fonts[0].parent.glob("OFL-*.txt"))
    assert len(licences) == 2
    assert all("SIL OPEN FONT LICENSE" in licence.read_text(encoding="utf-8").upper() for licence in licences)


@pytest.mark.parametrize(
    ("sheet", "theme"),
    [(sheet, theme) for number, sheet in enumerate(SHEETS) for theme in in_turn(number // 2, ("parchment", "night"))],
)
def test_a_board_is_a_small_picture(sheet: str, theme: str) -> None:
    """By day each sheet in one theme, two of them in the other; by night in both. Other tests paint the same maps."""
    language = "es" if sheet == "mother-of-dragons-targaryen" else "en"
    assert len(DRAWER.picture(begun(sheet), atlas.Look(theme=theme, language=language))) < MAX_BYTES.get(sheet, 300_000)
    full = DRAWER.picture(crowded(sheet=sheet), atlas.Look(theme=theme, language=language))
    assert opened(full).width == geometry(sheet).width
    assert len(full) < MAX_FOR_ALL[sheet]


@pytest.mark.parametrize(
    ("theme", "language", "width", "sheet"),
    [
        ("parchment", "en", 1000, "first-edition"),
        ("night", "it", 1000, "first-edition"),
        ("parchment", "en", 1000, "second-edition"),
        ("night", "es", 1000, "mother-of-dragons-targaryen"),
        ("parchment", "it", 1000, "storm-of-swords"),
    ],
)
def test_pasted_and_whole_pictures_agree(theme: str, language: str, width: int, sheet: str) -> None:
    view, arrows = with_closed_areas(sheet), every_kind_of_arrow(sheet)
    pasted = in_all_colours(view, theme, language, arrows, width)
    drawing = atlas.drawer_of(view).draw(view, atlas.Look(theme=theme, language=language, arrows=arrows))
    whole = raster.render_rgba(drawing, pasted.width).convert("RGB")
    assert pasted.size == whole.size
    difference = ImageChops.difference(pasted, whole)
    assert max(ImageStat.Stat(difference).mean) < 0.3
    # Nothing is missing and nothing lies elsewhere: no spot of a few pixels differs, only single ones along edges.
    assert max(high for _, high in ImageStat.Stat(difference.reduce(4)).extrema) < 20


def with_closed_areas(sheet: str) -> View:
    """A full board on which what nobody may enter is hatched, where the edition has such areas."""
    view = crowded(sheet=sheet)
    view.board.neutral = dict.fromkeys(games.edition(SHEETS[sheet][0]).setups[3].closed[:4], CLOSED)
    return view


def in_all_colours(view: View, theme: str, language: str, arrows: list[atlas.Arrow], width: int) -> Image.Image:
    """A view painted piece by piece, in all colours."""
    return paint_view(raster.Canvas, view, atlas.Look(theme, language, None, arrows), width, None).image


@pytest.mark.parametrize("few", [False, True])
@pytest.mark.parametrize("sheet", SHEETS)
def test_painting_in_numbers_is_painting_in_colours(sheet: str, few: bool) -> None:
    view, arrows = crowded(sheet=sheet), every_kind_of_arrow(sheet)
    pasted = in_all_colours(view, "parchment", "en", arrows, 596)
    colours = palettes(sheet)["parchment-few" if few else "parchment"]
    whole = raster.indices_to_rgb(raster.numbers(pasted, colours).tobytes(), pasted.size, colours)
    difference = ImageChops.difference(
        opened(atlas.drawer_of(view).picture(view, atlas.Look(arrows=arrows), width=596, few=few)), whole
    )
    # Only where pieces shine through can another colour be the nearest.
    assert max(ImageStat.Stat(difference).mean) < 0.1
    assert max(high for _, high in ImageStat.Stat(difference.reduce(4)).extrema) < 30


def test_what_hangs_over_the_edge_is_cut_off() -> None:
    base = empty(scene_of(crowded()), 400, None)
    full, numbered = raster.Canvas(base), raster.PaletteCanvas(base, palettes("first-edition")["parchment"])
    disc = '<circle r="30" fill="#9b2c24"/>'
    wide, high = 1000.0, numbered.size[1] / base.scale
    for x, y in ((0.0, 0.0), (wide, 300.0), (400.0, high), (wide, high), (-200.0, 50.0)):
        for canvas in (full, numbered):
            canvas.paste(Piece(disc, x, y, (-30, -30, 60, 60)))
            canvas.beneath(Piece(disc, x, y + 70, (-30, -30, 60, 60)))
    difference = ImageChops.difference(opened(numbered.png()), full.image)
    assert max(ImageStat.Stat(difference).mean) < 3.1
    assert max(full.image.getpixel((2, 2))) == 0x9B


def test_a_narrow_picture_agrees_with_the_drawing() -> None:
    arrows = every_kind_of_arrow()
    pasted = opened(DRAWER.picture(crowded(), atlas.Look(arrows=arrows), width=400))
    whole = opened(atlas.rasterise(DRAWER.draw(crowded(), atlas.Look(arrows=arrows)), 400))
    assert pasted.size == whole.size
    assert max(ImageStat.Stat(ImageChops.difference(pasted, whole)).mean) < 4.0


@pytest.mark.parametrize("few", [False, True])
def test_few_colours_are_near_the_drawing(few: bool) -> None:
    # One of the whole drawings above.
    view, arrows = with_closed_areas("first-edition"), every_kind_of_arrow()
    whole = raster.render_rgba(atlas.drawer_of(view).draw(view, atlas.Look(arrows=arrows)), 1000).convert("RGB")
    found = opened(atlas.drawer_of(view).picture(view, atlas.Look(arrows=arrows), few=few))
    assert max(ImageStat.Stat(ImageChops.difference(found, whole)).mean) < 3.0


@pytest.mark.parametrize("theme", ["parchment", "night"])
def test_fewer_colours_make_a_smaller_file(theme: str) -> None:
    many, few = (DRAWER.picture(crowded(), atlas.Look(theme=theme), width=596, few=few) for few in (False, True))
    assert len(few) < 0.9 * len(many)


def test_a_png_is_what_was_painted() -> None:
    image = Image.new("RGB", (37, 11), "#123456")
    image.paste("#fedcba", (5, 3, 20, 9))
    read = Image.open(io.BytesIO(raster.png(image)))
    assert (read.mode, read.size) == ("P", (37, 11))
    assert ImageChops.difference(read.convert("RGB"), image).getbbox() is None


def test_who_makes_the_same_sprite_later_gets_the_first() -> None:
    free, begun, sprites = Event(), Event(), SpriteCache(2**20)
    mine = Sprite(Image.new("RGB", (8, 8)), None)

    def dawdle() -> Sprite:
        begun.set()
        free.wait()
        return Sprite(Image.new("RGB", (8, 8)), None)

    with ThreadPoolExecutor(1) as other:
        late = other.submit(sprites.get, "key", dawdle)
        begun.wait()
        assert sprites.get("key", lambda: mine) is mine
        free.set()
        assert late.result() is mine
    assert sprites.used == 8 * 8 * 4


def test_a_sprite_that_cannot_be_made_may_be_tried_again() -> None:
    sprites = SpriteCache(2**20)
    with pytest.raises(ZeroDivisionError):
        sprites.get("key", lambda: Sprite(Image.new("RGB", (1 // 0, 8)), None))
    assert sprites.get("key", lambda: Sprite(Image.new("RGB", (8, 8)), None)).mask is None


def test_the_cache_has_what_was_used_last() -> None:
    made: list[str] = []

    def asked(key: str) -> None:
        def make() -> Sprite:
            made.append(key)
            return Sprite(Image.new("RGB", (16, 16)), None)

        sprites.get(key, make)

    sprites = SpriteCache(2 * 16 * 16 * 4)
    for key in ("a", "b", "a", "c", "a", "b"):
        asked(key)
    assert made == ["a", "b", "c", "b"]
    assert sprites.used == 2 * 16 * 16 * 4


def every_kind_of_arrow(sheet: str = "first-edition") -> list[atlas.Arrow]:
    """Moves over land and sea, crossing names and each other."""
    if sheet == "storm-of-swords":
        return [
            atlas.Arrow("winterfell", "moat-cailin", "stark"),
            atlas.Arrow("riverrun", "acorn-hall", "stark", "retreat"),
            atlas.Arrow("harrenhal", "antlers", "lannister", "support"),
            atlas.Arrow("storms-end", "kingswood", "baratheon", "raid"),
        ]
    return [
        atlas.Arrow("winterfell", "moat-cailin", "stark"),
        atlas.Arrow("winterfell", "white-harbor", "stark", "retreat"),
        atlas.Arrow("lannisport", "riverrun", "lannister"),
        atlas.Arrow("harrenhal", "riverrun", "lannister", "support"),
        atlas.Arrow("highgarden", "sea-of-dorne", "baratheon", "raid"),
        atlas.Arrow("dragonstone", "winterfell", "baratheon", "transport"),
    ]


def test_layers_are_kept_in_a_directory(tmp_path: Path) -> None:
    first = DRAWER.picture(start(), width=311, cache=tmp_path)
    assert len(list(tmp_path.glob("*.png"))) == 2
    assert DRAWER.picture(start(), width=311, cache=tmp_path) == first


def test_two_threads_keep_the_same_layer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save, both = Image.Image.save, Barrier(2, timeout=20)

    def slowly(self: Image.Image, *args: Any, **options: Any) -> None:
        save(self, *args, **options)
        # Both have written now, and neither has its file in place.
        both.wait()

    monkeypatch.setattr(Image.Image, "save", slowly)
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"/>'
    with ThreadPoolExecutor(2) as pool:
        made = [pool.submit(raster._layer, "empty", 200, lambda: svg, tmp_path) for _ in range(2)]

    assert [layer.result().size for layer in made] == [(200, 200)] * 2
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("width", [0, 199, 3001])
def test_a_silly_width_is_refused(width: int) -> None:
    with pytest.raises(ValueError, match="200 to 3000"):
        DRAWER.picture(start(), width=width)
    with pytest.raises(ValueError, match="200 to 3000"):
        atlas.rasterise("<svg/>", width)


def test_drawing_needs_nothing_that_only_building_needs() -> None:
    code = "import sys, atlas; print([m for m in ('shapely', 'numpy', 'fontTools') if m in sys.modules])"
    seen = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert seen.stdout.strip() == "[]"


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_palettes_are_what_the_board_asks_for(sheet: str) -> None:
    """By day one palette of each sheet, which is another for the next sheet; by night all."""
    names = [*in_turn(list(SHEETS).index(sheet), EVERY)]
    kept = {name: colours.hex() for name, colours in palettes(sheet).items()}
    asked = chosen(sheet, names)
    assert {name: kept[name] for name in asked} == asked
    assert list(asked) == names
    assert set(kept) == set(EVERY) == {f"{theme}{few}" for theme in THEMES for few in ("", "-few")}


def test_the_same_board_gives_the_same_picture() -> None:
    view = crowded(sheet="second-edition")
    assert atlas.drawer_of(view).picture(view, width=596) == atlas.drawer_of(view).picture(view, width=596)


@pytest.mark.parametrize("box", [(0, 0, 40, 30), (7, 5, 8, 6), (3, 2, 39, 29), (39, 0, 40, 30)])
def test_pixels_are_those_that_pillow_gives_in_public(box: tuple[int, int, int, int]) -> None:
    picture = Image.frombytes("L", (40, 30), bytes(n * 7 % 256 for n in range(1200)))
    assert raster._pixels(picture, box) == picture.crop(box).tobytes()
