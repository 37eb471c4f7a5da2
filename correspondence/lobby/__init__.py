"""The lobby: games made, joined, left, changed, begun."""
