"""Gifts of Power between players, in editions that know them."""
