"""How many messages wait, with either broker."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from tests import services
from tests.migrated import make_tables
from tests.worker.test_app import settings
from worker.messages import DRAIN, QUEUES, SWEEP, make_caller, try_queue_lengths
from worker.serving import site


def test_what_waits_is_counted(tmp_path: Path, redis_url: str) -> None:
    for broker_url in ("filesystem", redis_url):
        mine = settings(tmp_path, broker_url)
        assert try_queue_lengths(mine) == dict.fromkeys(QUEUES, 0)
        caller = make_caller(mine)
        for task in (DRAIN, DRAIN, SWEEP):
            caller.send_task(task)
        caller.close()
        assert try_queue_lengths(mine) == {"adjudicate": 1, "mail": 2, "default": 0, "search": 0}


def test_a_broker_that_is_away_is_no_error(tmp_path: Path) -> None:
    assert try_queue_lengths(settings(tmp_path, f"redis://127.0.0.1:{services.free_port()}/0")) is None


def test_the_site_that_is_served_tells_them(tmp_path: Path) -> None:
    mine = dataclasses.replace(settings(tmp_path), base_url="http://127.0.0.1:8000")
    from correspondence.store import Store

    store = Store(mine)
    make_tables(store)
    store.close()
    make_caller(mine).send_task(DRAIN)
    page = site(mine).test_client().get("/metrics").text
    assert 'rookery_queue_messages{queue="mail"} 1.0' in page
