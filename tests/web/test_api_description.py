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
from schemathesis.specs.openapi.negative import mutations

from tests.correspondence.people import People
from tests.slices import its_turn, often
from tests.web.copied_places import CopiedPlaces
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
EXAMPLES = often(3, 4)
# How far down Schemathesis looks for parts of a body to make wrong. By this depth it has found each of the 2,694 parts
# that a sheet or a question has; further down there are half a million more ways to the same parts, and nothing else.
DEPTH = 18
# Of these games none is over, and in some nobody left standing orders.
NOT_THERE = {"GET /api/v1/games/{game_id}/standing", "GET /api/v1/games/{game_id}/end"}


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
    assert {"Sheet", "Receipt", "Errors", "Game", "Turn"} <= set(parts["schemas"])
    assert all(parts["schemas"][name].get("description") for name in ("Receipt", "Errors", "Game", "NewGame"))


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
    places = CopiedPlaces(app, people)
    schema = schemathesis.openapi.from_wsgi("/api/openapi.json", app)
    headers = {"Authorization": f"Bearer {places.at['secret']}"} if with_token else {}
    operations = [found.ok() for found in schema.get_all_operations()]
    # Whoever has left a seat reads nothing there any more: that is tried last.
    operations.sort(key=lambda operation: operation.label.endswith("/retire"))
    good = {operation.label for operation in tried_today(operations, with_token) if try_out(operation, places, headers)}
    reading = {operation.label for operation in operations if operation.method == "get"}
    assert len(reading) > 12
    if with_token:
        # No game of the places is over or knows gifts, no sheet stands in them for good, and what is held is in a
        # third game.
        strange = ("standing", "end", "gifts", "drafts/{draft_id}", "overrides/{override_id}", "reopening")
        elsewhere = {f"GET /api/v1/games/{{game_id}}/{what}" for what in strange}
        # It ends when a sheet is handed in, which is tried before.
        elsewhere.add("GET /api/v1/turns/{turn_id}/draft")
        assert reading - good <= elsewhere, "nothing was asked that is there"


def tried_today(operations: list[Any], with_token: bool) -> list[Any]:
    """By day what reads and every second of what takes a body, as bodies take long to make up; without a token, which
    is refused everywhere, every third. By night all of them."""
    if not with_token:
        return [operation for number, operation in enumerate(operations) if its_turn(number, of=3)]
    left = {operation.label for number, operation in enumerate(taking_bodies(operations)) if not its_turn(number, of=2)}
    return [operation for operation in operations if operation.label not in left]


def taking_bodies(operations: list[Any]) -> list[Any]:
    """Those that take a body, always in the same order."""
    found = [operation for operation in operations if operation.body and operation.method != "delete"]
    return sorted(found, key=lambda operation: str(operation.label))


def ids_there(places: Places) -> dict[str, list[Any]]:
    """What the places in paths can stand for."""
    return {
        "game_id": [places.at["lobby"], places.at["game"]],
        "draft_id": [places.at["draft"]],
        "override_id": [places.at["override"]],
        "note_id": [places.at["note"]],
        "turn_id": [places.at["turn"]],
        "token_id": [places.at["token"]],
        "webhook_id": [places.at["hook"]],
        "browser_id": [places.at["told"]],
        "edition_id": ["first-edition"],
        "number": [0, 1],
        "thread_id": [places.at["thread"]],
        "message_id": [places.at["message"]],
        "vote_id": [places.at["question"], places.at["vote"]],
        "person_id": [places.at["person"]],
        "absence_id": [places.at["absence"]],
        "session_id": [places.at["session"]],
        "delegation_id": [places.at["delegation"]],
        "import_id": [places.at["import"]],
    }


def try_out(operation: Any, places: Places, headers: dict[str, str]) -> bool:
    """Ask in many ways, most of them about things that are there; whether any was answered with success."""
    ids, good = ids_there(places), []

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
        # What is compressed for its way is not unpacked here.
        response = case.call(headers={"Accept-Encoding": "identity", **headers})
        case.validate_response(response, checks=CHECKS)
        good.append(response.status_code < 300)
        if not headers and {} not in operation.definition.raw.get("security", []):
            assert response.status_code == 401, (operation.label, response.status_code)

    one()
    return any(good)


def test_bodies_against_the_description_are_refused(
    app: Flask, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mutations, "MAX_WALK_DEPTH", DEPTH)
    places = CopiedPlaces(app, people)
    schema = schemathesis.openapi.from_wsgi("/api/openapi.json", app)
    headers = {"Authorization": f"Bearer {places.at['secret']}"}
    taken = [found.ok() for found in schema.get_all_operations()]
    with_body = taking_bodies(taken)
    assert len(with_body) > 15
    # By day those that are not asked in the right way.
    tried = [operation for number, operation in enumerate(with_body) if its_turn(number + 1, of=2)]
    assert sum(refuse(operation, places, headers) for operation in tried) > len(tried)


def refuse(operation: Any, places: Places, headers: dict[str, str]) -> int:
    """Send bodies that the description does not allow: none is taken. How many were sent."""
    sent = []

    @hypothesis.seed(20261121)
    @hypothesis.settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        phases=[hypothesis.Phase.generate],
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    @hypothesis.given(case=operation.as_strategy(generation_mode=schemathesis.GenerationMode.NEGATIVE))
    def one(case: Any) -> None:
        for name in case.path_parameters or {}:
            case.path_parameters[name] = places.at.get(name.removesuffix("_id"), "none")
        # What is compressed for its way is not unpacked here.
        response = case.call(headers={"Accept-Encoding": "identity", **headers})
        case.validate_response(response, checks=[not_a_server_error, conformance.content_type_conformance])
        # Sometimes it is a header or the query alone that is wrong.
        parts = {str(where.value): part.mode for where, part in case.meta.components.items()} if case.meta else {}
        if parts.get("body") == schemathesis.GenerationMode.NEGATIVE:
            sent.append(case)
            assert response.status_code >= 400, (operation.label, case.body, response.text[:200])

    one()
    return len(sent)
