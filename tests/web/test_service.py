"""What machines and the public ask: does it live, is it ready, how well does it work, which request was that."""

from __future__ import annotations

import dataclasses
import io
import json
import re
from collections.abc import Iterator

import pytest
import structlog
from flask.testing import FlaskClient
from sqlalchemy import text

from correspondence import logs, migrating
from correspondence.settings import Settings
from correspondence.store import Store
from tests.correspondence.people import People
from web import create_app

TOKEN = "a-token-of-sixteen-letters-and-more"


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """What is logged, as a machine collects it."""
    out = io.StringIO()
    logs.configure(level="debug", stream=out)
    yield out
    structlog.reset_defaults()


def client_with(settings: Settings, store: Store, people: People, **changes: object) -> FlaskClient:
    changed = dataclasses.replace(settings, **changes)  # type: ignore[arg-type]
    return create_app(changed, store, people.clock).test_client()


def test_live_asks_nobody_and_ready_asks_the_database(settings: Settings, people: People, store: Store) -> None:
    client = client_with(settings, store, people)
    assert client.get("/health/ready").get_json() == {
        "status": "ready",
        "schema": migrating.head(),
        "wanted": migrating.head(),
    }
    with store.begin() as session:
        session.execute(text("update alembic_version set version_num = '0001'"))
    answer = client.get("/health/ready")
    assert answer.status_code == 503
    assert answer.get_json()["reason"] == "the database is not of this version's form"
    gone = dataclasses.replace(settings, database_url="postgresql+psycopg://nobody@127.0.0.1:1/none")
    client = create_app(gone, clock=people.clock).test_client()
    assert client.get("/health/live").get_json() == {"status": "live"}
    answer = client.get("/health/ready")
    assert answer.status_code == 503
    assert answer.get_json()["reason"] == "the database does not answer"


def test_metrics_are_not_for_everybody(settings: Settings, people: People, store: Store) -> None:
    here = client_with(settings, store, people)
    assert here.get("/metrics").status_code == 200
    assert here.get("/metrics", environ_base={"REMOTE_ADDR": "192.0.2.1"}).status_code == 404
    # Behind a web server of this machine everybody comes from here.
    assert client_with(settings, store, people, base_url="https://rookery.example").get("/metrics").status_code == 404
    token = client_with(settings, store, people, base_url="https://rookery.example", metrics_token=TOKEN)
    assert token.get("/metrics").status_code == 401
    for given in (f"Bearer {TOKEN}x", f"Basic {TOKEN}", "Bearer", "Bearer é"):
        assert token.get("/metrics", headers={"Authorization": given}).status_code == 401
    answer = token.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    assert answer.content_type.startswith("text/plain; version=0.0.4")
    assert "rookery_close_lateness_seconds_bucket" in answer.text
    assert "@" not in answer.text


def test_the_service_tells_how_well_it_works(client: FlaskClient, people: People) -> None:
    page = client.get("/service")
    assert "None in the last thirty days." in page.text
    assert page.text.count("–</strong>") == 6, "nothing happened yet, and nothing else is claimed"
    game = people.game(window_hours=3)
    people.adjudicate(game)
    people.deliver()
    assert "100 %" in client.get("/service").text


def test_a_share_is_never_rounded_up_to_a_whole(client: FlaskClient) -> None:
    from web.views.operations import _share

    with client.application.test_request_context():
        assert [_share(share) for share in (1, 0.9999, 0.9996, 0.5, 0, None)] == [
            "100 %",
            "99.9 %",
            "99.9 %",
            "50.0 %",
            "0.0 %",
            "–",
        ]


def test_every_answer_names_its_request(client: FlaskClient, lines: io.StringIO, running_game: str) -> None:
    names = {client.get(f"/games/{running_game}").headers["X-Request-ID"] for _ in range(3)}
    assert len(names) == 3
    assert all(re.fullmatch(r"[0-9a-f]{16}", name) for name in names)
    forged = client.get("/health", headers={"X-Request-ID": "forged-by-a-stranger"})
    assert forged.headers["X-Request-ID"] != "forged-by-a-stranger"
    told = [json.loads(line) for line in lines.getvalue().splitlines()]
    assert {line["request"] for line in told if line.get("game") == running_game} == names
    assert all(line["level"] == "debug" and line["status"] == 200 for line in told)


def test_a_proxy_of_ours_may_name_the_request(settings: Settings, people: People, store: Store) -> None:
    client = client_with(settings, store, people, trusted_proxies=1)
    assert client.get("/health/live", headers={"X-Request-ID": "proxy-12345"}).headers["X-Request-ID"] == "proxy-12345"
    for bad in ("short", "a b c d e f g", "x" * 65):
        assert client.get("/health/live", headers={"X-Request-ID": bad}).headers["X-Request-ID"] != bad


def test_a_failure_is_logged_without_the_token_in_its_address(
    client: FlaskClient, lines: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    from web.views import sign_in

    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("ada@players.example")

    monkeypatch.setattr(sign_in, "look_at_link", fail)
    token = "Xk3" + "a" * 40
    answer = client.get(f"/sign-in/{token}")
    assert answer.status_code == 500
    (line,) = [json.loads(line) for line in lines.getvalue().splitlines() if "a request failed" in line]
    assert line["path"] == "/sign-in/..."
    assert line["request"] == answer.headers["X-Request-ID"]
    assert "ZeroDivisionError" in line["exception"]
    assert token not in lines.getvalue()
    assert "players.example" not in lines.getvalue()
