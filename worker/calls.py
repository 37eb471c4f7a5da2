"""Closing a call of a game in a file: the sheets from a folder, the resolver, the log."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec

from adjudicator import face
from adjudicator.game_file import GameFile, Options
from adjudicator.kernel.bulk import Call
from adjudicator.kernel.family import Position, Sheet
from adjudicator.kernel.refusal import Refused
from adjudicator.kernel.step import Outcome
from narration.face import tell
from narration.plain import plain
from narration.words import translator
from worker import files
from worker.files import BadInput


def read_sheets(folder: Path | None, position: Position) -> dict[str, Sheet]:
    """The sheets in a folder for a game, by house; BadInput naming the file and the place for what cannot be read."""
    board = position.board
    if folder is None:
        return {}
    if not folder.is_dir():
        raise BadInput(f"{folder}: no such folder")
    found = {}
    for path in sorted(folder.glob("*.json")):
        if path.stem not in board.houses:
            known = ", ".join(board.houses)
            raise BadInput(f"{path}: no house {path.stem!r} in this game; it has {known} (unknown-house)")
        try:
            data = files.read_bytes(path, files.MOST_SHEET_BYTES)
            found[path.stem] = face.read_sheet(position.edition, data, board.modules)
        except Refused as reasons:
            raise files.refused(str(path), reasons) from reasons
    return found


def close(position: Position, options: Options, sheets: dict[str, Sheet], folder: Path | None) -> Outcome[Position]:
    """Adjudicate the open call in bulk, with these sheets; the game stops at the next call or at its end.

    Raises BadInput for a sheet that asks for what cannot be, naming its file in `folder` and the place in it.
    """
    shown = face.resume(face.decode(face.encode(position)))
    for house, sheet in sheets.items():
        errors = face.check_sheet(shown.showing, house, sheet, shown.waiting).errors
        if errors:
            raise files.refused(str((folder or Path()) / f"{house}.json"), Refused(*errors))
    call = Call(
        window=face.window(shown.showing, shown.waiting[0], options.pace),
        sheets=sheets,
        stewards=frozenset(options.stewards),
        pace=options.pace,
    )
    return face.resolve(position, call)


def told(outcome: Outcome[Position], game: GameFile, style: str) -> str:
    """What happened, as JSON records or as the story in plain text."""
    if style == "json":
        return json.dumps(msgspec.to_builtins(outcome.records), indent=1)
    story = tell(outcome.records, face.edition(game.edition), translator("en"))
    lines = [plain(story)]
    if outcome.waiting:
        asked = ", ".join(sorted({decision.seat for decision in outcome.waiting}))
        window = face.window(outcome.showing, outcome.waiting[0], game.options.pace)
        lines.append(f"Next call: {window}, for {asked}.")
    return "\n".join(lines)
