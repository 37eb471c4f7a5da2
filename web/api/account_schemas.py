"""What goes in and out of the API about one's account."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from correspondence.accounts.preferences import CHOICES
from web.api.fields import Text, Whole


class ChoicesSchema(Schema):
    """How the letters of each stream come; what is left out stays as it is."""

    results = Text(validate=validate.OneOf(CHOICES["results"]))
    reminders = Text(validate=validate.OneOf(CHOICES["reminders"]))
    deadlines = Text(validate=validate.OneOf(CHOICES["deadlines"]))
    games = Text(validate=validate.OneOf(CHOICES["games"]))
    press = Text(validate=validate.OneOf(CHOICES["press"]))
    gm = Text(validate=validate.OneOf(CHOICES["gm"]))


class LettersSchema(Schema):
    """How an account's letters come. Hours by its own clock; quiet hours null: none; weekday ISO, null: every day."""

    streams = fields.Nested(ChoicesSchema, required=True)
    quiet_from = fields.Integer(required=True, allow_none=True)
    quiet_until = fields.Integer(required=True, allow_none=True)
    digest_hour = fields.Integer(required=True)
    digest_weekday = fields.Integer(required=True, allow_none=True)


class LettersWantedSchema(Schema):
    """What is to change; what is left out stays as it is."""

    streams = fields.Nested(ChoicesSchema)
    quiet_from = Whole(allow_none=True, validate=validate.Range(0, 23))
    quiet_until = Whole(allow_none=True, validate=validate.Range(0, 23))
    digest_hour = Whole(validate=validate.Range(0, 23))
    digest_weekday = Whole(allow_none=True, validate=validate.Range(1, 7))


class AbsenceSchema(Schema):
    """Days on which one is away, first and last included; `began`: now."""

    id = fields.String(required=True)
    first = fields.Date(required=True)
    last = fields.Date(required=True)
    note = fields.String(required=True)
    began = fields.Boolean(required=True)


class NewAbsenceSchema(Schema):
    """An absence to enter, by the calendar of one's zone."""

    first = fields.Date(required=True)
    last = fields.Date(required=True)
    note = Text(load_default="")


class SessionSchema(Schema):
    """A browser in which one is signed in."""

    id = fields.String(required=True)
    label = fields.String(required=True)
    created_at = fields.DateTime(required=True)
    seen_at = fields.DateTime(required=True)


class ReliabilitySchema(Schema):
    """Calls of the last ten games that counted, and those answered in time; `percent` is null for too few."""

    answered = fields.Integer(required=True)
    asked = fields.Integer(required=True)
    games = fields.Integer(required=True)
    percent = fields.Integer(required=True, allow_none=True)


class PlayedGameSchema(Schema):
    """A game that is over."""

    id = fields.String(required=True)
    title = fields.String(required=True)
    edition = fields.String(required=True)
    house = fields.String(required=True)
    finished_at = fields.DateTime(required=True)
    to_the_end = fields.Boolean(required=True)


class PersonSchema(Schema):
    """What everybody may know of somebody."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    since = fields.DateTime(required=True)
    reliability = fields.Nested(ReliabilitySchema, required=True)
    finished = fields.List(fields.Nested(PlayedGameSchema), required=True)


class DelegationSchema(Schema):
    """A right to act for a seat. `name` is empty where it may not be told; `mine`: for your seat."""

    id = fields.String(required=True)
    house = fields.String(required=True)
    name = fields.String(required=True)
    note = fields.String(required=True)
    from_at = fields.DateTime(required=True, allow_none=True)
    until_at = fields.DateTime(required=True, allow_none=True)
    holds = fields.Boolean(required=True)
    mine = fields.Boolean(required=True)
    may_end = fields.Boolean(required=True)
