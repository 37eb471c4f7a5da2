"""Decisions, events, steps, journal and chance; knows no game."""
