"""Votes over the API."""

from __future__ import annotations

from typing import Any

import msgspec
from marshmallow import Schema, fields, validate

from correspondence.votes import use_cases as voting
from correspondence.votes.rules import RULES
from correspondence.votes.use_cases import VoteLine, VotesPage, votes_page
from web import request_context
from web.api.fields import Text
from web.api.from_structs import answer
from web.api.noun import Noun, caller, write

noun = Noun("votes", "Votes: what the players of a game decide together.")


VoteSchema = answer(
    VoteLine,
    """id kind subject decree reason asker opened_at closes_at closed_at result voters needed cast yes no mine may_vote
    may_withdraw""",
    name="Vote",
    by_hand={"decree": fields.Function(lambda line: msgspec.to_builtins(line.decree), required=True, allow_none=True)},
)

VotesSchema = answer(
    VotesPage,
    "game_id kinds askable replaceable open past",
    left_out="title edition you paused may_ask people",
    name="Votes",
    told="""The votes of a game: `kinds` of questions may be asked in it, `askable` are those that make sense now, about
houses that are `replaceable`.""",
)


class QuestionSchema(Schema):
    """A question: `subject` is a house for `replace`, hours for `extend`, `resume` for the end of a `pause`."""

    kind = Text(required=True, validate=validate.OneOf(tuple(RULES)))
    subject = Text(load_default="")
    reason = Text(load_default="")


class BallotSchema(Schema):
    """A ballot."""

    choice = Text(required=True, validate=validate.OneOf(voting.CHOICES))


@noun.route("GET", "/games/<game_id>/votes", VotesSchema)
def votes(game_id: str) -> VotesPage:
    """The votes of a game that you are in."""
    mine = caller()
    with request_context.reading() as session:
        return votes_page(session, game_id, mine, request_context.now())


@noun.route("POST", "/games/<game_id>/votes", VotesSchema, status=201, body=QuestionSchema)
def ask(body: dict[str, Any], game_id: str) -> VotesPage:
    """Put a question to the players; you say yes to it."""
    write(voting.open_vote, game_id, body["kind"], body["subject"], body["reason"], request_context.now())
    return _as_it_is(game_id)


@noun.route("PUT", "/votes/<vote_id>/ballot", VotesSchema, body=BallotSchema)
def cast(body: dict[str, Any], vote_id: str) -> VotesPage:
    """Vote; the last word before the vote closes counts."""
    mine = caller()
    with request_context.writing() as session:
        vote = voting.cast(session, mine, vote_id, body["choice"], request_context.now())
        game_id = voting.game_of(session, vote).public_id
    return _as_it_is(game_id)


@noun.route("DELETE", "/votes/<vote_id>", VotesSchema)
def withdraw(vote_id: str) -> VotesPage:
    """Take your own question back."""
    mine = caller()
    with request_context.writing() as session:
        vote = voting.withdraw(session, mine, vote_id, request_context.now())
        game_id = voting.game_of(session, vote).public_id
    return _as_it_is(game_id)


def _as_it_is(game_id: str) -> VotesPage:
    request_context.ring("mail", "calls")
    with request_context.reading() as session:
        return votes_page(session, game_id, caller(), request_context.now())
