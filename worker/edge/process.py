"""One process of the site, as gunicorn's master starts it and looks after it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import Any, cast

import uvicorn
from gunicorn.arbiter import Arbiter
from gunicorn.workers.base import Worker

from correspondence.proxies import Proxies
from worker.edge.connection import SPARED_FILES, Connection, Gatekeeper, Limits, raise_files
from worker.edge.streams import Watch, nothing_watched
from worker.edge.wsgi import Site, Wsgi
from worker.garbage_collection import spare_the_collector

# How often the master is told that the process lives, and the process looks whether the master does.
BEAT_SECONDS = 1
# Threads that compute give way to the loop so often: what is small is answered while a large page is drawn.
SWITCH_SECONDS = 0.002


def configured(
    app: Wsgi,
    threads: int,
    limits: Limits,
    proxies: Proxies,
    beat: Callable[[], Awaitable[None]] | None = None,
    watch: Watch = nothing_watched,
) -> uvicorn.Config:
    """How uvicorn serves an application within these limits; `beat` is called every second, `watch` tells of what is
    listened to."""
    most = max(1, min(limits.connections, raise_files() - SPARED_FILES))
    gatekeeper = Gatekeeper(most, limits.of_one, proxies.stands_for_many)
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


class Server(uvicorn.Server):
    """uvicorn's server that stops when gunicorn's master says so, and ends without a signal of its own."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop in order on SIGTERM; at once on SIGINT and SIGQUIT."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT):
            loop.add_signal_handler(number, self.told_to_stop, number)
        yield

    def told_to_stop(self, number: int) -> None:
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
        spare_the_collector()
        logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
        # Ours: worker.serving.Server.
        server = cast(Any, self.app)
        self._server = Server(
            configured(self.wsgi, self.cfg.threads, server.limits, server.proxies, self._beat, server.watch(self.wsgi))
        )
        asyncio.run(self._server.serve(sockets=self.sockets))
        if not self._server.started:
            sys.exit(Arbiter.WORKER_BOOT_ERROR)

    async def _beat(self) -> None:
        self.notify()
        if os.getppid() != self.ppid:
            # The master was killed: nobody would start this process again, or stop it.
            self._server.should_exit = True
