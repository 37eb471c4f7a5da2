"""Tables of games, seats, and messages between players."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, String, Text, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column, relationship, validates

from adjudicator import games
from adjudicator.engine import Edition, Level, Pace, Unsaid
from correspondence.models.accounts import Account
from correspondence.rows import (
    AccountKey,
    AddedCount,
    AddedFlag,
    Count,
    Email,
    GameKey,
    IndexedAccount,
    IndexedGame,
    KeyedRow,
    OfSeat,
    PublicRow,
    Str8,
    Str16,
    Str40,
    Str64,
    Str80,
    Str200,
    Str400,
    UniqueHash,
    default_column,
)

_PAUSED, _OFFERED = text("paused_until IS NOT NULL"), text("offered_at IS NOT NULL")

# How many changes of the program players of running games were to be told of so far.
NEWS = 1


class Game(PublicRow):
    """A game and its options. `seed` stays secret until the end.

    `trouble` says for the host why it was set aside. `modules`: optional parts of the edition's rules in play, by
    commas. `houses`: those played where there is a choice; before the start those named in its terms, if any. Who sees
    what: `names` is `named` or `anonymous`; `spectators` is `open`, `delayed` (by `spectator_delay` turns) or `none`;
    `messages` lists the kinds of messages allowed; `gm_reads_messages` was said at creation or is false. Deadlines:
    `clock` (`20:00`, empty: none) in `zone` on the ISO `weekdays`; windows in seconds, 0 for those as long as
    `window_seconds`. Absence: `extensions` for each player, at most `extensions_in_a_row`, then `grace_seconds`; after
    `misses_allowed` misses in a row the seat is offered and `absent_seat` plays meanwhile (`steward`, `defaults`), or
    the house becomes a `vassal`. `review` holds adjudications as drafts: `none`, `flagged`, `all`. `unsaid` makes
    choices that an order sheet leaves open: `bot` (within the player's limits) or `defaults`. `news`: how many program
    changes (of NEWS) its players were told of. `bot_level`: how well bots seated at the start play. A paused game stays
    `running`, with `paused_at`. `ended_by` is empty (the rules), `draw` or `vote`. `settled`: state of the work after
    the end (statistics, ratings, evaluation): empty (not yet, or not over), `done`, `failed` (statistics cannot be
    counted), `reopened` (it was over, and goes on). `evaluation_requested_at`: when a replay and comparison was last
    asked for; before the first, when the game began.
    """

    __tablename__ = "games"
    # Chores look for the few games that wait for them, and lists for the newest, however many games there are.
    __table_args__ = (
        Index("ix_games_status_visibility_id", "status", "visibility", "id"),
        Index("ix_games_status_settled", "status", "settled"),
        Index("ix_games_status_finished_at", "status", "finished_at"),
        Index("ix_games_status_evaluation_requested_at", "status", "evaluation_requested_at"),
        Index("ix_games_status_muster_until", "status", "muster_until"),
        Index("ix_games_status_created_at", "status", "created_at"),
        Index("ix_games_preset_created_at", "preset", "created_at"),
        Index("ix_games_paused_until", "paused_until", postgresql_where=_PAUSED, sqlite_where=_PAUSED),
    )

    title: Mapped[Str80]
    edition: Mapped[Str40]
    players: Mapped[int]
    # Of the rules; set when the game begins, which it keeps to its end.
    revision: Mapped[AddedCount]
    modules: Mapped[Str200] = default_column("")
    houses: Mapped[Str200] = default_column("")
    # The position that the game begins from, as JSON; empty: the set-up of its edition.
    scenario: Mapped[str] = default_column("", Text)
    pace: Mapped[Str400]
    window_seconds: Mapped[float]
    hold_seconds: Mapped[float]
    seat_choice: Mapped[Str16]
    visibility: Mapped[Str16]
    bots_fill_seats: Mapped[bool]
    rated: Mapped[AddedFlag]
    preset: Mapped[Str16] = default_column("")
    names: Mapped[Str16] = default_column("named")
    spectators: Mapped[Str16] = default_column("open")
    spectator_delay: Mapped[AddedCount]
    messages: Mapped[Str80] = default_column("private,group,public")
    gm_reads_messages: Mapped[AddedFlag]
    votes: Mapped[Str80] = default_column("pause,draw,end,replace,extend")
    review: Mapped[Str16] = default_column("none")
    unsaid: Mapped[Unsaid] = default_column("defaults", String(8))
    news: Mapped[int] = mapped_column(default=lambda: NEWS, server_default="0")
    bot_level: Mapped[Level] = default_column("steward", String(8))
    clock: Mapped[str] = default_column("", String(5))
    zone: Mapped[Str64] = default_column("UTC")
    weekdays: Mapped[str] = default_column("1234567", String(7))
    first_seconds: Mapped[float] = default_column(0.0)
    westeros_seconds: Mapped[float] = default_column(0.0)
    other_seconds: Mapped[float] = default_column(0.0)
    least_seconds: Mapped[float] = default_column(0.0)
    most_seconds: Mapped[float] = default_column(0.0)
    early_close: Mapped[bool] = default_column(True)
    muster_seconds: Mapped[float] = default_column(0.0)
    muster_until: Mapped[datetime | None]
    extensions: Mapped[AddedCount]
    extension_seconds: Mapped[float] = default_column(86400.0)
    extensions_in_a_row: Mapped[int] = default_column(2)
    grace_seconds: Mapped[float] = default_column(0.0)
    misses_allowed: Mapped[AddedCount]
    absent_seat: Mapped[Str16] = default_column("steward")
    paused_at: Mapped[datetime | None]
    paused_until: Mapped[datetime | None]
    pause_reason: Mapped[Str200] = default_column("")
    ended_by: Mapped[Str16] = default_column("")
    imported_at: Mapped[datetime | None]
    join_code: Mapped[Str16]
    status: Mapped[Str16] = mapped_column(default="lobby")
    round: Mapped[Count]
    creator_id: Mapped[IndexedAccount]
    commitment: Mapped[Str64] = mapped_column(default="")
    seed: Mapped[str] = mapped_column(String(128), default="", deferred=True)
    created_at: Mapped[datetime]
    started_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]
    settled: Mapped[Str8] = default_column("")
    evaluation_requested_at: Mapped[datetime | None]
    trouble: Mapped[str] = mapped_column(Text, default="", deferred=True)
    # By house, and before these are dealt by an id that is drawn: the order in which people came tells who they are.
    seats: Mapped[list[Seat]] = relationship(
        order_by=lambda: (Seat.house.nulls_last(), Seat.public_id),
        back_populates="game",
        lazy="selectin",
        cascade="all, delete-orphan",
    )

    @validates("status")
    def _unsettle(self, _key: str, status: str) -> str:
        """A game that ends, or goes on after its end, has something to follow from it."""
        reopened = status != "finished" and (self.status == "finished" or self.settled == "reopened")
        self.settled = "reopened" if reopened else ""
        return status

    @property
    def rules(self) -> Edition:
        """Return the edition as this game is played; for unwritten games as new ones are."""
        return (
            games.of_edition(self.edition).edition_under(self.edition, self.revision)
            if self.started_at
            else games.edition(self.edition)
        )

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the optional rules by the adjudicator's names; none if not yet written."""
        return tuple(filter(None, (self.modules or "").split(",")))

    @property
    def playing(self) -> tuple[str, ...]:
        """Return the ids of the houses chosen to play; empty where there is no choice.
        Before the start, only those named in the terms."""
        return tuple(filter(None, (self.houses or "").split(",")))

    @property
    def begins_from(self) -> dict[str, Any]:
        """Return the starting position as a JSON object.
        It is empty for the set-up of the edition."""
        scenario: dict[str, Any] = json.loads(self.scenario or "{}")
        return scenario

    @property
    def bot_levels(self) -> dict[str, Level]:
        """The levels of bots by house, where it is not steward."""
        bots = [seat for seat in self.seats if seat.kind == "steward" and seat.bot_level != "steward"]
        return {seat.house: seat.bot_level for seat in bots if seat.house is not None}

    @property
    def seats_in_join_order(self) -> list[Seat]:
        """Return seats in the order taken, for dealing houses; never shown to anybody."""
        return sorted(self.seats, key=lambda seat: seat.id)

    @property
    def stops(self) -> Pace:
        """Return the adjudicator's pace: a name, or the decision kinds that stop it."""
        match self.pace:
            case "bulk" | "raven" | "house-cards" | "stepwise" as named:
                return named
        return tuple(self.pace.split(","))


class Seat(PublicRow):
    """A seat at a game. `house` is empty until dealt; bots, vassals: no account.

    `wants_mail`: whether emails are wanted. `preferences`: sealed list of houses, best first, by commas.
    `confirmed_at`: answer to the muster. `offered_at`: a substitute is wanted. `extensions_used` and `misses_in_a_row`
    count for the present holder. `bot_until`: last turn in which the bot decides what a substitute leaves open, 0 for
    none. `reply_generation` is raised to void the reply addresses of its emails. `unready_at`: when its player last
    said that they are not ready. `by_mail`: its player has submitted by mail, so emails of turns bring a sheet to begin
    with. `bot_level`: how well its bot plays, if it has one.
    """

    __tablename__ = "seats"
    __table_args__ = (
        UniqueConstraint("game_id", "house"),
        UniqueConstraint("game_id", "account_id"),
        Index("ix_seats_offered_at", "offered_at", postgresql_where=_OFFERED, sqlite_where=_OFFERED),
    )

    game_id: Mapped[GameKey]
    house: Mapped[Str40 | None]
    account_id: Mapped[IndexedAccount | None]
    kind: Mapped[Str16]
    wants_mail: Mapped[bool] = mapped_column(default=True)
    preferences: Mapped[Str400] = default_column("")
    confirmed_at: Mapped[datetime | None]
    offered_at: Mapped[datetime | None]
    offer_reason: Mapped[Str40] = default_column("")
    extensions_used: Mapped[AddedCount]
    misses_in_a_row: Mapped[AddedCount]
    bot_until: Mapped[AddedCount]
    reply_generation: Mapped[AddedCount]
    by_mail: Mapped[AddedFlag]
    unready_at: Mapped[datetime | None]
    bot_level: Mapped[Level] = default_column("steward", String(8))
    joined_at: Mapped[datetime]
    game: Mapped[Game] = relationship(back_populates="seats")
    account: Mapped[Account | None] = relationship(lazy="joined")


class Invitation(PublicRow):
    """An invitation to play, perhaps as a house; its token is kept as SHA-256 only.
    `answer` is how it was used up, `account_id` who accepted it."""

    __tablename__ = "invitations"
    __table_args__ = (UniqueConstraint("game_id", "email"),)

    game_id: Mapped[GameKey]
    inviter_id: Mapped[IndexedAccount]
    email: Mapped[Email] = mapped_column(index=True)
    house: Mapped[Str40 | None]
    token_hash: Mapped[UniqueHash]
    sent: Mapped[Count]
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]
    answer: Mapped[Str16] = default_column("")
    account_id: Mapped[IndexedAccount | None]


