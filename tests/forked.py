"""Processes of the service that begin where Python has read the program already.

A process of the service takes a second and a half of processor to read the program, and a crew has five; so most tests
start theirs as forks of one process that has read it and served nobody. It is a child of the test process, made
when somebody first needs it, and ends with it. Whoever forks a program again (the crew's leader its members) does so
itself. That `rookery` starts as a host starts it is shown by `tests/e2e/test_play.py` and `tests/operations`.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import IO

from tests.kept_for_all import FOLDER

COMMAND = (sys.executable, "-m", "worker")
# What the commands load only when they run, and Celery and others by name.
READ = (
    "worker.cli",
    "worker.app",
    "worker.app",
    "worker.app",
    "worker.mail_in",
    "worker.playing",
    "worker.redis_transport",
    "worker.app",
    "worker.serving",
    "worker.startup",
    "worker.supervisor",
    "web",
    "aiosmtpd.lmtp",
    "alembic.command",
    "alembic.config",
    "celery.app.amqp",
    "celery.app.control",
    "celery.app.events",
    "celery.app.log",
    "celery.apps.worker",
    "celery.backends.base",
    "celery.concurrency.prefork",
    "celery.concurrency.solo",
    "celery.events.dispatcher",
    "celery.fixups.django",
    "celery.worker.autoscale",
    "celery.worker.components",
    "celery.worker.consumer",
    "celery.worker.consumer.delayed_delivery",
    "celery.worker.strategy",
    "css_inline",
    "email_validator",
    "encodings.idna",
    "icalendar",
    "jinja2.ext",
    "kombu.transport.filesystem",
    "kombu.transport.redis",
    "psycopg",
    "sqlalchemy.dialects.postgresql.psycopg",
    "sqlalchemy.dialects.sqlite.pysqlite",
    "uvicorn.lifespan.off",
)
_STATUS = struct.Struct("i")
_MAX_BYTES = 2**20
_ROOT = Path(__file__).parents[1]


class Started:
    """A forked process, with what tests use of `subprocess.Popen`."""

    def __init__(self, arguments: Sequence[str], environment: dict[str, str], log: IO[bytes]) -> None:
        self.args, self.returncode = [*COMMAND, *arguments], None
        self._end, told = os.pipe()
        asked = json.dumps([list(arguments), environment, os.getcwd()]).encode()
        socket.send_fds(_reader(), [asked], [log.fileno(), told])
        os.close(told)
        self.pid = self._told()
        assert self.pid, "no process was forked"

    def __del__(self) -> None:
        os.close(self._end)

    def _told(self) -> int | None:
        found = os.read(self._end, _STATUS.size)
        return int(_STATUS.unpack(found)[0]) if found else None

    def poll(self) -> int | None:
        """The exit code, if it has ended."""
        return self._ended(0)

    def wait(self, timeout: float | None = None) -> int:
        """The exit code; subprocess.TimeoutExpired if it goes on for longer."""
        found = self._ended(timeout)
        if found is None:
            raise subprocess.TimeoutExpired(self.args, timeout or 0)
        return found

    def _ended(self, timeout: float | None) -> int | None:
        if self.returncode is None and select.select([self._end], [], [], timeout)[0]:
            self.returncode = self._told()
            assert self.returncode is not None, "nobody knows how it ended"
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """SIGTERM."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """SIGKILL."""
        self.send_signal(signal.SIGKILL)


@cache
def _reader() -> socket.socket:
    """The way to the process that has read the program; it ends when nobody can ask it any more."""
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    command = [sys.executable, "-m", "tests.forked", str(its.fileno())]
    subprocess.Popen(command, cwd=_ROOT, pass_fds=[its.fileno()], stdin=subprocess.DEVNULL, start_new_session=True)
    its.close()
    return ours


def read() -> None:
    """Read the program, and what of its first tasks is the same in each process: how the tables hang together, and
    where templates lie compiled and drawings painted for all processes of a run."""
    for name in READ:
        importlib.import_module(name)
    importlib.import_module("sqlalchemy.orm").configure_mappers()
    importlib.import_module("PIL.Image").preinit()
    if FOLDER in os.environ:
        from tests.compiled_templates import keep_templates
        from tests.drawn_once import keep_drawings

        keep_templates(Path(os.environ[FOLDER]))
        keep_drawings(Path(os.environ[FOLDER]))


def serve(asked: socket.socket) -> None:
    """Fork a process for whoever asks, until nobody can."""
    read()
    gc.collect()
    gc.freeze()
    assert threading.active_count() == 1, "a fork would have one thread only"
    keepers: set[int] = set()
    while True:
        message, given, _, _ = socket.recv_fds(asked, _MAX_BYTES, 2)
        if not message:
            return
        log, told = given
        keeper = os.fork()
        if not keeper:
            asked.close()
            _keep(message, log, told)
        keepers.add(keeper)
        os.close(log)
        os.close(told)
        # Bury the keepers whose processes have ended.
        while keepers and (buried := os.waitpid(-1, os.WNOHANG)[0]):
            keepers.remove(buried)


def _keep(message: bytes, log: int, told: int) -> None:
    """Fork the process, say which it is, wait for its end and say how it ended; never comes back."""
    arguments, environment, folder = json.loads(message)
    pid = os.fork()
    if not pid:
        os.close(told)
        os.setsid()
        for stream in (1, 2):
            os.dup2(log, stream)
        os.close(log)
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(environment)
        become(arguments)
    os.close(log)
    os.write(told, _STATUS.pack(pid))
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    os.write(told, _STATUS.pack(code))
    os._exit(0)


def become(arguments: list[str]) -> None:
    """Be `rookery` with these arguments from here to the end of the process."""
    from worker import cli, playing, supervisor

    for leader in (playing, supervisor):
        leader.subprocess = _Forking  # type: ignore[attr-defined]
    sys.argv[:] = ["rookery", *arguments]
    _finish(cli.main)


def _finish(main: Callable[[], object]) -> None:
    """Run a program and end the process as Python would, and not what it was forked from."""
    code: object = 1
    try:
        main()
        code = 0
    except SystemExit as wanted:
        code = wanted.code or 0
    except BaseException:  # noqa: BLE001  as Python itself does with what nobody catches
        sys.excepthook(*sys.exc_info())  # type: ignore[arg-type]
    finally:
        threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code if isinstance(code, int) else 1)


class _Member(subprocess.Popen):  # type: ignore[type-arg]
    """A member of a crew, forked from its leader; or the site and the leader, forked from `rookery play`."""

    def _execute_child(self, command: Sequence[str], *_: object) -> None:
        assert tuple(command[:3]) == COMMAND
        self.pid = os.fork()
        if not self.pid:
            os.setsid()
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            signal.signal(signal.SIGINT, signal.default_int_handler)
            become(list(command[3:]))
        self._child_created = True


class _Forking:
    """What the leader of a crew uses of `subprocess`, and `rookery play`."""

    Popen = _Member
    TimeoutExpired = subprocess.TimeoutExpired


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])))
