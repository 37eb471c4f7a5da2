"""The text form of a sheet: its engine, which knows no family; their tables stand in `narration/<family>/notation`."""
