"""The game master's page: pending results, overrides, rolling back, notebook."""
