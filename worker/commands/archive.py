"""Commands for hosts: write a stored game as a file, take a game file into the archive."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click

from adjudicator import game_file
from adjudicator.engine.refusal import Refused
from worker import files
from worker.files import BadInput


@click.command("export")
@click.argument("game")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The file to write; game-GAME.json if not given.")
def export_(game: str, output: Path | None) -> None:
    """Write the stored game GAME (its id) as a game file: everything of a game that is over, of others what everybody
    may know."""
    from correspondence.archive.exporting import export_game
    from correspondence.errors import Told
    from correspondence.settings import Settings
    from correspondence.store import Store
    from worker import environment

    environment.log_to_stderr()
    store = Store(Settings.from_environment())
    try:
        with store.read() as session:
            document = game_file.encode(export_game(session, game, None, datetime.now(UTC)))
    except Told as reason:
        raise BadInput(f"export: {game}: {reason}") from reason
    finally:
        store.close()
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

    from correspondence.archive.file_limits import MOST_FILE_BYTES
    from correspondence.errors import Told
    from correspondence.imports.checking import TooLong
    from correspondence.imports.importing import checked_file, keep_game
    from correspondence.models.accounts import Account
    from correspondence.settings import Settings
    from correspondence.store import Store
    from worker import environment, importing

    environment.log_to_stderr()
    data, settings = files.read_bytes(game, MOST_FILE_BYTES), Settings.from_environment()
    store = Store(settings)
    mine = select(Account).where(Account.email == owner.strip().lower(), Account.deleted_at.is_(None))
    try:
        with store.read() as session:
            if session.scalar(mine) is None:
                raise BadInput(f"import: nobody here has the address {owner!r} (unknown-owner)")
        with importing.within(settings.import_seconds), importing.little_memory():
            checked = checked_file(data)
        with store.begin() as session:
            made = keep_game(session, session.scalars(mine).one(), checked, title, datetime.now(UTC)).public_id
    except Refused as reasons:
        raise files.refused(str(game), reasons) from reasons
    except Told as reason:
        raise BadInput(f"{game}: {reason}") from reason
    except TooLong as late:
        most = f"{settings.import_seconds:g} seconds, as IMPORT_SECONDS allows"
        raise BadInput(f"{game}: playing it again takes more than {most} (takes-too-long)") from late
    except MemoryError as full:
        raise BadInput(f"{game}: playing it again takes more memory than is allowed (needs-too-much)") from full
    finally:
        store.close()
    click.echo(made)


@click.command("make-pdf", hidden=True)
@click.argument("key")
@click.argument("attempt", type=int)
@click.option("--leader", type=int, help="Stop when this process is gone.")
def make_pdf(key: str, attempt: int, leader: int | None) -> None:
    """Make a PDF file that was asked for and claimed by a worker."""
    from correspondence.settings import Settings
    from worker import environment, pdf_files, running

    environment.log_to_stderr()
    if leader is not None:
        running.follow(leader)
    pdf_files.make_here(Settings.from_environment(), key, attempt)


@click.command("check-import", hidden=True)
@click.argument("number", type=int)
@click.argument("attempt", type=int)
@click.option("--seconds", required=True, type=click.FloatRange(min=0))
@click.option("--leader", type=int, help="Stop when this process is gone.")
def check_import(number: int, attempt: int, seconds: float, leader: int | None) -> None:
    """Check a game file that was sent and claimed by a worker. Decides on it, or ends with another exit code than 0."""
    from correspondence.imports.use_cases import Claimed
    from correspondence.settings import Settings
    from worker import environment, importing, running

    environment.log_to_stderr()
    if leader is not None:
        running.follow(leader)
    importing.check_here(Settings.from_environment(), Claimed(number, attempt), seconds)
