"""Access to the game master's page, acts on turns and seats, audit log, notebook.

A master who holds, held or acts for a seat sees no more than any player: no pending result, no sheet, no preview.
What such a master does without seeing more (deadlines, seats, rulings) stays open to them.

The audit log keeps everything; what readers see of it is chosen here. In an anonymous game a player's own acts are
their house's and all others those of a role: a master may play, so their acts as a master must not reveal their house.
Only values listed here by name are shown.

No player ever reads the notebook; a master who plays finds only their own notes.

Houses win at each other's cost, so every change of the position is to somebody's gain. An override by a master who
plays therefore waits for consent; a ruling in words, which changes nothing, does not. Such a master neither sees nor
overrides what is hidden from players. Where nobody else plays there is nobody to ask.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator import games
from adjudicator.engine import EndGame, Ruling
from correspondence import input_validation, seats, tokens
from correspondence.audit_log import note
from correspondence.deadlines import clock as deadlines
from correspondence.games.access import (
    A_MASTER,
    A_PLAYER,
    Who,
    are_names_visible,
    find_game,
    masters_of,
    visible_account,
    visible_master,
    who_is,
)
from correspondence.input_validation import Denied, Invalid, NotFound
from correspondence.models import (
    UNFINISHED,
    Account,
    AuditEntry,
    DeadlineChange,
    Game,
    GameMaster,
    Note,
    Seat,
    SeatHolder,
    Turn,
)
from correspondence.overrides import Decree, NewPosition, WentBack
from correspondence.rows import count_of, new_id
from correspondence.turns import locked_game, turn_of


@dataclass(frozen=True)
class Place:
    """A game master and the game that they review."""

    game: Game
    who: Who
    account: Account


def open_review(session: Session, account: Account, game_id: str, now: datetime, *, lock: bool = False) -> Place:
    """Return a game that a master reviews. NotFound `no-such-game`.

    Denied `not-game-master`. With `lock` nobody else changes the game or its newest turn until the commit.
    """
    game = locked_game(session, game_id) if lock else find_game(session, game_id)
    who = who_is(session, game, account, now)
    if not who.gm:
        raise Denied("not-game-master", "Only a game master of this game may do this.")
    return Place(game, who, account)


def open_hidden_review(session: Session, account: Account, game_id: str, now: datetime, *, lock: bool = False) -> Place:
    """Return a game whose hidden data a master reviews. NotFound `no-such-game`.
    Denied `not-game-master`, `game-master-plays` (one who plays). With `lock` nobody else
    changes the game or its newest turn until the commit."""
    place = open_review(session, account, game_id, now, lock=lock)
    if not place.who.sees_all:
        raise Denied(
            "game-master-plays",
            "You play in this game, so you may see only what players may see. A game master who "
            "plays no house may see more.",
        )
    return place


def reviewers(session: Session, game: Game, now: datetime) -> list[Account]:
    """The masters who may look at a pending result: those who do not play."""
    accounts = (master.account for master in masters_of(session, game))
    return [account for account in accounts if not who_is(session, game, account, now).playing]


def unfinished_turns(session: Session, game: Game) -> frozenset[int]:
    """Return the numbers of the turns whose results are not published yet.
    Overrides on them stay hidden."""
    query = select(Turn.number).where(Turn.game_id == game.id, Turn.status.in_(UNFINISHED))
    return frozenset(session.scalars(query))


# What somebody does as the player of a house.
BY_HOUSE = frozenset(
    {
        "delegation-revoked",
        "gift",
        "seat-delegated",
        "seat-returned",
        "seat-surrendered",
        "seat-taken-over",
        "vote-opened",
    }
)
# Votes that only a master who plays asks for.
MASTERS_ASK = ("edict", "roll-back")
# Values that are about the game and not about its people. Of changed settings all are.
IMPERSONAL = frozenset(
    (
        *("call", "draft", "number", "to_call", "undone", "flags", "differences", "rounds", "chance", "commitment"),
        *("house", "houses", "other", "n", "kind", "subject", "what", "title", "how", "result", "carried", "ended"),
        *("reason", "note", "why", "voted"),
    )
)
SETTINGS = "settings-changed"
EMERGENCY = "emergency"


@dataclass(frozen=True)
class Actor:
    """Who did something: a name, a substitute for one, nothing, or a house."""

    by: str = ""
    house: str = ""


class Actors:
    """The actors of some entries, looked up once."""

    def __init__(self, session: Session, game: Game, who: Who, actors: set[str]) -> None:
        self._game, self._who, self.names_visible = game, who, are_names_visible(game, who)
        query = select(Account).where(Account.public_id.in_(actors))
        self._accounts = {account.public_id: account for account in session.scalars(query)}
        holders = select(SeatHolder).filter_by(game_id=game.id).order_by(SeatHolder.since, SeatHolder.id)
        mastered = select(GameMaster.account_id).filter_by(game_id=game.id)
        self._held = [] if self.names_visible else session.scalars(holders).all()
        self.keyed = game.status != "finished" and bool(game.seed or not self.names_visible)
        self._masters = frozenset() if self.names_visible else frozenset({game.creator_id, *session.scalars(mastered)})

    def of(self, entry: AuditEntry, values: Mapping[str, Any]) -> Actor:
        """Return who made an entry with these values, as the reader may know it.
        It is empty for entries of the service."""
        account = self._accounts.get(entry.actor)
        if account is None:
            return Actor()
        name = visible_account(self._game, account, self._who)
        if name:
            return Actor(name)
        as_player = entry.kind in BY_HOUSE and values.get("kind") not in MASTERS_ASK
        house = self._house(account, entry, values) if as_player else ""
        if house:
            return Actor(house=house)
        masters = account.id in self._masters and not as_player and values.get("reason") != EMERGENCY
        return Actor(A_MASTER if masters else A_PLAYER)

    def values(self, entry: AuditEntry, values: dict[str, Any]) -> dict[str, Any]:
        """What of an entry's values is told."""
        if self.names_visible or entry.kind == SETTINGS:
            return values
        return {name: value for name, value in values.items() if name in IMPERSONAL}

    def digest(self, entry: AuditEntry) -> str:
        """An entry's digest; until the game is over its HMAC under the game's seed.

        By the digest itself one could try what is not told of an entry, or who made it: there are only so many. The
        seed is told at the end, so what was noted down then can be compared. Before a game has one there is nothing to
        try but who made an entry: where names are not told, nothing stands there.
        """
        if not self.keyed:
            return entry.digest
        return tokens.keyed_hash(self._game.seed, entry.digest) if self._game.seed else ""

    def _house(self, account: Account, entry: AuditEntry, values: Mapping[str, Any]) -> str:
        """The house that somebody played when they made an entry."""
        houses = [row.house or "" for row in self._held if row.account_id == account.id and row.since <= entry.at]
        return str(values["house"]) if values.get("house") in houses else (houses[-1] if houses else "")


