"""The application factory: everything the site consists of, put together."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from flask import Blueprint, Flask, Response, request

from correspondence.settings import Settings
from correspondence.store import DatabaseClock, Store
from web import app_context, assets, compression, errors, layout, rate_limits, request_context, security, views
from web.api import register_api
from web.app_context import AppContext, Clock, Queues, WorkerNotifier
from web.game_pages import PAGES

MAX_BYTES = 1024 * 1024
ROOMS = (assets, *(import_module(f"{views.__name__}.{room.name}") for room in iter_modules(views.__path__)))


class Site(Flask):
    """Flask without the slow list of allowed methods for addresses that look alike."""

    def make_default_options_response(self) -> Response:
        """What this address takes, and no other."""
        own = request.url_rule.rule if request.url_rule else ""
        response = self.response_class()
        response.allow.update({m for rule in self.url_map.iter_rules() if rule.rule == own for m in rule.methods or ()})
        return response


def create_app(
    settings: Settings | None = None,
    store: Store | None = None,
    clock: Clock | None = None,
    notify_worker: WorkerNotifier | None = None,
    queues: Queues | None = None,
) -> Flask:
    """The site as a WSGI application.

    Without settings they are read from the environment; without a store one is made on them (its tables must be of
    today's form). `clock` gives the time (aware, UTC); without it the database does. `notify_worker` is called with
    `mail` or `turns` after a commit that left work for the worker (a sweep finds it anyway); `queues` tells how much of
    it waits, for metrics.
    """
    settings = settings or Settings.from_environment()
    app = Site(__name__)
    app.config.update(_config(settings))
    security.register_proxies(app, settings)
    # First, so that it runs after all others.
    app.after_request(compression.pack)
    store = store or Store(settings)
    clock = clock or DatabaseClock(store, lambda: datetime.now(UTC))
    app.extensions["rookery"] = AppContext(settings, store, clock, notify_worker or (lambda task: None), queues)
    app_context.register(app)
    app.teardown_appcontext(request_context.let_go)
    security.register(app)
    rate_limits.register(app, settings)
    layout.register(app)
    # Once each: the game master's pages stand in two modules.
    for blueprint in dict.fromkeys(
        member for room in ROOMS for member in vars(room).values() if isinstance(member, Blueprint)
    ):
        app.register_blueprint(blueprint)
    for pages in PAGES.values():
        app.jinja_env.globals.update({tool.__name__: tool for tool in pages.tools})
    register_api(app)
    errors.register(app)
    return app


def _config(settings: Settings) -> dict[str, Any]:
    # With TLS these are cookies that no other site of the same domain can set.
    """Return Flask's configuration: secret key, limits of size, and cookies."""
    prefix = "__Host-" if settings.base_url.startswith("https://") else ""
    return {
        "SECRET_KEY": settings.secret_key,
        "MAX_CONTENT_LENGTH": MAX_BYTES,
        "MAX_FORM_MEMORY_SIZE": MAX_BYTES,
        "SESSION_COOKIE_NAME": f"{prefix}rookery_form",
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "SESSION_COOKIE_SECURE": settings.base_url.startswith("https://"),
        "SEND_FILE_MAX_AGE_DEFAULT": timedelta(hours=1),
        # A sheet may lie open for days: its form is good as long as the browser keeps its cookie.
        "WTF_CSRF_TIME_LIMIT": None,
    }
