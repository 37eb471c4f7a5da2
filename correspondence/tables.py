"""All tables in one place, for migrations; importing this knows every model."""

from __future__ import annotations

from sqlalchemy import MetaData

from correspondence.accounts import models as accounts
from correspondence.adjudications import models as adjudications
from correspondence.archive import models as archive
from correspondence.calls import models as calls
from correspondence.games import models as games
from correspondence.outbox import models as outbox
from correspondence.rows import Row
from correspondence.sheets import models as sheets

MODELS = (accounts, adjudications, archive, calls, games, outbox, sheets)
METADATA: MetaData = Row.metadata
