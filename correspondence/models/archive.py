"""Tables of what games came to, and of ratings."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Index, LargeBinary, Text, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from correspondence.rows import (
    AccountKey,
    Count,
    GameKey,
    IndexedAccount,
    IndexedGame,
    IndexedTime,
    KeyedRow,
    OfGame,
    PublicRow,
    Row,
    Str8,
    Str16,
    Str40,
    Str64,
    Str80,
    Str200,
    TurnKey,
)


class CurrentPosition(Row):
    """Where a game stands: one row for each game, replaced at each adjudication."""

    __tablename__ = "positions"

    game_id: Mapped[OfGame]
    turn_number: Mapped[int] = mapped_column("call_number", key="turn_number")
    document: Mapped[bytes]


class JournalPart(KeyedRow):
    """Entries of the journal that one adjudication or override brought, `first` to `last`; they count from 1 through
    the game."""

    __tablename__ = "journal_parts"
    __table_args__ = (UniqueConstraint("game_id", "first"),)

    game_id: Mapped[GameKey]
    first: Mapped[int]
    last: Mapped[int]
    turn_number: Mapped[int] = mapped_column("call_number", key="turn_number")
    document: Mapped[bytes]


class RoundRecords(KeyedRow):
    """The events of one round that one adjudication (`part`, the turn's number; 0: the set-up) told, unredacted."""

    __tablename__ = "records"
    __table_args__ = (UniqueConstraint("game_id", "round", "part"), UniqueConstraint("game_id", "first"))

    game_id: Mapped[GameKey]
    round: Mapped[int]
    part: Mapped[int]
    first: Mapped[int]
    last: Mapped[int]
    document: Mapped[bytes]


class RoundBoard(KeyedRow):
    """The public board at the end of a round."""

    __tablename__ = "round_boards"
    __table_args__ = (UniqueConstraint("game_id", "round"),)

    game_id: Mapped[GameKey]
    round: Mapped[int]
    document: Mapped[bytes]


class TurnBoard(Row):
    """The public board when a turn opened: what its sheets were written on."""

    __tablename__ = "call_boards"

    turn_id: Mapped[TurnKey] = mapped_column("call_id", key="turn_id", primary_key=True, autoincrement=False)
    document: Mapped[bytes]


class PreparedAnswers(Row):
    """What the maester of a house found for an open turn, by kind of decision: nobody is shown it. It holds for the
    position with this digest, and is dropped when the game has another one."""

    __tablename__ = "prepared_answers"

    turn_id: Mapped[TurnKey] = mapped_column("call_id", key="turn_id", primary_key=True, autoincrement=False)
    house: Mapped[Str40] = mapped_column(primary_key=True)
    game_id: Mapped[IndexedGame]
    position_digest: Mapped[Str64]
    document: Mapped[bytes]


class StoredPicture(Row):
    """A drawn map, by the digest of what it shows and how."""

    __tablename__ = "pictures"

    digest: Mapped[Str64] = mapped_column(primary_key=True)
    png: Mapped[bytes] = mapped_column(LargeBinary)
    width: Mapped[int]
    height: Mapped[int]
    drawn_at: Mapped[IndexedTime]


class PdfFile(Row):
    """A page as a PDF file, for `account_id` or, without one, for anybody; `key` stands for the page as it was and for
    whom. It waits until `made_at`; it could not be made if it `failed`.

    Somebody looked for it last at `wanted_at`, in seconds or so. Until `claimed_until` a process makes it, for the
    `attempts`th time.
    """

    __tablename__ = "pdf_files"

    key: Mapped[Str64] = mapped_column(primary_key=True)
    account_id: Mapped[IndexedAccount | None]
    path: Mapped[Str200]
    language: Mapped[Str8]
    asked_at: Mapped[datetime]
    wanted_at: Mapped[datetime]
    claimed_until: Mapped[datetime | None]
    attempts: Mapped[Count]
    made_at: Mapped[IndexedTime | None]
    failed: Mapped[bool] = mapped_column(default=False)
    document: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)


class Snapshot(Row):
    """The position as it was stored when a turn opened; what a game can be rolled back to."""

    __tablename__ = "snapshots"

    game_id: Mapped[OfGame]
    turn_number: Mapped[int] = mapped_column("call_number", key="turn_number", primary_key=True, autoincrement=False)
    document: Mapped[bytes]


