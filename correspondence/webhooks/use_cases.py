"""Webhooks of an account: made, listed, given another secret, switched on again, tried out, removed."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from correspondence import addresses
from correspondence.accounts.use_cases import tell_owner
from correspondence.games.access import game_named, who_is
from correspondence.input_validation import Denied, Invalid, NotFound
from correspondence.models.accounts import Account
from correspondence.models.games import Game
from correspondence.models.mail import Webhook, WebhookPost
from correspondence.posting.exchange import read_new_url
from correspondence.row_locks import held
from correspondence.rows import count_of, new_id
from correspondence.store import settings_of
from correspondence.tokens import WEBHOOK, seal
from correspondence.webhooks.posts import KINDS, TEST, put_post
from narration.words import N_, translator

MOST_WEBHOOKS = 10


@dataclass(frozen=True)
class WebhookLine:
    """A webhook in its owner's list; `game_id` is empty for one of all games, `trouble` is what went wrong last."""

    id: str
    url: str
    kinds: tuple[str, ...]
    game_id: str
    game_title: str
    created_at: datetime
    disabled_at: datetime | None
    trouble: str


def add_webhook(
    session: Session, account: Account, url: str, kinds: Iterable[str], game_id: str, now: datetime, where: str = ""
) -> tuple[str, str]:
    """Make a webhook for one game (`game_id` empty: for all of the account's); returns its id, and its secret, shown
    this once. A letter tells the account's owner.

    Raises Invalid (`bad-url`, `bad-kinds`), NotFound, Denied (`too-many-webhooks`, `not-your-game`).
    """
    read_new_url(url, settings_of(session).webhooks_loopback)
    wanted = set(kinds)
    if not wanted or not wanted <= set(KINDS):
        raise Invalid("bad-kinds", N_("Choose what to be told of: {kinds}."), "kinds", kinds=", ".join(KINDS))
    game = game_named(session, game_id) if game_id else None
    if game is not None:
        who = who_is(session, game, account, now)
        if who.seat is None and not who.gm:
            raise Denied("not-your-game", N_("You neither play nor master this game."))
    if count_of(session, Webhook, Webhook.account_id == account.id, Webhook.removed_at.is_(None)) >= MOST_WEBHOOKS:
        raise Denied("too-many-webhooks", N_("You have {most} webhooks already; remove one."), most=MOST_WEBHOOKS)
    secret = secrets.token_urlsafe(32)
    hook = Webhook(
        public_id=new_id(),
        account_id=account.id,
        game_id=game.id if game else None,
        url=url.strip(),
        secret=seal(settings_of(session).secret_key, WEBHOOK, secret),
        kinds=",".join(kind for kind in KINDS if kind in wanted),
        created_at=now,
    )
    session.add(hook)
    _tell(session, "webhook-made", account, hook, now, where)
    return hook.public_id, secret


def webhooks_of(session: Session, account: Account) -> list[WebhookLine]:
    """An account's webhooks, oldest first."""
    query = select(Webhook, Game).outerjoin(Game, Game.id == Webhook.game_id)
    query = query.where(Webhook.account_id == account.id, Webhook.removed_at.is_(None)).order_by(Webhook.id)
    return [
        WebhookLine(
            id=hook.public_id,
            url=hook.url,
            kinds=tuple(hook.kinds.split(",")),
            game_id=game.public_id if game else "",
            game_title=game.title if game else "",
            created_at=hook.created_at,
            disabled_at=hook.disabled_at,
            trouble=_trouble(session, hook) if hook.failures else "",
        )
        for hook, game in session.execute(query)
    ]


def rotate_secret(session: Session, account: Account, webhook_id: str, now: datetime, where: str = "") -> str:
    """Another secret, shown this once; whatever is posted from now on is signed with it. A letter tells the account's
    owner. NotFound."""
    hook = _own(session, account, webhook_id)
    secret = secrets.token_urlsafe(32)
    hook.secret = seal(settings_of(session).secret_key, WEBHOOK, secret)
    _tell(session, "webhook-secret", account, hook, now, where)
    return secret


def switch_on(session: Session, account: Account, webhook_id: str) -> None:
    """Post to it again, after it failed too often. NotFound."""
    hook = _own(session, account, webhook_id)
    hook.disabled_at, hook.failures = None, 0


def try_out(session: Session, account: Account, webhook_id: str, now: datetime) -> None:
    """Post a greeting. NotFound, Denied `webhook-disabled`."""
    hook = _own(session, account, webhook_id)
    if hook.disabled_at is not None:
        raise Denied("webhook-disabled", N_("This webhook is switched off; switch it on first."))
    words = translator(account.language)
    site = settings_of(session)
    greeting = words.say("{site} can post to this address.", site=site.site_name)
    document = {"text": greeting, "link": addresses.account(site)}
    put_post(session, hook, TEST, document, f"test:{new_id()}", now)


def remove_webhook(session: Session, account: Account, webhook_id: str, now: datetime) -> None:
    """Post nothing more to it, not even what waits. NotFound."""
    hook = _own(session, account, webhook_id)
    hook.removed_at, hook.secret = now, ""
    waiting = delete(WebhookPost).where(WebhookPost.webhook_id == hook.id, WebhookPost.sent_at.is_(None))
    session.execute(waiting)


def _own(session: Session, account: Account, webhook_id: str) -> Webhook:
    query = select(Webhook).where(
        Webhook.public_id == webhook_id, Webhook.account_id == account.id, Webhook.removed_at.is_(None)
    )
    hook = session.scalar(held(query))
    if hook is None:
        raise NotFound("no-such-webhook", N_("There is no such webhook."))
    return hook


def _tell(session: Session, what: str, account: Account, hook: Webhook, now: datetime, where: str) -> None:
    """The host alone is told: in chats' addresses the rest is a secret."""
    tell_owner(session, what, account, now, where, {"host": urlsplit(hook.url).hostname or ""})


def _trouble(session: Session, hook: Webhook) -> str:
    query = select(WebhookPost.last_error).where(WebhookPost.webhook_id == hook.id, WebhookPost.last_error != "")
    return session.scalar(query.order_by(WebhookPost.id.desc()).limit(1)) or ""
