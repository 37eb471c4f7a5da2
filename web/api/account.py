"""Account API: emails, tokens, sessions, webhooks, ratings, deputies, profiles."""

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
from web.api.noun import Noun
from web.api.schemas import AccountSchema, ProfileSchema, TokenSchema
from web.request_context import fetch, for_reader, now, read, reader, signed_in, write, write_transaction
from web.views.games import check_edition

me_noun = Noun("me", "Your account and its tokens.")


@me_noun.route("GET", "/me", AccountSchema)
def me() -> Account:
    """Get your account."""
    return signed_in()


@me_noun.route("PATCH", "/me", AccountSchema, body=ProfileSchema)
def change(body: dict[str, Any]) -> Account:
    """Change your name, language or time zone."""
    mine = signed_in()
    profile_fields = {"name": mine.name, "language": mine.language, "zone": mine.zone, **body}
    with write_transaction() as session:
        sign_in_cases.update_profile(session, mine, **profile_fields)
        return session.get_one(Account, mine.id)


@me_noun.serves(api_tokens, "GET", "/tokens", TokenSchema(many=True))
def tokens() -> None:
    """List your valid tokens. You create tokens in your settings on the site."""


@me_noun.serves(sign_in_cases.revoke_api_token, "DELETE", "/tokens/<token_id>", status=204)
def revoke() -> None:
    """Revoke a token."""


accounts_noun = Noun("account", "Your emails, absences and sessions; players' public pages.")


ChoicesSchema = Schema.from_dict(
    {stream: Text(validate=validate.OneOf(ways)) for stream, ways in CHOICES.items()}, name="ChoicesSchema"
)
ChoicesSchema.__doc__ = "When emails of each kind come. Fields that you leave out stay as they are."


MailSettingsSchema = answer(
    Preferences,
    "streams quiet_from quiet_until digest_hour digest_weekday light",
    name="MailSettings",
    by_hand={"streams": fields.Nested(ChoicesSchema, required=True)},
)


class NewMailSettingsSchema(Schema):
    """Email settings to change. Fields that you leave out stay as they are."""

    streams = fields.Nested(ChoicesSchema)
    quiet_from = Whole(allow_none=True, validate=validate.Range(0, 23))
    quiet_until = Whole(allow_none=True, validate=validate.Range(0, 23))
    digest_hour = Whole(validate=validate.Range(0, 23))
    digest_weekday = Whole(allow_none=True, validate=validate.Range(1, 7))
    light = YesNo()


AbsenceSchema = answer(AbsenceLine, "id first last note began", name="Absence")


class NewAbsenceSchema(Schema):
    """A new absence, in days of your time zone."""

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


@accounts_noun.route("GET", "/me/mail", MailSettingsSchema)
def mails() -> Preferences:
    """Get your email settings."""
    return use_cases.preferences_of(signed_in())


@accounts_noun.route("PATCH", "/me/mail", MailSettingsSchema, body=NewMailSettingsSchema)
def choose_mails(body: dict[str, Any]) -> Preferences:
    """Change your email settings."""
    mine = signed_in()
    streams, light = body.pop("streams", {}), body.pop("light", None)
    preferences = use_cases.preferences_of(mine).__dict__
    hours = {name: preferences[name] for name in ("quiet_from", "quiet_until", "digest_hour", "digest_weekday")} | body
    with write_transaction() as session:
        use_cases.choose_streams(session, mine, streams)
        use_cases.choose_hours(session, mine, **hours)
        if light is not None:
            use_cases.choose_light(session, mine, light)
        return use_cases.preferences_of(session.get_one(Account, mine.id))


@accounts_noun.serves(use_cases.absences_of, "GET", "/me/absences", AbsenceSchema(many=True))
def my_absences() -> None:
    """List your present and future absences."""


@accounts_noun.serves(
    use_cases.enter_absence,
    "POST",
    "/me/absences",
    AbsenceSchema(many=True),
    then=lambda: read(use_cases.absences_of, now()),
    status=201,
    body=NewAbsenceSchema,
)
def enter_absence() -> None:
    """Enter an absence. Returns your present and future absences."""


@accounts_noun.serves(use_cases.cancel_absence, "DELETE", "/me/absences/<absence_id>", status=204)
def cancel_absence() -> None:
    """Cancel an absence."""


@accounts_noun.route("GET", "/me/sessions", SessionSchema(many=True))
def my_sessions() -> list[SessionLine]:
    """List the browsers in which you are signed in."""
    return read(use_cases.sessions_of, "", now())


@accounts_noun.serves(use_cases.end_session, "DELETE", "/me/sessions/<session_id>", status=204)
def end_session() -> None:
    """Sign out a browser."""


