"""How each family of instructions answers its questions: candidates in order, to be tried against the rules."""
