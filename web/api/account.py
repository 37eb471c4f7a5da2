"""One's own account over the API: letters, tokens, browsers, webhooks, ratings, deputies; players' public pages."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields, validate

from correspondence import delegations as delegation_cases, ratings as rating_cases
from correspondence.accounts import use_cases
from correspondence.accounts.queries import Person, PlayedGame, Reliability, api_tokens, person
from correspondence.accounts.use_cases import CHOICES, AbsenceLine, Preferences, SessionLine
from correspondence.delegations import DelegationLine, delegations_of
from correspondence.models import Account
from correspondence.push import subscriptions
from correspondence.push.subscriptions import PUSHED, BrowserLine
from correspondence.ratings import Leaderboard, PersonRatings, RatedGameLine, RatingLine
from correspondence.sign_in import use_cases as sign_in_cases
from correspondence.webhooks import use_cases as webhook_cases
from correspondence.webhooks.use_cases import KINDS, WebhookLine
from web.api.from_structs import Text, Whole, YesNo, answer, several_of
from web.api.noun import Noun, caller, read
from web.api.schemas import AccountSchema, ProfileSchema, TokenSchema
from web.request_context import fetch, now, reader, writing
from web.views.games import edition_known

me_noun = Noun("me", "Your account and its tokens.")


@me_noun.route("GET", "/me", AccountSchema)
def me() -> Account:
    """Whose token this is."""
    return caller()


@me_noun.route("PATCH", "/me", AccountSchema, body=ProfileSchema)
def change(body: dict[str, Any]) -> Account:
    """Change name, language or time zone."""
    mine = caller()
    wanted = {"name": mine.name, "language": mine.language, "zone": mine.zone, **body}
    with writing() as session:
        sign_in_cases.update_profile(session, mine, **wanted)
        return session.get_one(Account, mine.id)


@me_noun.serves(api_tokens, "GET", "/tokens", TokenSchema(many=True))
def tokens() -> None:
    """Your tokens that still work. New ones are made among your settings on the site."""


@me_noun.serves(sign_in_cases.revoke_api_token, "DELETE", "/tokens/<token_id>", status=204)
def revoke() -> None:
    """A token works no more."""


accounts_noun = Noun("account", "Your letters, absences and browsers; players' public pages.")


ChoicesSchema = Schema.from_dict(
    {stream: Text(validate=validate.OneOf(ways)) for stream, ways in CHOICES.items()}, name="ChoicesSchema"
)
ChoicesSchema.__doc__ = "How the letters of each stream come; what is left out stays as it is."


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

answer(
    Reliability,
    "answered asked games percent",
    by_hand={"percent": fields.Integer(required=True, allow_none=True)},
)

answer(PlayedGame, "id title edition house finished_at to_the_end")

PersonSchema = answer(Person, "id name since reliability finished")

DelegationSchema = answer(DelegationLine, "id house name note from_at until_at holds mine may_end", name="Delegation")


@accounts_noun.route("GET", "/me/letters", LettersSchema)
def letters() -> Preferences:
    """How your letters come."""
    return use_cases.preferences_of(caller())


@accounts_noun.route("PATCH", "/me/letters", LettersSchema, body=LettersWantedSchema)
def choose_letters(body: dict[str, Any]) -> Preferences:
    """Choose how your letters come."""
    mine = caller()
    streams, light = body.pop("streams", {}), body.pop("light", None)
    kept = use_cases.preferences_of(mine).__dict__
    hours = {name: kept[name] for name in ("quiet_from", "quiet_until", "digest_hour", "digest_weekday")} | body
    with writing() as session:
        use_cases.choose_streams(session, mine, streams)
        use_cases.choose_hours(session, mine, **hours)
        if light is not None:
            use_cases.choose_light(session, mine, light)
        return use_cases.preferences_of(session.get_one(Account, mine.id))


@accounts_noun.serves(use_cases.absences_of, "GET", "/me/absences", AbsenceSchema(many=True))
def my_absences() -> None:
    """Your absences that are not over."""


@accounts_noun.route("POST", "/me/absences", AbsenceSchema(many=True), status=201, body=NewAbsenceSchema)
def enter_absence(body: dict[str, Any]) -> list[AbsenceLine]:
    """Be away for some days. Answers all your absences ahead."""
    mine = caller()
    with writing() as session:
        use_cases.enter_absence(session, mine, body["first"], body["last"], now(), body["note"])
        return use_cases.absences_of(session, mine, now())


@accounts_noun.serves(use_cases.cancel_absence, "DELETE", "/me/absences/<absence_id>", status=204)
def cancel_absence() -> None:
    """Be there after all."""


@accounts_noun.route("GET", "/me/sessions", SessionSchema(many=True))
def my_sessions() -> list[SessionLine]:
    """The browsers in which you are signed in."""
    return read(use_cases.sessions_of, "", now())


@accounts_noun.serves(use_cases.end_session, "DELETE", "/me/sessions/<session_id>", status=204)
def end_session() -> None:
    """Sign a browser out."""


@accounts_noun.route("GET", "/people/<person_id>", PersonSchema, anybody=True)
def profile(person_id: str) -> Person:
    """What everybody may know of somebody: their name, finished games, reliability."""
    return fetch(person, person_id)


ratings_noun = Noun("ratings", "Ratings in each edition, by rated games that are over.")


class PageQuerySchema(Schema):
    """Which page, counted from 1."""

    page = fields.Integer(validate=validate.Range(1, 100_000), load_default=1)


class ShownSchema(Schema):
    """Whether your ratings are shown to others."""

    shown = YesNo(required=True)


answer(RatingLine, "edition person name rating uncertain games place provisional", name="Rating")
answer(RatedGameLine, "game_id title edition house finished_at rank players rating gained", name="RatedGame")
LeaderboardSchema = answer(Leaderboard, "edition page lines later")
PersonRatingsSchema = answer(PersonRatings, "hidden ratings games")


@ratings_noun.route("GET", "/editions/<edition_id>/ratings", LeaderboardSchema, query=PageQuerySchema, anybody=True)
def leaderboard(query: dict[str, Any], edition_id: str) -> Leaderboard:
    """The leaderboard of an edition, 50 players a page, provisional ratings last."""
    edition_known(edition_id)
    return fetch(rating_cases.leaderboard, edition_id, query["page"])


@ratings_noun.route("GET", "/people/<person_id>/ratings", PersonRatingsSchema, anybody=True)
def of_person(person_id: str) -> PersonRatings:
    """Somebody's ratings and the games that made them, unless they keep them to themselves."""
    return fetch(rating_cases.ratings_of, person_id, reader())


