"""Gifts of Power over the API."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, validate

from adjudicator.engine.values import Receiver
from correspondence.gifts import Gift, GiftsPage, gifts_page, give
from web import request_context
from web.api.fields import MOST_NUMBER, Text, Whole
from web.api.from_structs import answer
from web.api.noun import Noun, read, write

noun = Noun("gifts", "Gifts of Power, in editions that know them: at once, and open to all.")


GiftSchema = answer(Gift, "number house to amount")

ReceiverSchema = answer(Receiver, "house power room")

GiftsSchema = answer(
    GiftsPage,
    "game_id you power vassal call_id number barred receivers given",
    left_out="title edition call_number",
    name="Gifts",
)


class NewGiftSchema(Schema):
    """A gift: `number` says which of yours in this call it is, from 1, so that one sent twice is given once."""

    to = Text(required=True)
    amount = Whole(required=True, validate=validate.Range(1, MOST_NUMBER))
    number = Whole(required=True, validate=validate.Range(1, MOST_NUMBER))


@noun.route("GET", "/games/<game_id>/gifts", GiftsSchema)
def gifts(game_id: str) -> GiftsPage:
    """What you can give, and what was given in the open call."""
    return read(gifts_page, game_id, request_context.now())


@noun.route("POST", "/calls/<call_id>/gifts", GiftSchema, status=201, body=NewGiftSchema)
def make(body: dict[str, Any], call_id: str) -> Gift:
    """Give Power of yours to another player."""
    gift = write(give, call_id, body["to"], body["amount"], body["number"], request_context.now())
    request_context.ring("mail")
    return gift
