"""Every way into the site, from the app's own map and the API's own description, and who tries them.

A route is tried the day it is written. What its address and body need comes from here; what it is answered nobody has
to write down: whoever has no right learns no secret and changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flask import Flask
from sqlalchemy import event, select
from werkzeug.test import TestResponse

from correspondence.accounts.queries import api_tokens
from correspondence.accounts.use_cases import end_session, sessions_of
from correspondence.personal_data import delete_by_link, request_deletion
from correspondence.sign_in.use_cases import issue_api_token, revoke_api_token
from correspondence.store import Store
from correspondence.tables import METADATA
from tests.correspondence.people import link_in
from tests.web.access_table import TABLE
from tests.web.realm import FORM_COOKIE, Realm, cookies_of
from tests.web.visitors import SESSION_COOKIE, Browser, Program, browser_of, program_of

# What stands in addresses, as the realm names its things; a game is tried as each of these.
GAMES = ("game", "held")
ALL_GAMES = (*GAMES, "lobby", "open", "offered")
IDS = {
    "absence_id": "{absence}",
    "browser_id": "{told}",
    "turn_id": "{turn}",
    "decision_id": "r1:1",
    "delegation_id": "{delegation}",
    "draft_id": "{draft}",
    "override_id": "{override}",
    "edition_id": "first-edition",
    "filename": "rookery.css",
    "house": "stark",
    "import_id": "none",
    "invitation_id": "{invitation}",
    "block_id": "{block}",
    "mail_id": "none",
    "message_id": "{letter}",
    "name": "rookery.css",
    "note_id": "{note}",
    "number": "1",
    "passkey_id": "{passkey}",
    "person_id": "{person}",
    "place": "winterfell",
    "seat_id": "{seat}",
    "session_id": "{session}",
    "thread_id": "{thread}",
    "token": "{link}",
    "token_id": "{token}",
    "version": "old",
    "vote_id": "{vote}",
    "webhook_id": "{hook}",
}
_ARGUMENT = re.compile(r"<(?:[^:<>]+(?:\([^()]*\))?:)?(\w+)>")
# Refused tries are counted there; maps are kept that need not be drawn again.
OF_NO_ACCOUNT = frozenset({"attempts", "pictures"})
_CHANGE = re.compile(r"(?:INSERT(?: OR \w+)? INTO|UPDATE|DELETE FROM) \"?(\w+)")


@dataclass(frozen=True)
class Way:
    """A request. `body` is a form's fields, or what the API takes."""

    endpoint: str
    method: str
    path: str
    body: Any

    @property
    def api(self) -> bool:
        """Whether it is the API's."""
        return self.path.startswith("/api/v1/")

    def __str__(self) -> str:
        return f"{self.method} {self.path} ({self.endpoint})"


def arguments(app: Flask) -> set[str]:
    """The names of everything that stands in addresses."""
    return {name for rule in app.url_map.iter_rules() for name in rule.arguments}


def ways(
    app: Flask, at: dict[str, str], described: dict[str, Any], *, reading: bool, games: tuple[str, ...] = GAMES
) -> Iterator[Way]:
    """Every route, for each game that could stand in its address: what only reads, or all else."""
    for rule in app.url_map.iter_rules():
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            if (method == "GET") != reading:
                continue
            for game in games if "game_id" in rule.arguments else ("",):
                known = {**IDS, "game_id": f"{{{game}}}"}
                path = _ARGUMENT.sub(lambda found, known=known: known[found[1]], rule.rule).format(**at)  # type: ignore[misc]
                yield Way(rule.endpoint, method, path, body_of(rule.endpoint, method, rule.rule, at, described))


def body_of(endpoint: str, method: str, rule: str, at: dict[str, str], described: dict[str, Any]) -> Any:
    """What is sent: what the table of access sends, else the least that the API's description lets through."""
    if method == "GET":
        return None
    if endpoint in TABLE and TABLE[endpoint][2] is not None:
        sent = TABLE[endpoint][2]
        return {name: at.get(str(value).strip("{}"), value) for name, value in sent.items()}
    schema = _schema(method, rule, described)
    return sample(schema, described) if schema else {}


def _schema(method: str, rule: str, described: dict[str, Any]) -> dict[str, Any] | None:
    item = described["paths"].get(_ARGUMENT.sub(r"{\1}", rule), {})
    content = item.get(method.lower(), {}).get("requestBody", {}).get("content", {})
    found: dict[str, Any] | None = content.get("application/json", {}).get("schema")
    return found


