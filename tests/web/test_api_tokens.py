"""Tokens of programs: what they may do, when they were last used, and what the description says of it."""

from __future__ import annotations

import re
from collections.abc import Callable

from flask import Flask

from correspondence.sign_in.use_cases import issue_api_token
from tests.correspondence.people import People
from tests.web.visitors import Browser, Program, codes


def test_a_token_does_what_it_is_made_for(app: Flask, people: People, running_game: str) -> None:
    turn = people.turn(running_game)
    made = {}
    for scope in ("read", "play", "gm"):
        with people.store.begin() as session:
            token = issue_api_token(session, people.account_in(session, "ada"), scope, people.now, [scope])
        made[scope] = Program(app.test_client(), token)
    asked = {
        "read": ("GET", f"/turns/{turn}", None),
        "play": ("PUT", f"/turns/{turn}/ready", None),
        "gm": ("PATCH", f"/games/{running_game}/settings", {"title": "Another"}),
    }
    for scope, program in made.items():
        for needed, (method, path, body) in asked.items():
            answer = program.ask(method, path, json=body)
            if needed in ("read", scope):
                assert answer.status_code == 200, (scope, needed, answer.text)
            else:
                assert (answer.status_code, codes(answer)) == (403, {"scope-missing"}), (scope, needed)
    assert made["play"].get("/games").status_code == 200
    lines = made["play"].get("/tokens").get_json()
    assert [line["scopes"] for line in lines] == [["read"], ["read", "play"], ["read", "gm"]]


def test_the_last_use_is_told(program: Callable[[str], Program], people: People) -> None:
    ada = program("ada")
    first = ada.get("/tokens").get_json()[0]["last_used_at"]
    people.later(minutes=5)
    assert ada.get("/tokens").get_json()[0]["last_used_at"] == first
    people.later(minutes=6)
    assert ada.get("/tokens").get_json()[0]["last_used_at"] > first


def test_every_operation_says_which_scope_it_needs(program: Callable[[str], Program]) -> None:
    description = program("").client.get("/api/openapi.json").get_json()
    scopes = {}
    for path, item in description["paths"].items():
        for method, operation in item.items():
            if method != "parameters":
                (needed,) = operation["security"][0]["token"]
                assert operation["security"][1:] in ([], [{}]), (method, path)
                scopes[method, path] = needed
                if method == "get":
                    assert needed in ("read", "gm"), path
                else:
                    assert needed in ("play", "gm"), path
    assert set(scopes.values()) == {"read", "play", "gm"}
    assert scopes["patch", "/api/v1/games/{game_id}/settings"] == "gm"


def test_a_token_is_made_on_the_page(signed_in: Callable[[str], Browser], app: Flask) -> None:
    ada = signed_in("ada")
    page = ada.post("/account/tokens", {"token_name": "reads", "scopes": []})
    secret = re.search(r'class="secret">([^<]+)<', page.text)
    assert secret is not None
    assert page.headers["Cache-Control"] == "no-store"
    reader = Program(app.test_client(), secret[1])
    assert reader.get("/me").status_code == 200
    assert codes(reader.ask("PATCH", "/me", json={"zone": "Europe/Rome"})) == {"scope-missing"}
    assert ada.post("/account/tokens", {"token_name": "x", "scopes": "everything"}).status_code == 422
