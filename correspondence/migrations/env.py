"""Alembic's environment: runs on the connection that `correspondence.migrating` hands over, in its transaction."""

from __future__ import annotations

from alembic import context

from correspondence.rows import Row

# Of the models only how constraints and indexes are named.
context.configure(connection=context.config.attributes["connection"], target_metadata=Row.metadata)
context.run_migrations()
