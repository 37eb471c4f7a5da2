"""Publishing what a call came to: kept, told to the players, the next call opened."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import datetime

from sqlalchemy.orm import Session

from adjudicator import documents
from adjudicator.engine.step import Outcome
from adjudicator.engine.values import Position
from correspondence.adjudications.lateness import after_deadline, offer_seats
from correspondence.archive.keeping import before_records, keep
from correspondence.archive.reading import stored_position
from correspondence.deadlines.opening import open_call
from correspondence.models.archive import CallBoard
from correspondence.models.calls import Adjudication, OpenedCall
from correspondence.models.games import Game
from correspondence.prefetched import forget
from correspondence.press.sending import release_postal
from correspondence.results.result_letters import Closed, tell_players
from correspondence.seats.vassal_seats import seats_follow
from correspondence.write_batch import change_soon, insert_soon


def publish(
    session: Session,
    game: Game,
    call: OpenedCall,
    outcome: Outcome[Position],
    versions: Mapping[str, int],
    worker: str,
    now: datetime,
    seconds: float | None = None,
) -> None:
    """Write everything that follows from a call: position, journal, records, letters, the next call.

    `versions` are the sheet versions used, by house; `seconds` is what resolving took. The caller holds the call's
    lock.
    """
    before = before_records(stored_position(session, game), outcome)
    document = keep(session, game, before, outcome, part=call.number)
    made = {
        "game_id": game.id,
        "call_id": call.id,
        "number": call.number,
        "worker": worker[:80],
        "at": now,
        "sheets": ",".join(f"{house}:{number}" for house, number in versions.items()),
        "position_digest": hashlib.sha256(document).hexdigest(),
        "seconds": seconds,
    }
    insert_soon(session, Adjudication, [made])
    change_soon(session, call, status="closed", closed_at=now, claimed_until=None)
    change_soon(session, game, round=outcome.showing.round)
    gone = after_deadline(session, call, now)
    seats_follow(session, game, outcome.showing.board, now)
    opened: OpenedCall | None = None
    if outcome.showing.board.ending is not None:
        game.status, game.finished_at = "finished", now
    else:
        # The time of a call that asked nobody was up when it closed.
        after = call.due_at if call.asked else now
        opened = open_call(session, game, call.number + 1, outcome, now, after)
    shown = documents.read_board(game.edition, session.get_one(CallBoard, call.id).document)
    tell_players(session, game, outcome, Closed(call, shown, versions), opened, now)
    release_postal(session, game, None if opened is None else call.number, now)
    if opened is not None and gone:
        forget(session)
        offer_seats(session, game, gone, now)
