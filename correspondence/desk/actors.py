"""Who did what stands in a game's ledger, as a reader may know it.

The ledger keeps everything; what is told of it is chosen here. In an anonymous game a player's own acts are their
house's and all others those of a role, for whoever masters a game may play it: their acts as a master must not lead to
a house. Values are told by name: a new one is not, until it is listed here as nobody's.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence.games.access import Who
from correspondence.games.naming import account_told, names_told
from correspondence.models.accounts import Account
from correspondence.models.desk import LedgerEntry
from correspondence.models.games import Game, GameMaster, SeatHolder
from correspondence.names import A_MASTER, A_PLAYER

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
