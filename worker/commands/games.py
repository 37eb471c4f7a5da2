"""Commands for games in files: start, resolve a turn, verify, draw.

Commands import what they need when they run, so `rookery verify` does not load the code that draws maps.
"""

from __future__ import annotations

import json
import os
import secrets
import sys
from pathlib import Path
from typing import Any, get_args

import click

from adjudicator import documents, game_file, games
from adjudicator.engine import Decreed, Level, Pace, Unsaid, base_of, plain_scenario
from adjudicator.game_file import GameFile, Options
from worker import files
from worker.files import BadInput

MAX_SCENARIO_BYTES = 256 * 1024
LEVELS: tuple[Level, ...] = get_args(Level)


def _levels(_context: click.Context, _option: click.Parameter, named: tuple[str, ...]) -> dict[str, Level]:
    """Levels of bots by house, from `HOUSE` and `HOUSE:LEVEL`."""
    levels: dict[str, Level] = {}
    for text in named:
        house, _, word = text.partition(":")
        level = next((level for level in LEVELS if level == (word or "steward")), None)
        if level is None:
            raise click.BadParameter(f"there is no level {word!r}; use {', '.join(LEVELS)}")
        levels[house] = level
    return levels


BOTS = click.option(
    "--bot",
    "--steward",
    "bots",
    multiple=True,
    metavar="HOUSE[:LEVEL]",
    callback=_levels,
    help="A house that a bot plays. LEVEL is squire, steward (the default) or maester.",
)
UNSAID = click.option(
    "--unsaid",
    type=click.Choice(get_args(Unsaid)),
    default="bot",
    show_default=True,
    help="Who makes the choices that orders leave open.",
)
OUTPUT = click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="The game file to write.")
SHEETS = click.option(
    "--sheets", type=click.Path(path_type=Path, file_okay=False), help="Folder with HOUSE.json or HOUSE.txt."
)
LOG = click.option("--log", "style", type=click.Choice(["text", "json"]), default="text", show_default=True)
GAME = click.argument("game", type=click.Path(path_type=Path, dir_okay=False))


def _options(pace: str, edition: str, bots: dict[str, Level], unsaid: Unsaid) -> Options:
    """How a new game is played."""
    levels: dict[str, Level] = {house: level for house, level in bots.items() if level != "steward"}
    return Options(pace=_pace(pace, edition), bots=tuple(bots), unsaid=unsaid, levels=levels)


@click.command()
@click.option(
    "--edition",
    default="first-edition",
    show_default=True,
    help="The edition: an id that `rookery data list` shows.",
)
@click.option("--players", default=5, show_default=True, help="The number of players.")
@click.option("--seed", default="", help="The seed of all chance; random by default.")
@click.option(
    "--pace",
    default="bulk",
    show_default=True,
    help="bulk, raven, house-cards, stepwise, or kinds of decisions separated by commas.",
)
@BOTS
@UNSAID
@click.option(
    "--house",
    "houses",
    multiple=True,
    help="A house with a player, where the others are vassals; in btwixt a leader. Repeat it for more.",
)
@click.option("--seated", is_flag=True, help="Seat the houses clockwise in the order of --house, not at random.")
@click.option("--module", "modules", multiple=True, help="An optional rule. Repeat it for more.")
@OUTPUT
def new(
    edition: str,
    players: int,
    seed: str,
    pace: str,
    bots: dict[str, Level],
    unsaid: Unsaid,
    houses: tuple[str, ...],
    seated: bool,
    modules: tuple[str, ...],
    output: Path,
) -> None:
    """Start a game and write its file."""
    drawn = seed or secrets.token_hex(16)
    with files.refusals("new"):
        options = _options(pace, edition, bots, unsaid)
        if seated:
            game = game_file.new_with_chosen_seats(edition, players, houses, drawn, options, modules)
        else:
            game = game_file.new(edition, players, drawn, options, modules, houses=houses)
    _write_new(output, game, bots, "new")
    _say_which_set(edition)


