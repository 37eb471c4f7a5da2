"""Secrets: kept as hashes, compared in constant time, given once, never in logs, settings, pages of errors."""

from __future__ import annotations

import ast
import importlib.util
import io
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from argon2 import PasswordHasher, extract_parameters
from argon2.low_level import Type
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import String, select

from correspondence import logs, tokens
from correspondence.models.accounts import Account, SignInSession
from correspondence.settings import BadSetting, Settings
from correspondence.sign_in import factors
from correspondence.sign_in.factors import choose_password
from correspondence.sign_in.use_cases import make_link
from correspondence.store import Store
from correspondence.tables import METADATA
from tests.correspondence.people import People, link_in
from tests.web.visitors import SESSION_COOKIE, Browser, Program, program_of
from web import create_app

ROOT = Path(__file__).parents[2]
ROOMS = ("web", "worker", "correspondence")
# Names of what opens something; to compare such a value with `==` tells by the time it takes how much of it was right.
SECRET = re.compile(r"(^|_)(token|secret|signature|password|passphrase|otp|mac|csrf|hash)(_|$)|code_hash", re.I)
# What looks so and is none: the kind of an order or a piece on the board, whether something is empty.
BOARD = re.compile(r"order_token|leave_token|token_kind|power_token")


def compared(tree: ast.AST) -> Iterator[ast.Compare]:
    """Every `==`, `!=`, `in` and `not in` of a file."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and any(isinstance(op, ast.Eq | ast.NotEq) for op in node.ops):
            yield node


def names(node: ast.expr) -> str:
    """The name of a value, if it has one."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return node.attr
    return names(node.func) if isinstance(node, ast.Call) else ""


def of_a_table(node: ast.expr) -> bool:
    """Whether a value is a column, so that the comparison is a query."""
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id[0].isupper()


def test_secrets_are_never_compared_with_equality() -> None:
    """In queries the database looks for a hash of 256 bits, of which nobody can choose the beginning."""
    found = []
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            text = path.read_text()
            for node in compared(ast.parse(text)):
                sides = [node.left, *node.comparators]
                said = [names(side) for side in sides]
                in_query = any(of_a_table(side) for side in sides)
                if any(SECRET.search(name) and not BOARD.search(name) for name in said) and not in_query:
                    if all(isinstance(side, ast.Constant) for side in node.comparators):
                        continue
                    found.append(f"{path.relative_to(ROOT)}:{node.lineno}: {ast.unparse(node)}")
    assert not found, "use correspondence.tokens.same or hmac.compare_digest"


def test_comparisons_of_tokens_look_at_all_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    real = tokens.hmac.compare_digest
    monkeypatch.setattr(tokens.hmac, "compare_digest", lambda a, b: asked.append((a, b)) or real(a, b))
    token = tokens.new_token()
    assert tokens.same(token, tokens.digest(token))
    assert not tokens.same(token + "x", tokens.digest(token))
    assert tokens.verified_value("key", "purpose", tokens.sign("key", "purpose", "abc")) == "abc"
    assert len(asked) == 3


def test_signed_tokens_are_for_one_purpose_and_key() -> None:
    good = tokens.sign("key", "letters", "a1b2")
    assert tokens.verified_value("key", "letters", good) == "a1b2"
    for secret, purpose, token in (
        ("other", "letters", good),
        ("key", "invitations", good),
        ("key", "letters", good.replace("a1b2", "a1b3")),
        ("key", "letters", good[:-1]),
        ("key", "letters", "a1b2."),
        ("key", "letters", "a1b2"),
        ("key", "letters", "\u0661.\u0661"),
    ):
        assert tokens.verified_value(secret, purpose, token) is None, token


def test_what_is_kept_opens_nothing(app: Flask, people: People, client: FlaskClient) -> None:
    """Every text of every table is looked through for the tokens that were given out; only emails on their way may
    have them, for they bring them."""
    ada, robot = Browser(client), program_of(app, people, "ada")
    ada.post("/sign-in", {"email": "ada@rookery.example"})
    people.deliver()
    link = link_in(people.mails("ada")[-1], "sign-in/")
    assert ada.post(f"/sign-in/{link}").status_code == 303
    cookie = client.get_cookie(SESSION_COOKIE)
    assert cookie is not None
    given = (link, cookie.value, robot.token)
    with people.store.read() as session:
        for table in METADATA.sorted_tables:
            if table.name == "local_mail":
                continue
            for row in session.execute(select(table)):
                for value in row:
                    kept = value.decode("latin-1") if isinstance(value, bytes) else str(value)
                    assert not any(token in kept for token in given), table.name
    assert all(len(token) >= 43 for token in given), "256 bits"
    assert SignInSession.__table__.c.token_hash.type.length == String(64).length  # type: ignore[attr-defined]


