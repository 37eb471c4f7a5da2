"""What goes in and out of the API about people and games."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate

from correspondence.games.models import NAMED_PACES
from web.api.documents import Document, documents

MOST_NUMBER = 999_999


class Text(fields.String):
    """Text that can be stored: no NUL, no halves of characters. What may stand in it is for the use cases to say."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        text = super()._deserialize(value, attr, data, **kwargs)
        if "\x00" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
            raise ValidationError("Not a valid text.")
        return text


class Number(fields.Float):
    """A number written as one, not as text."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise ValidationError("Not a valid number.")
        if not abs(value) < float("inf"):
            raise ValidationError("Not a valid number.")
        return float(value)


class YesNo(fields.Boolean):
    """`true` or `false`, not words or numbers for them."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise ValidationError("Not a valid boolean.")
        return value


class Pace(fields.Field[Any]):
    """The name of a pace, or the kinds of decisions at which the game stops."""

    def __init__(self, **options: Any) -> None:
        kinds = {"type": "array", "items": {"type": "string"}}
        metadata = {"anyOf": [{"type": "string", "enum": list(NAMED_PACES)}, kinds]}
        super().__init__(metadata=metadata, **options)

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> Any:
        return value if value in NAMED_PACES else value.split(",")

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if isinstance(value, list) and all(isinstance(kind, str) for kind in value):
            return tuple(value)
        if isinstance(value, str):
            return value
        raise ValidationError("Not a valid pace.")


class AccountSchema(Schema):
    """An account, as its owner sees it."""

    id = fields.String(required=True, attribute="public_id")
    email = fields.String(required=True)
    name = fields.String(required=True)
    language = fields.String(required=True)
    zone = fields.String(required=True)


class ProfileSchema(Schema):
    """What is to be changed of an account; what is left out stays."""

    name = Text()
    language = Text()
    zone = Text()


class TokenSchema(Schema):
    """A token for programs; the token itself is shown once, when it is made among one's settings."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    created_at = fields.DateTime(required=True)


class GameLineSchema(Schema):
    """A game in a list. `asked`: it waits for you."""

    id = fields.String(required=True)
    title = fields.String(required=True)
    edition = fields.String(required=True)
    players = fields.Integer(required=True)
    taken = fields.Integer(required=True)
    status = fields.String(required=True)
    round = fields.Integer(required=True)
    house = fields.String(required=True, allow_none=True)
    closes_at = fields.DateTime(required=True, allow_none=True)
    call_id = fields.String(required=True, allow_none=True)
    asked = fields.Boolean(required=True)


class GamesSchema(Schema):
    """Your games, and those that everybody may join."""

    mine = fields.List(fields.Nested(GameLineSchema), required=True)
    open = fields.List(fields.Nested(GameLineSchema), required=True)


class NewGameSchema(Schema):
    """A game to be made; what is left out is as the form suggests it."""

    title = Text(required=True)
    edition = Text()
    players = fields.Integer(strict=True)
    pace = Pace()
    window_hours = Number()
    hold_minutes = Number()
    seat_choice = Text(metadata={"enum": ["choose", "random"]})
    visibility = Text(metadata={"enum": ["link", "open"]})
    house = Text(allow_none=True)
    steward_houses = fields.List(Text(), validate=validate.Length(max=20))
    steward_rest = YesNo()


class SeatSchema(Schema):
    """A seat; `ready` and `asked` are about the open call."""

    house = fields.String(required=True, allow_none=True)
    player = fields.String(required=True)
    kind = fields.String(required=True)
    you = fields.Boolean(required=True)
    ready = fields.Boolean(required=True)
    asked = fields.Boolean(required=True)


class OpenCallSchema(Schema):
    """The open call as everybody may see it."""

    id = fields.String(required=True)
    number = fields.Integer(required=True)
    window = fields.String(required=True)
    round = fields.Integer(required=True)
    opened_at = fields.DateTime(required=True)
    due_at = fields.DateTime(required=True)
    closing_at = fields.DateTime(required=True, allow_none=True)
    closes_at = fields.DateTime(required=True)
    status = fields.String(required=True)


class GameSchema(Schema):
    """A game as you may see it. `view` is the board (null before the game begins); `seed` is told when it is over."""

    id = fields.String(required=True)
    title = fields.String(required=True)
    edition = fields.String(required=True)
    players = fields.Integer(required=True)
    status = fields.String(required=True)
    pace = Pace(required=True)
    window_hours = fields.Float(required=True)
    hold_minutes = fields.Float(required=True)
    seat_choice = fields.String(required=True)
    visibility = fields.String(required=True)
    steward_rest = fields.Boolean(required=True)
    created_at = fields.DateTime(required=True)
    started_at = fields.DateTime(required=True, allow_none=True)
    finished_at = fields.DateTime(required=True, allow_none=True)
    round = fields.Integer(required=True)
    seats = fields.List(fields.Nested(SeatSchema), required=True)
    free_houses = fields.List(fields.String(), required=True)
    you = fields.String(required=True, allow_none=True)
    member = fields.Boolean(required=True)
    creator = fields.Boolean(required=True)
    may_join = fields.Boolean(required=True)
    may_start = fields.Boolean(required=True)
    join_code = fields.String(required=True)
    kept_house = fields.String(required=True, allow_none=True)
    call = fields.Nested(OpenCallSchema, required=True, allow_none=True)
    view = Document("View", required=True, allow_none=True)
    standings = documents("Standing", required=True)
    rounds = fields.List(fields.Integer(), required=True)
    last_call = fields.Integer(required=True)
    winners = fields.List(fields.String(), required=True)
    commitment = fields.String(required=True)
    seed = fields.String(required=True)


class InvitedSchema(Schema):
    """The token of an invitation letter, which opens the door to a game that is not listed."""

    invitation = Text(load_default="")


class JoinSchema(Schema):
    """How one comes to a seat: its game is open, or one has its code or an invitation. `house`: one's wish."""

    code = Text(load_default="")
    invitation = Text(load_default="")
    house = Text(load_default=None, allow_none=True)


class StewardsSchema(Schema):
    """The houses that stewards shall play; null: all that are free."""

    houses = fields.List(Text(), load_default=None, allow_none=True, validate=validate.Length(max=20))


class InvitationSchema(Schema):
    """Whom to invite, perhaps for a certain house."""

    email = Text(required=True)
    house = Text(load_default=None, allow_none=True)
