"""B'Twixt: an auction for allies, each leader between two councils shared with the neighbours."""
