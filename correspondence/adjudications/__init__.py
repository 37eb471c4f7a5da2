"""Adjudications: what a call comes to, and everything that follows from it, once."""