class KeptStatistics(Row):
    """The figures of a game that is over, counted once; `version` says how they were counted."""

    __tablename__ = "game_statistics"

    game_id: Mapped[OfGame]
    version: Mapped[int]
    counted_at: Mapped[datetime]
    document: Mapped[bytes]


class HouseResult(KeyedRow):
    """How a house ended, in figures that can be added up over the games of a player."""

    __tablename__ = "house_results"
    __table_args__ = (UniqueConstraint("game_id", "house"),)

    game_id: Mapped[GameKey]
    house: Mapped[Str40]
    place: Mapped[int]
    won: Mapped[bool] = mapped_column(default=False)
    castles: Mapped[Count]
    castles_taken: Mapped[Count]
    battles_won: Mapped[Count]
    battles_lost: Mapped[Count]
    throne_rounds: Mapped[Count]


_WAITS = text("at IS NULL")


class Import(PublicRow):
    """A game file that somebody sent. It waits until `at`; then `game_id` (public) names what it became, or `reasons`
    says as JSON why it was refused.

    `document` is the file, empty once it was decided on. Until `claimed_until` somebody checks it, for the `attempts`th
    time; `played` of `entries` entries of its journal were played by then.
    """

    __tablename__ = "imports"
    __table_args__ = (
        Index("uq_imports_waiting", "account_id", unique=True, sqlite_where=_WAITS, postgresql_where=_WAITS),
        Index("ix_imports_account_id_asked_at", "account_id", "asked_at"),
    )

    account_id: Mapped[AccountKey]
    title: Mapped[Str80] = mapped_column(default="")
    size: Mapped[int]
    document: Mapped[bytes] = mapped_column(deferred=True)
    asked_at: Mapped[datetime]
    claimed_until: Mapped[datetime | None]
    attempts: Mapped[Count]
    entries: Mapped[Count]
    played: Mapped[Count]
    at: Mapped[IndexedTime | None]
    game_id: Mapped[Str16] = mapped_column(default="")
    reasons: Mapped[str] = mapped_column(Text, default="")


class RatedGame(Row):
    """A rated game that was worked into the ratings of its edition, as it ended then and as its places were counted."""

    __tablename__ = "rated_games"
    __table_args__ = (Index("ix_rated_games_edition_ended_at", "edition", "ended_at"),)

    game_id: Mapped[OfGame]
    edition: Mapped[Str40]
    ended_at: Mapped[datetime]
    counted_at: Mapped[datetime]


class RatingChange(KeyedRow):
    """What a rated game made of somebody's rating in its edition; `number` counts their rated games in it from 1.

    `rank` is theirs among those who counted, from 1, equal for those who shared a place; `house` is empty for whoever
    left before the end. `mu_before` and `mu` are ratings, `sigma` is how uncertain the new one is.
    """

    __tablename__ = "rating_changes"
    __table_args__ = (
        UniqueConstraint("game_id", "account_id"),
        UniqueConstraint("edition", "account_id", "number"),
        Index("ix_rating_changes_account_id", "account_id"),
    )

    game_id: Mapped[GameKey]
    account_id: Mapped[AccountKey]
    edition: Mapped[Str40]
    number: Mapped[int]
    house: Mapped[Str40] = mapped_column(default="")
    rank: Mapped[int]
    mu_before: Mapped[float]
    mu: Mapped[float]
    sigma: Mapped[float]


class PlayerRating(Row):
    """Somebody's rating in an edition as it is now: what their last change made of it, so that boards read no others.

    `number` counts their rated games, `sure` is what leaderboards go by, and `band` where that lies among the bands of
    the edition; None for who stands on no board: they hide their ratings, or deleted their account.
    """

    __tablename__ = "ratings"
    __table_args__ = (Index("ix_ratings_edition_band_sure_number", "edition", "band", "sure", "number"),)

    account_id: Mapped[AccountKey] = mapped_column(primary_key=True, autoincrement=False)
    edition: Mapped[Str40] = mapped_column(primary_key=True)
    number: Mapped[int]
    mu: Mapped[float]
    sigma: Mapped[float]
    sure: Mapped[float]
    band: Mapped[int | None]


class RatingBand(Row):
    """How many players an edition's leaderboard has in a band: a place is the players in better bands, counted without
    reading their rows. A higher number is better; those with provisional ratings have bands below all others."""

    __tablename__ = "rating_bands"

    edition: Mapped[Str40] = mapped_column(primary_key=True)
    band: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    players: Mapped[int]
