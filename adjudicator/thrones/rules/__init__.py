"""The rules, a module for each part of the rulebook, and what the steps of a round work with."""