def _write_new(output: Path, game: GameFile, bots: dict[str, Level], command: str) -> None:
    """Write a new game; BadInput if a bot has a house that is not in it."""
    unknown = sorted(bots.keys() - set(_position(game, output).board.houses))
    if unknown:
        raise BadInput(f"{command}: --bot: no house {unknown[0]!r} in this game (unknown-house)")
    files.write(output, game_file.encode(game))


def _say_which_set(edition: str) -> None:
    """Print which files a new game uses, if files were added for its edition."""
    from correspondence.host_editions import EDITIONS, choices, stored_host_edition_ids
    from correspondence.settings import data_folder

    folder = data_folder(os.environ) / EDITIONS
    added = [name for name in stored_host_edition_ids(folder) if base_of(name) == (base_of(edition) or edition)]
    if added:
        whose = "the files added here" if base_of(edition) else "Rookery's own files"
        site = choices(folder).get(base_of(edition) or edition, base_of(edition) or edition)
        others = ", ".join(name for name in (base_of(edition) or edition, *added) if name != edition)
        text = f"{edition}: uses {whose}; --edition can also be {others}; new games on the site use {site}"
        click.echo(text, err=True)


@click.command()
@click.argument("scenario", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--seed", default="", help="The seed of all chance; by default that of the scenario, or random.")
@click.option("--pace", default="bulk", show_default=True, help="As for rookery new.")
@BOTS
@UNSAID
@OUTPUT
def begin(scenario: Path, seed: str, pace: str, bots: dict[str, Level], unsaid: Unsaid, output: Path) -> None:
    """Start a game from the position in SCENARIO (TOML or JSON) and write its file."""
    text = files.read_text(scenario, MAX_SCENARIO_BYTES, "bad-scenario")
    with files.refusals(str(scenario)):
        plain = plain_scenario(text)
        edition = str(plain.get("edition", ""))
        drawn = seed or str(plain.get("seed", "")) or secrets.token_hex(16)
        options = _options(pace, edition, bots, unsaid)
        game = game_file.from_scenario(plain, drawn, options)
    _write_new(output, game, bots, "begin")


@click.command()
@GAME
@SHEETS
@OUTPUT
@LOG
@click.option("--seat", metavar="HOUSE", help="Log what this house may know; by default what everybody may know.")
def adjudicate(game: Path, sheets: Path | None, output: Path, style: str, seat: str | None) -> None:
    """Resolve the current turn of GAME with order sheets, and write the next turn.

    A house without an order sheet plays by the defaults; a bot plays its own house. The log hides what its reader may
    not know; the file holds everything.
    """
    from worker import game_files

    played, position = _open_game(game)
    _check_seat(position, seat, game)
    order_sheets = game_files.read_sheets(sheets, position, played.options.pace)
    outcome = game_files.close(position, played.options, order_sheets, played.records())
    game_file.add(played, outcome)
    files.write(output, game_file.encode(played))
    click.echo(game_files.turn_in_words(outcome, played, style, seat))


@click.command()
@GAME
@click.option("--seat", metavar="HOUSE", help="Also show the questions to this house and its hand.")
def status(game: Path, seat: str | None) -> None:
    """Show the current turn of GAME, who has to give orders, and the board."""
    from worker import game_files

    played = files.read_game(game)
    position = _position(played, game)
    _check_seat(position, seat, game)
    click.echo(game_files.status(position, played, seat))


@click.command("what-if")
@GAME
@click.option("--seat", required=True, metavar="HOUSE", help="The house whose knowledge is used.")
@SHEETS
@click.option("--draw", default=1, show_default=True, type=click.IntRange(1, 999), help="The number of the draw.")
@click.option(
    "-m", "--map", "picture", type=click.Path(path_type=Path), help="Draw the final board: FILE.svg or FILE.png."
)
@LOG
def what_if(game: Path, seat: str, sheets: Path | None, draw: int, picture: Path | None, style: str) -> None:
    """Run a what-if of the current turn of GAME, which does not change.

    It uses what one house knows. The order sheets are your assumptions about each house; a bot guesses for the others.
    Hidden cards, answers and chance are drawn again, never taken from the game.
    """
    from worker import game_files

    played, position = _open_game(game)
    outcome = game_files.run_what_if(played, position, seat, sheets, draw)
    if picture is not None:
        files.write(picture, game_files.draw_view(outcome.after, picture, "en"))
    click.echo(game_files.what_if_in_words(outcome, played, style))


@click.command()
@GAME
@click.option("--key", "keys", multiple=True, help="A public key of the service. Receipts with other keys are faults.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of lines.")
def verify(game: Path, keys: tuple[str, ...], as_json: bool) -> None:
    """Verify GAME: replay it, check shuffles and receipts. Exit code 1: difference.

    The file cannot prove who owns the keys of its receipts. Compare them with a receipt that you got.
    """
    from correspondence.receipts import faults_of_file

    played = files.read_game(game)
    receipts = played.receipts
    differences = game_file.verify(played) + (faults_of_file(receipts, keys) if receipts else [])
    complete, count = played.seed is not None, len(receipts.chain) if receipts else 0
    if as_json:
        report = {"file": str(game), "complete": complete, "receipts": count, "differences": differences}
        click.echo(json.dumps(report))
    elif differences:
        click.echo("\n".join(differences))
    else:
        overrides = sum(isinstance(entry, Decreed) for entry in played.journal)
        what = f"{len(played.records())} events, {len(played.journal) - overrides} answers, "
        checked = f"verified: {what}{f'{overrides} overrides, ' if overrides else ''}all shuffles"
        unknown = "the log is correct; shuffles cannot be checked without the seed"
        click.echo(f"{game}: {checked if complete else unknown}")
        if receipts is None:
            click.echo(f"{game}: it has no receipts")
        else:
            signers = dict.fromkeys([*(receipt.key for receipt in receipts.chain), receipts.key])
            opened = sum(receipt.opened is not None for receipt in receipts.chain)
            chain = f"{count} receipts in one chain, {opened} opened, signed by {', '.join(signers)}"
            click.echo(f"{game}: {chain}")
    sys.exit(1 if differences else 0)


@click.command("map")
@GAME
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="FILE.svg or FILE.png.")
@click.option(
    "--seat", default=None, metavar="HOUSE", help="Draw what this house sees; by default what everybody sees."
)
@click.option("--round", "round_", type=int, default=None, help="Draw the board at the end of this round.")
@click.option("--language", type=click.Choice(["en", "it", "es"]), default="en", show_default=True)
def map_(game: Path, output: Path, seat: str | None, round_: int | None, language: str) -> None:
    """Draw the map of GAME as SVG or PNG."""
    from worker import game_files

    played = files.read_game(game)
    view = game_files.seat_view(played, str(game), seat, round_)
    files.write(output, game_files.draw_view(view, output, language))


