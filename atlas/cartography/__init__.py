"""Builds the committed geometry from a sketch: `python -m atlas.cartography`.

Needs the dependency group `build`; never imported at run time.
"""
