"""How the Westeros board games are drawn: each method as `atlas.families.Drawer` says."""

from __future__ import annotations

from atlas.thrones.arms import ARMS
from atlas.thrones.arrows import arrows
from atlas.thrones.map import draw, layers, picture, size
from atlas.thrones.plan import plan
from atlas.thrones.signs import signs
from atlas.thrones.text_description import lines
from atlas.thrones.undrawn import undrawn


class ThronesDrawer:
    """Draws the Westeros boards."""

    arms = ARMS

    draw = staticmethod(draw)
    picture = staticmethod(picture)
    size = staticmethod(size)
    layers = staticmethod(layers)
    lines = staticmethod(lines)
    arrows = staticmethod(arrows)
    plan = staticmethod(plan)
    signs = staticmethod(signs)
    undrawn = staticmethod(undrawn)


THRONES = ThronesDrawer()
