"""Builds geometry and palettes of outlines into `data`, as a command."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from atlas.thrones.cartography.build import build, palettes
from atlas.thrones.cartography.outline import read_outline
from atlas.thrones.geometry import Geometry

HERE = Path(__file__).parent


def geometry_text(drawn: Geometry) -> str:
    """Return a map as JSON, one line for each arc and area, as stored."""
    text = msgspec.json.encode(drawn).decode()
    for opening in ('{"name":', '{"rings":'):
        text = text.replace(opening, f"\n{opening}")
    return f"{text}\n"


def main(names: list[str]) -> None:
    """Build the named outlines, or all of them."""
    for path in [Path(name) for name in names] or sorted(HERE.glob("*.toml")):
        outline = read_outline(path)
        sheet = outline.sheet or outline.edition
        target = HERE.parent / "data" / sheet / "geometry.json"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(geometry_text(build(outline)), encoding="utf-8")
        print(f"{sheet}: {target.stat().st_size} bytes")
        colours = msgspec.json.format(msgspec.json.encode(palettes(sheet)), indent=1)
        target.with_name("palettes.json").write_bytes(colours + b"\n")


if __name__ == "__main__":
    main(sys.argv[1:])
