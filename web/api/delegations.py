"""Who acts for whom in a game."""

from __future__ import annotations

from correspondence.delegations import use_cases as delegation_cases
from correspondence.delegations.queries import DelegationLine, delegations_of
from web import request_context
from web.api.accounts import DelegationSchema
from web.api.noun import Noun, write

noun = Noun("delegations", "Rights to act for somebody's seat for a time. They are given on the site.")


@noun.route("GET", "/games/<game_id>/delegations", DelegationSchema(many=True), anybody=True)
def delegations(game_id: str) -> list[DelegationLine]:
    """Who acts for whom; those who grant or hold a right see it before it begins."""
    with request_context.reading() as session:
        return list(delegations_of(session, game_id, request_context.reader(), request_context.now()).lines)


@noun.route("DELETE", "/games/<game_id>/delegations/<delegation_id>", status=204)
def end(game_id: str, delegation_id: str) -> None:
    """End a right for your seat, or give back one of yours."""
    write(delegation_cases.revoke, game_id, delegation_id, request_context.now())
    request_context.ring("mail")
