"""Map geometry and drawing: a view of a position as SVG or PNG. Pure: reads only its own data and fonts."""

from atlas.face import arrows, draw, layers, lines, picture, plan, signs, size
from atlas.parts import Arrow
from atlas.raster import rasterise

__all__ = ["Arrow", "arrows", "draw", "layers", "lines", "picture", "plan", "rasterise", "signs", "size"]
