"""The application factory: everything the site consists of, put together."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from flask import Flask

from correspondence.settings import Settings
from correspondence.store import Store
from web import accounts, errors, games, health, history, home, layout, mailbox, pictures, security, sheets, standing
from web.api import register_api
from web.desk import Clock, Desk, Doorbell, no_bell, utc_now

MOST_BYTES = 1024 * 1024


def create_app(
    settings: Settings | None = None,
    store: Store | None = None,
    clock: Clock | None = None,
    doorbell: Doorbell | None = None,
) -> Flask:
    """The site as a WSGI application.

    Without settings they are read from the environment; without a store one is made on them (its tables must be of
    today's form). `clock` gives the time (aware, UTC). `doorbell` is called with `mail` or `calls` after a commit that
    left work for the worker.
    """
    settings = settings or Settings.from_environment()
    app = Flask(__name__)
    app.config.update(_config(settings))
    app.extensions["rookery"] = Desk(settings, store or Store(settings), clock or utc_now, doorbell or no_bell)
    security.register(app)
    layout.register(app)
    for room in (home, accounts, games, sheets, standing, history, pictures, mailbox, health):
        app.register_blueprint(room.pages)
    register_api(app)
    errors.register(app)
    return app


def _config(settings: Settings) -> dict[str, Any]:
    return {
        "SECRET_KEY": settings.secret_key,
        "MAX_CONTENT_LENGTH": MOST_BYTES,
        "MAX_FORM_MEMORY_SIZE": MOST_BYTES,
        "SESSION_COOKIE_NAME": "rookery_form",
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "SESSION_COOKIE_SECURE": settings.base_url.startswith("https://"),
        "SEND_FILE_MAX_AGE_DEFAULT": timedelta(hours=1),
        # A sheet may lie open for days: its form is good as long as the browser keeps its cookie.
        "WTF_CSRF_TIME_LIMIT": None,
    }
