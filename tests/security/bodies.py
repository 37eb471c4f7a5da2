"""The doors of the site that take a body, each with a good one."""

from __future__ import annotations

from functools import cache
from typing import Any

from adjudicator import game_file
from tests.security.hostile import Door

WHEN = {"kind": "compare", "left": {"kind": "round"}, "op": "=", "right": {"kind": "number", "value": 1}}
SHEET = {
    "orders": {"winterfell": "march+0", "white-harbor": "support", "the-shivering-sea": "support+1"},
    "bids": {"iron-throne": [{"amount": 1, "when": WHEN}]},
    "marches": {"areas": {"winterfell": [{"moves": [{"to": "karhold", "units": {"footman": 1}}]}]}},
}
FIELDS = {
    "do": "save",
    "orders.winterfell": "march+0",
    "orders.white-harbor": "support",
    "marches.winterfell[0].moves[0].to": "karhold",
    "marches.winterfell[0].moves[0].units.footman": "1",
    "bids.iron-throne[0].amount": "1",
    "bids.iron-throne[0].when": "round = 1",
}
BROWSER = {
    "endpoint": "https://push.example.org/one",
    "public_key": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth_secret": "BTBZMqHH6r4Tts7J_aSIgg",
}
NEW = {"title": "New", "edition": "first-edition", "players": "5", "pace": "bulk", "window_hours": "48"}


@cache
def whole_game() -> bytes:
    """A game file that is not over: whatever is done to it, it is refused."""
    return game_file.encode(game_file.new("first-edition", 3, "a seed"))


def doors_of_play(game: str, turn: str, other: str = "tyrell") -> list[Door]:
    """What is used most, and whatever reads documents; bodies go there more often than elsewhere."""
    return [
        Door("PUT", f"/api/v1/turns/{turn}/sheet", "json", SHEET),
        Door("PUT", f"/api/v1/games/{game}/standing", "json", {"bids": SHEET["bids"]}),
        Door("POST", f"/turns/{turn}", "form", FIELDS),
        Door("POST", f"/games/{game}/standing", "form", {**FIELDS, "do": "save"}),
        Door("POST", f"/games/{game}/messages", "form", {"house": other, "body": "Well met."}),
        Door("POST", f"/api/v1/games/{game}/messages", "json", {"to": "public", "body": "Hear, hear."}),
        Door("POST", "/import", "file", whole_game(), {"title": "A game from afar"}),
    ]


def other_doors(game: str, lobby: str) -> list[Door]:
    """Other doors that take a body; settings are those of a game that has not begun."""
    return [
        Door("POST", "/sign-in", "form", {"email": "guest@rookery.example", "next": "/lobby"}),
        Door("POST", "/account", "form", {"name": "Ada", "language": "en", "zone": "Europe/Rome"}),
        Door("POST", "/account/mail/streams", "form", {"press": "digest", "reminder": "at-once"}),
        Door("POST", "/account/mail/hours", "form", {"quiet_from": "22", "quiet_until": "7", "digest_hour": "18"}),
        Door("POST", "/account/absences", "form", {"first": "2026-12-24", "last": "2026-12-26", "note": "away"}),
        Door("POST", "/account/address", "form", {"email": "ada@elsewhere.example"}),
        Door("POST", "/account/tokens", "form", {"token_name": "a program", "scopes": ["read", "play"]}),
        Door("POST", "/account/password", "form", {"old": "", "new": "a long sentence", "again": "other"}),
        Door("POST", "/account/second-factor", "form", {"secret": "A" * 32, "code": "000000"}),
        Door("POST", "/account/passkeys", "form", {"name": "phone", "credential": "{}", "challenge": "x"}),
        Door("POST", "/sign-in/passkey", "form", {"credential": "{}", "challenge": "x", "next": "/lobby"}),
        Door("POST", "/account/notifications", "form", {**BROWSER, "streams": ["results", "press"]}),
        Door("POST", "/account/webhooks", "form", {"url": "https://hooks.example.org/", "kinds": ["results"]}),
        Door("POST", "/sign-in/password", "form", {"email": "bo@rookery.example", "password": "x", "code": ""}),
        Door("POST", "/lobby/code", "form", {"code": "abcdefgh"}),
        Door("POST", "/games/new", "form", {**NEW, "hold_minutes": "10", "seat_choice": "choose", "visibility": "no"}),
        Door("POST", f"/games/{game}/votes", "form", {"question": "pause", "choice": "no", "reason": "why"}),
        Door("POST", f"/games/{game}/delegations", "form", {"from": "2026-12-01T12:00", "until": "", "to": "dee"}),
        Door("POST", f"/games/{game}/gm/notes", "form", {"body": "a note"}),
        Door(
            "POST", f"/games/{game}/gm/overrides/new", "form", {"kind": "ruling", "text": "so", "at": "", "reason": "w"}
        ),
        Door("POST", f"/games/{game}/gm/call", "form", {"do": "none", "call": "1", "hours": "24", "reason": "why"}),
        Door("PATCH", "/api/v1/me", "json", {"name": "Ada", "zone": "Europe/Madrid"}),
        Door("PATCH", "/api/v1/me/mail", "json", {"streams": {"press": "digest"}, "quiet_from": 22}),
        Door("POST", "/api/v1/me/absences", "json", {"first": "2026-12-24", "last": "2026-12-26"}),
        Door("POST", "/api/v1/games", "json", {"title": "New", "edition": "first-edition", "pace": ["bids"]}),
        Door("PATCH", f"/api/v1/games/{lobby}/settings", "json", {"window_hours": 24, "messages": ["public"]}),
        Door(
            "POST",
            f"/api/v1/games/{game}/overrides",
            "json",
            {"edict": {"edict": "ruling", "text": "so"}, "reason": "w"},
        ),
        Door("POST", f"/api/v1/games/{game}/votes", "json", {"kind": "end", "reason": "why"}),
        Door("POST", "/api/v1/games/import?title=x", "json", {"format": "rookery-game/1", "journal": [{"seat": "x"}]}),
    ]


def fresh(door: Door, number: int) -> Any:
    """A good body that says which it is, where that shows."""
    if "messages" in door.path or "conversations" in door.path:
        return {**door.sample, "body": f"good letter {number}"}
    return door.sample
