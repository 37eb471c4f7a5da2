"""Subset fonts of pages: `python -m web.fonts.cutting` writes `web/static/fonts`.

Sources are the variable EB Garamond beside this file (@fontsource-variable/eb-garamond 5.3.0, Latin) and the fonts of
the atlas. Each becomes two files: the letters of English, Italian and Spanish, and the other letters of Western Europe,
which a browser loads only when needed (`unicode-range`), as for a name. A map's font also has a first file with the
letters of our own maps. Unused weights and features are left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

# fontTools has no type hints.
from fontTools import subset  # type: ignore[import-untyped]
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]
from fontTools.varLib import instancer  # type: ignore[import-untyped]

from web.fonts.letters import parts

HERE = Path(__file__).parent
ATLAS = HERE.parent.parent / "atlas" / "fonts"
TARGET = HERE.parent / "static" / "fonts"
FEATURES = ("kern", "liga", "locl", "lnum", "tnum")


@dataclass(frozen=True)
class Cut:
    """A font to subset: its source and the weights to keep (None: it has only one)."""

    name: str
    source: Path
    weights: int | tuple[int, int] | None = None


CUTS = (
    Cut("eb-garamond", HERE / "eb-garamond.woff2", (400, 700)),
    Cut("eb-garamond-italic", HERE / "eb-garamond-italic.woff2", 400),
    Cut("EBGaramond-SemiBold", ATLAS / "EBGaramond-SemiBold.ttf"),
    Cut("EBGaramond-Italic", ATLAS / "EBGaramond-Italic.ttf"),
    Cut("Cinzel-Bold", ATLAS / "Cinzel-Bold.ttf"),
)


def cut(spec: Cut, letters: frozenset[int], target: Path) -> int:
    """Write the letters (code points) of a font to a file; returns its size in bytes."""
    font = TTFont(spec.source, recalcTimestamp=False)
    if spec.weights is not None:
        font = instancer.instantiateVariableFont(font, {"wght": spec.weights})
    options = subset.Options()
    options.layout_features, options.hinting, options.name_IDs = list(FEATURES), False, [0, 1, 2, 13, 14]
    options.glyph_names = False
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=letters)
    cutter.subset(font)
    font.flavor = "woff2"
    font.save(target)
    return target.stat().st_size


def main() -> None:
    """Cut all fonts, and say how large they are."""
    for spec in CUTS:
        for name, letters in parts(spec.name).items():
            print(name, cut(spec, letters, TARGET / f"{name}.woff2"))


if __name__ == "__main__":
    main()
