"""Typed orders of the Westeros games: grammar as data, and names."""
