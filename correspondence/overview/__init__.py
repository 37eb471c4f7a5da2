"""Pages that read from many nouns: a game, its turn, its menu, its end."""
