"""The map of a letter, for whoever has its address."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Session

from adjudicator import games
from adjudicator.engine.values import View
from atlas import Arrow
from correspondence.archive.queries import call_results, last_call
from correspondence.archive.reading import current
from correspondence.errors import NotFound
from correspondence.letters.pictures import arrows_of
from correspondence.map_addresses import seat_and_call
from correspondence.store import settings_of
from narration.words import N_


def linked_map(session: Session, token: str, now: datetime) -> tuple[View, tuple[Arrow, ...], str]:
    """What the map of an address shows, with arrows for what moved, and the language of its reader.

    NotFound (`no-such-map`) for an address that was not made here, or that is not good any more.
    """
    found = seat_and_call(session, settings_of(session), token)
    if found is None or found[0].account is None:
        raise NotFound("no-such-map", N_("There is no such map; perhaps its address was renewed."))
    seat, number = found
    account, game = found[0].account, seat.game
    if number:
        told = call_results(session, game.public_id, number, account, now)
        return told.after, arrows_of(told.records, told.edition), account.language
    if last_call(session, game):
        return call_results(session, game.public_id, 1, account, now).before, (), account.language
    showing = current(session, game).showing
    return games.of(showing).view(showing, None), (), account.language
