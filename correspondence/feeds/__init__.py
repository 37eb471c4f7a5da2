"""Feeds: a player's deadlines and news at a secret address, for calendars and feed readers."""
