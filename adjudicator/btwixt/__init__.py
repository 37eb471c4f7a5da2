"""B'Twixt: an auction for allies; neighbours share the councils between them."""
