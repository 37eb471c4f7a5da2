"""What a game of B'Twixt is made of: cards, position, questions, events."""
