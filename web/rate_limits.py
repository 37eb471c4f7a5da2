"""Rate limits of pages and programs.

`tests/security/test_doors.py` checks that every request which changes something has a door.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from flask import Flask, Response, current_app, request
from werkzeug.exceptions import TooManyRequests

from correspondence.models.accounts import Account
from correspondence.proxies import Proxies
from correspondence.rate_limits import Spending, place_of
from correspondence.settings import Settings
from web.app_context import desk
from web.request_context import reader


@dataclass(frozen=True)
class Door:
    """How often something may be asked for: from one place, by one account, for one seat (a game or call of it)."""

    name: str
    place: str = ""
    account: str = ""
    seat: str = ""


ASKING = Door("letters", place="20 per 15 minutes")
LINKS = Door("links", place="60 per 15 minutes")
GUESSING = Door("codes", place="30 per 15 minutes", account="30 per 15 minutes")
PASSWORDS = Door("passwords", place="60 per 15 minutes")
SECRETS = Door("secrets", place="60 per 15 minutes", account="30 per 15 minutes")
WRITING = Door("writing", place="120 per hour", account="40 per hour")
# Ten tables and more on one evening; by day fewer than so many makings of games.
INVITING = Door("invitations", place="400 per day", account="200 per day")
SHEETS = Door("sheets", place="300 per minute", account="60 per minute", seat="30 per minute")
# What is written is looked through a moment after each change.
LIVE = Door("live", place="1200 per minute", account="240 per minute", seat="120 per minute")
FEEDS = Door("feeds", place="120 per 15 minutes")
LISTENING = Door("events", place="1200 per minute", account="240 per minute", seat="120 per minute")
# Each plays a call.
WHAT_IFS = Door("what-ifs", place="240 per minute", account="60 per minute", seat="40 per minute")
PRESS = Door("press", place="120 per minute", account="40 per minute", seat="20 per minute")
GIFTS = Door("gifts", place="120 per hour", account="40 per hour", seat="20 per hour")
EXPORTS = Door("exports", place="60 per minute", account="20 per minute")
# Whoever waits for a PDF file looks every three seconds; the second is for files that are to be made.
PDF_PAGES = Door("pdf-pages", place="600 per minute", account="120 per minute")
PDF_FILES = Door("pdf-files", place="30 per 15 minutes", account="30 per 15 minutes")
PICTURES = Door("pictures", place="240 per minute", account="120 per minute")
DRAWINGS = Door("drawings", place="1200 per minute", account="600 per minute")
IMPORTS = Door("imports", place="40 per hour", account="20 per hour")
PREVIEWS = Door("previews", place="240 per minute", account="60 per minute")
PLAYING_AGAIN = Door("replays", place="60 per 10 minutes", account="20 per 10 minutes")
# Whatever else changes something.
CHANGES = Door("changes", place="600 per minute", account="120 per minute")
# Programs: all they ask for, besides what the door costs that they go through.
PROGRAMS = Door("programs", place="1200 per minute", account="600 per minute")
STRANGERS = Door("strangers", place="300 per minute")

_ENDPOINTS: dict[Door, str] = {
    ASKING: "accounts.ask_for_link",
    LINKS: """accounts.look_at accounts.use accounts.unsubscribe_page accounts.end_letters accounts.want_letters
        address.look_at_address address.take data.look_at data.delete rights.look_at_rights rights.close""",
    GUESSING: "lobby.code games.join api-seats.join seats.take_over api-seats.take_over",
    PASSWORDS: "passwords.sign_in_by_password",
    SECRETS: "passwords.choose passwords.remove second_factor.turn_on second_factor.turn_off second_factor.renew "
    "second_factor.show accounts.issue_token proving.prove sessions.end_others rights.end_all",
    # Each sends a letter or a post to somebody, or makes a game.
    INVITING: "games.invite api-seats.invite",
    WRITING: """games.create tutorial.make game_settings.ask_master address.ask_address data.ask webhooks.test_webhook
        notifications.turn_on notifications.test_browser
        delegations.grant api-games.create api-webhooks.test""",
    SHEETS: """sheets.submit sheets.ready standing.submit deadlines.wait api-sheets.hand_in api-sheets.hand_in_standing
        what_ifs.hand_in api-what-ifs.hand_in_what_if
        api-calls.ready api-calls.not_ready api-calls.wait api-calls.wait_no_more""",
    FEEDS: "feeds.calendar feeds.news",
    LIVE: "sheets.live standing.live api-drafts.keep_draft api-drafts.discard api-drafts.look_through",
    LISTENING: "events.stream events.state",
    WHAT_IFS: """what_ifs.first what_ifs.kept what_ifs.keep what_ifs.change what_ifs.remove api-what-ifs.try_out
        api-what-ifs.keep_what_if api-what-ifs.one api-what-ifs.change api-what-ifs.remove""",
    PRESS: "press.send press.reply press.report api-press.send api-press.reply api-press.report",
    # Each is told to a whole table.
    GIFTS: "gifts.make api-gifts.make",
    PDF_PAGES: "printing.book_pdf printing.pencil_pdf",
    EXPORTS: """printing.book
        games.export exports.json exports.text exports.zip_ data.export api-boards.export api-archive.zipped
        api-archive.story""",
    PICTURES: "pictures.picture exports.png api-boards.picture",
    DRAWINGS: "pictures.drawing exports.svg api-boards.drawing gm.draft_map what_ifs.drawing",
    IMPORTS: "imports.take api-archive.bring_in",
    PREVIEWS: """gm.draft gm.edict gm.propose_edict gm.decide gm.replace_sheet gm.back gm.new_edict api-desk.draft
        api-desk.edict api-desk.propose""",
    PLAYING_AGAIN: """gm.look_ahead gm.evaluate gm.go_back endings.check api-desk.look_ahead api-desk.go_back
        api-evaluations.ask api-archive.check""",
}
DOORS: dict[str, Door] = {endpoint: door for door, named in _ENDPOINTS.items() for endpoint in named.split()}


def door_of(endpoint: str, method: str) -> Door | None:
    """The door that a request goes through; None for pages that are only read."""
    return DOORS.get(endpoint) or (None if method in ("GET", "HEAD", "OPTIONS") else CHANGES)


_NAME = "rookery-spending"
# What the use cases count by themselves is counted within a quarter of an hour.
OTHERWISE = 15 * 60
# In the environment of a request that our own server repeats for a stream that it holds open.
AGAIN = "rookery.asked_again"


def register(app: Flask, settings: Settings) -> None:
    """Count what goes through a door, and say with every 429 when to come back."""
    count_anew(app, settings)
    app.before_request(_pages)
    app.after_request(_come_back)


def count_anew(app: Flask, settings: Settings) -> None:
    """Keep the counts where these settings say."""
    app.extensions[_NAME] = Spending(settings, time.time)


def place() -> str:
    """Where the request comes from, as it is counted."""
    return place_of(request.remote_addr or "")


def programs(account: Account | None) -> None:
    """Count a request of the API, by its token's account. TooManyRequests with the seconds to wait."""
    if account is None:
        through(STRANGERS, None)
    else:
        through(PROGRAMS, account)
    door = door_of(request.endpoint or "", request.method)
    if door is not None:
        through(door, account)


