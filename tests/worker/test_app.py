"""How tasks travel, and the worker notifier that nobody waits for."""

from __future__ import annotations

import gc
import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import structlog.testing
from celery import signals
from celery.app.utils import bugreport, find_app

from correspondence.settings import Settings
from worker import app as app_module, environment
from worker.app import make_app
from worker.files import BadInput
from worker.messages import (
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

PLAIN_SIGNALS = (signals.celeryd_init, signals.beat_init, signals.setup_logging)


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


@pytest.fixture
def plain_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An environment of a service in a folder; the app made from it is forgotten."""
    monkeypatch.setenv("ROOKERY_DATA", str(tmp_path))
    monkeypatch.setenv("SECRET_KEY", "not secret, but long enough for this service")
    for name in ("DATABASE_URL", "BROKER_URL"):
        monkeypatch.delenv(name, raising=False)
    receivers: list[tuple[Any, list[Any]]] = [(signal, list(signal.receivers or [])) for signal in PLAIN_SIGNALS]
    yield
    vars(app_module).pop("app", None)
    for signal, before in receivers:
        signal.receivers = before
        signal.sender_receivers_cache.clear()


@pytest.mark.usefixtures("plain_environment")
def test_celery_finds_the_app_of_the_module() -> None:
    app = find_app("worker.app")
    assert app is find_app("worker.app")
    assert set(ROUTES) <= set(app.tasks)
    assert app.conf.beat_scheduler == "worker.app:Scheduler"
    assert "kombu" in bugreport(app)


@pytest.mark.usefixtures("plain_environment")
def test_celery_is_told_of_a_bad_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SWEEP_SECONDS", "often")
    with pytest.raises(BadInput, match="SWEEP_SECONDS"):
        find_app("worker.app")


@pytest.mark.parametrize(("queues", "looks"), [(None, True), ("mail,adjudicate", True), (["mail"], False)])
def test_a_plain_worker_is_prepared_as_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, queues: object, looks: bool
) -> None:
    done: list[str] = []
    monkeypatch.setattr(app_module, "wait_for_settings", lambda: settings(tmp_path))
    monkeypatch.setattr(app_module, "follow_tasks", lambda: done.append("log"))
    monkeypatch.setattr(app_module, "limit_memory", lambda _: done.append("memory"))
    monkeypatch.setattr(app_module, "_while_working", lambda thread: done.append(type(thread).__name__))
    instance = SimpleNamespace(app=make_app(settings(tmp_path)))
    app_module._prepare_plain_worker(instance=instance, options={"queues": queues})
    assert done == (["log", "memory", "Lookout"] if looks else ["log"])


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
