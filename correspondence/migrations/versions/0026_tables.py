"""All tables, as the twenty-six migrations before the squash left them (ADR 36)."""

from __future__ import annotations

from alembic import op
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Text,
    UniqueConstraint,
    false,
    text,
    true,
)

revision = "0026"
down_revision = None
branch_labels = None
depends_on = None

NUMBER = BigInteger().with_variant(Integer(), "sqlite")
MOMENT = DateTime(timezone=True)


def upgrade() -> None:
    """Make the tables, and what guards the ledger. Constraints are named by `correspondence.rows.NAMES`."""
    op.create_table(
        "accounts",
        Column("id", NUMBER, primary_key=True),
        Column("public_id", String(16), nullable=False, unique=True),
        Column("email", String(254), nullable=False, unique=True),
        Column("name", String(60), nullable=False),
        Column("language", String(8), nullable=False),
        Column("zone", String(64), nullable=False),
        Column("created_at", MOMENT, nullable=False),
        Column("streams", Text(), nullable=False, server_default="{}"),
        Column("quiet_from", NUMBER),
        Column("quiet_until", NUMBER),
        Column("digest_hour", NUMBER, nullable=False, server_default="18"),
        Column("password_hash", String(200), nullable=False, server_default=""),
        Column("totp_secret", String(200), nullable=False, server_default=""),
        Column("totp_step", NUMBER, nullable=False, server_default="0"),
        Column("host", Boolean(), nullable=False, server_default=false()),
        Column("emergency_pause_at", MOMENT),
        Column("deleted_at", MOMENT),
        Column("digest_weekday", NUMBER),
        Column("links_ended_at", MOMENT),
        Column("closed_off_at", MOMENT),
        Column("ratings_hidden", Boolean(), nullable=False, server_default=false()),
        Column("light_letters", Boolean(), nullable=False, server_default=false()),
    )
    op.create_table(
        "attempts",
        Column("id", NUMBER, primary_key=True),
        Column("key", String(80), nullable=False),
        Column("at", MOMENT, nullable=False),
    )
    op.create_index("ix_attempts_key_at", "attempts", ["key", "at"])
    op.create_table(
        "ledger",
        Column("id", NUMBER, primary_key=True),
        Column("scope", String(16), nullable=False),
        Column("number", NUMBER, nullable=False),
        Column("at", MOMENT, nullable=False),
        Column("actor", String(80), nullable=False),
        Column("kind", String(40), nullable=False),
        Column("document", LargeBinary(), nullable=False),
        Column("previous", String(64), nullable=False),
        Column("digest", String(64), nullable=False),
        UniqueConstraint("scope", "number"),
    )
    op.create_table(
        "local_mail",
        Column("id", NUMBER, primary_key=True),
        Column("public_id", String(16), nullable=False, unique=True),
        Column("message_id", String(250), nullable=False, unique=True),
        Column("address", String(254), nullable=False, index=True),
        Column("subject", String(500), nullable=False),
        Column("raw", LargeBinary(), nullable=False),
        Column("received_at", MOMENT, nullable=False),
    )
    op.create_table(
        "mail_routes",
        Column("name", String(253), primary_key=True),
        Column("failures", NUMBER, nullable=False),
        Column("failed_at", MOMENT),
        Column("until", MOMENT),
        Column("reason", Text(), nullable=False),
        Column("paced_until", MOMENT),
    )
    op.create_table(
        "pictures",
        Column("digest", String(64), primary_key=True),
        Column("png", LargeBinary(), nullable=False),
        Column("width", NUMBER, nullable=False),
        Column("height", NUMBER, nullable=False),
        Column("drawn_at", MOMENT, nullable=False, index=True),
    )
    op.create_table(
        "pulses",
        Column("name", String(40), primary_key=True),
        Column("at", MOMENT, nullable=False),
        Column("note", String(300), nullable=False),
        Column("count", NUMBER, nullable=False, server_default="0"),
    )
    op.create_table(
        "returned_letters",
        Column("id", NUMBER, primary_key=True),
        Column("letter_id", NUMBER, nullable=False),
        Column("address", String(254), nullable=False, index=True),
        Column("hard", Boolean(), nullable=False),
        Column("status", String(16), nullable=False),
        Column("at", MOMENT, nullable=False, index=True),
        Column("counts", Boolean(), nullable=False),
        UniqueConstraint("letter_id", "hard"),
    )
    op.create_table(
        "service_hours",
        Column("hour", MOMENT, primary_key=True),
        Column("document", LargeBinary(), nullable=False),
    )
    op.create_table(
        "sign_in_links",
        Column("id", NUMBER, primary_key=True),
        Column("token_hash", String(64), nullable=False, unique=True),
        Column("email", String(254), nullable=False),
        Column("next_url", String(500), nullable=False),
        Column("language", String(8), nullable=False),
        Column("zone", String(64), nullable=False),
        Column("created_at", MOMENT, nullable=False),
        Column("expires_at", MOMENT, nullable=False, index=True),
        Column("used_at", MOMENT),
    )
    op.create_index("ix_sign_in_links_email_created_at", "sign_in_links", ["email", "created_at"])
    op.create_table(
        "silenced_addresses",
        Column("id", NUMBER, primary_key=True),
        Column("email_hash", String(64), nullable=False, unique=True),
        Column("created_at", MOMENT, nullable=False),
    )
    op.create_table(
        "stopped_addresses",
        Column("address", String(254), primary_key=True),
        Column("since", MOMENT, nullable=False),
        Column("stopped_at", MOMENT, nullable=False),
    )
    op.create_table(
        "absences",
        Column("id", NUMBER, primary_key=True),
        Column("public_id", String(16), nullable=False, unique=True),
        Column("account_id", NUMBER, ForeignKey("accounts.id"), nullable=False, index=True),
        Column("first_at", MOMENT, nullable=False),
        Column("last_at", MOMENT, nullable=False, index=True),
        Column("note", String(200), nullable=False),
        Column("created_at", MOMENT, nullable=False),
        Column("cancelled_at", MOMENT),
    )
    op.create_table(
        "address_changes",
        Column("id", NUMBER, primary_key=True),
        Column("account_id", NUMBER, ForeignKey("accounts.id"), nullable=False, index=True),
        Column("email", String(254), nullable=False),
        Column("token_hash", String(64), nullable=False, unique=True),
        Column("created_at", MOMENT, nullable=False),
        Column("expires_at", MOMENT, nullable=False),
        Column("used_at", MOMENT),
        Column("session_id", NUMBER),
        Column("kept", Text(), nullable=False, server_default=""),
    )
    op.create_table(
        "api_tokens",
        Column("id", NUMBER, primary_key=True),
        Column("public_id", String(16), nullable=False, unique=True),
        Column("token_hash", String(64), nullable=False, unique=True),
        Column("account_id", NUMBER, ForeignKey("accounts.id"), nullable=False, index=True),
        Column("name", String(60), nullable=False),
        Column("created_at", MOMENT, nullable=False),
        Column("revoked_at", MOMENT),
        Column("scopes", String(80), nullable=False, server_default="read,play,gm"),
        Column("last_used_at", MOMENT),
    )
    op.create_table(
        "digest_lines",
        Column("id", NUMBER, primary_key=True),
        Column("key", String(160), nullable=False, unique=True),
        Column("account_id", NUMBER, ForeignKey("accounts.id"), nullable=False, index=True),
        Column("payload", LargeBinary(), nullable=False),
        Column("written_at", MOMENT, nullable=False),
        Column("sent_at", MOMENT, index=True),
    )
    op.create_table(
        "feed_addresses",
        Column("id", NUMBER, primary_key=True),
        Column("account_id", NUMBER, ForeignKey("accounts.id"), nullable=False, unique=True),
        Column("token_hash", String(64), nullable=False, unique=True),
        Column("made_at", MOMENT, nullable=False),
    )
    op.create_table(
        "games",
        Column("id", NUMBER, primary_key=True),
        Column("public_id", String(16), nullable=False, unique=True),
        Column("title", String(80), nullable=False),
        Column("edition", String(40), nullable=False),
        Column("players", NUMBER, nullable=False),
        Column("pace", String(400), nullable=False),
        Column("window_seconds", Float(), nullable=False),
        Column("hold_seconds", Float(), nullable=False),
        Column("seat_choice", String(16), nullable=False),
        Column("visibility", String(16), nullable=False),
        Column("steward_rest", Boolean(), nullable=False),
        Column("join_code", String(16), nullable=False),
        Column("status", String(16), nullable=False),
        Column("round", NUMBER, nullable=False),
        Column("creator_id", NUMBER, ForeignKey("accounts.id"), nullable=False, index=True),
        Column("commitment", String(64), nullable=False),
        Column("seed", String(128), nullable=False),
        Column("created_at", MOMENT, nullable=False),
        Column("started_at", MOMENT),
        Column("finished_at", MOMENT),
        Column("trouble", Text(), nullable=False),
        Column("preset", String(16), nullable=False, server_default=""),
        Column("names", String(16), nullable=False, server_default="named"),
        Column("spectators", String(16), nullable=False, server_default="open"),
        Column("spectator_delay", NUMBER, nullable=False, server_default="0"),
        Column("press", String(80), nullable=False, server_default="private,group,public"),
        Column("gm_reads_press", Boolean(), nullable=False, server_default=false()),
        Column("votes", String(80), nullable=False, server_default="pause,draw,end,replace,extend"),
        Column("review", String(16), nullable=False, server_default="none"),
        Column("clock", String(5), nullable=False, server_default=""),
        Column("zone", String(64), nullable=False, server_default="UTC"),
        Column("weekdays", String(7), nullable=False, server_default="1234567"),
        Column("first_seconds", Float(), nullable=False, server_default="0"),
        Column("westeros_seconds", Float(), nullable=False, server_default="0"),
        Column("other_seconds", Float(), nullable=False, server_default="0"),
        Column("least_seconds", Float(), nullable=False, server_default="0"),
        Column("most_seconds", Float(), nullable=False, server_default="0"),
        Column("early_close", Boolean(), nullable=False, server_default=true()),
        Column("muster_seconds", Float(), nullable=False, server_default="0"),
        Column("muster_until", MOMENT),
        Column("extensions", NUMBER, nullable=False, server_default="0"),
        Column("extension_seconds", Float(), nullable=False, server_default="86400"),
        Column("extensions_in_a_row", NUMBER, nullable=False, server_default="2"),
        Column("grace_seconds", Float(), nullable=False, server_default="0"),
        Column("misses_allowed", NUMBER, nullable=False, server_default="0"),
        Column("absent_seat", String(16), nullable=False, server_default="steward"),
        Column("paused_at", MOMENT),
        Column("paused_until", MOMENT),
        Column("pause_reason", String(200), nullable=False, server_default=""),
        Column("ended_by", String(16), nullable=False, server_default=""),
        Column("imported_at", MOMENT),
        Column("modules", String(200), nullable=False, server_default=""),
        Column("houses", String(200), nullable=False, server_default=""),
        Column("revision", NUMBER, nullable=False, server_default="0"),
        Column("scenario", Text(), nullable=False, server_default=""),
        Column("rated", Boolean(), nullable=False, server_default=false()),
    )
    op.create_index("ix_games_status_visibility", "games", ["status", "visibility"])
    op.create_table(
        "imports",
        Column("id", NUMBER, primary_key=True),
        Column("public_id", String(16), nullable=False, unique=True),
        Column("account_id", NUMBER, ForeignKey("accounts.id"), nullable=False),
        Column("title", String(80), nullable=False),
        Column("size", NUMBER, nullable=False),
        Column("document", LargeBinary(), nullable=False),
        Column("asked_at", MOMENT, nullable=False),
        Column("claimed_until", MOMENT),
        Column("attempts", NUMBER, nullable=False),
        Column("entries", NUMBER, nullable=False),
        Column("played", NUMBER, nullable=False),
        Column("at", MOMENT),
        Column("game_id", String(16), nullable=False),
        Column("reasons", Text(), nullable=False),
    )
    op.create_index("ix_imports_account_id_asked_at", "imports", ["account_id", "asked_at"])
    waiting = text("at IS NULL")
    op.create_index(
        "uq_imports_waiting", "imports", ["account_id"], unique=True, postgresql_where=waiting, sqlite_where=waiting
    )
    op.create_table(
        "outbox",
        Column("id", NUMBER, primary_key=True),
        Column("key", String(160), nullable=False, unique=True),
        Column("kind", String(32), nullable=False),
        Column("account_id", NUMBER, ForeignKey("accounts.id"), index=True),
        Column("address", String(254), nullable=False),
        Column("name", String(60), nullable=False),
        Column("language", String(8), nullable=False),
        Column("zone", String(64), nullable=False),
        Column("message_id", String(250), nullable=False, unique=True),
        Column("payload", LargeBinary(), nullable=False),
        Column("written_at", MOMENT, nullable=False),
        Column("next_attempt_at", MOMENT, index=True),
        Column("claimed_until", MOMENT),
        Column("attempts", NUMBER, nullable=False),
        Column("sent_at", MOMENT),
        Column("failed_at", MOMENT),
        Column("last_error", Text(), nullable=False),
        Column("dropped_at", MOMENT),
    )
    present = text("failed_at IS NOT NULL")
    op.create_index("ix_outbox_failed_at", "outbox", ["failed_at"], postgresql_where=present, sqlite_where=present)
    present = text("sent_at IS NOT NULL")
    op.create_index("ix_outbox_sent_at", "outbox", ["sent_at"], postgresql_where=present, sqlite_where=present)
    op.create_table(
        "push_subscriptions",
        Column("id", NUMBER, primary_key=True),
        Column("public_id", String(16), nullable=False, unique=True),
        Column("account_id", NUMBER, ForeignKey("accounts.id"), nullable=False, index=True),
        Column("session_id", String(16), nullable=False, index=True),
        Column("endpoint", String(1000), nullable=False, unique=True),
        Column("public_key", String(100), nullable=False),
        Column("auth_secret", String(32), nullable=False),
        Column("our_key", String(100), nullable=False),
        Column("label", String(120), nullable=False),
        Column("streams", String(80), nullable=False),
        Column("failures", NUMBER, nullable=False),
        Column("created_at", MOMENT, nullable=False),
        Column("disabled_at", MOMENT),
        Column("last_error", Text(), nullable=False),
    )
    op.create_table(
        "recovery_codes",
        Column("id", NUMBER, primary_key=True),
        Column("account_id", NUMBER, ForeignKey("accounts.id"), nullable=False),
        Column("code_hash", String(64), nullable=False),
        Column("used_at", MOMENT),
        UniqueConstraint("account_id", "code_hash"),
    )
    op.create_table(
        "sign_in_sessions",
        Column("id", NUMBER, primary_key=True),
        Column("token_hash", String(64), nullable=False, unique=True),
        Column("account_id", NUMBER, ForeignKey("accounts.id"), nullable=False, index=True),
        Column("created_at", MOMENT, nullable=False),
        Column("expires_at", MOMENT, nullable=False, index=True),
        Column("public_id", String(16), nullable=False, unique=True),
        Column("label", String(120), nullable=False, server_default=""),
        Column("seen_at", MOMENT),
        Column("strong_at", MOMENT),
        Column("proved_at", MOMENT),
        Column("proof_hash", String(64), nullable=False, server_default=""),
        Column("proof_expires_at", MOMENT),
    )
    op.create_table(
        "calls",
        Column("id", NUMBER, primary_key=True),
        Column("public_id", String(16), nullable=False, unique=True),
        Column("game_id", NUMBER, ForeignKey("games.id"), nullable=False),
        Column("number", NUMBER, nullable=False),
        Column("window", String(80), nullable=False),
        Column("round", NUMBER, nullable=False),
        Column("asked", String(400), nullable=False),
        Column("opened_at", MOMENT, nullable=False),
        Column("due_at", MOMENT, nullable=False),
        Column("closing_at", MOMENT),
        Column("closes_at", MOMENT, nullable=False),
        Column("closed_at", MOMENT),
        Column("sequence", NUMBER, nullable=False),
        Column("status", String(16), nullable=False),
        Column("claim", String(80), nullable=False),
        Column("claimed_until", MOMENT),
        Column("attempts", NUMBER, nullable=False),
        Column("trouble", Text(), nullable=False),
        Column("extensions", NUMBER, nullable=False, server_default="0"),
        Column("late_at", MOMENT),
        Column("remaining_seconds", Float()),
        UniqueConstraint("game_id", "number"),
    )
    op.create_index("ix_calls_status_closes_at", "calls", ["status", "closes_at"])
    op.create_table(
        "evaluations",
        Column("id", NUMBER, primary_key=True),
        Column("game_id", NUMBER, ForeignKey("games.id"), nullable=False),
        Column("call_number", NUMBER, nullable=False),
        Column("asked_by_id", NUMBER, ForeignKey("accounts.id")),
        Column("asked_at", MOMENT, nullable=False),
        Column("at", MOMENT, index=True),
        Column("agrees", Boolean()),
        Column("differences", Text(), nullable=False),
        Column("worker", String(80), nullable=False),
        Column("claimed_until", MOMENT),
    )
    op.create_index("ix_evaluations_game_id_asked_at", "evaluations", ["game_id", "asked_at"])
    op.create_table(
        "game_masters",
        Column("id", NUMBER, primary_key=True),
        Column("game_id", NUMBER, ForeignKey("games.id"), nullable=False),
        Column("account_id", NUMBER, ForeignKey("accounts.id"), nullable=False, index=True),
        Column("head", Boolean(), nullable=False),
        Column("since", MOMENT, nullable=False),
        Column("accepted_at", MOMENT),
        Column("until", MOMENT),
        UniqueConstraint("game_id", "account_id"),
    )
    op.create_table(
        "game_statistics",
        Column("game_id", NUMBER, ForeignKey("games.id"), primary_key=True),
        Column("version", NUMBER, nullable=False),
        Column("counted_at", MOMENT, nullable=False),
        Column("document", LargeBinary(), nullable=False),
    )
    op.create_table(
        "house_results",
        Column("id", NUMBER, primary_key=True),
        Column("game_id", NUMBER, ForeignKey("games.id"), nullable=False),
        Column("house", String(40), nullable=False),
        Column("place", NUMBER, nullable=False),
        Column("won", Boolean(), nullable=False),
        Column("castles", NUMBER, nullable=False),
        Column("castles_taken", NUMBER, nullable=False),
        Column("battles_won", NUMBER, nullable=False),
        Column("battles_lost", NUMBER, nullable=False),
        Column("throne_rounds", NUMBER, nullable=False),
        UniqueConstraint("game_id", "house"),
    )
    op.create_table(
        "invitations",
        Column("id", NUMBER, primary_key=True),
        Column("public_id", String(16), nullable=False, unique=True),
        Column("game_id", NUMBER, ForeignKey("games.id"), nullable=False),
        Column("inviter_id", NUMBER, ForeignKey("accounts.id"), nullable=False),
        Column("email", String(254), nullable=False),
        Column("house", String(40)),
        Column("token_hash", String(64), nullable=False, unique=True),
        Column("sent", NUMBER, nullable=False),
        Column("created_at", MOMENT, nullable=False),
        Column("expires_at", MOMENT, nullable=False),
        Column("used_at", MOMENT),
        UniqueConstraint("game_id", "email"),
    )
    op.create_table(
        "journal_parts",
        Column("id", NUMBER, primary_key=True),
        Column("game_id", NUMBER, ForeignKey("games.id"), nullable=False),
        Column("call_number", NUMBER, nullable=False),
        Column("first", NUMBER, nullable=False),
        Column("last", NUMBER, nullable=False),
        Column("document", LargeBinary(), nullable=False),
        UniqueConstraint("game_id", "first"),
    )
    op.create_table(
        "notes",
        Column("id", NUMBER, primary_key=True),
        Column("public_id", String(16), nullable=False, unique=True),
        Column("game_id", NUMBER, ForeignKey("games.id"), nullable=False, index=True),
        Column("account_id", NUMBER, ForeignKey("accounts.id"), nullable=False),
        Column("body", Text(), nullable=False),
        Column("at", MOMENT, nullable=False),
        Column("removed_at", MOMENT),
    )
    op.create_table(
        "positions",
        Column("game_id", NUMBER, ForeignKey("games.id"), primary_key=True),
        Column("call_number", NUMBER, nullable=False),
        Column("document", LargeBinary(), nullable=False),
    )
    op.create_table(
        "press_threads",
        Column("id", NUMBER, primary_key=True),
        Column("public_id", String(16), nullable=False, unique=True),
        Column("game_id", NUMBER, ForeignKey("games.id"), nullable=False),
        Column("kind", String(16), nullable=False),
        Column("members", String(300), nullable=False),
        Column("last_at", MOMENT, nullable=False),
        UniqueConstraint("game_id", "kind", "members"),
    )
    op.create_table(
        "push_messages",
        Column("id", NUMBER, primary_key=True),
        Column("key", String(200), nullable=False, unique=True),
        Column("subscription_id", NUMBER, ForeignKey("push_subscriptions.id"), nullable=False, index=True),
        Column("topic", String(32), nullable=False),
        Column("urgent", Boolean(), nullable=False),
        Column("body", LargeBinary(), nullable=False),
        Column("written_at", MOMENT, nullable=False),
        Column("expires_at", MOMENT, nullable=False),
        Column("next_attempt_at", MOMENT, index=True),
        Column("claimed_until", MOMENT),
        Column("attempts", NUMBER, nullable=False),
        Column("sent_at", MOMENT),
        Column("failed_at", MOMENT),
        Column("last_error", Text(), nullable=False),
    )
    op.create_table(
        "rated_games",
        Column("game_id", NUMBER, ForeignKey("games.id"), primary_key=True),
        Column("edition", String(40), nullable=False),
        Column("ended_at", MOMENT, nullable=False),
        Column("counted_at", MOMENT, nullable=False),
    )
    op.create_index("ix_rated_games_edition_ended_at", "rated_games", ["edition", "ended_at"])
    op.create_table(
        "rating_changes",
        Column("id", NUMBER, primary_key=True),
        Column("game_id", NUMBER, ForeignKey("games.id"), nullable=False),
        Column("account_id", NUMBER, ForeignKey("accounts.id"), nullable=False, index=True),
        Column("edition", String(40), nullable=False),
        Column("number", NUMBER, nullable=False),
        Column("house", String(40), nullable=False),
        Column("rank", NUMBER, nullable=False),
        Column("mu_before", Float(), nullable=False),
        Column("mu", Float(), nullable=False),
        Column("sigma", Float(), nullable=False),
        UniqueConstraint("edition", "account_id", "number"),
        UniqueConstraint("game_id", "account_id"),
    )
    op.create_table(
        "records",
        Column("id", NUMBER, primary_key=True),
        Column("game_id", NUMBER, ForeignKey("games.id"), nullable=False),
        Column("round", NUMBER, nullable=False),
        Column("part", NUMBER, nullable=False),
        Column("first", NUMBER, nullable=False),
        Column("last", NUMBER, nullable=False),
        Column("document", LargeBinary(), nullable=False),
        UniqueConstraint("game_id", "first"),
        UniqueConstraint("game_id", "round", "part"),
    )
    op.create_table(
        "round_boards",
        Column("id", NUMBER, primary_key=True),
        Column("game_id", NUMBER, ForeignKey("games.id"), nullable=False),
        Column("round", NUMBER, nullable=False),
        Column("document", LargeBinary(), nullable=False),
        UniqueConstraint("game_id", "round"),
    )
    op.create_table(
        "seats",
        Column("id", NUMBER, primary_key=True),
        Column("public_id", String(16), nullable=False, unique=True),
        Column("game_id", NUMBER, ForeignKey("games.id"), nullable=False),
        Column("house", String(40)),
        Column("account_id", NUMBER, ForeignKey("accounts.id"), index=True),
        Column("kind", String(16), nullable=False),
        Column("letters", Boolean(), nullable=False),
        Column("joined_at", MOMENT, nullable=False),
        Column("preferences", String(400), nullable=False, server_default=""),
        Column("confirmed_at", MOMENT),
        Column("offered_at", MOMENT),
        Column("offer_reason", String(40), nullable=False, server_default=""),
        Column("extensions_used", NUMBER, nullable=False, server_default="0"),
        Column("misses_in_a_row", NUMBER, nullable=False, server_default="0"),
        Column("steward_until", NUMBER, nullable=False, server_default="0"),
        Column("reply_generation", NUMBER, nullable=False, server_default="0"),
        Column("by_mail", Boolean(), nullable=False, server_default=false()),
        UniqueConstraint("game_id", "account_id"),
        UniqueConstraint("game_id", "house"),
    )
    op.create_table(
        "snapshots",
        Column("game_id", NUMBER, ForeignKey("games.id"), primary_key=True),
        Column("call_number", NUMBER, primary_key=True),
        Column("document", LargeBinary(), nullable=False),
    )
    op.create_table(
        "webhooks",
        Column("id", NUMBER, primary_key=True),
        Column("public_id", String(16), nullable=False, unique=True),
        Column("account_id", NUMBER, ForeignKey("accounts.id"), nullable=False, index=True),
        Column("game_id", NUMBER, ForeignKey("games.id")),
        Column("url", String(500), nullable=False),
        Column("secret", String(200), nullable=False),
        Column("kinds", String(120), nullable=False),
        Column("failures", NUMBER, nullable=False),
        Column("created_at", MOMENT, nullable=False),
        Column("disabled_at", MOMENT),
        Column("removed_at", MOMENT),
    )
    op.create_table(
        "adjudications",
        Column("id", NUMBER, primary_key=True),
        Column("game_id", NUMBER, ForeignKey("games.id"), nullable=False),
        Column("call_id", NUMBER, ForeignKey("calls.id"), nullable=False, unique=True),
        Column("number", NUMBER, nullable=False),
        Column("worker", String(80), nullable=False),
        Column("at", MOMENT, nullable=False, index=True),
        Column("sheets", String(400), nullable=False),
        Column("position_digest", String(64), nullable=False),
        Column("seconds", Float()),
        UniqueConstraint("game_id", "number"),
    )
    op.create_table(
        "attendance",
        Column("id", NUMBER, primary_key=True),
        Column("game_id", NUMBER, ForeignKey("games.id"), nullable=False),
        Column("call_id", NUMBER, ForeignKey("calls.id"), nullable=False),
        Column("seat_id", NUMBER, ForeignKey("seats.id", ondelete="CASCADE"), nullable=False),
        Column("account_id", NUMBER, ForeignKey("accounts.id")),
        Column("on_time", Boolean(), nullable=False),
        Column("excused", String(24), nullable=False),
        Column("at", MOMENT, nullable=False),
        UniqueConstraint("call_id", "seat_id"),
    )
    op.create_index("ix_attendance_account_id_at", "attendance", ["account_id", "at"])
    op.create_table(
        "call_boards",
        Column("call_id", NUMBER, ForeignKey("calls.id"), primary_key=True),
        Column("document", LargeBinary(), nullable=False),
    )
    op.create_table(
        "deadline_changes",
        Column("id", NUMBER, primary_key=True),
        Column("call_id", NUMBER, ForeignKey("calls.id"), nullable=False),
        Column("sequence", NUMBER, nullable=False),
        Column("old_at", MOMENT, nullable=False),
        Column("new_at", MOMENT, nullable=False),
        Column("reason", String(40), nullable=False),
        Column("note", String(300), nullable=False),
        Column("account_id", NUMBER, ForeignKey("accounts.id")),
        Column("at", MOMENT, nullable=False),
        UniqueConstraint("call_id", "sequence"),
    )
    op.create_table(
        "delegations",
        Column("id", NUMBER, primary_key=True),
        Column("public_id", String(16), nullable=False, unique=True),
        Column("game_id", NUMBER, ForeignKey("games.id"), nullable=False, index=True),
        Column("seat_id", NUMBER, ForeignKey("seats.id", ondelete="CASCADE"), nullable=False, index=True),
        Column("granter_id", NUMBER, ForeignKey("accounts.id"), nullable=False),
        Column("account_id", NUMBER, ForeignKey("accounts.id"), nullable=False, index=True),
        Column("note", String(200), nullable=False),
        Column("granted_at", MOMENT, nullable=False),
        Column("from_at", MOMENT, nullable=False),
        Column("until_at", MOMENT, nullable=False),
        Column("revoked_at", MOMENT),
    )
    op.create_table(
        "drafts",
        Column("id", NUMBER, primary_key=True),
        Column("public_id", String(16), nullable=False, unique=True),
        Column("game_id", NUMBER, ForeignKey("games.id"), nullable=False, index=True),
        Column("call_id", NUMBER, ForeignKey("calls.id"), nullable=False),
        Column("number", NUMBER, nullable=False),
        Column("status", String(16), nullable=False),
        Column("position", LargeBinary(), nullable=False),
        Column("records", LargeBinary(), nullable=False),
        Column("entries", LargeBinary(), nullable=False),
        Column("sheets", String(400), nullable=False),
        Column("flags", Text(), nullable=False),
        Column("digest", String(64), nullable=False),
        Column("made_at", MOMENT, nullable=False),
        UniqueConstraint("call_id", "number"),
    )
    op.create_table(
        "edicts",
        Column("id", NUMBER, primary_key=True),
        Column("public_id", String(16), nullable=False, unique=True),
        Column("game_id", NUMBER, ForeignKey("games.id"), nullable=False),
        Column("call_id", NUMBER, ForeignKey("calls.id")),
        Column("draft_number", NUMBER, nullable=False),
        Column("number", NUMBER, nullable=False),
        Column("kind", String(32), nullable=False),
        Column("document", LargeBinary(), nullable=False),
        Column("reason", Text(), nullable=False),
        Column("status", String(16), nullable=False),
        Column("account_id", NUMBER, ForeignKey("accounts.id"), nullable=False),
        Column("at", MOMENT, nullable=False),
        UniqueConstraint("game_id", "number"),
    )
    op.create_table(
        "incoming_mails",
        Column("id", NUMBER, primary_key=True),
        Column("public_id", String(16), nullable=False, unique=True),
        Column("mark", String(64), nullable=False, unique=True),
        Column("recipient", String(254), nullable=False),
        Column("for_seat", String(16), nullable=False),
        Column("message_id", String(250), nullable=False),
        Column("raw", LargeBinary(), nullable=False),
        Column("size", NUMBER, nullable=False),
        Column("received_at", MOMENT, nullable=False),
        Column("state", String(16), nullable=False),
        Column("reason", String(40), nullable=False),
        Column("trouble", Text(), nullable=False),
        Column("next_attempt_at", MOMENT, index=True),
        Column("attempts", NUMBER, nullable=False),
        Column("read_at", MOMENT),
        Column("account_id", NUMBER, ForeignKey("accounts.id"), index=True),
        Column("seat_id", NUMBER, ForeignKey("seats.id", ondelete="CASCADE"), index=True),
        Column("call_id", NUMBER, ForeignKey("calls.id", ondelete="CASCADE")),
    )
    op.create_index("ix_incoming_mails_state_for_seat", "incoming_mails", ["state", "for_seat"])
    op.create_index("ix_incoming_mails_state_recipient", "incoming_mails", ["state", "recipient", "id"])
    op.create_table(
        "press_marks",
        Column("id", NUMBER, primary_key=True),
        Column("thread_id", NUMBER, ForeignKey("press_threads.id"), nullable=False),
        Column("account_id", NUMBER, ForeignKey("accounts.id"), nullable=False, index=True),
        Column("read_number", NUMBER, nullable=False),
        Column("at", MOMENT, nullable=False),
        UniqueConstraint("thread_id", "account_id"),
    )
    op.create_table(
        "press_messages",
        Column("id", NUMBER, primary_key=True),
        Column("public_id", String(16), nullable=False, unique=True),
        Column("game_id", NUMBER, ForeignKey("games.id"), nullable=False),
        Column("thread_id", NUMBER, ForeignKey("press_threads.id"), nullable=False),
        Column("number", NUMBER, nullable=False),
        Column("seat_id", NUMBER, ForeignKey("seats.id", ondelete="SET NULL")),
        Column("account_id", NUMBER, ForeignKey("accounts.id")),
        Column("house", String(40), nullable=False),
        Column("body", Text(), nullable=False),
        Column("postal", Boolean(), nullable=False),
        Column("call_number", NUMBER, nullable=False),
        Column("sent_at", MOMENT, nullable=False),
        Column("released_at", MOMENT),
        Column("removed_at", MOMENT),
        Column("removed_by_id", NUMBER, ForeignKey("accounts.id")),
        Column("removal_reason", String(300), nullable=False),
        Column("reported_at", MOMENT),
        Column("report_reason", String(300), nullable=False, server_default=""),
        UniqueConstraint("thread_id", "number"),
    )
    op.create_index("ix_press_messages_game_id_released_at", "press_messages", ["game_id", "released_at"])
    op.create_table(
        "ready",
        Column("id", NUMBER, primary_key=True),
        Column("call_id", NUMBER, ForeignKey("calls.id"), nullable=False),
        Column("seat_id", NUMBER, ForeignKey("seats.id"), nullable=False),
        Column("at", MOMENT, nullable=False),
        UniqueConstraint("call_id", "seat_id"),
    )
    op.create_table(
        "receipts",
        Column("id", NUMBER, primary_key=True),
        Column("public_id", String(16), nullable=False, unique=True),
        Column("game_id", NUMBER, ForeignKey("games.id"), nullable=False),
        Column("call_id", NUMBER, ForeignKey("calls.id"), nullable=False),
        Column("seat_id", NUMBER, ForeignKey("seats.id"), nullable=False),
        Column("number", NUMBER, nullable=False),
        Column("version", NUMBER, nullable=False),
        Column("accepted_at", MOMENT, nullable=False),
        Column("call", String(16), nullable=False),
        Column("house", String(40), nullable=False),
        Column("by", String(8), nullable=False),
        Column("salt", String(32), nullable=False),
        Column("commitment", String(64), nullable=False),
        Column("previous", String(64), nullable=False),
        Column("digest", String(64), nullable=False),
        Column("key", String(64), nullable=False),
        Column("signature", String(128), nullable=False),
        UniqueConstraint("call_id", "seat_id", "version"),
        UniqueConstraint("game_id", "number"),
    )
    op.create_table(
        "reminders",
        Column("id", NUMBER, primary_key=True),
        Column("call_id", NUMBER, ForeignKey("calls.id"), nullable=False),
        Column("kind", String(24), nullable=False),
        Column("due_at", MOMENT, nullable=False),
        Column("done_at", MOMENT),
        UniqueConstraint("call_id", "kind"),
    )
    op.create_index("ix_reminders_done_at_due_at", "reminders", ["done_at", "due_at"])
    op.create_table(
        "seat_holders",
        Column("id", NUMBER, primary_key=True),
        Column("game_id", NUMBER, ForeignKey("games.id"), nullable=False),
        Column("seat_id", NUMBER, ForeignKey("seats.id", ondelete="CASCADE"), nullable=False, index=True),
        Column("account_id", NUMBER, ForeignKey("accounts.id")),
        Column("kind", String(16), nullable=False),
        Column("house", String(40)),
        Column("began", String(16), nullable=False),
        Column("ended", String(16), nullable=False),
        Column("since", MOMENT, nullable=False),
        Column("until", MOMENT),
        Column("from_call", NUMBER, nullable=False),
        Column("to_call", NUMBER),
    )
    op.create_index("ix_seat_holders_game_id_account_id", "seat_holders", ["game_id", "account_id"])
    op.create_table(
        "sheet_drafts",
        Column("id", NUMBER, primary_key=True),
        Column("call_id", NUMBER, ForeignKey("calls.id"), nullable=False),
        Column("seat_id", NUMBER, ForeignKey("seats.id"), nullable=False),
        Column("account_id", NUMBER, ForeignKey("accounts.id"), nullable=False, index=True),
        Column("fields", LargeBinary(), nullable=False),
        Column("document", LargeBinary(), nullable=False),
        Column("changed_at", MOMENT, nullable=False),
        UniqueConstraint("call_id", "seat_id", "account_id"),
    )
    op.create_table(
        "sheet_versions",
        Column("id", NUMBER, primary_key=True),
        Column("call_id", NUMBER, ForeignKey("calls.id"), nullable=False),
        Column("seat_id", NUMBER, ForeignKey("seats.id"), nullable=False),
        Column("number", NUMBER, nullable=False),
        Column("document", LargeBinary(), nullable=False),
        Column("warnings", LargeBinary(), nullable=False),
        Column("digest", String(64), nullable=False),
        Column("accepted_at", MOMENT, nullable=False),
        UniqueConstraint("call_id", "seat_id", "number"),
    )
    op.create_table(
        "sketches",
        Column("id", NUMBER, primary_key=True),
        Column("call_id", NUMBER, ForeignKey("calls.id"), nullable=False),
        Column("seat_id", NUMBER, ForeignKey("seats.id"), nullable=False),
        Column("account_id", NUMBER, ForeignKey("accounts.id"), nullable=False, index=True),
        Column("number", NUMBER, nullable=False),
        Column("name", String(60), nullable=False),
        Column("document", LargeBinary(), nullable=False),
        Column("changed_at", MOMENT, nullable=False),
        UniqueConstraint("call_id", "seat_id", "account_id", "number"),
    )
    op.create_table(
        "standing_drafts",
        Column("id", NUMBER, primary_key=True),
        Column("seat_id", NUMBER, ForeignKey("seats.id"), nullable=False),
        Column("account_id", NUMBER, ForeignKey("accounts.id"), nullable=False, index=True),
        Column("fields", LargeBinary(), nullable=False),
        Column("document", LargeBinary(), nullable=False),
        Column("changed_at", MOMENT, nullable=False),
        UniqueConstraint("seat_id", "account_id"),
    )
    op.create_table(
        "standing_versions",
        Column("id", NUMBER, primary_key=True),
        Column("seat_id", NUMBER, ForeignKey("seats.id"), nullable=False),
        Column("number", NUMBER, nullable=False),
        Column("document", LargeBinary(), nullable=False),
        Column("warnings", LargeBinary(), nullable=False),
        Column("digest", String(64), nullable=False),
        Column("accepted_at", MOMENT, nullable=False),
        UniqueConstraint("seat_id", "number"),
    )
    op.create_table(
        "votes",
        Column("id", NUMBER, primary_key=True),
        Column("public_id", String(16), nullable=False, unique=True),
        Column("game_id", NUMBER, ForeignKey("games.id"), nullable=False, index=True),
        Column("kind", String(16), nullable=False),
        Column("subject", String(40), nullable=False),
        Column("reason", String(300), nullable=False),
        Column("seat_id", NUMBER, ForeignKey("seats.id", ondelete="SET NULL")),
        Column("opened_at", MOMENT, nullable=False),
        Column("closes_at", MOMENT, nullable=False),
        Column("closed_at", MOMENT),
        Column("result", String(16), nullable=False),
    )
    op.create_index("ix_votes_closed_at_closes_at", "votes", ["closed_at", "closes_at"])
    op.create_table(
        "wait_requests",
        Column("id", NUMBER, primary_key=True),
        Column("call_id", NUMBER, ForeignKey("calls.id"), nullable=False),
        Column("seat_id", NUMBER, ForeignKey("seats.id", ondelete="CASCADE"), nullable=False),
        Column("at", MOMENT, nullable=False),
        UniqueConstraint("call_id", "seat_id"),
    )
    op.create_table(
        "webhook_posts",
        Column("id", NUMBER, primary_key=True),
        Column("public_id", String(16), nullable=False, unique=True),
        Column("key", String(160), nullable=False, unique=True),
        Column("webhook_id", NUMBER, ForeignKey("webhooks.id"), nullable=False, index=True),
        Column("kind", String(24), nullable=False),
        Column("body", LargeBinary(), nullable=False),
        Column("written_at", MOMENT, nullable=False),
        Column("next_attempt_at", MOMENT, index=True),
        Column("claimed_until", MOMENT),
        Column("attempts", NUMBER, nullable=False),
        Column("sent_at", MOMENT),
        Column("failed_at", MOMENT),
        Column("last_error", Text(), nullable=False),
    )
    op.create_table(
        "ballots",
        Column("id", NUMBER, primary_key=True),
        Column("vote_id", NUMBER, ForeignKey("votes.id"), nullable=False),
        Column("seat_id", NUMBER, ForeignKey("seats.id", ondelete="CASCADE"), nullable=False),
        Column("account_id", NUMBER, ForeignKey("accounts.id")),
        Column("choice", String(8), nullable=False),
        Column("at", MOMENT, nullable=False),
        UniqueConstraint("vote_id", "seat_id"),
    )
    op.create_table(
        "voided",
        Column("id", NUMBER, primary_key=True),
        Column("game_id", NUMBER, ForeignKey("games.id"), nullable=False, index=True),
        Column("edict_id", NUMBER, ForeignKey("edicts.id"), nullable=False),
        Column("kind", String(16), nullable=False),
        Column("round", NUMBER, nullable=False),
        Column("number", NUMBER, nullable=False),
        Column("call_number", NUMBER, nullable=False),
        Column("document", LargeBinary(), nullable=False),
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
    tables = MetaData()
    tables.reflect(op.get_bind(), only=lambda name, _: name != "alembic_version")
    tables.drop_all(op.get_bind())
    if op.get_bind().dialect.name == "postgresql":
        op.execute("drop function ledger_is_only_added_to()")
