"""Tables and columns are called what code, pages and docs call them (docs/glossary.md).

Names of constraints and indexes follow. Programs of before know none of the new names, so no process of an earlier
version may run meanwhile; `correspondence.migrating` looks for one.
"""

from __future__ import annotations

from alembic import op

from correspondence.migrations.schema import rename

revision = "0037"
down_revision = "0036"

TABLES = {
    "call_boards": "turn_boards",
    "calls": "turns",
    "drafts": "pending_results",
    "edicts": "overrides",
    "ledger": "audit_log",
    "press_marks": "read_marks",
    "press_messages": "messages",
    "press_threads": "conversations",
    "pulses": "heartbeats",
    "returned_letters": "returned_mails",
    "sheet_drafts": "saved_sheets",
    "sketches": "what_ifs",
    "standing_drafts": "saved_standing_orders",
}
COLUMNS = {
    "call": "turn",
    "call_id": "turn_id",
    "call_number": "turn_number",
    "edict_id": "override_id",
    "from_call": "from_turn",
    "to_call": "to_turn",
    "gm_reads_press": "gm_reads_messages",
    "press": "messages",
    "letter_id": "mail_id",
    "letters": "wants_mail",
    "light_letters": "light_mails",
    "steward_rest": "bots_fill_seats",
    "steward_until": "bot_until",
}


# Nobody changes or removes an entry of the audit log.
ON_SQLITE = """create trigger {table}_no_{act} before {act} on {table}
begin select raise(abort, 'the {words} is only added to'); end"""
ON_POSTGRESQL = """create function {table}_is_only_added_to() returns trigger language plpgsql as
$$ begin raise exception 'the {words} is only added to'; end $$;
create trigger {table}_no_change before update or delete on {table}
for each row execute function {table}_is_only_added_to()"""


def upgrade() -> None:
    """Make the change."""
    _unguard("ledger")
    rename(TABLES, COLUMNS)
    _guard("audit_log")


def downgrade() -> None:
    """Take it back."""
    _unguard("audit_log")
    rename({new: old for old, new in TABLES.items()}, {new: old for old, new in COLUMNS.items()})
    _guard("ledger")


def _guard(table: str) -> None:
    words = table.replace("_", " ")
    if op.get_bind().dialect.name == "postgresql":
        op.execute(ON_POSTGRESQL.format(table=table, words=words))
        return
    for act in ("update", "delete"):
        op.execute(ON_SQLITE.format(table=table, act=act, words=words))


def _unguard(table: str) -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute(f"drop function {table}_is_only_added_to() cascade")
        return
    for act in ("update", "delete"):
        op.execute(f"drop trigger {table}_no_{act}")
