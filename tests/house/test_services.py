"""The services that tests use can be found, or started as private ones."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import psycopg
import pytest
import redis

from tests import services


def test_a_fresh_database(postgres_url: str) -> None:
    with psycopg.connect(services.plain(postgres_url)) as connection:
        assert connection.execute("select count(*) from pg_tables where schemaname = 'public'").fetchone() == (0,)


def test_an_empty_redis(redis_url: str) -> None:
    with redis.Redis.from_url(redis_url) as client:
        assert client.keys() == [b"rookery-test-owner"]


def test_private_servers_start_and_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    with services._private_redis() as url:
        assert services.redis_answers(url)
    assert not services.redis_answers(url)
    with services._private_postgres() as url:
        assert services.postgres_answers(url)
    assert not services.postgres_answers(url)


def test_a_named_service_that_does_not_answer_is_not_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEST_BROKER_URL", f"redis://127.0.0.1:{services.free_port()}/0")
    with pytest.raises(services.Unavailable), services.redis_server():
        pass


OWN_REDIS = "tests/worker/test_redis_transport.py::test_redis_dies_while_a_message_is_held"


@pytest.mark.parametrize(("ci", "summary"), [("", "1 skipped"), ("1", "1 failed")])
def test_own_service_not_installed_is_left_out(ci: str, summary: str) -> None:
    environment = {**os.environ, "PATH": "/nowhere", "CI": ci}
    command = [sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", OWN_REDIS]

    run = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)

    assert re.search(rf"^{summary} in", run.stdout, re.M), run.stdout
    assert "Redis: redis-server is not installed" in run.stdout
    assert run.returncode == (1 if ci else 0)
