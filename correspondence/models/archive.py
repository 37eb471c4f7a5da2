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
    turn_number: Mapped[int]
    document: Mapped[bytes]


class JournalPart(KeyedRow):
    """Journal entries `first` to `last` of one adjudication or override.
    They count from 1 through the game."""

    __tablename__ = "journal_parts"
    __table_args__ = (UniqueConstraint("game_id", "first"),)

    game_id: Mapped[GameKey]
    first: Mapped[int]
    last: Mapped[int]
    turn_number: Mapped[int]
    document: Mapped[bytes]


class RoundRecords(KeyedRow):
    """Unredacted events of a round told by an adjudication (`part`: turn; 0: set-up)."""

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

    __tablename__ = "turn_boards"

    turn_id: Mapped[TurnKey] = mapped_column(primary_key=True, autoincrement=False)
    document: Mapped[bytes]


class PreparedAnswers(Row):
    """The maester's prepared answers for an open turn, by decision; shown to none.
    Valid for the position with this digest, and dropped when the game has another."""

    __tablename__ = "prepared_answers"

    turn_id: Mapped[TurnKey] = mapped_column(primary_key=True, autoincrement=False)
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
    """A page as PDF for `account_id` or, without one, for anybody.

    `key` identifies the page's state and reader. It waits until `made_at`; `failed`: it could not be made. `wanted_at`:
    last request, in seconds or so. Until `claimed_until` a process makes it, for the `attempts`th time.
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
    """The position stored when a turn opened; a game can be rolled back to it."""

    __tablename__ = "snapshots"

    game_id: Mapped[OfGame]
    turn_number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    document: Mapped[bytes]


class StoredStatistics(Row):
    """A finished game's statistics, counted once; `version` of the counting method."""

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
    """An uploaded game file. It waits until `at`, when it was decided on.

    Then `game_id` (public) names its game, or `reasons` (JSON) why it was refused. `document` is the file, emptied once
    decided. Until `claimed_until` somebody checks it, for the `attempts`th time; `played` of `entries` journal entries
    were played by then.
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
    """A rated game in its edition's ratings, with the end and places as counted."""

    __tablename__ = "rated_games"
    __table_args__ = (Index("ix_rated_games_edition_ended_at", "edition", "ended_at"),)

    game_id: Mapped[OfGame]
    edition: Mapped[Str40]
    ended_at: Mapped[datetime]
    counted_at: Mapped[datetime]


class RatingChange(KeyedRow):
    """A rated game's effect on a rating; `number` counts a player's games from 1.

    Ratings are by edition. `rank`: from 1, among those who counted, equal for shared places. `house` is empty for
    whoever left early. `mu_before` and `mu` are ratings, `sigma` is the new one's uncertainty.
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
    """A player's current rating in an edition, as their last change left it.

    Leaderboards read only this. `number`: their rated games; `sure`: the leaderboard value; `band`: its band in the
    edition. None for who is on no board (hidden ratings, or deleted account).
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
    """The number of players in a band of an edition's leaderboard.
    A place is the players in better bands, counted without reading their rows. A higher band is better; those with
    provisional ratings have bands below all others."""

    __tablename__ = "rating_bands"

    edition: Mapped[Str40] = mapped_column(primary_key=True)
    band: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    players: Mapped[int]
