"""Games that only the tests know: proof that a family needs no line outside its own folders."""
