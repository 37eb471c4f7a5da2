"""Map geometry and drawing: a view of a position as SVG or PNG. Pure: reads only its own data and fonts."""

from atlas.drawers import DRAWERS, arrows, drawer_of
from atlas.parts import Arrow, Look
from atlas.raster import rasterise

__all__ = ["DRAWERS", "Arrow", "Look", "arrows", "drawer_of", "rasterise"]
