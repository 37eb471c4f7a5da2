"""The command `rookery`: games as files, proofs and measurements, and the running service."""

from __future__ import annotations

import click

from worker.commands import games, proofs, running


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120})
@click.version_option(package_name="rookery", prog_name="rookery")
def main() -> None:
    """Play-by-mail for the board games of A Game of Thrones."""


for _command in (
    games.new,
    games.adjudicate,
    games.verify,
    games.map_,
    games.schema,
    proofs.selfplay,
    proofs.bench,
    running.serve,
    running.worker,
    running.play,
):
    main.add_command(_command)
