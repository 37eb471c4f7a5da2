"""A sketch played: the open call as it might end, on nothing but what the seat knows."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Mapping
from datetime import datetime
from threading import Lock

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator import documents
from adjudicator.engine.journal import Record
from adjudicator.engine.values import Sheet
from adjudicator.engine.what_if import Supposed, suppose
from correspondence.archive.reading import stored_position
from correspondence.calls.access import Place, place_of, still_open
from correspondence.games.substitutes import stood_by
from correspondence.models.accounts import Account
from correspondence.models.archive import RoundRecords
from correspondence.models.games import Game
from correspondence.sheets.reading import latest_standing, own_sheets
from correspondence.sketches.documents import Sketch, own_sheet, sheets_in, what_ifs_of

# What came of the last what-ifs, by all that it depends on; about 200 KB each.
MOST_REMEMBERED = 24
_lately: OrderedDict[str, Supposed] = OrderedDict()
_gate = Lock()


def played(
    session: Session,
    account: Account,
    call_id: str,
    sketch: Sketch,
    now: datetime,
    begun: Mapping[str, Sheet] | None = None,
) -> Supposed:
    """What the open call would bring if all wrote what the sketch says; nothing is changed. `begun`: sheets of others
    by house, around which the steward guesses what they leave open.

    The seat's own sheets of earlier calls of the round and its standing instructions speak where the sketch's is
    silent. Sheets of others are never read. Raises NotFound `no-such-call`, Denied (`not-your-seat`, `call-closed`),
    Illegal for sheets that could not be handed in.
    """
    place = place_of(session, account, call_id, now)
    still_open(place.call, now)
    return supposed(session, place, sketch, begun)


def supposed(session: Session, place: Place, sketch: Sketch, begun: Mapping[str, Sheet] | None = None) -> Supposed:
    """The same for a place whose call is open. What came of it lately is remembered: a page and its maps ask for the
    same."""
    _, carried = own_sheets(session, place.call, place.seat)
    standing = latest_standing(session, place.seat)
    edition = place.game.edition
    rules, mine = what_ifs_of(edition), own_sheet(sketch, edition)
    mine = mine if carried is None else rules.overlay(carried, mine)
    stored, held = stored_position(session, place.game), standing.sheet if standing else None
    helped = place.house in stood_by(place.game, place.call.number)
    about = [place.game.public_id, place.game.pace, place.house, mine, held, helped]
    about += [place.call.unsaid, sketch.others, sketch.draw, begun]
    wanted = hashlib.sha256(stored + msgspec.json.encode(about)).hexdigest()
    with _gate:
        found = _lately.get(wanted)
    if found is None:
        found = suppose(
            rules,
            documents.decode(stored),
            place.house,
            _records(session, place.game),
            sheets_in(sketch, edition, place.house, mine),
            begun=begun,
            pace=place.game.stops,
            standing=held,
            taken_over=helped,
            unsaid=place.call.unsaid,
            number=sketch.draw,
        )
        with _gate:
            _lately[wanted] = found
            if len(_lately) > MOST_REMEMBERED:
                _lately.popitem(last=False)
    return found


def forget() -> None:
    """Remember nothing of what was played, so that it is played anew."""
    with _gate:
        _lately.clear()


def _records(session: Session, game: Game) -> list[Record]:
    """Everything that was told in the game so far; the adjudicator shows a seat only what is its own."""
    query = select(RoundRecords.document).where(RoundRecords.game_id == game.id).order_by(RoundRecords.first)
    return [
        record for document in session.scalars(query) for record in documents.decode_records(game.edition, document)
    ]
