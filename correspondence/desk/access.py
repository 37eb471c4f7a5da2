"""Who may sit at the desk, who did what, and the masters' notebook.

A master who holds, held or acts for a seat sees nothing more than any player: no draft, no sheet, no look ahead. What
such a master does to the game without seeing more (deadlines, seats, rulings) stays open to them.

The ledger keeps everything; what is told of it is chosen here. In an anonymous game a player's own acts are their
house's and all others those of a role, for whoever masters a game may play it: their acts as a master must not lead to
a house. Values are told by name: a new one is not, until it is listed here as nobody's.

No player ever reads the notebook: a master who plays finds only what they wrote themselves.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from correspondence import input_validation
from correspondence.calls.use_cases import locked_game
from correspondence.errors import Denied, Invalid, NotFound
from correspondence.games.access import Who, account_told, game_named, master_told, masters_of, names_told, who_is
from correspondence.models.accounts import Account
from correspondence.models.calls import UNFINISHED, OpenedCall
from correspondence.models.desk import LedgerEntry, Note
from correspondence.models.games import Game, GameMaster, SeatHolder
from correspondence.names import A_MASTER, A_PLAYER
from correspondence.rows import new_id
from narration.words import N_


@dataclass(frozen=True)
class Place:
    """Somebody at the desk of a game."""

    game: Game
    who: Who
    account: Account


def at_desk(session: Session, account: Account, game_id: str, now: datetime, *, lock: bool = False) -> Place:
    """A master's place at the desk; NotFound `no-such-game`, Denied `not-game-master`.

    Locked: nobody else changes the game or its newest call until the commit.
    """
    game = locked_game(session, game_id) if lock else game_named(session, game_id)
    who = who_is(session, game, account, now)
    if not who.gm:
        raise Denied("not-game-master", N_("Only a game master of this game may do this."))
    return Place(game, who, account)


def seeing(session: Session, account: Account, game_id: str, now: datetime, *, lock: bool = False) -> Place:
    """As `at_desk`, for what players may not see; Denied `game-master-plays` for a master who plays."""
    place = at_desk(session, account, game_id, now, lock=lock)
    if not place.who.sees_all:
        words = N_(
            "You play in this game, so you may see nothing that a player may not. A game master who plays no house may."
        )
        raise Denied("game-master-plays", words)
    return place


def reviewers(session: Session, game: Game, now: datetime) -> list[Account]:
    """The masters who may look at a draft: those who do not play."""
    found = (master.account for master in masters_of(session, game))
    return [account for account in found if not who_is(session, game, account, now).playing]


def unfinished(session: Session, game: Game) -> frozenset[int]:
    """The numbers of calls whose results are not out: what was decreed on their drafts is told to nobody else yet."""
    query = select(OpenedCall.number).where(OpenedCall.game_id == game.id, OpenedCall.status.in_(UNFINISHED))
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
    """Who did something: a name, what stands for one, or nothing; or the house whose player did it."""

    by: str = ""
    house: str = ""


class Actors:
    """The actors of some entries, looked up once."""

    def __init__(self, session: Session, game: Game, who: Who, actors: set[str]) -> None:
        self._game, self._who, self.told = game, who, names_told(game, who)
        query = select(Account).where(Account.public_id.in_(actors))
        self._accounts = {account.public_id: account for account in session.scalars(query)}
        held = select(SeatHolder).where(SeatHolder.game_id == game.id).order_by(SeatHolder.since, SeatHolder.id)
        mastered = select(GameMaster.account_id).where(GameMaster.game_id == game.id)
        self._held = [] if self.told else session.scalars(held).all()
        self.keyed = game.status != "finished" and bool(game.seed or not self.told)
        self._masters = frozenset() if self.told else frozenset({game.creator_id, *session.scalars(mastered)})

    def of(self, entry: LedgerEntry, values: Mapping[str, Any]) -> Actor:
        """Who made an entry with these values; nobody for the service."""
        account = self._accounts.get(entry.actor)
        if account is None:
            return Actor()
        name = account_told(self._game, account, self._who)
        if name:
            return Actor(name)
        as_player = entry.kind in BY_HOUSE and values.get("kind") not in MASTERS_ASK
        house = self._house(account, entry, values) if as_player else ""
        if house:
            return Actor(house=house)
        masters = account.id in self._masters and not as_player and values.get("reason") != EMERGENCY
        return Actor(A_MASTER if masters else A_PLAYER)

    def values(self, entry: LedgerEntry, values: dict[str, Any]) -> dict[str, Any]:
        """What of an entry's values is told."""
        if self.told or entry.kind == SETTINGS:
            return values
        return {name: value for name, value in values.items() if name in IMPERSONAL}

    def digest(self, entry: LedgerEntry) -> str:
        """An entry's digest; until the game is over its HMAC under the game's seed.

        By the digest itself one could try what is not told of an entry, or who made it: there are only so many. The
        seed is told at the end, so what was noted down then can be compared. Before a game has one there is nothing to
        try but who made an entry: where names are not told, nothing stands there.
        """
        if not self.keyed:
            return entry.digest
        seed = self._game.seed.encode()
        return hmac.new(seed, entry.digest.encode(), hashlib.sha256).hexdigest() if seed else ""

    def _house(self, account: Account, entry: LedgerEntry, values: Mapping[str, Any]) -> str:
        """The house that somebody played when they made an entry."""
        held = [row.house or "" for row in self._held if row.account_id == account.id and row.since <= entry.at]
        return str(values["house"]) if values.get("house") in held else (held[-1] if held else "")


