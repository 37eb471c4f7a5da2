"""Tables of accounts: people, their sign-in links, sessions and API tokens. Tokens are kept as SHA-256 only."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from correspondence.rows import Key, PublicId, Row


class Account(Row):
    """Somebody with an address. `language` is one of the service's, `zone` an IANA time zone."""

    __tablename__ = "accounts"

    id: Mapped[Key]
    public_id: Mapped[PublicId]
    email: Mapped[str] = mapped_column(String(254), unique=True)
    name: Mapped[str] = mapped_column(String(60))
    language: Mapped[str] = mapped_column(String(8), default="en")
    zone: Mapped[str] = mapped_column(String(64), default="UTC")
    created_at: Mapped[datetime]


class SignInLink(Row):
    """A link that signs its reader in once."""

    __tablename__ = "sign_in_links"
    __table_args__ = (Index("ix_sign_in_links_email_created_at", "email", "created_at"),)

    id: Mapped[Key]
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    email: Mapped[str] = mapped_column(String(254))
    next_url: Mapped[str] = mapped_column(String(500), default="")
    language: Mapped[str] = mapped_column(String(8), default="en")
    zone: Mapped[str] = mapped_column(String(64), default="UTC")
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime] = mapped_column(index=True)
    used_at: Mapped[datetime | None]


class SignInSession(Row):
    """A browser that is signed in."""

    __tablename__ = "sign_in_sessions"

    id: Mapped[Key]
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("accounts.id"), index=True)
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime] = mapped_column(index=True)
    account: Mapped[Account] = relationship(lazy="joined", innerjoin=True)


class ApiToken(Row):
    """A token for programs that act for an account."""

    __tablename__ = "api_tokens"

    id: Mapped[Key]
    public_id: Mapped[PublicId]
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("accounts.id"), index=True)
    name: Mapped[str] = mapped_column(String(60))
    created_at: Mapped[datetime]
    revoked_at: Mapped[datetime | None]
    account: Mapped[Account] = relationship(lazy="joined", innerjoin=True)


class SilencedAddress(Row):
    """An address (its SHA-256) that wants no more invitations."""

    __tablename__ = "silenced_addresses"

    id: Mapped[Key]
    email_hash: Mapped[str] = mapped_column(String(64), unique=True)
    created_at: Mapped[datetime]
