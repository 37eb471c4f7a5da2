"""The outbox: emails written in their cause's transaction, delivered later."""
