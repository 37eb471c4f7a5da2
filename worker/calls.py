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
from correspondence.letters.text import blocks_text
from narration.blocks import Block, Points
from narration.face import narrator_of, tell, voice
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


def told(outcome: Outcome[Position], game: GameFile, style: str, seat: str | None = None) -> str:
    """What happened, as JSON records or as the story in plain text: as a seat (None: everybody) may know it."""
    over = outcome.showing.board.ending is not None
    records = [shown for one in outcome.records if (shown := face.seen(one, seat, over=over)) is not None]
    if style == "json":
        return json.dumps(msgspec.to_builtins(records), indent=1)
    story = plain(tell(records, face.edition(game.edition), translator("en"), seat))
    return "\n".join([story, *([f"Next call: {asks(outcome, game)}."] if outcome.waiting else [])])


def asks(outcome: Outcome[Position], game: GameFile) -> str:
    """The window of the call that is open, and the houses that it may ask, but for those of stewards."""
    window = face.window(outcome.showing, outcome.waiting[0], game.options.pace)
    asked = face.may_ask(outcome, game.options.pace).difference(game.options.stewards)
    return f"{window}, for {', '.join(sorted(asked)) or 'nobody'}"


def status(position: Position, game: GameFile, seat: str | None) -> str:
    """The open call; for a seat what it is asked and may ever see, with a hand that others do not."""
    shown = face.resume(position)
    lines = [f"Open call: {asks(shown, game)}."] if shown.waiting else ["This game is over."]
    v = voice(face.edition(game.edition), translator("en"), seat)
    narrator, view = narrator_of(v), face.view(shown.showing, seat, shown.waiting)
    coming = face.foreseen(shown.showing, seat) if seat is not None and shown.waiting else ()
    questions = [narrator.question(one, view.board, v) for one in (*view.waiting, *coming)]
    blocks: list[Block] = [Points(text=put.text, points=put.choices) for put in questions]
    return "\n".join([*lines, blocks_text([*blocks, *narrator.board(view, v)]).rstrip("\n")])