class SeatHolder(KeyedRow):
    """Who held a seat, from when until when (None: still), and why it changed hands.

    `began` and `ended` say why: `joined`, `substitute`, `swapped`, `vassal`; `left`, `missed`, `retired`, `replaced`,
    `deleted`, `vassal`.
    """

    __tablename__ = "seat_holders"
    __table_args__ = (Index("ix_seat_holders_game_id_account_id", "game_id", "account_id"),)

    game_id: Mapped[GameKey]
    seat_id: Mapped[OfSeat] = mapped_column(index=True)
    account_id: Mapped[IndexedAccount | None]
    kind: Mapped[Str16]
    house: Mapped[Str40 | None]
    began: Mapped[Str16] = mapped_column(default="joined")
    ended: Mapped[Str16] = mapped_column(default="")
    since: Mapped[datetime]
    until: Mapped[datetime | None]
    from_turn: Mapped[Count]
    to_turn: Mapped[int | None]


class GameMaster(KeyedRow):
    """A game master; `accepted_at` is None while the invitation is open."""

    __tablename__ = "game_masters"
    __table_args__ = (UniqueConstraint("game_id", "account_id"),)

    game_id: Mapped[GameKey]
    account_id: Mapped[IndexedAccount]
    head: Mapped[bool] = mapped_column(default=False)
    since: Mapped[datetime]
    accepted_at: Mapped[datetime | None]
    until: Mapped[datetime | None]
    account: Mapped[Account] = relationship(lazy="joined", innerjoin=True)


