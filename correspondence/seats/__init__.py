"""Seats of games that run: offered, taken over, handed on, left to vassals."""
