"""Backups: everything the service keeps, or one game, as one file that either database takes back."""