_NOT_REVOKED = text("revoked_at IS NULL")


class Delegation(PublicRow):
    """The right of a deputy account to act for a seat, unless revoked before.

    From `from_at` until `until_at`. `revoked_at` is `until_at` once it expired and both were told.
    """

    __tablename__ = "delegations"
    __table_args__ = (
        Index("ix_delegations_until_at", "until_at", postgresql_where=_NOT_REVOKED, sqlite_where=_NOT_REVOKED),
    )

    game_id: Mapped[IndexedGame]
    seat_id: Mapped[OfSeat] = mapped_column(index=True)
    granter_id: Mapped[IndexedAccount]
    account_id: Mapped[IndexedAccount]
    note: Mapped[Str200] = mapped_column(default="")
    granted_at: Mapped[datetime]
    from_at: Mapped[datetime]
    until_at: Mapped[datetime]
    revoked_at: Mapped[datetime | None]
    account: Mapped[Account] = relationship(lazy="joined", innerjoin=True, foreign_keys="Delegation.account_id")
    seat: Mapped[Seat] = relationship()

    def holds(self, now: datetime) -> bool:
        """Whether the right holds at this moment."""
        return self.revoked_at is None and self.from_at <= now < self.until_at


class Vote(PublicRow):
    """A vote of the players on a `subject`.
    That is a house, hours, a preset or an override's id. `kind`: `pause`, `draw`, `end`, `replace`, `extend`, `pace`,
    `override` or `roll-back`. `result`: empty while open, then `carried`, `lost` or `withdrawn`."""

    __tablename__ = "votes"
    __table_args__ = (Index("ix_votes_closed_at_closes_at", "closed_at", "closes_at"),)

    game_id: Mapped[IndexedGame]
    kind: Mapped[Str16]
    subject: Mapped[Str40] = mapped_column(default="")
    reason: Mapped[str] = mapped_column(String(300), default="")
    seat_id: Mapped[int | None] = mapped_column(ForeignKey("seats.id", ondelete="SET NULL"))
    opened_at: Mapped[datetime]
    closes_at: Mapped[datetime]
    closed_at: Mapped[datetime | None]
    result: Mapped[Str16] = mapped_column(default="")


