"""The command `rookery`: games in files, measurements, and the service."""

from __future__ import annotations

import os
import subprocess
from importlib.metadata import version
from pathlib import Path

import click

from worker.commands import archive, games, hosting, proofs
from worker.environment import collect_seldom, load_editions

# Names of commands in earlier releases, which scripts of administrators may use.
FORMER_NAMES = {"ledger": "audit-log"}


class Commands(click.Group):
    """The commands of `rookery`. Former names work, but are not listed."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return super().get_command(ctx, FORMER_NAMES.get(cmd_name, cmd_name))


def _print_version(context: click.Context, _option: click.Parameter, asks: bool) -> None:
    """Print the version and end, if it is asked for."""
    if asks:
        from correspondence import migrating

        commit = os.environ.get("ROOKERY_COMMIT") or _checked_out() or "unknown"
        click.echo(f"rookery {version('rookery')}, database revision {migrating.head()}, commit {commit}")
        context.exit()


def _checked_out() -> str:
    """The commit of the checkout around this file; empty outside one, or without Git."""
    root = Path(__file__).parents[1]
    if not (root / ".git").exists():
        return ""
    try:
        answer = subprocess.run(["git", "rev-parse", "--short=12", "HEAD"], cwd=root, capture_output=True, text=True)
    except OSError:
        return ""
    return answer.stdout.strip()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Print the version, the revision of the database that it needs, and the commit.",
)
def main() -> None:
    """Play-by-mail for the board games of A Game of Thrones."""
    collect_seldom()
    load_editions()


for _module in (games, proofs, hosting, archive):
    for _command in vars(_module).values():
        if isinstance(_command, click.Command) and _command not in archive.data.commands.values():
            main.add_command(_command)
