"""Every address of the site answers as it should, with its headers, and shows names as text. A route that is not in
these tables fails the test."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.correspondence.people import People
from tests.web.places import SHARP, Places
from tests.web.visitors import browser_of

Row = tuple[str, str, int]
PAGES: dict[str, list[Row]] = {
    "home.home": [("GET", "/", 200)],
    "home.opening": [("GET", "/opening.svg", 200), ("GET", "/opening.svg?theme=none", 400)],
    "look.look": [("GET", "/look", 200)],
    "accounts.sign_in": [("GET", "/sign-in", 200)],
    "accounts.look_at": [("GET", "/sign-in/{link}", 200)],
    "accounts.account": [("GET", "/account", 200)],
    "accounts.unsubscribe_page": [("GET", "/unsubscribe/{unsubscribe}", 200)],
    "letters.letters": [("GET", "/account/letters", 200)],
    "absences.absences": [("GET", "/account/absences", 200)],
    "address.address": [("GET", "/account/address", 200)],
    "address.look_at": [("GET", "/account/address/{address}", 200), ("GET", "/account/address/none", 404)],
    "sessions.security": [("GET", "/account/security", 200)],
    "passwords.form": [("GET", "/sign-in/password", 200)],
    "second_factor.second_factor": [("GET", "/account/second-factor", 200)],
    "second_factor.ask": [("GET", "/account/code", 200)],
    "proving.ask": [("GET", "/account/proof?next=/account/security", 200)],
    "rights.rights": [("GET", "/account/rights", 200)],
    "rights.look_at": [("GET", "/account/not-me/{not_me}", 200), ("GET", "/account/not-me/none", 404)],
    "data.data": [("GET", "/account/data", 200)],
    "data.export": [("GET", "/account/data.json", 200)],
    "data.look_at": [("GET", "/account/delete/{delete}", 200), ("GET", "/account/delete/none", 404)],
    "own_feeds.feeds": [("GET", "/account/feeds", 200)],
    "feeds.calendar": [("GET", "/feeds/nothing/calendar.ics", 404)],
    "feeds.news": [("GET", "/feeds/nothing/news.atom", 404)],
    "webhooks.webhooks": [("GET", "/account/webhooks", 200)],
    "people.profile": [("GET", "/people/{person}", 200), ("GET", "/people/none", 404)],
    "delegations.delegations": [("GET", "/games/{game}/delegations", 200)],
    "games.new": [("GET", "/games/new", 200)],
    "games.game": [("GET", "/games/{game}", 200), ("GET", "/games/{lobby}", 200), ("GET", "/games/{open}", 200)],
    "games.export": [("GET", "/games/{game}/game.json", 200), ("GET", "/games/{lobby}/game.json", 409)],
    "lobby.lobby": [
        ("GET", "/lobby", 200),
        ("GET", "/lobby?kind=substitutes&title=offered", 200),
        ("GET", "/lobby?kind=mine", 200),
        ("GET", "/lobby?kind=lost", 400),
        ("GET", "/lobby?players=x", 400),
        ("GET", "/lobby?after=none", 400),
    ],
    "guide.overview": [("GET", "/help", 200)],
    "conditions.menu": [("GET", "/conditions/first-edition", 200), ("GET", "/conditions/none", 404)],
    "conditions.read": [("GET", "/conditions/first-edition/read", 200), ("GET", "/conditions/none/read", 404)],
    "guide.edition": [
        ("GET", "/help/first-edition", 200),
        ("GET", "/help/second-edition", 200),
        ("GET", "/help/mother-of-dragons", 200),
        ("GET", "/help/storm-of-swords", 200),
        ("GET", "/help/third-edition", 404),
    ],
    "guide.decided": [
        ("GET", "/help/first-edition/rulings", 200),
        ("GET", "/help/mother-of-dragons/rulings", 200),
        ("GET", "/help/storm-of-swords/rulings", 200),
        ("GET", "/help/third-edition/rulings", 404),
    ],
    "game_settings.settings": [
        ("GET", "/games/{game}/settings", 200),
        ("GET", "/games/{open}/settings", 200),
        ("GET", "/games/{mine}/settings", 200),
    ],
    "seats.retiring": [("GET", "/games/{game}/retire", 200), ("GET", "/games/{open}/retire", 303)],
    "history.round_page": [("GET", "/games/{game}/rounds/1", 200), ("GET", "/games/{game}/rounds/9", 404)],
    "history.moments": [
        ("GET", "/games/{game}/rounds/1/moments.json", 200),
        ("GET", "/games/{game}/rounds/9/moments.json", 404),
    ],
    "history.rounds": [("GET", "/games/{game}/rounds", 303), ("GET", "/games/{lobby}/rounds", 404)],
    "history.figures": [("GET", "/games/{game}/figures", 200), ("GET", "/games/{lobby}/figures", 404)],
    "ratings.overview": [("GET", "/ratings", 200)],
    "ratings.leaderboard": [
        ("GET", "/ratings/first-edition", 200),
        ("GET", "/ratings/first-edition?page=2", 404),
        ("GET", "/ratings/first-edition?page=x", 400),
        ("GET", "/ratings/third-edition", 404),
    ],
    "history.compare": [
        ("GET", "/games/{game}/compare", 200),
        ("GET", "/games/{game}/compare?from=1&to=1", 200),
        ("GET", "/games/{game}/compare?from=9", 404),
        ("GET", "/games/{game}/compare?from=x", 400),
    ],
    "exports.json": [("GET", "/games/{game}/export.json", 200), ("GET", "/games/{lobby}/export.json", 409)],
    "exports.text": [("GET", "/games/{game}/export.txt", 200), ("GET", "/games/{lobby}/export.txt", 409)],
    "exports.zip_": [("GET", "/games/{game}/export.zip", 200), ("GET", "/games/{lobby}/export.zip", 409)],
    "exports.svg": [("GET", "/games/{game}/export.svg?round=1&arrows=1", 200)],
    "exports.png": [("GET", "/games/{game}/export.png?round=1", 200)],
    "endings.end": [("GET", "/games/{game}/end", 409), ("GET", "/games/none/end", 404)],
    "imports.form": [("GET", "/import", 200)],
    "imports.progress": [("GET", "/import/none", 404)],
    "history.results": [("GET", "/games/{game}/calls/1", 200), ("GET", "/games/{game}/calls/9", 404)],
    "pictures.drawing": [("GET", "/games/{game}/map.svg", 200), ("GET", "/games/{game}/map.svg?round=1", 200)],
    "places.facts": [
        ("GET", "/games/{game}/places/winterfell", 200),
        ("GET", "/games/{game}/places/winterfell?round=1", 200),
        ("GET", "/games/{game}/places/atlantis", 404),
        ("GET", "/games/{lobby}/places/winterfell", 404),
    ],
    "pictures.picture": [("GET", "/games/{game}/map.png", 200), ("GET", "/games/{game}/map.png?round=x", 400)],
    "sheets.call": [("GET", "/calls/{call}", 200)],
    "sheets.ask_ready": [("GET", "/calls/{call}/ready", 200)],
    "events.stream": [("GET", "/games/{game}/events", 200), ("GET", "/games/nothing/events", 404)],
    "events.state": [("GET", "/games/{game}/state", 200), ("GET", "/games/nothing/state", 404)],
    "what_ifs.first": [("GET", "/calls/{call}/what-if", 200)],
    "what_ifs.kept": [("GET", "/calls/{call}/what-if/1", 200), ("GET", "/calls/{call}/what-if/9", 404)],
    "what_ifs.moments": [
        ("GET", "/calls/{call}/what-if/1/moments.json", 200),
        ("GET", "/calls/{call}/what-if/9/moments.json", 404),
    ],
    "what_ifs.drawing": [
        ("GET", "/calls/{call}/what-if/1/map.svg", 200),
        ("GET", "/calls/{call}/what-if/0/map.svg?at=before", 200),
        ("GET", "/calls/{call}/what-if/1/map.svg?at=nowhere", 400),
    ],
    "sheets.receipt": [("GET", "/calls/{call}/sheets/1", 200), ("GET", "/calls/{call}/sheets/2", 404)],
    "standing.form": [("GET", "/games/{game}/standing", 200)],
    "deadlines.pausing": [("GET", "/games/{game}/emergency-pause", 200), ("GET", "/games/{open}/emergency-pause", 403)],
    "ledger.ledger": [("GET", "/games/{game}/ledger", 200), ("GET", "/games/{held}/ledger", 200)],
    "gm.desk": [("GET", "/games/{held}/gm", 200), ("GET", "/games/{game}/gm", 200), ("GET", "/games/{open}/gm", 403)],
    "gm.draft": [("GET", "/games/{held}/gm/drafts/{draft}", 200), ("GET", "/games/{held}/gm/drafts/none", 404)],
    "gm.draft_map": [
        ("GET", "/games/{held}/gm/drafts/{draft}/map.svg", 200),
        ("GET", "/games/{held}/gm/drafts/{draft}/map.svg?at=before", 200),
        ("GET", "/games/{held}/gm/drafts/{draft}/map.svg?at=never", 400),
    ],
    "gm.sheet_of": [
        ("GET", "/games/{held}/gm/drafts/{draft}/sheets/stark", 200),
        ("GET", "/games/{held}/gm/drafts/{draft}/sheets/none", 404),
    ],
    "gm.decision": [("GET", "/games/{held}/gm/drafts/{draft}/decisions/none", 404)],
    "gm.edict": [("GET", "/games/{held}/gm/edicts/{edict}", 200), ("GET", "/games/{held}/gm/edicts/none", 404)],
    "gm.new_edict": [("GET", "/games/{held}/gm/edicts/new", 200), ("GET", "/games/{held}/gm/edicts/new?kind=x", 200)],
    "gm.notes": [("GET", "/games/{held}/gm/notes", 200)],
    "gm.reopening": [("GET", "/games/{held}/gm/reopening", 200), ("GET", "/games/{held}/gm/reopening?hours=x", 422)],
    "gm.call_decisions": [("GET", "/games/{held}/gm/calls/1", 404)],
    "gm.back": [("GET", "/games/{held}/gm/back", 200), ("GET", "/games/{game}/gm/back?to=1", 200)],
    "press.threads": [("GET", "/games/{game}/press", 200), ("GET", "/games/{lobby}/press", 200)],
    "press.thread": [("GET", "/press/{thread}", 200), ("GET", "/press/none", 404)],
    "gifts.gifts": [("GET", "/games/{game}/gifts", 403), ("GET", "/games/none/gifts", 404)],
    "votes.votes": [("GET", "/games/{game}/votes", 200), ("GET", "/games/none/votes", 404)],
    "mailbox.letters": [("GET", "/mailbox", 200)],
    "mailbox.letter": [("GET", "/mailbox/{letter}", 200), ("GET", "/mailbox/none", 404)],
    "mailbox.html": [("GET", "/mailbox/{letter}/html", 200)],
    "mailbox.part": [("GET", "/mailbox/{letter}/parts/none", 404)],
    "mailbox.raw": [("GET", "/mailbox/{letter}/raw", 200)],
    "health.health": [("GET", "/health", 200)],
    "health.live": [("GET", "/health/live", 200)],
    "health.ready": [("GET", "/health/ready", 200)],
    "metrics.metrics": [("GET", "/metrics", 200)],
    "api-page.overview": [("GET", "/api/", 200)],
    "api-page.document": [("GET", "/api/documents/Sheet", 200), ("GET", "/api/documents/None", 404)],
    "printing.book": [("GET", "/games/{game}/book", 200)],
    "printing.book_pdf": [("GET", "/games/{game}/book.pdf?part=99", 404)],
    "printing.pencil": [("GET", "/calls/{call}/pencil", 200)],
    "printing.pencil_pdf": [("GET", "/calls/none/pencil.pdf", 404)],
    "tutorial.about": [("GET", "/first-game", 200)],
    "service.service": [("GET", "/service", 200)],
    "hosting.letters": [("GET", "/host/letters", 403)],
    "static": [("GET", "/static/rookery.css", 200)],
    "assets.asset": [("GET", "/assets/old/rookery.css", 200), ("GET", "/assets/old/none", 404)],
}
NEW_GAME = {"title": "New", "edition": "first-edition", "players": "5", "pace": "bulk", "window_hours": "48"}
OPTIONS = {"hold_minutes": "10", "seat_choice": "choose", "visibility": "link"}
WEEK = {"from": "2026-12-01T12:00", "until": "2026-12-08T12:00"}
# In this order: each leaves the ground on which the next one stands.
# The first draft of the first call.
FIRST = {"call": "1", "draft": "1"}

FORMS: dict[str, tuple[str, dict[str, str], int]] = {
    "accounts.ask_for_link": ("/sign-in", {"email": "dee@rookery.example"}, 200),
    "accounts.use": ("/sign-in/{link}", {}, 303),
    "accounts.update": ("/account", {"name": "Ada", "language": "it", "zone": "Europe/Rome"}, 303),
    "ratings.show": ("/account/ratings", {"shown": "1"}, 303),
    "letters.choose_games": ("/account/letters", {}, 303),
    "letters.choose_streams": ("/account/letters/streams", {"press": "digest"}, 303),
    "letters.choose_hours": ("/account/letters/hours", {"quiet_from": "22", "quiet_until": "7"}, 303),
    "letters.take_invitations": ("/account/letters/invitations", {}, 303),
    "absences.enter": ("/account/absences", {"first": "2026-12-24", "last": "2026-12-26"}, 303),
    "absences.cancel": ("/account/absences/{absence}/cancel", {}, 303),
    "proving.prove": ("/account/proof", {"proof_password": "wrong"}, 403),
    "address.ask": ("/account/address", {"email": "ada@elsewhere.example"}, 303),
    "address.forget": ("/account/address/forget", {}, 303),
    "address.take": ("/account/address/{address}", {}, 409),
    "delegations.grant": ("/games/{game}/delegations", WEEK | {"to": "dee@rookery.example"}, 303),
    "delegations.end": ("/games/{game}/delegations/{delegation}/end", {}, 303),
    "sessions.end": ("/account/sessions/{session}/end", {}, 303),
    "passwords.sign_in": ("/sign-in/password", {"email": "dee@rookery.example", "password": "wrong"}, 403),
    "second_factor.turn_on": ("/account/second-factor", {"secret": "A" * 32, "code": "wrong"}, 422),
    "second_factor.turn_off": ("/account/second-factor/off", {}, 303),
    "second_factor.renew": ("/account/second-factor/codes", {"code": "000000"}, 409),
    "second_factor.show": ("/account/code", {"code": "000000"}, 403),
    "data.ask": ("/account/delete", {}, 303),
    "own_feeds.renew": ("/account/feeds", {}, 200),
    "own_feeds.end": ("/account/feeds/end", {}, 303),
    "webhooks.add": ("/account/webhooks", {"url": "https://hooks.example.org/", "kinds": "results"}, 200),
    "webhooks.rotate": ("/account/webhooks/{hook}/secret", {}, 200),
    "webhooks.test": ("/account/webhooks/{hook}/test", {}, 303),
    "webhooks.switch_on": ("/account/webhooks/{hook}/on", {}, 303),
    "webhooks.remove": ("/account/webhooks/{hook}/remove", {}, 303),
    "accounts.issue_token": ("/account/tokens", {"token_name": "mine"}, 200),
    "accounts.revoke_token": ("/account/tokens/{token}/revoke", {}, 303),
    "accounts.end_letters": ("/unsubscribe/{unsubscribe}", {}, 200),
    "accounts.want_letters": ("/unsubscribe/{unsubscribe}/undo", {}, 200),
    "tutorial.make": ("/first-game", {}, 303),
    "tutorial.end": ("/first-game/end", {}, 303),
    "games.create": ("/games/new", {**NEW_GAME, **OPTIONS}, 303),
    "games.join": ("/games/{open}/join", {}, 303),
    "games.leave": ("/games/{open}/leave", {}, 303),
    "games.invite": ("/games/{lobby}/invite", {"email": "dee@rookery.example"}, 303),
    "games.stewards": ("/games/{lobby}/stewards", {}, 303),
    "games.start": ("/games/{ready}/start", {}, 303),
    "games.cancel": ("/games/{lobby}/cancel", {}, 409),
    "games.decline": ("/games/{invited}/decline", {}, 303),
    "press.send": ("/games/{game}/press", {"house": "tyrell", "body": SHARP}, 303),
    "press.reply": ("/press/{thread}", {"body": "   "}, 422),
    "press.report": ("/press/letters/{message}/report", {"reason": SHARP}, 303),
    "press.remove": ("/press/letters/{message}/remove", {"reason": "none"}, 403),
    "press.let_stand": ("/press/letters/{message}/let-stand", {}, 403),
    "gifts.make": ("/games/{game}/gifts", {"call": "none", "to": SHARP, "amount": "1", "number": "1"}, 404),
    "votes.ask": ("/games/{game}/votes", {"question": "pause", "reason": SHARP}, 303),
    "votes.cast": ("/votes/{vote}", {"choice": "no"}, 303),
    "lobby.code": ("/lobby/code", {"code": "{code}"}, 422),
    "seats.free": ("/games/{wishes}/free/{bo_seat}", {}, 303),
    "seats.confirm": ("/games/{muster}/confirm", {}, 303),
    "seats.wishes": ("/games/{wishes}/wishes", {"wish": "tyrell"}, 303),
    "seats.take_over": ("/games/{offered}/take-over", {"house": "tyrell"}, 303),
    "seats.come_back": ("/games/{mine}/return", {}, 303),
    "seats.retire": ("/games/{leaving}/retire", {"sure": "yes"}, 303),
    "game_settings.change": ("/games/{wishes}/settings", {"window_hours": "24"}, 303),
    "game_settings.ask_master": ("/games/{wishes}/masters", {"email": "dee@rookery.example"}, 303),
    "game_settings.accept": ("/games/{invited}/masters/accept", {}, 303),
    "game_settings.leave": ("/games/{invited}/masters/leave", {}, 303),
    "sheets.submit": ("/calls/{call}", {"do": "save"}, 303),
    "sheets.live": ("/calls/{call}/live", {}, 200),
    "sheets.ready": ("/calls/{call}/ready", {"ready": "yes"}, 303),
    "what_ifs.keep": ("/calls/{call}/what-if", {"name": SHARP}, 303),
    "what_ifs.change": ("/calls/{call}/what-if/1", {"name": SHARP}, 303),
    "what_ifs.hand_in": ("/calls/{call}/what-if/1/sheet", {}, 303),
    "what_ifs.remove": ("/calls/{call}/what-if/1/remove", {}, 303),
    "sheets.decline_steward": ("/calls/{call}/no-steward", {}, 303),
    "deadlines.wait": ("/calls/{call}/wait", {"wait": "yes"}, 303),
    "deadlines.pause": ("/games/{game}/emergency-pause", {}, 303),
    "deadlines.proceed": ("/games/{game}/go-on", {}, 303),
    "deadlines.try_again": ("/games/{game}/try-again", {}, 409),
    "gm.write_note": ("/games/{held}/gm/notes", {"body": SHARP}, 303),
    "gm.remove_note": ("/games/{held}/gm/notes/{note}/remove", {}, 303),
    "gm.propose_edict": ("/games/{held}/gm/edicts/new", {"kind": "ruling", "text": SHARP, "reason": ""} | FIRST, 422),
    "gm.decide": ("/games/{held}/gm/drafts/{draft}/decisions/none", {}, 404),
    "gm.replace_sheet": (
        "/games/{held}/gm/drafts/{draft}/sheets/stark",
        {"do": "save-json", "document": "[", "reason": SHARP} | FIRST,
        422,
    ),
    "gm.apply_edict": ("/games/{held}/gm/edicts/{edict}/apply", {}, 303),
    "gm.ask_others": ("/games/{held}/gm/edicts/{edict}/ask", {}, 409),
    "gm.withdraw_edict": ("/games/{held}/gm/edicts/{edict}/withdraw", {}, 409),
    "gm.evaluate": ("/games/{held}/gm/evaluate", {}, 303),
    "gm.publish": ("/games/{held}/gm/publish", {"call": "1", "draft": "1", "digest": "{digest}"}, 409),
    "gm.act_on_call": ("/games/{held}/gm/call", {"do": "extend", "call": "9", "hours": "2", "reason": SHARP}, 409),
    "gm.act_on_seat": ("/games/{held}/gm/seats", {"do": "offer", "call": "9", "house": "tyrell", "reason": "x"}, 409),
    "gm.look_ahead": ("/games/{held}/gm/look-ahead", {"call": "9"}, 409),
    "gm.reopen": (
        "/games/{held}/gm/reopening",
        {"call": "1", "draft": "9", "reason": SHARP, "due": "2027-01-01T12:00:00+00:00"},
        409,
    ),
    "gm.go_back": ("/games/{held}/gm/back", {"about": "9", "to": "1", "reason": SHARP, "chance": "keep"}, 409),
    "look.choose": ("/look", {"theme": "night"}, 303),
    "standing.submit": ("/games/{game}/standing", {"do": "save"}, 303),
    "endings.check": ("/games/{game}/end/check", {}, 409),
    "imports.take": ("/import", {"title": "Empty"}, 422),
    "accounts.sign_out": ("/sign-out", {}, 303),
    "data.delete": ("/account/delete/{delete}", {}, 303),
    # These end links, tokens and browsers: they come last, in a new account with the address of the one that is gone.
    "passwords.choose": ("/account/password", {"new": "a long sentence", "again": "a long sentence"}, 303),
    "passwords.remove": ("/account/password/remove", {"old": "a long sentence"}, 303),
    "sessions.end_others": ("/account/sessions/end-others", {}, 303),
    "rights.end_all": ("/account/rights/end", {}, 303),
    "rights.close": ("/account/not-me/{not_me}", {}, 303),
}
API: dict[str, tuple[str, str, Any, int]] = {
    "api-me.me": ("GET", "/me", None, 200),
    "api-me.change": ("PATCH", "/me", {"zone": "Europe/Madrid"}, 200),
    "api-me.tokens": ("GET", "/tokens", None, 200),
    "api-me.revoke": ("DELETE", "/tokens/{spare}", None, 204),
    "api-account.letters": ("GET", "/me/letters", None, 200),
    "api-account.choose_letters": ("PATCH", "/me/letters", {"streams": {"press": "digest"}}, 200),
    "api-account.my_absences": ("GET", "/me/absences", None, 200),
    "api-account.enter_absence": ("POST", "/me/absences", {"first": "2026-12-24", "last": "2026-12-26"}, 201),
    "api-account.cancel_absence": ("DELETE", "/me/absences/{absence}", None, 204),
    "api-account.my_sessions": ("GET", "/me/sessions", None, 200),
    "api-account.end_session": ("DELETE", "/me/sessions/{session}", None, 204),
    "api-ratings.leaderboard": ("GET", "/editions/first-edition/ratings", None, 200),
    "api-ratings.of_person": ("GET", "/people/{person}/ratings", None, 200),
    "api-ratings.show": ("PUT", "/me/ratings", {"shown": False}, 200),
    "api-account.profile": ("GET", "/people/{person}", None, 200),
    "api-delegations.delegations": ("GET", "/games/{game}/delegations", None, 200),
    "api-delegations.end": ("DELETE", "/games/{game}/delegations/{delegation}", None, 204),
    "api-games.games": ("GET", "/games", None, 200),
    "api-games.create": ("POST", "/games", {"title": "New"}, 201),
    "api-games.game": ("GET", "/games/{game}", None, 200),
    "api-seats.join": ("POST", "/games/{open}/join", {}, 200),
    "api-seats.leave": ("POST", "/games/{open}/leave", {}, 204),
    "api-seats.invite": ("POST", "/games/{lobby}/invitations", {"email": "eve@rookery.example"}, 204),
    "api-seats.stewards": ("POST", "/games/{lobby}/stewards", {"houses": ["tyrell"]}, 200),
    "api-games.start": ("POST", "/games/{ready}/start", {}, 200),
    "api-games.lobby": ("GET", "/lobby?kind=substitutes", None, 200),
    "api-games.change": ("PATCH", "/games/{wishes}/settings", {"press": ["public"]}, 200),
    "api-games.holders": ("GET", "/games/{game}/holders", None, 200),
    "api-games.accept_mastery": ("PUT", "/games/{invited}/masters/me", None, 200),
    "api-games.step_down": ("DELETE", "/games/{invited}/masters/me", None, 204),
    "api-seats.wishes": ("PUT", "/games/{wishes}/wishes", {"preferences": ["tyrell", "stark"]}, 200),
    "api-games.cancel": ("POST", "/games/{wishes}/cancel", None, 200),
    "api-seats.free": ("DELETE", "/games/{muster}/seats/none", None, 404),
    "api-seats.confirm": ("POST", "/games/{muster}/confirm", None, 200),
    "api-seats.decline": ("POST", "/games/{invited}/decline", None, 204),
    "api-seats.take_over": ("POST", "/games/{offered}/take-over", {"house": "tyrell"}, 200),
    "api-seats.come_back": ("POST", "/games/{mine}/return", None, 200),
    "api-seats.retire": ("POST", "/games/{leaving}/retire", None, 200),
    "api-boards.drawing": ("GET", "/games/{game}/map.svg", None, 200),
    "api-boards.picture": ("GET", "/games/{game}/map.png", None, 200),
    "api-boards.round_": ("GET", "/games/{game}/rounds/1", None, 200),
    "api-boards.results": ("GET", "/games/{game}/results/1", None, 200),
    "api-boards.export": ("GET", "/games/{game}/export", None, 200),
    "api-archive.compare": ("GET", "/games/{game}/compare", None, 200),
    "api-archive.end": ("GET", "/games/{game}/end", None, 409),
    "api-archive.check": ("POST", "/games/{game}/end/check", None, 409),
    "api-archive.zipped": ("GET", "/games/{game}/export.zip", None, 200),
    "api-archive.story": ("GET", "/games/{game}/export.txt", None, 200),
    "api-archive.bring_in": ("POST", "/games/import", {}, 202),
    "api-archive.imports": ("GET", "/imports", None, 200),
    "api-archive.import_": ("GET", "/imports/none", None, 404),
    "api-calls.call": ("GET", "/calls/{call}", None, 200),
    "api-drafts.draft": ("GET", "/calls/{call}/draft", None, 200),
    "api-drafts.keep": ("PUT", "/calls/{call}/draft", {}, 200),
    "api-drafts.discard": ("DELETE", "/calls/{call}/draft", None, 204),
    "api-drafts.look_through": ("POST", "/calls/{call}/check", {}, 200),
    "api-sheets.hand_in": ("PUT", "/calls/{call}/sheet", {}, 200),
    "api-sheets.sheet": ("GET", "/calls/{call}/sheet", None, 200),
    "api-sheets.versions": ("GET", "/calls/{call}/sheets", None, 200),
    "api-sheets.hand_in_standing": ("PUT", "/games/{game}/standing", {}, 200),
    "api-sheets.standing": ("GET", "/games/{game}/standing", None, 200),
    "api-what-ifs.try_out": ("POST", "/calls/{call}/what-if", {}, 200),
    "api-what-ifs.keep": ("POST", "/calls/{call}/what-ifs", {"name": SHARP}, 201),
    "api-what-ifs.listed": ("GET", "/calls/{call}/what-ifs", None, 200),
    "api-what-ifs.one": ("GET", "/calls/{call}/what-ifs/1", None, 200),
    "api-what-ifs.change": ("PUT", "/calls/{call}/what-ifs/1", {"name": SHARP}, 200),
    "api-what-ifs.hand_in": ("POST", "/calls/{call}/what-ifs/1/sheet", None, 200),
    "api-what-ifs.remove": ("DELETE", "/calls/{call}/what-ifs/1", None, 204),
    "api-calls.ready": ("PUT", "/calls/{call}/ready", None, 200),
    "api-calls.not_ready": ("DELETE", "/calls/{call}/ready", None, 200),
    "api-evaluations.listed": ("GET", "/games/{game}/evaluations", None, 200),
    "api-evaluations.ask": ("POST", "/games/{game}/evaluations", None, 202),
    "api-press.threads": ("GET", "/games/{game}/press", None, 200),
    "api-press.send": ("POST", "/games/{game}/press", {"to": "public", "body": SHARP}, 201),
    "api-press.thread": ("GET", "/press/{thread}", None, 200),
    "api-press.reply": ("POST", "/press/{thread}", {"body": "an answer"}, 201),
    "api-press.read": ("PUT", "/press/{thread}/read", None, 200),
    "api-press.report": ("POST", "/press/letters/{message}/report", {"reason": "rude"}, 204),
    "api-press.remove": ("POST", "/press/letters/{message}/remove", {"reason": "rude"}, 403),
    "api-press.let_stand": ("POST", "/press/letters/{message}/let-stand", None, 403),
    "api-gifts.gifts": ("GET", "/games/{game}/gifts", None, 403),
    "api-gifts.make": ("POST", "/calls/{call}/gifts", {"to": "tyrell", "amount": 1, "number": 1}, 422),
    "api-votes.votes": ("GET", "/games/{game}/votes", None, 200),
    "api-votes.ask": ("POST", "/games/{game}/votes", {"kind": "pause"}, 201),
    "api-votes.cast": ("PUT", "/votes/{vote}/ballot", {"choice": "no"}, 200),
    "api-votes.withdraw": ("DELETE", "/votes/{question}", None, 200),
    "api-webhooks.webhooks": ("GET", "/me/webhooks", None, 200),
    "api-webhooks.switch_on": ("POST", "/me/webhooks/{hook}/on", None, 204),
    "api-webhooks.test": ("POST", "/me/webhooks/{hook}/test", None, 204),
    "api-webhooks.remove": ("DELETE", "/me/webhooks/{hook}", None, 204),
    "api-editions.editions": ("GET", "/editions", None, 200),
    "api-editions.edition": ("GET", "/editions/first-edition", None, 200),
}
RULING = {"type": "position", "edict": {"kind": "ruling", "text": SHARP}, "at": "end"}
API |= {
    "api-desk.desk": ("GET", "/games/{held}/desk", None, 200),
    "api-desk.draft": ("GET", "/games/{held}/drafts/{draft}", None, 200),
    "api-desk.look_ahead": ("POST", "/games/{held}/look-ahead", {"call": 9}, 409),
    "api-desk.propose": (
        "POST",
        "/games/{held}/edicts",
        {"call": 1, "draft": 1, "reason": SHARP, "decree": RULING},
        201,
    ),
    "api-desk.edict": ("GET", "/games/{held}/edicts/{edict}", None, 200),
    "api-desk.ask_others": ("POST", "/games/{held}/edicts/{edict}/ask", None, 403),
    "api-desk.withdraw_edict": ("DELETE", "/games/{held}/edicts/{edict}", None, 204),
    "api-desk.apply_edict": ("POST", "/games/{held}/edicts/{edict}/apply", None, 409),
    "api-desk.publish": ("POST", "/games/{held}/drafts/publish", {"call": 1, "draft": 1, "digest": "none"}, 409),
    "api-desk.go_back": ("POST", "/games/{held}/back", {"about": 9, "to": 1, "chance": "keep", "reason": SHARP}, 409),
    "api-desk.propose_back": (
        "POST",
        "/games/{held}/back/proposal",
        {"about": 1, "to": 1, "chance": "keep", "reason": SHARP},
        201,
    ),
    "api-desk.act_on_call": ("POST", "/games/{held}/call-acts", {"do": "pause", "call": 9, "reason": SHARP}, 409),
    "api-desk.reopening": ("GET", "/games/{held}/reopening?hours=30", None, 200),
    "api-desk.reopen": (
        "POST",
        "/games/{held}/reopening",
        {"call": 9, "draft": 1, "due_at": "2027-01-01T12:00:00+00:00", "reason": SHARP},
        409,
    ),
    "api-desk.act_on_seat": (
        "POST",
        "/games/{held}/seat-acts",
        {"do": "offer", "call": 9, "house": "tyrell", "reason": SHARP},
        409,
    ),
    "api-desk.notes": ("GET", "/games/{held}/notes", None, 200),
    "api-desk.write_note": ("POST", "/games/{held}/notes", {"body": SHARP}, 201),
    "api-desk.remove_note": ("DELETE", "/games/{held}/notes/{note}", None, 204),
    "api-desk.ledger": ("GET", "/games/{held}/ledger", None, 200),
}
API |= {
    "api-calls.decline_steward": ("DELETE", "/calls/{call}/steward", None, 200),
    "api-calls.wait": ("PUT", "/calls/{call}/wait", None, 200),
    "api-calls.wait_no_more": ("DELETE", "/calls/{call}/wait", None, 200),
    "api-deadlines.emergency_pause": ("POST", "/games/{game}/emergency-pause", None, 200),
    "api-deadlines.go_on": ("POST", "/games/{game}/go-on", None, 200),
}
DESCRIPTION = {"api-docs.openapi_json": "/api/openapi.json"}
HEADERS = ("Content-Security-Policy", "X-Content-Type-Options", "X-Frame-Options", "Referrer-Policy")


@pytest.fixture
def places(app: Flask, people: People) -> Places:
    """A site with something everywhere."""
    return Places(app, people)


def looks_right(answer: TestResponse, wanted: int, what: str) -> None:
    """The status, the headers every answer has, and no name that a browser would read as a tag."""
    assert answer.status_code == wanted, f"{what}: {answer.status} {answer.text[:2000]}"
    for header in HEADERS:
        assert answer.headers.get(header), f"{what} lacks {header}"
    if answer.mimetype == "text/html":
        assert "<i id=sharp" not in answer.text, what
        # Pages may load our own scripts, and hold none themselves.
        assert "<script" not in answer.text.replace('<script src="/assets/', ""), what
        assert "49</i>" not in answer.text, what


def test_every_route_has_a_row(app: Flask) -> None:
    served = {rule.endpoint for rule in app.url_map.iter_rules()}
    assert served == {*PAGES, *FORMS, *API, *DESCRIPTION}


def test_every_page_answers(places: Places) -> None:
    for endpoint, rows in PAGES.items():
        for _, path, wanted in rows:
            looks_right(places.browser.get(path.format(**places.at)), wanted, f"{endpoint} {path}")


def test_every_page_answers_somebody_unknown(app: Flask, places: Places) -> None:
    client = app.test_client()
    for endpoint, rows in PAGES.items():
        for _, path, wanted in rows:
            answer = client.get(path.format(**places.at))
            allowed = {wanted, 303}
            assert answer.status_code in allowed, f"{endpoint} {path}: {answer.status}"
            if answer.status_code == 303 and wanted != 303:
                assert answer.headers["Location"].startswith("/sign-in?next="), path


def test_every_form_is_taken_and_none_without_its_mark(app: Flask, places: Places) -> None:
    for endpoint, (path, fields, wanted) in FORMS.items():
        where = path.format(**places.at)
        if endpoint != "accounts.end_letters":
            forged = places.browser.client.post(where, data=fields)
            looks_right(forged, 400, f"{endpoint} without its mark")
        looks_right(places.browser.post(where, fields), wanted, f"{endpoint} {path}")
        if endpoint in ("accounts.use", "data.delete"):
            # The link signed somebody else in, or the account is gone; the walk goes on as ada.
            places.browser = browser_of(app, places.people, "ada")


def test_every_part_of_the_api_answers(app: Flask, places: Places) -> None:
    for endpoint, (method, path, body, wanted) in API.items():
        answer = places.program.ask(method, path.format(**places.at), json=body)
        looks_right(answer, wanted, f"{endpoint} {path}")
        if method != "GET":
            nobody = app.test_client().open(f"/api/v1{path.format(**places.at)}", method=method, json=body)
            looks_right(nobody, 401, f"{endpoint} without a token")
    for path in DESCRIPTION.values():
        looks_right(app.test_client().get(path), 200, path)


def test_names_are_shown_as_text(places: Places) -> None:
    page = places.browser.get(f"/games/{places.at['game']}").text
    assert "&lt;i id=sharp&gt;" in page
    assert "{{ 7*7 }}" in page
    assert places.program.get("/me").get_json()["name"] == SHARP


def test_wrong_addresses_and_methods(app: Flask, places: Places) -> None:
    client = app.test_client()
    huge = "9" * 30
    for path in (
        "/nothing",
        "/games/nothing",
        "/calls/nothing/sheets",
        f"/games/{places.at['game']}/rounds/{huge}",
        f"/games/{places.at['game']}/calls/{huge}",
        f"/api/v1/games/{places.at['game']}/rounds/{huge}",
        f"/api/v1/games/{places.at['game']}/results/{huge}",
        "/games/%00",
        "/api/v1/games/%00",
        "/mailbox/%00",
        "/sign-in/%00",
        "/unsubscribe/%00.a",
    ):
        looks_right(client.get(path), 404, path)
    looks_right(places.browser.get(f"/calls/{places.at['call']}/sheets/{huge}"), 404, "a huge version")
    looks_right(client.put("/games/new"), 405, "a wrong method")
    looks_right(client.get("/sign-out"), 405, "a wrong method")
