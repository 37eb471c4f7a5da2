"""`python -m tests.bench.imports`: what it takes to play a game file again, by the length of its journal.

Prints a table in Markdown: size of the file, processor seconds to read it and to play it again, memory at the most.
Each line is measured in a process of its own. Nothing here is a test: a busy machine proves nothing.
"""

from __future__ import annotations

import multiprocessing
import resource
import time

import click
import msgspec

from adjudicator import game_file
from tests.bench.long_games import with_marches, with_rulings

KINDS = {"rulings": with_rulings, "edicts and answers": with_marches}


def written(kind: str, entries: int) -> bytes:
    """The file, without the spaces that make it easier to read."""
    return msgspec.json.encode(KINDS[kind](entries))


def measured(data: bytes) -> tuple[float, float, float]:
    """Seconds to decode, seconds to play again and compare, MiB at the most."""
    begun = time.process_time()
    game = game_file.decode(data)
    decoded = time.process_time() - begun
    begun = time.process_time()
    assert game_file.verify(game) == []
    return decoded, time.process_time() - begun, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


@click.command()
@click.option("--entries", multiple=True, type=int, default=(3_125, 6_250, 12_500, 25_000, 50_000), show_default=True)
@click.option("--kind", "kinds", multiple=True, type=click.Choice(list(KINDS)), default=tuple(KINDS))
def main(entries: tuple[int, ...], kinds: tuple[str, ...]) -> None:
    """Measure and print."""
    click.echo("| journal | entries | file, MB | decode, s | check, s | ms an entry | memory, MiB |")
    click.echo("| --- | --- | --- | --- | --- | --- | --- |")
    for kind in kinds:
        for count in entries:
            with multiprocessing.get_context("spawn").Pool(1) as alone:
                data = alone.apply(written, (kind, count))
            with multiprocessing.get_context("spawn").Pool(1) as alone:
                decoded, checked, memory = alone.apply(measured, (data,))
            click.echo(
                f"| {kind} | {count} | {len(data) / 1e6:.1f} | {decoded:.2f} | {checked:.1f} | "
                f"{1000 * checked / count:.2f} | {memory:.0f} |"
            )


if __name__ == "__main__":
    main()
