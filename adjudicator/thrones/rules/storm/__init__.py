"""A Storm of Swords: what its board, its leaders, its tactics and its alliances add to the rules of the first edition.

The five options for the first edition's board are the same rules, with less on the table.
"""
