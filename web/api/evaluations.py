"""Second evaluations of a game, for its masters and the hosts."""

from __future__ import annotations

from correspondence.evaluations import use_cases as evaluation_cases
from correspondence.evaluations.use_cases import EvaluationLine
from web import request_context
from web.api.from_structs import answer
from web.api.noun import Noun, read, write

noun = Noun("evaluations", "Second evaluations: a game played again from its journal, and compared.")


EvaluationSchema = answer(EvaluationLine, "asked_at made_at call agrees found differences", name="Evaluation")


@noun.route("GET", "/games/<game_id>/evaluations", EvaluationSchema(many=True), scope="gm")
def listed(game_id: str) -> list[EvaluationLine]:
    """The evaluations of a game that you master, or as a host, newest first."""
    return read(evaluation_cases.listed, game_id, request_context.now())


@noun.route("POST", "/games/<game_id>/evaluations", EvaluationSchema, status=202, scope="gm")
def ask(game_id: str) -> EvaluationLine:
    """Ask for an evaluation; it is made within the minute. One that waits already is the answer."""
    found = write(evaluation_cases.ask, game_id, request_context.now())
    request_context.ring("calls")
    return found
