"""The JSON API: what the pages show and the forms do, for programs. Described at `/api/openapi.json`."""

from __future__ import annotations

from flask import Flask

from web.api import (
    accounts,
    archive,
    boards,
    calls,
    deadlines,
    delegations,
    drafts,
    editions,
    evaluations,
    games,
    gifts,
    gm,
    me,
    notifications,
    press,
    ratings,
    seats,
    sheets,
    votes,
    webhooks,
    what_ifs,
)
from web.api import page as api_page
from web.api.description import RookeryApi, described
from web.security import csrf


def register_api(app: Flask) -> None:
    """Serve the API under `/api/v1` and its description (OpenAPI 3.1) at `/api/openapi.json`."""
    app.config.update(described())
    # Answers keep the order of our fields and of the documents.
    app.json.sort_keys = False  # type: ignore[attr-defined]
    api = RookeryApi(app)
    api.register_documents()
    for noun in (
        me.noun,
        accounts.noun,
        ratings.noun,
        delegations.noun,
        games.noun,
        seats.noun,
        boards.noun,
        archive.noun,
        calls.noun,
        deadlines.noun,
        sheets.noun,
        drafts.noun,
        what_ifs.noun,
        evaluations.noun,
        gm.noun,
        press.noun,
        votes.noun,
        gifts.noun,
        webhooks.noun,
        notifications.noun,
        editions.noun,
    ):
        # Programs send a token, which no other site can make a browser do: cookies count for nothing here.
        csrf.exempt(noun.blueprint)
        api.register_blueprint(noun.blueprint)
    app.extensions[api_page.KEY] = api
    app.register_blueprint(api_page.pages)
