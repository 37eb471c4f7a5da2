"""`make play`: the site, a worker, and a demo game of one player against bots."""

from __future__ import annotations

import fcntl
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import click

from correspondence import addresses, tutorial
from correspondence.overview.game_lists import my_games
from correspondence.settings import Settings
from correspondence.sign_in.use_cases import get_or_create_account, make_link
from correspondence.store import Store
from worker import environment, startup
from worker.service import clock

SWEEP_SECONDS = "2"
PORTS_TRIED = 20
START_SECONDS, STOP_SECONDS = 60.0, 15.0

BANNER = """
  Rookery is at   {url}

  Sign in here    {link}
                  (works once; `make play` prints a new one)
  Your game       {game}
  The mailbox     {url}/mailbox   (the emails that the service would send)

  Submit orders and say that you are ready: the turn ends within a minute.
  Ctrl-C stops everything; the game stays in {folder}.
"""

LOCK = "play.lock"
RUNS = """`make play` already runs with {folder}, at {url} (process {process})
  To stop it: Ctrl-C where it runs, or kill {process}
  To run a second one: ROOKERY_DATA=another-folder make play"""


class Failed(Exception):
    """The service did not start; the message has the reason."""


def play(first_port: int) -> None:
    """Run until Ctrl-C. Raises Failed."""
    port = _free_port(first_port)
    url = f"http://127.0.0.1:{port}"
    quiet = {"SWEEP_SECONDS": SWEEP_SECONDS, "LOG_LEVEL": "warning"}
    os.environ.update({"BASE_URL": url} | {name: os.environ.get(name, value) for name, value in quiet.items()})
    click.echo("Rookery is starting; this takes a few seconds.")
    with ExitStack() as running:
        running.enter_context(alone(environment.bare_settings().data_dir, url))
        settings = startup.settings()
        running.enter_context(_sigterm_as_interrupt())
        site = running.enter_context(_process("serve", "--port", str(port)))
        worker = running.enter_context(_process("worker", "--leader", str(os.getpid())))
        _await_answer(f"{url}/health/ready", site)
        click.echo(_banner(settings))
        try:
            while site.poll() is None and worker.poll() is None:
                time.sleep(0.5)
        except KeyboardInterrupt:
            click.echo("\nStopping; emails being sent are finished first.")
            return
    raise Failed("the site or the worker stopped; its messages are above")


def _banner(settings: Settings) -> str:
    """How to reach the demo game; creates one if none is running."""
    now = clock()
    with closing(Store(settings)) as store, store.begin() as session:
        player = get_or_create_account(session, tutorial.EMAIL, now, name=tutorial.NAME)
        game_id = next((game.id for game in my_games(session, player, now) if game.status == "running"), "")
        if game_id:
            token = make_link(session, tutorial.EMAIL, now, now + tutorial.LINK_LIFE, f"/games/{game_id}")
        else:
            demo = tutorial.make_demo(session, now)
            game_id, token = demo.game.public_id, demo.token
    return BANNER.format(
        url=settings.base_url,
        link=addresses.sign_in(settings, token),
        game=addresses.game(settings, game_id),
        folder=settings.data_dir,
    )


def _free_port(first: int) -> int:
    """Return the first free local port from `first` on, of the next PORTS_TRIED.
    Raises Failed if there is none."""
    for port in range(first, min(first + PORTS_TRIED, 65536)):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise Failed(f"there is no free port from {first} on")


@contextmanager
def alone(folder: Path, url: str) -> Iterator[None]:
    """Lock the data folder for this process, at `url`. Raises Failed if it is locked.

    A second worker would do the work of the first. The operating system releases the lock when the process ends.
    """
    with (folder / LOCK).open("a+", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            at, _, process = file.read().partition(" ")
            raise Failed(RUNS.format(folder=folder, url=at, process=process)) from None
        file.truncate(0)
        file.write(f"{url} {os.getpid()}")
        file.flush()
        yield


@contextmanager
def _sigterm_as_interrupt() -> Iterator[None]:
    """SIGTERM stops as Ctrl-C does."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def _process(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process of the service in its own session: Ctrl-C reaches only this process."""
    process = subprocess.Popen([sys.executable, "-m", "worker", *arguments], start_new_session=True)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(STOP_SECONDS)
        except (subprocess.TimeoutExpired, KeyboardInterrupt):
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _await_answer(url: str, site: subprocess.Popen[bytes]) -> None:
    """Wait until the site answers at `url`.
    Raises Failed if its process ends or it does not answer in time."""
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        try:
            with urllib.request.urlopen(url, timeout=2):
                return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            if site.poll() is not None:
                raise Failed("the site did not start; its messages are above") from None
            time.sleep(0.2)
    raise Failed(f"the site does not answer at {url}")
