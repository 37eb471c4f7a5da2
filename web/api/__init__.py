"""JSON API to the functions of pages and forms; see `/api/openapi.json`."""

from __future__ import annotations

from flask import Flask

from web.api import account, archive, description as api_page, games, gm, messages, sheets
from web.api.description import RookeryApi, described
from web.security import csrf


def register_api(app: Flask) -> None:
    """Serve the API at `/api/v1` and its OpenAPI 3.1 at `/api/openapi.json`."""
    app.config.update(described())
    # Answers keep the order of fields in schemas and documents.
    app.json.sort_keys = False  # type: ignore[attr-defined]
    api = RookeryApi(app)
    for noun in (
        account.me_noun,
        account.accounts_noun,
        account.ratings_noun,
        account.delegations_noun,
        games.games_noun,
        games.seats_noun,
        archive.boards_noun,
        archive.archive_noun,
        sheets.turns_noun,
        games.deadlines_noun,
        sheets.sheets_noun,
        sheets.drafts_noun,
        sheets.what_ifs_noun,
        archive.evaluations_noun,
        gm.noun,
        messages.noun,
        games.votes_noun,
        games.gifts_noun,
        account.webhooks_noun,
        account.notifications_noun,
        archive.editions_noun,
    ):
        # Programs send a token. Cookies have no effect here, so no other site can act through a browser.
        csrf.exempt(noun.blueprint)
        api.register_blueprint(noun.blueprint)
    app.extensions[api_page.KEY] = api
    app.register_blueprint(api_page.api_page_pages)
