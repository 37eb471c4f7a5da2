"""Games in files: turns with a folder of order sheets, what-ifs, maps, schema."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import msgspec

import atlas
from adjudicator import documents, game_file, games
from adjudicator.documents import json_schemas
from adjudicator.engine import Outcome, Pace, Position, Record, Refused, Sheet, Supposed, TurnInput, View, suppose
from adjudicator.engine.what_if import prepare
from adjudicator.game_file import GameFile, Options, file_type
from correspondence.mail.text import blocks_text
from narration.narrators import NARRATORS, narrator_of
from narration.plain import Block, Points, plain
from narration.typed_sheets import read_sheet_text
from narration.words import translator
from worker import files
from worker.files import BadInput

JSON, TYPED = ".json", ".txt"


@dataclass(frozen=True)
class Submitted:
    """Order sheets from a folder, by house, and the file of each."""

    sheets: dict[str, Sheet]
    files: dict[str, Path]


def read_sheets(folder: Path | None, position: Position, pace: Pace) -> Submitted:
    """Read order sheets from a folder: JSON in HOUSE.json, typed orders in HOUSE.txt.

    Prints unread lines, skipped files and empty files to stderr. BadInput with file and place for what cannot be read,
    for a house with two files, and for a house in a file of another type.
    """
    board, result = position.board, Submitted({}, {})
    if folder is None:
        return result
    if not folder.is_dir():
        raise BadInput(f"{folder}: there is no such folder")
    for path in sorted(folder.iterdir()):
        house = path.stem
        if path.suffix not in (JSON, TYPED):
            if house in board.houses:
                raise BadInput(f"{path}: name the order sheet {house}{JSON} or {house}{TYPED} (unknown-file)")
            if not path.name.startswith("."):
                click.echo(f"rookery: {path}: skipped: order sheets are HOUSE{JSON} or HOUSE{TYPED}", err=True)
            continue
        if house not in board.houses:
            house_names = ", ".join(board.houses)
            raise BadInput(f"{path}: there is no house {house!r} in this game; it has {house_names} (unknown-house)")
        if house in result.files:
            raise BadInput(f"{path}: {house} has a second order sheet, {result.files[house].name} (two-sheets)")
        result.files[house] = path
        result.sheets[house] = _read_sheet(path, position, house, pace)
    return result


def _read_sheet(path: Path, position: Position, house: str, pace: Pace) -> Sheet:
    """Read a house's order sheet from a file: JSON, or orders typed as text.
    Prints to stderr how typed lines were read. Raises BadInput with the file and the place in it."""
    most, board = files.MAX_SHEET_BYTES, position.board
    with files.refusals(str(path)):
        if path.suffix == JSON:
            return documents.read_sheet(position.edition, files.read_bytes(path, most), board.modules)
        text = files.read_text(path, most, "bad-sheet")
        edition = games.edition(position.edition)
        rules = games.of(position)
        shown = rules.resume(documents.decode(documents.encode(position)))
        window = rules.window(shown.showing, shown.waiting[0], pace) if shown.waiting else ""
        questions = rules.own_questions(window, shown.waiting, house)
        script = read_sheet_text(text, edition, board.modules, house=house, board=board, decisions=questions)
    for number, line in script.understood.items():
        click.echo(f"rookery: {path}: line {number}: read as: {line}", err=True)
    for number, line in script.unread:
        click.echo(f"rookery: {path}: line {number}: not read: {line}", err=True)
    if not (script.said or script.cleared):
        click.echo(f"rookery: {path}: this file has no orders", err=True)
    if script.standing is not None:
        click.echo(f"rookery: {path}: skipped: standing orders have no effect in a game file", err=True)
    return script.sheet


def close(
    position: Position, options: Options, submitted: Submitted, records: Sequence[Record] = ()
) -> Outcome[Position]:
    """Resolve the current turn with these order sheets, up to the next or the end.

    Maesters search first; they use the game's `records` as far as they may know them.

    Raises BadInput with file and place for an illegal order sheet.
    """
    rules = games.of(position)
    shown = rules.resume(documents.decode(documents.encode(position)))
    for house, sheet in submitted.sheets.items():
        errors = rules.check_sheet(shown.showing, house, sheet, shown.waiting).errors
        if errors:
            raise files.refusal_as_bad_input(str(submitted.files[house]), Refused(*errors))
        if house in options.bots or house in rules.unplayed(shown.showing.board):
            whose = "a bot plays" if house in options.bots else "nobody plays"
            click.echo(f"rookery: {submitted.files[house]}: skipped: {whose} {house}", err=True)
    turn = TurnInput(
        window=rules.window(shown.showing, shown.waiting[0], options.pace),
        sheets=submitted.sheets,
        bots=frozenset(options.bots),
        pace=options.pace,
        unsaid=options.unsaid,
        levels=options.levels,
        prepared={
            house: prepare(rules, position, house, records, pace=options.pace)
            for house, level in options.levels.items()
            if level == "maester"
        },
    )
    return rules.resolve(position, turn)


def turn_in_words(outcome: Outcome[Position], game: GameFile, style: str, seat: str | None = None) -> str:
    """What happened, as JSON records or text, as a seat (None: everybody) may know it."""
    over = outcome.showing.board.ending is not None
    records = [
        shown for record in outcome.records if (shown := games.record_for_seat(record, seat, over=over)) is not None
    ]
    if style == "json":
        return json.dumps(msgspec.to_builtins(records), indent=1)
    story = _story(records, game, seat)
    return f"{story}\nNext call: {asks(outcome, game)}." if outcome.waiting else story


def _story(records: Sequence[Record], game: GameFile, seat: str | None) -> str:
    edition = games.edition(game.edition)
    return plain(narrator_of(edition).tell(records, edition, translator("en"), seat))


def asks(outcome: Outcome[Position], game: GameFile) -> str:
    """The window of the current turn, and the houses of players that it may ask."""
    window = games.of(outcome.showing).window(outcome.showing, outcome.waiting[0], game.options.pace)
    houses = games.of(outcome.showing).may_ask(outcome, game.options.pace).difference(game.options.bots)
    return f"{window}, for {', '.join(sorted(houses)) or 'nobody'}"


def status(position: Position, game: GameFile, seat: str | None) -> str:
    """The current turn and the board; for a seat also its questions and its hand."""
    rules = games.of(position)
    shown = rules.resume(position)
    lines = [f"Current turn: {asks(shown, game)}."] if shown.waiting else ["This game is over."]
    v = NARRATORS.of_edition(game.edition).voice(games.edition(game.edition), translator("en"), seat)
    narrator, view = narrator_of(v.edition), rules.view(shown.showing, seat, shown.waiting)
    coming = rules.foreseen(shown.showing, seat) if seat is not None and shown.waiting else ()
    questions = [narrator.question(decision, view.board, v) for decision in (*view.waiting, *coming)]
    blocks: list[Block] = [Points(text=put.text, points=put.choices) for put in questions]
    return "\n".join([*lines, blocks_text([*blocks, *narrator.board(view, v)]).rstrip("\n")])


def seat_view(game: GameFile, name: str, seat: str | None, round_: int | None) -> View:
    """Return what a seat sees at the end of a round, or now if `round_` is None.
    Raises BadInput, naming the file `name`, for an unknown house or round, or no position."""
    showing = _open_position(game, name) if round_ is None else _position_after_round(game, name, round_)
    if seat is not None and seat not in showing.board.houses:
        raise BadInput(f"{name}: --seat: no house {seat!r} in this game (unknown-house)")
    return games.of(showing).view(showing, seat)


def draw_view(view: View, output: Path, language: str) -> bytes:
    """The map in the format of the file name's extension."""
    if output.suffix == ".svg":
        return atlas.drawer_of(view).draw(view, atlas.Look(language=language)).encode()
    if output.suffix == ".png":
        return atlas.drawer_of(view).picture(view, atlas.Look(language=language))
    raise BadInput(f"{output}: -o: the file must be .svg or .png (unknown-format)")


