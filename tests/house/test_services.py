"""The services that tests use can be found, or started as private ones."""

from __future__ import annotations

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
