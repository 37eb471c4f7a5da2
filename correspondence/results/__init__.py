"""Letters with the results of a call."""
