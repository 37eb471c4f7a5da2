"""The game master's page: drafts held for review, overrides, rolling back, the notebook."""
