"""What goes over the wire, written by hand: nothing is told because some row happens to have a column."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from correspondence.games.options import (
    LONGEST_HOLD_MINUTES,
    LONGEST_TITLE,
    LONGEST_WINDOW_HOURS,
    SHORTEST_WINDOW_HOURS,
)
from correspondence.words import LANGUAGES


class Reason(Schema):
    """Why something was refused: a stable code, words, and the place at fault."""

    code = fields.String(required=True)
    words = fields.String(required=True)
    where = fields.String()


class Errors(Schema):
    """Every reason for a refusal."""

    errors = fields.List(fields.Nested(Reason), required=True)


class AccountOut(Schema):
    """An account, for itself."""

    id = fields.String(attribute="public_id")
    email = fields.String()
    name = fields.String()
    language = fields.String()
    zone = fields.String()


class AccountIn(Schema):
    """What may be changed."""

    name = fields.String(validate=validate.Length(max=200))
    language = fields.String(validate=validate.OneOf(list(LANGUAGES)))
    zone = fields.String(validate=validate.Length(max=64))


class TokenOut(Schema):
    """A token in the list."""

    id = fields.String()
    name = fields.String()
    created_at = fields.AwareDateTime()


class TokenIn(Schema):
    """A token to be made."""

    name = fields.String(required=True, validate=validate.Length(min=1, max=200))


class NewToken(Schema):
    """A token, told this once."""

    token = fields.String()


class GameLineOut(Schema):
    """A game in a list."""

    id = fields.String()
    title = fields.String()
    edition = fields.String()
    players = fields.Integer()
    taken = fields.Integer()
    status = fields.String()
    round = fields.Integer()
    house = fields.String(allow_none=True)
    closes_at = fields.AwareDateTime(allow_none=True)
    call_id = fields.String(allow_none=True)
    asked = fields.Boolean()


class GamesQuery(Schema):
    """Which games: one's own, or those that look for players."""

    scope = fields.String(load_default="mine", validate=validate.OneOf(["mine", "open"]))


class NewGameIn(Schema):
    """A game to be made; everything but the title has a default."""

    title = fields.String(required=True, validate=validate.Length(min=1, max=LONGEST_TITLE))
    edition = fields.String(load_default="first-edition", validate=validate.Length(max=60))
    players = fields.Integer(strict=True, load_default=5, validate=validate.Range(1, 12))
    pace = fields.String(load_default="bulk", validate=validate.Length(max=400))
    window_hours = fields.Float(load_default=48.0, validate=validate.Range(SHORTEST_WINDOW_HOURS, LONGEST_WINDOW_HOURS))
    hold_minutes = fields.Float(load_default=10.0, validate=validate.Range(0, LONGEST_HOLD_MINUTES))
    seat_choice = fields.String(load_default="choose", validate=validate.OneOf(["choose", "random"]))
    visibility = fields.String(load_default="link", validate=validate.OneOf(["link", "open"]))
    house = fields.String(load_default=None, allow_none=True, validate=validate.Length(max=60))
    steward_houses = fields.List(
        fields.String(validate=validate.Length(max=60)), load_default=[], validate=validate.Length(max=12)
    )
    steward_rest = fields.Boolean(load_default=False)


class JoinIn(Schema):
    """How one gets in: a code, an invitation's token, or nothing for an open game; and which house."""

    code = fields.String(load_default="", validate=validate.Length(max=200))
    invitation = fields.String(load_default="", validate=validate.Length(max=200))
    house = fields.String(load_default=None, allow_none=True, validate=validate.Length(max=60))


class SeatOut(Schema):
    """A seat."""

    house = fields.String(allow_none=True)
    player = fields.String()
    kind = fields.String()
    you = fields.Boolean()
    ready = fields.Boolean()
    asked = fields.Boolean()


class CallLineOut(Schema):
    """The open call as everybody sees it."""

    id = fields.String()
    number = fields.Integer()
    window = fields.String()
    round = fields.Integer()
    opened_at = fields.AwareDateTime()
    due_at = fields.AwareDateTime()
    closes_at = fields.AwareDateTime()
    status = fields.String()


class GameOut(Schema):
    """A game as its reader may see it; `view` is the adjudicator's (see `rookery schema`)."""

    id = fields.String()
    title = fields.String()
    edition = fields.String()
    players = fields.Integer()
    status = fields.String()
    pace = fields.String()
    window_hours = fields.Float()
    hold_minutes = fields.Float()
    seat_choice = fields.String()
    visibility = fields.String()
    round = fields.Integer()
    seats = fields.List(fields.Nested(SeatOut))
    free_houses = fields.List(fields.String())
    you = fields.String(allow_none=True)
    member = fields.Boolean()
    creator = fields.Boolean()
    may_join = fields.Boolean()
    may_start = fields.Boolean()
    join_code = fields.String()
    call = fields.Nested(CallLineOut, allow_none=True)
    view = fields.Raw(allow_none=True, metadata={"type": ["object", "null"]})
    standings = fields.Raw(metadata={"type": "array", "items": {"type": "object"}})
    rounds = fields.List(fields.Integer())
    last_call = fields.Integer()
    winners = fields.List(fields.String())
    commitment = fields.String()
    seed = fields.String()


class CallOut(CallLineOut):
    """A call for one's own seat: the questions and what was handed in."""

    game_id = fields.String()
    house = fields.String()
    asked = fields.Boolean()
    ready = fields.Boolean()
    houses_asked = fields.List(fields.String())
    houses_ready = fields.List(fields.String())
    questions = fields.Raw(metadata={"type": "array", "items": {"type": "object"}})
    sheet_number = fields.Integer()


class SheetOut(Schema):
    """A sheet that was accepted: its version, the sheet as understood, warnings, the digest of the document."""

    number = fields.Integer()
    accepted_at = fields.AwareDateTime(allow_none=True)
    sheet = fields.Raw(metadata={"type": "object"})
    warnings = fields.List(fields.Nested(Reason))
    digest = fields.String()
    ready = fields.Boolean()


class ReadyIn(Schema):
    """Whether one is ready."""

    ready = fields.Boolean(required=True)


class ReadyQuery(Schema):
    """Say with a sheet whether one is ready; left out: as it was."""

    ready = fields.Boolean(load_default=None, allow_none=True)


class RoundsOut(Schema):
    """The rounds that have a log."""

    rounds = fields.List(fields.Integer())


class RecordsOut(Schema):
    """What happened, as the reader may know it: the adjudicator's records, and the board at the end."""

    round = fields.Integer()
    number = fields.Integer()
    window = fields.String()
    records = fields.Raw(metadata={"type": "array", "items": {"type": "object"}})
    board = fields.Raw(metadata={"type": "object"})


class MapQuery(Schema):
    """Which board, drawn how."""

    round = fields.Integer(validate=validate.Range(1, 100000))
    call = fields.Integer(validate=validate.Range(1, 100000))
    theme = fields.String(load_default="parchment", validate=validate.OneOf(["parchment", "night"]))
    language = fields.String(validate=validate.OneOf(list(LANGUAGES)))