def test_a_link_works_once_and_for_half_an_hour(people: People, client: FlaskClient) -> None:
    here = Browser(client)
    for wait, wanted in ((0, 303), (31, 409)):
        here.post("/sign-in", {"email": f"guest{wait}@rookery.example"})
        people.deliver()
        link = link_in(people.mails(f"guest{wait}")[-1], "sign-in/")
        people.later(minutes=wait)
        assert client.get(f"/sign-in/{link}").status_code == (200 if wanted == 303 else 409)
        assert here.post(f"/sign-in/{link}").status_code == wanted
        assert here.post(f"/sign-in/{link}").status_code == 409, "used or too old"
        for forged in (link[:-1], link[:-1] + ("A" if link[-1] != "A" else "B"), link.swapcase(), f"{link}="):
            assert here.post(f"/sign-in/{forged}").status_code == 404


def test_a_session_that_was_planted_is_not_the_one_in_use(people: People, client: FlaskClient) -> None:
    """Session fixation: signing in gives a new session and a new mark for forms."""
    here = Browser(client)
    client.set_cookie(SESSION_COOKIE, "planted-by-somebody-else")
    before = here.mark()
    here.post("/sign-in", {"email": "ada@rookery.example"})
    people.deliver()
    here.post(f"/sign-in/{link_in(people.mails('ada')[-1], 'sign-in/')}")
    cookie = client.get_cookie(SESSION_COOKIE)
    assert cookie is not None
    assert cookie.value != "planted-by-somebody-else"
    assert here.mark() != before
    assert client.post("/account/sessions/end-others", data={"csrf_token": before}).status_code == 400
    other = client.application.test_client()
    other.set_cookie(SESSION_COOKIE, "planted-by-somebody-else")
    assert other.get("/account").status_code == 303


def test_signing_out_ends_the_session_for_whoever_copied_it(
    people: People, signed_in: Callable[[str], Browser], app: Flask
) -> None:
    ada = signed_in("ada")
    stolen = ada.client.get_cookie(SESSION_COOKIE)
    assert stolen is not None
    thief = app.test_client()
    thief.set_cookie(SESSION_COOKIE, stolen.value)
    assert thief.get("/account").status_code == 200
    ada.post("/sign-out")
    assert thief.get("/account").status_code == 303
    again = signed_in("ada")
    assert again.post("/account/sessions/end-others").status_code == 303
    people.later(days=61)
    assert again.get("/account").status_code == 303, "after sixty days anyhow"


def test_cookies_of_a_site_with_tls(settings: Settings, store: Store, people: People) -> None:
    app = create_app(replace(settings, base_url="https://rookery.example"), store, people.clock)
    client = app.test_client()
    base = "https://rookery.example"
    page = client.get("/sign-in", base_url=base)
    mark = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', page.text)
    assert mark is not None
    with people.store.begin() as session:
        link = make_link(session, "ada@rookery.example", people.now, people.now + timedelta(hours=1))
    fields, headers = {"csrf_token": mark[1]}, {"Referer": f"{base}/"}
    done = client.post(f"/sign-in/{link}", base_url=base, data=fields, headers=headers)
    assert done.status_code == 303
    cookies = done.headers.getlist("Set-Cookie") + page.headers.getlist("Set-Cookie")
    assert len(cookies) >= 2
    for cookie in cookies:
        assert cookie.startswith("__Host-rookery_"), cookie
        assert {"Secure", "HttpOnly", "Path=/", "SameSite=Lax"} <= set(cookie.split("; ")), cookie
        assert "Domain" not in cookie
    assert client.get("/account", base_url=base).status_code == 200
    assert page.headers["Strict-Transport-Security"] == "max-age=31536000"


