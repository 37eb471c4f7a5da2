"""Draw home screen icons: `python -m web.icons.making` writes `web/static/icons`.

All are the raven of `web/static/raven.svg`. Where a system cuts icons to its own shape, the ground reaches the edges
and the raven stays within the middle four fifths. Apple's icon is the same, because Apple rounds it.
"""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from atlas.raster import render_rgba

FOLDER = Path(__file__).parent.parent / "static"
APPLE = 180
# Drawn larger and made smaller: softer edges, and sizes that no map has.
FINER = 2


def icons() -> dict[str, Image.Image]:
    """All icons by the names of their files."""
    drawing = (FOLDER / "raven.svg").read_text(encoding="utf-8")
    ground = drawing.replace(' rx="6"', "")
    behind, _, bird = ground.partition("/>")
    inside = f'{behind}/><g transform="translate(4 4) scale(.75)">{bird.replace("</svg>", "</g></svg>")}'
    return {
        "raven-192.png": _render_icon(drawing, 192),
        "raven-512.png": _render_icon(drawing, 512),
        "raven-512-maskable.png": _render_icon(inside, 512),
        f"raven-{APPLE}.png": _render_icon(ground, APPLE).convert("RGB"),
    }


def _render_icon(svg: str, wide: int) -> Image.Image:
    return render_rgba(svg, wide * FINER).resize((wide, wide), Image.Resampling.LANCZOS)


def main() -> None:
    """Write all icons, in few colours: there are two, and what lies between."""
    for name, icon in icons().items():
        target = FOLDER / "icons" / name
        icon.quantize(64, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(target, optimize=True)
        print(name, target.stat().st_size)


if __name__ == "__main__":
    main()
