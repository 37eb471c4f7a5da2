"""A house whose player leaves becomes a vassal, in editions that have vassals (MoD rules: number of players)."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Session

from adjudicator import face
from correspondence.archive.reading import stored_position
from correspondence.calls.access import collecting
from correspondence.deadlines.use_cases import pause
from correspondence.errors import Denied
from correspondence.models.games import Game, Seat
from correspondence.seats.open_call import go_on_with
from narration.words import N_

# Who issues the edict, as the log has it.
SERVICE = "service"


def may_become_vassal(session: Session, game: Game, seat: Seat) -> bool:
    """Whether a seat can become a vassal's now: a call takes sheets, and the rules let the house (not Targaryen, not if
    fewer than two players were left)."""
    if collecting(session, game) is None or seat.house is None:
        return False
    edict = face.takes_seat(game.edition, seat.house)
    if edict is None:
        return False
    return not face.check_edict(face.decode(stored_position(session, game)), edict).errors


def become_vassal(session: Session, game: Game, seat: Seat, reason: str, now: datetime) -> None:
    """The player of a seat leaves for good and its house becomes a vassal, at once, in the call that takes sheets.

    `reason` stands in the log: a code of `narration.thrones.edict_sentences.GONE` (`missed`, `retired`, `replaced`,
    `deleted`). Who was ready is asked again; a game that nobody plays any more pauses. The caller holds the locks of
    the open call and the game, and answers for its right. Where a call was adjudicated just now, call it when the next
    one is open.

    Raises Denied `no-open-call`, Illegal (`never-a-vassal`, `vassal-already`, `too-few-players`).
    """
    call = collecting(session, game)
    if call is None:
        raise Denied("no-open-call", N_("No call is open; a house can become a vassal only while one is."))
    position = face.decode(stored_position(session, game))
    edict = face.takes_seat(game.edition, seat.house or "")
    outcome = face.issue(position, edict, reason, SERVICE)
    go_on_with(session, game, call, outcome, now)
    if game.status == "running" and game.paused_at is None and not any(other.account_id for other in game.seats):
        pause(session, game, "nobody", None, now)
