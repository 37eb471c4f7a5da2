"""One's account: letters, absences, security, data; who may do what with it."""

from __future__ import annotations

from flask import Blueprint, Flask

from web.account import absences, address, data, letters, passwords, second_factor, sessions, strong, webhooks

ROOMS: tuple[Blueprint, ...] = (
    letters.pages,
    absences.pages,
    address.pages,
    sessions.pages,
    passwords.pages,
    second_factor.pages,
    webhooks.pages,
    data.pages,
)


def register(app: Flask) -> None:
    """Serve these pages, ask for the second factor where it is needed, and write down when a browser was last seen."""
    for room in ROOMS:
        app.register_blueprint(room)
    strong.register(app)
    sessions.register(app)
