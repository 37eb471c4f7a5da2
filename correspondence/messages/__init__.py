"""Messages: what houses write to each other."""
