"""The game master's desk: drafts held for review, edicts, rolling back, the notebook."""
