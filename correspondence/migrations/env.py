"""Alembic's environment: runs on the connection that `correspondence.migrating` hands over."""

from __future__ import annotations

from alembic import context

from correspondence.tables import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    compare_type=True,
    render_as_batch=True,
)
# The transaction is the caller's.
context.run_migrations()
