"""B'Twixt in words."""
