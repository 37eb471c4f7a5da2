"""Tables of ratings. What they say follows from the games that are over; it can be worked out anew at any time."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Float, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from correspondence.rows import AccountKey, GameKey, Key, Row, Str40


class RatedGame(Row):
    """A rated game that was worked into the ratings of its edition, as it ended then and as its places were counted."""

    __tablename__ = "rated_games"
    __table_args__ = (Index("ix_rated_games_edition_ended_at", "edition", "ended_at"),)

    game_id: Mapped[GameKey] = mapped_column(primary_key=True, autoincrement=False)
    edition: Mapped[Str40]
    ended_at: Mapped[datetime]
    counted_at: Mapped[datetime]


class RatingChange(Row):
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

    id: Mapped[Key]
    game_id: Mapped[GameKey]
    account_id: Mapped[AccountKey]
    edition: Mapped[Str40]
    number: Mapped[int]
    house: Mapped[Str40] = mapped_column(default="")
    rank: Mapped[int]
    mu_before: Mapped[float] = mapped_column(Float)
    mu: Mapped[float] = mapped_column(Float)
    sigma: Mapped[float] = mapped_column(Float)


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
    mu: Mapped[float] = mapped_column(Float)
    sigma: Mapped[float] = mapped_column(Float)
    sure: Mapped[float] = mapped_column(Float)
    band: Mapped[int | None]


class RatingBand(Row):
    """How many players an edition's leaderboard has in a band: a place is the players in better bands, counted without
    reading their rows. A higher number is better; those with provisional ratings have bands below all others."""

    __tablename__ = "rating_bands"

    edition: Mapped[Str40] = mapped_column(primary_key=True)
    band: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    players: Mapped[int]
