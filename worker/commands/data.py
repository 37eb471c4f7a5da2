"""Commands about the data of editions: check it, add card sets of one's own, say which is on offer."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from adjudicator.engine.refusal import Refused
from worker import files
from worker.files import BadInput


@click.group()
def data() -> None:
    """What editions are made of: check it, and play with files of your own (docs/btwixt-cards.md)."""


def _folder() -> Path:
    """Where editions are that were added."""
    from correspondence.host_editions.reading import EDITIONS
    from correspondence.settings import data_folder
    from worker import environment

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
    from adjudicator.engine.data_files import base_of
    from correspondence.host_editions.keeping import check
    from correspondence.host_editions.reading import look_into

    kept = _folder()
    try:
        known = games.of_files(edition).data
        source = folder or (kept / edition if base_of(edition) else None)
        texts, faults = look_into(source, known.names(edition)) if source is not None and known else (None, [])
        report = check(edition, texts)
    except Refused as reasons:
        raise files.refused(f"data check: {edition}", reasons) from reasons
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
    from correspondence.host_editions.keeping import add

    try:
        name, report = add(_folder(), edition, folder)
    except Refused as reasons:
        raise files.refused(f"data add: {folder}", reasons) from reasons
    except OSError as error:
        raise BadInput(f"data add: {error.filename}: {error.strerror or error}") from error
    for reason in report.warnings:
        click.echo(f"warning  {files.in_words(reason)}")
    click.echo(f"{name}: added; new games of the site are begun with it, in the place of {edition}")
    click.echo(f"{name}: games in files by rookery new --edition {name}")


@data.command("list")
def list_() -> None:
    """Every edition that games are played with here, and whether new ones are begun with it."""
    from correspondence.host_editions.keeping import known

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
    from correspondence.host_editions.keeping import offer

    try:
        offer(_folder(), edition)
    except Refused as reasons:
        raise files.refused(f"data offer: {edition}", reasons) from reasons
    except OSError as error:
        raise BadInput(f"data offer: {error.filename}: {error.strerror or error}") from error
    click.echo(f"{edition}: new games are begun with it")
