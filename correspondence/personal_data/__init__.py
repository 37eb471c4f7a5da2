"""Personal data: everything of a person taken along, and an account deleted, over all nouns."""
