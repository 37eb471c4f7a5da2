"""The Westeros board games in words."""