@click.command()
def schema() -> None:
    """Print one JSON Schema for positions, order sheets, events and game files."""
    from worker import game_files

    click.echo(json.dumps(game_files.documents_schema(), indent=1))


def _open_game(path: Path) -> tuple[GameFile, Any]:
    """A game that is not over, and its position. Raises BadInput."""
    played = files.read_game(path)
    position = _position(played, path)
    if position.board.ending is not None:
        raise BadInput(f"{path}: this game is over (game-over)")
    return played, position


def _check_seat(position: Any, seat: str | None, game: Path) -> None:
    """Raises BadInput for a seat that is not in the game."""
    if seat is not None and seat not in position.board.houses:
        raise BadInput(f"{game}: --seat: no house {seat!r} in this game (unknown-house)")


def _pace(text: str, edition: str) -> Pace:
    """A named pace, or the kinds of decisions that stop the game. Raises BadInput."""
    if text in games.of_edition(edition).named_paces:
        return text
    kinds, decision_kinds = tuple(kind.strip() for kind in text.split(",")), games.of_edition(edition).decision_kinds
    for kind in kinds:
        if kind not in decision_kinds:
            raise BadInput(f"new: --pace: there is no pace or kind of decision {kind!r} (unknown-pace)")
    return kinds


def _position(game: GameFile, path: Path) -> Any:
    """The position in a game file, not yet run to its questions. Raises BadInput."""
    if game.position is None:
        raise BadInput(f"{path}: position: a player's export holds no position, so it cannot be resolved (no-position)")
    return documents.decode(documents.encode(game.position))
