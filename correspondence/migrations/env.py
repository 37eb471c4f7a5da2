"""Alembic's environment: runs on the connection that `correspondence.migrating` hands over, in its transaction."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
