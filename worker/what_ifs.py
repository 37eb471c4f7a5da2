"""What-ifs of a game in a file: sheets from a folder, played on what one house knows."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import msgspec

from adjudicator import games
from adjudicator.engine.decision import Refusal, Refused
from adjudicator.engine.values import Position
from adjudicator.engine.what_if import Supposed, suppose
from adjudicator.game_file import GameFile
from narration.narrators import NARRATORS
from narration.plain import plain
from narration.words import translator
from worker import calls, files, pictures
from worker.files import BadInput


def supposed(game: GameFile, position: Position, seat: str, folder: Path | None, draw: int) -> Supposed:
    """The open call as a seat may imagine it. Raises BadInput for an unknown seat, or a sheet that cannot be handed
    in, naming its file."""
    players = games.of(position.board).played(position.board)
    if seat not in players:
        raise BadInput(f"what-if: --seat: {seat!r} is none of {', '.join(players)} (unknown-house)")
    submitted = calls.read_sheets(folder, position)
    if vassals := submitted.sheets.keys() - set(players):
        known = ", ".join(players)
        raise BadInput(f"{folder}: {min(vassals)!r} is a vassal; sheets are of {known} (unknown-house)")
    rules = games.of_edition(game.edition)
    assumed = rules.assumed_type
    sheets = {} if assumed is None else {house: assumed(sheet=sheet) for house, sheet in submitted.sheets.items()}
    try:
        options = game.options
        return suppose(
            rules, position, seat, game.records(), sheets, pace=options.pace, unsaid=options.unsaid, number=draw
        )
    except Refused as reasons:
        raise BadInput(
            "\nrookery: ".join(_placed(one, seat, players, submitted.files) for one in reasons.reasons)
        ) from reasons


def _placed(reason: Refusal, seat: str, players: list[str], paths: Mapping[str, Path]) -> str:
    """A reason in one line, with the file of the house whose sheet it is about."""
    house, _, place = reason.where.partition(".")
    if house not in players:
        house, place = seat, reason.where
    return f"{paths.get(house, house)}: {files.in_words(msgspec.structs.replace(reason, where=place))}"


def told(found: Supposed, game: GameFile, style: str) -> str:
    """What would happen, as JSON records or as the story in plain text."""
    seat = found.before.seat
    records = [record for one in found.records if (record := games.seen(one, seat)) is not None]
    if style == "json":
        sheets = {house: msgspec.to_builtins(sheet) for house, sheet in found.sheets.items()}
        return json.dumps({"records": msgspec.to_builtins(records), "sheets": sheets}, indent=1)
    return plain(NARRATORS.of_edition(game.edition).tell(records, games.edition(game.edition), translator("en"), seat))


def drawn(found: Supposed, output: Path) -> bytes:
    """The map of the board after it."""
    return pictures.drawn(found.after, output, "en")
