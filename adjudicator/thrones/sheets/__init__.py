"""What a sheet can say, how it is read and checked, and how it answers the questions of a turn."""
