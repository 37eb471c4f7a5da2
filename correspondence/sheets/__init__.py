"""Sheets: what players submit for a call, every version of it."""
