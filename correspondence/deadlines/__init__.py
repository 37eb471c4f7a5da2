"""Deadlines: when calls close, who is reminded, who was late, what an absence moves."""
