"""All tables in one place, for migrations; importing this knows every model."""

from __future__ import annotations

from sqlalchemy import MetaData

from correspondence.models import (
    accounts,
    adjudications,
    archive,
    calls,
    deadlines,
    delegations,
    desk,
    drafts,
    evaluations,
    feeds,
    games,
    imports,
    incoming_mail,
    ledger,
    outbox,
    press,
    push,
    ratings,
    receipts,
    service_levels,
    sheets,
    sketches,
    votes,
    webhooks,
)
from correspondence.rows import Row

MODELS = (
    accounts,
    adjudications,
    archive,
    calls,
    deadlines,
    delegations,
    desk,
    drafts,
    evaluations,
    feeds,
    games,
    imports,
    incoming_mail,
    ledger,
    outbox,
    press,
    push,
    ratings,
    receipts,
    service_levels,
    sheets,
    sketches,
    votes,
    webhooks,
)
METADATA: MetaData = Row.metadata
