"""A Storm of Swords: board, leaders, tactics and alliances over the first edition.

The five options for the first edition's board are the same rules with fewer components.
"""
