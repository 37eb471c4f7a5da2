"""A noun of the API: its routes, their bodies, answers and scopes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from inspect import signature
from typing import Any, TypeVar

from flask import Response, g, request
from flask_smorest import Blueprint  # type: ignore[import-untyped]
from marshmallow import Schema
from webargs.flaskparser import FlaskParser
from werkzeug.datastructures import ETags
from werkzeug.exceptions import BadRequest, NotFound, Unauthorized, UnsupportedMediaType
from werkzeug.http import quote_etag

from correspondence.accounts.queries import READ, Scope, allows, find_api_token, note_use, use_is_news
from correspondence.input_validation import Denied
from correspondence.models import ApiToken
from correspondence.rows import new_id
from correspondence.sign_in.factors import has_second_factor
from narration.words import N_
from web import rate_limits
from web.app_context import app_context
from web.request_context import commit, fetch, now, read, wake_worker, write
from web.security import MAX_BYTES, takes

Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])
# The ETag suffix of a text representation; `web.compression` adds the encoding.
AS_TEXT = "-text"
CONDITIONAL: dict[str, Any] = {
    "parameters": [
        {
            "in": "header",
            "name": "If-Match",
            "schema": {"type": "string", "maxLength": 400},
            "description": "The `ETag` of the version that you have read. If it is outdated, nothing changes.",
        },
        {
            "in": "header",
            "name": "If-None-Match",
            "schema": {"type": "string", "maxLength": 400},
            "description": "`*`: store the document only if there is none yet.",
        },
    ],
    "responses": {
        "412": {
            "description": "`newer-version`: there is another version than `If-Match` names. `ETag` names it.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Errors"}}},
        }
    },
}


class BodyParser(FlaskParser):
    """Parses bodies; refuses JSON that Python cannot read (too deep, long numbers)."""

    def load_json(self, req: Any, schema: Schema) -> Any:
        """The body as plain data. BadRequest if it cannot be read."""
        try:
            return super().load_json(req, schema)
        except (RecursionError, ValueError) as fault:
            raise BadRequest from fault


class ApiBlueprint(Blueprint):  # type: ignore[misc]
    """A blueprint that uses `BodyParser`."""

    ARGUMENTS_PARSER = BodyParser()


class Noun:
    """Routes about one thing, under `/api/v1`. `name` is their tag in the description."""

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
        most_bytes: int = MAX_BYTES,
        also_text: bool = False,
        conditional: bool = False,
        **described: Any,
    ) -> Callable[[Endpoint], Endpoint]:
        """Serve a function.

        `answer`: a Schema, or the description of another document; `body` and `query` are validated and passed as
        first arguments; `anybody`: no token is needed; `scope`: the scope of the token, by default `read` for GET and
        `play` otherwise; `most_bytes`: the limit of a body; `also_text`: it can answer in plain text too;
        `conditional`: it obeys `preconditions`; `described` goes into the description.
        """
        needed: Scope = scope or (READ if method == "GET" else "play")

        def decorate(endpoint: Endpoint) -> Endpoint:
            served = self.blueprint.response(status, answer, content_type=content_type)(endpoint)
            if also_text:
                text = {"type": "string"}
                served = self.blueprint.alt_response(status, schema=text, content_type="text/plain")(served)
            if query is not None:
                served = self.blueprint.arguments(query, location="query")(served)
            if body is not None:
                # A POST without required fields may omit its body; other methods may not.
                needed_body = method != "POST" or any(field.required for field in body().fields.values())
                served = self.blueprint.arguments(body, location="json", required=needed_body)(served)
                served = _with_body(served) if needed_body else served
            if conditional:
                described.update(CONDITIONAL)
            described["security"] = [{"token": [needed]}, *([{}] if anybody else [])]
            served = self.blueprint.doc(**described)(served)
            self.scopes[f"{self.blueprint.name}.{endpoint.__name__}"] = needed
            self.blueprint.route(rule, methods=[method], tags=[self.name])(takes(most_bytes)(served))
            return endpoint

        return decorate

    def serves(
        self,
        use_case: Callable[..., Any],
        method: str,
        rule: str,
        answer: Any = None,
        *,
        then: Callable[..., Any] | None = None,
        wakes: Sequence[str] = (),
        **options: Any,
    ) -> Callable[[Endpoint], Endpoint]:
        """Serve a use case; a function without a body gives it name and docstring.

        The use case gets the ids in the address, the fields of the body, and `now` if it has that parameter. All
        methods but GET commit and then wake the workers. The answer is what `then` returns for the ids, by default
        what the use case returns. `options` are those of `route`.
        """
        timed = "now" in signature(use_case).parameters

        def decorate(described: Endpoint) -> Endpoint:
            @wraps(described)
            def endpoint(*bodies: dict[str, Any], **ids: str) -> Any:
                arguments = {**(bodies[0] if bodies else {}), **({"now": now()} if timed else {})}
                result = (read if method == "GET" else write)(use_case, *ids.values(), **arguments)
                wake_worker(*wakes)
                return then(**ids) if then is not None else result if answer is not None else None

            self.route(method, rule, answer, **options)(endpoint)
            return described

        return decorate

    def _identify(self) -> None:
        """Set the reader to the token's owner. Raises for bad token, scope or rate limit."""
        g.reader = None
        token = _request_token()
        rate_limits.programs(token.account if token is not None else None)
        if token is None:
            return
        g.reader = token.account
        _check_scope(token, self.scopes[str(request.endpoint)])
        if use_is_news(token, now()):
            commit(note_use, token, now())


