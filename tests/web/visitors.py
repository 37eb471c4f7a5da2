"""Who visits the site in tests: browsers with cookies and forms, programs with tokens. And the rows they must not
change."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import Select, delete, select
from werkzeug.test import TestResponse

from correspondence.accounts.use_cases import open_session
from correspondence.models.mail import OutgoingMail
from correspondence.sign_in.use_cases import issue_api_token
from correspondence.store import Store
from correspondence.tables import METADATA
from tests.correspondence.people import People

SESSION_COOKIE = "rookery_session"
_CSRF = re.compile(r'name="csrf_token"[^>]*value="([^"]+)"')


@dataclass
class Browser:
    """A browser: it keeps cookies, and posts forms as our own pages would."""

    client: FlaskClient

    def get(self, path: str, **options: Any) -> TestResponse:
        """Open a page."""
        return self.client.get(path, **options)

    def post(self, path: str, fields: Any = None, **options: Any) -> TestResponse:
        """Send a form with the mark that our own pages put into it."""
        sent = {"csrf_token": self.mark(), **(fields or {})}
        return self.client.post(path, data=sent, **options)

    def receipt(self, page: TestResponse) -> str:
        """The receipt of what was submitted, by the link on the board that `page` leads to."""
        link = re.search(r'href="(/turns/\w+/sheets/\d+)"', self.get(page.headers["Location"]).text)
        assert link is not None, "the board has no link to a receipt"
        return self.get(link[1]).text

    def mark(self) -> str:
        """The mark that tells our own forms from others."""
        found = _CSRF.search(self.client.get("/sign-in").text)
        assert found is not None, "the sign-in form has no mark against forged forms"
        return found[1]


@dataclass
class Program:
    """A program with a token (or none) that uses the API; paths are relative to `/api/v1`."""

    client: FlaskClient
    token: str = ""

    def ask(self, method: str, path: str, **options: Any) -> TestResponse:
        """Ask for something."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        return self.client.open(
            f"/api/v1{path}", method=method, headers=headers | options.pop("headers", {}), **options
        )

    def get(self, path: str, **options: Any) -> TestResponse:
        """Read something."""
        return self.ask("GET", path, **options)

    def post(self, path: str, body: Any = None, **options: Any) -> TestResponse:
        """Do something."""
        return self.ask("POST", path, json={} if body is None else body, **options)

    def put(self, path: str, body: Any = None, **options: Any) -> TestResponse:
        """Put something there."""
        if body is not None:
            options["json"] = body
        return self.ask("PUT", path, **options)


def browser_of(app: Flask, people: People, name: str) -> Browser:
    """The browser of somebody who is signed in by a link."""
    with people.store.begin() as session:
        token = open_session(session, people.account_in(session, name), people.now)
    client = app.test_client()
    client.set_cookie(SESSION_COOKIE, token)
    return Browser(client)


def program_of(app: Flask, people: People, name: str) -> Program:
    """A program with a token of somebody, made long ago: no email tells of it any more."""
    with people.store.begin() as session:
        token = issue_api_token(session, people.account_in(session, name), "a program", people.now)
        session.execute(delete(OutgoingMail).where(OutgoingMail.key.startswith("token-made.")))
    return Program(app.test_client(), token)


def rows(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table, to compare before and after. What is kept of reading does not count: maps that need not
    be drawn again, when a browser or a token was last seen, how often something was tried."""
    with store.read() as session:
        return {name: [tuple(row) for row in session.execute(query)] for name, query in _all_rows().items()}


@cache
def _all_rows() -> dict[str, Select[Any]]:
    """What reads the rows of each table, in the order of their keys: sorting them here took most of the time."""
    found = {}
    for table in METADATA.sorted_tables:
        if table.name not in ("pictures", "attempts"):
            columns = [column for column in table.columns if column.name not in ("seen_at", "last_used_at")]
            found[table.name] = select(*columns).order_by(*table.primary_key)
    return found


def codes(answer: TestResponse) -> set[str]:
    """The codes of an error of the API; each has words."""
    reasons = answer.get_json()["errors"]
    assert all(reason["words"] for reason in reasons), reasons
    return {reason["code"] for reason in reasons}
