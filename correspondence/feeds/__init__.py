"""Feeds: deadlines and news at a secret address, for calendars and feed readers."""