@ratings_noun.route("PUT", "/me/ratings", ShownSchema, body=ShownSchema)
def show(body: dict[str, Any]) -> dict[str, Any]:
    """Show your ratings to others, or keep them to yourself."""
    mine = caller()
    with writing() as session:
        rating_cases.hide_ratings(session, mine, not body["shown"])
        return {"shown": not session.get_one(Account, mine.id).ratings_hidden}


delegations_noun = Noun("delegations", "Rights to act for somebody's seat for a time. They are given on the site.")


@delegations_noun.route("GET", "/games/<game_id>/delegations", DelegationSchema(many=True), anybody=True)
def delegations(game_id: str) -> list[DelegationLine]:
    """Who acts for whom; those who grant or hold a right see it before it begins."""
    return list(fetch(delegations_of, game_id, reader(), now()).lines)


@delegations_noun.serves(
    delegation_cases.revoke, "DELETE", "/games/<game_id>/delegations/<delegation_id>", wakes=["mail"], status=204
)
def end() -> None:
    """End a right for your seat, or give back one of yours."""


webhooks_noun = Noun(
    "webhooks",
    "Webhooks: posts to an address of yours when a call opened (`call-opened`), brought `results`, your seat is "
    "reminded (`reminder`), or you get a `letter` about a call. They are made on the site, where their secret is "
    "shown. A post is JSON with `id` (the same when it is tried again), `kind`, `written_at`, `game`, `call`, `link`, "
    "and `text`, a short story; `content` repeats it for chats. A letter, which also tells what only you may know, has "
    "`subject` and `letter` besides, all of it as text; `text` is its beginning. Header `Rookery-Signature` is `v1=` "
    "and the HMAC-SHA256 in hex, with the webhook's secret, over the header `Rookery-Timestamp`, a full stop and the "
    "body. What is not answered by a 2xx within ten seconds is tried again with longer waits, so it comes at least "
    "once; after too many failures, or 410, the webhook is switched off.",
)


WebhookSchema = answer(
    WebhookLine,
    "id url kinds game_id created_at disabled_at trouble",
    left_out="game_title",
    name="Webhook",
    by_hand={"kinds": several_of(KINDS)},
)


@webhooks_noun.serves(webhook_cases.webhooks_of, "GET", "/me/webhooks", WebhookSchema(many=True))
def webhooks() -> None:
    """Your webhooks."""


@webhooks_noun.serves(webhook_cases.switch_on, "POST", "/me/webhooks/<webhook_id>/on", status=204)
def switch_on() -> None:
    """Post again to a webhook that was switched off."""


@webhooks_noun.serves(webhook_cases.try_out, "POST", "/me/webhooks/<webhook_id>/test", wakes=["calls"], status=204)
def test() -> None:
    """Post a greeting, of the kind `test`."""


@webhooks_noun.serves(webhook_cases.remove_webhook, "DELETE", "/me/webhooks/<webhook_id>", status=204)
def remove() -> None:
    """Post nothing more to it."""


notifications_noun = Noun(
    "notifications",
    "Notifications: browsers of yours that are told by their push services that something happened, of `streams` that "
    "were chosen there. A browser is turned on in itself, on the site; signing it out turns it off, and so does its "
    "push service when it knows it no more.",
)


BrowserSchema = answer(
    BrowserLine,
    "id label streams created_at disabled_at trouble",
    left_out="here",
    name="ToldBrowser",
    by_hand={"streams": several_of(PUSHED)},
)


@notifications_noun.serves(subscriptions.browsers_of, "GET", "/me/notifications", BrowserSchema(many=True))
def browsers() -> None:
    """Your browsers that are told what happens."""


@notifications_noun.serves(subscriptions.turn_off, "DELETE", "/me/notifications/<browser_id>", status=204)
def turn_off() -> None:
    """Tell a browser nothing more."""