class Ballot(KeyedRow):
    """How a seat voted: `yes` or `no`."""

    __tablename__ = "ballots"
    __table_args__ = (UniqueConstraint("vote_id", "seat_id"),)

    vote_id: Mapped[int] = mapped_column(ForeignKey("votes.id"))
    seat_id: Mapped[OfSeat]
    account_id: Mapped[AccountKey | None]
    choice: Mapped[Str8]
    at: Mapped[datetime]


class Conversation(PublicRow):
    """A conversation of houses: `members` sorted by commas, empty for all.
    `kind`: `private`, `group`, `public`, `anonymous`."""

    __tablename__ = "conversations"
    __table_args__ = (UniqueConstraint("game_id", "kind", "members"),)

    game_id: Mapped[GameKey]
    kind: Mapped[Str16]
    members: Mapped[str] = mapped_column(String(300))
    last_at: Mapped[datetime]


class Message(PublicRow):
    """A message; `house` is empty for a game master's.
    `released_at` is None while a postal message waits for its results, and `number` negative until then. A moderator's
    removal empties the body and leaves the reason. `reported_at`: a reader asked the moderators to look."""

    __tablename__ = "messages"
    __table_args__ = (
        UniqueConstraint("thread_id", "number"),
        Index("ix_messages_game_id_released_at", "game_id", "released_at"),
    )

    game_id: Mapped[GameKey]
    thread_id: Mapped[int] = mapped_column(ForeignKey("conversations.id"))
    number: Mapped[int]
    seat_id: Mapped[int | None] = mapped_column(ForeignKey("seats.id", ondelete="SET NULL"))
    account_id: Mapped[AccountKey | None]
    house: Mapped[Str40]
    body: Mapped[str] = mapped_column(Text)
    postal: Mapped[bool] = mapped_column(default=False)
    turn_number: Mapped[Count]
    sent_at: Mapped[datetime]
    released_at: Mapped[datetime | None]
    removed_at: Mapped[datetime | None]
    removed_by_id: Mapped[AccountKey | None]
    removal_reason: Mapped[str] = mapped_column(String(300), default="")
    reported_at: Mapped[datetime | None]
    report_reason: Mapped[str] = default_column("", String(300))


class ReadMark(KeyedRow):
    """How far somebody has read a thread; `muted`: they get no notices of it."""

    __tablename__ = "read_marks"
    __table_args__ = (UniqueConstraint("thread_id", "account_id"),)

    thread_id: Mapped[int] = mapped_column(ForeignKey("conversations.id"))
    account_id: Mapped[IndexedAccount]
    read_number: Mapped[int]
    at: Mapped[datetime]
    muted: Mapped[AddedFlag]


class Notepad(KeyedRow):
    """What somebody who plays in a game writes for themselves alone."""

    __tablename__ = "notepads"
    __table_args__ = (UniqueConstraint("game_id", "account_id"),)

    game_id: Mapped[GameKey]
    account_id: Mapped[IndexedAccount]
    body: Mapped[str] = mapped_column(Text)
    at: Mapped[datetime]


class Block(PublicRow):
    """An account's block of another, where names are shown, or of a house in a game.
    The latter has the game's public id as `scope` and is the only one that counts while names are hidden: whom it
    concerns elsewhere would tell who plays the house."""

    __tablename__ = "blocks"
    __table_args__ = (UniqueConstraint("account_id", "blocked_id", "scope", "house"),)

    account_id: Mapped[AccountKey]
    blocked_id: Mapped[IndexedAccount]
    scope: Mapped[Str16]
    house: Mapped[Str40]
    at: Mapped[datetime]
