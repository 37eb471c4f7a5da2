"""What a programme can say, and how it answers questions."""
