"""Proxies before the site: whom to believe when they say for whom they ask."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from correspondence.settings import Settings

Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]


def register(app: Flask, settings: Settings) -> None:
    """Believe the proxies that the settings name, and nobody else."""
    if settings.proxy_networks:
        app.wsgi_app = KnownProxies(app.wsgi_app, settings.proxy_networks)  # type: ignore[method-assign]
    elif settings.trusted_proxies:
        count = settings.trusted_proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=count, x_proto=count, x_host=0)  # type: ignore[method-assign]


class KnownProxies:
    """Takes the asker's address from `X-Forwarded-For`, from its end on for as long as a known proxy wrote it."""

    def __init__(self, app: Wsgi, networks: Iterable[str]) -> None:
        self._app = app
        self._networks: list[IPv4Network | IPv6Network] = [ip_network(network) for network in networks]

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer a request."""
        told = [part.strip() for part in environ.get("HTTP_X_FORWARDED_FOR", "").split(",") if part.strip()]
        asker = environ.get("REMOTE_ADDR", "")
        if self._known(asker):
            scheme = environ.get("HTTP_X_FORWARDED_PROTO", "").rpartition(",")[2].strip()
            if scheme in ("http", "https"):
                environ["wsgi.url_scheme"] = scheme
        while told and self._known(asker):
            asker = told.pop()
        environ["REMOTE_ADDR"] = asker if _is_address(asker) else environ.get("REMOTE_ADDR", "")
        return self._app(environ, start_response)

    def _known(self, address: str) -> bool:
        if not _is_address(address):
            return False
        found = ip_address(address)
        mapped = getattr(found, "ipv4_mapped", None)
        return any((mapped or found) in network for network in self._networks)


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
