"""Fonts as published, and the program that subsets them. Nothing here is served."""
