"""Incoming mail: stored as received, read, executed and answered; each email once."""
