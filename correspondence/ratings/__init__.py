"""Ratings: how strong players are in an edition, worked out from the rated games that are over."""
