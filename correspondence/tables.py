"""All tables in one place, for migrations; importing this knows every model."""

from __future__ import annotations

from sqlalchemy import MetaData

from correspondence.rows import Row

METADATA: MetaData = Row.metadata
