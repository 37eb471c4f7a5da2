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
    """Serve the site. Settings come from the environment; see the README. A database that is away is waited for."""
    from worker import serving, startup

    serving.serve(startup.awaited(), host, port, processes, threads)


@click.command()
@click.option("--beat/--no-beat", default=True, show_default=True, help="Whether this worker also keeps the schedule.")
@click.option("--concurrency", default=2, show_default=True, type=click.IntRange(1, 64), help="With a real broker.")
@click.option("--queues", default="", help="Only these, with commas between: adjudicate, mail, default, search.")
@click.option("--pool", default="prefork", show_default=True, type=click.Choice(["prefork", "solo"]))
@click.option("--one-pool", is_flag=True, help="Several queues in the same processes: slow mail delays deadlines.")
@click.option("--leader", type=int, hidden=True, help="Stop when this process is gone.")
def worker(beat: bool, concurrency: int, queues: str, pool: str, one_pool: bool, leader: int | None) -> None:
    """Adjudicate due calls and send letters, until stopped.

    With a real broker each queue has processes of its own, as with `rookery workers`; --concurrency counts those that
    adjudicate, or those of the one queue that is named. A database or broker that is away is waited for.
    """
    from worker import running, startup, supervisor
    from worker.messages import QUEUES, embedded

    wanted = tuple(filter(None, (name.strip() for name in queues.split(",")))) or QUEUES
    if unknown := set(wanted) - set(QUEUES):
        raise BadInput(f"worker: there is no queue {sorted(unknown)[0]!r}; the queues are {', '.join(QUEUES)}")
    if leader is not None:
        running.follow(leader)
    settings = startup.awaited()
    if len(set(wanted)) > 1 and not one_pool and not embedded(settings):
        sys.exit(supervisor.Crew(supervisor.members(concurrency, 1, wanted, beat=beat, pool=pool)).run())
    sys.exit(running.run_worker(settings, beat=beat, concurrency=concurrency, queues=wanted, pool=pool))


@click.command()
@click.option("--adjudicators", default=2, show_default=True, type=click.IntRange(1, 64))
@click.option("--mailers", default=1, show_default=True, type=click.IntRange(1, 64))
def workers(adjudicators: int, mailers: int) -> None:
    """Run the workers of one machine, with processes of their own for adjudication, mail and the rest, until stopped.

    Needs a real broker (BROKER_URL). A worker that dies is started again.
    """
    from worker import environment, startup, supervisor
    from worker.messages import embedded

    if embedded(environment.bare_settings()):
        raise BadInput("workers: without a broker of their own (BROKER_URL) there is one worker only: rookery worker")
    startup.awaited()
    sys.exit(supervisor.Crew(supervisor.members(adjudicators, mailers)).run())


@click.command()
def beat() -> None:
    """Keep the schedule for workers that run with --no-beat, until stopped. One is enough; a second does no harm."""
    from worker import beat_process, startup

    sys.exit(beat_process.run_beat(startup.awaited()))


@click.command()
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="Tried first.")
def play(port: int) -> None:
    """Play on this machine: the site, a worker and a demo game against four stewards. Ctrl-C stops everything."""
    from worker import playing

    try:
        playing.play(port)
    except playing.Failed as reason:
        raise BadInput(str(reason)) from reason
