"""The command `rookery`: games as files, proofs and measurements, and the running service."""

from __future__ import annotations

import click

from worker.commands import archive, games, hosting, proofs
from worker.environment import know_editions
from worker.garbage_collection import collect_seldom


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120})
@click.version_option(package_name="rookery", prog_name="rookery")
def main() -> None:
    """Play-by-mail for the board games of A Game of Thrones."""
    collect_seldom()
    know_editions()


for _command in (
    games.new,
    games.begin,
    games.adjudicate,
    games.status,
    games.what_if,
    games.verify,
    games.map_,
    games.schema,
    proofs.selfplay,
    proofs.parity,
    proofs.bench,
    hosting.host,
    hosting.second_factor_off,
    archive.export_,
    archive.import_,
    archive.check_import,
    archive.make_pdf,
    hosting.evaluate,
    hosting.ledger,
    hosting.confirm_clock,
    hosting.try_again,
    hosting.migrate,
    hosting.doctor,
    archive.backup,
    archive.restore,
    archive.check,
    archive.data,
    hosting.alive,
    hosting.serve,
    hosting.worker,
    hosting.workers,
    hosting.mail_in,
    hosting.beat,
    hosting.play,
):
    main.add_command(_command)
