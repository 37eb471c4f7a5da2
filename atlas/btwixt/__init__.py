"""The table of B'Twixt, drawn."""
