"""A noun of the API: its routes, each with what it takes, what it answers and who may ask."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from flask import Response, g, request
from flask_smorest import Blueprint  # type: ignore[import-untyped]
from marshmallow import Schema
from webargs.flaskparser import FlaskParser
from werkzeug.datastructures import WWWAuthenticate
from werkzeug.exceptions import BadRequest, NotFound, Unauthorized, UnsupportedMediaType

from correspondence.accounts.api_tokens import READ, Scope, allows, note_use, use_is_news
from correspondence.accounts.queries import api_token_known
from correspondence.errors import Denied
from correspondence.models.accounts import Account, ApiToken
from correspondence.sign_in.second_factor import has_second_factor
from narration.words import N_
from web import request_context, throttle
from web.app_context import desk
from web.sizes import MOST_BYTES, takes

Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])
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
        self.scopes: dict[str, Scope] = {}
        self.blueprint = ApiBlueprint(f"api-{name}", __name__, url_prefix="/api/v1", description=description)
        self.blueprint.before_request(self._identify)
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
        scope: Scope | None = None,
        content_type: str = "application/json",
        most_bytes: int = MOST_BYTES,
        also_text: bool = False,
        **described: Any,
    ) -> Callable[[Endpoint], Endpoint]:
        """Serve a function.

        `answer`: a Schema, or the description of another document; `body` and `query` are checked and handed over as
        first arguments; `anybody`: no token is needed; `scope`: what a token must be made for, by itself `read` for GET
        and `play` for all else; `most_bytes` of a body; `also_text`: it answers in text too, where that is asked for;
        `described` goes into the description.
        """
        needed: Scope = scope or (READ if method == "GET" else "play")

        def decorate(endpoint: Endpoint) -> Endpoint:
            served: Any = self.blueprint.response(status, answer, content_type=content_type)(endpoint)
            if also_text:
                text = {"type": "string"}
                served = self.blueprint.alt_response(status, schema=text, content_type="text/plain")(served)
            if query is not None:
                served = self.blueprint.arguments(query, location="query")(served)
            if body is not None:
                # What makes or does something may go without a body that says nothing; what changes something may not.
                needed_body = method != "POST" or any(field.required for field in body().fields.values())
                served = self.blueprint.arguments(body, location="json", required=needed_body)(served)
                served = _with_body(served) if needed_body else served
            described["security"] = [{"token": [needed]}, *([{}] if anybody else [])]
            served = self.blueprint.doc(**described)(served)
            self.scopes[f"{self.blueprint.name}.{endpoint.__name__}"] = needed
            self.blueprint.route(rule, methods=[method], tags=[self.name])(takes(most_bytes)(served))
            return endpoint

        return decorate

    def _identify(self) -> None:
        """The reader is whoever the token belongs to, if it is made for this. Raises as the parts it is made of."""
        g.reader = None
        token = _known_token()
        throttle.programs(token.account if token is not None else None)
        if token is None:
            return
        g.reader = token.account
        _check_scope(token, self.scopes[str(request.endpoint)])
        if use_is_news(token, request_context.now()):
            with request_context.writing() as session:
                note_use(session, token, request_context.now())


def _with_body(served: Endpoint) -> Endpoint:
    """A view that is not reached without a body of JSON. BadRequest, UnsupportedMediaType."""

    @wraps(served)
    def view(*args: Any, **values: Any) -> Any:
        if not request.is_json:
            raise UnsupportedMediaType if request.content_length else BadRequest
        return served(*args, **values)

    return view  # type: ignore[return-value]


def caller() -> Account:
    """Whose token it is. Unauthorized without one."""
    found = request_context.reader()
    if found is None:
        raise Unauthorized(www_authenticate=BEARER)
    return found


def _known_token() -> ApiToken | None:
    """The token that came along, if one did. Unauthorized for one that is not good."""
    if any("\x00" in str(value) for value in (request.view_args or {}).values()):
        raise NotFound
    if "Authorization" not in request.headers:
        return None
    given = request.authorization
    if given is None or given.type != "bearer" or not given.token:
        throttle.refused_token()
        raise Unauthorized(www_authenticate=BEARER)
    with request_context.reading() as session:
        token = api_token_known(session, given.token)
    if token is None:
        throttle.refused_token()
        raise Unauthorized(www_authenticate=BEARER)
    return token


def _check_scope(token: ApiToken, scope: Scope) -> None:
    """Denied `scope-missing` for a token not made for this, `second-factor-needed` where masters must have one."""
    if not allows(token, scope):
        words = N_("This token is not made for this: it needs the scope {scope}. Make another among your settings.")
        raise Denied("scope-missing", words, scope=scope)
    if scope == "gm" and desk().settings.second_factor_required:
        with request_context.reading() as session:
            if not has_second_factor(session, token.account):
                words = N_("Game masters of this service turn on a second factor before they use their desk.")
                raise Denied("second-factor-needed", words)


def _depends_on_token(response: Response) -> Response:
    response.vary.add("Authorization")
    return response
