"""The API is what its description says: requests made from `/api/openapi.json` are answered as it promises."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import hypothesis
import pytest
import schemathesis
from flask import Flask
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks as conformance

from tests.correspondence.people import People
from tests.web.places import Places
from tests.web.visitors import Program

CHECKS = [
    not_a_server_error,
    conformance.status_code_conformance,
    conformance.content_type_conformance,
    conformance.response_headers_conformance,
    conformance.response_schema_conformance,
]
# Requests made for each operation, for somebody with a token and for somebody without.
EXAMPLES = 8


def test_the_description_is_complete(program: Callable[[str], Program]) -> None:
    description = program("").client.get("/api/openapi.json").get_json()
    assert description["openapi"].startswith("3.1")
    operations = [
        (method, path, operation)
        for path, item in description["paths"].items()
        for method, operation in item.items()
        if method != "parameters"
    ]
    assert len(operations) >= 27
    for method, path, operation in operations:
        assert operation["summary"], (method, path)
        assert operation["tags"], (method, path)
        assert "default" in operation["responses"], (method, path)
    parts = description["components"]
    known = {f"#/components/{kind}/{name}" for kind in parts for name in parts[kind]}
    assert set(references(description)) <= known
    assert {"Sheet", "Receipt", "Errors", "Game", "Call"} <= set(parts["schemas"])


def references(part: Any) -> list[str]:
    """Every reference in a description."""
    if isinstance(part, dict):
        own = [part["$ref"]] if isinstance(part.get("$ref"), str) else []
        return own + [found for inner in part.values() for found in references(inner)]
    if isinstance(part, list):
        return [found for inner in part for found in references(inner)]
    return []


@pytest.mark.parametrize("with_token", [True, False])
def test_requests_made_from_the_description(app: Flask, people: People, with_token: bool) -> None:
    places = Places(app, people)
    schema = schemathesis.openapi.from_wsgi("/api/openapi.json", app)
    headers = {"Authorization": f"Bearer {places.at['secret']}"} if with_token else {}
    operations = [found.ok() for found in schema.get_all_operations()]
    good = {operation.label for operation in operations if try_out(operation, places, headers)}
    reading = {operation.label for operation in operations if operation.method == "get"}
    assert len(reading) > 12
    if with_token:
        assert reading - good <= {"GET /api/v1/games/{game_id}/standing"}, "nothing was asked that is there"


def try_out(operation: Any, places: Places, headers: dict[str, str]) -> bool:
    """Ask in many ways, most of them about things that are there; whether any was answered with success."""
    ids = {
        "game_id": [places.at["lobby"], places.at["game"]],
        "call_id": [places.at["call"]],
        "token_id": [places.at["token"]],
        "edition_id": ["first-edition"],
        "number": [0, 1],
    }
    good = []

    @hypothesis.seed(20261121)
    @hypothesis.settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        phases=[hypothesis.Phase.generate],
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    @hypothesis.given(case=operation.as_strategy(), there=hypothesis.strategies.integers(0, 3))
    def one(case: Any, there: int) -> None:
        for name in case.path_parameters or {}:
            if there and name in ids:
                case.path_parameters[name] = ids[name][there % len(ids[name])]
        if there == 3:
            case.query = {}
        response = case.call(headers=headers)
        case.validate_response(response, checks=CHECKS)
        good.append(response.status_code < 300)
        if not headers and {} not in operation.definition.raw.get("security", []):
            assert response.status_code == 401, (operation.label, response.status_code)

    one()
    return any(good)
