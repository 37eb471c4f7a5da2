"""Closing a call of a game in a file: the sheets from a folder, the resolver, the log."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click
import msgspec

from adjudicator import documents, games
from adjudicator.engine.bulk import Call
from adjudicator.engine.decision import Refused
from adjudicator.engine.journal import Record
from adjudicator.engine.search import prepare
from adjudicator.engine.step import Outcome
from adjudicator.engine.values import Position, Sheet
from adjudicator.game_file import GameFile, Options
from correspondence.letters.text import blocks_text
from narration.narrators import NARRATORS, narrator_of
from narration.plain import Block, Points, plain
from narration.typed_sheets import read_sheet_text
from narration.words import translator
from worker import files
from worker.files import BadInput

JSON, TYPED = ".json", ".txt"


@dataclass(frozen=True)
class Submitted:
    """Sheets from a folder, by house, and the file that each came from."""

    sheets: dict[str, Sheet]
    files: dict[str, Path]


def read_sheets(folder: Path | None, position: Position) -> Submitted:
    """The sheets in a folder for a game: JSON in HOUSE.json, orders as players type them in HOUSE.txt.

    Lines that read as prose, files that are passed over and those that say nothing are told on the error stream.
    BadInput naming the file and the place for what cannot be read, for a house with two files, and for one in a file of
    another kind.
    """
    board, result = position.board, Submitted({}, {})
    if folder is None:
        return result
    if not folder.is_dir():
        raise BadInput(f"{folder}: no such folder")
    for path in sorted(folder.iterdir()):
        house = path.stem
        if path.suffix not in (JSON, TYPED):
            if house in board.houses:
                raise BadInput(f"{path}: sheets are {house}{JSON} or {house}{TYPED} (unknown-file)")
            if not path.name.startswith("."):
                click.echo(f"rookery: {path}: passed over: sheets are HOUSE{JSON} or HOUSE{TYPED}", err=True)
            continue
        if house not in board.houses:
            known = ", ".join(board.houses)
            raise BadInput(f"{path}: no house {house!r} in this game; it has {known} (unknown-house)")
        if house in result.files:
            raise BadInput(f"{path}: {result.files[house].name} is a sheet of {house} too (two-sheets)")
        result.files[house] = path
        result.sheets[house] = _read_sheet(path, position, house)
    return result


def _read_sheet(path: Path, position: Position, house: str) -> Sheet:
    data, board = files.read_bytes(path, files.MOST_SHEET_BYTES), position.board
    try:
        if path.suffix == JSON:
            return documents.read_sheet(position.edition, data, board.modules)
        edition = games.edition(position.edition)
        script = read_sheet_text(data.decode(), edition, board.modules, house=house, board=board)
    except UnicodeDecodeError as fault:
        raise BadInput(f"{path}: not a text in UTF-8 (bad-sheet)") from fault
    except Refused as reasons:
        raise files.refused(str(path), reasons) from reasons
    for number, line in script.unread:
        click.echo(f"rookery: {path}: line {number}: not read: {line}", err=True)
    if not (script.said or script.cleared):
        click.echo(f"rookery: {path}: no instruction was found", err=True)
    if script.standing is not None:
        click.echo(f"rookery: {path}: standing instructions are not kept in a file", err=True)
    return script.sheet


def close(
    position: Position, options: Options, submitted: Submitted, records: Sequence[Record] = ()
) -> Outcome[Position]:
    """Adjudicate the open call in bulk, with these sheets; the game stops at the next call or at its end.

    Maesters search first; of the game's `records` they remember what they were told.

    Raises BadInput for a sheet that asks for what cannot be, naming its file and the place in it.
    """
    rules = games.of(position)
    shown = rules.resume(documents.decode(documents.encode(position)))
    for house, sheet in submitted.sheets.items():
        errors = rules.check_sheet(shown.showing, house, sheet, shown.waiting).errors
        if errors:
            raise files.refused(str(submitted.files[house]), Refused(*errors))
        if house in options.stewards or house in rules.unplayed(shown.showing.board):
            whose = "a bot plays" if house in options.stewards else "nobody plays"
            click.echo(f"rookery: {submitted.files[house]}: passed over: {whose} {house}", err=True)
    call = Call(
        window=rules.window(shown.showing, shown.waiting[0], options.pace),
        sheets=submitted.sheets,
        stewards=frozenset(options.stewards),
        pace=options.pace,
        unsaid=options.unsaid,
        levels=options.levels,
        prepared={
            house: prepare(rules, position, house, records, pace=options.pace)
            for house, level in options.levels.items()
            if level == "maester"
        },
    )
    return rules.resolve(position, call)


def told(outcome: Outcome[Position], game: GameFile, style: str, seat: str | None = None) -> str:
    """What happened, as JSON records or as the story in plain text: as a seat (None: everybody) may know it."""
    over = outcome.showing.board.ending is not None
    records = [shown for one in outcome.records if (shown := games.seen(one, seat, over=over)) is not None]
    if style == "json":
        return json.dumps(msgspec.to_builtins(records), indent=1)
    story = plain(NARRATORS.of_edition(game.edition).tell(records, games.edition(game.edition), translator("en"), seat))
    return "\n".join([story, *([f"Next call: {asks(outcome, game)}."] if outcome.waiting else [])])


def asks(outcome: Outcome[Position], game: GameFile) -> str:
    """The window of the call that is open, and the houses that it may ask, but for those of stewards."""
    window = games.of(outcome.showing).window(outcome.showing, outcome.waiting[0], game.options.pace)
    asked = games.of(outcome.showing).may_ask(outcome, game.options.pace).difference(game.options.stewards)
    return f"{window}, for {', '.join(sorted(asked)) or 'nobody'}"


def status(position: Position, game: GameFile, seat: str | None) -> str:
    """The open call; for a seat what it is asked and may ever see, with a hand that others do not."""
    rules = games.of(position)
    shown = rules.resume(position)
    lines = [f"Open call: {asks(shown, game)}."] if shown.waiting else ["This game is over."]
    v = NARRATORS.of_edition(game.edition).voice(games.edition(game.edition), translator("en"), seat)
    narrator, view = narrator_of(v.edition), rules.view(shown.showing, seat, shown.waiting)
    coming = rules.foreseen(shown.showing, seat) if seat is not None and shown.waiting else ()
    questions = [narrator.question(one, view.board, v) for one in (*view.waiting, *coming)]
    blocks: list[Block] = [Points(text=put.text, points=put.choices) for put in questions]
    return "\n".join([*lines, blocks_text([*blocks, *narrator.board(view, v)]).rstrip("\n")])
