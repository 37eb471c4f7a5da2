"""Commands that run the service: the site, the worker, or both with a demo game."""

from __future__ import annotations

import sys

import click

from worker.files import BadInput


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535))
@click.option("--processes", default=1, show_default=True, type=click.IntRange(1, 64))
@click.option("--threads", default=8, show_default=True, type=click.IntRange(1, 256))
def serve(host: str, port: int, processes: int, threads: int) -> None:
    """Serve the site. Settings come from the environment; see the README."""
    from worker import ready, serving

    serving.serve(ready.settings(), host, port, processes, threads)


@click.command()
@click.option("--beat/--no-beat", default=True, show_default=True, help="Whether this worker also keeps the schedule.")
@click.option("--concurrency", default=2, show_default=True, type=click.IntRange(1, 64), help="With a real broker.")
def worker(beat: bool, concurrency: int) -> None:
    """Adjudicate due calls and send letters, until stopped."""
    from worker import ready, running

    sys.exit(running.run_worker(ready.settings(), beat=beat, concurrency=concurrency))


@click.command()
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="Tried first.")
def play(port: int) -> None:
    """Play on this machine: the site, a worker and a demo game against four stewards. Ctrl-C stops everything."""
    from worker import playing

    try:
        playing.play(port)
    except playing.Failed as reason:
        raise BadInput(str(reason)) from reason
