"""Commands for who runs the service: tables made, processes asked whether they live, everything examined."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict

import click

from worker.files import BadInput


@click.command()
@click.option("--to", default="head", show_default=True, help="A revision; an earlier one takes changes back.")
def migrate(to: str) -> None:
    """Make the tables of the database, or bring them to today's form. Make a backup first.

    Several of these at once wait for each other. With SQLite this happens by itself.
    """
    from correspondence import migrating
    from correspondence.store import Store
    from worker import environment

    settings = environment.bare_settings()
    store = Store(settings)
    try:
        before = migrating.usable_revision(store.engine)
        after = migrating.go_to(store.engine, to)
    except migrating.WrongSchema as wrong:
        raise BadInput(str(wrong)) from wrong
    finally:
        store.close()
    click.echo(f"the database is of revision {after}" + ("" if before == after else f"; it was of {before or 'none'}"))


@click.command()
@click.argument("what", type=click.Choice(["web", "worker", "beat", "mail-in"]))
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="Where the site or mail-in listens."
)
def alive(what: str, port: int) -> None:
    """Whether the site, a worker of this machine, the schedule or mail-in lives: exit code 0 or 1, for checks."""
    from worker import environment, liveness

    trouble = liveness.trouble(environment.bare_settings(), what, port)
    if trouble:
        raise click.ClickException(trouble)
    click.echo("alive")


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of lines.")
@click.option("--send-test", default="", metavar="ADDRESS", help="Send a letter there; without this none is sent.")
def doctor(as_json: bool, send_test: str) -> None:
    """Say what is wrong with this service and how to mend it. Exit code 1 for a fault, else 0."""
    from correspondence.store import Store
    from worker import environment
    from worker.doctor.examining import examine
    from worker.doctor.machine import Patient
    from worker.service import clock

    settings = environment.bare_settings()
    store = Store(settings)
    try:
        found = list(examine(Patient(settings, os.environ, store, clock(), send_test)))
    finally:
        store.close()
    if as_json:
        click.echo(json.dumps({"findings": [asdict(finding) for finding in found]}))
    else:
        for finding in found:
            click.echo(f"{finding.grade:>7}  {finding.words}")
            if finding.mend:
                click.echo(f"         -> {finding.mend}")
        wrong = sum(finding.grade in ("warning", "fault") for finding in found)
        click.echo(f"{len(found)} things looked at, {wrong} to look after")
    sys.exit(1 if any(finding.grade == "fault" for finding in found) else 0)
