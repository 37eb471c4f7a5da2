"""Map geometry and drawing: a view of a position as SVG or PNG. Pure: reads only its own data and fonts."""

from atlas.arrows import arrows
from atlas.face import draw, picture, size
from atlas.pieces import Arrow
from atlas.raster import rasterise
from atlas.text_description import lines

__all__ = ["Arrow", "arrows", "draw", "lines", "picture", "rasterise", "size"]
