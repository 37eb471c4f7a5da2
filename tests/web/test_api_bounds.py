"""What programs send has an end: every text, list and body of every operation, found by the app's own schemas."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from marshmallow import Schema, ValidationError, fields, validate

from correspondence.archive.files import MAX_FILE_BYTES
from tests.correspondence.people import People
from tests.web.visitors import Program, codes
from web.api.from_structs import Pace, Text, Whole
from web.security import MAX_BYTES, MAX_SHEET_BODY

Programs = Callable[[str], Program]


def schemas(app: Flask) -> Iterator[tuple[str, str, Schema]]:
    """What the API reads: the endpoint, where it reads it, and by which schema."""
    for endpoint, view in app.view_functions.items():
        for one in getattr(view, "_apidoc", {}).get("arguments", {}).get("parameters", ()):
            schema = one["schema"]
            yield endpoint, one["in"], schema() if isinstance(schema, type) else schema


def endless(field: fields.Field[Any]) -> bool:
    """Whether a field may be of any length."""
    checks = field.validators
    if isinstance(field, fields.List):
        longest = [check.max for check in checks if isinstance(check, validate.Length)]
        return not any(longest) or endless(field.inner)
    if isinstance(field, fields.Nested):
        return any(endless(inner) for inner in field.schema.fields.values())
    if isinstance(field, fields.String):
        return not isinstance(field, Text) and not any(isinstance(check, validate.OneOf) for check in checks)
    return not isinstance(field, fields.Number | fields.Boolean | fields.Date | fields.DateTime | fields.Dict | Pace)


def test_every_text_and_list_has_an_end(app: Flask) -> None:
    found = list(schemas(app))
    assert len(found) > 25
    wrong = [
        f"{endpoint} {name}" for endpoint, _, schema in found for name, field in schema.fields.items() if endless(field)
    ]
    assert not wrong


@pytest.mark.parametrize("field", [fields.String(), fields.List(Text()), fields.List(fields.String()), fields.Raw()])
def test_a_field_without_an_end_would_be_found(field: fields.Field[Any]) -> None:
    assert endless(field)


def test_whole_numbers_in_bodies_are_as_json_schema_has_them(app: Flask) -> None:
    numbers = [
        (endpoint, field)
        for endpoint, where, schema in schemas(app)
        for field in schema.fields.values()
        if where == "json" and isinstance(field, fields.Integer)
    ]
    assert len(numbers) > 10
    for endpoint, field in numbers:
        assert isinstance(field, Whole), endpoint
    assert Whole().deserialize(2.0) == 2
    for wrong in (2.5, "2", True, None, float("nan"), float("inf"), []):
        with pytest.raises(ValidationError, match="valid integer|may not be null"):
            Whole().deserialize(wrong)


def test_a_whole_number_may_be_written_with_a_point(people: People, program: Programs) -> None:
    assert program("ada").ask("PATCH", "/me/mail", json={"digest_hour": 7.0}).get_json()["digest_hour"] == 7
    assert program("ada").ask("PATCH", "/me/mail", json={"digest_hour": 7.5}).status_code == 422


def test_bodies_are_small_where_nothing_large_is_sent(app: Flask) -> None:
    larger = {
        endpoint: view.most_bytes  # type: ignore[attr-defined]
        for endpoint, view in app.view_functions.items()
        if getattr(view, "most_bytes", MAX_BYTES) != MAX_BYTES
    }
    sheets = ["sheets.submit", "standing.submit", "gm.replace_sheet", "api-sheets.hand_in"]
    sheets += ["sheets.live", "standing.live", "api-drafts.save_orders", "api-drafts.look_through"]
    sheets += ["what_ifs.keep", "what_ifs.change", "what_ifs.hand_in"]
    sheets += [f"api-what-ifs.{name}" for name in ("try_out", "keep_what_if", "change")]
    expected = dict.fromkeys([*sheets, "api-sheets.put_standing_orders", "api-review.propose"], MAX_SHEET_BODY)
    files = {"api-archive.bring_in": MAX_FILE_BYTES, "imports.take": MAX_FILE_BYTES + 64 * 1024}
    assert larger == {**expected, **files}


@pytest.mark.parametrize("path", ["/me", "/me/mail", "/games/{game}/settings"])
def test_a_change_has_a_body(path: str, people: People, running_game: str, program: Programs) -> None:
    robot, at = program("ada"), path.format(game=running_game)
    missing = robot.ask("PATCH", at)
    assert (missing.status_code, codes(missing)) == (400, {"bad-request"})
    assert robot.ask("PATCH", at, data=b"{}", content_type="text/plain").status_code == 415
    assert robot.ask("PATCH", at, json={}).status_code in (200, 409)


def test_options_are_what_an_address_takes(app: Flask) -> None:
    client, adapter = app.test_client(), app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        numbered = any(converter.regex.startswith("\\d") for converter in rule._converters.values())
        values = dict.fromkeys(rule.arguments - (rule.defaults or {}).keys(), 1 if numbered else "x")
        path = adapter.build(rule.endpoint, values, next(iter(rule.methods or ())))
        own = {m for other in app.url_map.iter_rules() if other.rule == rule.rule for m in other.methods or ()}
        assert set(client.options(path).allow or ()) == own, rule


def test_too_many_faults_are_not_all_told(people: People, program: Programs) -> None:
    answer = program("ada").ask("PATCH", "/me", json={f"x{n}": 1 for n in range(9000)})
    assert answer.status_code == 422
    assert len(answer.get_json()["errors"]) <= 100


def test_a_whole_game_may_be_sent_by_a_program(program: Callable[[str], Program]) -> None:
    """It is larger than any other body: 128 KB are not its bound."""
    data = b'{"format": "' + b"x" * 500_000 + b'"}'
    headers = {"Content-Type": "application/json"}
    sent = program("ada").ask("POST", "/games/import?title=Long", data=data, headers=headers)
    assert sent.status_code == 202, sent.text
