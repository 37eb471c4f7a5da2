"""Posts leave as letters do: claimed, tried again with longer waits, at least once, under the same id."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from correspondence import addresses
from correspondence.encryption import WEBHOOK, Unsealable, unseal
from correspondence.models.accounts import Account
from correspondence.models.mail import Webhook, WebhookPost
from correspondence.notices.use_cases import notify
from correspondence.posting.exchange import NotTaken, read_url
from correspondence.posting.exchange import post as post_to
from correspondence.row_locks import HELD
from correspondence.store import Store, settings_of

log = structlog.get_logger(__name__)

CLAIM = timedelta(minutes=3)
MOST_ATTEMPTS, MOST_FAILURES = 10, 20
FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=30), timedelta(hours=2)
LONGEST_ERROR = 300
# So many go out side by side, each for ten seconds at most: a batch ends well before its task would be stopped.
AT_ONCE, BATCH = 4, 8


@dataclass(frozen=True)
class Post:
    """What is posted, where, and the secret that signs it."""

    url: str
    secret: str
    id: str
    kind: str
    body: bytes


def signature(secret: str, timestamp: int, body: bytes) -> str:
    """The value of `Rookery-Signature`: HMAC-SHA256 with the webhook's secret over `<timestamp>.<body>`, in hex."""
    return "v1=" + hmac.new(secret.encode(), b"%d." % timestamp + body, hashlib.sha256).hexdigest()


def send(post: Post, timestamp: int, loopback: bool) -> None:
    """Post it; NotTaken unless the answer is of the 2xx. `timestamp` in seconds since 1970."""
    head = {
        "Content-Type": "application/json",
        "Rookery-Event": post.kind,
        "Rookery-Delivery": post.id,
        "Rookery-Timestamp": str(timestamp),
        "Rookery-Signature": signature(post.secret, timestamp, post.body),
    }
    post_to(post.url, head, post.body, loopback)


Sender = Callable[[Post, int, bool], None]


@dataclass(frozen=True)
class _Taken:
    id: int
    post: Post


def post_batch(store: Store, now_fn: Callable[[], datetime], sender: Sender = send, limit: int = BATCH) -> int:
    """Send the posts that are due, at most `limit`; returns how many were tried."""
    taken = _claim(store, now_fn(), limit)
    timestamp = int(now_fn().timestamp())

    def one(item: _Taken) -> NotTaken | None:
        try:
            sender(item.post, timestamp, store.settings.webhooks_loopback)
        except NotTaken as reason:
            return reason
        except Exception as fault:
            log.exception("a post failed", post=item.post.id)
            return NotTaken(type(fault).__name__)
        return None

    with ThreadPoolExecutor(max_workers=AT_ONCE) as pool:
        for item, trouble in zip(taken, pool.map(one, taken), strict=True):
            with store.begin() as session:
                _mark(session, item.id, trouble, now_fn())
    return len(taken)


def _claim(store: Store, now: datetime, limit: int) -> list[_Taken]:
    with store.begin() as session:
        due = (
            select(WebhookPost)
            .where(WebhookPost.next_attempt_at <= now)
            .where((WebhookPost.claimed_until.is_(None)) | (WebhookPost.claimed_until < now))
            .order_by(WebhookPost.next_attempt_at, WebhookPost.id)
            .limit(limit)
            .with_for_update(skip_locked=True)
        )
        found, unsealable = list[_Taken](), list[tuple[int, NotTaken]]()
        for post in session.scalars(due):
            post.claimed_until = now + CLAIM
            post.attempts += 1
            hook = session.get_one(Webhook, post.webhook_id)
            try:
                secret = unseal(store.settings.secret_key, WEBHOOK, hook.secret)
            except Unsealable as wrong:
                # Another secret, which its owner can make, mends it; until then nothing leaves unsigned.
                unsealable.append((post.id, NotTaken(f"the secret of this webhook: {wrong}")))
                continue
            found.append(_Taken(post.id, Post(hook.url, secret, post.public_id, post.kind, post.body)))
    for post_id, trouble in unsealable:
        # A webhook is locked before its posts, so these have to be let go first.
        with store.begin() as session:
            _mark(session, post_id, trouble, now)
    return found


def _mark(session: Session, post_id: int, trouble: NotTaken | None, now: datetime) -> None:
    post = session.get(WebhookPost, post_id)
    if post is None:
        return  # its webhook was removed meanwhile
    hook = session.get_one(Webhook, post.webhook_id, with_for_update=HELD)
    post.claimed_until = None
    if trouble is None:
        post.sent_at, post.next_attempt_at, post.last_error, post.body = now, None, "", b""
        hook.failures = 0
        return
    post.last_error = str(trouble)[:LONGEST_ERROR]
    hook.failures += 1
    if trouble.for_good or post.attempts >= MOST_ATTEMPTS:
        post.failed_at, post.next_attempt_at = now, None
    else:
        post.next_attempt_at = now + min(FIRST_WAIT * 2 ** (post.attempts - 1), LONGEST_WAIT)
    if hook.disabled_at is None and hook.removed_at is None and (trouble.for_good or hook.failures >= MOST_FAILURES):
        _switch_off(session, hook, post.last_error, now)


def _switch_off(session: Session, hook: Webhook, reason: str, now: datetime) -> None:
    """Post nothing more to it, and tell its owner."""
    hook.disabled_at = now
    waiting = update(WebhookPost).where(WebhookPost.webhook_id == hook.id, WebhookPost.next_attempt_at.is_not(None))
    session.execute(waiting.values(failed_at=now, next_attempt_at=None))
    settings = settings_of(session)
    notify(
        session,
        "webhook-disabled",
        f"webhook:{hook.public_id}:{int(now.timestamp())}",
        now,
        accounts=[session.get_one(Account, hook.account_id)],
        values={"host": read_url(hook.url, loopback=True).host, "reason": reason},
        link=addresses.webhooks(settings),
    )
