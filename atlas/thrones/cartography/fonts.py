"""Makes the bundled fonts: `python -m atlas.thrones.cartography.fonts NODE_MODULES`.

The packages are @fontsource/eb-garamond and @fontsource/cinzel, both 5.3.0, put there by npm. They come as WOFF2 split
by script, which the rasteriser silently ignores; here Latin and extended Latin become one TTF.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

# fontTools has no type hints.
from fontTools import subset  # type: ignore[import-untyped]
from fontTools.merge import Merger  # type: ignore[import-untyped]
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

FONTS = {
    "EBGaramond-SemiBold": ("eb-garamond", "600-normal"),
    "EBGaramond-Italic": ("eb-garamond", "600-italic"),
    "Cinzel-Bold": ("cinzel", "700-normal"),
}
KEPT = [*range(0x20, 0x180), *range(0x2010, 0x2028), 0x2030, 0x2032, 0x2033, 0x2039, 0x203A, 0x20AC, 0x2212]
TARGET = Path(__file__).parent.parent / "fonts"


def make(name: str, package: Path, family: str, style: str) -> int:
    """Make one font; returns its size in bytes."""
    with tempfile.TemporaryDirectory() as folder:
        parts = []
        for script in ("latin", "latin-ext"):
            font = TTFont(package / "files" / f"{family}-{script}-{style}.woff2")
            font.flavor = None
            # Alternates are never asked for, and tables of both parts would clash.
            for table in {"GSUB", "GDEF", "DSIG", "STAT"} & set(font.keys()):
                del font[table]
            part = Path(folder) / f"{script}.ttf"
            font.save(part)
            parts.append(str(part))
        whole = Merger().merge(parts)
    options = subset.Options()
    options.layout_features, options.hinting, options.notdef_outline = ["kern", "mark"], False, True
    # Without the typographic family name the rasteriser finds no font, and draws no text.
    options.name_IDs = ["*"]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=KEPT)
    cutter.subset(whole)
    whole.save(TARGET / f"{name}.ttf")
    return (TARGET / f"{name}.ttf").stat().st_size


def main(modules: Path) -> None:
    """Make all fonts and copy their licences."""
    for name, (family, style) in FONTS.items():
        package = modules / "@fontsource" / family
        print(name, make(name, package, family, style))
        (TARGET / f"OFL-{family}.txt").write_bytes((package / "LICENSE").read_bytes())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
