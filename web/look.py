"""Light, dark, or as the reader's system has it: kept in a cookie of this browser, and so in force on every page."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Flask, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from atlas.theme import THEMES
from correspondence.errors import Invalid
from narration.words import N_
from web.account.forms import go_to
from web.app_context import desk
from web.assets import YEAR_SECONDS
from web.security import cookie_name

pages = Blueprint("look", __name__)
COOKIE = "rookery_look"

SYSTEM = "system"


def register(app: Flask) -> None:
    """Let every template know the theme that was chosen."""
    app.context_processor(lambda: {"theme": theme})


def theme() -> str:
    """The theme that this browser chose, `parchment` or `night`; empty: as the system has it."""
    chosen = request.cookies.get(cookie_name(COOKIE), "")
    return chosen if chosen in THEMES else ""


@pages.get("/look")
def look() -> str:
    """The choice, for whoever has no account."""
    return render_template("look.html", back=request.args.get("next", ""))


@pages.post("/look")
def choose() -> BaseResponse:
    """Keep a theme (`parchment`, `night`, `system`), and go back to the page `next`. Invalid `bad-theme`."""
    chosen = request.form.get("theme", "")
    if chosen not in (*THEMES, SYSTEM):
        raise Invalid("bad-theme", N_("There is no such look."), "theme")
    answer = go_to("/look")
    options: dict[str, Any] = {
        "httponly": True,
        "samesite": "Lax",
        "secure": desk().settings.base_url.startswith("https://"),
    }
    name = cookie_name(COOKIE)
    if chosen == SYSTEM:
        answer.delete_cookie(name, **options)
    else:
        answer.set_cookie(name, chosen, max_age=YEAR_SECONDS, **options)
    return answer
