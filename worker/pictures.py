"""Maps of games in files: of now, or of the end of any round, as a house or everybody sees them."""

from __future__ import annotations

from pathlib import Path

import atlas
from adjudicator import documents, game_file, games
from adjudicator.engine.values import Position, View
from adjudicator.game_file import GameFile
from worker.files import BadInput


def view_of(game: GameFile, name: str, seat: str | None, round_: int | None) -> View:
    """What a seat sees now, or saw at the end of a round. `name` is the file's, for errors; raises BadInput."""
    showing = _showing(game, name) if round_ is None else _at_end_of(game, name, round_)
    if seat is not None and seat not in showing.board.houses:
        raise BadInput(f"{name}: --seat: no house {seat!r} in this game (unknown-house)")
    return games.of(showing).view(showing, seat)


def drawn(view: View, output: Path, language: str) -> bytes:
    """The map in the format that the file's name asks for."""
    if output.suffix == ".svg":
        return atlas.drawer_of(view).draw(view, atlas.Look(language=language)).encode()
    if output.suffix == ".png":
        return atlas.drawer_of(view).picture(view, atlas.Look(language=language))
    raise BadInput(f"{output}: -o: a map is a .svg or a .png file (unknown-format)")


def _showing(game: GameFile, name: str) -> Position:
    if game.position is None:
        raise BadInput(f"{name}: position: this export holds no position (no-position)")
    position = documents.decode(documents.encode(game.position))
    return games.of(position).resume(position).showing


def _at_end_of(game: GameFile, name: str, round_: int) -> Position:
    """The events of all rounds up to this one, on the board of the set-up."""
    if round_ not in game.rounds:
        known = ", ".join(str(number) for number in sorted(game.rounds)) or "none"
        raise BadInput(f"{name}: --round: no round {round_} in this game; there are {known} (unknown-round)")
    # Only the board is wanted, and that needs no seed: decks come from the set-up or stay hidden.
    begin = game_file.beginning(game, game.seed or "unknown")
    return games.of(begin).fold(begin, [record for record in game.records() if record.round <= round_])
