"""How tasks travel, and the worker notifier that nobody waits for."""

from __future__ import annotations

import gc
import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
import structlog.testing

from correspondence.settings import Settings
from correspondence.store import Store
from tests.migrated import make_tables
from worker import environment
from worker.app import make_app
from worker.messages import (
    ADJUDICATE,
    CHORES,
    DRAIN,
    HARD_SECONDS,
    QUEUES,
    ROUTES,
    SOFT_SECONDS,
    SWEEP,
    TIDY,
    VISIBILITY_SECONDS,
    WorkerNotifier,
    uses_embedded_broker,
)


def settings(folder: Path, broker_url: str = "filesystem") -> Settings:
    """Settings of a service in a folder."""
    return Settings(
        data_dir=folder,
        database_url=f"sqlite:///{folder / 'rookery.db'}",
        secret_key="not secret",
        broker_url=broker_url,
        sweep_seconds=1,
    )


def messages(folder: Path, queue: str) -> list[dict[str, object]]:
    """What waits in a queue of the embedded broker: the headers."""
    files = sorted((folder / "queue" / "messages" / queue).glob("*.msg"))
    return [json.loads(path.read_bytes())["headers"] for path in files]


def test_celery_commands_find_the_app(tmp_path: Path, redis_url: str) -> None:
    make_tables(Store(settings(tmp_path)))
    environment = {
        **os.environ,
        "ROOKERY_DATA": str(tmp_path),
        "DATABASE_URL": settings(tmp_path).database_url,
        "SECRET_KEY": "not secret",
        "BROKER_URL": redis_url,
    }
    celery = [sys.executable, "-m", "celery", "-A", "worker.app"]
    worker = subprocess.Popen([*celery, "worker", "--pool", "solo"], env=environment, stderr=subprocess.DEVNULL)
    try:
        answers = ""
        for _ in range(20):
            asked = subprocess.run([*celery, "inspect", "registered"], env=environment, capture_output=True, text=True)
            answers = asked.stdout
            if SWEEP in answers:
                break
    finally:
        worker.terminate()
        worker.wait()

    assert SWEEP in answers
    assert ADJUDICATE in answers


def test_tasks_survive_a_lost_worker_and_end_before_repetition(tmp_path: Path) -> None:
    conf = make_app(settings(tmp_path)).conf
    assert conf.task_acks_late
    assert not conf.worker_cancel_long_running_tasks_on_connection_loss
    assert conf.task_reject_on_worker_lost
    assert conf.task_ignore_result
    assert conf.worker_prefetch_multiplier == 1
    assert conf.accept_content == ["json"]
    assert SOFT_SECONDS < HARD_SECONDS < VISIBILITY_SECONDS
    assert {queue.name for queue in conf.task_queues} == set(QUEUES)


def test_every_task_has_its_queue(tmp_path: Path) -> None:
    app = make_app(settings(tmp_path))
    ours = {name for name in app.tasks if name.startswith("rookery.")}
    assert ours == set(ROUTES)
    assert {route["queue"] for route in ROUTES.values()} <= set(QUEUES)
    assert {entry["task"] for entry in app.conf.beat_schedule.values()} == {SWEEP, CHORES, TIDY}


def test_redis_is_used_where_it_is_named(tmp_path: Path) -> None:
    named = settings(tmp_path, "redis://127.0.0.1:6379/3")
    assert not uses_embedded_broker(named)
    conf = make_app(named).conf
    assert conf.broker_url == "redis://127.0.0.1:6379/3"
    assert conf.broker_transport_options["visibility_timeout"] == VISIBILITY_SECONDS


def test_a_ring_becomes_a_message(tmp_path: Path) -> None:
    wake_worker = WorkerNotifier(settings(tmp_path))
    wake_worker("mail")
    wake_worker("turns")
    until = time.monotonic() + 10
    while time.monotonic() < until and not (messages(tmp_path, "mail") and messages(tmp_path, "adjudicate")):
        time.sleep(0.05)
    assert [headers["task"] for headers in messages(tmp_path, "mail")] == [DRAIN]
    assert [headers["task"] for headers in messages(tmp_path, "adjudicate")] == [SWEEP]


def test_a_broker_that_is_gone_costs_nobody_time(tmp_path: Path) -> None:
    with structlog.testing.capture_logs() as logs, socket.create_server(("127.0.0.1", 0)) as silent:
        wake_worker = WorkerNotifier(settings(tmp_path, f"redis://127.0.0.1:{silent.getsockname()[1]}/0"))
        wake_worker("mail")
        # Whoever waited for this broker, which never says a word, would come back when it is given up.
        assert not logs
        silent.close()
        until = time.monotonic() + 20
        while time.monotonic() < until and not logs:
            time.sleep(0.1)
    assert logs[0]["event"] == "the worker cannot be woken"


def test_there_are_only_two_wake_ups(tmp_path: Path) -> None:
    with pytest.raises(KeyError):
        WorkerNotifier(settings(tmp_path))("door")


@pytest.mark.parametrize("after", [environment.COLLECTED_AFTER, environment.COLLECTED_BY_WORKERS_AFTER])
def test_the_collector_leaves_alone_what_is_loaded(after: tuple[int, int, int]) -> None:
    before = gc.get_threshold()
    try:
        environment.freeze_loaded(after)
        assert gc.get_freeze_count() > 1000
        assert gc.get_threshold() == after
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
