"""Sheets: what players submit for a turn, every version of it."""
