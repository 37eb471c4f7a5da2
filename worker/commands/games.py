"""Commands about games in files: begin one, adjudicate a call, verify, draw.

What a command needs is imported when it runs, so that `rookery verify` does not wait for the drawing of maps.
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
from adjudicator.engine import Decreed, Level, Pace, Refused, Unsaid, base_of, plain_scenario
from adjudicator.game_file import GameFile, Options
from worker import files
from worker.files import BadInput

MAX_SCENARIO_BYTES = 256 * 1024
LEVELS: tuple[Level, ...] = get_args(Level)


def _levels(_context: click.Context, _option: click.Parameter, named: tuple[str, ...]) -> dict[str, Level]:
    """Bots by house from `HOUSE` and `HOUSE:LEVEL`."""
    found: dict[str, Level] = {}
    for text in named:
        house, _, word = text.partition(":")
        level = next((level for level in LEVELS if level == (word or "steward")), None)
        if level is None:
            raise click.BadParameter(f"{word!r} is none of {', '.join(LEVELS)}")
        found[house] = level
    return found


BOTS = click.option(
    "--steward",
    "bots",
    multiple=True,
    metavar="HOUSE[:LEVEL]",
    callback=_levels,
    help="A house that a bot plays: as a squire, a steward (if no level is named) or a maester.",
)
UNSAID = click.option(
    "--unsaid",
    type=click.Choice(get_args(Unsaid)),
    default="bot",
    show_default=True,
    help="Who makes choices that sheets leave open.",
)
OUTPUT = click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="The game file to write.")
GAME = click.argument("game", type=click.Path(path_type=Path, dir_okay=False))


def _options(pace: str, edition: str, bots: dict[str, Level], unsaid: Unsaid) -> Options:
    """How a new game is played."""
    levels: dict[str, Level] = {house: level for house, level in bots.items() if level != "steward"}
    return Options(pace=_pace(pace, edition), stewards=tuple(bots), unsaid=unsaid, levels=levels)


@click.command()
@click.option(
    "--edition",
    default="first-edition",
    show_default=True,
    help="Which rules; with files that were added, the id that `rookery data list` tells.",
)
@click.option("--players", default=5, show_default=True, help="How many houses play.")
@click.option("--seed", default="", help="What all chance derives from; drawn at random if not given.")
@click.option(
    "--pace",
    default="bulk",
    show_default=True,
    help="bulk, raven, house-cards, stepwise, or decision kinds with commas.",
)
@BOTS
@UNSAID
@click.option(
    "--house",
    "houses",
    multiple=True,
    help="A house with a player, where the others are vassals; in btwixt a leader who plays. May be given again.",
)
@click.option("--seated", is_flag=True, help="All houses sit as --house names them, clockwise, not as the seed says.")
@click.option("--module", "modules", multiple=True, help="An optional part of the rules; may be given again.")
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
    """Begin a game and write its file."""
    drawn = seed or secrets.token_hex(16)
    with files.refusals("new"):
        options = _options(pace, edition, bots, unsaid)
        if seated:
            game = game_file.seated(edition, players, houses, drawn, options, modules)
        else:
            game = game_file.new(edition, players, drawn, options, modules, houses=houses)
    _write_new(output, game, bots, "new")
    _say_which_set(edition)


def _write_new(output: Path, game: GameFile, bots: dict[str, Level], command: str) -> None:
    """Write a game that was begun; BadInput if a bot is to play a house that is not in it."""
    unknown = sorted(bots.keys() - set(_position(game, output).board.houses))
    if unknown:
        raise BadInput(f"{command}: --steward: no house {unknown[0]!r} in this game (unknown-house)")
    files.write(output, game_file.encode(game))


def _say_which_set(edition: str) -> None:
    """A line about the cards of a new game, where this host has added others for its edition."""
    from correspondence.host_editions import EDITIONS, brought_ids, choices
    from correspondence.settings import data_folder

    folder = data_folder(os.environ) / EDITIONS
    added = [name for name in brought_ids(folder) if base_of(name) == (base_of(edition) or edition)]
    if added:
        whose = "the files added here" if base_of(edition) else "the program's own files"
        site = choices(folder).get(base_of(edition) or edition, base_of(edition) or edition)
        others = ", ".join(name for name in (base_of(edition) or edition, *added) if name != edition)
        text = f"{edition}: begun with {whose}; --edition takes {others} too, and the site begins games with {site}"
        click.echo(text, err=True)


@click.command()
@click.argument("scenario", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--seed", default="", help="What all chance derives from; the scenario's own if not given, else drawn.")
@click.option("--pace", default="bulk", show_default=True, help="As for new.")
@BOTS
@UNSAID
@OUTPUT
def begin(scenario: Path, seed: str, pace: str, bots: dict[str, Level], unsaid: Unsaid, output: Path) -> None:
    """Begin a game from the position that SCENARIO describes (TOML or JSON), and write its file."""
    text = files.read_bytes(scenario, MAX_SCENARIO_BYTES)
    try:
        plain = plain_scenario(text.decode())
        edition = str(plain.get("edition", ""))
        drawn = seed or str(plain.get("seed", "")) or secrets.token_hex(16)
        options = _options(pace, edition, bots, unsaid)
        game = game_file.from_scenario(plain, drawn, options)
    except UnicodeDecodeError as fault:
        raise BadInput(f"{scenario}: not a text in UTF-8 (bad-scenario)") from fault
    except Refused as reasons:
        raise files.refused(str(scenario), reasons) from reasons
    _write_new(output, game, bots, "begin")


@click.command()
@GAME
@click.option("--sheets", type=click.Path(path_type=Path, file_okay=False), help="Folder with HOUSE.json or HOUSE.txt.")
@OUTPUT
@click.option("--log", "style", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--seat", metavar="HOUSE", help="Log what this house may know; without it, what everybody may.")
def adjudicate(game: Path, sheets: Path | None, output: Path, style: str, seat: str | None) -> None:
    """Close the open call of GAME with the sheets given, and write the game as it stands at the next call.

    A house without a sheet plays by the published defaults, a steward's house by its steward. The log hides what is
    hidden from its reader; the file that is written has all of it.
    """
    from worker import game_files

    played, position = _open_game(game)
    _check_seat(position, seat, game)
    given = game_files.read_sheets(sheets, position, played.options.pace)
    outcome = game_files.close(position, played.options, given, played.records())
    game_file.add(played, outcome)
    files.write(output, game_file.encode(played))
    click.echo(game_files.turn_in_words(outcome, played, style, seat))


@click.command()
@GAME
@click.option("--seat", metavar="HOUSE", help="Also what is asked of this house, and what it alone sees: its hand.")
def status(game: Path, seat: str | None) -> None:
    """Say which call of GAME is open and for whom, and what lies on the table."""
    from worker import game_files

    played = files.read_game(game)
    position = _position(played, game)
    _check_seat(position, seat, game)
    click.echo(game_files.status(position, played, seat))


@click.command("what-if")
@GAME
@click.option("--seat", required=True, metavar="HOUSE", help="Whose knowledge counts.")
@click.option("--sheets", type=click.Path(path_type=Path, file_okay=False), help="Folder with HOUSE.json or HOUSE.txt.")
@click.option("--draw", default=1, show_default=True, type=click.IntRange(1, 999), help="Another draw of chance.")
@click.option("-m", "--map", "picture", type=click.Path(path_type=Path), help="FILE.svg or FILE.png: the board after.")
@click.option("--log", "style", type=click.Choice(["text", "json"]), default="text", show_default=True)
def what_if(game: Path, seat: str, sheets: Path | None, draw: int, picture: Path | None, style: str) -> None:
    """Play the open call of GAME to its end on what one house knows. Nothing is written into GAME.

    The sheets are what each house is assumed to hand in; the steward guesses for others. Hidden cards, answers and
    chance are drawn anew, never taken from the game.
    """
    from worker import game_files

    played, position = _open_game(game)
    found = game_files.supposed(played, position, seat, sheets, draw)
    if picture is not None:
        files.write(picture, game_files.draw_view(found.after, picture, "en"))
    click.echo(game_files.what_if_in_words(found, played, style))


@click.command()
@GAME
@click.option("--key", "keys", multiple=True, help="A public key of the service; no other may have signed receipts.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of lines.")
def verify(game: Path, keys: tuple[str, ...], as_json: bool) -> None:
    """Replay GAME from its seed, check every shuffle and the receipts of its sheets, and say what differs. Exit code 1
    if anything does.

    A file alone cannot say whose keys its receipts are signed by: a receipt you were given tells it.
    """
    from correspondence.receipts import faults_of_file

    played = files.read_game(game)
    receipts = played.receipts
    found = game_file.verify(played) + (faults_of_file(receipts, keys) if receipts else [])
    complete, count = played.seed is not None, len(receipts.chain) if receipts else 0
    if as_json:
        told = {"file": str(game), "complete": complete, "receipts": count, "differences": found}
        click.echo(json.dumps(told))
    elif found:
        click.echo("\n".join(found))
    else:
        overrides = sum(isinstance(entry, Decreed) for entry in played.journal)
        what = f"{len(played.records())} events, {len(played.journal) - overrides} answers, "
        checked = f"as it should be: {what}{f'{overrides} overrides, ' if overrides else ''}all shuffles"
        unknown = "the log is in order; without the seed the shuffles cannot be checked yet"
        click.echo(f"{game}: {checked if complete else unknown}")
        if receipts is None:
            click.echo(f"{game}: it has no receipts of sheets")
        else:
            signers = dict.fromkeys([*(one.key for one in receipts.chain), receipts.key])
            opened = sum(one.opened is not None for one in receipts.chain)
            chain = f"{count} receipts in one chain, {opened} opened, signed by {', '.join(signers)}"
            click.echo(f"{game}: {chain}")
    sys.exit(1 if found else 0)


@click.command("map")
@GAME
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="FILE.svg or FILE.png.")
@click.option(
    "--seat", default=None, metavar="HOUSE", help="Draw what this house sees; without it, what everybody sees."
)
@click.option("--round", "round_", type=int, default=None, help="Draw the board at the end of this round.")
@click.option("--language", type=click.Choice(["en", "it", "es"]), default="en", show_default=True)
def map_(game: Path, output: Path, seat: str | None, round_: int | None, language: str) -> None:
    """Draw the map of GAME as SVG or PNG."""
    from worker import game_files

    played = files.read_game(game)
    view = game_files.view_of(played, str(game), seat, round_)
    files.write(output, game_files.draw_view(view, output, language))


@click.command()
def schema() -> None:
    """Print the JSON Schema of positions, sheets, events and game files, as one object."""
    from worker import game_files

    click.echo(json.dumps(game_files.everything(), indent=1))


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
    """A pace by its name, or the kinds of decisions that stop the game; BadInput for a kind nobody is ever asked."""
    if text in games.of_edition(edition).named_paces:
        return text
    kinds, known = tuple(kind.strip() for kind in text.split(",")), games.of_edition(edition).decision_kinds
    for kind in kinds:
        if kind not in known:
            raise BadInput(f"new: --pace: {kind!r} is neither a pace nor a kind of decision (unknown-pace)")
    return kinds


def _position(game: GameFile, path: Path) -> Any:
    """The position in a game file, still to be run up to its questions; BadInput if the file holds none."""
    if game.position is None:
        raise BadInput(f"{path}: position: a player's export cannot be adjudicated, it holds no position (no-position)")
    return documents.decode(documents.encode(game.position))
