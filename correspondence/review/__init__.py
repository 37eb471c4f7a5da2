"""The game master's page: drafts held for review, edicts, rolling back, the notebook."""