MAX_NOTE_LENGTH = 4000
MAX_NOTES = 500


@dataclass(frozen=True)
class NoteLine:
    """A note of the game masters; `yours`: the reader wrote it."""

    id: str
    by: str
    body: str
    at: datetime
    yours: bool


def notes_of(session: Session, account: Account, game_id: str, now: datetime) -> list[NoteLine]:
    """Return the notes visible to a reader, newest first.
    Raises NotFound `no-such-game`, Denied `not-game-master`."""
    place = open_review(session, account, game_id, now)
    game = place.game
    query = select(Note, Account).join(Account)
    query = query.where(Note.game_id == game.id, Note.removed_at.is_(None)).order_by(Note.id.desc())
    if not place.who.sees_all:
        query = query.where(Note.account_id == account.id)
    return [
        NoteLine(row.public_id, visible_master(game, writer, place.who), row.body, row.at, row.account_id == account.id)
        for row, writer in session.execute(query)
    ]


def write_note(session: Session, account: Account, game_id: str, body: str, now: datetime) -> Note:
    """Add a note. NotFound, Denied (`not-game-master`, `too-many-notes`), Invalid."""
    game = open_review(session, account, game_id, now, lock=True).game
    if count_of(session, Note, game_id=game.id, removed_at=None) >= MAX_NOTES:
        raise Denied("too-many-notes", "The notebook is full; remove some notes first.")
    text = lines(body, "body", MAX_NOTE_LENGTH)
    new_note = Note(public_id=new_id(), game_id=game.id, account_id=account.id, body=text, at=now)
    session.add(new_note)
    session.flush()
    return new_note


