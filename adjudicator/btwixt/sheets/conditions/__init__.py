"""Conditions of programmes: as data, as text, and whether they hold."""
