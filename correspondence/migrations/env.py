"""Alembic's environment: runs on the connection that `correspondence.migrating` hands over."""

from __future__ import annotations

from typing import Any, Literal

from alembic import context

from correspondence.rows import Moment
from correspondence.tables import METADATA


def render(kind: str, item: Any, autogen_context: Any) -> str | Literal[False]:
    """How our own types are written down: as what they are in the database, so that a migration stands by itself."""
    return "sa.DateTime(timezone=True)" if kind == "type" and isinstance(item, Moment) else False


context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_item=render,
    **context.config.attributes["compared"],
)
# The transaction is the caller's.
context.run_migrations()
