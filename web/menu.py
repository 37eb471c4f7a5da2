"""The menu of a game, for the pages that show it."""

from __future__ import annotations

from flask import request

from correspondence.errors import NotFound
from correspondence.overview import menu
from web import request_context


def game_menu(game_id: str = "") -> menu.GameMenu | None:
    """The menu of this game, or of the one in the address; None where there is none."""
    named = game_id or str((request.view_args or {}).get("game_id", ""))
    if not named:
        return None
    try:
        with request_context.reading() as session:
            return menu.game_menu(session, named, request_context.reader(), request_context.now())
    except NotFound:
        return None
