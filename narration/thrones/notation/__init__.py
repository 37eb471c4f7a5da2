"""The text form of a sheet of the Westeros board games: its grammar as data, and its names."""
