"""Texts of the alternate House cards, by the moment at which they are carried out."""
