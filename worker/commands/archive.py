"""Commands for administrators: archive, backups, data of editions."""

from __future__ import annotations

import json
import os
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import click

from adjudicator import game_file
from adjudicator.engine import Refused
from correspondence import logs
from correspondence.host_editions import EDITIONS
from correspondence.settings import Settings, data_folder
from worker import environment, files
from worker.files import BadInput


@click.command("export")
@click.argument("game")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The file to write; by default game-GAME.json.")
def export_(game: str, output: Path | None) -> None:
    """Export the stored game GAME (its id) as a game file.

    The file holds everything if the game is over, otherwise what everybody may know.
    """
    from correspondence.archive.files import export_game

    with environment.database(f"export: {game}") as store, store.read() as session:
        document = game_file.encode(export_game(session, game, None, datetime.now(UTC)))
    path = output or Path(f"game-{game}.json")
    files.write(path, document)
    click.echo(f"{path}: {len(document)} bytes")


@click.command("import")
@click.argument("game", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--owner", required=True, metavar="ADDRESS", help="The account that will own the game.")
@click.option("--title", default="", help="The title of the game here.")
def import_(game: Path, owner: str, title: str) -> None:
    """Import the game file GAME into the archive. A replay that differs refuses it."""
    from sqlalchemy import select

    from correspondence.archive.files import MAX_FILE_BYTES
    from correspondence.imports import TooLong, checked_file, keep_game
    from correspondence.models import Account
    from worker import subprocesses

    data, settings = files.read_bytes(game, MAX_FILE_BYTES), Settings.from_environment()
    mine = select(Account).where(Account.email == owner.strip().lower(), Account.deleted_at.is_(None))
    try:
        with environment.database(str(game)) as store:
            with store.read() as session:
                if session.scalar(mine) is None:
                    raise BadInput(f"import: no account has the address {owner!r} (unknown-owner)")
            with subprocesses.time_limit(settings.import_seconds), subprocesses.memory_limit():
                checked = checked_file(data)
            with store.begin() as session:
                game_id = keep_game(session, session.scalars(mine).one(), checked, title, datetime.now(UTC)).public_id
    except Refused as reasons:
        raise files.refusal_as_bad_input(str(game), reasons) from reasons
    except TooLong as late:
        most = f"the {settings.import_seconds:g} seconds of IMPORT_SECONDS"
        raise BadInput(f"{game}: the replay takes more than {most} (takes-too-long)") from late
    except MemoryError as full:
        raise BadInput(f"{game}: the replay needs more memory than is allowed (needs-too-much)") from full
    click.echo(game_id)


@click.command("make-pdf", hidden=True)
@click.argument("key")
@click.argument("attempt", type=int)
@click.option("--leader", type=int, help="Stop when this process is gone.")
def make_pdf(key: str, attempt: int, leader: int | None) -> None:
    """Make a requested PDF file that a worker has claimed."""
    from worker import app, subprocesses

    logs.configure()
    app.follow(leader)
    subprocesses.make_here(Settings.from_environment(), key, attempt)


@click.command("check-import", hidden=True)
@click.argument("number", type=int)
@click.argument("attempt", type=int)
@click.option("--seconds", required=True, type=click.FloatRange(min=0))
@click.option("--leader", type=int, help="Stop when this process is gone.")
def check_import(number: int, attempt: int, seconds: float, leader: int | None) -> None:
    """Check an uploaded, claimed game file. Exit code not 0 without a decision."""
    from correspondence.imports import Claimed
    from worker import app, subprocesses

    logs.configure()
    app.follow(leader)
    subprocesses.check_here(Settings.from_environment(), Claimed(number, attempt), seconds)


@click.command()
@click.argument("target", type=click.Path(path_type=Path))
@click.option("--game", default=None, metavar="GAME", help="Back up only this game and its accounts.")
@click.option("--keep", type=click.IntRange(1), help="For a folder: keep this many backups and remove older ones.")
def backup(target: Path, game: str | None, keep: int | None) -> None:
    """Back up all data into the file TARGET, or into a new file in the folder TARGET.

    The service may run meanwhile. The file holds addresses and secrets, so only its owner can read it.
    """
    from correspondence.backups import making
    from correspondence.migrating import WrongSchema
    from correspondence.store import Store
    from worker.service import clock

    store, now = Store(environment.bare_settings()), clock()
    path = target / making.backup_name(now) if target.is_dir() else target
    if keep is not None and (not target.is_dir() or game):
        raise BadInput("backup: --keep needs a folder as TARGET, and no --game")
    try:
        with closing(store), files.bad_input(WrongSchema, LookupError, about="backup"):
            parts = making.back_up(store, path, now, game)
    except OSError as error:
        raise BadInput(f"backup: {path}: {error.strerror or error}") from error
    rows = sum(part.rows for part in parts)
    click.echo(f"{path}: {rows} rows of {len(parts)} tables, {path.stat().st_size} bytes")
    for old in making.forget_all_but(target, keep) if keep else ():
        click.echo(f"{old}: removed; {keep} newer backups stay")


@click.command()
@click.argument("source", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--game", default=None, metavar="GAME", help="Restore only this game; the others stay.")
def restore(source: Path, game: str | None) -> None:
    """Restore the backup SOURCE into an empty database, or restore one GAME from it.

    The database may be SQLite or PostgreSQL. If anything fails, nothing changes. Stop the workers before you restore a
    single game.
    """
    from correspondence.backups import one_game
    from correspondence.backups.format import BadBackup
    from correspondence.migrating import WrongSchema
    from correspondence.store import Store
    from worker import startup
    from worker.service import clock

    settings = startup.settings() if game else environment.bare_settings()
    wrong = (BadBackup, one_game.NotEmpty, one_game.NotThere, WrongSchema)
    with files.bad_input(*wrong, about="restore"), closing(Store(settings)) as store:
        if game:
            number = one_game.restore_game(store, source, game, clock())
            opened = f"; turn {number} is open" if number else ""
            click.echo(f"{game}: restored from {source}; it agrees with its journal{opened}")
            return
        header = one_game.restore(store, source, keep_key=bool(os.environ.get("SECRET_KEY")))
    click.echo(f"{source}: restored as of {header.made_at:%Y-%m-%d %H:%M:%S} UTC; counts and digests match")


@click.command()
@click.option(
    "--against", type=click.Path(path_type=Path, exists=True, dir_okay=False), help="Compare with a backup too."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of lines.")
def check(against: Path | None, as_json: bool) -> None:
    """Check all data: audit log chains, games against journals. Exit code 1: fault.

    --against also compares each table with a backup. Use it for a database that was just restored.
    """
    from correspondence.backups import one_game
    from correspondence.backups.format import BadBackup
    from correspondence.migrating import WrongSchema
    from correspondence.store import Store
    from worker import startup

    with (
        files.bad_input(BadBackup, WrongSchema, about=f"check: {against}"),
        closing(Store(startup.settings())) as store,
    ):
        faults = one_game.differences_from(store, against, leave_out=one_game.RESTLESS) if against else []
        faults += one_game.faults_within(store)
    if as_json:
        click.echo(json.dumps({"faults": faults}))
    else:
        click.echo("\n".join(faults) or "no faults found")
    sys.exit(1 if faults else 0)


@click.group()
def data() -> None:
    """Check the data of editions, and add files of your own (docs/btwixt-cards.md)."""


def _folder() -> Path:
    """The folder of added editions."""

    logs.configure()
    return data_folder(os.environ) / EDITIONS


@data.command("check")
@click.argument("edition")
@click.argument("folder", required=False, type=click.Path(path_type=Path, exists=True, file_okay=False))
def check_(edition: str, folder: Path | None) -> None:
    """Check the data of EDITION, or of the same files in FOLDER. Exit code 1: fault.

    It checks references, counts of cards and pieces, borders in both directions, and places in the drawing. It lists
    every fault with file, place, words and code. Warnings are listed too, but they refuse nothing.
    """
    from adjudicator import games
    from adjudicator.engine import base_of
    from correspondence.host_editions import check, look_into

    editions_folder = _folder()
    with files.refusals(f"data check: {edition}"):
        family = games.of_files(edition).data
        source = folder or (editions_folder / edition if base_of(edition) else None)
        texts, faults = look_into(source, family.names(edition)) if source is not None and family else (None, [])
        report = check(edition, texts)
    places = {reason.where for reason in faults}
    faults += [reason for reason in report.faults if reason.where not in places]
    for reason in faults:
        click.echo(f"  fault  {files.refusal_line(reason)}")
    for reason in report.warnings:
        click.echo(f"warning  {files.refusal_line(reason)}")
    if faults:
        click.echo(f"{edition}: {len(faults)} faults, {len(report.warnings)} warnings")
        sys.exit(1)
    counts = ", ".join(f"{number} {name}" for name, number in report.counted.items() if number)
    click.echo(f"{edition}: no faults: {counts}; {len(report.warnings)} warnings")


@data.command("add")
@click.argument("edition")
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
def add_(edition: str, folder: Path) -> None:
    """Add the files in FOLDER to EDITION (btwixt, storm-of-swords), for new games.

    The files are checked first; if there is any fault, nothing changes. Running games keep the files that they started
    with.
    """
    from correspondence.host_editions import add

    with files.refusals(f"data add: {folder}"):
        name, report = add(_folder(), edition, folder)
    for reason in report.warnings:
        click.echo(f"warning  {files.refusal_line(reason)}")
    click.echo(f"{name}: added; new games on the site use it instead of {edition}")
    click.echo(f"{name}: for a game in a file: rookery new --edition {name}")


@data.command("list")
def list_() -> None:
    """List all editions, and whether new games use them."""
    from correspondence.host_editions import playable_editions

    broken = False
    for edition in playable_editions(_folder()):
        if edition.trouble:
            broken = True
            words = "; ".join(files.refusal_line(reason) for reason in edition.trouble)
            click.echo(f"{edition.id}  cannot be read: {words}")
            continue
        origin = "added here" if edition.brought else "part of Rookery"
        click.echo(f"{edition.id}  {'offered' if edition.offered else 'known, not offered'}, {origin}: {edition.name}")
    sys.exit(1 if broken else 0)


@data.command("offer")
@click.argument("edition")
def offer_(edition: str) -> None:
    """Use an added EDITION, or Rookery's own (btwixt, storm-of-swords), for new games."""
    from correspondence.host_editions import offer

    with files.refusals(f"data offer: {edition}"):
        offer(_folder(), edition)
    click.echo(f"{edition}: new games use it")
