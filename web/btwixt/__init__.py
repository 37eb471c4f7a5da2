"""The pages of B'Twixt: forms, tables, help."""
