"""A noun of the API: its routes, each with what it takes, what it answers and who may ask."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from flask import Response, g, request
from flask_smorest import Blueprint  # type: ignore[import-untyped]
from marshmallow import Schema
from webargs.flaskparser import FlaskParser
from werkzeug.datastructures import WWWAuthenticate
from werkzeug.exceptions import BadRequest, NotFound, Unauthorized

from correspondence.accounts.models import Account
from correspondence.accounts.queries import account_of_api_token
from web import visit

Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])
# With a token or without one.
ANYBODY: list[dict[str, list[str]]] = [{"token": []}, {}]
BEARER = WWWAuthenticate("bearer")


class BodyParser(FlaskParser):
    """Reads bodies; JSON that Python's reader gives up on (nested too deeply, numbers too long) is bad JSON too."""

    def load_json(self, req: Any, schema: Schema) -> Any:
        """The body as plain data. BadRequest if it cannot be read."""
        try:
            return super().load_json(req, schema)
        except (RecursionError, ValueError) as fault:
            raise BadRequest from fault


class ApiBlueprint(Blueprint):  # type: ignore[misc]
    """A blueprint that reads bodies so."""

    ARGUMENTS_PARSER = BodyParser()


class Noun:
    """Routes about one thing, under `/api/v1`. `name` heads them in the description."""

    def __init__(self, name: str, description: str) -> None:
        self.name = name
        self.blueprint = ApiBlueprint(f"api-{name}", __name__, url_prefix="/api/v1", description=description)
        self.blueprint.before_request(_identify)
        self.blueprint.after_request(_depends_on_token)

    def route(
        self,
        method: str,
        rule: str,
        answer: Any = None,
        *,
        status: int = 200,
        body: type[Schema] | None = None,
        query: type[Schema] | None = None,
        anybody: bool = False,
        content_type: str = "application/json",
        **described: Any,
    ) -> Callable[[Endpoint], Endpoint]:
        """Serve a function. `answer`: a Schema, or the description of another document; `body` and `query` are checked
        and handed over as first arguments; `anybody`: no token is needed; `described` goes into the description."""

        def decorate(endpoint: Endpoint) -> Endpoint:
            served: Any = self.blueprint.response(status, answer, content_type=content_type)(endpoint)
            for schema, location in ((query, "query"), (body, "json")):
                if schema is not None:
                    served = self.blueprint.arguments(schema, location=location)(served)
            if anybody:
                described["security"] = ANYBODY
            if described:
                served = self.blueprint.doc(**described)(served)
            self.blueprint.route(rule, methods=[method], tags=[self.name])(served)
            return endpoint

        return decorate


def caller() -> Account:
    """Whose token it is. Unauthorized without one."""
    found = visit.reader()
    if found is None:
        raise Unauthorized(www_authenticate=BEARER)
    return found


def _identify() -> None:
    """The reader is whoever the token belongs to. Unauthorized for one that is not good."""
    if any("\x00" in str(value) for value in (request.view_args or {}).values()):
        raise NotFound
    g.reader = None
    if "Authorization" not in request.headers:
        return
    given = request.authorization
    if given is None or given.type != "bearer" or not given.token:
        raise Unauthorized(www_authenticate=BEARER)
    with visit.reading() as session:
        g.reader = account_of_api_token(session, given.token)
    if g.reader is None:
        raise Unauthorized(www_authenticate=BEARER)


def _depends_on_token(response: Response) -> Response:
    response.vary.add("Authorization")
    return response
