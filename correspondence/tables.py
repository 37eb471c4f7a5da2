"""All tables in one place, for migrations; importing this knows every model."""

from __future__ import annotations

from sqlalchemy import MetaData

from correspondence.accounts import models as accounts
from correspondence.adjudications import models as adjudications
from correspondence.archive import models as archive
from correspondence.calls import models as calls
from correspondence.deadlines import models as deadlines
from correspondence.delegations import models as delegations
from correspondence.desk import models as desk
from correspondence.evaluations import models as evaluations
from correspondence.games import models as games
from correspondence.imports import models as imports
from correspondence.ledger import models as ledger
from correspondence.outbox import models as outbox
from correspondence.press import models as press
from correspondence.rows import Row
from correspondence.service_levels import models as service_levels
from correspondence.sheets import models as sheets
from correspondence.sketches import models as sketches
from correspondence.votes import models as votes
from correspondence.webhooks import models as webhooks

MODELS = (
    accounts,
    adjudications,
    archive,
    calls,
    deadlines,
    delegations,
    desk,
    evaluations,
    games,
    imports,
    ledger,
    outbox,
    press,
    service_levels,
    sheets,
    sketches,
    votes,
    webhooks,
)
METADATA: MetaData = Row.metadata
