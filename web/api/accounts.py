"""One's account beyond its profile: letters, absences, browsers; and what everybody may know of others."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields, validate

from correspondence.accounts import use_cases
from correspondence.accounts.queries import Person, PlayedGame, Reliability, person
from correspondence.accounts.use_cases import CHOICES, AbsenceLine, Preferences, SessionLine
from correspondence.delegations import DelegationLine
from correspondence.models.accounts import Account
from web import request_context
from web.api.fields import Text, Whole, YesNo
from web.api.from_structs import answer
from web.api.noun import Noun, caller, read, write

noun = Noun("account", "Your letters, absences and browsers; players' public pages.")


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


@noun.route("GET", "/me/letters", LettersSchema)
def letters() -> Preferences:
    """How your letters come."""
    return use_cases.preferences_of(caller())


@noun.route("PATCH", "/me/letters", LettersSchema, body=LettersWantedSchema)
def choose_letters(body: dict[str, Any]) -> Preferences:
    """Choose how your letters come."""
    mine = caller()
    streams, light = body.pop("streams", {}), body.pop("light", None)
    kept = use_cases.preferences_of(mine).__dict__
    hours = {name: kept[name] for name in ("quiet_from", "quiet_until", "digest_hour", "digest_weekday")} | body
    with request_context.writing() as session:
        use_cases.choose_streams(session, mine, streams)
        use_cases.choose_hours(session, mine, **hours)
        if light is not None:
            use_cases.choose_light(session, mine, light)
        return use_cases.preferences_of(session.get_one(Account, mine.id))


@noun.route("GET", "/me/absences", AbsenceSchema(many=True))
def my_absences() -> list[AbsenceLine]:
    """Your absences that are not over."""
    return read(use_cases.absences_of, request_context.now())


@noun.route("POST", "/me/absences", AbsenceSchema(many=True), status=201, body=NewAbsenceSchema)
def enter_absence(body: dict[str, Any]) -> list[AbsenceLine]:
    """Be away for some days. Answers all your absences ahead."""
    mine = caller()
    with request_context.writing() as session:
        use_cases.enter_absence(session, mine, body["first"], body["last"], request_context.now(), body["note"])
        return use_cases.absences_of(session, mine, request_context.now())


@noun.route("DELETE", "/me/absences/<absence_id>", status=204)
def cancel_absence(absence_id: str) -> None:
    """Be there after all."""
    write(use_cases.cancel_absence, absence_id, request_context.now())


@noun.route("GET", "/me/sessions", SessionSchema(many=True))
def my_sessions() -> list[SessionLine]:
    """The browsers in which you are signed in."""
    return read(use_cases.sessions_of, "", request_context.now())


@noun.route("DELETE", "/me/sessions/<session_id>", status=204)
def end_session(session_id: str) -> None:
    """Sign a browser out."""
    write(use_cases.end_session, session_id)


@noun.route("GET", "/people/<person_id>", PersonSchema, anybody=True)
def profile(person_id: str) -> Person:
    """What everybody may know of somebody: their name, finished games, reliability."""
    with request_context.reading() as session:
        return person(session, person_id)
