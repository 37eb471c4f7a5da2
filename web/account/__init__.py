"""One's account: letters, absences, security, data; who may do what with it."""

from __future__ import annotations

from flask import Blueprint, Flask

from web.account import (
    absences,
    address,
    data,
    feeds,
    letters,
    notifications,
    passwords,
    proving,
    rights,
    second_factor,
    sessions,
    webhooks,
)

ROOMS: tuple[Blueprint, ...] = (
    letters.pages,
    notifications.pages,
    absences.pages,
    address.pages,
    sessions.pages,
    passwords.pages,
    second_factor.pages,
    webhooks.pages,
    data.pages,
    feeds.pages,
    rights.pages,
    proving.pages,
)


def register(app: Flask) -> None:
    """Serve these pages, ask for proofs and the second factor where they are needed, write down when a browser was
    last seen."""
    for room in ROOMS:
        app.register_blueprint(room)
    proving.register_strong(app)
    proving.register(app)
    sessions.register(app)