def lines(value: str, field: str, longest: int) -> str:
    """Clean text of several lines; Invalid `empty`, `too-long`, `control-characters`."""
    text = value.replace("\r\n", "\n").strip()
    if len(text) > longest:
        raise input_validation.too_long(field, longest)
    clean_lines = [input_validation.line(line, field, longest, empty=True) for line in text.split("\n")]
    if not any(clean_lines):
        raise Invalid("empty", "Please fill this in.", field)
    return "\n".join(clean_lines)


def remove_note(session: Session, account: Account, game_id: str, note_id: str, now: datetime) -> None:
    """Remove one's own note; `no-such-game`, `no-such-note`, `not-game-master`."""
    game = open_review(session, account, game_id, now).game
    query = select(Note).filter_by(public_id=note_id, game_id=game.id, account_id=account.id)
    stored_note = session.scalar(query)
    if stored_note is None or stored_note.removed_at is not None:
        raise NotFound("no-such-note", "You have no such note in the notebook.")
    stored_note.removed_at = now


# What a vote of the players may give a turn, too.
MAX_EXTENSION_HOURS = 72.0
PLAYS = "game-master-plays"


def acts_alone(place: Place) -> bool:
    """Whether the master of `place` needs no consent to change its game.
    They need none if they play no house, or if nobody else plays one."""
    if not place.who.playing:
        return True
    return all(seat.account_id in (None, place.account.id) for seat in place.game.seats)


def hidden(decree: Decree) -> bool:
    """Whether an override holds hidden data.
    A sheet, an answer, a step inside a turn, the order of a deck, a seed."""
    if isinstance(decree, WentBack):
        return bool(decree.decision)
    return not isinstance(decree, NewPosition) or games.of(decree.override).hides(decree.override)


def changes_nothing(decree: Decree) -> bool:
    """Whether a decree is words alone."""
    return isinstance(decree, NewPosition) and isinstance(decree.override, Ruling)


def may_decree(place: Place, decree: Decree) -> None:
    """Check that a master may carry out an override alone. Denied `others-decide`.
    `place` is the master with their game."""
    if not acts_alone(place) and not changes_nothing(decree):
        raise Denied(
            "others-decide",
            "You play in this game, so you cannot change it alone. A game master who plays no "
            "house, or the players by a vote, must agree. Propose the change and ask them.",
        )


def may_propose(place: Place, decree: Decree) -> None:
    """Check that a master may propose an override. Denied `game-master-plays`.
    `place` is the master with their game."""
    if acts_alone(place) or not isinstance(decree, NewPosition):
        return
    if isinstance(decree.override, EndGame):
        raise Denied(PLAYS, "You play in this game, so you cannot end it. Its players can, by a vote of all.")
    seat = games.of(decree.override).seat_taken_by(decree.override)
    if seat is not None and _played_by_another(place, _find_seat(place.game, seat)):
        raise Denied(PLAYS, "You play in this game, so you cannot take a house from its player.")


def may_act_on_seat(place: Place, do: str, seat: Seat) -> None:
    """Check that the master of `place` may `do` this to a seat.
    One who plays may offer or leave their own, offer one whose player missed the last turn, and fill
    offered or empty ones. Raises Denied `game-master-plays`, `own-seat`."""
    if acts_alone(place):
        return
    if seat.account_id == place.account.id:
        if do in ("offer", "retire"):
            return
        raise Denied("own-seat", "You play this house. You can only look for a substitute or leave it.")
    missed = do == "offer" and seat.misses_in_a_row > 0
    if do == "swap" or (_played_by_another(place, seat) and not missed):
        raise Denied(
            PLAYS,
            "You play in this game, so you cannot take a house from its player. You can look for "
            "a substitute for a player who missed the last turn.",
        )


def _played_by_another(place: Place, seat: Seat | None) -> bool:
    """Whether somebody other than the master of `place` plays a seat and keeps it.
    False for None, an empty or an offered seat."""
    return seat is not None and seat.account_id not in (None, place.account.id) and seat.offered_at is None


def _find_seat(game: Game, house: str) -> Seat | None:
    """Return the seat of a house; None if the game has none."""
    return next((seat for seat in game.seats if seat.house == house), None)


