"""RabbitMQ as the broker: a crew of workers, what is counted, what the doctor and the site say, what is refused."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from correspondence.settings import BadSetting, Settings
from tests import services
from tests.e2e.house_turn import eventually, process
from tests.worker.test_app import settings
from tests.worker.test_process import ALONE, Desk
from worker.doctor import backends
from worker.doctor.machine import Patient
from worker.messages import DRAIN, QUEUES, SWEEP, make_caller, refusal, try_queue_lengths
from worker.service import clock
from worker.serving import site


@pytest.fixture
def desk(tmp_path: Path, migrated_postgres_url: str, rabbitmq_url: str) -> Iterator[Desk]:
    """A game on PostgreSQL, and messages that go through RabbitMQ."""
    found = Settings.from_environment({"ROOKERY_DATA": str(tmp_path / "data"), "BROKER_URL": rabbitmq_url})
    desk = Desk(dataclasses.replace(found, database_url=migrated_postgres_url))
    yield desk
    desk.store.close()


def test_crew_of_workers_adjudicates_and_sends(desk: Desk, tmp_path: Path) -> None:
    house = desk.house(tmp_path)
    with process(house, "worker"):
        for _ in range(2):
            closed, mails = desk.closed(), len(desk.mails())
            desk.ready()
            eventually(desk.past(closed), "a closed call", house)
            eventually(lambda mails=mails: len(desk.mails()) > mails, "its letter", house)
        heard = {finding.code for finding in backends.broker(Patient(desk.settings, {}, desk.store, clock()))}
    assert "nobody-listens" not in heard


def test_messages_that_wait_are_counted(rabbitmq_url: str, tmp_path: Path) -> None:
    mine = settings(tmp_path, rabbitmq_url)
    assert try_queue_lengths(mine) == dict.fromkeys(QUEUES, 0)

    caller = make_caller(mine)
    for task in (DRAIN, DRAIN, SWEEP):
        caller.send_task(task)
    caller.close()

    assert try_queue_lengths(mine) == {"adjudicate": 1, "mail": 2, "default": 0, "search": 0}


def test_site_tells_what_waits(desk: Desk) -> None:
    make_caller(desk.settings).send_task(DRAIN)

    page = site(dataclasses.replace(desk.settings, base_url="http://127.0.0.1:8000")).test_client().get("/metrics")

    assert page.status_code == 200
    assert 'rookery_queue_messages{queue="mail"} 1.0' in page.text


def test_missing_virtual_host_ends_a_worker_at_once(desk: Desk, tmp_path: Path) -> None:
    house = desk.house(tmp_path)
    absent = {**house.environment, "BROKER_URL": f"{desk.settings.broker_url}-absent"}

    ended = subprocess.run(
        [sys.executable, "-m", "worker", "worker", ALONE], env=absent, capture_output=True, text=True, timeout=60
    )

    assert ended.returncode != 0
    assert "BROKER_URL: RabbitMQ refuses the connection" in ended.stderr
    assert "absent" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert "guest:guest" not in ended.stderr


def test_broker_that_is_away_is_waited_for(tmp_path: Path) -> None:
    away = settings(tmp_path, f"amqp://guest:guest@127.0.0.1:{services.free_port()}/")
    assert refusal(away) == ""
    assert try_queue_lengths(away) is None


@pytest.mark.parametrize("url", ["memory://", "sqs://somewhere", "kafka://host:9092", "localhost:6379"])
def test_other_brokers_are_refused_at_the_start(url: str, tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="BROKER_URL"):
        Settings.from_environment({"ROOKERY_DATA": str(tmp_path), "BROKER_URL": url})
