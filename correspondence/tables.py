"""All tables in one place, for migrations; importing this knows every model."""

from __future__ import annotations

from sqlalchemy import MetaData

import correspondence.accounts.models
import correspondence.adjudications.models
import correspondence.archive.models
import correspondence.calls.models
import correspondence.games.models
import correspondence.outbox.models
import correspondence.sheets.models
from correspondence.rows import Row

METADATA: MetaData = Row.metadata

__all__ = ["METADATA"]
