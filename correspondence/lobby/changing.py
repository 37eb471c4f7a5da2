"""Changing the terms of a game: most in its lobby, some while it runs. Everybody is told, the ledger written."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from correspondence import addresses, input_validation
from correspondence.errors import Denied, Invalid, Superseded
from correspondence.games.access import anonymous, game_named, masters, times_told, who_is
from correspondence.games.options import NewGame, checked
from correspondence.games.terms import ABSENCE_FIELDS, DEADLINE_FIELDS, IN_LOBBY, WHILE_RUNNING, terms_of, write_terms
from correspondence.ledger.use_cases import note
from correspondence.lobby.seating import free_houses
from correspondence.masters.use_cases import master_accounts, only_players_master
from correspondence.models.accounts import Account
from correspondence.models.desk import LedgerEntry
from correspondence.models.games import Game
from correspondence.notices.use_cases import notify
from correspondence.store import settings_of
from narration.words import N_

CHANGED = "settings-changed"


@dataclass(frozen=True)
class Change:
    """A setting that was changed: what it was and what it is, as the API says it."""

    at: datetime
    field: str
    before: Any
    after: Any


def may_change(session: Session, game: Game, account: Account | None) -> bool:
    """Whether somebody may change the settings of a game: its maker before it begins, and its masters."""
    if account is None or not changeable(game):
        return False
    return game.creator_id == account.id or masters(session, game, account)


def changeable(game: Game) -> frozenset[str]:
    """The fields that may be changed now."""
    if game.status in ("lobby", "mustering"):
        return IN_LOBBY
    return WHILE_RUNNING if game.status == "running" else frozenset()


def change_settings(
    session: Session,
    account: Account,
    game_id: str,
    changes: Mapping[str, Any],
    now: datetime,
    upon: Container[int] | None = None,
) -> tuple[Change, ...]:
    """Change some fields of a game's terms; what is the same as before counts for nothing. Returns what was changed.

    What is changed holds for calls that are opened from now on. `upon`: the versions of the terms that may be changed
    (None: whatever it is). Raises NotFound, Denied (`not-your-game`, `game-over`), Superseded, Invalid with the field
    at fault (`fixed-now` for one that cannot be changed any more).
    """
    game = game_named(session, game_id, lock=True)
    able = changeable(game)
    if not able:
        raise Denied("game-over", N_("This game is over."))
    if not may_change(session, game, account):
        raise Denied("not-your-game", N_("Only who made the game may do this."))
    version = terms_version(session, game)
    if upon is not None and version not in upon:
        raise Superseded(version)
    before = terms_of(game, plays=only_players_master(session, game))
    wanted = {field: value for field, value in changes.items() if value != getattr(before, field)}
    for field in wanted:
        if field not in able - _fixed(game, before, account):
            raise Invalid("fixed-now", N_("This cannot be changed any more."), field)
    after = checked(replace(before, **wanted))
    if "title" in wanted:
        # One that stands already stays, whatever has been thought of titles since.
        input_validation.in_one_alphabet(after.title, "title")
    if after.houses and any(seat.house and seat.house not in after.houses for seat in game.seats):
        raise Invalid("house-taken", N_("A house that has a player already must stay among those played."), "houses")
    made = tuple(
        Change(now, field, getattr(before, field), getattr(after, field))
        for field in sorted(wanted)
        if getattr(before, field) != getattr(after, field)
    )
    if made:
        write_terms(game, after)
        _deal_anew(game, before)
        _tell(session, game, account, made, now)
    return made


def _fixed(game: Game, terms: NewGame, account: Account) -> set[str]:
    """The fields that are fixed whenever it is."""
    # Whoever came to an anonymous game was promised to stay unnamed.
    came = any(seat.account_id not in (None, account.id) for seat in game.seats)
    fixed = {"names"} if came and terms.names == "anonymous" else set()
    # The position that a game begins from says them.
    return fixed | {"modules", "houses"} if terms.scenario else fixed


def terms_version(session: Session, game: Game) -> int:
    """Which version of a game's terms holds: 1 as it was made, one more for each time that they were changed."""
    changes = select(func.count(LedgerEntry.id)).where(LedgerEntry.scope == game.public_id, LedgerEntry.kind == CHANGED)
    return 1 + (session.scalar(changes) or 0)


def changed_since(session: Session, game: Game, version: int) -> dict[str, tuple[Any, Any]]:
    """The fields of a game's terms that were changed since a version of them: what they were then, what they are."""
    entries = select(LedgerEntry.document).where(LedgerEntry.scope == game.public_id, LedgerEntry.kind == CHANGED)
    found: dict[str, tuple[Any, Any]] = {}
    for document in session.scalars(entries.order_by(LedgerEntry.number).offset(max(version - 1, 0))):
        for field, (before, after) in msgspec.json.decode(document).items():
            found[field] = (found.get(field, (before,))[0], after)
    return found


def changes_of(session: Session, game: Game, account: Account | None, now: datetime, limit: int = 20) -> list[Change]:
    """What was changed in a game, newest first; when, as the reader may know it."""
    time_told = times_told(session, game, who_is(session, game, account, now))
    query = select(LedgerEntry).where(LedgerEntry.scope == game.public_id, LedgerEntry.kind == CHANGED)
    entries = session.scalars(query.order_by(LedgerEntry.number.desc()).limit(limit))
    return [
        Change(time_told(entry.at), field, before, after)
        for entry in entries
        for field, (before, after) in sorted(msgspec.json.decode(entry.document).items())
    ]


def _deal_anew(game: Game, before: NewGame) -> None:
    """Houses wait for the dealing, or are given in the order in which people came, if how they are dealt changed."""
    if game.seat_choice == before.seat_choice:
        return
    # The order in which people came tells who they are; that of the seats' ids is drawn.
    drawn = sorted(game.seats, key=lambda seat: seat.public_id)
    for seat in drawn if anonymous(game) else game.seats_as_taken:
        if game.seat_choice != "choose":
            seat.house = None
        elif seat.house is None:
            seat.house = free_houses(game)[0]


def _tell(session: Session, game: Game, account: Account, made: tuple[Change, ...], now: datetime) -> None:
    document = {change.field: [change.before, change.after] for change in made}
    note(session, game.public_id, account.public_id, CHANGED, document, now)
    deadlines = sum(change.field in DEADLINE_FIELDS for change in made)
    absence = sum(change.field in ABSENCE_FIELDS for change in made)
    others = len(made) - deadlines - absence
    values = {"deadlines": deadlines or "", "absence": absence or "", "others": others or ""}
    link = f"{addresses.game(settings_of(session), game.public_id)}/settings"
    key = f"{game.public_id}:settings:{int(now.timestamp())}"
    told = master_accounts(session, game)
    notify(session, CHANGED, key, now, game=game, seats=game.seats, accounts=told, values=values, link=link)
