"""What is started before its database and its broker waits for both, says so, and begins when they are there."""

from __future__ import annotations

import dataclasses
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy import create_engine
from sqlalchemy.exc import OperationalError

from correspondence.settings import Settings
from tests import services
from tests.e2e.house_turn import House, eventually, process
from tests.faults.services import own_postgres, own_redis
from tests.worker.test_process import Desk
from worker import startup
from worker.cli import main

AWAY = "the database does not answer; waiting for it"


def events(house: House, name: str) -> list[dict[str, Any]]:
    """What a process logged."""
    path = house.logs / f"{name}.log"
    lines = path.read_text().splitlines() if path.exists() else []
    return [json.loads(line) for line in lines if line.startswith("{")]


def said(house: House, name: str, event: str) -> Callable[[], list[dict[str, Any]]]:
    """Whether it said so."""
    return lambda: [line for line in events(house, name) if line["event"] == event]


def test_all_wait_for_database_and_broker_and_then_work(tmp_path: Path) -> None:
    with own_postgres() as postgres, own_redis() as redis, ExitStack() as running:
        settings = Settings.from_environment({"ROOKERY_DATA": str(tmp_path / "data")})
        desk = Desk(dataclasses.replace(settings, database_url=postgres.url, broker_url=redis.url))
        desk.ready()
        desk.store.close()
        postgres.stop_at_once()
        redis.kill()
        house = desk.house(tmp_path)
        waiting = {
            name: running.enter_context(process(house, name, *more))
            for name, *more in (
                ("beat",),
                ("workers", "--adjudicators", "1"),
                ("worker", "--no-beat", "--queues", "mail", "--pool", "solo"),
            )
        }
        for name in waiting:
            found = eventually(said(house, name, AWAY), f"{name} to say what it waits for", house)
            assert "refused" in found[0]["error"]
        time.sleep(2 * startup.FIRST_PAUSE)
        # The database first: then they wait for the broker.
        postgres.start()
        for name in waiting:
            eventually(said(house, name, "the database answers"), f"{name} to find the database", house)
        eventually(lambda: "Cannot connect to redis" in house.log(), "a word about the broker", house)
        assert {name: one.poll() for name, one in waiting.items()} == dict.fromkeys(waiting)
        assert all(len(said(house, name, AWAY)()) == 1 for name in waiting), "said once a minute, not at every try"
        redis.start()
        eventually(desk.past(0), "the call, adjudicated", house)
        eventually(lambda: len(desk.mails()) == 2, "the letters", house)
        assert {name: one.poll() for name, one in waiting.items()} == dict.fromkeys(waiting)
        desk.store.close()


# All wait in the same function, which takes both signals alike: one of them is told to stop by both.
@pytest.mark.parametrize(
    ("command", "number"),
    [*((command, signal.SIGTERM) for command in ("worker", "workers", "beat", "serve")), ("worker", signal.SIGINT)],
)
def test_what_waits_can_be_told_to_stop(command: str, number: signal.Signals, tmp_path: Path) -> None:
    url = f"postgresql+psycopg://rookery:very-secret@127.0.0.1:{services.free_port()}/rookery"
    broker = f"redis://127.0.0.1:{services.free_port()}/0"
    environment = {**os.environ, "ROOKERY_DATA": str(tmp_path), "DATABASE_URL": url, "BROKER_URL": broker}
    started = subprocess.Popen(
        [sys.executable, "-m", "worker", command], env=environment, stderr=subprocess.PIPE, text=True
    )
    assert started.stderr is not None
    first = started.stderr.readline()
    started.send_signal(number)
    _, rest = started.communicate(timeout=40)
    assert AWAY in first
    assert started.returncode == 0, rest
    assert "very-secret" not in first + rest


def test_a_pause_grows_to_a_bound_and_one_line_is_said_a_minute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now, pauses = [0.0], list[float]()

    def look(_: Settings) -> None:
        if now[0] < 150:
            raise OperationalError("select 1", {}, Exception("no route\nto host"))

    class Told:
        def is_set(self) -> bool:
            return False

        def wait(self, pause: float) -> None:
            pauses.append(pause)
            now[0] += pause

        def set(self) -> None:
            raise AssertionError

    monkeypatch.setattr(startup, "_look_at_services", look)
    monkeypatch.setattr(startup.threading, "Event", Told)
    monkeypatch.setattr(startup.time, "monotonic", lambda: now[0])
    monkeypatch.setenv("DATABASE_URL", "postgresql+psycopg://somewhere/rookery")
    monkeypatch.setenv("ROOKERY_DATA", str(tmp_path))
    startup.wait_for_settings()
    assert pauses[:3] == [0.5, 1.0, 2.0]
    assert max(pauses) == startup.MAX_PAUSE == pauses[-1]
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [line["seconds"] for line in lines if line["event"] == AWAY] == [0, 60, 120]
    assert {line.get("error") for line in lines if line["event"] == AWAY} == {"no route"}
    assert lines[-1]["event"] == "the database answers"


def test_a_file_that_cannot_be_used_is_not_waited_for(tmp_path: Path) -> None:
    environment = {"ROOKERY_DATA": str(tmp_path), "DATABASE_URL": f"sqlite:///{tmp_path / 'no' / 'rookery.db'}"}
    for command in ("worker", "beat", "serve"):
        result = CliRunner().invoke(main, [command], env=environment)
        assert (result.exit_code, result.output.splitlines()[-1]) == (
            2,
            "rookery: the database cannot be used: unable to open database file",
        )


def test_silent_database_is_not_waited_for_within_a_try(monkeypatch: pytest.MonkeyPatch) -> None:
    from correspondence import store

    given: list[dict[str, Any]] = []

    def remember(*arguments: Any, **more: Any) -> Any:
        given.append(more.get("connect_args", {}))
        return create_engine(*arguments, **more)

    monkeypatch.setattr(store, "create_engine", remember)
    store.make_engine("postgresql+psycopg://somewhere/rookery")
    store.make_engine("postgresql+psycopg://somewhere/rookery?connect_timeout=3")
    assert given == [{"connect_timeout": store.CONNECT_SECONDS}, {}]
