"""The sheet to begin with that letters of a call carry for those who answer by mail: what they last meant, as far as
the call asks it and it still makes sense."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from adjudicator import documents, games
from adjudicator.engine.decision import Decision, Refused
from adjudicator.engine.values import Position
from correspondence.models.calls import OpenedCall
from correspondence.models.games import Game
from correspondence.models.sheets import SheetVersion
from narration.typed_sheets import lines_of, read_sheet_text, sheet_text

# The language in which a sheet is looked over; readers get it in their own.
_WRITTEN_IN = "en"
# So often what is at fault is left out, before nothing is carried at all.
MOST_PASSES = 4


def last_meant(session: Session, game: Game, call: OpenedCall) -> Mapping[str, bytes]:
    """The documents of the last sheets for calls of the same part of a round, by house, of players who answer by mail;
    two statements for a game, none where nobody does. Calls for one decision have nothing that comes again."""
    houses = {seat.id: seat.house or "" for seat in game.seats if seat.by_mail}
    if not houses or games.of_edition(game.edition).window_sort(call.window) == "stop":
        return {}
    windows = select(OpenedCall.id, OpenedCall.window).where(
        OpenedCall.game_id == game.id, OpenedCall.number < call.number
    )
    alike = [each for each, window in session.execute(windows) if _part_of_round(window) == _part_of_round(call.window)]
    last = (
        select(func.max(SheetVersion.id))
        .where(SheetVersion.call_id.in_(alike), SheetVersion.seat_id.in_(houses))
        .group_by(SheetVersion.seat_id)
    )
    found = select(SheetVersion.seat_id, SheetVersion.document).where(SheetVersion.id.in_(last))
    return {houses[seat_id]: document for seat_id, document in session.execute(found)}


def still_meant(game: Game, showing: Position, waiting: Collection[Decision], house: str, document: bytes) -> bytes:
    """An earlier sheet without what a new call asks nothing about, and without the instructions that it would refuse
    or warn of; empty if nothing is left.

    `showing` is the position as the call shows it, `waiting` what it asks.
    """
    edition = games.edition(game.edition)
    meant = documents.kept_sheet(game.edition, document)
    asked = games.of(showing).only_asked(showing, house, meant, tuple(waiting), pace=game.stops)
    text = sheet_text(asked, edition, game.parts, _WRITTEN_IN)
    lines = text.split("\n")
    for _ in range(MOST_PASSES):
        try:
            script = read_sheet_text("\n".join(lines), edition, game.parts)
        except Refused:
            return b""
        report = games.of(showing).check_sheet(showing, house, script.sheet, tuple(waiting), pace=game.stops)
        wrong = set(_lines_of((*report.errors, *report.warnings), script.lines))
        if not wrong:
            return documents.encode(script.sheet) if script.said and not report.errors else b""
        for line in wrong:
            _leave_out(lines, line)
    return b""


def _part_of_round(window: str) -> str:
    """`planning` of `r3-planning`."""
    return window.partition("-")[2]


def _lines_of(reasons: Collection[Any], lines: Mapping[str, int]) -> Iterator[int]:
    """The lines at fault; what no line says is no line's fault."""
    return (line for reason in reasons if reason.where for line in lines_of(reason.where, lines))


def _leave_out(lines: list[str], number: int) -> None:
    """Empty an instruction with the lines that go on it, which begin with a space."""
    lines[number - 1] = ""
    while number < len(lines) and lines[number].startswith(" "):
        lines[number] = ""
        number += 1
