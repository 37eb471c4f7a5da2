"""A game master's decrees."""
