"""Closing calls: claimed by a worker, adjudicated or held, set aside when that fails."""
