"""Map geometry and drawing: a view of a position as SVG or PNG. Pure: reads only its own data and fonts."""

from atlas.drawers import DRAWERS, arrows, drawer_of
from atlas.raster import rasterise
from atlas.svg import Arrow, Look

__all__ = ["DRAWERS", "Arrow", "Look", "arrows", "drawer_of", "rasterise"]
