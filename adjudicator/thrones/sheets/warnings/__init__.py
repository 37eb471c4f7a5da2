"""Warnings of a sheet: legal things probably not meant, their place and remedy."""
