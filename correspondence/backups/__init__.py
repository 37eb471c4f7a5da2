"""Backups of the service or of one game: one file that either database restores."""
