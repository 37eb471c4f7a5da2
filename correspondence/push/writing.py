"""Writing down what browsers are to be told, in the transaction of what happened; it leaves after the commit."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence.letters.payload import Payload
from correspondence.models.accounts import Account
from correspondence.models.mail import PushMessage, PushSubscription
from correspondence.push.lock_screen import PUSHED, Shown, shown_of
from correspondence.read_cache import known_absent
from correspondence.store import settings_of
from correspondence.write_batch import insert_soon

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
            rows.append(_row(browser, one, shown, stream, now))
    insert_soon(session, PushMessage, rows, once=True)


def _row(browser: PushSubscription, news: News, shown: Shown, stream: str, now: datetime) -> dict[str, Any]:
    key = news.key
    if stream == "press":
        key = f"{shown.tag}:{int(now.timestamp() // PRESS_EVERY.total_seconds())}"
    ends = news.due if stream == "reminders" else None
    return row(browser, key, shown, now, news.leaves_at, ends, urgent=stream == "reminders")


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
        "topic": _topic(browser, shown),
        "urgent": urgent,
        "body": msgspec.json.encode(shown),
        "written_at": now,
        "expires_at": ends or leaves_at + LIFE,
        "next_attempt_at": leaves_at,
        "attempts": 0,
        "last_error": "",
    }


def _topic(browser: PushSubscription, shown: Shown) -> str:
    """The name under which a message takes the place of an earlier one; another for each browser, so that no push
    service learns from it who plays at one table."""
    return hashlib.sha256(f"{browser.public_id} {shown.tag}".encode()).hexdigest()[:TOPIC_LETTERS]
