"""Gifts of Power over the API."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields, validate

from correspondence.gifts.queries import GiftsPage, gifts_page
from correspondence.gifts.use_cases import Gift, give
from web import request_context
from web.api.fields import MOST_NUMBER, Text, Whole
from web.api.noun import Noun, caller

noun = Noun("gifts", "Gifts of Power, in editions that know them: at once, and open to all.")


class GiftSchema(Schema):
    """The `number`th gift of a house in a call."""

    number = fields.Integer(required=True)
    house = fields.String(required=True)
    to = fields.String(required=True)
    amount = fields.Integer(required=True)


class ReceiverSchema(Schema):
    """Somebody who can be given Power: what they have, and how much more they can have (`room`)."""

    house = fields.String(required=True)
    power = fields.Integer(required=True)
    room = fields.Integer(required=True)


class GiftsSchema(Schema):
    """What your house has and can give. `call_id` is empty while no call takes sheets, `number` that of your next gift
    in it, `given` are the gifts of everybody in it; `barred`: the rules allow none at this moment."""

    game_id = fields.String(required=True)
    you = fields.String(required=True)
    power = fields.Integer(required=True)
    vassal = fields.Boolean(required=True)
    call_id = fields.String(required=True)
    number = fields.Integer(required=True)
    barred = fields.Boolean(required=True)
    receivers = fields.List(fields.Nested(ReceiverSchema), required=True)
    given = fields.List(fields.Nested(GiftSchema), required=True)


class NewGiftSchema(Schema):
    """A gift: `number` says which of yours in this call it is, from 1, so that one sent twice is given once."""

    to = Text(required=True)
    amount = Whole(required=True, validate=validate.Range(1, MOST_NUMBER))
    number = Whole(required=True, validate=validate.Range(1, MOST_NUMBER))


@noun.route("GET", "/games/<game_id>/gifts", GiftsSchema)
def gifts(game_id: str) -> GiftsPage:
    """What you can give, and what was given in the open call."""
    mine = caller()
    with request_context.reading() as session:
        return gifts_page(session, mine, game_id, request_context.now())


@noun.route("POST", "/calls/<call_id>/gifts", GiftSchema, status=201, body=NewGiftSchema)
def make(body: dict[str, Any], call_id: str) -> Gift:
    """Give Power of yours to another player."""
    mine = caller()
    with request_context.writing() as session:
        gift = give(session, mine, call_id, body["to"], body["amount"], body["number"], request_context.now())
    request_context.ring("mail")
    return gift
