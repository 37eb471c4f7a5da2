"""Outages: the pulse of the sweeping worker, and time given back when it stood still."""
