"""What goes in and out of the API about one's account."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from correspondence.accounts.absences import AbsenceLine
from correspondence.accounts.preferences import CHOICES, Preferences
from correspondence.accounts.reliability import Person, PlayedGame, Reliability
from correspondence.accounts.sessions import SessionLine
from correspondence.delegations.queries import DelegationLine
from web.api.fields import Text, Whole, YesNo
from web.api.from_structs import answer


class ChoicesSchema(Schema):
    """How the letters of each stream come; what is left out stays as it is."""

    results = Text(validate=validate.OneOf(CHOICES["results"]))
    reminders = Text(validate=validate.OneOf(CHOICES["reminders"]))
    deadlines = Text(validate=validate.OneOf(CHOICES["deadlines"]))
    games = Text(validate=validate.OneOf(CHOICES["games"]))
    press = Text(validate=validate.OneOf(CHOICES["press"]))
    gm = Text(validate=validate.OneOf(CHOICES["gm"]))


LettersSchema = answer(
    Preferences,
    "streams quiet_from quiet_until digest_hour digest_weekday light",
    name="Letters",
    by_hand={"streams": fields.Nested(ChoicesSchema, required=True)},
)


class LettersWantedSchema(Schema):
    """What is to change; what is left out stays as it is."""

    streams = fields.Nested(ChoicesSchema)
    quiet_from = Whole(allow_none=True, validate=validate.Range(0, 23))
    quiet_until = Whole(allow_none=True, validate=validate.Range(0, 23))
    digest_hour = Whole(validate=validate.Range(0, 23))
    digest_weekday = Whole(allow_none=True, validate=validate.Range(1, 7))
    light = YesNo()


AbsenceSchema = answer(AbsenceLine, "id first last note began", name="Absence")


class NewAbsenceSchema(Schema):
    """An absence to enter, by the calendar of one's zone."""

    first = fields.Date(required=True)
    last = fields.Date(required=True)
    note = Text(load_default="")


SessionSchema = answer(SessionLine, "id label created_at seen_at", left_out="current", name="Session")

ReliabilitySchema = answer(
    Reliability,
    "answered asked games percent",
    by_hand={"percent": fields.Integer(required=True, allow_none=True)},
)

PlayedGameSchema = answer(PlayedGame, "id title edition house finished_at to_the_end")

PersonSchema = answer(Person, "id name since reliability finished")

DelegationSchema = answer(DelegationLine, "id house name note from_at until_at holds mine may_end", name="Delegation")
