"""The API for people: everything described stands on its pages, and each example runs as it stands."""

from __future__ import annotations

import html
import json
import re
import shlex
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from flask.testing import FlaskClient

from tests.correspondence.people import People
from tests.web.visitors import Program
from web.api.description import field_words
from web.api.from_structs import components


def commands(page: str) -> list[str]:
    """The commands of the examples."""
    return [
        html.unescape(found) for found in re.findall(r'<pre class="letter lines"[^>]*>(.*?)</pre>', page, re.DOTALL)
    ]


def request_of(command: str, variables: dict[str, str]) -> dict[str, Any]:
    """A command of curl as a request."""
    for name, value in variables.items():
        command = command.replace(f"${name}", value)
    words = shlex.split(command.replace("\\\n", " "))
    assert words[:2] == ["curl", "-sS"]
    found: dict[str, Any] = {"method": "GET", "headers": {}}
    rest = iter(words[2:])
    for word in rest:
        if word == "-X":
            found["method"] = next(rest)
        elif word == "-H":
            name, _, value = next(rest).partition(": ")
            found["headers"][name] = value
        elif word == "-d":
            found["data"] = next(rest)
        else:
            found["url"] = word
    return found


def test_each_example_runs_as_it_stands(program: Callable[[str], Program], people: People, client: FlaskClient) -> None:
    ada = program("ada")
    game = people.game({"stark": "ada", "tyrell": "bo"})
    variables = {"TOKEN": ada.token, "GAME": game, "CALL": people.turn(game)}
    found = commands(client.get("/api/").text)
    assert len(found) >= 10
    answers = []
    for command in found:
        asked = request_of(command, variables)
        address = urlsplit(asked.pop("url"))
        answer = client.open(f"{address.path}?{address.query}", **asked)
        assert answer.status_code in (200, 201, 204), (command, answer.text)
        answers.append((asked["method"], address.path, answer))
    (sheet,) = (answer for method, path, answer in answers if method == "PUT" and path.endswith("/sheet"))
    assert json.loads(sheet.get_json()["document"])["orders"]["winterfell"] == "march+0"
    (made,) = (answer for method, path, answer in answers if (method, path) == ("POST", "/api/v1/games"))
    assert made.get_json()["status"] == "running"


def test_all_that_is_described_stands_on_the_pages(client: FlaskClient) -> None:
    described = client.get("/api/openapi.json").get_json()
    page = client.get("/api/").text
    for path, item in described["paths"].items():
        assert f"<code>{path}</code>" in page
        assert page.count(f"<code>{path}</code>") == len([m for m in item if m != "parameters"])
    for name, schema in described["components"]["schemas"].items():
        assert f'href="/api/documents/{name}"' in page
        fields = schema.get("properties", {})
        if name in ("Game", "Sheet", "NewGame", "Board"):
            told = client.get(f"/api/documents/{name}").text
            assert all(f"<code>{field}</code>" in told for field in fields)
    assert client.get("/api/documents/Nothing").status_code == 404
    assert "text/html" in client.get("/api/documents/Nothing").headers["Content-Type"]


def test_each_field_of_our_own_documents_says_what_it_means(client: FlaskClient) -> None:
    schemas = client.get("/api/openapi.json").get_json()["components"]["schemas"]
    own = {name: schema.get("properties", {}) for name, schema in schemas.items() if name not in components()}
    assert sum(map(len, own.values())) > 500
    silent = [
        f"{name}.{field}" for name, fields in own.items() for field in fields if not fields[field].get("description")
    ]
    assert silent == []
    told = {field for fields in own.values() for field in fields}
    assert {name.rpartition(".")[2] for name in field_words()} <= told, "words for fields that are no more"


def test_the_page_keeps_the_policy_of_the_site_and_is_light(client: FlaskClient) -> None:
    answer = client.get("/api/")
    assert "script-src 'none'" in answer.headers["Content-Security-Policy"]
    assert "style=" not in answer.text
    assert len(client.get("/api/", headers={"Accept-Encoding": "gzip"}).data) < 50_000