def refused_token() -> None:
    """Count a token that is not good. TooManyRequests with the seconds to wait."""
    through(STRANGERS, None)


def _pages() -> None:
    endpoint = request.endpoint or ""
    if endpoint.startswith("api-") or request.environ.get(AGAIN):
        return
    door = door_of(endpoint, request.method)
    if door is not None:
        through(door, reader() if door.account or door.seat else None)


def through(door: Door, account: Account | None) -> None:
    """Count one more of what this door is before. TooManyRequests with the seconds to wait."""
    spending, settings = current_app.extensions[_NAME], desk().settings
    whose = [("place", place(), door.place)]
    if account is not None and not settings.trusted_proxies and Proxies(settings).stands_for_many(place()):
        # A proxy that nobody named asks for everybody: people who are signed in are counted by themselves.
        whose.clear()
    if account is not None:
        values = request.view_args or {}
        seat = values.get("call_id") or values.get("game_id") or values.get("thread_id")
        whose.append(("account", account.public_id, door.account))
        whose.append(("seat", f"{account.public_id} {seat}", door.seat if seat else ""))
    for kind, name, allowance in whose:
        wait = spending.spend(f"{door.name} by {kind}", name, allowance) if allowance else 0
        if wait:
            raise TooManyRequests(retry_after=wait)


def _come_back(response: Response) -> Response:
    if response.status_code == 429:
        response.headers.setdefault("Retry-After", str(OTHERWISE))
    return response
