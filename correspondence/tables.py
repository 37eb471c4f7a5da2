"""All tables and the database's extras; importing this registers every model."""

from __future__ import annotations

import structlog
from sqlalchemy import Connection, text
from sqlalchemy.exc import NotSupportedError, OperationalError, ProgrammingError

from correspondence import models  # noqa: F401  it adds the tables
from correspondence.rows import Row

log = structlog.get_logger(__name__)

METADATA = Row.metadata
# The database itself refuses to change or remove what the audit log holds.
_REFUSE_ON_SQLITE = """
create trigger audit_log_no_{0} before {0} on audit_log begin select raise(abort, 'the audit log is only added to'); end
"""
_REFUSE_ON_POSTGRESQL = """
create function audit_log_is_only_added_to() returns trigger language plpgsql as
$$ begin raise exception 'the audit log is only added to'; end $$;
create trigger audit_log_no_change before update or delete on audit_log
for each row execute function audit_log_is_only_added_to()
"""


def make_all(connection: Connection) -> None:
    """Make the tables of today's form in a database that has none."""
    METADATA.create_all(connection)
    if connection.dialect.name == "postgresql":
        connection.execute(text(_REFUSE_ON_POSTGRESQL))
    else:
        for act in ("update", "delete"):
            connection.execute(text(_REFUSE_ON_SQLITE.format(act).strip()))
    index_titles(connection)


def index_titles(connection: Connection) -> None:
    """Index titles for substring search, if PostgreSQL permits pg_trgm."""
    if connection.dialect.name != "postgresql":
        return
    try:
        with connection.begin_nested():
            connection.execute(text("CREATE EXTENSION IF NOT EXISTS pg_trgm"))
            connection.execute(
                text("CREATE INDEX ix_games_title_trigrams ON games USING gin (lower(title) gin_trgm_ops)")
            )
    except (ProgrammingError, NotSupportedError, OperationalError) as refusal:
        log.warning("titles are searched without an index: pg_trgm cannot be used", error=str(refusal.orig))
