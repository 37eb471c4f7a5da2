"""Who masters a game: asking somebody by address, saying yes or no, stepping down."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence import input_validation
from correspondence.accounts.use_cases import is_silenced, tell_owner
from correspondence.audit_log import note
from correspondence.games.access import (
    Who,
    anonymous,
    are_names_visible,
    find_game,
    has_held_seat,
    master_signs,
    masters_of,
    masters_or_invited,
    seat_in,
    visible_master,
    visible_master_id,
)
from correspondence.games.options import MAX_MASTERS
from correspondence.input_validation import Denied, NotFound
from correspondence.models import Account, Game, GameMaster
from correspondence.notices.use_cases import notify
from correspondence.rows import count_of
from correspondence.sign_in.use_cases import get_or_create_account


@dataclass(frozen=True)
class MasterLine:
    """A game master, or (not `accepted`) somebody who was asked to be one.

    `id` and `name` are empty where they are not shown. `plays`: they have or had a seat in the game; None where that is
    not shown.
    """

    id: str
    name: str
    head: bool
    accepted: bool
    plays: bool | None
    you: bool


def master_lines(session: Session, game: Game, who: Who) -> list[MasterLine]:
    """Who masters a game; whoever was only asked is told to masters and to themselves."""
    rows = masters_or_invited(session, game)
    reader = who.account.id if who.account is not None else None
    inside = any(row.account_id == reader for row in rows)
    shown = [row for row in rows if inside or row.accepted_at is not None]
    return [
        MasterLine(
            id=visible_master_id(game, row.account, who),
            name=visible_master(game, row.account, who),
            head=row.head,
            accepted=row.accepted_at is not None,
            plays=_plays(session, game, row.account) if are_names_visible(game, who) else None,
            you=who.account is not None and row.account_id == who.account.id,
        )
        for row in shown
    ]


def master_accounts(session: Session, game: Game) -> list[Account]:
    """Who masters a game now."""
    return [row.account for row in masters_of(session, game)]


def only_players_master(session: Session, game: Game) -> bool:
    """Whether nobody masters a game who does not play it."""
    return all(_plays(session, game, account) for account in master_accounts(session, game))


def invite_master(session: Session, account: Account, game_id: str, email: str, now: datetime, where: str = "") -> None:
    """Invite an address to master a game, by an email naming who asks.

    They accept on its page. NotFound, Denied (`not-your-game`, `game-over`, `too-many-masters`), Invalid `bad-email`.
    """
    game = find_game(session, game_id, lock=True)
    row = _row(session, game, account)
    if game.creator_id != account.id and (row is None or row.accepted_at is None or row.until is not None):
        raise Denied("not-your-game", "Only the person who created the game may do this.")
    if game.status in ("finished", "cancelled"):
        raise Denied("game-over", "This game is over.")
    address = input_validation.email(email)
    ask_master(session, game, account, address, now)
    tell_owner(session, "master-named", account, now, where, {"game": game.title, "address": address})


def ask_master(session: Session, game: Game, by: Account, address: str, now: datetime) -> None:
    """Record and email an invitation to master, unless the address wants none."""
    if count_of(session, GameMaster, game_id=game.id, until=None) > MAX_MASTERS:
        raise Denied("too-many-masters", "A game can have at most {most} game masters.", most=MAX_MASTERS)
    if is_silenced(session, address):
        return
    # An account made for them begins with the words and the clock of who asks, unless these would tell who that is.
    invitee = (
        get_or_create_account(session, address, now)
        if anonymous(game)
        else get_or_create_account(session, address, now, language=by.language, zone=by.zone)
    )
    row = _row(session, game, invitee)
    if row is None:
        row = GameMaster(game_id=game.id, account_id=invitee.id, since=now)
        session.add(row)
    elif row.until is None:
        return
    row.head, row.since, row.accepted_at, row.until = False, now, None, None
    session.flush()
    note(session, game, by, "master-asked", {"account": invitee.public_id}, now)
    key = f"{game.public_id}:master:{int(now.timestamp())}"
    notify(session, "master-asked", key, now, game=game, accounts=[invitee], values={"who": master_signs(game, by)})


def accept_master(session: Session, account: Account, game_id: str, now: datetime) -> None:
    """Accept the role of game master; everybody in the game is told.
    NotFound `no-such-game`, `no-such-invitation`."""
    game = find_game(session, game_id, lock=True)
    row = _own_row(session, game, account)
    if row.accepted_at is not None:
        return
    row.accepted_at = now
    note(session, game, account, "master-accepted", {}, now)
    # Every email bears its key: not who it is about.
    key = f"{game.public_id}:master-new:{row.id}:{int(now.timestamp())}"
    notify(session, "master-new", key, now, game=game, values={"who": master_signs(game, account)})


def step_down(session: Session, account: Account, game_id: str, now: datetime) -> None:
    """Resign as game master, or decline to become one.
    NotFound, Denied `head-master` for whoever made the game."""
    game = find_game(session, game_id, lock=True)
    row = _own_row(session, game, account)
    if row.head:
        raise Denied("head-master", "The person who created the game stays its game master.")
    row.until = now
    note(session, game, account, "master-left", {}, now)


def _plays(session: Session, game: Game, account: Account) -> bool:
    return seat_in(game, account) is not None or has_held_seat(session, game, account)


def _row(session: Session, game: Game, account: Account) -> GameMaster | None:
    return session.scalar(select(GameMaster).filter_by(game_id=game.id, account_id=account.id))


def _own_row(session: Session, game: Game, account: Account) -> GameMaster:
    row = _row(session, game, account)
    if row is None or row.until is not None:
        raise NotFound("no-such-invitation", "This invitation is unknown; perhaps a part of it is missing.")
    return row
