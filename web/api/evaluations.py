"""Second evaluations of a game, for its masters and the hosts."""

from __future__ import annotations

from marshmallow import Schema, fields

from correspondence.evaluations import queries, use_cases
from correspondence.evaluations.queries import EvaluationLine
from web import request_context
from web.api.noun import Noun, caller

noun = Noun("evaluations", "Second evaluations: a game played again from its journal, and compared.")


class EvaluationSchema(Schema):
    """An evaluation: asked for, made, and whether all agreed (null: not yet, or it could not be made)."""

    asked_at = fields.AwareDateTime(required=True)
    made_at = fields.AwareDateTime(required=True, allow_none=True)
    call = fields.Integer(required=True)
    agrees = fields.Boolean(required=True, allow_none=True)
    found = fields.Integer(required=True, metadata={"description": "How many differences there are."})
    differences = fields.List(
        fields.String(), required=True, metadata={"description": "The differences, for who may see everything."}
    )


@noun.route("GET", "/games/<game_id>/evaluations", EvaluationSchema(many=True), scope="gm")
def listed(game_id: str) -> list[EvaluationLine]:
    """The evaluations of a game that you master, or as a host, newest first."""
    mine = caller()
    with request_context.reading() as session:
        return queries.listed(session, mine, game_id, request_context.now())


@noun.route("POST", "/games/<game_id>/evaluations", EvaluationSchema, status=202, scope="gm")
def ask(game_id: str) -> EvaluationLine:
    """Ask for an evaluation; it is made within the minute. One that waits already is the answer."""
    mine = caller()
    with request_context.writing() as session:
        found = use_cases.ask(session, mine, game_id, request_context.now())
    request_context.ring("calls")
    return found
