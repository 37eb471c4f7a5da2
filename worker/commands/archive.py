"""Commands for hosts: archive, backups, data of editions."""

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
from correspondence.host_editions import EDITIONS
from correspondence.settings import Settings, data_folder
from worker import environment, files
from worker.files import BadInput


@click.command("export")
@click.argument("game")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The file to write; game-GAME.json if not given.")
def export_(game: str, output: Path | None) -> None:
    """Write the stored game GAME (its id) as a game file: everything of a game that is over, of others what everybody
    may know."""
    from correspondence.archive.files import export_game

    with environment.database(f"export: {game}") as store, store.read() as session:
        document = game_file.encode(export_game(session, game, None, datetime.now(UTC)))
    path = output or Path(f"game-{game}.json")
    files.write(path, document)
    click.echo(f"{path}: {len(document)} bytes")


@click.command("import")
@click.argument("game", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--owner", required=True, metavar="ADDRESS", help="Whose game it is to be: the address of an account.")
@click.option("--title", default="", help="What it is to be called here.")
def import_(game: Path, owner: str, title: str) -> None:
    """Take the game file GAME into the archive. It is played again first; what did not go as it says stays out."""
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
                    raise BadInput(f"import: nobody here has the address {owner!r} (unknown-owner)")
            with subprocesses.within(settings.import_seconds), subprocesses.little_memory():
                checked = checked_file(data)
            with store.begin() as session:
                made = keep_game(session, session.scalars(mine).one(), checked, title, datetime.now(UTC)).public_id
    except Refused as reasons:
        raise files.refused(str(game), reasons) from reasons
    except TooLong as late:
        most = f"{settings.import_seconds:g} seconds, as IMPORT_SECONDS allows"
        raise BadInput(f"{game}: playing it again takes more than {most} (takes-too-long)") from late
    except MemoryError as full:
        raise BadInput(f"{game}: playing it again takes more memory than is allowed (needs-too-much)") from full
    click.echo(made)


@click.command("make-pdf", hidden=True)
@click.argument("key")
@click.argument("attempt", type=int)
@click.option("--leader", type=int, help="Stop when this process is gone.")
def make_pdf(key: str, attempt: int, leader: int | None) -> None:
    """Make a PDF file that was asked for and claimed by a worker."""
    from worker import app, subprocesses

    environment.log_to_stderr()
    if leader is not None:
        app.follow(leader)
    subprocesses.make_here(Settings.from_environment(), key, attempt)


@click.command("check-import", hidden=True)
@click.argument("number", type=int)
@click.argument("attempt", type=int)
@click.option("--seconds", required=True, type=click.FloatRange(min=0))
@click.option("--leader", type=int, help="Stop when this process is gone.")
def check_import(number: int, attempt: int, seconds: float, leader: int | None) -> None:
    """Check a game file that was sent and claimed by a worker. Decides on it, or ends with another exit code than 0."""
    from correspondence.imports import Claimed
    from worker import app, subprocesses

    environment.log_to_stderr()
    if leader is not None:
        app.follow(leader)
    subprocesses.check_here(Settings.from_environment(), Claimed(number, attempt), seconds)


@click.command()
@click.argument("target", type=click.Path(path_type=Path))
@click.option("--game", default=None, metavar="GAME", help="Only this game, and the accounts it names.")
@click.option("--keep", type=click.IntRange(1), help="In a folder: remove older backups until so many are left.")
def backup(target: Path, game: str | None, keep: int | None) -> None:
    """Write everything that is kept into the file TARGET, or into a new file of the folder TARGET.

    The service may go on meanwhile. The file holds addresses and secrets: only its owner can read it.
    """
    from correspondence.backups import making
    from correspondence.migrating import WrongSchema
    from correspondence.store import Store
    from worker.service import clock

    store, now = Store(environment.bare_settings()), clock()
    path = target / making.name_at(now) if target.is_dir() else target
    if keep is not None and (not target.is_dir() or game):
        raise BadInput("backup: --keep is for a folder of whole backups")
    try:
        parts = making.back_up(store, path, now, game)
    except (WrongSchema, LookupError) as wrong:
        raise BadInput(f"backup: {wrong}") from wrong
    except OSError as error:
        raise BadInput(f"backup: {path}: {error.strerror or error}") from error
    finally:
        store.close()
    rows = sum(part.rows for part in parts)
    click.echo(f"{path}: {rows} rows of {len(parts)} tables, {path.stat().st_size} bytes")
    for old in making.forget_all_but(target, keep) if keep else ():
        click.echo(f"{old}: removed, {keep} newer ones are kept")


@click.command()
@click.argument("source", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--game", default=None, metavar="GAME", help="Set back only this game, beside the others.")
def restore(source: Path, game: str | None) -> None:
    """Put the backup SOURCE into an empty database, of either kind; or set one GAME back to how it stands there.

    Nothing is changed unless all of it went well. Before a single game is set back, stop the workers.
    """
    from correspondence.backups import one_game
    from correspondence.backups.format import BadBackup
    from correspondence.migrating import WrongSchema
    from correspondence.store import Store
    from worker import startup
    from worker.service import clock

    settings = startup.settings() if game else environment.bare_settings()
    try:
        with closing(Store(settings)) as store:
            if game:
                number = one_game.restore_game(store, source, game, clock())
                opened = f"; call {number} is open" if number else ""
                click.echo(f"{game}: as in {source}, and as its journal makes it{opened}")
                return
            header = one_game.restore(store, source, keep_key=bool(os.environ.get("SECRET_KEY")))
    except (BadBackup, one_game.NotEmpty, one_game.NotThere, WrongSchema) as wrong:
        raise BadInput(f"restore: {wrong}") from wrong
    click.echo(f"{source}: restored as of {header.made_at:%Y-%m-%d %H:%M:%S} UTC, counts and digests are equal")


@click.command()
@click.option("--against", type=click.Path(path_type=Path, exists=True, dir_okay=False), help="Compare with a backup.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of lines.")
def check(against: Path | None, as_json: bool) -> None:
    """Check everything that is kept: every audit log's chain, every game against its journal. Exit code 1 for a fault.

    With --against also whether each table has the rows of that backup: for a database that was just restored.
    """
    from correspondence.backups import one_game
    from correspondence.backups.format import BadBackup
    from correspondence.migrating import WrongSchema
    from correspondence.store import Store
    from worker import startup

    try:
        with closing(Store(startup.settings())) as store:
            found = one_game.differences_from(store, against, leave_out=one_game.RESTLESS) if against else []
            found += one_game.faults_within(store)
    except (BadBackup, WrongSchema) as wrong:
        raise BadInput(f"check: {against}: {wrong}") from wrong
    if as_json:
        click.echo(json.dumps({"faults": found}))
    else:
        click.echo("\n".join(found) or "everything is whole")
    sys.exit(1 if found else 0)


@click.group()
def data() -> None:
    """What editions are made of: check it, and play with files of your own (docs/btwixt-cards.md)."""


def _folder() -> Path:
    """Where editions are that were added."""

    environment.log_to_stderr()
    return data_folder(os.environ) / EDITIONS


@data.command("check")
@click.argument("edition")
@click.argument("folder", required=False, type=click.Path(path_type=Path, exists=True, file_okay=False))
def check_(edition: str, folder: Path | None) -> None:
    """Check the data of EDITION, or the files of the same names in FOLDER. Exit code 1 for any fault.

    References, sums of cards and pieces, borders in both directions, a place for everything in the drawing. Every fault
    is listed, with file, place, words and code; warnings, which refuse nothing, come apart.
    """
    from adjudicator import games
    from adjudicator.engine import base_of
    from correspondence.host_editions import check, look_into

    kept = _folder()
    with files.refusals(f"data check: {edition}"):
        known = games.of_files(edition).data
        source = folder or (kept / edition if base_of(edition) else None)
        texts, faults = look_into(source, known.names(edition)) if source is not None and known else (None, [])
        report = check(edition, texts)
    said = {reason.where for reason in faults}
    faults += [reason for reason in report.faults if reason.where not in said]
    for reason in faults:
        click.echo(f"  fault  {files.in_words(reason)}")
    for reason in report.warnings:
        click.echo(f"warning  {files.in_words(reason)}")
    if faults:
        click.echo(f"{edition}: {len(faults)} faults, {len(report.warnings)} warnings")
        sys.exit(1)
    counts = ", ".join(f"{number} {name}" for name, number in report.counted.items() if number)
    click.echo(f"{edition}: all is well: {counts}; {len(report.warnings)} warnings")


@data.command("add")
@click.argument("edition")
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
def add_(edition: str, folder: Path) -> None:
    """Take the files in FOLDER as your own for EDITION (btwixt, storm-of-swords): new games are begun with them.

    They are checked first; with any fault nothing is changed. Games that run keep what they began with.
    """
    from correspondence.host_editions import add

    with files.refusals(f"data add: {folder}"):
        name, report = add(_folder(), edition, folder)
    for reason in report.warnings:
        click.echo(f"warning  {files.in_words(reason)}")
    click.echo(f"{name}: added; new games of the site are begun with it, in the place of {edition}")
    click.echo(f"{name}: games in files by rookery new --edition {name}")


@data.command("list")
def list_() -> None:
    """Every edition that games are played with here, and whether new ones are begun with it."""
    from correspondence.host_editions import known

    broken = False
    for one in known(_folder()):
        if one.trouble:
            broken = True
            words = "; ".join(files.in_words(reason) for reason in one.trouble)
            click.echo(f"{one.id}  cannot be read: {words}")
            continue
        whose = "added here" if one.brought else "of the program"
        click.echo(f"{one.id}  {'offered' if one.offered else 'known, not offered'}, {whose}: {one.name}")
    sys.exit(1 if broken else 0)


@data.command("offer")
@click.argument("edition")
def offer_(edition: str) -> None:
    """Begin new games with EDITION: one that was added, or the program's own again (btwixt, storm-of-swords)."""
    from correspondence.host_editions import offer

    with files.refusals(f"data offer: {edition}"):
        offer(_folder(), edition)
    click.echo(f"{edition}: new games are begun with it")