@accounts_noun.route("GET", "/people/<person_id>", PersonSchema, anybody=True)
def profile(person_id: str) -> Person:
    """Get a player's public page: name, finished games, reliability."""
    return fetch(person, person_id)


ratings_noun = Noun("ratings", "Ratings by edition, from finished rated games.")


class PageQuerySchema(Schema):
    """The number of the page, from 1."""

    page = fields.Integer(validate=validate.Range(1, 100_000), load_default=1)


class ShownSchema(Schema):
    """Whether others may see your ratings."""

    shown = YesNo(required=True)


answer(RatingLine, "edition person name rating uncertain games place provisional", name="Rating")
answer(RatedGameLine, "game_id title edition house finished_at rank players rating gained", name="RatedGame")
LeaderboardSchema = answer(Leaderboard, "edition page lines later")
PersonRatingsSchema = answer(PersonRatings, "hidden ratings games")


@ratings_noun.route("GET", "/editions/<edition_id>/ratings", LeaderboardSchema, query=PageQuerySchema, anybody=True)
def leaderboard(query: dict[str, Any], edition_id: str) -> Leaderboard:
    """Get the leaderboard of an edition: 50 players a page, provisional ratings last."""
    check_edition(edition_id)
    return fetch(rating_cases.leaderboard, edition_id, query["page"])


@ratings_noun.route("GET", "/people/<person_id>/ratings", PersonRatingsSchema, anybody=True)
def of_person(person_id: str) -> PersonRatings:
    """Get a player's ratings and rated games, unless the player hides them."""
    return fetch(rating_cases.ratings_of, person_id, reader())


@ratings_noun.route("PUT", "/me/ratings", ShownSchema, body=ShownSchema)
def show(body: dict[str, Any]) -> dict[str, Any]:
    """Show or hide your ratings."""
    write(rating_cases.hide_ratings, not body["shown"])
    return body


delegations_noun = Noun("delegations", "Deputies, who act for a seat for a time. You appoint a deputy on the site.")


@delegations_noun.route("GET", "/games/<game_id>/delegations", DelegationSchema(many=True), anybody=True)
def delegations(game_id: str) -> list[DelegationLine]:
    """List a game's deputies. Only you and your deputy see rights not yet begun."""
    return list(for_reader(delegations_of, game_id).lines)


@delegations_noun.serves(
    delegation_cases.revoke, "DELETE", "/games/<game_id>/delegations/<delegation_id>", wakes=["mail"], status=204
)
def end() -> None:
    """End your deputy's right, or give up your own right as a deputy."""


webhooks_noun = Noun(
    "webhooks",
    "Webhooks post to your address when a turn opens (`call-opened`), has `results`, you get a `reminder`, or you get "
    "an email about a turn (`letter`). You create webhooks on the site, which shows their secret. A post is JSON. It "
    "has `id` (the same in each retry), `kind`, `written_at`, `game`, `call` (the turn), `link` and `text`, a short "
    "summary; `content` repeats the summary for chats. A post of kind `letter` may contain secrets of your seat. It "
    "also has `subject` and `letter`, the whole email as text; `text` is its beginning. The header "
    "`Rookery-Signature` is `v1=` and a HMAC-SHA256 in hex. Its key is the webhook's secret; its message is the header "
    "`Rookery-Timestamp`, a full stop and the body. A post needs a 2xx answer within ten seconds. Otherwise it is "
    "repeated after longer and longer waits, so it may arrive more than once. After too many failures, or a 410, the "
    "webhook is switched off.",
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
    """List your webhooks."""


@webhooks_noun.serves(webhook_cases.switch_on_webhook, "POST", "/me/webhooks/<webhook_id>/on", status=204)
def switch_on() -> None:
    """Switch a webhook on again."""


@webhooks_noun.serves(webhook_cases.try_out, "POST", "/me/webhooks/<webhook_id>/test", wakes=["turns"], status=204)
def test() -> None:
    """Send a test post, of kind `test`."""


@webhooks_noun.serves(webhook_cases.remove_webhook, "DELETE", "/me/webhooks/<webhook_id>", status=204)
def remove() -> None:
    """Delete a webhook."""


notifications_noun = Noun(
    "notifications",
    "Push notifications in your browsers, of the `streams` that you chose there. You turn them on on the site, in the "
    "browser itself. They end when you sign that browser out, or when its push service no longer knows it.",
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
    """List your browsers with notifications."""


@notifications_noun.serves(subscriptions.turn_off, "DELETE", "/me/notifications/<browser_id>", status=204)
def turn_off() -> None:
    """Turn off notifications in a browser."""
