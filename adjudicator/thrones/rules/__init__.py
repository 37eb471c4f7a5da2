"""The rules, one module per part of the rulebook, and the context of steps."""
