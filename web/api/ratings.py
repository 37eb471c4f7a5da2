"""Ratings: leaderboards, those of one player, and whether one's own are shown."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields, validate

from correspondence.models.accounts import Account
from correspondence.ratings import queries
from correspondence.ratings import use_cases as rating_cases
from correspondence.ratings.queries import Leaderboard, PersonRatings, RatedGameLine, RatingLine
from web import request_context
from web.api.fields import YesNo
from web.api.from_structs import answer
from web.api.noun import Noun, caller
from web.ratings import edition_known

noun = Noun("ratings", "Ratings in each edition, by rated games that are over.")


class PageQuerySchema(Schema):
    """Which page, counted from 1."""

    page = fields.Integer(validate=validate.Range(1, 100_000), load_default=1)


class ShownSchema(Schema):
    """Whether your ratings are shown to others."""

    shown = YesNo(required=True)


RatingSchema = answer(RatingLine, "edition person name rating uncertain games place provisional", name="Rating")
RatedGameSchema = answer(
    RatedGameLine, "game_id title edition house finished_at rank players rating gained", name="RatedGame"
)
LeaderboardSchema = answer(Leaderboard, "edition page lines later")
PersonRatingsSchema = answer(PersonRatings, "hidden ratings games")


@noun.route("GET", "/editions/<edition_id>/ratings", LeaderboardSchema, query=PageQuerySchema, anybody=True)
def leaderboard(query: dict[str, Any], edition_id: str) -> Leaderboard:
    """The leaderboard of an edition, 50 players a page, provisional ratings last."""
    edition_known(edition_id)
    with request_context.reading() as session:
        return queries.leaderboard(session, edition_id, query["page"])


@noun.route("GET", "/people/<person_id>/ratings", PersonRatingsSchema, anybody=True)
def of_person(person_id: str) -> PersonRatings:
    """Somebody's ratings and the games that made them, unless they keep them to themselves."""
    with request_context.reading() as session:
        return queries.ratings_of(session, person_id, request_context.reader())


@noun.route("PUT", "/me/ratings", ShownSchema, body=ShownSchema)
def show(body: dict[str, Any]) -> dict[str, Any]:
    """Show your ratings to others, or keep them to yourself."""
    mine = caller()
    with request_context.writing() as session:
        rating_cases.hide_ratings(session, mine, not body["shown"])
        return {"shown": not session.get_one(Account, mine.id).ratings_hidden}
