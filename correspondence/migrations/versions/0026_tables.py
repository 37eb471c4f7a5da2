"""All tables, as the twenty-six migrations before the squash left them (ADR 36)."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = None
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the tables, and what guards the ledger. Constraints are named by `correspondence.rows.NAMES`."""
    op.create_table(
        "accounts",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("public_id", sa.String(16), nullable=False, unique=True),
        sa.Column("email", sa.String(254), nullable=False, unique=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("streams", sa.Text(), nullable=False, server_default="{}"),
        sa.Column("quiet_from", NUMBER),
        sa.Column("quiet_until", NUMBER),
        sa.Column("digest_hour", NUMBER, nullable=False, server_default="18"),
        sa.Column("password_hash", sa.String(200), nullable=False, server_default=""),
        sa.Column("totp_secret", sa.String(200), nullable=False, server_default=""),
        sa.Column("totp_step", NUMBER, nullable=False, server_default="0"),
        sa.Column("host", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("emergency_pause_at", MOMENT),
        sa.Column("deleted_at", MOMENT),
        sa.Column("digest_weekday", NUMBER),
        sa.Column("links_ended_at", MOMENT),
        sa.Column("closed_off_at", MOMENT),
        sa.Column("ratings_hidden", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("light_letters", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "attempts",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("key", sa.String(80), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
    )
    op.create_index("ix_attempts_key_at", "attempts", ["key", "at"])
    op.create_table(
        "ledger",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("scope", sa.String(16), nullable=False),
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("actor", sa.String(80), nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("document", sa.LargeBinary(), nullable=False),
        sa.Column("previous", sa.String(64), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.UniqueConstraint("scope", "number"),
    )
    op.create_table(
        "local_mail",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("public_id", sa.String(16), nullable=False, unique=True),
        sa.Column("message_id", sa.String(250), nullable=False, unique=True),
        sa.Column("address", sa.String(254), nullable=False, index=True),
        sa.Column("subject", sa.String(500), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("received_at", MOMENT, nullable=False),
    )
    op.create_table(
        "mail_routes",
        sa.Column("name", sa.String(253), primary_key=True),
        sa.Column("failures", NUMBER, nullable=False),
        sa.Column("failed_at", MOMENT),
        sa.Column("until", MOMENT),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("paced_until", MOMENT),
    )
    op.create_table(
        "pictures",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("png", sa.LargeBinary(), nullable=False),
        sa.Column("width", NUMBER, nullable=False),
        sa.Column("height", NUMBER, nullable=False),
        sa.Column("drawn_at", MOMENT, nullable=False, index=True),
    )
    op.create_table(
        "pulses",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("note", sa.String(300), nullable=False),
        sa.Column("count", NUMBER, nullable=False, server_default="0"),
    )
    op.create_table(
        "returned_letters",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("letter_id", NUMBER, nullable=False),
        sa.Column("address", sa.String(254), nullable=False, index=True),
        sa.Column("hard", sa.Boolean(), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("at", MOMENT, nullable=False, index=True),
        sa.Column("counts", sa.Boolean(), nullable=False),
        sa.UniqueConstraint("letter_id", "hard"),
    )
    op.create_table(
        "service_hours",
        sa.Column("hour", MOMENT, primary_key=True),
        sa.Column("document", sa.LargeBinary(), nullable=False),
    )
    op.create_table(
        "sign_in_links",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("email", sa.String(254), nullable=False),
        sa.Column("next_url", sa.String(500), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("expires_at", MOMENT, nullable=False, index=True),
        sa.Column("used_at", MOMENT),
    )
    op.create_index("ix_sign_in_links_email_created_at", "sign_in_links", ["email", "created_at"])
    op.create_table(
        "silenced_addresses",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("email_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("created_at", MOMENT, nullable=False),
    )
    op.create_table(
        "stopped_addresses",
        sa.Column("address", sa.String(254), primary_key=True),
        sa.Column("since", MOMENT, nullable=False),
        sa.Column("stopped_at", MOMENT, nullable=False),
    )
    op.create_table(
        "absences",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("public_id", sa.String(16), nullable=False, unique=True),
        sa.Column("account_id", NUMBER, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("first_at", MOMENT, nullable=False),
        sa.Column("last_at", MOMENT, nullable=False, index=True),
        sa.Column("note", sa.String(200), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("cancelled_at", MOMENT),
    )
    op.create_table(
        "address_changes",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("account_id", NUMBER, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("email", sa.String(254), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("expires_at", MOMENT, nullable=False),
        sa.Column("used_at", MOMENT),
        sa.Column("session_id", NUMBER),
        sa.Column("kept", sa.Text(), nullable=False, server_default=""),
    )
    op.create_table(
        "api_tokens",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("public_id", sa.String(16), nullable=False, unique=True),
        sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("account_id", NUMBER, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("revoked_at", MOMENT),
        sa.Column("scopes", sa.String(80), nullable=False, server_default="read,play,gm"),
        sa.Column("last_used_at", MOMENT),
    )
    op.create_table(
        "digest_lines",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("key", sa.String(160), nullable=False, unique=True),
        sa.Column("account_id", NUMBER, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.Column("written_at", MOMENT, nullable=False),
        sa.Column("sent_at", MOMENT, index=True),
    )
    op.create_table(
        "feed_addresses",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("account_id", NUMBER, sa.ForeignKey("accounts.id"), nullable=False, unique=True),
        sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("made_at", MOMENT, nullable=False),
    )
    op.create_table(
        "games",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("public_id", sa.String(16), nullable=False, unique=True),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("edition", sa.String(40), nullable=False),
        sa.Column("players", NUMBER, nullable=False),
        sa.Column("pace", sa.String(400), nullable=False),
        sa.Column("window_seconds", sa.Float(), nullable=False),
        sa.Column("hold_seconds", sa.Float(), nullable=False),
        sa.Column("seat_choice", sa.String(16), nullable=False),
        sa.Column("visibility", sa.String(16), nullable=False),
        sa.Column("steward_rest", sa.Boolean(), nullable=False),
        sa.Column("join_code", sa.String(16), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("round", NUMBER, nullable=False),
        sa.Column("creator_id", NUMBER, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("seed", sa.String(128), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("started_at", MOMENT),
        sa.Column("finished_at", MOMENT),
        sa.Column("trouble", sa.Text(), nullable=False),
        sa.Column("preset", sa.String(16), nullable=False, server_default=""),
        sa.Column("names", sa.String(16), nullable=False, server_default="named"),
        sa.Column("spectators", sa.String(16), nullable=False, server_default="open"),
        sa.Column("spectator_delay", NUMBER, nullable=False, server_default="0"),
        sa.Column("press", sa.String(80), nullable=False, server_default="private,group,public"),
        sa.Column("gm_reads_press", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("votes", sa.String(80), nullable=False, server_default="pause,draw,end,replace,extend"),
        sa.Column("review", sa.String(16), nullable=False, server_default="none"),
        sa.Column("clock", sa.String(5), nullable=False, server_default=""),
        sa.Column("zone", sa.String(64), nullable=False, server_default="UTC"),
        sa.Column("weekdays", sa.String(7), nullable=False, server_default="1234567"),
        sa.Column("first_seconds", sa.Float(), nullable=False, server_default="0"),
        sa.Column("westeros_seconds", sa.Float(), nullable=False, server_default="0"),
        sa.Column("other_seconds", sa.Float(), nullable=False, server_default="0"),
        sa.Column("least_seconds", sa.Float(), nullable=False, server_default="0"),
        sa.Column("most_seconds", sa.Float(), nullable=False, server_default="0"),
        sa.Column("early_close", sa.Boolean(), nullable=False, server_default=sa.true()),
        sa.Column("muster_seconds", sa.Float(), nullable=False, server_default="0"),
        sa.Column("muster_until", MOMENT),
        sa.Column("extensions", NUMBER, nullable=False, server_default="0"),
        sa.Column("extension_seconds", sa.Float(), nullable=False, server_default="86400"),
        sa.Column("extensions_in_a_row", NUMBER, nullable=False, server_default="2"),
        sa.Column("grace_seconds", sa.Float(), nullable=False, server_default="0"),
        sa.Column("misses_allowed", NUMBER, nullable=False, server_default="0"),
        sa.Column("absent_seat", sa.String(16), nullable=False, server_default="steward"),
        sa.Column("paused_at", MOMENT),
        sa.Column("paused_until", MOMENT),
        sa.Column("pause_reason", sa.String(200), nullable=False, server_default=""),
        sa.Column("ended_by", sa.String(16), nullable=False, server_default=""),
        sa.Column("imported_at", MOMENT),
        sa.Column("modules", sa.String(200), nullable=False, server_default=""),
        sa.Column("houses", sa.String(200), nullable=False, server_default=""),
        sa.Column("revision", NUMBER, nullable=False, server_default="0"),
        sa.Column("scenario", sa.Text(), nullable=False, server_default=""),
        sa.Column("rated", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    op.create_index("ix_games_status_visibility", "games", ["status", "visibility"])
    op.create_table(
        "imports",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("public_id", sa.String(16), nullable=False, unique=True),
        sa.Column("account_id", NUMBER, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("size", NUMBER, nullable=False),
        sa.Column("document", sa.LargeBinary(), nullable=False),
        sa.Column("asked_at", MOMENT, nullable=False),
        sa.Column("claimed_until", MOMENT),
        sa.Column("attempts", NUMBER, nullable=False),
        sa.Column("entries", NUMBER, nullable=False),
        sa.Column("played", NUMBER, nullable=False),
        sa.Column("at", MOMENT),
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("reasons", sa.Text(), nullable=False),
    )
    op.create_index("ix_imports_account_id_asked_at", "imports", ["account_id", "asked_at"])
    waiting = sa.text("at IS NULL")
    op.create_index(
        "uq_imports_waiting", "imports", ["account_id"], unique=True, postgresql_where=waiting, sqlite_where=waiting
    )
    op.create_table(
        "outbox",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("key", sa.String(160), nullable=False, unique=True),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("account_id", NUMBER, sa.ForeignKey("accounts.id"), index=True),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("message_id", sa.String(250), nullable=False, unique=True),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.Column("written_at", MOMENT, nullable=False),
        sa.Column("next_attempt_at", MOMENT, index=True),
        sa.Column("claimed_until", MOMENT),
        sa.Column("attempts", NUMBER, nullable=False),
        sa.Column("sent_at", MOMENT),
        sa.Column("failed_at", MOMENT),
        sa.Column("last_error", sa.Text(), nullable=False),
        sa.Column("dropped_at", MOMENT),
    )
    present = sa.text("failed_at IS NOT NULL")
    op.create_index("ix_outbox_failed_at", "outbox", ["failed_at"], postgresql_where=present, sqlite_where=present)
    present = sa.text("sent_at IS NOT NULL")
    op.create_index("ix_outbox_sent_at", "outbox", ["sent_at"], postgresql_where=present, sqlite_where=present)
    op.create_table(
        "push_subscriptions",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("public_id", sa.String(16), nullable=False, unique=True),
        sa.Column("account_id", NUMBER, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("session_id", sa.String(16), nullable=False, index=True),
        sa.Column("endpoint", sa.String(1000), nullable=False, unique=True),
        sa.Column("public_key", sa.String(100), nullable=False),
        sa.Column("auth_secret", sa.String(32), nullable=False),
        sa.Column("our_key", sa.String(100), nullable=False),
        sa.Column("label", sa.String(120), nullable=False),
        sa.Column("streams", sa.String(80), nullable=False),
        sa.Column("failures", NUMBER, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("disabled_at", MOMENT),
        sa.Column("last_error", sa.Text(), nullable=False),
    )
    op.create_table(
        "recovery_codes",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("account_id", NUMBER, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("code_hash", sa.String(64), nullable=False),
        sa.Column("used_at", MOMENT),
        sa.UniqueConstraint("account_id", "code_hash"),
    )
    op.create_table(
        "sign_in_sessions",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("account_id", NUMBER, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("expires_at", MOMENT, nullable=False, index=True),
        sa.Column("public_id", sa.String(16), nullable=False, unique=True),
        sa.Column("label", sa.String(120), nullable=False, server_default=""),
        sa.Column("seen_at", MOMENT),
        sa.Column("strong_at", MOMENT),
        sa.Column("proved_at", MOMENT),
        sa.Column("proof_hash", sa.String(64), nullable=False, server_default=""),
        sa.Column("proof_expires_at", MOMENT),
    )
    op.create_table(
        "calls",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("public_id", sa.String(16), nullable=False, unique=True),
        sa.Column("game_id", NUMBER, sa.ForeignKey("games.id"), nullable=False),
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("window", sa.String(80), nullable=False),
        sa.Column("round", NUMBER, nullable=False),
        sa.Column("asked", sa.String(400), nullable=False),
        sa.Column("opened_at", MOMENT, nullable=False),
        sa.Column("due_at", MOMENT, nullable=False),
        sa.Column("closing_at", MOMENT),
        sa.Column("closes_at", MOMENT, nullable=False),
        sa.Column("closed_at", MOMENT),
        sa.Column("sequence", NUMBER, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("claim", sa.String(80), nullable=False),
        sa.Column("claimed_until", MOMENT),
        sa.Column("attempts", NUMBER, nullable=False),
        sa.Column("trouble", sa.Text(), nullable=False),
        sa.Column("extensions", NUMBER, nullable=False, server_default="0"),
        sa.Column("late_at", MOMENT),
        sa.Column("remaining_seconds", sa.Float()),
        sa.UniqueConstraint("game_id", "number"),
    )
    op.create_index("ix_calls_status_closes_at", "calls", ["status", "closes_at"])
    op.create_table(
        "evaluations",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("game_id", NUMBER, sa.ForeignKey("games.id"), nullable=False),
        sa.Column("call_number", NUMBER, nullable=False),
        sa.Column("asked_by_id", NUMBER, sa.ForeignKey("accounts.id")),
        sa.Column("asked_at", MOMENT, nullable=False),
        sa.Column("at", MOMENT, index=True),
        sa.Column("agrees", sa.Boolean()),
        sa.Column("differences", sa.Text(), nullable=False),
        sa.Column("worker", sa.String(80), nullable=False),
        sa.Column("claimed_until", MOMENT),
    )
    op.create_index("ix_evaluations_game_id_asked_at", "evaluations", ["game_id", "asked_at"])
    op.create_table(
        "game_masters",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("game_id", NUMBER, sa.ForeignKey("games.id"), nullable=False),
        sa.Column("account_id", NUMBER, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("head", sa.Boolean(), nullable=False),
        sa.Column("since", MOMENT, nullable=False),
        sa.Column("accepted_at", MOMENT),
        sa.Column("until", MOMENT),
        sa.UniqueConstraint("game_id", "account_id"),
    )
    op.create_table(
        "game_statistics",
        sa.Column("game_id", NUMBER, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("version", NUMBER, nullable=False),
        sa.Column("counted_at", MOMENT, nullable=False),
        sa.Column("document", sa.LargeBinary(), nullable=False),
    )
    op.create_table(
        "house_results",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("game_id", NUMBER, sa.ForeignKey("games.id"), nullable=False),
        sa.Column("house", sa.String(40), nullable=False),
        sa.Column("place", NUMBER, nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("castles", NUMBER, nullable=False),
        sa.Column("castles_taken", NUMBER, nullable=False),
        sa.Column("battles_won", NUMBER, nullable=False),
        sa.Column("battles_lost", NUMBER, nullable=False),
        sa.Column("throne_rounds", NUMBER, nullable=False),
        sa.UniqueConstraint("game_id", "house"),
    )
    op.create_table(
        "invitations",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("public_id", sa.String(16), nullable=False, unique=True),
        sa.Column("game_id", NUMBER, sa.ForeignKey("games.id"), nullable=False),
        sa.Column("inviter_id", NUMBER, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("email", sa.String(254), nullable=False),
        sa.Column("house", sa.String(40)),
        sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("sent", NUMBER, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("expires_at", MOMENT, nullable=False),
        sa.Column("used_at", MOMENT),
        sa.UniqueConstraint("game_id", "email"),
    )
    op.create_table(
        "journal_parts",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("game_id", NUMBER, sa.ForeignKey("games.id"), nullable=False),
        sa.Column("call_number", NUMBER, nullable=False),
        sa.Column("first", NUMBER, nullable=False),
        sa.Column("last", NUMBER, nullable=False),
        sa.Column("document", sa.LargeBinary(), nullable=False),
        sa.UniqueConstraint("game_id", "first"),
    )
    op.create_table(
        "notes",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("public_id", sa.String(16), nullable=False, unique=True),
        sa.Column("game_id", NUMBER, sa.ForeignKey("games.id"), nullable=False, index=True),
        sa.Column("account_id", NUMBER, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("removed_at", MOMENT),
    )
    op.create_table(
        "positions",
        sa.Column("game_id", NUMBER, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("call_number", NUMBER, nullable=False),
        sa.Column("document", sa.LargeBinary(), nullable=False),
    )
    op.create_table(
        "press_threads",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("public_id", sa.String(16), nullable=False, unique=True),
        sa.Column("game_id", NUMBER, sa.ForeignKey("games.id"), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("members", sa.String(300), nullable=False),
        sa.Column("last_at", MOMENT, nullable=False),
        sa.UniqueConstraint("game_id", "kind", "members"),
    )
    op.create_table(
        "push_messages",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("key", sa.String(200), nullable=False, unique=True),
        sa.Column("subscription_id", NUMBER, sa.ForeignKey("push_subscriptions.id"), nullable=False, index=True),
        sa.Column("topic", sa.String(32), nullable=False),
        sa.Column("urgent", sa.Boolean(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("written_at", MOMENT, nullable=False),
        sa.Column("expires_at", MOMENT, nullable=False),
        sa.Column("next_attempt_at", MOMENT, index=True),
        sa.Column("claimed_until", MOMENT),
        sa.Column("attempts", NUMBER, nullable=False),
        sa.Column("sent_at", MOMENT),
        sa.Column("failed_at", MOMENT),
        sa.Column("last_error", sa.Text(), nullable=False),
    )
    op.create_table(
        "rated_games",
        sa.Column("game_id", NUMBER, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("edition", sa.String(40), nullable=False),
        sa.Column("ended_at", MOMENT, nullable=False),
        sa.Column("counted_at", MOMENT, nullable=False),
    )
    op.create_index("ix_rated_games_edition_ended_at", "rated_games", ["edition", "ended_at"])
    op.create_table(
        "rating_changes",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("game_id", NUMBER, sa.ForeignKey("games.id"), nullable=False),
        sa.Column("account_id", NUMBER, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("edition", sa.String(40), nullable=False),
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("house", sa.String(40), nullable=False),
        sa.Column("rank", NUMBER, nullable=False),
        sa.Column("mu_before", sa.Float(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.UniqueConstraint("edition", "account_id", "number"),
        sa.UniqueConstraint("game_id", "account_id"),
    )
    op.create_table(
        "records",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("game_id", NUMBER, sa.ForeignKey("games.id"), nullable=False),
        sa.Column("round", NUMBER, nullable=False),
        sa.Column("part", NUMBER, nullable=False),
        sa.Column("first", NUMBER, nullable=False),
        sa.Column("last", NUMBER, nullable=False),
        sa.Column("document", sa.LargeBinary(), nullable=False),
        sa.UniqueConstraint("game_id", "first"),
        sa.UniqueConstraint("game_id", "round", "part"),
    )
    op.create_table(
        "round_boards",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("game_id", NUMBER, sa.ForeignKey("games.id"), nullable=False),
        sa.Column("round", NUMBER, nullable=False),
        sa.Column("document", sa.LargeBinary(), nullable=False),
        sa.UniqueConstraint("game_id", "round"),
    )
    op.create_table(
        "seats",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("public_id", sa.String(16), nullable=False, unique=True),
        sa.Column("game_id", NUMBER, sa.ForeignKey("games.id"), nullable=False),
        sa.Column("house", sa.String(40)),
        sa.Column("account_id", NUMBER, sa.ForeignKey("accounts.id"), index=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("letters", sa.Boolean(), nullable=False),
        sa.Column("joined_at", MOMENT, nullable=False),
        sa.Column("preferences", sa.String(400), nullable=False, server_default=""),
        sa.Column("confirmed_at", MOMENT),
        sa.Column("offered_at", MOMENT),
        sa.Column("offer_reason", sa.String(40), nullable=False, server_default=""),
        sa.Column("extensions_used", NUMBER, nullable=False, server_default="0"),
        sa.Column("misses_in_a_row", NUMBER, nullable=False, server_default="0"),
        sa.Column("steward_until", NUMBER, nullable=False, server_default="0"),
        sa.Column("reply_generation", NUMBER, nullable=False, server_default="0"),
        sa.Column("by_mail", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.UniqueConstraint("game_id", "account_id"),
        sa.UniqueConstraint("game_id", "house"),
    )
    op.create_table(
        "snapshots",
        sa.Column("game_id", NUMBER, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("call_number", NUMBER, primary_key=True),
        sa.Column("document", sa.LargeBinary(), nullable=False),
    )
    op.create_table(
        "webhooks",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("public_id", sa.String(16), nullable=False, unique=True),
        sa.Column("account_id", NUMBER, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("game_id", NUMBER, sa.ForeignKey("games.id")),
        sa.Column("url", sa.String(500), nullable=False),
        sa.Column("secret", sa.String(200), nullable=False),
        sa.Column("kinds", sa.String(120), nullable=False),
        sa.Column("failures", NUMBER, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("disabled_at", MOMENT),
        sa.Column("removed_at", MOMENT),
    )
    op.create_table(
        "adjudications",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("game_id", NUMBER, sa.ForeignKey("games.id"), nullable=False),
        sa.Column("call_id", NUMBER, sa.ForeignKey("calls.id"), nullable=False, unique=True),
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("worker", sa.String(80), nullable=False),
        sa.Column("at", MOMENT, nullable=False, index=True),
        sa.Column("sheets", sa.String(400), nullable=False),
        sa.Column("position_digest", sa.String(64), nullable=False),
        sa.Column("seconds", sa.Float()),
        sa.UniqueConstraint("game_id", "number"),
    )
    op.create_table(
        "attendance",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("game_id", NUMBER, sa.ForeignKey("games.id"), nullable=False),
        sa.Column("call_id", NUMBER, sa.ForeignKey("calls.id"), nullable=False),
        sa.Column("seat_id", NUMBER, sa.ForeignKey("seats.id", ondelete="CASCADE"), nullable=False),
        sa.Column("account_id", NUMBER, sa.ForeignKey("accounts.id")),
        sa.Column("on_time", sa.Boolean(), nullable=False),
        sa.Column("excused", sa.String(24), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.UniqueConstraint("call_id", "seat_id"),
    )
    op.create_index("ix_attendance_account_id_at", "attendance", ["account_id", "at"])
    op.create_table(
        "call_boards",
        sa.Column("call_id", NUMBER, sa.ForeignKey("calls.id"), primary_key=True),
        sa.Column("document", sa.LargeBinary(), nullable=False),
    )
    op.create_table(
        "deadline_changes",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("call_id", NUMBER, sa.ForeignKey("calls.id"), nullable=False),
        sa.Column("sequence", NUMBER, nullable=False),
        sa.Column("old_at", MOMENT, nullable=False),
        sa.Column("new_at", MOMENT, nullable=False),
        sa.Column("reason", sa.String(40), nullable=False),
        sa.Column("note", sa.String(300), nullable=False),
        sa.Column("account_id", NUMBER, sa.ForeignKey("accounts.id")),
        sa.Column("at", MOMENT, nullable=False),
        sa.UniqueConstraint("call_id", "sequence"),
    )
    op.create_table(
        "delegations",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("public_id", sa.String(16), nullable=False, unique=True),
        sa.Column("game_id", NUMBER, sa.ForeignKey("games.id"), nullable=False, index=True),
        sa.Column("seat_id", NUMBER, sa.ForeignKey("seats.id", ondelete="CASCADE"), nullable=False, index=True),
        sa.Column("granter_id", NUMBER, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("account_id", NUMBER, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("note", sa.String(200), nullable=False),
        sa.Column("granted_at", MOMENT, nullable=False),
        sa.Column("from_at", MOMENT, nullable=False),
        sa.Column("until_at", MOMENT, nullable=False),
        sa.Column("revoked_at", MOMENT),
    )
    op.create_table(
        "drafts",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("public_id", sa.String(16), nullable=False, unique=True),
        sa.Column("game_id", NUMBER, sa.ForeignKey("games.id"), nullable=False, index=True),
        sa.Column("call_id", NUMBER, sa.ForeignKey("calls.id"), nullable=False),
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("position", sa.LargeBinary(), nullable=False),
        sa.Column("records", sa.LargeBinary(), nullable=False),
        sa.Column("entries", sa.LargeBinary(), nullable=False),
        sa.Column("sheets", sa.String(400), nullable=False),
        sa.Column("flags", sa.Text(), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.UniqueConstraint("call_id", "number"),
    )
    op.create_table(
        "edicts",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("public_id", sa.String(16), nullable=False, unique=True),
        sa.Column("game_id", NUMBER, sa.ForeignKey("games.id"), nullable=False),
        sa.Column("call_id", NUMBER, sa.ForeignKey("calls.id")),
        sa.Column("draft_number", NUMBER, nullable=False),
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("document", sa.LargeBinary(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("account_id", NUMBER, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.UniqueConstraint("game_id", "number"),
    )
    op.create_table(
        "incoming_mails",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("public_id", sa.String(16), nullable=False, unique=True),
        sa.Column("mark", sa.String(64), nullable=False, unique=True),
        sa.Column("recipient", sa.String(254), nullable=False),
        sa.Column("for_seat", sa.String(16), nullable=False),
        sa.Column("message_id", sa.String(250), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("size", NUMBER, nullable=False),
        sa.Column("received_at", MOMENT, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("reason", sa.String(40), nullable=False),
        sa.Column("trouble", sa.Text(), nullable=False),
        sa.Column("next_attempt_at", MOMENT, index=True),
        sa.Column("attempts", NUMBER, nullable=False),
        sa.Column("read_at", MOMENT),
        sa.Column("account_id", NUMBER, sa.ForeignKey("accounts.id"), index=True),
        sa.Column("seat_id", NUMBER, sa.ForeignKey("seats.id", ondelete="CASCADE"), index=True),
        sa.Column("call_id", NUMBER, sa.ForeignKey("calls.id", ondelete="CASCADE")),
    )
    op.create_index("ix_incoming_mails_state_for_seat", "incoming_mails", ["state", "for_seat"])
    op.create_index("ix_incoming_mails_state_recipient", "incoming_mails", ["state", "recipient", "id"])
    op.create_table(
        "press_marks",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("thread_id", NUMBER, sa.ForeignKey("press_threads.id"), nullable=False),
        sa.Column("account_id", NUMBER, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("read_number", NUMBER, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.UniqueConstraint("thread_id", "account_id"),
    )
    op.create_table(
        "press_messages",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("public_id", sa.String(16), nullable=False, unique=True),
        sa.Column("game_id", NUMBER, sa.ForeignKey("games.id"), nullable=False),
        sa.Column("thread_id", NUMBER, sa.ForeignKey("press_threads.id"), nullable=False),
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("seat_id", NUMBER, sa.ForeignKey("seats.id", ondelete="SET NULL")),
        sa.Column("account_id", NUMBER, sa.ForeignKey("accounts.id")),
        sa.Column("house", sa.String(40), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("postal", sa.Boolean(), nullable=False),
        sa.Column("call_number", NUMBER, nullable=False),
        sa.Column("sent_at", MOMENT, nullable=False),
        sa.Column("released_at", MOMENT),
        sa.Column("removed_at", MOMENT),
        sa.Column("removed_by_id", NUMBER, sa.ForeignKey("accounts.id")),
        sa.Column("removal_reason", sa.String(300), nullable=False),
        sa.Column("reported_at", MOMENT),
        sa.Column("report_reason", sa.String(300), nullable=False, server_default=""),
        sa.UniqueConstraint("thread_id", "number"),
    )
    op.create_index("ix_press_messages_game_id_released_at", "press_messages", ["game_id", "released_at"])
    op.create_table(
        "ready",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("call_id", NUMBER, sa.ForeignKey("calls.id"), nullable=False),
        sa.Column("seat_id", NUMBER, sa.ForeignKey("seats.id"), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.UniqueConstraint("call_id", "seat_id"),
    )
    op.create_table(
        "receipts",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("public_id", sa.String(16), nullable=False, unique=True),
        sa.Column("game_id", NUMBER, sa.ForeignKey("games.id"), nullable=False),
        sa.Column("call_id", NUMBER, sa.ForeignKey("calls.id"), nullable=False),
        sa.Column("seat_id", NUMBER, sa.ForeignKey("seats.id"), nullable=False),
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("version", NUMBER, nullable=False),
        sa.Column("accepted_at", MOMENT, nullable=False),
        sa.Column("call", sa.String(16), nullable=False),
        sa.Column("house", sa.String(40), nullable=False),
        sa.Column("by", sa.String(8), nullable=False),
        sa.Column("salt", sa.String(32), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("previous", sa.String(64), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("signature", sa.String(128), nullable=False),
        sa.UniqueConstraint("call_id", "seat_id", "version"),
        sa.UniqueConstraint("game_id", "number"),
    )
    op.create_table(
        "reminders",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("call_id", NUMBER, sa.ForeignKey("calls.id"), nullable=False),
        sa.Column("kind", sa.String(24), nullable=False),
        sa.Column("due_at", MOMENT, nullable=False),
        sa.Column("done_at", MOMENT),
        sa.UniqueConstraint("call_id", "kind"),
    )
    op.create_index("ix_reminders_done_at_due_at", "reminders", ["done_at", "due_at"])
    op.create_table(
        "seat_holders",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("game_id", NUMBER, sa.ForeignKey("games.id"), nullable=False),
        sa.Column("seat_id", NUMBER, sa.ForeignKey("seats.id", ondelete="CASCADE"), nullable=False, index=True),
        sa.Column("account_id", NUMBER, sa.ForeignKey("accounts.id")),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("house", sa.String(40)),
        sa.Column("began", sa.String(16), nullable=False),
        sa.Column("ended", sa.String(16), nullable=False),
        sa.Column("since", MOMENT, nullable=False),
        sa.Column("until", MOMENT),
        sa.Column("from_call", NUMBER, nullable=False),
        sa.Column("to_call", NUMBER),
    )
    op.create_index("ix_seat_holders_game_id_account_id", "seat_holders", ["game_id", "account_id"])
    op.create_table(
        "sheet_drafts",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("call_id", NUMBER, sa.ForeignKey("calls.id"), nullable=False),
        sa.Column("seat_id", NUMBER, sa.ForeignKey("seats.id"), nullable=False),
        sa.Column("account_id", NUMBER, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("fields", sa.LargeBinary(), nullable=False),
        sa.Column("document", sa.LargeBinary(), nullable=False),
        sa.Column("changed_at", MOMENT, nullable=False),
        sa.UniqueConstraint("call_id", "seat_id", "account_id"),
    )
    op.create_table(
        "sheet_versions",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("call_id", NUMBER, sa.ForeignKey("calls.id"), nullable=False),
        sa.Column("seat_id", NUMBER, sa.ForeignKey("seats.id"), nullable=False),
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("document", sa.LargeBinary(), nullable=False),
        sa.Column("warnings", sa.LargeBinary(), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("accepted_at", MOMENT, nullable=False),
        sa.UniqueConstraint("call_id", "seat_id", "number"),
    )
    op.create_table(
        "sketches",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("call_id", NUMBER, sa.ForeignKey("calls.id"), nullable=False),
        sa.Column("seat_id", NUMBER, sa.ForeignKey("seats.id"), nullable=False),
        sa.Column("account_id", NUMBER, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("document", sa.LargeBinary(), nullable=False),
        sa.Column("changed_at", MOMENT, nullable=False),
        sa.UniqueConstraint("call_id", "seat_id", "account_id", "number"),
    )
    op.create_table(
        "standing_drafts",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("seat_id", NUMBER, sa.ForeignKey("seats.id"), nullable=False),
        sa.Column("account_id", NUMBER, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("fields", sa.LargeBinary(), nullable=False),
        sa.Column("document", sa.LargeBinary(), nullable=False),
        sa.Column("changed_at", MOMENT, nullable=False),
        sa.UniqueConstraint("seat_id", "account_id"),
    )
    op.create_table(
        "standing_versions",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("seat_id", NUMBER, sa.ForeignKey("seats.id"), nullable=False),
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("document", sa.LargeBinary(), nullable=False),
        sa.Column("warnings", sa.LargeBinary(), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("accepted_at", MOMENT, nullable=False),
        sa.UniqueConstraint("seat_id", "number"),
    )
    op.create_table(
        "votes",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("public_id", sa.String(16), nullable=False, unique=True),
        sa.Column("game_id", NUMBER, sa.ForeignKey("games.id"), nullable=False, index=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("subject", sa.String(40), nullable=False),
        sa.Column("reason", sa.String(300), nullable=False),
        sa.Column("seat_id", NUMBER, sa.ForeignKey("seats.id", ondelete="SET NULL")),
        sa.Column("opened_at", MOMENT, nullable=False),
        sa.Column("closes_at", MOMENT, nullable=False),
        sa.Column("closed_at", MOMENT),
        sa.Column("result", sa.String(16), nullable=False),
    )
    op.create_index("ix_votes_closed_at_closes_at", "votes", ["closed_at", "closes_at"])
    op.create_table(
        "wait_requests",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("call_id", NUMBER, sa.ForeignKey("calls.id"), nullable=False),
        sa.Column("seat_id", NUMBER, sa.ForeignKey("seats.id", ondelete="CASCADE"), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.UniqueConstraint("call_id", "seat_id"),
    )
    op.create_table(
        "webhook_posts",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("public_id", sa.String(16), nullable=False, unique=True),
        sa.Column("key", sa.String(160), nullable=False, unique=True),
        sa.Column("webhook_id", NUMBER, sa.ForeignKey("webhooks.id"), nullable=False, index=True),
        sa.Column("kind", sa.String(24), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("written_at", MOMENT, nullable=False),
        sa.Column("next_attempt_at", MOMENT, index=True),
        sa.Column("claimed_until", MOMENT),
        sa.Column("attempts", NUMBER, nullable=False),
        sa.Column("sent_at", MOMENT),
        sa.Column("failed_at", MOMENT),
        sa.Column("last_error", sa.Text(), nullable=False),
    )
    op.create_table(
        "ballots",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("vote_id", NUMBER, sa.ForeignKey("votes.id"), nullable=False),
        sa.Column("seat_id", NUMBER, sa.ForeignKey("seats.id", ondelete="CASCADE"), nullable=False),
        sa.Column("account_id", NUMBER, sa.ForeignKey("accounts.id")),
        sa.Column("choice", sa.String(8), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.UniqueConstraint("vote_id", "seat_id"),
    )
    op.create_table(
        "voided",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("game_id", NUMBER, sa.ForeignKey("games.id"), nullable=False, index=True),
        sa.Column("edict_id", NUMBER, sa.ForeignKey("edicts.id"), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("round", NUMBER, nullable=False),
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("call_number", NUMBER, nullable=False),
        sa.Column("document", sa.LargeBinary(), nullable=False),
    )
    _only_add_to_the_ledger()


def _only_add_to_the_ledger() -> None:
    """Let the database refuse to change or remove what the ledger holds."""
    if op.get_bind().dialect.name == "sqlite":
        for what in ("update", "delete"):
            op.execute(
                f"create trigger ledger_no_{what} before {what} on ledger "
                "begin select raise(abort, 'the ledger is only added to'); end"
            )
        return
    op.execute(
        "create function ledger_is_only_added_to() returns trigger language plpgsql as "
        "$$ begin raise exception 'the ledger is only added to'; end $$"
    )
    op.execute(
        "create trigger ledger_no_change before update or delete on ledger "
        "for each row execute function ledger_is_only_added_to()"
    )


def downgrade() -> None:
    """Remove all tables."""
    tables = sa.MetaData()
    tables.reflect(op.get_bind(), only=lambda name, _: name != "alembic_version")
    tables.drop_all(op.get_bind())
    if op.get_bind().dialect.name == "postgresql":
        op.execute("drop function ledger_is_only_added_to()")
