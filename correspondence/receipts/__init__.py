"""Receipts: for each sheet that is accepted a signed link in the chain of its game."""