def scopes(app: Flask, described: dict[str, Any]) -> dict[str, str]:
    """What a token must be made for, by endpoint of the API, as the description says."""
    found = {}
    for rule in app.url_map.iter_rules():
        item = described["paths"].get(_ARGUMENT.sub(r"{\1}", rule.rule), {})
        for method, operation in item.items():
            if method.upper() in (rule.methods or ()):
                found[rule.endpoint] = operation["security"][0]["token"][0]
    return found


def operations(app: Flask) -> set[tuple[str, str]]:
    """The path, as the description writes it, and method of each operation of the API that is served."""
    return {
        (_ARGUMENT.sub(r"{\1}", rule.rule), method.lower())
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/v1/")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }


def sample(schema: dict[str, Any], described: dict[str, Any]) -> Any:
    """A value that a schema of the description lets through: what it requires, and no more."""
    if "$ref" in schema:
        return sample(described["components"]["schemas"][schema["$ref"].rpartition("/")[2]], described)
    for choice in ("anyOf", "oneOf", "allOf"):
        if choice in schema:
            return sample(schema[choice][0], described)
    if "enum" in schema:
        return schema["enum"][0]
    kind = schema.get("type")
    kind = kind[0] if isinstance(kind, list) else kind
    if kind == "object":
        wanted = schema.get("required", ())
        return {name: sample(part, described) for name, part in schema.get("properties", {}).items() if name in wanted}
    if kind == "string":
        return "2027-01-01T12:00:00+00:00" if schema.get("format") == "date-time" else "x"
    return {"integer": 1, "number": 1, "boolean": True, "array": []}.get(str(kind))


Rows = dict[str, dict[Any, dict[str, Any]]]


def kept(store: Store) -> Rows:
    """Every row of every table by its key, but for what belongs to no account and when somebody was last seen."""
    found: Rows = {}
    with store.read() as session:
        for table in METADATA.sorted_tables:
            if table.name not in OF_NO_ACCOUNT:
                keys = [column.name for column in table.primary_key]
                found[table.name] = {
                    tuple(row[name] for name in keys): {
                        name: row[name] for name in row if name not in ("seen_at", "last_used_at")
                    }
                    for row in session.execute(select(table)).mappings()
                }
    return found


def changed_of_others(before: Rows, after: Rows, own: int) -> set[str]:
    """The tables in which a row that was there was changed and is not the account's own, or one is new that is about a
    game or an account that was there."""
    games = {row["id"] for row in before["games"].values()}
    scopes_known = {row["public_id"] for row in before["games"].values()}
    people = {row["id"] for row in before["accounts"].values()} - {own}
    address = before["accounts"][(own,)].get("email")

    def reaches(row: dict[str, Any]) -> bool:
        return row.get("game_id") in games or row.get("account_id") in people or row.get("scope") in scopes_known

    found = set()
    for table, rows in after.items():
        for key in before[table].keys() | rows.keys():
            old, new = before[table].get(key), rows.get(key)
            if old == new:
                continue
            whose = (old or {}).get("id" if table == "accounts" else "account_id")
            mine = whose == own or (address is not None and (old or {}).get("email") == address)
            if (old is None and new is not None and reaches(new)) or (old is not None and not mine):
                found.add(table)
    return found


class Touched:
    """The tables that committed transactions changed since `clear`."""

    def __init__(self, store: Store) -> None:
        self.tables: set[str] = set()
        self._open: dict[int, set[str]] = {}
        event.listen(store.engine, "after_cursor_execute", self._executed)
        event.listen(store.engine, "commit", self._committed)
        event.listen(store.engine, "rollback", lambda connection: self._open.pop(id(connection), None))

    def _executed(self, connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        found = _CHANGE.match(statement)
        # Rows that are given back are not counted yet.
        changed = cursor.rowcount or " RETURNING " in statement
        if found and changed and "SET last_used_at" not in statement and "SET seen_at" not in statement:
            self._open.setdefault(id(connection), set()).add(found[1])

    def _committed(self, connection: Any) -> None:
        self.tables |= self._open.pop(id(connection), set())

    def taken(self) -> set[str]:
        """What was changed, but for what belongs to no account; forgotten with that."""
        found, self.tables = self.tables - OF_NO_ACCOUNT, set()
        return found


class Attackers:
    """The realm, and those who have no right in it. `ask` is one of them going a way; None where they could not."""

    NOBODY = ("stranger", "gone", "ended", "crossed", "unmarked")

    def __init__(self, realm: Realm) -> None:
        self.realm, people, self.app = realm, realm.people, realm.app
        self.described = self.app.test_client().get("/api/openapi.json").get_json()
        self.browsers: dict[str, Browser] = {"stranger": Browser(self.app.test_client())}
        self.programs: dict[str, Program] = {"stranger": Program(self.app.test_client())}
        self._gone()
        self._ended()
        # A session where a token belongs, a token where a session does; a master's, who may most.
        token = self._token("fay", ["play", "gm"])
        self.browsers["crossed"] = Browser(self.app.test_client())
        self.browsers["crossed"].client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {token}"
        self.programs["crossed"] = Program(browser_of(self.app, people, "fay").client)
        self.browsers["unmarked"] = browser_of(self.app, people, "fay")
        self.outside = browser_of(self.app, people, "gil"), program_of(self.app, people, "gil")
        # Tokens that are made for something else.
        self.narrow = {
            scope: [Program(self.app.test_client(), self._token(name, given)) for name in ("ada", "fay")]
            for scope, given in (("play", ["gm"]), ("gm", ["play"]), ("write", ["read"]))
        }
        # The first use of a token is written down.
        for program in (self.outside[1], *(one for made in self.narrow.values() for one in made)):
            program.get("/me")
        self.marks = {name: browser.mark() for name, browser in self.browsers.items()}
        self.own_mark = self.outside[0].mark()
        with people.store.read() as session:
            self.outsider = people.account_in_read(session, "gil").id
        self._cookies = [(one.client, cookies_of(one)) for one in (*self.browsers.values(), self.outside[0])]
        # `restore` puts the database back to this.
        realm.save()
        self.touched = Touched(realm.store)

    def _token(self, name: str, scopes: list[str]) -> str:
        people = self.realm.people
        with people.store.begin() as session:
            return issue_api_token(session, people.account_in(session, name), " ".join(scopes), people.now, scopes)

    def _gone(self) -> None:
        """Somebody whose account was deleted, with the cookie and the token they had."""
        people = self.realm.people
        people.account("zoe")
        self.browsers["gone"] = browser_of(self.app, people, "zoe")
        self.programs["gone"] = program_of(self.app, people, "zoe")
        with people.store.begin() as session:
            request_deletion(session, people.account_in(session, "zoe"), people.now)
        people.deliver()
        link = link_in(people.mails("zoe")[-1], "account/delete/")
        with people.store.begin() as session:
            delete_by_link(session, link, people.now)

    def _ended(self) -> None:
        """A master's browser that was signed out from another one, and their token that was revoked."""
        people = self.realm.people
        self.browsers["ended"] = browser_of(self.app, people, "fay")
        self.programs["ended"] = Program(self.app.test_client(), self._token("fay", ["play", "gm"]))
        with people.store.begin() as session:
            fay = people.account_in(session, "fay")
            kept = self.realm.browsers["gm"].client.get_cookie(SESSION_COOKIE)
            assert kept is not None
            for line in sessions_of(session, fay, kept.value, people.now):
                if not line.current:
                    end_session(session, fay, line.id)
            mine = next(line for line in api_tokens(session, fay) if line.name == "play gm")
            revoke_api_token(session, fay, mine.id, people.now)

    def ask(self, who: str, way: Way) -> TestResponse | None:
        """One without any right goes a way."""
        self._as_they_came()
        if who == "unmarked" and (way.api or way.method == "GET"):
            return None
        if way.api:
            return self.programs[who].ask(way.method, way.path.removeprefix("/api/v1"), json=way.body)
        client = self.browsers[who].client
        if way.method == "GET":
            return client.get(way.path)
        mark = {} if who == "unmarked" else {"csrf_token": self.marks[who]}
        return client.open(way.path, method=way.method, data={**mark, **(way.body or {})})

    def ask_as_outsider(self, way: Way) -> TestResponse:
        """Somebody with an account and no part in any game goes a way."""
        self._as_they_came()
        browser, program = self.outside
        if way.api:
            return program.ask(way.method, way.path.removeprefix("/api/v1"), json=way.body)
        if way.method == "GET":
            return browser.client.get(way.path)
        return browser.client.open(way.path, method=way.method, data={"csrf_token": self.own_mark, **(way.body or {})})

    def restore(self) -> None:
        """The database as it was."""
        self.realm.restore()
        self.touched.taken()

    def _as_they_came(self) -> None:
        """Browsers with the cookies they had: signing out or in gives new ones."""
        for client, cookies in self._cookies:
            for name in (SESSION_COOKIE, FORM_COOKIE):
                client.delete_cookie(name)
                if name in cookies:
                    client.set_cookie(name, cookies[name])
