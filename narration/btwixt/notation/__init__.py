"""The text form of a sheet of B'Twixt: its grammar as data, and its names."""
