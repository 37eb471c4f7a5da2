"""Webhooks of an account, posting a game's news for its players and masters.

A webhook may lead into a room where all players read, so a post holds what everybody at the table may know; emails are
posted only where their reader asked for them. Delivery is as for emails: claimed, retried with longer waits, at least
once, under the same id.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

import msgspec
from sqlalchemy import delete, or_, select, update
from sqlalchemy.orm import Session

from adjudicator import games
from adjudicator.engine import Record
from correspondence import addresses
from correspondence.accounts.use_cases import tell_owner
from correspondence.deliveries import CLAIM, due, note, side_by_side
from correspondence.games.access import find_game, who_is
from correspondence.input_validation import Denied, Invalid, NotFound
from correspondence.mail import Recipient, compose
from correspondence.mail.asking import local_time, turn_name
from correspondence.mail.payload import GameOverPayload, ResultsPayload
from correspondence.mail.results import ended_words
from correspondence.mail.text import text_pieces
from correspondence.models import Account, Delegation, Game, GameMaster, Seat, Turn, Webhook, WebhookPost
from correspondence.notices.use_cases import notify
from correspondence.outbox.delivery import site
from correspondence.posting.exchange import PostFailed, post as post_to, read_new_url, read_url
from correspondence.read_cache import is_known_absent
from correspondence.rows import HELD, count_of, insert_once, locking_query, new_id
from correspondence.store import Store, settings_of
from correspondence.tokens import WEBHOOK, Unsealable, seal, unseal
from narration.narrators import NARRATORS
from narration.words import N_, translator

RESULTS, TURN_OPENED, REMINDER, MAIL = KINDS = ("results", "call-opened", "reminder", "letter")
TEST = "test"
# What chats take at once, and what a program is sent of the longest email.
MAX_TEXT_LENGTH, MAX_MAIL_LENGTH = 1800, 32 * 1024
Hooks = list[tuple[Webhook, Account]]
Payload = ResultsPayload | GameOverPayload
Content = Callable[[Account], Mapping[str, Any]]


def _post(session: Session, hooks: Hooks, kind: str, game: Game, document: Content, key: str, now: datetime) -> None:
    """Write a post for each webhook that wants this `kind`, once per `key`.

    `document` makes the post's content for an account; its `text` is for chats.
    """
    facts = {
        "id": game.public_id,
        "title": game.title,
        "edition": game.edition,
        "url": addresses.game(settings_of(session), game.public_id),
    }
    for hook, account in hooks:
        if kind in hook.kinds.split(","):
            enqueue_post(session, hook, kind, {"game": facts, **document(account)}, f"{game.public_id}:{key}", now)


def enqueue_post(
    session: Session, hook: Webhook, kind: str, document: Mapping[str, Any], key: str, now: datetime
) -> None:
    """Write a post unless it exists. `content` repeats `text` for chats that read it."""
    post_id, text = new_id(), make_chat_safe(str(document["text"]), MAX_TEXT_LENGTH)
    body = {
        "id": post_id,
        "kind": kind,
        "written_at": now,
        **document,
        "text": text,
        "content": text,
        "allowed_mentions": {"parse": []},
    }
    insert_once(
        session,
        WebhookPost,
        public_id=post_id,
        key=f"{hook.public_id}:{kind}:{key}"[:160],
        webhook_id=hook.id,
        kind=kind,
        body=msgspec.json.encode(body),
        written_at=now,
        next_attempt_at=now,
    )


def post_results(
    session: Session,
    game: Game,
    records: Iterable[Record],
    closed: Turn | None,
    opened: Turn | None,
    now: datetime,
    mails: Mapping[int, Callable[[], Payload]],
) -> None:
    """Post a closed turn (None: game begins) and the next one (None: it is over).
    `mails` make the content of the players' emails, by account."""
    hooks = _hooks(session, game, None, now)
    if not hooks:
        return
    settings = settings_of(session)
    public = [seen for seen in (games.record_for_seat(record, None) for record in records) if seen is not None]
    number = closed.number if closed else 0

    def results(account: Account) -> Mapping[str, Any]:
        words = translator(account.language)
        narrator = NARRATORS.of_edition(game.edition)
        story = narrator.headline(public, narrator.voice(games.edition(game.edition), words, None))
        text = f"{game.title}: {story}".strip() if closed else words.say("{title} has begun", title=game.title) + "."
        link = (
            addresses.results(settings, game.public_id, number) if number else addresses.game(settings, game.public_id)
        )
        turn = {"number": number, "window": closed.window, "round": closed.round} if closed else None
        return {"call": turn, "over": opened is None, "text": f"{text} {link}", "link": link}

    def mail(account: Account) -> Mapping[str, Any]:
        return _mail(session, mails[account.id](), account)

    key = closed.public_id if closed else "begun"
    _post(session, hooks, RESULTS, game, results, key, now)
    _post(session, [hook for hook in hooks if hook[1].id in mails], MAIL, game, mail, key, now)
    if opened is not None:
        _post(session, hooks, TURN_OPENED, game, _turn_content(session, game, opened), opened.public_id, now)


