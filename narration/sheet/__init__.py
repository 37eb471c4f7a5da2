"""Texts that are derived from the classes of a sheet, whatever game they are of."""
