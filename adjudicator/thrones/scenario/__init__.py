"""Scenarios: positions in plain data, for conformance cases and other authors."""
