"""The drawing as PNG: letters have ink, both ways to a picture agree, and it stays small."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

import atlas
from atlas.geometry import geometry
from atlas.lettering import font_files
from tests.atlas.positions import crowded, start

MOST_BYTES = 300_000


def opened(png: bytes) -> Image.Image:
    """A PNG as an RGB picture."""
    return Image.open(io.BytesIO(png)).convert("RGB")


def test_every_name_has_ink() -> None:
    svg = atlas.draw(start())
    written, blank = opened(atlas.rasterise(svg)), opened(atlas.rasterise(svg.replace("<text", '<text display="none"')))
    difference = ImageChops.difference(written, blank).convert("L").point(lambda value: 255 if value > 60 else 0)
    for area, shape in geometry("first-edition").areas.items():
        (x, y), (width, height) = shape.anchors.name, shape.anchors.room
        box = (round(x - width / 2), round(y - height / 2), round(x + width / 2), round(y + height / 2))
        inked = ImageStat.Stat(difference.crop(box)).sum[0] / 255
        assert inked > 80, f"{area} has {inked:.0f} inked pixels"


def test_the_fonts_are_bundled_with_their_licence() -> None:
    fonts = [Path(name) for name in font_files()]
    assert all(font.suffix == ".ttf" and font.stat().st_size < 200_000 for font in fonts)
    licences = list(fonts[0].parent.glob("OFL-*.txt"))
    assert len(licences) == 2
    assert all("SIL OPEN FONT LICENSE" in licence.read_text(encoding="utf-8").upper() for licence in licences)


@pytest.mark.parametrize("theme", ["parchment", "night"])
def test_a_full_board_is_a_small_picture(theme: str) -> None:
    png = atlas.picture(crowded(), theme=theme)
    assert opened(png).width == 1000
    assert len(png) < MOST_BYTES


@pytest.mark.parametrize("width", [400, 1000])
def test_pasted_and_whole_pictures_agree(width: int) -> None:
    arrows = [atlas.Arrow("winterfell", "moat-cailin", "stark")]
    pasted = opened(atlas.picture(crowded(), width=width, arrows=arrows))
    whole = opened(atlas.rasterise(atlas.draw(crowded(), arrows=arrows), width))
    assert pasted.size == whole.size
    assert max(ImageStat.Stat(ImageChops.difference(pasted, whole)).mean) < 3.0


def test_layers_are_kept_in_a_directory(tmp_path: Path) -> None:
    first = atlas.picture(start(), width=311, cache=tmp_path)
    assert len(list(tmp_path.glob("*.png"))) == 2
    assert atlas.picture(start(), width=311, cache=tmp_path) == first


@pytest.mark.parametrize("width", [0, 199, 3001])
def test_a_silly_width_is_refused(width: int) -> None:
    with pytest.raises(ValueError, match="200 to 3000"):
        atlas.picture(start(), width=width)
    with pytest.raises(ValueError, match="200 to 3000"):
        atlas.rasterise("<svg/>", width)


def test_drawing_needs_nothing_that_only_building_needs() -> None:
    code = "import sys, atlas, atlas.face; print([m for m in ('shapely', 'numpy', 'fontTools') if m in sys.modules])"
    seen = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert seen.stdout.strip() == "[]"
