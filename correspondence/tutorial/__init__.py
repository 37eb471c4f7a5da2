"""A first game: one person, stewards in all other seats, nobody who waits, thrown away after a while."""
