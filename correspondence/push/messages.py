"""What browsers are told, written in the transaction of what happened; it leaves after the commit.

It stands on a lock screen, and whoever holds the telephone reads it: that something happened, where, and until when;
never what. So nothing of a board, a sheet or a letter is told, and nobody by name.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import msgspec
from babel.dates import format_skeleton
from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence.letters.asking import call_name, zone_named
from correspondence.letters.payload import GameFacts, GameOverPayload, NoticePayload, Payload, ResultsPayload
from correspondence.letters.short_letters import subject_of
from correspondence.models.accounts import Account
from correspondence.models.mail import PushMessage, PushSubscription
from correspondence.read_cache import known_absent
from correspondence.store import settings_of
from correspondence.write_batch import insert_soon
from narration.words import Words, translator

# The streams of letters of which a browser may be told too.
PUSHED = ("results", "reminders", "deadlines", "press")
LONGEST_LINE = 200


class Shown(msgspec.Struct, frozen=True):
    """A notification: its `title`, a second line (`body`, may be empty), the page behind it, and the `tag` under which
    a newer one takes its place."""

    title: str
    body: str
    link: str
    tag: str
    language: str


def shown_of(letter: Payload, stream: str, account: Account, site_name: str) -> Shown | None:
    """What is shown of a letter of a stream to an account; None for one of which nothing is."""
    words, zone = translator(account.language), account.zone
    if isinstance(letter, ResultsPayload):
        return _results(letter, words, zone)
    if isinstance(letter, GameOverPayload):
        title = words.say("{title} is over", title=letter.game.title)
        return _shown(title, "", letter.links.results or letter.links.game, letter.game.id, "results", words)
    if isinstance(letter, NoticePayload) and letter.game is not None:
        return _notice(letter, letter.game, stream, words, zone, site_name)
    return None


def _results(letter: ResultsPayload, words: Words, zone: str) -> Shown:
    game, closed, opened = letter.game, letter.closed, letter.opened
    if closed is None:
        title = words.say("{title} has begun", title=game.title)
    else:
        call = call_name(game.edition, closed.window, closed.round, words)
        title = words.say("{title}: results of {call}", title=game.title, call=call)
    body = ""
    if opened is not None:
        call = call_name(game.edition, opened.window, opened.round, words)
        body = words.say("Open now: {call}, until {due}.", call=call, due=_short(opened.due_at, words, zone))
    return _shown(title, body, letter.links.results or letter.links.game, game.id, "results", words)


def _notice(letter: NoticePayload, game: GameFacts, stream: str, words: Words, zone: str, site_name: str) -> Shown:
    moments = {name: _short(moment, words, zone) for name, moment in letter.moments.items()}
    body = ""
    if stream == "press":
        # Who writes to whom is theirs.
        title = words.say("{title}: a letter has come", title=game.title)
    else:
        title = subject_of(letter, moments, site_name, words)
        if stream == "reminders" and "due" in moments:
            body = words.say("The call closes on {due}.", due=moments["due"])
    return _shown(title, body, letter.link, game.id, stream, words)


def _short(moment: datetime, words: Words, zone: str) -> str:
    """`Tue, Nov 24, 19:00`, by the reader's clock."""
    where, _ = zone_named(zone)
    local = moment.astimezone(where)
    return f"{format_skeleton('MMMEd', local, locale=words.locale)}, {local:%H:%M}"


def _shown(title: str, body: str, link: str, game: str, stream: str, words: Words) -> Shown:
    return Shown(_line(title), _line(body), link, f"{game}:{stream}", words.language)


def _line(text: str) -> str:
    return text if len(text) <= LONGEST_LINE else f"{text[: LONGEST_LINE - 1]}…"


# News older than this is read on the page; a push service keeps nothing longer.
LIFE = timedelta(days=2)
# However many letters come in this time, a browser is told once.
PRESS_EVERY = timedelta(minutes=5)
# So many letters of base64 a push service takes as the name of what a message takes the place of.
TOPIC_LETTERS = 32


@dataclass(frozen=True)
class News:
    """A letter of which its reader's browsers may be told, from `leaves_at` on; `due`: when what it tells of is over
    (None: never)."""

    key: str
    letter: Payload
    account: Account
    leaves_at: datetime
    due: datetime | None = None


def write_pushes(
    session: Session, news: Iterable[News], stream: str, now: datetime, game_id: int | None = None
) -> None:
    """Write a message for each browser that wants to be told of a stream. With the same key nothing is written twice.

    `game_id`: the game of all of it, if it is known of it that nobody has such a browser.
    """
    if stream not in PUSHED or game_id is not None and known_absent(session, game_id, "pushes"):
        return
    by_account = {one.account.id: one for one in news}
    if not by_account:
        return
    query = select(PushSubscription).where(
        PushSubscription.account_id.in_(by_account), PushSubscription.disabled_at.is_(None)
    )
    rows, site_name = [], settings_of(session).site_name
    for browser in session.scalars(query.order_by(PushSubscription.id)):
        one = by_account[browser.account_id]
        shown = shown_of(one.letter, stream, one.account, site_name) if stream in browser.streams.split(",") else None
        if shown is not None:
            key, ends = one.key, one.due if stream == "reminders" else None
            if stream == "press":
                key = f"{shown.tag}:{int(now.timestamp() // PRESS_EVERY.total_seconds())}"
            rows.append(row(browser, key, shown, now, one.leaves_at, ends, urgent=stream == "reminders"))
    insert_soon(session, PushMessage, rows, once=True)


def row(
    browser: PushSubscription,
    key: str,
    shown: Shown,
    now: datetime,
    leaves_at: datetime,
    ends: datetime | None = None,
    *,
    urgent: bool,
) -> dict[str, Any]:
    """The columns of a message."""
    return {
        "key": f"{browser.public_id}:{key}"[:200],
        "subscription_id": browser.id,
        # Another name for each browser, so that no push service learns from it who plays at one table.
        "topic": hashlib.sha256(f"{browser.public_id} {shown.tag}".encode()).hexdigest()[:TOPIC_LETTERS],
        "urgent": urgent,
        "body": msgspec.json.encode(shown),
        "written_at": now,
        "expires_at": ends or leaves_at + LIFE,
        "next_attempt_at": leaves_at,
        "attempts": 0,
        "last_error": "",
    }
