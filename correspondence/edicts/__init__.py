"""Edicts as documents."""
