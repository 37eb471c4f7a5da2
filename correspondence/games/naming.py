"""Who is told the names of a game's people, and what stands where they are not told.

This is the one place that reads a name, an address or an id of somebody for the readers of a game
(`tests/house/test_names.py` sees to that). In an anonymous game nobody learns before its end who has a seat, had one,
acts for one, made the game, masters it or invites to it: there people are houses and roles. A master who does not play
reads the names of players, masters read each other's, and everybody reads their own.
"""

from __future__ import annotations

from correspondence.games.access import Who
from correspondence.models.accounts import Account
from correspondence.models.games import Game, Seat
from correspondence.names import A_MASTER, A_PLAYER


def anonymous(game: Game) -> bool:
    """Whether a game hides its people from those who may not know everything, now."""
    return game.names == "anonymous" and game.status != "finished"


def names_told(game: Game, who: Who | None = None) -> bool:
    """Whether the players' names may be told: to a reader, or (None) to everybody.

    In an anonymous game nobody learns them before the end, except its master, if they do not play.
    """
    return not anonymous(game) or (who is not None and who.sees_all)


def name_told(game: Game, seat: Seat, who: Who | None = None) -> str:
    """The name of who has a seat as a reader (None: everybody) may know it; empty where it is not told."""
    return account_told(game, seat.account, who)


def account_told(game: Game, account: Account | None, who: Who | None = None) -> str:
    """The name of somebody who has, had or acts for a seat, as a reader may know it; empty where it is not told."""
    if account is None:
        return ""
    return account.name if _own(account, who) or names_told(game, who) else ""


def person_told(game: Game, seat: Seat, who: Who | None = None) -> str:
    """The public page of who has a seat, where their name is told; empty for stewards and for those who are gone."""
    if seat.account is None or seat.kind != "human" or seat.account.deleted_at is not None:
        return ""
    return seat.account.public_id if name_told(game, seat, who) else ""


def names_of_houses(game: Game) -> dict[str, str]:
    """Who plays which house, as everybody may know it; nothing in an anonymous game."""
    found = {seat.house: name_told(game, seat) for seat in game.seats if seat.house}
    return {house: name for house, name in found.items() if name}


def delegate_told(game: Game, account: Account, who: Who | None, *, asked: bool) -> str:
    """The name of who may act for a seat; `asked`: the reader has the seat, and asked them to."""
    return account.name if asked else account_told(game, account, who)


def player_signs(game: Game, account: Account) -> str:
    """How somebody who has a seat is called in a letter to another person; in an anonymous game `A_PLAYER`."""
    return A_PLAYER if anonymous(game) else account.name


def master_signs(game: Game, account: Account) -> str:
    """How a master is called in letters, and in the journal of edicts for good; in an anonymous game `A_MASTER`.

    Who masters a game often plays it: with their name the others would know one who sits at the table.
    """
    return A_MASTER if anonymous(game) else account.name


def master_told(game: Game, account: Account, who: Who | None) -> str:
    """The name of somebody who masters a game or was asked to, as a reader may know it; empty where it is not told."""
    told = names_told(game, who) or _own(account, who) or (who is not None and who.gm)
    return account.name if told else ""


def master_id_told(game: Game, account: Account, who: Who | None) -> str:
    """The public id of such a person, where their name is told."""
    return account.public_id if master_told(game, account, who) else ""


def _own(account: Account, who: Who | None) -> bool:
    return who is not None and who.account is not None and who.account.id == account.id
