"""Guesses at once: a site of two processes on PostgreSQL, and as many tries side by side as threads can send. However
many sessions, links, doors and processes, no more are looked at than one after the other would be."""

from __future__ import annotations

import http.client
import itertools
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from urllib.parse import urlencode

import pyotp
import pytest
from sqlalchemy import func, select

from correspondence.accounts.use_cases import open_session, session_with
from correspondence.models.accounts import Attempt
from correspondence.settings import Settings
from correspondence.sign_in.factors import (
    MAX_FOR_ADDRESS,
    MAX_FROM_PLACE,
    MAX_OWN,
    choose_password,
    new_secret,
    turn_on,
)
from correspondence.sign_in.use_cases import get_or_create_account, make_link
from correspondence.store import Store
from tests.e2e.house_turn import House, await_health, migrate, process
from tests.services import free_port
from tests.web.visitors import SESSION_COOKIE

pytestmark = pytest.mark.services
EMAIL, SENTENCE, KEY = "ada@rookery.example", "a long sentence", "k" * 64
_MARK = re.compile(r'name="csrf_token"[^>]*value="([^"]+)"')
THREADS = 20


class Site:
    """A site that runs in several processes, and somebody with a password and a second factor."""

    def __init__(self, ports: list[int], store: Store) -> None:
        self._ports, self.store = itertools.cycle(ports), store
        now = datetime.now(UTC)
        with store.begin() as session:
            ada = get_or_create_account(session, EMAIL, now, name="Ada")
            choose_password(session, ada, "", SENTENCE, "", now)
            known = session_with(session, open_session(session, ada, now), now)
            assert known is not None
            secret = new_secret()
            turn_on(session, ada, secret, pyotp.TOTP(secret).at(now), known.id, now)
            self.session = open_session(session, ada, now)
            self.links = [make_link(session, EMAIL, now, now + timedelta(hours=1)) for _ in range(THREADS)]

    def browser(self, token: str = "") -> Callable[[str, dict[str, str]], int]:
        """Sends forms with their mark, as a browser would, each to another process; answers the status."""
        cookie = f"{SESSION_COOKIE}={token}; " if token else ""
        page, answer = _ask(next(self._ports), "GET", "/sign-in", {"Cookie": cookie})
        mark, given = _MARK.search(page), answer.headers["Set-Cookie"].partition(";")[0]
        assert mark is not None

        def post(path: str, fields: dict[str, str]) -> int:
            sent = urlencode({"csrf_token": mark[1], **fields})
            headers = {"Cookie": cookie + given, "Content-Type": "application/x-www-form-urlencoded"}
            return _ask(next(self._ports), "POST", path, headers, sent)[1].status

        return post


def _ask(
    port: int, method: str, path: str, headers: dict[str, str], body: str = ""
) -> tuple[str, http.client.HTTPResponse]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request(method, path, body or None, headers)
        answer = connection.getresponse()
        return answer.read().decode(), answer
    finally:
        connection.close()


@pytest.fixture
def site(tmp_path: Path, migrated_postgres_url: str) -> Iterator[Site]:
    """The site as a host runs it, in two processes; without the limits that would come first."""
    ports = [free_port() for _ in range(2)]
    environment = {
        "ROOKERY_DATA": str(tmp_path / "data"),
        "DATABASE_URL": migrated_postgres_url,
        "BASE_URL": "http://127.0.0.1",
        "SECRET_KEY": KEY,
        "RATE_LIMITS": "off",
        "PYTHONPATH": str(Path(__file__).parents[2]),
        "PATH": "/usr/bin:/bin",
    }
    migrate(House("", environment, tmp_path))
    store = Store(Settings.from_environment(environment))
    with ExitStack() as serving:
        for port in ports:
            house = House(f"http://127.0.0.1:{port}", environment, tmp_path)
            await_health(house, serving.enter_context(process(house, "serve", "--port", str(port))))
        yield Site(ports, store)
    store.close()


def at_once(tries: list[Callable[[], int]]) -> list[int]:
    """What all of these answer, sent side by side, and again where the site was too busy to look at them (503)."""

    def answered(send: Callable[[], int]) -> int:
        while (status := send()) == 503:
            pass
        return status

    with ThreadPoolExecutor(THREADS) as pool:
        return sorted(pool.map(answered, tries))


def test_no_more_guesses_are_looked_at_however_many_come_at_once(site: Site) -> None:
    ten_codes_of_an_account(site)
    five_passwords_of_an_address(site)
    thirty_passwords_from_a_place(site)


def ten_codes_of_an_account(site: Site) -> None:
    """By sign-in links, from inside and behind the right password."""
    tries: list[Callable[[], int]] = []
    for number, link in enumerate(site.links):
        stranger, inside, code = site.browser(), site.browser(site.session), f"{number:06}"
        tries += [
            partial(stranger, f"/sign-in/{link}", {"code": code}),
            partial(inside, "/account/code", {"code": code}),
        ]
        if number < MAX_FOR_ADDRESS:
            tries.append(partial(stranger, "/sign-in/password", password(EMAIL, SENTENCE) | {"code": code}))
    answers = at_once(tries)
    assert answers.count(403) == MAX_OWN, "each of these was a code that was looked at"
    assert answers.count(429) == len(tries) - MAX_OWN


def five_passwords_of_an_address(site: Site) -> None:
    answers = at_once([partial(site.browser(), "/sign-in/password", password("bo@rookery.example")) for _ in range(20)])
    assert answers == [403] * MAX_FOR_ADDRESS + [429] * (20 - MAX_FOR_ADDRESS)


def thirty_passwords_from_a_place(site: Site) -> None:
    with site.store.read() as session:
        used = session.scalar(select(func.count()).select_from(Attempt).where(Attempt.key.startswith("from:"))) or 0
    assert MAX_FOR_ADDRESS <= used < MAX_FROM_PLACE
    browser, left = site.browser(), MAX_FROM_PLACE - used
    addresses = [f"nobody{number}@rookery.example" for number in range(left + 8)]
    answers = at_once([partial(browser, "/sign-in/password", password(address)) for address in addresses])
    assert answers == [403] * left + [429] * 8


def password(email: str, typed: str = "a guess") -> dict[str, str]:
    """The fields of the form for a password."""
    return {"email": email, "password": typed}
