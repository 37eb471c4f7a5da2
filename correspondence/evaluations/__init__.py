"""Evaluations: a game replayed from its journal by another process, and compared."""
