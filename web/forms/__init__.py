"""Order sheet forms of any game, derived from its classes: fields, rows, sections."""
