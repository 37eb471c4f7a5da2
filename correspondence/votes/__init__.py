"""Votes: what the players of a game decide together."""
