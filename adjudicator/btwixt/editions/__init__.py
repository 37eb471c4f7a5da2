"""The card sets there are."""