LONGEST_NOTE = 4000
MOST_NOTES = 500


@dataclass(frozen=True)
class NoteLine:
    """A page of the notebook; `yours`: the reader wrote it."""

    id: str
    by: str
    body: str
    at: datetime
    yours: bool


def notes_of(session: Session, account: Account, game_id: str, now: datetime) -> list[NoteLine]:
    """The notebook, newest first, as far as its reader may read it; NotFound `no-such-game`, Denied
    `not-game-master`."""
    place = at_desk(session, account, game_id, now)
    game = place.game
    query = select(Note, Account).join(Account, Account.id == Note.account_id)
    query = query.where(Note.game_id == game.id, Note.removed_at.is_(None)).order_by(Note.id.desc())
    if not place.who.sees_all:
        query = query.where(Note.account_id == account.id)
    return [
        NoteLine(row.public_id, master_told(game, writer, place.who), row.body, row.at, row.account_id == account.id)
        for row, writer in session.execute(query)
    ]


def write_note(session: Session, account: Account, game_id: str, body: str, now: datetime) -> Note:
    """Add a page. Raises NotFound, Denied (`not-game-master`, `too-many-notes`), Invalid for what cannot be kept."""
    game = at_desk(session, account, game_id, now, lock=True).game
    count = session.scalar(select(func.count(Note.id)).where(Note.game_id == game.id, Note.removed_at.is_(None))) or 0
    if count >= MOST_NOTES:
        raise Denied("too-many-notes", N_("The notebook is full; remove some pages first."))
    text = lines(body, "body", LONGEST_NOTE)
    made = Note(public_id=new_id(), game_id=game.id, account_id=account.id, body=text, at=now)
    session.add(made)
    session.flush()
    return made


def lines(value: str, field: str, longest: int) -> str:
    """Text of several lines as it is kept; Invalid (`empty`, `too-long`, `control-characters`)."""
    told = value.replace("\r\n", "\n").strip()
    if len(told) > longest:
        raise Invalid("too-long", N_("This is longer than {longest} characters."), field, longest=longest)
    kept = [input_validation.line(one, field, longest, empty=True) for one in told.split("\n")]
    if not any(kept):
        raise Invalid("empty", N_("Something has to stand here."), field)
    return "\n".join(kept)


def remove_note(session: Session, account: Account, game_id: str, note_id: str, now: datetime) -> None:
    """Take out a page that one wrote oneself; NotFound (`no-such-game`, `no-such-note`), Denied `not-game-master`."""
    game = at_desk(session, account, game_id, now).game
    query = select(Note).where(Note.public_id == note_id, Note.game_id == game.id, Note.account_id == account.id)
    found = session.scalar(query)
    if found is None or found.removed_at is not None:
        raise NotFound("no-such-note", N_("There is no such page of yours in the notebook."))
    found.removed_at = now
