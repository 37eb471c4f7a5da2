"""The site on the home screen of a telephone: its name, colours and icons. iPhones tell nothing to a page that is not
there."""

from __future__ import annotations

import json

from flask import Blueprint, Flask, Response, url_for

from web import request_context
from web.app_context import desk
from web.assets import asset_url
from web.look import theme

pages = Blueprint("home_screen", __name__)
DAY_SECONDS = 86400
# What stands behind a page's head in each theme, as `--sheet` of the styles.
COLOURS = {"parchment": "#fcf8ee", "night": "#1f2123"}
# How wide an icon is in pixels, and whether a system may cut it round.
ICONS = ((192, "any"), (512, "any"), (512, "maskable"))


def register(app: Flask) -> None:
    """Let every page say its colours to the browser around it."""
    app.context_processor(lambda: {"browser_colours": browser_colours})


@pages.get("/site.webmanifest")
def manifest() -> Response:
    """What a system asks when somebody puts the site on a home screen (W3C, Web Application Manifest)."""
    words, name = request_context.words(), desk().settings.site_name
    home, about = url_for("home.home"), words.say("board games of A Game of Thrones, played by letter.")
    told = {
        "id": home,
        "name": name,
        "short_name": name,
        "description": about[:1].upper() + about[1:],
        "lang": words.language,
        "start_url": home,
        "scope": home,
        "display": "standalone",
        "theme_color": COLOURS["parchment"],
        "background_color": COLOURS["parchment"],
        "icons": [
            {
                "src": asset_url(icon_name(wide, purpose)),
                "sizes": f"{wide}x{wide}",
                "type": "image/png",
                "purpose": purpose,
            }
            for wide, purpose in ICONS
        ],
    }
    response = Response(json.dumps(told, ensure_ascii=False), mimetype="application/manifest+json")
    response.headers["Cache-Control"] = f"public, max-age={DAY_SECONDS}"
    response.vary.add("Accept-Language")
    return response


def icon_name(wide: int, purpose: str = "any") -> str:
    """The file of an icon among the assets."""
    return f"icons/raven-{wide}{'-maskable' if purpose == 'maskable' else ''}.png"


def browser_colours() -> list[tuple[str, str]]:
    """Colours for what stands around a page, each with the media it is for; one for all if a theme was chosen."""
    chosen = theme()
    if chosen:
        return [(COLOURS[chosen], "")]
    return [(COLOURS["parchment"], "(prefers-color-scheme: light)"), (COLOURS["night"], "(prefers-color-scheme: dark)")]
