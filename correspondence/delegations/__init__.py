"""Delegations: somebody else may act for a seat, for a time that all can see."""
