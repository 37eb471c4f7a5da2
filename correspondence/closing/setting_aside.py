"""Setting a game aside that cannot be adjudicated, telling who looks after it, and letting it be tried again."""

from __future__ import annotations

from datetime import datetime

import structlog
from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence import addresses
from correspondence.calls.access import locked_game
from correspondence.errors import Denied
from correspondence.games.access import game_named, who_is
from correspondence.ledger.use_cases import note
from correspondence.masters.use_cases import master_accounts
from correspondence.models.accounts import Account
from correspondence.models.calls import OpenedCall
from correspondence.models.games import Game
from correspondence.notices.use_cases import notify
from correspondence.row_locks import held
from correspondence.store import Store, settings_of
from narration.words import N_

log = structlog.get_logger(__name__)

SERVICE = "service"


def set_aside(session: Session, call: OpenedCall, trouble: str) -> None:
    """Set the call and its game aside, with the reason for the host. The caller holds the call's lock."""
    game = session.get_one(Game, call.game_id)
    call.status = game.status = "set-aside"
    call.trouble = game.trouble = trouble
    call.claimed_until = None
    log.error("a game is set aside", game=game.public_id, call=call.public_id)


def tell_set_aside(store: Store, call_id: str, now: datetime) -> None:
    """Write to the game's masters and the hosts that it stands still. That this fails is logged: it must not keep a
    game from being set aside."""
    try:
        with store.begin() as session:
            call = session.scalars(select(OpenedCall).where(OpenedCall.public_id == call_id)).one()
            game = session.get_one(Game, call.game_id)
            hosts = session.scalars(select(Account).where(Account.host.is_(True), Account.deleted_at.is_(None)))
            note(session, game.public_id, SERVICE, "set-aside", {"call": call.number}, now)
            notify(
                session,
                "game-set-aside",
                f"{game.public_id}:{call.number}:set-aside:{now:%Y%m%d%H%M%S}",
                now,
                game=game,
                seats=(),
                accounts=[*master_accounts(session, game), *hosts],
                values={"n": call.number},
                link=addresses.game(settings_of(session), game.public_id),
            )
    except Exception:
        log.exception("nobody could be told that a game is set aside", call=call_id)


def take_up_again(session: Session, game_id: str) -> None:
    """Let a game that was set aside go on where it stopped, after the cause is mended.

    Raises NotFound `no-such-game`, Denied `not-set-aside`.
    """
    game = locked_game(session, game_id)
    query = select(OpenedCall).where(OpenedCall.game_id == game.id, OpenedCall.status == "set-aside")
    call = session.scalar(held(query))
    if game.status != "set-aside" or call is None:
        raise Denied("not-set-aside", N_("This game was not set aside."))
    game.status, game.trouble = "running", ""
    call.status, call.trouble, call.attempts, call.claim = "open", "", 0, ""


def try_again(session: Session, by: Account | None, game_id: str, now: datetime) -> None:
    """As `take_up_again`, by a master of the game or a host (None: at the machine itself), written into the ledger.

    Raises Denied `not-game-master` for anybody else.
    """
    game = game_named(session, game_id)
    if by is not None:
        who = who_is(session, game, by, now)
        if not (who.gm or who.host):
            raise Denied("not-game-master", N_("Only a game master of this game may do this."))
    take_up_again(session, game_id)
    note(session, game.public_id, by.public_id if by else "host", "tried-again", {}, now)
