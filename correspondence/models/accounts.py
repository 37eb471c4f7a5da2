"""Tables of accounts: people, sign-in links, sessions, API tokens and feeds.
Tokens are kept as SHA-256 only."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from correspondence.rows import (
    AccountKey,
    AddedCount,
    AddedFlag,
    Email,
    IndexedAccount,
    IndexedTime,
    KeyedRow,
    PublicRow,
    Str8,
    Str60,
    Str64,
    Str80,
    Str200,
    UniqueHash,
    default_column,
    text_by_bytes,
)

# Guests have no address: what stands in its place ends so. Nobody can have it (RFC 2606), and nothing is sent there.
GUEST_HOST = "@guest.invalid"


class Account(PublicRow):
    """An account with an email address; `language` of the service's, `zone` of IANA.

    `streams`: JSON object from a stream of emails to `at-once`, `digest` or `off`; default at once. Between the hours
    `quiet_from` and `quiet_until` (0 to 23, in the zone) emails wait. The digest leaves at `digest_hour`, daily or (ISO
    `digest_weekday`) weekly. `password_hash` and `totp_secret` are empty unless set; `totp_step` is the last time step
    whose code was used. `host`: runs the service. `ratings_hidden`: nobody else sees their ratings; `light_mails`:
    maps are linked, not in the emails. Signed links made before `links_ended_at` are void, as are those to close the
    account off made before `closed_off_at`.
    """

    __tablename__ = "accounts"

    email: Mapped[str] = mapped_column(String(254), unique=True)
    name: Mapped[Str60]
    language: Mapped[Str8] = mapped_column(default="en")
    zone: Mapped[Str64] = mapped_column(default="UTC")
    streams: Mapped[str] = default_column("{}", Text)
    quiet_from: Mapped[int | None]
    quiet_until: Mapped[int | None]
    digest_hour: Mapped[int] = default_column(18)
    digest_weekday: Mapped[int | None]
    password_hash: Mapped[Str200] = default_column("", deferred=True)
    # As `correspondence.tokens` seals it.
    totp_secret: Mapped[Str200] = default_column("", deferred=True)
    totp_step: Mapped[AddedCount]
    host: Mapped[AddedFlag]
    ratings_hidden: Mapped[AddedFlag]
    light_mails: Mapped[AddedFlag]
    emergency_pause_at: Mapped[datetime | None]
    links_ended_at: Mapped[datetime | None]
    closed_off_at: Mapped[datetime | None]
    deleted_at: Mapped[datetime | None]
    created_at: Mapped[datetime]

    @property
    def guest(self) -> bool:
        """Whether the account has no address yet (`correspondence.guests`)."""
        return self.email.endswith(GUEST_HOST)


class Guest(KeyedRow):
    """An account without an address, a guest's; `since`: when it was made."""

    __tablename__ = "guests"
    __table_args__ = (UniqueConstraint("account_id"),)

    account_id: Mapped[AccountKey]
    since: Mapped[IndexedTime]


class SignInLink(KeyedRow):
    """A link that signs its reader in once."""

    __tablename__ = "sign_in_links"
    __table_args__ = (Index("ix_sign_in_links_email_created_at", "email", "created_at"),)

    token_hash: Mapped[UniqueHash]
    email: Mapped[Email]
    next_url: Mapped[str] = mapped_column(String(500), default="")
    language: Mapped[Str8] = mapped_column(default="en")
    zone: Mapped[Str64] = mapped_column(default="UTC")
    created_at: Mapped[datetime]
    expires_at: Mapped[IndexedTime]
    used_at: Mapped[datetime | None]


class SignInSession(PublicRow):
    """A signed-in browser; `label` names it in short.
    `strong_at`: a second factor was last shown; `proved_at`: ownership was last proved, which a code in an email
    does too: `proof_hash`, keyed, until then."""

    __tablename__ = "sign_in_sessions"

    label: Mapped[str] = default_column("", String(120))
    seen_at: Mapped[datetime | None]
    strong_at: Mapped[datetime | None]
    proved_at: Mapped[datetime | None]
    proof_hash: Mapped[Str64] = default_column("")
    proof_expires_at: Mapped[datetime | None]
    token_hash: Mapped[UniqueHash]
    account_id: Mapped[IndexedAccount]
    created_at: Mapped[datetime]
    expires_at: Mapped[IndexedTime]
    account: Mapped[Account] = relationship(lazy="joined", innerjoin=True)


