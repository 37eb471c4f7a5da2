"""One value per edition, built from its data files and its steps."""
