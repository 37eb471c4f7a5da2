"""All tables in one place, for migrations; importing this knows every model."""

from __future__ import annotations

from sqlalchemy import MetaData

from correspondence.models import (  # noqa: F401  each adds its tables to the metadata
    accounts,
    archive,
    calls,
    deadlines,
    desk,
    games,
    incoming_mail,
    outbox,
    press,
    ratings,
    sheets,
)
from correspondence.rows import Row

METADATA: MetaData = Row.metadata
