"""Pictures that look the same pass, those that do not are named, and what is kept stays while nothing changed."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from tests.e2e.comparing_looks import compare, differing, gone, keep, small


def page(path: Path, *, button: str = "maroon", shift: int = 0, high: int = 900) -> Path:
    """A picture with a line of text, a button and a map."""
    picture = Image.new("RGB", (1280, high), "white")
    drawing = ImageDraw.Draw(picture)
    drawing.text((60, 40), "The call closes on Friday", fill="black")
    drawing.rectangle((60, 120 + shift, 260, 164 + shift), fill=button)
    drawing.ellipse((600, 200, 1100, 700), fill="teal", outline="black", width=6)
    picture.save(path)
    return path


@pytest.fixture
def reviewed(tmp_path: Path) -> Path:
    """Two pages that were reviewed."""
    taken = [page(tmp_path / name) for name in ("board-light-desk.png", "sheet-light-desk.png")]
    folder = tmp_path / "reviewed"
    assert keep(taken, folder, compare(taken, folder, tmp_path / "different")) == 2
    return folder


def test_the_same_page_is_the_same_to_the_last_byte(tmp_path: Path, reviewed: Path) -> None:
    again = page(tmp_path / "board-light-desk.png")
    assert small(Image.open(again)) == (reviewed / "board-light-desk.webp").read_bytes()
    assert compare([again], reviewed, tmp_path / "different") == []
    assert not (tmp_path / "different").exists()


@pytest.mark.parametrize("change", [{"button": "gold"}, {"shift": 24}, {"high": 1000}])
def test_a_changed_page_is_named_and_shown(tmp_path: Path, reviewed: Path, change: dict[str, int]) -> None:
    taken = [page(tmp_path / "board-light-desk.png", **change), page(tmp_path / "sheet-light-desk.png")]  # type: ignore[arg-type]
    (one,) = compare(taken, reviewed, tmp_path / "different")
    assert one.name == "board-light-desk"
    assert one.squares
    shown = Image.open(tmp_path / "different" / "board-light-desk.png")
    assert shown.width > 3 * 500


def test_only_what_differs_is_kept_anew(tmp_path: Path, reviewed: Path) -> None:
    before = (reviewed / "sheet-light-desk.webp").stat().st_mtime_ns
    taken = [page(tmp_path / "board-light-desk.png", shift=30), page(tmp_path / "sheet-light-desk.png")]
    different = compare(taken, reviewed, tmp_path / "different")
    assert keep(taken, reviewed, different) == 1
    assert compare(taken, reviewed, tmp_path / "different") == []
    assert (reviewed / "sheet-light-desk.webp").stat().st_mtime_ns == before


def test_a_page_that_is_new_or_gone_is_told(tmp_path: Path, reviewed: Path) -> None:
    new = page(tmp_path / "help-light-desk.png")
    assert [one.how for one in compare([new], reviewed, tmp_path / "different")] == ["was never reviewed"]
    assert [path.stem for path in gone([new], reviewed)] == ["board-light-desk", "sheet-light-desk"]


def test_mails_drawn_a_little_otherwise_do_not_count() -> None:
    before, now = Image.new("RGB", (400, 300), "white"), Image.new("RGB", (400, 300), "white")
    for picture, grey in ((before, 40), (now, 70)):
        ImageDraw.Draw(picture).text((20, 20), "The Shivering Sea", fill=(grey, grey, grey))
    assert differing(before, now) == ()
