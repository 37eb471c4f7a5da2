"""One's own account and tokens."""

from __future__ import annotations

from typing import Any

from correspondence.accounts import use_cases
from correspondence.accounts.models import Account
from correspondence.accounts.queries import TokenLine, api_tokens
from web import visit
from web.api.schemas import AccountIn, AccountOut, NewToken, TokenIn, TokenOut
from web.api.section import Section, known_caller

section = Section("account", "One's own account and tokens")


@section.get("/account")
@section.fails(401)
@section.gives(AccountOut)
def account() -> Account:
    """One's own account."""
    return known_caller()


@section.patch("/account")
@section.fails(400, 401, 413)
@section.takes(AccountIn)
@section.gives(AccountOut)
def update_account(changes: dict[str, Any]) -> Account:
    """Change name, language or zone."""
    me = known_caller()
    wanted = {"name": me.name, "language": me.language, "zone": me.zone, **changes}
    with visit.writing() as session:
        use_cases.update_profile(session, me, **wanted)
        return session.get_one(Account, me.id)


@section.get("/account/tokens")
@section.fails(401)
@section.gives(TokenOut(many=True))
def tokens() -> list[TokenLine]:
    """The tokens that work."""
    with visit.reading() as session:
        return api_tokens(session, known_caller())


@section.post("/account/tokens")
@section.fails(400, 401, 403, 413)
@section.takes(TokenIn)
@section.gives(NewToken, 201)
def issue_token(wanted: dict[str, Any]) -> dict[str, str]:
    """Make another token; it is told this once."""
    me = known_caller()
    with visit.writing() as session:
        return {"token": use_cases.issue_api_token(session, me, wanted["name"], visit.now())}


@section.delete("/account/tokens/<token_id>")
@section.fails(401, 404)
@section.blueprint.response(204)  # type: ignore[untyped-decorator]
def revoke_token(token_id: str) -> None:
    """A token works no more."""
    me = known_caller()
    with visit.writing() as session:
        use_cases.revoke_api_token(session, me, token_id, visit.now())
