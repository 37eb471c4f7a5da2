"""Imports: game files that people sent, checked by a process of their own, and kept or refused."""