def test_passwords_are_kept_as_argon2id(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the hasher that the program makes; that of other tests is quicker."""
    spec = importlib.util.spec_from_file_location("passwords_as_they_are", str(factors.__file__))
    assert spec is not None
    assert spec.loader is not None
    as_it_is = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, as_it_is)
    spec.loader.exec_module(as_it_is)
    monkeypatch.setattr(factors, "_HASHER", as_it_is._HASHER)
    with people.store.begin() as session:
        choose_password(session, people.account_in(session, "ada"), "", "a long sentence", "", people.now)
    with people.store.read() as session:
        kept = session.scalars(select(Account.password_hash).where(Account.email == "ada@rookery.example")).one()
    assert "a long sentence" not in kept
    found = extract_parameters(kept)
    assert found.type is Type.ID
    assert (found.memory_cost >= 65536, found.time_cost >= 3, found.hash_len >= 32, found.salt_len >= 16) == (True,) * 4
    assert isinstance(factors._HASHER, PasswordHasher)


WEAK = ["x", "secret", "a" * 64, "changeme" * 8, "your-secret-key-goes-here-0123456789", "0123456789" * 2]


def test_a_public_site_has_a_key_that_nobody_guesses(tmp_path: Path) -> None:
    public = {"ROOKERY_DATA": str(tmp_path), "BASE_URL": "https://rookery.example"}
    for weak in WEAK:
        with pytest.raises(BadSetting, match="SECRET_KEY") as told:
            Settings.from_environment({**public, "SECRET_KEY": weak})
        assert weak not in str(told.value) or weak == "x", "the key is not repeated"
        Settings.from_environment({"ROOKERY_DATA": str(tmp_path), "SECRET_KEY": weak})
    made = Settings.from_environment(public)
    assert len(made.secret_key) == 64
    (key,) = tmp_path.glob("secret-key")
    assert key.stat().st_mode & 0o777 == 0o600
    key.chmod(0o644)
    assert Settings.from_environment(public).secret_key == made.secret_key
    assert key.stat().st_mode & 0o777 == 0o600, "a key that lay open is closed"


def test_settings_never_show_a_secret(tmp_path: Path) -> None:
    shown = repr(
        Settings.from_environment(
            {
                "ROOKERY_DATA": str(tmp_path),
                "DATABASE_URL": "postgresql://u:HUSH-db@h/d",
                "BROKER_URL": "redis://:HUSH-redis@h",
                "SMTP_URL": "smtp://u:HUSH-mail@h",
                "SECRET_KEY": "HUSH-key",
                "METRICS_TOKEN": "HUSH-metrics-token",
            }
        )
    )
    assert "HUSH" not in shown
    with pytest.raises(BadSetting) as told:
        Settings.from_environment({"ROOKERY_DATA": str(tmp_path), "DATABASE_URL": "u:HUSH@h/d"})
    assert "HUSH" not in str(told.value)


def test_logs_and_pages_of_errors_tell_no_secret(
    app: Flask, people: People, signed_in: Callable[[str], Browser], program: Callable[[str], Program],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """A page that breaks with secrets all around: in its address, its fields, its variables, the error's words."""
    stream = io.StringIO()
    logs.configure(level="debug", style="json", stream=stream)
    ada, robot = signed_in("ada"), program("ada")
    token, password = tokens.new_token(), "HUSH a password"
    cookie = ada.client.get_cookie(SESSION_COOKIE)
    assert cookie is not None

    def broken(*given: object, **named: object) -> None:
        secret = (given, named, cookie, password)
        raise RuntimeError(f"/sign-in/{token} of ada@rookery.example smtp://me:HUSH-mail@host {len(secret)}")

    for name in ("look_at_link", "api_tokens"):
        monkeypatch.setattr(f"web.views.sign_in.{name}", broken)
    monkeypatch.setattr("web.views.sign_in.factor_cases.count_sign_in_attempt", broken)
    monkeypatch.setattr("web.api.account.api_tokens", broken, raising=False)
    answers = [
        ada.get(f"/sign-in/{token}"),
        ada.get("/account"),
        ada.post("/sign-in/password", {"email": "ada@rookery.example", "password": password}),
        robot.get("/tokens"),
    ]
    written = stream.getvalue()
    assert sum(answer.status_code == 500 for answer in answers) >= 3
    assert "a request failed" in written
    assert "RuntimeError" in written
    for secret in (token, password, "HUSH", cookie.value, robot.token, "ada@rookery.example", app.config["SECRET_KEY"]):
        assert secret not in written, secret
    for answer in answers:
        if answer.status_code == 500:
            assert "RuntimeError" not in answer.text
            assert not any(word in answer.text for word in ("Traceback", "HUSH", token, ".py"))
