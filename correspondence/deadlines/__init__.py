"""Deadlines: when turns close, who is reminded, who was late, what an absence moves."""
