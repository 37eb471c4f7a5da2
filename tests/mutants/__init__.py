"""Mutation testing of the rules: `make mutants` changes one place at a time and asks whether any test notices."""
