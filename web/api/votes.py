"""Votes over the API."""

from __future__ import annotations

from typing import Any

import msgspec
from marshmallow import Schema, fields, validate

from correspondence.votes import use_cases as voting
from correspondence.votes.queries import VotesPage, votes_page
from correspondence.votes.rules import RULES
from web import request_context
from web.api.fields import Text
from web.api.noun import Noun, caller

noun = Noun("votes", "Votes: what the players of a game decide together.")


class VoteSchema(Schema):
    """A vote. `needed` must say yes of those who may vote (`voters`); `yes` and `no` are told when it is closed, and
    then `result` is `carried`, `lost` or `withdrawn`; `mine` is your own ballot, or empty. `decree` is what it would
    put in force, if it is about an edict of a game master who plays (`edict`, `roll-back`)."""

    id = fields.String(required=True)
    kind = fields.String(required=True)
    subject = fields.String(required=True)
    decree = fields.Function(lambda line: msgspec.to_builtins(line.decree), required=True, allow_none=True)
    reason = fields.String(required=True)
    asker = fields.String(required=True)
    opened_at = fields.DateTime(required=True)
    closes_at = fields.DateTime(required=True)
    closed_at = fields.DateTime(required=True, allow_none=True)
    result = fields.String(required=True)
    voters = fields.Integer(required=True)
    needed = fields.Integer(required=True)
    cast = fields.Integer(required=True)
    yes = fields.Integer(required=True)
    no = fields.Integer(required=True)
    mine = fields.String(required=True)
    may_vote = fields.Boolean(required=True)
    may_withdraw = fields.Boolean(required=True)


class VotesSchema(Schema):
    """The votes of a game; `askable` are the questions you could ask now."""

    game_id = fields.String(required=True)
    kinds = fields.List(fields.String(), required=True)
    askable = fields.List(fields.String(), required=True)
    replaceable = fields.List(fields.String(), required=True)
    open = fields.List(fields.Nested(VoteSchema), required=True)
    past = fields.List(fields.Nested(VoteSchema), required=True)


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
    mine = caller()
    with request_context.writing() as session:
        voting.open_vote(session, mine, game_id, body["kind"], body["subject"], body["reason"], request_context.now())
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
    request_context.ring("mail")
    request_context.ring("calls")
    with request_context.reading() as session:
        return votes_page(session, game_id, caller(), request_context.now())