class ApiToken(PublicRow):
    """An API token of an account with `scopes` (`read`, `play`, `gm`, by commas)."""

    __tablename__ = "api_tokens"

    token_hash: Mapped[UniqueHash]
    account_id: Mapped[IndexedAccount]
    name: Mapped[Str60]
    scopes: Mapped[Str80] = default_column("read,play,gm")
    last_used_at: Mapped[datetime | None]
    created_at: Mapped[datetime]
    revoked_at: Mapped[datetime | None]
    account: Mapped[Account] = relationship(lazy="joined", innerjoin=True)


class SilencedAddress(KeyedRow):
    """An address (its SHA-256) that wants no more invitations."""

    __tablename__ = "silenced_addresses"

    email_hash: Mapped[UniqueHash]
    created_at: Mapped[datetime]


class AddressChange(KeyedRow):
    """A requested email address; it counts once the link sent there is used.
    `session_id`: key of the browser that asked; `kept`: ids of tokens, webhooks and passkeys to stay (by commas)."""

    __tablename__ = "address_changes"

    account_id: Mapped[IndexedAccount]
    session_id: Mapped[int | None]
    kept: Mapped[str] = default_column("", Text)
    email: Mapped[Email]
    token_hash: Mapped[UniqueHash]
    created_at: Mapped[datetime]
    expires_at: Mapped[IndexedTime]
    used_at: Mapped[datetime | None]


class RecoveryCode(KeyedRow):
    """A code that stands for the second factor once."""

    __tablename__ = "recovery_codes"
    __table_args__ = (UniqueConstraint("account_id", "code_hash"),)

    account_id: Mapped[AccountKey]
    code_hash: Mapped[Str64]
    used_at: Mapped[datetime | None]


class Passkey(PublicRow):
    """A key pair of a device that signs an account in (WebAuthn).
    `credential`: its id in base64url; `public_key`: COSE; `sign_count`: the device's last counter."""

    __tablename__ = "passkeys"

    account_id: Mapped[IndexedAccount]
    name: Mapped[Str60]
    credential: Mapped[str] = mapped_column(String(1400), unique=True)
    public_key: Mapped[bytes]
    sign_count: Mapped[int]
    created_at: Mapped[datetime]
    used_at: Mapped[datetime | None]


class Absence(PublicRow):
    """Somebody is away from `first_at` until `last_at`."""

    __tablename__ = "absences"

    account_id: Mapped[IndexedAccount]
    first_at: Mapped[datetime]
    last_at: Mapped[IndexedTime]
    note: Mapped[Str200] = mapped_column(default="")
    created_at: Mapped[datetime]
    cancelled_at: Mapped[datetime | None]


class Attempt(KeyedRow):
    """A try of a secret or a limited action; `key` names it and its owner, hashed."""

    __tablename__ = "attempts"
    __table_args__ = (Index("ix_attempts_key_at", "key", "at"),)

    key: Mapped[Str80]
    at: Mapped[datetime]


class DigestLine(KeyedRow):
    """A notice that waits for its reader's next digest; `key` names its effect."""

    __tablename__ = "digest_lines"

    key: Mapped[str] = mapped_column(text_by_bytes(160), unique=True)
    account_id: Mapped[IndexedAccount]
    payload: Mapped[bytes]
    written_at: Mapped[datetime]
    sent_at: Mapped[IndexedTime | None]


class FeedAddress(KeyedRow):
    """The secret in an account's feed addresses, as SHA-256; one for each account."""

    __tablename__ = "feed_addresses"

    account_id: Mapped[AccountKey] = mapped_column(unique=True)
    token_hash: Mapped[UniqueHash]
    made_at: Mapped[datetime]
