"""One's own account and its tokens."""

from __future__ import annotations

from typing import Any

from correspondence.accounts.queries import TokenLine, api_tokens
from correspondence.models.accounts import Account
from correspondence.sign_in import use_cases as sign_in_cases
from web import request_context
from web.api.noun import Noun, caller, read, write
from web.api.schemas import AccountSchema, ProfileSchema, TokenSchema

noun = Noun("me", "Your account and its tokens.")


@noun.route("GET", "/me", AccountSchema)
def me() -> Account:
    """Whose token this is."""
    return caller()


@noun.route("PATCH", "/me", AccountSchema, body=ProfileSchema)
def change(body: dict[str, Any]) -> Account:
    """Change name, language or time zone."""
    mine = caller()
    wanted = {"name": mine.name, "language": mine.language, "zone": mine.zone, **body}
    with request_context.writing() as session:
        sign_in_cases.update_profile(session, mine, **wanted)
        return session.get_one(Account, mine.id)


@noun.route("GET", "/tokens", TokenSchema(many=True))
def tokens() -> list[TokenLine]:
    """Your tokens that still work. New ones are made among your settings on the site."""
    return read(api_tokens)


@noun.route("DELETE", "/tokens/<token_id>", status=204)
def revoke(token_id: str) -> None:
    """A token works no more."""
    write(sign_in_cases.revoke_api_token, token_id, request_context.now())
