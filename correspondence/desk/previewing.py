"""What if the call closed now? Worked out from what was handed in, and never published."""

from __future__ import annotations

import secrets
from datetime import datetime

from sqlalchemy.orm import Session

from adjudicator import face
from correspondence.adjudications.computing import handed_in, resolved
from correspondence.archive.reading import stored_position
from correspondence.calls.access import collecting
from correspondence.desk.access import seeing
from correspondence.desk.drafts import make_draft
from correspondence.desk.holding import flags_for
from correspondence.errors import Denied
from correspondence.ledger.use_cases import note
from correspondence.models.accounts import Account
from correspondence.models.calls import OpenedCall
from correspondence.models.desk import Draft
from correspondence.models.games import Game
from narration.words import N_


def preview(session: Session, account: Account, game_id: str, call_number: int, now: datetime) -> Draft:
    """What the open call would bring if it closed now, as a draft that stands beside everything. The ledger says, to
    players too, that a game master looked.

    Raises NotFound `no-such-game`, Denied (`not-game-master`, `game-master-plays`, `call-closed`).
    """
    game = seeing(session, account, game_id, now, lock=True).game
    call = open_call_numbered(session, game, call_number)
    handed = handed_in(session, game, call)
    outcome = resolved(game, call.round, handed.call, face.decode(stored_position(session, game)))
    flags = flags_for(session, game, call, outcome, handed.versions)
    made = make_draft(session, game, call, outcome, handed.versions, flags, now, status="preview")
    # The entry's digest is told at once; with the salt nobody finds out by trying who had handed in.
    document = {"call": call.number, "handed_in": sorted(handed.versions), "salt": secrets.token_hex(8)}
    note(session, game.public_id, account.public_id, "looked-ahead", document, now)
    return made


def open_call_numbered(session: Session, game: Game, number: int) -> OpenedCall:
    """The open or paused call with this number, locked; Denied `call-closed` if it is not open any more."""
    call = collecting(session, game, lock=True)
    if call is None or call.number != number:
        raise Denied("call-closed", N_("Call {n} is not open any more; nothing was done."), n=number)
    return call
