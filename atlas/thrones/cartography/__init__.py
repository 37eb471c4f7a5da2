"""Builds the committed geometry from a outline: `python -m atlas.thrones.cartography`.

Needs the dependency group `build`; never imported at run time.
"""
