"""The command `rookery`: games in files, measurements, and the service."""

from __future__ import annotations

import click

from worker.commands import archive, games, hosting, proofs
from worker.environment import collect_seldom, load_editions

# Names of commands in earlier releases, which scripts of administrators may use.
FORMER_NAMES = {"ledger": "audit-log"}


class Commands(click.Group):
    """The commands of `rookery`. Former names work, but are not listed."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return super().get_command(ctx, FORMER_NAMES.get(cmd_name, cmd_name))


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120})
@click.version_option(package_name="rookery", prog_name="rookery")
def main() -> None:
    """Play-by-mail for the board games of A Game of Thrones."""
    collect_seldom()
    load_editions()


for _module in (games, proofs, hosting, archive):
    for _command in vars(_module).values():
        if isinstance(_command, click.Command) and _command not in archive.data.commands.values():
            main.add_command(_command)
