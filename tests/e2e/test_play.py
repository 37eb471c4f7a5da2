"""`make play`: one command, a printed link, a game that goes on, and nothing left when it is stopped."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from tests import services
from tests.e2e.house_turn import House, eventually
from tests.e2e.players import orders_for, sheet_form
from tests.e2e.visitor import Visitor
from tests.forked import Started


@contextmanager
def playing(folder: Path, *, anew: bool) -> Iterator[tuple[subprocess.Popen[bytes] | Started, House]]:
    """`rookery play` in a session of its own, stopped at the end whatever happens; `anew`: it and its processes are
    commands as a person gives them, and not forks of a process that has read the program."""
    port = services.free_port()
    away = ("DATABASE_URL", "BROKER_URL", "SMTP_URL", "BASE_URL")
    environment = {name: value for name, value in os.environ.items() if name not in away}
    environment |= {"ROOKERY_DATA": str(folder / "data"), "PYTHONUNBUFFERED": "1"}
    with (folder / "play.log").open("wb") as log:
        arguments = ["play", "--port", str(port)]
        process = command(arguments, environment, log) if anew else Started(arguments, environment, log)
    try:
        yield process, House(f"http://127.0.0.1:{port}", environment, folder)
    finally:
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(timeout=30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(timeout=5)


def command(arguments: list[str], environment: dict[str, str], log: IO[bytes]) -> subprocess.Popen[bytes]:
    """The command, as a person gives it."""
    return subprocess.Popen(
        [sys.executable, "-m", "worker", *arguments],
        env=environment,
        stdout=log,
        stderr=log,
        start_new_session=True,
        # A suite that runs in the background has Ctrl-C switched off, and its children would inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def printed(house: House, pattern: str) -> str:
    """What the command printed, as soon as it is there."""

    def found() -> str | None:
        match = re.search(pattern, (house.logs / "play.log").read_text())
        return match[1] if match else None

    return eventually(found, f"{pattern} to be printed", house)


def alive(url: str) -> bool:
    """Whether something answers there."""
    try:
        return Visitor(url).get("/health").status > 0
    except OSError:
        return False


def test_one_command_and_a_turn_is_played(tmp_path: Path) -> None:
    with playing(tmp_path, anew=True) as (process, house):
        link = printed(house, r"(http://\S+/sign-in/\S+)")
        me = Visitor(house.url)
        board = me.submit(me.get(link), "/sign-in/")
        game = printed(house, r"(http://\S+/games/\S+)")
        assert board.url == game, "signing in leads to the game"
        turn = next(found for found in board.links if "/turns/" in found)
        page = me.get(turn)
        form = sheet_form(page)
        assert me.send(page, form, {**orders_for(form), "do": "save-ready"}).status == 200
        eventually(lambda: me.get(f"{game}/turns/1").status == 200, "the results of the first call", house)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 0
        assert not alive(house.url)
    with playing(tmp_path, anew=False) as (process, house):
        assert printed(house, r"http://\S+/games/(\S+)") == game.rsplit("/", 1)[1], "the game resumes"
