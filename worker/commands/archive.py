"""Commands for hosts: write a stored game as a file, take a game file into the archive."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click

from adjudicator import game_file
from adjudicator.kernel.refusal import Refused
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

    from correspondence.accounts.models import Account
    from correspondence.archive.importing import MOST_BYTES, import_game
    from correspondence.errors import Told
    from correspondence.settings import Settings
    from correspondence.store import Store
    from worker import environment

    environment.log_to_stderr()
    data = files.read_bytes(game, MOST_BYTES)
    store = Store(Settings.from_environment())
    try:
        with store.begin() as session:
            account = session.scalar(select(Account).where(Account.email == owner.strip().lower()))
            if account is None:
                raise BadInput(f"import: nobody here has the address {owner!r} (unknown-owner)")
            made = import_game(session, account, data, title, datetime.now(UTC)).public_id
    except Refused as reasons:
        raise files.refused(str(game), reasons) from reasons
    except Told as reason:
        raise BadInput(f"{game}: {reason}") from reason
    finally:
        store.close()
    click.echo(made)
