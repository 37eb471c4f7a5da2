"""Players answer letters: mails that come in are kept and read."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from correspondence.rows import NUMBER

revision = "0022"
down_revision = "0021"

TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the change."""
    op.create_table(
        "incoming_mails",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("public_id", sa.String(length=16), nullable=False),
        sa.Column("mark", sa.String(length=64), nullable=False),
        sa.Column("recipient", sa.String(length=254), nullable=False),
        sa.Column("for_seat", sa.String(length=16), nullable=False),
        sa.Column("message_id", sa.String(length=250), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("size", NUMBER, nullable=False),
        sa.Column("received_at", TIME, nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("reason", sa.String(length=40), nullable=False),
        sa.Column("trouble", sa.Text(), nullable=False),
        sa.Column("next_attempt_at", TIME, nullable=True),
        sa.Column("attempts", NUMBER, nullable=False),
        sa.Column("read_at", TIME, nullable=True),
        sa.Column("account_id", NUMBER, nullable=True),
        sa.Column("seat_id", NUMBER, nullable=True),
        sa.Column("call_id", NUMBER, nullable=True),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_incoming_mails_account_id")),
        sa.ForeignKeyConstraint(["seat_id"], ["seats.id"], name=op.f("fk_incoming_mails_seat_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["call_id"], ["calls.id"], name=op.f("fk_incoming_mails_call_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_incoming_mails")),
        sa.UniqueConstraint("public_id", name=op.f("uq_incoming_mails_public_id")),
        sa.UniqueConstraint("mark", name=op.f("uq_incoming_mails_mark")),
    )
    for column in ("account_id", "seat_id", "next_attempt_at"):
        op.create_index(op.f(f"ix_incoming_mails_{column}"), "incoming_mails", [column])
    op.create_index("ix_incoming_mails_state_recipient", "incoming_mails", ["state", "recipient", "id"])
    op.create_index("ix_incoming_mails_state_for_seat", "incoming_mails", ["state", "for_seat"])
    with op.batch_alter_table("accounts") as accounts:
        accounts.add_column(sa.Column("light_letters", sa.Boolean(), nullable=False, server_default=sa.false()))
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("reply_generation", NUMBER, nullable=False, server_default="0"))
        seats.add_column(sa.Column("by_mail", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Take it back."""
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("by_mail")
        seats.drop_column("reply_generation")
    with op.batch_alter_table("accounts") as accounts:
        accounts.drop_column("light_letters")
    op.drop_table("incoming_mails")
