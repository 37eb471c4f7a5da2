"""A player's sheet at the desk, to be replaced in the draft of a held call."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from adjudicator import games
from adjudicator.engine.decision import Decision
from adjudicator.engine.values import Sheet, View
from correspondence.archive.queries import current
from correspondence.calls.use_cases import view_told
from correspondence.desk.access import seeing
from correspondence.desk.drafts import draft_named, still_current
from correspondence.desk.readjudicating import in_force
from correspondence.edicts.documents import NewSheet, sheet_of
from correspondence.models.accounts import Account
from correspondence.models.calls import OpenedCall
from correspondence.seats.use_cases import seat_of
from correspondence.sheets.reading import latest_sheet


@dataclass(frozen=True)
class DeskSheet:
    """The sheet that counts for a house in a draft. `view` is the board its player wrote on, `questions` what waited
    for it; `version` counts the player's sheets (0: none), `replaced`: an edict replaced it already."""

    game_id: str
    title: str
    edition: str
    house: str
    draft_id: str
    draft: int
    call_number: int
    window: str
    round: int
    view: View
    questions: tuple[Decision, ...]
    sheet: Sheet
    version: int
    replaced: bool


def desk_sheet(session: Session, account: Account, game_id: str, draft_id: str, house: str, now: datetime) -> DeskSheet:
    """The sheet of a house in the draft that is held now. Raises NotFound (`no-such-game`, `no-such-draft`,
    `no-such-house`), Denied (`not-game-master`, `game-master-plays`, `nothing-held`, `stale-draft`)."""
    game = seeing(session, account, game_id, now).game
    draft = draft_named(session, game, draft_id)
    seat = seat_of(game, house)
    call = session.get_one(OpenedCall, draft.call_id)
    still_current(session, call, draft.number)
    view = view_told(game, current(session, game), house)
    handed_in, decreed = latest_sheet(session, call, seat), _decreed(session, call, house)
    used = decreed or (handed_in.sheet if handed_in else games.of_edition(game.edition).empty_sheet)
    return DeskSheet(
        game_id=game.public_id,
        title=game.title,
        edition=game.edition,
        house=house,
        draft_id=draft.public_id,
        draft=draft.number,
        call_number=call.number,
        window=call.window,
        round=call.round,
        view=view,
        questions=tuple(view.waiting),
        sheet=used,
        version=handed_in.number if handed_in else 0,
        replaced=decreed is not None,
    )


def _decreed(session: Session, call: OpenedCall, house: str) -> Sheet | None:
    """The sheet that the last edict put in place of the player's."""
    decrees, edition = [one.decree for one in in_force(session, call)], call.game.edition
    found = [sheet_of(one, edition) for one in decrees if isinstance(one, NewSheet) and one.house == house]
    return found[-1] if found else None
