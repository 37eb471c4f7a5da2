"""The site as processes: gunicorn's master and the edge around the web application, with the doorbell put in.

The one place that knows both web and worker.
"""

from __future__ import annotations

import ctypes
import logging
from collections.abc import Collection, Mapping
from functools import partial
from importlib import import_module
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.glogging import Logger

from correspondence.overview.game_page import touched
from correspondence.proxies import Proxies
from correspondence.settings import Settings
from correspondence.store import Store
from worker.edge.connection import Limits
from worker.edge.process import Process
from worker.edge.streams import Watch
from worker.garbage_collection import spare_the_collector
from worker.queues import lengths
from worker.wake_worker import Doorbell

# M_ARENA_MAX of glibc's malloc.h.
_ARENA_MAX = -8
ARENAS = 1


def few_arenas() -> None:
    """Before threads begin: glibc would give each a store of memory of its own, which keeps what it was given. Threads
    of Python take turns anyway. Where the C library knows of no such thing, nothing happens."""
    change = getattr(ctypes.CDLL(None), "mallopt", None)
    if change is not None:
        change(_ARENA_MAX, ARENAS)


def site(settings: Settings, threads: int = 1) -> Flask:
    """The web application that rings the worker after its commits; `threads` ask it at once."""
    # Imported here, so that only this function needs web.
    from web import create_app

    return create_app(
        settings, Store(settings, threads), doorbell=Doorbell(settings), queues=partial(lengths, settings)
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
        """The application; made in each child process, so that nothing is shared that must not be."""
        return site(self._settings, self.cfg.threads)


# With fewer, two addresses would have them all.
MIN_THREADS = 3


def limits_of(settings: Settings, threads: int) -> Limits:
    """What an address and a connection may take; less than half of the threads, so that no two have them all."""
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
    few_arenas()
    # What is loaded before the processes are divided lies in memory once for all of them.
    import_module("web")
    spare_the_collector()
    Server(settings, limits_of(settings, threads), options).run()
