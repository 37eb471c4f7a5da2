"""Sketches: what-ifs that a player keeps for a call; a sheet of their own, and what they assume of the others."""
