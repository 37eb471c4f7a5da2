"""The schedule as a process of its own, where workers take only what it sends."""

from __future__ import annotations

import signal
import threading

import structlog
from kombu.exceptions import OperationalError

from correspondence.settings import Settings
from worker.app import make_app
from worker.running import Beat

log = structlog.get_logger(__name__)


def run_beat(settings: Settings) -> int:
    """Send what is due to be sent, until SIGTERM or SIGINT; returns the exit code. A broker that is away is waited
    for."""
    told = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: told.set())
    beat = Beat(make_app(settings))
    log.info("beat starts")
    try:
        beat.start()
    except OperationalError as away:
        log.warning("the broker does not answer; the schedule goes on by itself", error=repr(away))
    while not told.wait(1.0):
        if not beat.beats:
            log.error("the schedule ended by itself")
            return 1
    beat.stop()
    return 0
