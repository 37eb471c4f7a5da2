"""Pages that read from many nouns: a game, its call, its menu, its end."""
