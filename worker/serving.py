"""The site's processes: gunicorn's master, the edge around the web application.

The one place that knows both web and worker.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import logging
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping
from functools import partial
from importlib import import_module
from typing import Any, cast

import uvicorn
from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.glogging import Logger
from gunicorn.workers.base import Worker

from correspondence.overview.game_page import touched
from correspondence.proxies import Proxies
from correspondence.settings import Settings
from correspondence.store import Store
from worker.edge.connection import SPARED_FILES, Connection, Gatekeeper, Limits, raise_files
from worker.edge.wsgi import Site, Watch, Wsgi, watch_nothing
from worker.environment import freeze_loaded
from worker.messages import WorkerNotifier, try_queue_lengths

# How often the master is told that the process lives, and the process looks whether the master does.
BEAT_SECONDS = 1
# Threads that compute give way to the loop so often: what is small is answered while a large page is drawn.
SWITCH_SECONDS = 0.002


def make_config(
    app: Wsgi,
    threads: int,
    limits: Limits,
    proxies: Proxies,
    beat: Callable[[], Awaitable[None]] | None = None,
    watch: Watch = watch_nothing,
) -> uvicorn.Config:
    """Configure uvicorn for an application and limits; `beat` runs every second.
    `watch` tells of what is listened to."""
    most = max(1, min(limits.connections, raise_files() - SPARED_FILES))
    gatekeeper = Gatekeeper(most, limits.of_one, proxies.is_shared)
    return uvicorn.Config(
        cast(Any, Site(app, threads, limits, proxies, watch)),
        http=cast(Any, partial(Connection, limits=limits, gatekeeper=gatekeeper)),
        ws="none",
        loop="asyncio",
        lifespan="off",
        interface="asgi3",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        # So many are taken in one go of the loop, too.
        backlog=256,
        timeout_keep_alive=limits.idle_seconds,
        timeout_graceful_shutdown=limits.stop_seconds,
        timeout_notify=BEAT_SECONDS,
        callback_notify=beat,
    )


class LoopServer(uvicorn.Server):
    """A uvicorn server that stops on the gunicorn master's order, without a signal."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop in order on SIGTERM; at once on SIGINT and SIGQUIT."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT):
            loop.add_signal_handler(number, self.handle_stop_signal, number)
        yield

    def handle_stop_signal(self, number: int) -> None:
        """Take nothing new; what is being asked is answered, unless it must go quickly."""
        self.should_exit = True
        # Who listens comes back, to a process that stays.
        cast(Site, self.config.app).streams.end()
        self.force_exit = number != signal.SIGTERM


class Process(Worker):
    """A child of gunicorn's master that serves with one loop and some threads."""

    def init_signals(self) -> None:
        """The loop takes its signals itself; others do what they do without gunicorn."""
        for number in self.SIGNALS:
            signal.signal(number, signal.SIG_DFL)
        signal.signal(signal.SIGUSR1, signal.SIG_IGN)

    def run(self) -> None:
        """Serve until told to stop."""
        sys.setswitchinterval(SWITCH_SECONDS)
        freeze_loaded()
        logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
        # Ours: worker.serving.Server.
        server = cast(Any, self.app)
        self._server = LoopServer(
            make_config(self.wsgi, self.cfg.threads, server.limits, server.proxies, self._beat, server.watch(self.wsgi))
        )
        asyncio.run(self._server.serve(sockets=self.sockets))
        if not self._server.started:
            sys.exit(Arbiter.WORKER_BOOT_ERROR)

    async def _beat(self) -> None:
        self.notify()
        if os.getppid() != self.ppid:
            # The master was killed: nobody would start this process again, or stop it.
            self._server.should_exit = True


# M_ARENA_MAX of glibc's malloc.h.
_ARENA_MAX = -8
ARENAS = 1


def limit_arenas() -> None:
    """Limit glibc's malloc arenas to save memory; call before threads begin.
    Python threads take turns anyway. No effect with other C libraries."""
    change = getattr(ctypes.CDLL(None), "mallopt", None)
    if change is not None:
        change(_ARENA_MAX, ARENAS)


def site(settings: Settings, threads: int = 1) -> Flask:
    """Create the web application, which wakes the worker; `threads` ask at once."""
    # Imported here, so that only this function needs web.
    from web import create_app

    return create_app(
        settings,
        Store(settings, threads),
        notify_worker=WorkerNotifier(settings),
        queues=partial(try_queue_lengths, settings),
    )


class Log(Logger):
    """gunicorn's log through our own, so that every line has one form."""

    def setup(self, cfg: Any) -> None:
        """Leave it to who set up the log of this process."""
        self.error_log.setLevel(logging.WARNING)
        self.error_log.propagate, self.access_log.disabled = True, True


class Server(BaseApplication):
    """gunicorn, configured by arguments instead of files and flags."""

    def __init__(self, settings: Settings, limits: Limits, options: dict[str, Any]) -> None:
        self._settings = settings
        self.limits, self.proxies = limits, Proxies(settings)
        self._options = options
        super().__init__()

    def load_config(self) -> None:
        """Take the options over."""
        for name, value in self._options.items():
            self.cfg.set(name, value)

    def watch(self, app: Flask) -> Watch:
        """What tells the edge of games in which something may have happened."""
        store = app.extensions["rookery"].store

        def look(games: Collection[str]) -> Mapping[str, str]:
            with store.read() as session:
                return touched(session, games)

        return look

    def load(self) -> Any:
        """Create the application in each child process, so that none is shared."""
        return site(self._settings, self.cfg.threads)


# With fewer, two addresses would have them all.
MIN_THREADS = 3


def connection_limits(settings: Settings, threads: int) -> Limits:
    """Return the connection limits; one address gets under half of the threads.
    Without rate limits in the settings, an address has no limit."""
    if not settings.rate_limits:
        return Limits(of_one=0, at_once=0)
    return Limits(of_one=settings.connections_per_address, at_once=max(1, (threads - 1) // 2))


def serve(settings: Settings, host: str, port: int, processes: int, threads: int) -> None:
    """Serve until told to stop; fewer than MIN_THREADS are as many."""
    threads = max(MIN_THREADS, threads)
    options = {
        "bind": f"[{host}]:{port}" if ":" in host else f"{host}:{port}",
        "workers": processes,
        "threads": threads,
        "worker_class": Process,
        "graceful_timeout": 10,
        "accesslog": None,
        "errorlog": "-",
        "loglevel": "warning",
        "logger_class": Log,
        "proc_name": "rookery-web",
        "control_socket_disable": True,
    }
    limit_arenas()
    # What is loaded before the processes are divided lies in memory once for all of them.
    import_module("web")
    freeze_loaded()
    Server(settings, connection_limits(settings, threads), options).run()