def _with_body(served: Endpoint) -> Endpoint:
    """Decorate a view to refuse requests without JSON.
    Raises BadRequest without a body, UnsupportedMediaType for another type."""

    @wraps(served)
    def view(*args: Any, **values: Any) -> Any:
        if not request.is_json:
            raise UnsupportedMediaType if request.content_length else BadRequest
        return served(*args, **values)

    return view  # type: ignore[return-value]


@dataclass(frozen=True)
class Preconditions:
    """If-Match and If-None-Match of a request (RFC 9110, 13.1).

    It contains the versions that may be replaced; 0 or "" stands for no version.

    We do not use flask-smorest's ETags: they require If-Match (428), are digests of whole answers, and are compared
    before the row is locked. A use case checks this under its lock, so only one of two writers wins.
    """

    match: ETags | None
    none_match: ETags | None

    def __contains__(self, version: object) -> bool:
        if self.match is not None and not _names(self.match, version, weak=False):
            return False
        return self.none_match is None or not _names(self.none_match, version, weak=True)


def _names(tags: ETags, version: object, *, weak: bool) -> bool:
    """Whether a header names a version, by the ETag of any representation."""
    if not version or tags.star_tag:
        return bool(version)
    return any(tag.partition("-")[0] == str(version) for tag in tags.as_set(include_weak=weak))


def preconditions() -> Preconditions | None:
    """The preconditions of the request; None without any."""
    match = request.if_match if "If-Match" in request.headers else None
    none_match = request.if_none_match if "If-None-Match" in request.headers else None
    return Preconditions(match, none_match) if match is not None or none_match is not None else None


def with_etag(answer: Any, version: int | str, suffix: str = "", *, unlike: bool = False) -> Any:
    """Add the ETag of a version. It is no digest, which could leak the content.

    `unlike`: the answer holds more than the version, so each answer gets another ETag.
    """
    suffix = f"-{new_id()}" if unlike else suffix
    if isinstance(answer, Response):
        answer.set_etag(f"{version}{suffix}")
        return answer
    return answer, 200, {"ETag": quote_etag(f"{version}{suffix}")}


def _request_token() -> ApiToken | None:
    """The token of the request, if any. Unauthorized for an invalid token."""
    if any("\x00" in str(value) for value in (request.view_args or {}).values()):
        raise NotFound
    if "Authorization" not in request.headers:
        return None
    authorization, token = request.authorization, None
    if authorization is not None and authorization.type == "bearer" and authorization.token:
        token = fetch(find_api_token, authorization.token)
    if token is None:
        rate_limits.through(rate_limits.STRANGERS, None)
        raise Unauthorized
    return token


def _check_scope(token: ApiToken, scope: Scope) -> None:
    """Check the scope of a token. Denied `scope-missing`, `second-factor-needed`."""
    if not allows(token, scope):
        words = N_("This token lacks the scope {scope}. Create another one in your settings.")
        raise Denied("scope-missing", words, scope=scope)
    if scope == "gm" and app_context().settings.second_factor_required and not fetch(has_second_factor, token.account):
        words = N_("Game masters of this service must turn on a second factor before they use the game master's page.")
        raise Denied("second-factor-needed", words)


def _depends_on_token(response: Response) -> Response:
    response.vary.add("Authorization")
    if request.method in ("GET", "HEAD") and "ETag" in response.headers:
        response.make_conditional(request)
    return response
