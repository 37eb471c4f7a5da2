"""The forms, tables and help pages of the Westeros board games."""
