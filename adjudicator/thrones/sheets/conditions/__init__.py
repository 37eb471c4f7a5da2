"""Conditions of sheets: what they can ask, their text, and whether they hold."""
