"""The site as a process: gunicorn around the web application, with the doorbell put in.

The one place that knows both web and worker.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.glogging import Logger

from correspondence.settings import Settings
from worker.doorbell import Doorbell
from worker.queues import lengths


def site(settings: Settings) -> Flask:
    """The web application that rings the worker after its commits."""
    # Imported here, so that only this function needs web.
    from web import create_app

    return create_app(settings, doorbell=Doorbell(settings), queues=partial(lengths, settings))


class Log(Logger):
    """gunicorn's log through our own, so that every line has one form."""

    def setup(self, cfg: Any) -> None:
        """Leave it to who set up the log of this process."""
        self.error_log.setLevel(logging.WARNING)
        self.error_log.propagate, self.access_log.disabled = True, True


class Server(BaseApplication):
    """gunicorn, configured by arguments instead of files and flags."""

    def __init__(self, settings: Settings, options: dict[str, Any]) -> None:
        self._settings = settings
        self._options = options
        super().__init__()

    def load_config(self) -> None:
        """Take the options over."""
        for name, value in self._options.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        """The application; made in each child process, so that nothing is shared that must not be."""
        return site(self._settings)


def serve(settings: Settings, host: str, port: int, workers: int, threads: int) -> None:
    """Serve until told to stop."""
    options = {
        "bind": f"{host}:{port}",
        "workers": workers,
        "threads": threads,
        "worker_class": "gthread",
        "graceful_timeout": 10,
        "limit_request_line": 4094,
        "accesslog": None,
        "errorlog": "-",
        "loglevel": "warning",
        "logger_class": Log,
        "proc_name": "rookery-web",
    }
    Server(settings, options).run()
