"""Builds the committed geometry: `python -m atlas.thrones.cartography`.

Needs the dependency group `build`; never imported at run time.
"""
