"""Press: what houses write to each other."""