def _open_position(game: GameFile, name: str) -> Position:
    if game.position is None:
        raise BadInput(f"{name}: position: this export holds no position (no-position)")
    position = documents.decode(documents.encode(game.position))
    return games.of(position).resume(position).showing


def _position_after_round(game: GameFile, name: str, round_: int) -> Position:
    """Return the position at the end of a round, replayed from the set-up.
    Only its board is of use. Raises BadInput, naming file `name`, for an unknown round."""
    if round_ not in game.rounds:
        rounds_text = ", ".join(str(number) for number in sorted(game.rounds)) or "none"
        raise BadInput(f"{name}: --round: this game has no round {round_}; it has {rounds_text} (unknown-round)")
    # Only the board is wanted, and that needs no seed: decks come from the set-up or stay hidden.
    begin = game_file.starting_position(game, game.seed or "unknown")
    return games.of(begin).fold(begin, [record for record in game.records() if record.round <= round_])


def run_what_if(game: GameFile, position: Position, seat: str, folder: Path | None, draw: int) -> Supposed:
    """Run a what-if of a seat for the current turn, with sheets from a folder.
    Raises BadInput for an unknown seat, for the sheet of a vassal, and with its file for an illegal
    sheet. Each number `draw` gives another draw of chance."""
    players = games.of(position.board).played(position.board)
    if seat not in players:
        raise BadInput(f"what-if: --seat: there is no player {seat!r}; use {', '.join(players)} (unknown-house)")
    submitted = read_sheets(folder, position, game.options.pace)
    if vassals := submitted.sheets.keys() - set(players):
        names = ", ".join(players)
        raise BadInput(f"{folder}: {min(vassals)!r} is a vassal; only these have order sheets: {names} (unknown-house)")
    rules = games.of_edition(game.edition)
    assumed = rules.assumed_type
    sheets = {} if assumed is None else {house: assumed(sheet=sheet) for house, sheet in submitted.sheets.items()}
    try:
        options = game.options
        return suppose(
            rules, position, seat, game.records(), sheets, pace=options.pace, unsaid=options.unsaid, number=draw
        )
    except Refused as reasons:
        messages = []
        for reason in reasons.reasons:
            # Each in a line, with the file of the house whose sheet it is about.
            house, _, place = reason.where.partition(".")
            if house not in players:
                house, place = seat, reason.where
            words = files.refusal_line(msgspec.structs.replace(reason, where=place))
            messages.append(f"{submitted.files.get(house, house)}: {words}")
        raise BadInput("\nrookery: ".join(messages)) from reasons


