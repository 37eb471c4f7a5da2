"""Commands that keep everything safe: back up, restore, check."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import click

from worker.files import BadInput


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
    from worker import environment
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
    from correspondence.backups import one_game, restoring
    from correspondence.backups.format import BadBackup
    from correspondence.migrating import WrongSchema
    from correspondence.store import Store
    from worker import environment, startup
    from worker.service import clock

    settings = startup.settings() if game else environment.bare_settings()
    store = Store(settings)
    try:
        if game:
            number = one_game.restore_game(store, source, game, clock())
            opened = f"; call {number} is open" if number else ""
            click.echo(f"{game}: as in {source}, and as its journal makes it{opened}")
            return
        header = restoring.restore(store, source, keep_key=bool(os.environ.get("SECRET_KEY")))
    except (BadBackup, restoring.NotEmpty, one_game.NotThere, WrongSchema) as wrong:
        raise BadInput(f"restore: {wrong}") from wrong
    finally:
        store.close()
    click.echo(f"{source}: restored as of {header.made_at:%Y-%m-%d %H:%M:%S} UTC, counts and digests are equal")


@click.command()
@click.option("--against", type=click.Path(path_type=Path, exists=True, dir_okay=False), help="Compare with a backup.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of lines.")
def check(against: Path | None, as_json: bool) -> None:
    """Check everything that is kept: every ledger's chain, every game against its journal. Exit code 1 for a fault.

    With --against also whether each table has the rows of that backup: for a database that was just restored.
    """
    from correspondence.backups import checking
    from correspondence.backups.format import BadBackup
    from correspondence.migrating import WrongSchema
    from correspondence.store import Store
    from worker import startup

    store = Store(startup.settings())
    try:
        found = checking.differences_from(store, against, leave_out=checking.RESTLESS) if against else []
        found += checking.faults_within(store)
    except (BadBackup, WrongSchema) as wrong:
        raise BadInput(f"check: {against}: {wrong}") from wrong
    finally:
        store.close()
    if as_json:
        click.echo(json.dumps({"faults": found}))
    else:
        click.echo("\n".join(found) or "everything is whole")
    sys.exit(1 if found else 0)
