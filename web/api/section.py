"""A part of the API: a flask-smorest blueprint whose decorators keep the types of what they decorate."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from flask import request
from flask_smorest import Blueprint
from marshmallow import Schema

from correspondence.accounts.models import Account
from correspondence.accounts.queries import account_of_api_token
from web import visit
from web.api.schemas import Errors

F = TypeVar("F", bound=Callable[..., Any])


class Section:
    """A blueprint below /api/v1."""

    def __init__(self, name: str, description: str) -> None:
        self.blueprint: Any = Blueprint(f"api-{name}", __name__, url_prefix="/api/v1", description=description)

    def get(self, path: str) -> Callable[[F], F]:
        """Answer GET."""
        return self._route(path, "GET")

    def post(self, path: str) -> Callable[[F], F]:
        """Answer POST."""
        return self._route(path, "POST")

    def put(self, path: str) -> Callable[[F], F]:
        """Answer PUT."""
        return self._route(path, "PUT")

    def patch(self, path: str) -> Callable[[F], F]:
        """Answer PATCH."""
        return self._route(path, "PATCH")

    def delete(self, path: str) -> Callable[[F], F]:
        """Answer DELETE."""
        return self._route(path, "DELETE")

    def _route(self, path: str, method: str) -> Callable[[F], F]:
        route: Callable[[F], F] = self.blueprint.route(path, methods=[method])
        return route

    def takes(self, schema: type[Schema], location: str = "json") -> Callable[[F], F]:
        """The body or query as this schema; faults are answered with 422."""
        decorate: Callable[[F], F] = self.blueprint.arguments(schema, location=location)
        return decorate

    def gives(self, schema: type[Schema] | Schema, status: int = 200) -> Callable[[F], F]:
        """The answer as this schema."""
        decorate: Callable[[F], F] = self.blueprint.response(status, schema)
        return decorate

    def gives_bytes(self, kind: str, description: str) -> Callable[[F], F]:
        """The answer as a document of another kind."""
        content = {"type": "string", "format": "binary"}
        decorate: Callable[[F], F] = self.blueprint.response(200, content, content_type=kind, description=description)
        return decorate

    def fails(self, *statuses: int) -> Callable[[F], F]:
        """Which errors there may be besides those every request can meet."""

        def decorate(function: F) -> F:
            for status in statuses:
                function = self.blueprint.alt_response(status, schema=Errors)(function)
            return function

        return decorate


def caller() -> Account | None:
    """Whose token the request carries, if any; SignInFirst for a token that is not good."""
    header = request.headers.get("Authorization", "")
    if not header:
        return None
    scheme, _, token = header.partition(" ")
    with visit.reading() as session:
        found = account_of_api_token(session, token.strip()) if scheme.lower() == "bearer" else None
    if found is None:
        raise visit.SignInFirst
    return found


def known_caller() -> Account:
    """Whose token the request carries; SignInFirst without a good one."""
    found = caller()
    if found is None:
        raise visit.SignInFirst
    return found
