"""`make play`: the site and a worker on this machine, and a demo game of one person against stewards."""

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
from correspondence.overview.game_page import my_games
from correspondence.settings import Settings
from correspondence.sign_in.use_cases import account_with, make_link
from correspondence.store import Store
from worker import environment, startup
from worker.service import clock

SWEEP_SECONDS = "2"
PORTS_TRIED = 20
START_SECONDS, STOP_SECONDS = 60.0, 15.0

BANNER = """
  Rookery is at   {url}

  Sign in here    {link}
                  (good once; `make play` prints a new one)
  Your game       {game}
  The mailbox     {url}/mailbox   (what the service would send by e-mail)

  Give orders, say that you are ready, and the call closes within a minute.
  Ctrl-C stops everything; the game is kept in {folder}.
"""

LOCK = "play.lock"
RUNS = """`make play` runs already with {folder}, at {url} (process {process})
  To stop it: Ctrl-C where it runs, or kill {process}
  To play another one beside it: ROOKERY_DATA=another-folder make play"""


class Failed(Exception):
    """The service did not start; the words say why."""


def play(first_port: int) -> None:
    """Run until Ctrl-C. Raises Failed."""
    port = _free_port(first_port)
    url = f"http://127.0.0.1:{port}"
    os.environ.update({"BASE_URL": url, "SWEEP_SECONDS": os.environ.get("SWEEP_SECONDS", SWEEP_SECONDS)})
    with ExitStack() as running:
        running.enter_context(alone(environment.bare_settings().data_dir, url))
        settings = startup.settings()
        running.enter_context(_until_told_to_stop())
        site = running.enter_context(_process("serve", "--port", str(port)))
        worker = running.enter_context(_process("worker", "--leader", str(os.getpid())))
        _await_answer(f"{url}/health", site)
        click.echo(_banner(settings))
        try:
            while site.poll() is None and worker.poll() is None:
                time.sleep(0.5)
        except KeyboardInterrupt:
            click.echo("\nStopping; a letter being written is finished first.")
            return
    raise Failed("the site or the worker ended by itself; what it said stands above")


def _banner(settings: Settings) -> str:
    """How to get to the demo game; a new one is made if none is running."""
    now = clock()
    with closing(Store(settings)) as store, store.begin() as session:
        player = account_with(session, tutorial.EMAIL, now, name=tutorial.NAME)
        game_id = next((game.id for game in my_games(session, player) if game.status == "running"), "")
        if game_id:
            token = make_link(session, tutorial.EMAIL, now, now + tutorial.LINK_LIFE, f"/games/{game_id}")
        else:
            made = tutorial.make_demo(session, now)
            game_id, token = made.game.public_id, made.token
    return BANNER.format(
        url=settings.base_url,
        link=addresses.sign_in(settings, token),
        game=addresses.game(settings, game_id),
        folder=settings.data_dir,
    )


def _free_port(first: int) -> int:
    for port in range(first, min(first + PORTS_TRIED, 65536)):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise Failed(f"no free port from {first} on")


@contextmanager
def alone(folder: Path, url: str) -> Iterator[None]:
    """Be the only one that plays in a folder, at `url`: a second worker would do the work of the first. Raises Failed.

    The operating system lets the lock go when the process ends, however it ends.
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
def _until_told_to_stop() -> Iterator[None]:
    """SIGTERM stops as Ctrl-C does."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def _process(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process of the service in a session of its own, so that Ctrl-C reaches it only through us."""
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
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        try:
            with urllib.request.urlopen(url, timeout=2):
                return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            if site.poll() is not None:
                raise Failed("the site did not start; what it said stands above") from None
            time.sleep(0.2)
    raise Failed(f"the site does not answer at {url}")