def may_time(session: Session, place: Place, turn: Turn, do: str, hours: float) -> None:
    """Check that the master of `place` may change a turn's time.
    One who plays may extend it once a turn, as a vote could; not close it early, nor end others'
    pause. `do` is `close`, `resume`, `extend` ...; `hours` by how much. Denied `game-master-plays`."""
    if acts_alone(place):
        return
    if do == "close":
        raise Denied(PLAYS, "You play in this game, so you cannot end a turn early.")
    if do == "resume" and place.game.pause_reason in ("vote", "emergency"):
        raise Denied(PLAYS, "You play in this game, so you cannot end a pause that others made. They can, by a vote.")
    if do != "extend":
        return
    own = select(DeadlineChange.id).filter_by(turn_id=turn.id, account_id=place.account.id)
    if hours > MAX_EXTENSION_HOURS or session.scalar(own.limit(1)) is not None:
        raise Denied(
            PLAYS,
            "You play in this game, so you can extend a turn only once, by at most {most} hours. A vote can give more.",
            most=int(MAX_EXTENSION_HOURS),
        )


MAX_REASON_LENGTH = 200
# What the audit log turns an act.
SEAT_ACTS = {"offer": "seat-offer", "retire": "seat-retire", "replace": "seat-invite", "swap": "seat-swap"}


def _place(session: Session, account: Account, game_id: str, number: int, now: datetime) -> tuple[Place, Turn]:
    """Return a reviewed game and its last turn; Denied `stale-turn` if not this one."""
    place = open_review(session, account, game_id, now, lock=True)
    turn = turn_of(session, place.game, lock=True)
    if turn is None or turn.number != number:
        raise Denied("stale-turn", "Turn {n} is no longer the latest. Nothing was changed.", n=number)
    return place, turn


def act_on_turn(
    session: Session,
    account: Account,
    game_id: str,
    do: str,
    now: datetime,
    *,
    turn_number: int,
    reason: str = "",
    hours: float = 24.0,
) -> None:
    """Do `extend` (by `hours`), `pause`, `resume` or `close` to the turn now.

    Raises NotFound, Denied (`not-game-master`, `stale-turn`, `game-master-plays`, and as deadlines do), Invalid.
    """
    place, turn = _place(session, account, game_id, turn_number, now)
    game = place.game
    may_time(session, place, turn, do, hours)
    if do == "resume":
        deadlines.resume(session, game, account, now)
        return
    reason = input_validation.line(reason, "reason", MAX_REASON_LENGTH)
    if do == "extend":
        deadlines.extend(session, game, hours, reason, account, now)
    elif do == "pause":
        deadlines.pause(session, game, reason, account, now)
    elif do == "close":
        deadlines.close_now(session, game, None, now)
        document = {"call": turn_number, "reason": reason}
        note(session, game, account, "closed-now", document, now)
    else:
        raise Invalid("unknown-choice", "This must be one of {known}.", "do", known="extend, pause, resume, close")


def act_on_seat(
    session: Session,
    account: Account,
    game_id: str,
    do: str,
    now: datetime,
    *,
    turn_number: int,
    house: str,
    other: str = "",
    email: str = "",
    reason: str = "",
) -> None:
    """Do `offer`, `retire`, `replace` or `swap` to the seat of a house.
    Offers it, retires its holder, invites `email`, or swaps it with `other`. Raises NotFound, Invalid,
    Denied (`not-game-master`, `stale-turn`, `game-master-plays`, `own-seat`, `anonymous-game` ...)."""
    place, _ = _place(session, account, game_id, turn_number, now)
    game, reason = place.game, input_validation.line(reason, "reason", MAX_REASON_LENGTH)
    seat = seats.seat_of(game, house)
    may_act_on_seat(place, do, seat)
    document = {"call": turn_number, "house": house, "reason": reason}
    if do == "offer":
        seats.offer(session, game, seat, reason, now)
    elif do == "retire":
        seats.retire(session, game, seat, reason, now)
    elif do == "swap":
        document["other"] = other
        if place.who.house in (house, other):
            # A master who plays does not change into a house that they like better.
            raise Denied("own-seat", "You cannot swap your own seat.")
        seats.swap(session, game, seat, seats.seat_of(game, other), now)
    elif do == "replace":
        if not are_names_visible(game, place.who):
            # Whoever names who takes a seat knows who plays it.
            raise Denied(
                "anonymous-game",
                "In an anonymous game, a game master who plays cannot choose who takes a seat. Offer "
                "it to everybody instead.",
            )
        seats.offer_to(session, game, seat, account, email, now)
    else:
        raise Invalid("unknown-choice", "This must be one of {known}.", "do", known="offer, retire, replace, swap")
    note(session, game, account, SEAT_ACTS[do], document, now)
