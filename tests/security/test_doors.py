"""Doors that cost or let guess open only so often: to a place, an account, a seat; across processes; and say when."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask

from correspondence.models.accounts import SignInLink
from correspondence.rate_limits import AGAIN_AFTER, Spending, counted_address
from correspondence.settings import Settings
from correspondence.store import Store
from tests.correspondence.people import People
from tests.web.conftest import settings_in
from tests.web.visitors import Browser, Program, browser_of, codes, program_of
from web import create_app
from web.rate_limits import DOORS, limit_of

# Changed by POST, but nothing costs less: emails that mail programs end by themselves are behind `links`.
SAFE = {"GET", "HEAD", "OPTIONS"}
COSTLY = {
    "exports.zip_", "exports.json", "exports.text", "exports.png", "exports.svg", "games.export", "pictures.picture",
    "pictures.drawing", "data.export", "gm.pending_result", "gm.override", "gm.back", "api-boards.export",
    "api-archive.zipped", "api-archive.story", "api-boards.picture", "api-boards.drawing", "api-review.pending_result",
    "what_ifs.first", "what_ifs.show_saved_what_if", "what_ifs.drawing", "api-what-ifs.run_saved_what_if",
}  # fmt: skip


@pytest.fixture
def strict(settings: Settings, store: Store, people: People) -> Flask:
    """The site as hosts run it: with limits."""
    return create_app(replace(settings, rate_limits=True), store, people.clock)


def test_whatever_changes_something_or_costs_has_a_door(app: Flask) -> None:
    served = {rule.endpoint: rule.methods or set() for rule in app.url_map.iter_rules()}
    assert set(DOORS) <= set(served)
    for endpoint, methods in served.items():
        for method in methods - SAFE:
            assert limit_of(endpoint, method) is not None, endpoint
    assert set(DOORS) >= COSTLY
    assert set(served) >= COSTLY


def test_links_are_asked_for_so_often_from_one_place(strict: Flask, people: People) -> None:
    here = Browser(strict.test_client())
    mark = here.mark()

    def ask(number: int, place: str = "192.0.2.7") -> int:
        fields = {"csrf_token": mark, "email": f"guest{number}@rookery.example"}
        return here.client.post("/sign-in", data=fields, environ_base={"REMOTE_ADDR": place}).status_code

    assert [ask(n) for n in range(25)] == [200] * 20 + [429] * 5
    assert people.count(SignInLink) == 20
    assert ask(30, "192.0.2.8") == 200, "somebody else is not held up"
    # Whoever has a whole network of IPv6 is one place.
    assert [ask(n, f"2001:db8::{n:x}") for n in range(40, 61)] == [200] * 20 + [429]


def test_people_behind_an_unnamed_proxy_are_counted_alone(settings: Settings, store: Store, people: People) -> None:
    """Strangers are one place then, and hold up strangers alone."""
    given = replace(settings, rate_limits=True, base_url="https://rookery.example")
    site = create_app(given, store, people.clock)
    here, ada = Browser(site.test_client()), browser_of(site, people, "ada")
    session = ada.client.get_cookie("rookery_session")
    assert session is not None
    ada.client.set_cookie("__Host-rookery_session", session.value, domain="rookery.example", secure=True)
    while not site.extensions["rookery-spending"].spend("exports by place", "127.0.0.1", "60 per minute"):
        pass
    assert here.client.get("/games/none/export.json", base_url=given.base_url).status_code == 429
    assert ada.client.get("/games/none/export.json", base_url=given.base_url).status_code == 404
    assert ada.client.get("/account", base_url=given.base_url).status_code == 200


def test_who_waits_is_told_how_long(strict: Flask) -> None:
    here = Browser(strict.test_client())
    for _ in range(31):
        page = here.post("/lobby/code", {"code": "guess"})
    assert page.status_code == 429
    assert 1 <= int(page.headers["Retry-After"]) <= 900
    assert "try again in" in page.text
    robot = Program(strict.test_client(), "guess")
    for _ in range(400):
        answer = robot.get("/me")
        if answer.status_code == 429:
            break
        assert answer.status_code == 401
    assert codes(answer) == {"too-many-attempts"}
    assert 1 <= int(answer.headers["Retry-After"]) <= 60
    assert "try again in" in answer.get_json()["errors"][0]["words"]


def test_sheets_a_seat_are_limited_without_delaying_others(strict: Flask, people: People) -> None:
    game = people.game({"stark": "ada", "tyrell": "bo"})
    another = people.game({"stark": "ada"})
    robot, other = program_of(strict, people, "ada"), program_of(strict, people, "bo")
    turn = people.turn(game)
    answers = [robot.put(f"/turns/{turn}/sheet", {}).status_code for _ in range(32)]
    assert answers == [200] * 30 + [429] * 2
    assert other.put(f"/turns/{turn}/sheet", {}).status_code == 200
    assert robot.put(f"/turns/{people.turn(another)}/sheet", {}).status_code == 200


def test_what_ifs_of_site_and_programs_share_one_limit(strict: Flask, people: People) -> None:
    game = people.game({"stark": "ada", "tyrell": "bo"})
    turn, robot, other = people.turn(game), program_of(strict, people, "ada"), program_of(strict, people, "bo")
    ada = browser_of(strict, people, "ada")
    assert [ada.get(f"/turns/{turn}/what-if").status_code for _ in range(20)] == [200] * 20
    answers = [robot.post(f"/turns/{turn}/what-if", {}) for _ in range(22)]
    assert [answer.status_code for answer in answers] == [200] * 20 + [429] * 2
    assert codes(answers[-1]) == {"too-many-attempts"}
    assert 1 <= int(answers[-1].headers["Retry-After"]) <= 60
    assert other.post(f"/turns/{turn}/what-if", {}).status_code == 200


def test_codes_of_a_phone_are_tried_ten_times(strict: Flask, people: People) -> None:
    ada = browser_of(strict, people, "ada")
    answers = [ada.post("/account/code", {"code": "000000"}) for _ in range(12)]
    assert [answer.status_code for answer in answers] == [403] * 10 + [429] * 2
    assert answers[-1].headers["Retry-After"] == "900"


def test_passwords_are_tried_five_times(strict: Flask, people: People) -> None:
    people.account("ada")
    here = Browser(strict.test_client())
    fields = {"email": "ada@rookery.example", "password": "a guess"}
    answers = [here.post("/sign-in/password", fields) for _ in range(7)]
    assert [answer.status_code for answer in answers] == [403] * 5 + [429] * 2
    assert answers[-1].headers["Retry-After"] == "900"


def _spend(folder: Path, queue: object) -> None:
    spending = Spending(replace(settings_in(folder), rate_limits=True), time.time)
    got = sum(spending.spend("tries", "ada", "50 per hour") == 0 for _ in range(40))
    queue.put(got)  # type: ignore[attr-defined]


def test_processes_of_one_machine_count_together(tmp_path: Path) -> None:
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    processes = [context.Process(target=_spend, args=(tmp_path, queue)) for _ in range(3)]
    for process in processes:
        process.start()
    got = sum(queue.get(timeout=60) for _ in processes)
    for process in processes:
        process.join()
    assert got == 50


def test_allowances_come_back_with_time(tmp_path: Path) -> None:
    now = [1000.0]
    spending = Spending(replace(settings_in(tmp_path), rate_limits=True), lambda: now[0])
    assert [spending.spend("tries", "ada", "2 per minute") for _ in range(3)] == [0, 0, 60]
    now[0] += 45
    assert spending.spend("tries", "ada", "2 per minute") == 15
    assert spending.spend("tries", "bo", "2 per minute") == 0
    now[0] += 15
    assert spending.spend("tries", "ada", "2 per minute") == 0
    kept = (tmp_path / "allowances.db").read_bytes() + (tmp_path / "allowances.db-wal").read_bytes()
    assert b"ada" not in kept, "whose it is, is kept as a keyed hash"


@pytest.mark.services
def test_machines_count_together_in_redis(tmp_path: Path, redis_url: str) -> None:
    one, other = (
        Spending(replace(settings_in(tmp_path), rate_limits=True, broker_url=redis_url), time.time) for _ in range(2)
    )
    got = [spending.spend("tries", "ada", "5 per hour") for spending in (one, other) * 4]
    assert got[:5] == [0] * 5
    assert all(3590 <= wait <= 3600 for wait in got[5:])


@pytest.mark.parametrize("broker_url", ["redis://127.0.0.1:9/0", "filesystem"])
def test_without_a_place_to_count_each_process_counts(broker_url: str, tmp_path: Path) -> None:
    now = [1000.0]
    settings = replace(settings_in(tmp_path), rate_limits=True, broker_url=broker_url)
    if broker_url == "filesystem":
        (tmp_path / "allowances.db").mkdir()
    spending = Spending(settings, lambda: now[0])
    assert [bool(spending.spend("tries", "ada", "3 per hour")) for _ in range(5)] == [False] * 3 + [True] * 2
    now[0] += AGAIN_AFTER
    assert spending.spend("tries", "ada", "3 per hour") > 0


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("unix:", "unix:"),
    ],
)
def test_places(address: str, place: str) -> None:
    assert counted_address(address) == place


def test_tests_of_pages_ask_as_often_as_they_like(signed_in: Callable[[str], Browser]) -> None:
    ada = signed_in("ada")
    assert {ada.post("/lobby/code", {"code": "guess"}).status_code for _ in range(40)} == {422}


def test_organiser_may_invite_for_ten_tables_an_evening(tmp_path: Path) -> None:
    spending = Spending(replace(settings_in(tmp_path), rate_limits=True), lambda: 1_000_000.0)
    for endpoint in ("games.invite", "api-seats.invite"):
        door = limit_of(endpoint, "POST")
        assert door is not None
        assert door != limit_of("games.create", "POST"), "what is made takes nothing from it"
        refused = [spending.spend(endpoint, "ada", door.account) > 0 for _ in range(250)]
        assert not any(refused[:80])
        assert refused[-1]