def what_if_in_words(outcome: Supposed, game: GameFile, style: str) -> str:
    """What would happen, as JSON records or text."""
    seat = outcome.before.seat
    records = [
        record for full_record in outcome.records if (record := games.record_for_seat(full_record, seat)) is not None
    ]
    if style == "json":
        sheets = {house: msgspec.to_builtins(sheet) for house, sheet in outcome.sheets.items()}
        return json.dumps({"records": msgspec.to_builtins(records), "sheets": sheets}, indent=1)
    return _story(records, game, seat)


def documents_schema() -> dict[str, Any]:
    """Return one JSON Schema: documents in `properties`, their parts in `$defs`.
    Kinds of all families but the first are named `family/kind`."""
    kinds: dict[str, Any] = {}
    for number, family in enumerate(games.GAMES.values()):
        before, types = f"{family.id}/" if number else "", family.types
        kinds |= {
            f"{before}position": types.position,
            f"{before}sheet": types.sheet,
            f"{before}record": family.record_type,
            f"{before}decision": types.decision,
            f"{before}edict": types.override,
            f"{before}change": types.change,
            f"{before}game": file_type(family),
        }
    schemas, parts = json_schemas(kinds, "#/$defs/{name}")
    for family in games.GAMES.values():
        parts = family.describe(parts)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Rookery",
        "properties": schemas,
        "$defs": parts,
    }
