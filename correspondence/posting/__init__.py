"""Posts to addresses that people gave us: to the open internet alone, and in little time."""
