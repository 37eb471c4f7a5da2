"""Choices of cards, badges and rules, each registered in the module of its cards."""
