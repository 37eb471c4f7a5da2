"""Map geometry and drawing: views as SVG or PNG. Pure: reads only its own data."""

from atlas.drawers import DRAWERS, arrows, drawer_of
from atlas.raster import rasterise
from atlas.svg import Arrow, Look

__all__ = ["DRAWERS", "Arrow", "Look", "arrows", "drawer_of", "rasterise"]
