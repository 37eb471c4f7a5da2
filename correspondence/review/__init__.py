"""The game master's page: drafts in review, overrides, rolling back, the notebook."""
