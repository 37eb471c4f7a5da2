"""The game master's page: pending results in review, overrides, rolling back, the notebook."""