def _mail(session: Session, payload: Payload, account: Account) -> Mapping[str, Any]:
    """What a post tells of an email: all of it as text, and its beginning for chats."""
    reader = Recipient(address="", language=account.language, zone=account.zone)
    content = compose(payload, recipient=reader, site=site(settings_of(session)))
    link = payload.links.sheet or payload.links.results or payload.links.game
    whole = make_chat_safe("".join(text_pieces(content)), MAX_MAIL_LENGTH)
    return {
        "subject": content.subject,
        "letter": whole,
        "text": _first_paragraphs(whole, MAX_TEXT_LENGTH - len(link) - 3) + f"\n\n{link}",
        "link": link,
    }


def _first_paragraphs(text: str, most: int) -> str:
    """Return the first paragraphs within `most` characters, and an ellipsis.
    Of a long last paragraph the lines that fit; a text that fits is returned whole."""
    if len(text) <= most:
        return text.rstrip()
    cut = text[:most]
    paragraphs = cut.rfind("\n\n")
    return cut[: paragraphs if paragraphs > most // 2 else cut.rfind("\n")].rstrip() + "\n…"


def post_game_over(session: Session, game: Game, now: datetime) -> None:
    """Post to webhooks that a game is over because its players ended it.
    No turn closed with that. A game may go on again and be ended once more."""
    link = addresses.game(settings_of(session), game.public_id)

    def ended(account: Account) -> Mapping[str, Any]:
        story = ended_words(game.ended_by, translator(account.language))
        return {"call": None, "over": True, "text": f"{game.title}: {story} {link}", "link": link}

    # A game may go on again and end once more.
    _post(session, _hooks(session, game, None, now), RESULTS, game, ended, f"ended:{int(now.timestamp())}", now)


def post_reminder(session: Session, game: Game, turn: Turn, seats: Iterable[Seat], key: str, now: datetime) -> None:
    """Remind those of whose seats nothing has come."""
    document = _turn_content(session, game, turn, reminder=True)
    _post(session, _hooks(session, game, seats, now), REMINDER, game, document, key, now)


def _turn_content(session: Session, game: Game, turn: Turn, *, reminder: bool = False) -> Content:
    """What a post tells of a turn that is open."""
    link = addresses.sheet(settings_of(session), turn.public_id)
    facts = {
        "id": turn.public_id,
        "number": turn.number,
        "window": turn.window,
        "round": turn.round,
        "due_at": turn.due_at,
    }

    def told(account: Account) -> Mapping[str, Any]:
        words = translator(account.language)
        text = words.say(
            N_("{title}: you haven't submitted orders for {turn}. Orders due {due}.")
            if reminder
            else N_("{title}: {turn}. Orders due {due}."),
            title=game.title,
            turn=turn_name(game.edition, turn.window, turn.round, words),
            due=local_time(turn.due_at, account.zone, words),
        )
        return {"call": facts, "text": f"{text} {link}", "link": link}

    return told


def _hooks(session: Session, game: Game, seats: Iterable[Seat] | None, now: datetime) -> Hooks:
    """Return webhooks of players, deputies and masters, in one query: mostly none."""
    if is_known_absent(session, game.id, "webhooks"):
        return []
    about = game.seats if seats is None else list(seats)
    acting = select(Delegation.account_id).where(
        Delegation.seat_id.in_([seat.id for seat in about]),
        Delegation.revoked_at.is_(None),
        Delegation.from_at <= now,
        Delegation.until_at > now,
    )
    readers = [
        Webhook.account_id.in_({seat.account_id for seat in about if seat.account_id is not None}),
        Webhook.account_id.in_(acting),
    ]
    if seats is None:
        mastering = select(GameMaster.account_id).where(
            GameMaster.game_id == game.id, GameMaster.accepted_at.is_not(None), GameMaster.until.is_(None)
        )
        readers.append(Webhook.account_id.in_(mastering))
    query = (
        select(Webhook, Account)
        .join(Account, Account.id == Webhook.account_id)
        .where(or_(*readers), Webhook.removed_at.is_(None), Webhook.disabled_at.is_(None))
        .where(or_(Webhook.game_id.is_(None), Webhook.game_id == game.id), Account.deleted_at.is_(None))
    )
    return [(hook, account) for hook, account in session.execute(query.order_by(Webhook.id))]


def make_chat_safe(text: str, most: int) -> str:
    """Cut a text to `most` characters and make it safe for a chat.
    Mentions and disguised links lose their effect."""
    for mark, harmless in (("@", "@\u200b"), ("<", "\u2039"), (">", "\u203a")):
        text = text.replace(mark, harmless)
    return text if len(text) <= most else f"{text[: most - 1]}…"


MAX_ATTEMPTS = 10
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
    """Return `Rookery-Signature`: hex HMAC-SHA256 of `<timestamp>.<body>`."""
    return "v1=" + hmac.new(secret.encode(), b"%d." % timestamp + body, hashlib.sha256).hexdigest()


def send(post: Post, timestamp: int, loopback: bool) -> None:
    """Send a post; NotTaken unless answered 2xx. `timestamp` in seconds since 1970."""
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
class _ClaimedPost:
    id: int
    post: Post


def post_batch(store: Store, now_fn: Callable[[], datetime], sender: Sender = send, limit: int = BATCH) -> int:
    """Send the posts that are due, at most `limit`; returns how many were tried."""
    taken = _claim_posts(store, now_fn(), limit)
    timestamp = int(now_fn().timestamp())

    def hand_over(item: _ClaimedPost) -> None:
        sender(item.post, timestamp, store.settings.webhooks_loopback)

    for item, trouble in side_by_side(taken, hand_over, AT_ONCE, "a post"):
        with store.begin() as session:
            _record_attempt(session, item.id, trouble, now_fn())
    return len(taken)


def _claim_posts(store: Store, now: datetime, limit: int) -> list[_ClaimedPost]:
    """Claim the due posts, at most `limit`, and count an attempt for each.
    Those whose webhook's secret cannot be unsealed are marked as failed instead of returned."""
    with store.begin() as session:
        claimed_posts, unsealable = list[_ClaimedPost](), list[tuple[int, PostFailed]]()
        for post in session.scalars(due(WebhookPost, now, limit)):
            post.claimed_until = now + CLAIM
            post.attempts += 1
            hook = session.get_one(Webhook, post.webhook_id)
            try:
                secret = unseal(store.settings.secret_key, WEBHOOK, hook.secret)
            except Unsealable as wrong:
                # Another secret, which its owner can make, mends it; until then nothing leaves unsigned.
                unsealable.append((post.id, PostFailed(f"the secret of this webhook: {wrong}")))
                continue
            claimed_posts.append(_ClaimedPost(post.id, Post(hook.url, secret, post.public_id, post.kind, post.body)))
    for post_id, trouble in unsealable:
        # A webhook is locked before its posts, so these have to be let go first.
        with store.begin() as session:
            _record_attempt(session, post_id, trouble, now)
    return claimed_posts


def _record_attempt(session: Session, post_id: int, trouble: PostFailed | None, now: datetime) -> None:
    """Record how an attempt at a post went; `trouble` None: it was delivered.
    May switch the webhook off. Does nothing if it was removed meanwhile."""
    post = session.get(WebhookPost, post_id)
    if post is None:
        return  # its webhook was removed meanwhile
    hook = session.get_one(Webhook, post.webhook_id, with_for_update=HELD)
    final = post.attempts >= MAX_ATTEMPTS or trouble is not None and trouble.for_good
    if note(post, hook, trouble, now, final=final) and hook.removed_at is None:
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


MAX_WEBHOOKS = 10


@dataclass(frozen=True)
class WebhookLine:
    """A webhook in its owner's list.

    `game_id` is empty for a webhook for all games; `trouble` is the latest problem.
    """

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
    """Create a webhook for a game (`game_id` empty: all); return its id and secret.

    The secret is shown this once. An email tells the account's owner. Raises Invalid (`bad-url`, `bad-kinds`),
    NotFound, Denied (`too-many-webhooks`, `not-your-game`).
    """
    read_new_url(url, settings_of(session).webhooks_loopback)
    selected_kinds = set(kinds)
    if not selected_kinds or not selected_kinds <= set(KINDS):
        raise Invalid("bad-kinds", N_("Choose what to be notified about: {kinds}."), "kinds", kinds=", ".join(KINDS))
    game = find_game(session, game_id) if game_id else None
    if game is not None:
        who = who_is(session, game, account, now)
        if who.seat is None and not who.gm:
            raise Denied("not-your-game", N_("You are neither a player nor a game master of this game."))
    if count_of(session, Webhook, Webhook.account_id == account.id, Webhook.removed_at.is_(None)) >= MAX_WEBHOOKS:
        raise Denied("too-many-webhooks", N_("You already have {most} webhooks; remove one."), most=MAX_WEBHOOKS)
    secret = secrets.token_urlsafe(32)
    hook = Webhook(
        public_id=new_id(),
        account_id=account.id,
        game_id=game.id if game else None,
        url=url.strip(),
        secret=seal(settings_of(session).secret_key, WEBHOOK, secret),
        kinds=",".join(kind for kind in KINDS if kind in selected_kinds),
        created_at=now,
    )
    session.add(hook)
    _tell(session, "webhook-made", account, hook, now, where)
    return hook.public_id, secret


def webhooks_of(session: Session, account: Account) -> list[WebhookLine]:
    """Return an account's webhooks that are not removed, oldest first."""
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
    """Create a new secret, shown this once, which signs all later posts.
    An email tells the account's owner. Raises NotFound."""
    hook = _lock_own_webhook(session, account, webhook_id)
    secret = secrets.token_urlsafe(32)
    hook.secret = seal(settings_of(session).secret_key, WEBHOOK, secret)
    _tell(session, "webhook-secret", account, hook, now, where)
    return secret


def switch_on_webhook(session: Session, account: Account, webhook_id: str) -> None:
    """Post to a webhook again after it failed too often; forget its failures.
    Raises NotFound `no-such-webhook`."""
    hook = _lock_own_webhook(session, account, webhook_id)
    hook.disabled_at, hook.failures = None, 0


def try_out(session: Session, account: Account, webhook_id: str, now: datetime) -> None:
    """Post a greeting. NotFound, Denied `webhook-disabled`."""
    hook = _lock_own_webhook(session, account, webhook_id)
    if hook.disabled_at is not None:
        raise Denied("webhook-disabled", N_("This webhook is switched off; switch it on first."))
    words = translator(account.language)
    settings = settings_of(session)
    greeting = words.say("{site} can post to this address.", site=settings.site_name)
    document = {"text": greeting, "link": addresses.account(settings)}
    enqueue_post(session, hook, TEST, document, f"test:{new_id()}", now)


def remove_webhook(session: Session, account: Account, webhook_id: str, now: datetime) -> None:
    """Post nothing more to it, not even what waits. NotFound."""
    hook = _lock_own_webhook(session, account, webhook_id)
    hook.removed_at, hook.secret = now, ""
    waiting = delete(WebhookPost).where(WebhookPost.webhook_id == hook.id, WebhookPost.sent_at.is_(None))
    session.execute(waiting)


def _lock_own_webhook(session: Session, account: Account, webhook_id: str) -> Webhook:
    """Lock and return an account's webhook. Raises NotFound `no-such-webhook`."""
    query = select(Webhook).where(
        Webhook.public_id == webhook_id, Webhook.account_id == account.id, Webhook.removed_at.is_(None)
    )
    hook = session.scalar(locking_query(query))
    if hook is None:
        raise NotFound("no-such-webhook", N_("There is no such webhook."))
    return hook


def _tell(session: Session, what: str, account: Account, hook: Webhook, now: datetime, where: str) -> None:
    """The host alone is told: in chats' addresses the rest is a secret."""
    tell_owner(session, what, account, now, where, {"host": urlsplit(hook.url).hostname or ""})


def _trouble(session: Session, hook: Webhook) -> str:
    query = select(WebhookPost.last_error).where(WebhookPost.webhook_id == hook.id, WebhookPost.last_error != "")
    return session.scalar(query.order_by(WebhookPost.id.desc()).limit(1)) or ""
