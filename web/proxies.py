"""Proxies before the site: the address and the scheme that people use, not the proxy's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from flask import Flask

from correspondence.proxies import Proxies
from correspondence.settings import Settings

Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]


def register(app: Flask, settings: Settings) -> None:
    """Believe the proxies that the settings name, and nobody else."""
    if settings.trusted_proxies:
        app.wsgi_app = Believing(app.wsgi_app, Proxies(settings))  # type: ignore[method-assign]


class Believing:
    """Puts in place of the peer's address the one that the host's own proxies tell."""

    def __init__(self, app: Wsgi, proxies: Proxies) -> None:
        self._app, self._proxies = app, proxies

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer a request."""
        peer = environ.get("REMOTE_ADDR", "")
        environ["wsgi.url_scheme"] = (
            self._proxies.scheme(peer, environ.get("HTTP_X_FORWARDED_PROTO", "")) or environ["wsgi.url_scheme"]
        )
        environ["REMOTE_ADDR"] = self._proxies.asker(peer, environ.get("HTTP_X_FORWARDED_FOR", ""))
        return self._app(environ, start_response)
