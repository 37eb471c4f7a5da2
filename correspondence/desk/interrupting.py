"""Edicts on a call that is open: the position changes under it, and everybody is told."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from datetime import datetime

import msgspec
from sqlalchemy.orm import Session

from adjudicator import documents
from adjudicator.documents import EDICT
from adjudicator.engine.journal import Record
from adjudicator.engine.step import Outcome
from adjudicator.engine.values import Position
from correspondence import addresses
from correspondence.adjudications.publishing import publish
from correspondence.archive.keeping import take_records
from correspondence.edicts.documents import NewSheet, sheet_of
from correspondence.errors import Invalid
from correspondence.games.access import master_signs
from correspondence.models.accounts import Account
from correspondence.models.calls import OpenedCall
from correspondence.models.desk import EdictRow, Voided
from correspondence.models.games import Game
from correspondence.models.sheets import SheetVersion
from correspondence.notices.use_cases import notify
from correspondence.receipts.use_cases import ends, issue
from correspondence.seats.handover import go_on_with
from correspondence.store import settings_of
from narration.words import N_


def amend(
    session: Session,
    game: Game,
    call: OpenedCall,
    outcome: Outcome[Position],
    now: datetime,
    edict: EdictRow | None = None,
    again: Collection[str] | None = None,
) -> None:
    """Keep what an edict (None: nobody's at the desk) made of the position while a call is open. Whoever was ready is
    asked again, or of them only those who play the houses `again`.

    A game that ends by it is over at once, as if the call had been adjudicated.
    """
    if edict is not None:
        put_aside(session, game, take_records(session, game, outcome.records[0].number - 1), edict)
    if outcome.showing.board.ending is not None:
        publish(session, game, call, outcome, {}, f"edict {edict.number}" if edict else "edict", now)
        return
    go_on_with(session, game, call, outcome, now, again)


def put_aside(session: Session, game: Game, taken: list[tuple[int, int, list[Record]]], edict: EdictRow) -> None:
    """Keep what an edict made void, apart from the game."""
    for number, part, records in taken:
        session.add(
            Voided(
                game_id=game.id,
                edict_id=edict.id,
                kind="records",
                round=number,
                number=records[0].number,
                call_number=part,
                document=documents.encode(records),
            )
        )


def replace_sheet(session: Session, game: Game, call: OpenedCall, decree: NewSheet, now: datetime) -> None:
    """The sheet becomes the next version of its seat, which the player can read and replace."""
    seat = next((seat for seat in game.seats if seat.house == decree.house), None)
    if seat is None:
        raise Invalid("unknown-house", N_("This house does not play in this game."), "house")
    after = ends(session, call, seat)
    kept = documents.encode(sheet_of(decree, game.edition))
    version = SheetVersion(
        call_id=call.id,
        seat_id=seat.id,
        number=after.version + 1,
        document=kept,
        warnings=msgspec.json.encode(()),
        digest=hashlib.sha256(kept).hexdigest(),
        accepted_at=now,
        via="edict",
        deputy=False,
    )
    issue(session, call, seat, version, after, EDICT)


def tell_of(session: Session, game: Game, edict: EdictRow, now: datetime, *, voted: bool = False) -> None:
    """Tell everybody in the game of an edict that took effect, once; `voted`: by a vote of the players."""
    by = session.get_one(Account, edict.account_id)
    settings = settings_of(session)
    notify(
        session,
        "edict-voted" if voted else "edict",
        f"{game.public_id}:edict:{edict.number}",
        now,
        game=game,
        values={"n": edict.number, "reason": edict.reason, "by": master_signs(game, by)},
        link=f"{addresses.game(settings, game.public_id)}/ledger",
    )
